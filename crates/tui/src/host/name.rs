//! What a terminal says about itself. The answers come among the keys, late, in any order, or never; nothing waits
//! for them.

use crate::input::report::Report;

/// What a terminal is asked, with the first frame: the colours of a text with a background of 24 bits (`BACKGROUND` of
/// the reports), its default background, its name, the size of a cell, its kind, and last what every terminal answers.
/// Terminals that do not know a question are silent.
pub const QUESTIONS: &[u8] = b"\x1b[48;2;1;22;133m\x1bP$qm\x1b\\\x1b[m\x1b]11;?\x07\x1b[>0q\x1b[16t\x1b[>c\x1b[c";

/// What every terminal answers.
pub(crate) const LAST_QUESTION: &[u8] = b"\x1b[c";

/// What a terminal that shows sixels is asked when the size of its cells is not known, or may have changed: that, and the
/// pixels of all its cells, which xterm says instead.
pub(crate) const CELL_QUESTIONS: &[u8] = b"\x1b[16t\x1b[?2;1;0S";

/// The longest name and version that are kept.
const LONGEST: usize = 64;

/// The name of a terminal program, in lower case, and its version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The program: `kitty`, `windows terminal`.
    pub(crate) program: String,
    /// The numbers of the version, up to three; those that are missing are 0.
    pub(crate) version: [u32; 3],
}

impl Name {
    /// Reads the answer to the question for the name (XTVERSION): `name(version)`, `name version` or only a name. The version begins with a digit.
    pub(crate) fn read(text: &str) -> Option<Name> {
        let text: String = text.chars().take(LONGEST).collect();
        if text.contains(char::is_control) {
            return None;
        }
        let is_version = |at: usize| text[at + 1..].starts_with(|first: char| first.is_ascii_digit());
        let split = text.char_indices().find(|&(at, letter)| matches!(letter, '(' | ' ') && is_version(at));
        let (program, version) = match split {
            Some((at, _)) => (&text[..at], &text[at + 1..]),
            None => (text.as_str(), ""),
        };
        let program = program.trim().to_lowercase();
        if program.is_empty() {
            return None;
        }
        let mut numbers = [0; 3];
        let parts = version.split(|letter: char| !letter.is_ascii_digit());
        for (place, part) in numbers.iter_mut().zip(parts.take_while(|part| !part.is_empty())) {
            // A longer number is no version of a program that is known.
            *place = part.parse().unwrap_or(0);
        }
        Some(Name { program, version: numbers })
    }

    /// Whether it is this version or a later one.
    pub(crate) fn is_from(&self, version: [u32; 3]) -> bool {
        self.version >= version
    }
}

/// The answers of one terminal so far.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Answers {
    /// Its name, if it said one.
    pub(crate) said: Option<Name>,
    /// Its kind and version as numbers (secondary device attributes), if it said them.
    pub(crate) kind: Option<Vec<u16>>,
}

impl Answers {
    /// What these answers say.
    pub(crate) fn of(reports: &[Report]) -> Answers {
        let mut answers = Answers::default();
        for report in reports {
            match report {
                Report::Version(text) => answers.said = Name::read(text),
                Report::Kind(kind) => answers.kind = Some(kind.clone()),
                _ => {}
            }
        }
        answers
    }

    /// Its name: what it said, or the one program that answers with these numbers. Alacritty's are not of one: they
    /// are those of a library that others use too.
    pub(crate) fn name(&self) -> Option<Name> {
        // PuTTY has the same numbers in every version.
        let by_kind = || {
            (self.kind.as_deref()? == [0, 136, 0]).then(|| Name { program: "putty".to_owned(), version: [0; 3] })
        };
        self.said.clone().or_else(by_kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_and_versions_are_read() {
        for (text, program, version) in [
            ("kitty(0.46.2)", "kitty", [0, 46, 2]),
            ("ghostty 1.3.1", "ghostty", [1, 3, 1]),
            ("Rio 0.3.11", "rio", [0, 3, 11]),
            ("foot(1.26.1)", "foot", [1, 26, 1]),
            ("VTE(7600)", "vte", [7600, 0, 0]),
            ("iTerm2 3.6.10", "iterm2", [3, 6, 10]),
            ("tmux 3.7a", "tmux", [3, 7, 0]),
            ("Konsole 25.08.1", "konsole", [25, 8, 1]),
            ("WezTerm 20240203-110809-5046fc22", "wezterm", [20_240_203, 110_809, 5_046]),
            ("Windows Terminal 1.25.1", "windows terminal", [1, 25, 1]),
            ("xterm.js(5.6.0)", "xterm.js", [5, 6, 0]),
            ("XTerm(388)", "xterm", [388, 0, 0]),
            ("kitty", "kitty", [0, 0, 0]),
            ("kitty(99999999999.1)", "kitty", [0, 1, 0]),
        ] {
            assert_eq!(Name::read(text), Some(Name { program: program.to_owned(), version }), "{text:?}");
        }
        for text in ["", " ", "(1.0)", "a\x1b[31m", "a\u{9b}31m"] {
            assert_eq!(Name::read(text), None, "{text:?}");
        }
    }

    #[test]
    fn later_versions_are_told_apart() {
        let name = Name::read("kitty(0.28.1)").expect("a name");
        assert!(name.is_from([0, 28, 0]) && name.is_from([0, 28, 1]) && !name.is_from([0, 30, 0]));
    }

    proptest! {
        #[test]
        fn any_text_makes_a_name_or_none(text in prop_oneof![".{0,80}", "[a-z]{0,9}[( ][0-9.]{0,90}"]) {
            if let Some(name) = Name::read(&text) {
                let letters = name.program.chars().count();
                // A letter in lower case can be up to three.
                prop_assert!(letters > 0 && letters <= 3 * LONGEST && !name.program.contains(char::is_control));
            }
        }
    }
}
