//! Layout of text: wrapped into lines, or cut with an ellipsis. Texts may have any length; the functions look
//! only at what fits.

use unicode_width::UnicodeWidthChar as _;

use crate::glyphs::{Glyphs, MARKS, beginning};

/// The separator between two items in a line.
const BETWEEN: &str = "·";

/// Counts columns, character by character; never fewer than a terminal uses.
#[derive(Clone, Copy, Default)]
struct Ruler {
    columns: usize,
    marks: usize,
}

impl Ruler {
    fn add(&mut self, letter: char) {
        // The emoji variation selector makes a letter wider; half-width sound marks take a column.
        let wide = match letter {
            '\u{fe0f}' | '\u{ff9e}' | '\u{ff9f}' => 1,
            _ => letter.width().unwrap_or(1),
        };
        self.marks = if wide == 0 { self.marks + 1 } else { 0 };
        self.columns += if self.marks > MARKS { 1 } else { wide };
    }
}

/// How many bytes of a text fit into this many columns, and how many columns they take.
fn measure(text: &str, most: usize) -> (usize, usize) {
    let mut ruler = Ruler::default();
    for (at, letter) in text.char_indices() {
        let columns = ruler.columns;
        ruler.add(letter);
        if ruler.columns > most {
            return (at, columns);
        }
    }
    (text.len(), ruler.columns)
}

/// The same for the first word of a text, and whether the whole word fits.
fn word(text: &str, most: usize) -> (usize, usize, bool) {
    word_of(text.char_indices(), text.len(), most)
}

/// The same for letters with their places in a text of this length.
fn word_of(letters: impl Iterator<Item = (usize, char)>, length: usize, most: usize) -> (usize, usize, bool) {
    let mut ruler = Ruler::default();
    for (at, letter) in letters {
        let columns = ruler.columns;
        if letter.is_whitespace() {
            return (at, columns, true);
        }
        ruler.add(letter);
        if ruler.columns > most {
            return (at, columns, false);
        }
    }
    (length, ruler.columns, true)
}

/// The columns of a text; `most + 1` if it is wider than `most`.
pub fn columns(text: &str, most: usize) -> usize {
    let (bytes, columns) = measure(text, most);
    if bytes < text.len() { most + 1 } else { columns }
}

/// The beginning of a text that takes at most this many columns.
pub(crate) fn head(text: &str, columns: usize) -> &str {
    &text[..measure(text, columns).0]
}

/// The end of a text that takes at most this many columns.
pub(crate) fn tail(text: &str, columns: usize) -> &str {
    let mut ruler = Ruler::default();
    let mut from = text.len();
    for (at, letter) in text.char_indices().rev() {
        ruler.add(letter);
        if ruler.columns > columns {
            break;
        }
        from = at;
    }
    // Combining marks belong to the letter before them.
    let marks =
        text[from..].chars().take_while(|letter| letter.width() == Some(0)).map(char::len_utf8).sum::<usize>();
    if from > 0 { &text[from + marks..] } else { text }
}

/// The lines of a wrapped text, computed on demand.
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    rest: &'t str,
    width: usize,
    begun: bool,
}

/// Wraps a text into lines of at most this width: between words, and within a word only if it is longer than
/// a line. A separator at a line break is left out.
pub fn wrap(text: &str, width: usize) -> Lines<'_> {
    Lines { rest: text, width: width.max(1), begun: false }
}

impl<'t> Lines<'t> {
    /// The text that is not in a line yet.
    pub(crate) const fn rest(&self) -> &'t str {
        self.rest
    }
}

impl Iterator for Lines<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut line = String::new();
        let mut taken = 0;
        loop {
            let rest = self.rest.trim_start();
            if rest.is_empty() {
                self.rest = rest;
                // A text without words has one empty line.
                let first = !std::mem::replace(&mut self.begun, true);
                return (first || !line.is_empty()).then_some(line);
            }
            let gap = usize::from(!line.is_empty());
            let (bytes, wide, whole) = word(rest, self.width.saturating_sub(taken + gap));
            // A word of no width needs the room for the space before it, too.
            if whole && taken + gap + wide <= self.width {
                line.push_str(if gap > 0 { " " } else { "" });
                line.push_str(&rest[..bytes]);
                taken += gap + wide;
                self.rest = &rest[bytes..];
                continue;
            }
            self.begun = true;
            if line.is_empty() {
                // At least one letter is taken, otherwise the loop would not end.
                let bytes = bytes.max(rest.chars().next().map_or(0, char::len_utf8));
                self.rest = &rest[bytes..];
                return Some(rest[..bytes].to_owned());
            }
            // Only a separator that stands between two spaces is left out.
            let before =
                line.strip_suffix(BETWEEN).filter(|kept| kept.is_empty() || kept.ends_with(char::is_whitespace));
            let kept = before.map_or(line.len(), |kept| kept.trim_end().len());
            line.truncate(kept);
            let between = rest.strip_prefix(BETWEEN).filter(|more| more.starts_with(char::is_whitespace));
            self.rest = between.unwrap_or(rest);
            return Some(line);
        }
    }
}

/// The words of a text; a word wider than this many columns is split.
pub(crate) fn pieces(text: &str, width: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let (piece, more) = rest.split_at(word(rest, width).0.max(first.len_utf8()));
        rest = more;
        Some(piece)
    })
}

/// A text cut to at most this many columns, with an ellipsis if it is cut.
pub(crate) fn fit(text: &str, width: usize, more: &str) -> String {
    let (bytes, _) = measure(text, width);
    if bytes == text.len() {
        return text.to_owned();
    }
    let room = width.checked_sub(columns(more, width)).filter(|_| columns(more, width) <= width);
    match room {
        Some(room) => format!("{}{more}", head(text, room).trim_end()),
        None => text[..bytes].to_owned(),
    }
}

/// A text in this character set, wrapped into at most this many lines of this width. If it is cut, the last
/// line ends with an ellipsis.
pub fn block(glyphs: &Glyphs, text: &str, width: usize, rows: usize) -> Vec<String> {
    let (beginning, cut) = beginning(text, (rows + 1) * width.max(1));
    let plain = glyphs.plain(beginning);
    let mut lines: Vec<String> = wrap(&plain, width).take(rows + 1).collect();
    if lines.len() > rows || cut {
        lines.truncate(rows);
        if let Some(last) = lines.last_mut() {
            *last = unfinished(last, width, glyphs.more);
        }
    }
    lines
}

/// Marks a line as unfinished with an ellipsis; the last word is removed if necessary.
pub(crate) fn unfinished(line: &str, width: usize, more: &str) -> String {
    let room = width.saturating_sub(columns(more, width) + 1);
    let kept = if room > 0 { head(line, room) } else { "" };
    let words = if kept.len() < line.len() { kept.rfind(' ').map_or(kept, |end| &kept[..end]) } else { kept };
    let message = if words.is_empty() { more.to_owned() } else { format!("{words} {more}") };
    head(&message, width).to_owned()
}

/// The whole words of a line that fit into this many columns, with an ellipsis if there are more.
pub(crate) fn whole_words(line: &str, width: usize, more: &str) -> String {
    if columns(line, width) <= width {
        return line.to_owned();
    }
    let kept = head(line, width.saturating_sub(columns(more, width) + 1));
    let end = if line[kept.len()..].starts_with(' ') { Some(kept.len()) } else { kept.rfind(' ') };
    match kept[..end.unwrap_or(0)].trim_end() {
        "" => head(more, width).to_owned(),
        words => format!("{words} {more}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glyphs::{ASCII, SETS, UNICODE};
    use proptest::prelude::*;
    use unicode_width::UnicodeWidthStr as _;

    fn lines(text: &str, width: usize) -> Vec<String> {
        wrap(text, width).collect()
    }

    #[test]
    fn lines_break_between_words_and_within_long_ones() {
        assert_eq!(lines("the Squire is blocked on b3", 12), ["the Squire", "is blocked", "on b3"]);
        assert_eq!(lines("at rnbagbnr/pppppppp here", 8), ["at", "rnbagbnr", "/ppppppp", "p here"]);
        assert_eq!(lines("", 8), [""]);
        assert_eq!(lines("aA! \u{200b}", 3), ["aA!", "\u{200b}"]);
    }

    #[test]
    fn nothing_stands_between_two_things_on_different_lines() {
        assert_eq!(lines("1-0 · 85 plies · 2026", 16), ["1-0 · 85 plies", "2026"]);
        assert_eq!(lines("1-0 · 85 plies · 2026", 15), ["1-0 · 85 plies", "2026"]);
        assert_eq!(lines("1-0 · 85 plies · 2026", 14), ["1-0 · 85 plies", "2026"]);
        assert_eq!(lines("· 2026", 10), ["· 2026"]);
        assert_eq!(lines("a· 0a", 2), ["a·", "0a"]);
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
            let lines = lines(&text, width);
            prop_assert!(lines.iter().all(|line| line.width() <= width), "{lines:?}");
            let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
            prop_assert!(fit(&text, width, "…").width() <= width);
        }

        /// For any text no line is too wide, and no letter is lost.
        #[test]
        fn any_letters_keep_to_the_room(text in any_text(), width in 2..30_usize, rows in 0..6_usize) {
            let lines = lines(&text, width);
            for line in &lines {
                prop_assert!(line.width() <= width, "{line:?} in {width}");
            }
            // Separators are left out at line breaks.
            let stays = |letter: &char| !letter.is_whitespace() && *letter != '·';
            let letters = |text: &str| text.chars().filter(stays).collect::<String>();
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
            prop_assert!(head(&text, width).width() <= width && tail(&text, width).width() <= width);
            prop_assert!(text.starts_with(head(&text, width)) && text.ends_with(tail(&text, width)));
            prop_assert!(text.width() <= columns(&text, usize::MAX - 1));
            for glyphs in SETS {
                let block = block(glyphs, &text, width, rows);
                prop_assert!(block.len() <= rows);
                prop_assert!(block.iter().all(|line| line.width() <= width), "{block:?} in {width}");
                let whole = wrap(&glyphs.plain(&text), width).count() <= rows;
                let message = block.last().is_some_and(|last| last.ends_with(glyphs.more));
                prop_assert!(whole || rows == 0 || message, "{block:?}");
            }
        }
    }

    /// Characters of every kind: wide, combining and control characters, also many in a row.
    fn any_text() -> impl Strategy<Value = String> {
        let part = prop_oneof![
            ".{0,20}",
            "[a-z ]{0,30}",
            "[a\u{200b}\u{301} ]{0,12}",
            "[漢字한글 ]{0,12}",
            "[a\u{301}\u{300}\u{200d}\u{fe0f}\u{ff9e}❤©👩·→…]{0,20}",
            "[\u{0}-\u{1f}\u{7f}-\u{9f} a]{0,12}",
            Just("\u{301}".repeat(40)),
        ];
        prop::collection::vec(part, 0..4).prop_map(|parts| parts.concat())
    }

    #[test]
    fn what_has_no_room_is_told() {
        assert_eq!(block(&UNICODE, "one two three", 7, 2), ["one two", "three"]);
        assert_eq!(block(&UNICODE, "one two three", 7, 1), ["one …"]);
        assert_eq!(block(&UNICODE, "one two three", 9, 1), ["one two …"]);
        assert_eq!(block(&ASCII, "abcdefghijkl", 5, 2), ["abcde", "fg .."]);
        assert_eq!(block(&UNICODE, "one", 7, 0), [""; 0]);
    }

    /// The part of the text that was read shows the cost of a line.
    #[test]
    fn a_line_costs_no_more_than_what_it_shows() {
        for text in ["x".repeat(10 << 20), "\u{301}".repeat(5 << 20), "ab ".repeat(3 << 20)] {
            let mut lines = wrap(&text, 80);
            for number in 1..=50 {
                assert!(lines.next().is_some_and(|line| line.len() <= 80 * 20));
                assert!(text.len() - lines.rest().len() <= number * 80 * 20);
            }
            assert!(beginning(&text, 4000).0.len() <= 4000 * 20 && head(&text, 80).len() <= 80 * 20);
            assert!(tail(&text, 80).len() <= 80 * 20 && fit(&text, 80, "…").len() <= 80 * 20);
        }
    }

    /// Otherwise a long word would be read again for each of its lines.
    #[test]
    fn no_more_of_a_word_is_read_than_fits() {
        for (letters, most) in [("x", 11), ("\u{4e2d}", 6), ("e\u{301}", 21), ("\u{301}", 11 + MARKS)] {
            let text = letters.repeat(1000);
            let mut read = 0;
            let found = word_of(text.char_indices().inspect(|_| read += 1), text.len(), 10);
            assert_eq!(found, word(&text, 10), "{letters}");
            assert!(read <= most && !found.2, "{read} letters of {letters:?} were read");
        }
    }

    #[test]
    fn a_line_of_moves_is_cut_between_two_of_them() {
        let line = "Rb2-b4-d3xd6 Ke7 e4";
        for (width, shown) in [
            (19, line),
            (18, "Rb2-b4-d3xd6 Ke7 …"),
            (17, "Rb2-b4-d3xd6 …"),
            (14, "Rb2-b4-d3xd6 …"),
            (13, "…"),
            (1, "…"),
            (0, ""),
        ] {
            assert_eq!(whole_words(line, width, "…"), shown, "{width}");
        }
    }
}
