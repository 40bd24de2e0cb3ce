//! What is known about the terminal of one client: from the variables that came with it (`TERM`, `LANG`, …), and
//! from its answers to questions. The variables are those of the session, which for a guest are not those of this
//! process.

use std::time::{Duration, Instant};

use crate::host::cell_size::CellSize;
use crate::host::control::Notes;
use crate::input::report::Report;

/// What a terminal that shows sixels has among its attributes.
const SIXELS: u16 = 4;

/// The facts about a terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Facts {
    /// The value of `TERM`.
    pub term: String,
    /// The value of `COLORTERM`.
    pub colorterm: String,
    /// The value of `TERM_PROGRAM`: the name of the terminal's program, where it sets it.
    pub term_program: String,
    /// The locale: the first that is set of `LC_ALL`, `LC_CTYPE` and `LANG`.
    pub locale: String,
    /// Whether the user wants no colours (`NO_COLOR`).
    pub no_color: bool,
    /// Whether the locale uses UTF-8, so that Unicode can be shown.
    pub utf8: bool,
    /// Whether the program runs over SSH.
    pub over_ssh: bool,
    /// Whether it runs in GNU screen, which, with the mouse on, delays a single Escape until the next key.
    pub in_screen: bool,
    /// Whether it runs in tmux.
    pub in_tmux: bool,
    /// Whether the program can be suspended on it. The host knows.
    pub can_suspend: bool,
    /// The columns and rows of the window.
    pub size: (u16, u16),
    /// The size of a cell, if the system knows it. The terminal may say it better.
    pub cell: Option<CellSize>,
    /// The size of a cell by the pixels of all of them, as the terminal says these.
    pub area_cell: Option<CellSize>,
    /// The answers of the terminal so far, the newest of each kind.
    pub reports: Vec<Report>,
    /// When it was asked; until it has answered.
    pub asked: Option<Instant>,
    /// How long it took to answer, if it was asked and has answered.
    pub delay: Option<Duration>,
}

impl Facts {
    /// Reads the variables of a session.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Facts {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default();
        let encoding = locale.to_lowercase();
        Facts {
            term: set("TERM").unwrap_or_default(),
            colorterm: set("COLORTERM").unwrap_or_default(),
            no_color: set("NO_COLOR").is_some(),
            term_program: set("TERM_PROGRAM").unwrap_or_default(),
            locale,
            utf8: encoding.contains("utf-8") || encoding.contains("utf8"),
            over_ssh: set("SSH_CONNECTION").or(set("SSH_TTY")).is_some(),
            in_screen: set("STY").is_some(),
            in_tmux: set("TMUX").is_some() || set("TERM").is_some_and(|term| term.starts_with("tmux")),
            can_suspend: false,
            size: (80, 24),
            cell: None,
            area_cell: None,
            reports: Vec::new(),
            asked: None,
            delay: None,
        }
    }

    /// An answer has come: the last one says how long it took.
    pub(crate) fn time(&mut self, report: &Report, now: Instant) {
        if matches!(report, Report::Attributes(_))
            && let Some(asked) = self.asked.take()
        {
            self.delay = Some(now.saturating_duration_since(asked));
        }
    }

    /// Keeps an answer of the terminal; it replaces an earlier one of its kind.
    pub(crate) fn learn(&mut self, report: Report) {
        if let Report::Area(width, height) = report {
            let area = (width, height);
            let known = self.cell.filter(|cell| cell.is_of(self.size, area));
            self.area_cell = known.or(CellSize::of_whole_window(self.size, area));
            return;
        }
        let kind = std::mem::discriminant(&report);
        self.reports.retain(|known| std::mem::discriminant(known) != kind);
        self.reports.push(report);
    }

    /// The window has another size, and perhaps its cells: then what the terminal said of the old ones counts no more.
    pub fn resize(&mut self, size: (u16, u16), cell: Option<CellSize>) {
        self.size = size;
        if cell.is_some() && cell != self.cell {
            (self.cell, self.area_cell) = (cell, None);
            self.reports.retain(|report| !matches!(report, Report::Cell(..)));
        }
    }

    /// The size of a cell in pixels, as far as it is known: as the terminal says it, or as the system does.
    pub fn cell_size(&self) -> Option<CellSize> {
        self.told_cell().or(self.cell)
    }

    /// The same as the terminal says it: what the system knows may be the size of a window with its border.
    pub(crate) fn told_cell(&self) -> Option<CellSize> {
        let reported = self.reports.iter().find_map(|report| match *report {
            Report::Cell(wide, high) => CellSize::new(wide, high),
            _ => None,
        });
        reported.or(self.area_cell)
    }

    /// Whether it says that it shows sixels.
    pub(crate) fn takes_sixels(&self) -> bool {
        self.reports.iter().any(|report| matches!(report, Report::Attributes(said) if said.contains(&SIXELS)))
    }

    /// Whether it is tmux, by its variables or by its own answer.
    pub(crate) fn is_tmux(&self) -> bool {
        self.in_tmux || self.version().is_some_and(|version| version.starts_with("tmux"))
    }

    /// Its name and version, as it says them.
    pub fn version(&self) -> Option<&str> {
        self.reports.iter().find_map(|report| match report {
            Report::Version(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// Whether a text can be copied to the clipboard of the user, as far as is known.
    pub(crate) fn can_copy(&self) -> bool {
        if self.is_tmux() {
            return true;
        }
        let without = self.term.starts_with("screen") || self.term.starts_with("vt") || self.term == "linux";
        !self.in_screen && !self.is_dumb() && !without
    }

    /// How the terminal takes a notification for the desktop.
    pub(crate) fn notes(&self) -> Notes {
        const ONE: [&str; 5] = ["iterm", "kitty", "wezterm", "ghostty", "windows terminal"];
        let named = [self.term.as_str(), &self.term_program, self.version().unwrap_or_default()];
        let named = named.map(str::to_lowercase);
        let one = ONE.iter().any(|known| named.iter().any(|name| name.contains(known)));
        if one { Notes::One } else { Notes::Titled }
    }

    /// Whether it can show only lines of text, without cursor movement.
    pub fn is_dumb(&self) -> bool {
        matches!(self.term.as_str(), "" | "dumb" | "unknown")
    }

    /// The reason why nothing can be drawn on it, with advice; `None` if drawing is possible.
    pub fn why_not(&self, is_terminal: bool) -> Option<String> {
        const WHERE: &str = "run it in one, or over SSH with `ssh -t HOST heterodox`, or use --linear";
        if !is_terminal {
            return Some(format!("this needs a terminal, but input or output is not one: {WHERE}"));
        }
        match self.term.as_str() {
            "" => Some("TERM is not set: set it to the type of your terminal, like TERM=xterm-256color".to_owned()),
            term if self.is_dumb() => Some(format!(
                "TERM={term} says that the terminal can show lines of text only: if it can do more, set TERM to what \
                 it is, like TERM=xterm-256color"
            )),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(set: &[(&str, &str)]) -> Facts {
        Facts::of(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn the_first_locale_that_is_set_counts() {
        assert!(facts(&[("LANG", "de_DE.UTF-8")]).utf8);
        assert!(!facts(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]).utf8);
        assert!(facts(&[("LC_ALL", ""), ("LC_CTYPE", "en_US.utf8")]).utf8);
        assert!(facts(&[]).is_dumb() && facts(&[("TERM", "dumb")]).is_dumb());
    }

    #[test]
    fn texts_are_copied_where_that_may_work() {
        for (set, can) in [
            (&[("TERM", "xterm-256color")][..], true),
            (&[("TERM", "linux")], false),
            (&[("TERM", "vt220")], false),
            (&[("TERM", "dumb")], false),
            (&[], false),
            (&[("TERM", "screen-256color")], false),
            (&[("TERM", "xterm"), ("STY", "1.pts")], false),
            (&[("TERM", "screen-256color"), ("TMUX", "/tmp/tmux,1,0")], true),
            (&[("TERM", "tmux-256color")], true),
        ] {
            assert_eq!(facts(set).can_copy(), can, "{set:?}");
        }
        let mut named = facts(&[("TERM", "screen-256color")]);
        named.learn(Report::Version("tmux 3.4".to_owned()));
        assert!(named.can_copy() && named.is_tmux());
        assert_eq!(facts(&[("TERM", "xterm-kitty")]).notes(), Notes::One);
        assert_eq!(facts(&[("TERM", "xterm-256color")]).notes(), Notes::Titled);
    }

    #[test]
    fn the_newest_answer_of_a_kind_is_kept() {
        let mut facts = facts(&[("TERM_PROGRAM", "WezTerm")]);
        assert_eq!(facts.term_program, "WezTerm");
        for report in [Report::Version("a".to_owned()), Report::Cell(1, 2), Report::Version("b".to_owned())] {
            facts.learn(report);
        }
        assert_eq!(facts.reports, [Report::Cell(1, 2), Report::Version("b".to_owned())]);
    }

    #[test]
    fn a_cell_is_as_the_terminal_says() {
        let mut facts = Facts { cell: CellSize::new(9, 18), ..facts(&[]) };
        assert_eq!(facts.cell_size(), CellSize::new(9, 18));
        facts.learn(Report::Cell(0, 0));
        assert_eq!(facts.cell_size(), CellSize::new(9, 18), "that is no cell");
        facts.learn(Report::Cell(10, 19));
        assert_eq!(facts.cell_size(), CellSize::new(10, 19));
    }

    /// The letters of a terminal may be made larger. Where the system does not know it, the cell stays as it was.
    #[test]
    fn a_window_of_another_size_may_have_other_cells() {
        let mut facts = Facts { cell: CellSize::new(9, 18), ..facts(&[]) };
        facts.learn(Report::Cell(10, 18));
        for (cell, known) in [((9, 18), (10, 18)), ((0, 0), (10, 18)), ((12, 20), (12, 20)), ((0, 0), (12, 20))] {
            facts.resize((90, 30), CellSize::new(cell.0, cell.1));
            assert_eq!(facts.cell_size(), CellSize::new(known.0, known.1), "{cell:?}");
        }
        assert_eq!(facts.size, (90, 30));
    }

    #[test]
    fn what_is_missing_is_said_as_it_is() {
        let said = |set: &[(&str, &str)], terminal| facts(set).why_not(terminal).unwrap_or_default();
        assert!(said(&[], true).contains("TERM is not set"));
        assert!(said(&[("TERM", "dumb")], true).starts_with("TERM=dumb says"));
        assert!(said(&[("TERM", "unknown")], true).starts_with("TERM=unknown says"));
        assert!(!said(&[("TERM", "dumb")], false).contains("TERM"), "that is not the first thing to mend");
        assert_eq!(said(&[("TERM", "xterm")], true), "");
    }
}
