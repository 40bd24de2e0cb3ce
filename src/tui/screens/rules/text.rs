//! Formats the rules of a game for a line width: fills paragraphs, draws boards, and lists the pieces at the
//! end. Independent of any screen.

use crate::rules::spec::{KindSpec, Lettering, Spec};
use crate::rules::variant::{Opening, Variant};
use crate::tui::glyphs::Glyphs;
use crate::tui::outline::Outline;
use crate::tui::widgets::text::wrap;

/// The prefix of a list item.
const BULLET: &str = "• ";

/// Marks where strong text begins and ends in a line. It has no width and is never drawn.
const MARK: char = '\u{2060}';

/// One line of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    text: String,
    /// Is it a heading?
    pub(super) heading: bool,
    /// Does the line begin inside strong text?
    strong: bool,
}

impl Line {
    /// The parts of the line, and whether each is strong.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&str, bool)> {
        self.text.split(MARK).enumerate().map(|(at, part)| (part, self.strong ^ (at % 2 == 1)))
    }
}

/// The formatter's state.
struct Pages<'a> {
    game: &'static dyn Variant,
    width: usize,
    glyphs: &'a Glyphs,
    lines: Vec<Line>,
    /// The current paragraph, and the prefix of its first line.
    paragraph: String,
    sign: String,
}

/// All lines of a game's rules.
pub(super) fn lines(game: &'static dyn Variant, width: usize, glyphs: &Glyphs) -> Vec<Line> {
    let (lines, paragraph) = (Vec::new(), String::new());
    let spec = game.spec();
    let mut pages = Pages { game, width: width.max(8), glyphs, lines, paragraph, sign: String::new() };
    let mut in_board = false;
    for text in spec.rules.lines() {
        match text.trim() {
            "```board" => {
                pages.end();
                in_board = true;
            }
            "```" => in_board = false,
            text if in_board => pages.board(text),
            "" => {
                pages.end();
                pages.push("", false);
            }
            text if text.starts_with('#') => {
                pages.end();
                pages.push(text.trim_start_matches('#').trim(), true);
            }
            text => {
                let (sign, text) = point(text);
                if !sign.is_empty() {
                    pages.end();
                    pages.sign = sign;
                } else if !pages.paragraph.is_empty() {
                    pages.paragraph.push(' ');
                }
                pages.paragraph.push_str(text);
            }
        }
    }
    pages.end();
    pages.push("", false);
    pages.push("Pieces and their letters", true);
    pages.push("", false);
    for kind in spec.kinds {
        pages.paragraph = piece(spec, kind);
        BULLET.clone_into(&mut pages.sign);
        pages.end();
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
    format!("**{} {}**{owners}: {}.", kind.letter, kind.name, kind.words)
}

impl Pages<'_> {
    fn push(&mut self, text: &str, heading: bool) {
        for text in wrap(&self.glyphs.plain(text), self.width) {
            self.lines.push(Line { text, heading, strong: false });
        }
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
            self.lines.push(Line { text, heading: false, strong });
            strong ^= turned;
        }
    }

    /// Draws a position with wide cells if they fit, otherwise with narrow ones. A board that does not fit is left out.
    fn board(&mut self, fen: &str) {
        let Ok(position) = self.game.begin(Opening::Fen(fen)) else { return };
        let board = position.geometry();
        let [columns, ..] = board.size();
        // The coordinates and the last border take five columns.
        let needed = |cell: usize| (cell + 1) * usize::from(columns) + 5;
        let narrow = if position.spec().lettering == Lettering::Seat { 2 } else { 1 };
        let Some(width) = [3, narrow].into_iter().find(|&cell| needed(cell) <= self.width) else {
            let words = format!("The board needs {} columns.", needed(narrow));
            let told = wrap(&words, self.width).map(|text| Line { text, heading: false, strong: false });
            return self.lines.extend(told);
        };
        let outline = Outline { strokes: self.glyphs.strokes, width, height: 1 };
        for level in 0..board.size()[2] {
            for text in outline.draw(board, level, |square| position.letters(square)) {
                self.lines.push(Line { text, heading: false, strong: false });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::tui::glyphs::{ASCII, UNICODE};
    use unicode_width::UnicodeWidthStr as _;

    #[test]
    fn every_page_fits_and_shows_no_signs_of_its_source() {
        for game in GAMES {
            for width in [24, 38, 60, 78] {
                for glyphs in [&UNICODE, &ASCII] {
                    let lines = lines(*game, width, glyphs);
                    for line in &lines {
                        let shown: String = line.parts().map(|(part, _)| part).collect();
                        assert!(shown.width() <= width, "{width}: {shown}");
                        assert!(!shown.contains(['`', MARK, '#']) && !shown.contains("**"), "{shown}");
                        assert!(*glyphs != ASCII || shown.is_ascii(), "{shown}");
                    }
                    let headings = lines.iter().filter(|line| line.heading && !line.text.is_empty()).count();
                    assert!(headings > 4, "{}: {headings} headings", game.spec().id);
                }
            }
        }
    }

    #[test]
    fn every_piece_is_told_and_every_board_drawn() {
        for game in GAMES {
            let spec = game.spec();
            let shown: Vec<String> =
                lines(*game, 78, &ASCII).iter().map(|line| line.parts().map(|(part, _)| part).collect()).collect();
            for kind in spec.kinds {
                let name = format!("{} {}", kind.letter, kind.name);
                assert!(shown.iter().any(|line| line.contains(&name)), "{name}");
            }
            let boards = spec.rules.matches("```board").count() * spec.plan.len();
            let first: Vec<String> = (0..3).map(|by| char::from(spec.axes.x as u8 + by).to_string()).collect();
            let feet = shown.iter().filter(|line| line.trim_start().starts_with(&first.join("   "))).count();
            assert_eq!(feet, boards, "{}", spec.id);
        }
    }

    /// Each list item starts a new line, and its continuation lines are indented.
    #[test]
    fn lists_stay_lists() {
        let mut numbered = 0;
        for game in GAMES {
            let spec = game.spec();
            let lines = lines(*game, 60, &ASCII);
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
                for line in lines(*game, width, &UNICODE) {
                    assert!(line.strong == strong || !line.strong, "{line:?}");
                    strong = line.parts().last().is_some_and(|(_, strong)| strong);
                }
                assert!(!strong);
            }
        }
    }
}
