//! Formats the rules of a game for a line width: fills paragraphs, leaves rows for the diagrams, and lists
//! the pieces at the end. Independent of any screen.

use crate::glyphs::Glyphs;
use crate::rules::diagram::{Part, parts};
use crate::rules::spec::{KindSpec, Spec};
use crate::rules::variant::Variant;
use crate::widgets::text::wrap;

/// The prefix of a list item.
const BULLET: &str = "• ";

/// The columns of the first column of a table.
const FIRST_COLUMN: usize = 24;

/// Marks where strong text begins and ends in a line. It has no width and is never drawn.
const MARK: char = '\u{2060}';

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    text: String,
    pub(super) heading: bool,
    /// Does the line begin inside strong text?
    strong: bool,
    /// The number of a diagram, and the row of it that is here.
    pub(super) diagram: Option<(usize, u16)>,
    /// The number of the lesson that it leads to.
    pub(super) lesson: Option<usize>,
    /// The number of the kind of piece whose picture begins here, at the left of the text.
    pub(super) kind: Option<usize>,
}

impl Line {
    fn new(text: String, heading: bool, strong: bool) -> Line {
        Line { text, heading, strong, diagram: None, lesson: None, kind: None }
    }

    /// Is this text in the line? The case of letters does not matter.
    pub(super) fn contains(&self, text: &str) -> bool {
        let shown: String = self.parts().map(|(part, _)| part).collect();
        !text.is_empty() && shown.to_lowercase().contains(&text.to_lowercase())
    }

    /// The parts of the line, and whether each is strong.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&str, bool)> {
        self.text.split(MARK).enumerate().map(|(at, part)| (part, self.strong ^ (at % 2 == 1)))
    }
}

/// The formatter's state.
struct Pages<'a> {
    width: usize,
    glyphs: &'a Glyphs,
    lines: Vec<Line>,
    /// The current paragraph, and the prefix of its first line.
    paragraph: String,
    sign: String,
}

/// The lesson of a page, by its heading: its number and the words that lead to it.
pub(super) type LessonOf<'a> = &'a dyn Fn(&str) -> Option<(usize, String)>;

/// What the lines are made for.
#[derive(Clone, Copy)]
pub(super) struct Page<'a> {
    /// The columns of a line.
    pub(super) width: usize,
    pub(super) glyphs: &'a Glyphs,
    /// The rows of each diagram.
    pub(super) diagrams: &'a [u16],
    /// The columns and rows of the picture of a piece, if pieces are drawn.
    pub(super) token: Option<(u16, u16)>,
}

/// All lines of a game's rules.
pub(super) fn lines(game: &'static dyn Variant, page: Page<'_>, lesson: LessonOf<'_>) -> Vec<Line> {
    let (lines, paragraph) = (Vec::new(), String::new());
    let spec = game.spec();
    let Page { width, glyphs, .. } = page;
    let mut pages = Pages { width: width.max(8), glyphs, lines, paragraph, sign: String::new() };
    let mut heights = page.diagrams.iter().enumerate();
    for part in parts(spec.rules) {
        match part {
            Part::Diagram(_) => {
                pages.end();
                if let Some((number, &rows)) = heights.next() {
                    pages.diagram(number, rows);
                }
            }
            Part::Line(text) => {
                pages.line(text.trim());
                if let Some((number, words)) = text.strip_prefix("## ").and_then(lesson) {
                    pages.link(number, &words);
                }
            }
        }
    }
    pages.end();
    pages.push("", false);
    pages.push("Pieces and their letters", true);
    pages.push("", false);
    for (number, kind) in spec.kinds.iter().enumerate() {
        pages.paragraph = piece(spec, kind);
        if let Some(token) = page.token.filter(|token| width >= 3 * usize::from(token.0)) {
            pages.beside_token(number, token);
        } else {
            BULLET.clone_into(&mut pages.sign);
            pages.end();
        }
    }
    pages.lines
}

/// Splits a line into its list prefix (bullet or number, empty if none) and the rest.
fn point(line: &str) -> (String, &str) {
    if let Some(text) = line.strip_prefix("* ").or_else(|| line.strip_prefix("- ")) {
        return (BULLET.to_owned(), text);
    }
    match line.split_once(". ") {
        Some((number, text)) if number.len() < 3 && number.parse::<u8>().is_ok() => (format!("{number}. "), text),
        _ => (String::new(), line),
    }
}

/// A piece kind: its letter, its owners unless all seats have it, and how it moves.
fn piece(spec: &Spec, kind: &KindSpec) -> String {
    let owners: Vec<&str> =
        spec.sides().filter(|&side| kind.owned_by(side)).map(|side| spec.seat(side).name).collect();
    let owners = if owners.len() < spec.seats.len() { format!(" ({})", owners.join(", ")) } else { String::new() };
    format!("**{} {}**{owners}: {}.", kind.letters(), kind.name, kind.words)
}

impl Pages<'_> {
    fn line(&mut self, text: &str) {
        if text.is_empty() {
            self.end();
            // A blank line is enough.
            if self.lines.last().is_none_or(|last| !last.text.is_empty() || last.diagram.is_some()) {
                self.push("", false);
            }
        } else if text.starts_with('|') {
            self.end();
            self.row(text);
        } else if text.starts_with('#') {
            self.end();
            self.push(text.trim_start_matches('#').trim(), true);
        } else {
            let (sign, text) = point(text);
            if !sign.is_empty() {
                self.end();
                self.sign = sign;
            } else if !self.paragraph.is_empty() {
                self.paragraph.push(' ');
            }
            self.paragraph.push_str(text);
        }
    }

    /// A row of a table: its first column, and the others at the right of it.
    fn row(&mut self, text: &str) {
        let mut cells = text.trim_matches('|').split('|').map(str::trim);
        let first = cells.next().unwrap_or_default();
        // The line below the heads is there for other readers.
        if !first.starts_with("---") {
            let others: Vec<&str> = cells.collect();
            self.push(&format!("{first:FIRST_COLUMN$}  {}", others.join("  ")), false);
        }
    }

    fn push(&mut self, text: &str, heading: bool) {
        for text in wrap(&self.glyphs.plain(text), self.width) {
            self.lines.push(Line::new(text, heading, false));
        }
    }

    /// A line that leads to a lesson.
    fn link(&mut self, number: usize, words: &str) {
        let from = self.lines.len();
        self.push(words, false);
        self.lines[from..].iter_mut().for_each(|line| line.lesson = Some(number));
    }

    /// Ends the paragraph and writes its lines.
    fn end(&mut self) {
        let paragraph = std::mem::take(&mut self.paragraph);
        let sign = self.glyphs.plain(&std::mem::take(&mut self.sign));
        if paragraph.is_empty() {
            return;
        }
        let marked = self.glyphs.plain(&paragraph).replace("**", "\u{2060}").replace('`', "\u{2060}");
        let indent = sign.chars().count();
        let mut strong = false;
        for (at, line) in wrap(&marked, self.width.saturating_sub(indent)).enumerate() {
            let turned = line.matches(MARK).count() % 2 == 1;
            let text = if at == 0 { format!("{sign}{line}") } else { format!("{:indent$}{line}", "") };
            self.lines.push(Line::new(text, false, strong));
            strong ^= turned;
        }
    }

    /// Ends the paragraph, with room for the picture of a kind at its left.
    fn beside_token(&mut self, number: usize, (columns, rows): (u16, u16)) {
        let from = self.lines.len();
        self.sign = " ".repeat(usize::from(columns) + 2);
        self.end();
        let rows = usize::from(rows).max(self.lines.len() - from);
        // An empty line keeps the pictures apart.
        self.lines.resize_with(from + rows + 1, || Line::new(String::new(), false, false));
        self.lines[from].kind = Some(number);
    }

    /// Leaves rows for a diagram.
    fn diagram(&mut self, number: usize, rows: u16) {
        let row = |row| Line { diagram: Some((number, row)), ..Line::new(String::new(), false, false) };
        self.lines.extend((0..rows).map(row));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::glyphs::{ASCII, UNICODE};
    use crate::rules::diagram::Diagram;
    use unicode_width::UnicodeWidthStr as _;

    fn page(width: usize, glyphs: &Glyphs) -> Page<'_> {
        Page { width, glyphs, diagrams: &[3; 99], token: None }
    }

    /// Beside the picture of each piece are its words, and no two pictures share a row.
    #[test]
    fn every_piece_has_room_for_its_picture() {
        for game in GAMES {
            let with = Page { token: Some((7, 3)), ..page(60, &UNICODE) };
            let lines = lines(*game, with, &|_| None);
            let places: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].kind.is_some()).collect();
            let kinds = game.spec().kinds;
            assert_eq!(places.len(), kinds.len());
            for (kind, &at) in kinds.iter().zip(&places) {
                let shown: String = lines[at].parts().map(|(part, _)| part).collect();
                assert!(shown.starts_with(&format!("{:9}{} {}", "", kind.letters(), kind.name)), "{shown:?}");
                assert!(
                    lines[at..at + 3].iter().all(|line| line.text.is_empty() || line.text.starts_with("       "))
                );
            }
            assert!(places.windows(2).all(|pair| pair[0] + 3 < pair[1]), "{places:?}");
        }
    }

    #[test]
    fn every_page_fits_and_shows_no_signs_of_its_source() {
        for game in GAMES {
            for width in [24, 38, 60, 78] {
                for glyphs in [&UNICODE, &ASCII] {
                    let lines = lines(*game, page(width, glyphs), &|_| None);
                    for line in &lines {
                        let shown: String = line.parts().map(|(part, _)| part).collect();
                        assert!(shown.width() <= width, "{width}: {shown}");
                        assert!(!shown.contains(['`', MARK, '#', '|']) && !shown.contains("**"), "{shown}");
                        assert!(*glyphs != ASCII || shown.is_ascii(), "{shown}");
                    }
                    let headings = lines.iter().filter(|line| line.heading && !line.text.is_empty()).count();
                    assert!(headings > 4, "{}: {headings} headings", game.spec().id);
                }
            }
        }
    }

    #[test]
    fn every_piece_is_told_and_every_diagram_has_its_rows() {
        for game in GAMES {
            let spec = game.spec();
            let shown: Vec<String> = lines(*game, page(78, &ASCII), &|_| None)
                .iter()
                .map(|line| line.parts().map(|(part, _)| part).collect())
                .collect();
            for kind in spec.kinds {
                let name = format!("{} {}", kind.letters(), kind.name);
                assert!(shown.iter().any(|line| line.contains(&name)), "{name}");
            }
            let lines = lines(*game, page(78, &ASCII), &|_| None);
            let rows: Vec<(usize, u16)> = lines.iter().filter_map(|line| line.diagram).collect();
            let count = Diagram::all(*game).len();
            let all: Vec<(usize, u16)> = (0..count).flat_map(|at| (0..3).map(move |row| (at, row))).collect();
            assert_eq!(rows, all, "{}", spec.id);
        }
    }

    /// Each list item starts a new line, and its continuation lines are indented.
    #[test]
    fn lists_stay_lists() {
        let mut numbered = 0;
        for game in GAMES {
            let spec = game.spec();
            let lines = lines(*game, page(60, &ASCII), &|_| None);
            let shown: Vec<String> =
                lines.iter().map(|line| line.parts().map(|(part, _)| part).collect()).collect();
            for source in spec.rules.lines() {
                let (sign, text) = point(source);
                if sign.is_empty() {
                    continue;
                }
                numbered += usize::from(sign.starts_with(|letter: char| letter.is_ascii_digit()));
                let begin: String = ASCII.plain(&sign) + &text.replace("**", "").replace('`', "")[..6];
                let at = shown.iter().position(|line| line.starts_with(&begin));
                let at = at.unwrap_or_else(|| panic!("{}: {begin}", spec.id));
                let next = shown.get(at + 1).map_or("", String::as_str);
                let is_own = next.is_empty() || !point(next).0.is_empty() || next.starts_with(&ASCII.plain(BULLET));
                assert!(is_own || next.starts_with("  "), "{}: {next}", spec.id);
            }
        }
        assert!(numbered >= 3);
    }

    #[test]
    fn strong_words_go_over_the_end_of_a_line_and_end() {
        for game in GAMES {
            for width in 20..79 {
                let mut strong = false;
                for line in lines(*game, page(width, &UNICODE), &|_| None) {
                    assert!(line.strong == strong || !line.strong, "{line:?}");
                    strong = line.parts().last().is_some_and(|(_, strong)| strong);
                }
                assert!(!strong);
            }
        }
    }
}
