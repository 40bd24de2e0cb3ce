//! How many colours a terminal shows: by its variables before it has answered, then by what it answers.

use super::facts::Facts;
use super::name::Answers;
use crate::config::Colours;
use crate::depth::Depth;
use crate::input::report::Report;

/// Terminals that take 24-bit colours but do not answer the question for them, or that did not do so from their
/// first version on: the name in their answer, and from which version. tmux shows what it gets as the terminal outside can.
///
/// Sources: the documentation and changelogs of the programs.
const NAMED: &[(&str, [u32; 3])] = &[
    ("konsole", [0; 3]),
    ("wezterm", [0; 3]),
    ("iterm2", [3, 0, 0]),
    ("windows terminal", [0; 3]),
    ("ghostty", [0; 3]),
    ("rio", [0; 3]),
    ("kitty", [0; 3]),
    ("foot", [0; 3]),
    ("contour", [0; 3]),
    ("xterm.js", [0; 3]),
    ("mintty", [2, 0, 0]),
    // From 0.71 on, of 2019. It does not tell its version.
    ("putty", [0; 3]),
    ("tmux", [2, 2, 0]),
];

/// Beginnings of `TERM` that only such terminals have.
const TERMS: &[&str] = &[
    "alacritty",
    "st-",
    "stterm-",
    "xterm-kitty",
    "xterm-ghostty",
    "foot",
    "rio",
    "wezterm",
    "contour",
    "putty",
    "tmux-",
];

/// Whether the numbers that a terminal answers (DA2) are those of one that takes 24 bits: of the console of Windows,
/// or of the library of Alacritty, with its version from 0.1 on.
fn is_kind(kind: &[u16]) -> bool {
    matches!(kind, [0, 10 | 100.., 1])
}

impl Facts {
    /// The colour depth; a setting other than `auto` has priority.
    pub fn depth(&self, setting: Colours) -> Depth {
        match setting {
            Colours::None => return Depth::None,
            Colours::Sixteen => return Depth::Ansi16,
            Colours::Indexed => return Depth::Indexed256,
            Colours::True => return Depth::True,
            Colours::Auto => {}
        }
        if self.no_color {
            return Depth::None;
        }
        if matches!(self.colorterm.as_str(), "truecolor" | "24bit") || self.term.contains("-direct") {
            return Depth::True;
        }
        match self.term.as_str() {
            "linux" | "ansi" | "cygwin" | "xterm-16color" => Depth::Ansi16,
            term if term.starts_with("vt") || term.ends_with("-m") || term.ends_with("-mono") => Depth::None,
            _ if self.takes_true_colour() => Depth::True,
            _ => Depth::Indexed256,
        }
    }

    /// Whether it takes 24 bits, as it says; if it says nothing about that, as others of its name do.
    fn takes_true_colour(&self) -> bool {
        let said = self.reports.iter().find_map(|report| match report {
            Report::TrueColour(can) => Some(*can),
            _ => None,
        });
        let answers = Answers::of(&self.reports);
        let named = answers.name().is_some_and(|name| {
            NAMED.iter().any(|(program, version)| name.program == *program && name.is_from(*version))
        });
        said == Some(true)
            || named
            || self.is_tmux()
            || TERMS.iter().any(|start| self.term.starts_with(start))
            || answers.kind.as_deref().is_some_and(is_kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(set: &[(&str, &str)]) -> Facts {
        Facts::of(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn colours_follow_the_variables() {
        for (set, depth) in [
            (&[("TERM", "xterm-256color")][..], Depth::Indexed256),
            (&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")], Depth::True),
            (&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("NO_COLOR", "1")], Depth::None),
            (&[("TERM", "xterm-256color"), ("NO_COLOR", "")], Depth::Indexed256),
            (&[("TERM", "xterm-direct")], Depth::True),
            (&[("TERM", "xterm-kitty")], Depth::True),
            (&[("TERM", "st-256color")], Depth::True),
            (&[("TERM", "tmux-256color")], Depth::True),
            (&[("TERM", "screen-256color"), ("TMUX", "/tmp/tmux,1,0")], Depth::True),
            (&[("TERM", "rxvt-unicode-256color")], Depth::Indexed256),
            (&[("TERM", "linux")], Depth::Ansi16),
            (&[("TERM", "vt100")], Depth::None),
            (&[("TERM", "screen")], Depth::Indexed256),
            (&[("TERM", "something-new")], Depth::Indexed256),
        ] {
            assert_eq!(facts(set).depth(Colours::Auto), depth, "{set:?}");
            assert_eq!(facts(set).depth(Colours::Sixteen), Depth::Ansi16);
        }
    }

    #[test]
    fn colours_follow_the_answers() {
        let version = |text: &str| Report::Version(text.to_owned());
        for (reports, depth) in [
            (vec![Report::TrueColour(true)], Depth::True),
            (vec![Report::TrueColour(false)], Depth::Indexed256),
            (vec![Report::TrueColour(false), version("XTerm(398)")], Depth::Indexed256),
            (vec![version("XTerm(398)"), Report::TrueColour(true)], Depth::True),
            (vec![version("Konsole 25.04.2")], Depth::True),
            (vec![version("iTerm2 3.6.10")], Depth::True),
            (vec![version("iTerm2 2.9.1")], Depth::Indexed256),
            (vec![version("tmux 3.5a")], Depth::True),
            (vec![version("something new")], Depth::Indexed256),
            (vec![Report::Kind(vec![0, 136, 0])], Depth::True),
            (vec![Report::Kind(vec![0, 10, 1])], Depth::True),
            (vec![Report::Kind(vec![0, 1501, 1])], Depth::True),
            // Terminal of macOS, and urxvt.
            (vec![Report::Kind(vec![1, 95, 0])], Depth::Indexed256),
            (vec![Report::Kind(vec![85, 95, 0])], Depth::Indexed256),
        ] {
            let mut known = facts(&[("TERM", "xterm-256color")]);
            let mut without = facts(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]);
            for report in &reports {
                known.learn(report.clone());
                without.learn(report.clone());
            }
            assert_eq!(known.depth(Colours::Auto), depth, "{reports:?}");
            assert_eq!(known.depth(Colours::Indexed), Depth::Indexed256, "a setting comes first");
            assert_eq!(without.depth(Colours::Auto), Depth::None, "{reports:?}");
        }
    }
}
