//! Makes a line of talk safe before anybody else gets it: no control characters, no invisible ones, no stacks of
//! marks. Nothing else of the program has to trust what somebody typed.

use unicode_width::UnicodeWidthChar as _;

use crate::escape;

/// The most bytes of a line as it is typed.
pub(crate) const MOST_BYTES: usize = 1024;

/// The most characters of a line.
pub(crate) const MOST_CHARACTERS: usize = 200;

/// The format characters (Cf) of Unicode that `escape` lets through, because some scripts need them elsewhere.
const FORMAT: &[(char, char)] = &[
    ('\u{600}', '\u{605}'),
    ('\u{6dd}', '\u{6dd}'),
    ('\u{70f}', '\u{70f}'),
    ('\u{890}', '\u{891}'),
    ('\u{8e2}', '\u{8e2}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{110bd}', '\u{110bd}'),
    ('\u{110cd}', '\u{110cd}'),
    ('\u{13430}', '\u{1343f}'),
];

/// Characters that choose a variant of the one before. Terminals do not agree on its width.
const VARIANTS: (char, char) = ('\u{fe00}', '\u{fe0f}');

/// Whether a character is dropped.
fn is_dropped(letter: char) -> bool {
    let within = |&(from, to): &(char, char)| (from..=to).contains(&letter);
    escape::is_hidden(letter) || within(&VARIANTS) || FORMAT.iter().any(within)
}

/// The text as others get it: in one line, with single spaces, without control and format characters, and with at
/// most one mark on a letter.
pub(crate) fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    // Whether the next mark has a letter to stand on.
    let mut has_base = false;
    for letter in text.chars() {
        if letter.is_whitespace() {
            if !cleaned.is_empty() && !cleaned.ends_with(' ') {
                cleaned.push(' ');
            }
            has_base = false;
        } else if is_dropped(letter) {
            // A mark after it belongs to the letter before it.
        } else if letter.width() == Some(0) {
            if has_base {
                cleaned.push(letter);
            }
            has_base = false;
        } else {
            cleaned.push(letter);
            has_base = true;
        }
    }
    cleaned.truncate(cleaned.trim_end().len());
    cleaned
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_are_made_safe() {
        for (text, safe) in [
            ("good game", "good game"),
            ("  good\t\ngame\r\n", "good game"),
            ("\u{1b}[31mred\u{1b}[0m", "[31mred[0m"),
            ("a\u{202e}b\u{200b}c\u{2066}d\u{feff}", "abcd"),
            ("e\u{301}\u{301}\u{302}\u{303}x", "e\u{301}x"),
            // A mark between invisible characters is still a second one.
            ("e\u{301}\u{200d}\u{302}", "e\u{301}"),
            ("\u{301}\u{302}a", "a"),
            ("zażółć 漢字 👍", "zażółć 漢字 👍"),
            ("\u{7}\u{9b}31m", "31m"),
            ("\u{2028}one\u{2029}two", "one two"),
            ("\u{200b}\u{ad}", ""),
        ] {
            assert_eq!(clean(text), safe, "{text:?}");
        }
    }

    proptest! {
        /// The tables of proptest are not ours: all characters of Cc and Cf are dropped or become a space.
        #[test]
        fn control_and_format_characters_never_survive(text in "[\\p{Cc}\\p{Cf}a-z ]{0,60}") {
            let safe = clean(&text);
            prop_assert!(safe.chars().all(|letter| letter == ' ' || letter.is_ascii_lowercase()), "{:?}", safe);
        }

        #[test]
        fn at_most_one_mark_stands_on_a_letter(text in "[\\p{M}\\p{Cf}\\p{Cc}a-z ]{0,60}") {
            let safe = clean(&text);
            let mut marks = 0;
            for letter in safe.chars() {
                marks = if letter.width() == Some(0) { marks + 1 } else { 0 };
                prop_assert!(marks < 2, "{:?}", safe);
            }
        }

        #[test]
        fn what_is_safe_stays_as_it_is(text in ".{0,80}") {
            let safe = clean(&text);
            prop_assert_eq!(clean(&safe), safe.clone());
            prop_assert_eq!(safe.trim(), safe.as_str());
            prop_assert!(!safe.contains(escape::is_hidden) && !safe.contains("  "));
        }
    }
}
