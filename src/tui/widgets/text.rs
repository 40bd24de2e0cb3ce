//! Words in a given room: broken into lines, or cut with a sign that something is left out.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// What stands between two words that belong to different things.
const BETWEEN: &str = "·";

/// Breaks a text into lines of at most this width: between words, and within a word only where it
/// is longer than a line. What stands between two things is left out where a line ends between them.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let mut word = word;
        loop {
            let line = lines.last_mut().expect("there is one");
            let long = line.width() + usize::from(!line.is_empty()) + word.width();
            if long <= width {
                line.push_str(if line.is_empty() { "" } else { " " });
                line.push_str(word);
                break;
            }
            if !line.is_empty() {
                let kept = line.strip_suffix(BETWEEN).map_or(line.len(), |kept| kept.trim_end().len());
                line.truncate(kept);
                lines.push(String::new());
                if word == BETWEEN {
                    break;
                }
                continue;
            }
            // One letter at least, or it would never end.
            let head = head(word, width).max(word.chars().next().map_or(0, char::len_utf8));
            line.push_str(&word[..head]);
            word = &word[head..];
            if word.is_empty() {
                break;
            }
            lines.push(String::new());
        }
    }
    lines
}

/// How many bytes of a text take at most this many columns.
fn head(text: &str, width: usize) -> usize {
    let mut columns = 0;
    for (at, letter) in text.char_indices() {
        columns += letter.width().unwrap_or(1);
        if columns > width {
            return at;
        }
    }
    text.len()
}

/// A text that takes at most this many columns; what is cut off is told by a sign.
pub fn fit(text: &str, width: usize, more: &str) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let kept = head(text, width.saturating_sub(more.width()));
    let cut = format!("{}{more}", text[..kept].trim_end());
    if cut.width() <= width { cut } else { text[..head(text, width)].to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_break_between_words_and_within_long_ones() {
        assert_eq!(wrap("the Squire is blocked on b3", 12), ["the Squire", "is blocked", "on b3"]);
        assert_eq!(wrap("at rnbagbnr/pppppppp here", 8), ["at", "rnbagbnr", "/ppppppp", "p here"]);
        assert_eq!(wrap("", 8), [""]);
    }

    #[test]
    fn nothing_stands_between_two_things_on_different_lines() {
        assert_eq!(wrap("1-0 · 85 plies · 2026", 16), ["1-0 · 85 plies", "2026"]);
        assert_eq!(wrap("1-0 · 85 plies · 2026", 15), ["1-0 · 85 plies", "2026"]);
        assert_eq!(wrap("1-0 · 85 plies · 2026", 14), ["1-0 · 85 plies", "2026"]);
        assert_eq!(wrap("· 2026", 10), ["· 2026"]);
    }

    #[test]
    fn what_is_cut_is_told() {
        for (text, width, shown) in [("Holywar", 7, "Holywar"), ("Holywar", 6, "Holy.."), ("Holywar", 1, "H")] {
            assert_eq!(fit(text, width, ".."), shown, "{width}");
        }
    }

    proptest! {
        #[test]
        fn no_line_is_too_long_and_nothing_is_lost(text in "[a-zé漢 /]{0,60}", width in 2..30_usize) {
            let lines = wrap(&text, width);
            prop_assert!(lines.iter().all(|line| line.width() <= width), "{lines:?}");
            let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
            prop_assert!(fit(&text, width, "…").width() <= width);
        }
    }
}
