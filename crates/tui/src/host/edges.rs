//! The edges of the window, which no cell covers: they have the default background of the terminal. While the program
//! runs, that is the ground of the theme (OSC 11), and at the end it is again what it was before.

use super::facts::Facts;
use crate::input::report::Report;
use crate::theme::color::{Rgb, rgb};
use crate::theme::{Role, Theme};

/// The default background of one terminal.
#[derive(Debug, Default)]
pub(crate) struct Edges {
    /// What it was set to.
    set: Option<Rgb>,
    /// What sets it to what it was before; empty as long as it was never set.
    back: Vec<u8>,
}

impl Edges {
    /// What must be written so that the edges have the ground of this theme; nothing if they have it, and for terminals
    /// that have not said what they had before.
    pub(crate) fn update(&mut self, facts: &Facts, theme: &Theme) -> Vec<u8> {
        let ground = theme.style(Role::Text).bg.and_then(rgb);
        let wanted = if facts.takes_sixels() { ground.map(nearly) } else { ground };
        if wanted == self.set {
            return Vec::new();
        }
        match (wanted, before(facts)) {
            (Some(wanted @ Rgb(red, green, blue)), Some(before)) => {
                self.set = Some(wanted);
                self.back = given_back(before);
                format!("\x1b]11;#{red:02x}{green:02x}{blue:02x}\x07").into_bytes()
            }
            // The theme has no ground of its own any more.
            (None, _) => {
                self.set = None;
                std::mem::take(&mut self.back)
            }
            (Some(_), None) => Vec::new(),
        }
    }

    /// The terminal may have another background now, so that the next frame sets it again.
    pub(crate) fn forget(&mut self) {
        self.set = None;
    }

    /// What must be written at the end.
    pub(crate) fn exit_bytes(&self) -> &[u8] {
        &self.back
    }
}

/// A colour that nobody can tell from this one. Konsole does not paint the ground of a text where it is the default, and pixels of
/// a picture that was there would be seen through it.
const fn nearly(Rgb(red, green, blue): Rgb) -> Rgb {
    Rgb(red, green, blue ^ 1)
}

/// The background that the terminal had before, as it said. Inside a multiplexer the edges are not those of its panes,
/// and its name is known only after all answers have come.
fn before(facts: &Facts) -> Option<&str> {
    let is_named = facts.reports.iter().any(|report| matches!(report, Report::Attributes(_)));
    let said = facts.reports.iter().find_map(|report| match report {
        Report::Ground(colour) => Some(colour.as_str()),
        _ => None,
    });
    said.filter(|_| is_named && !facts.is_tmux() && !facts.in_screen)
}

/// Sets the background to this one; where it was said in an unknown form, to the one of the settings (OSC 111).
fn given_back(before: &str) -> Vec<u8> {
    if is_colour(before) { format!("\x1b]11;{before}\x07") } else { "\x1b]111\x07".to_owned() }.into_bytes()
}

/// Whether it is a colour in a form that terminals take: `rgb:1717/1b1b/2424`, `rgba:…`, `#171b24`.
fn is_colour(text: &str) -> bool {
    let is_hex = |part: &str| (1..=4).contains(&part.len()) && part.bytes().all(|digit| digit.is_ascii_hexdigit());
    let has_parts = |parts: &str, count| parts.split('/').count() == count && parts.split('/').all(is_hex);
    text.strip_prefix("rgb:").is_some_and(|parts| has_parts(parts, 3))
        || text.strip_prefix("rgba:").is_some_and(|parts| has_parts(parts, 4))
        || Rgb::read(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth::Depth;
    use crate::theme::Themes;

    fn facts(term: &str, reports: &[Report]) -> Facts {
        let mut facts = Facts::of(|name| (name == "TERM").then(|| term.to_owned()));
        for report in reports {
            facts.learn(report.clone());
        }
        facts
    }

    fn said(before: &str) -> [Report; 2] {
        [Report::Ground(before.to_owned()), Report::Attributes(vec![62])]
    }

    fn theme(name: &str, depth: Depth) -> Theme {
        Themes::standard().named(name, depth)
    }

    #[test]
    fn the_edges_have_the_ground_of_the_theme_and_then_what_they_had() {
        let facts = facts("xterm-kitty", &said("rgb:1212/3434/5656"));
        let mut edges = Edges::default();
        assert_eq!(edges.update(&facts, &theme("slate", Depth::True)), b"\x1b]11;#171b24\x07");
        assert_eq!(edges.exit_bytes(), b"\x1b]11;rgb:1212/3434/5656\x07");
        assert_eq!(edges.update(&facts, &theme("slate", Depth::True)), b"", "once");
        assert_eq!(edges.update(&facts, &theme("parchment", Depth::True)), b"\x1b]11;#f6eedb\x07");
        // The same colour as the cells have, which is one of the 256.
        assert_eq!(edges.update(&facts, &theme("slate", Depth::Indexed256)), b"\x1b]11;#1c1c1c\x07");
        edges.forget();
        assert_eq!(edges.update(&facts, &theme("slate", Depth::Indexed256)), b"\x1b]11;#1c1c1c\x07", "again");
        assert_eq!(edges.update(&facts, &theme("classic", Depth::True)), b"\x1b]11;rgb:1212/3434/5656\x07");
        assert_eq!(edges.exit_bytes(), b"", "it is given back already");
    }

    #[test]
    fn terminals_without_an_answer_or_a_ground_keep_theirs() {
        let answered = said("rgb:0000/0000/0000");
        let tmux = [answered.to_vec(), vec![Report::Version("tmux 3.5a".to_owned())]].concat();
        for (facts, theme, why) in [
            (facts("xterm", &[]), theme("slate", Depth::True), "no answer"),
            (facts("xterm", &answered[1..]), theme("slate", Depth::True), "it does not know the question"),
            (facts("xterm", &answered[..1]), theme("slate", Depth::True), "its name may still come"),
            (facts("xterm", &tmux), theme("slate", Depth::True), "tmux"),
            (facts("xterm", &answered), theme("classic", Depth::True), "no ground"),
            (facts("xterm", &answered), theme("slate", Depth::None), "no colours"),
            (facts("xterm", &answered), theme("slate", Depth::Ansi16), "16 colours"),
        ] {
            let mut edges = Edges::default();
            assert_eq!(edges.update(&facts, &theme), b"", "{why}");
            assert_eq!(edges.exit_bytes(), b"", "{why}");
        }
    }

    #[test]
    fn the_ground_of_texts_is_not_the_default_where_pixels_may_be_below() {
        let attributes = Report::Attributes(vec![62, 1, 4]);
        let said = [Report::Ground("rgb:0000/0000/0000".to_owned()), attributes];
        let (mut edges, facts) = (Edges::default(), facts("xterm", &said));
        assert_eq!(edges.update(&facts, &theme("slate", Depth::True)), b"\x1b]11;#171b25\x07");
        assert_eq!(edges.update(&facts, &theme("slate", Depth::True)), b"");
    }

    #[test]
    fn nothing_but_a_colour_is_given_back() {
        for colour in ["rgb:1212/3434/5656", "rgb:1/2/3", "rgba:1212/3434/5656/ffff", "#0a0b0c"] {
            assert_eq!(given_back(colour), format!("\x1b]11;{colour}\x07").into_bytes());
        }
        for other in
            ["", "?", "red", "rgb:1/2", "rgb:1/2/3/4", "rgb:12345/0/0", "rgb:1/2/3\x07\x1b]0;x", "#12", "rgb://"]
        {
            assert_eq!(given_back(other), b"\x1b]111\x07", "{other:?}");
        }
    }
}
