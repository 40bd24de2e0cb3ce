//! The text of the prompt: the picks so far, what can be picked next, the number of choices.

use ratatui::layout::{Position as Point, Rect};

use crate::rules::explain::{a, counted};
use crate::rules::geometry::Square;
use crate::rules::pick::{Mark, Pick};
use crate::rules::position::Position;
use crate::tui::board::hand::Hand;
use crate::tui::glyphs::Glyphs;
use crate::tui::view::View;
use crate::tui::widgets::text::columns;

/// The picks in a position, as input for the prompt.
pub struct Asked<'a> {
    /// The position.
    pub position: &'a dyn Position,
    /// The picks made so far.
    pub hand: &'a Hand,
    /// The orientation of the board.
    pub view: View,
    /// The square that the prompt describes.
    pub rested: Square,
}

impl Asked<'_> {
    /// The prompt and, for its right end, the number of choices.
    pub fn line(&self) -> (String, String) {
        let position = self.position;
        let spec = position.spec();
        let offers = self.offers();
        let picks = self.hand.picks();
        if !offers.is_empty() {
            let all: String = offers.iter().map(|(text, _)| text.as_str()).collect();
            return (self.crumbs(&picks, None) + &all, counted(offers.len(), "choice"));
        }
        let on_choice = self.hand.choices().iter().any(|choice| choice.pick == Pick::Square(self.rested));
        let aimed = Some(self.rested).filter(|_| on_choice);
        if picks.is_empty() {
            let turn = spec.seat(position.turn()).name;
            let text = match (aimed, position.piece(self.rested)) {
                (Some(square), _) => format!("{} → ?", named(position, square)),
                (None, Some(_)) => format!("Pick a piece.{}", self.why_not()),
                (None, None) => format!("{turn}: pick a piece."),
            };
            let count = self.hand.candidates(position, self.view).len();
            return (text, format!("{} can move", counted(count, "piece")));
        }
        if let ([Pick::Reserve(kind)], None) = (&picks[..], aimed) {
            return (format!("Drop {} where?", spec.of(*kind).name), self.counts());
        }
        (self.crumbs(&picks, aimed) + "?", self.counts())
    }

    /// A short reason why the piece at the cursor cannot be picked. The full reason appears when the user tries
    /// to pick it.
    fn why_not(&self) -> String {
        let position = self.position;
        let Some(piece) = position.piece(self.rested) else { return String::new() };
        if piece.side() != position.turn() {
            let spec = position.spec();
            let label = position.geometry().label(self.rested);
            let (kind, owner) = (spec.of(piece.kind()).name, spec.seat(piece.side()).name);
            return format!(" The {kind} on {label} belongs to {owner}.");
        }
        let why = position.explain(&[], Pick::Square(self.rested)).unwrap_or_default();
        let short = [" by ", ": "].iter().fold(why.as_str(), |why, end| why.split(end).next().unwrap_or(why));
        format!(" {}", super::sentence(short))
    }

    /// The choices that are not squares (promotion, stop, pass), with their text in the prompt.
    fn offers(&self) -> Vec<(String, Pick)> {
        let Some(aimed) = self.hand.offer() else { return Vec::new() };
        let spec = self.position.spec();
        let stays = format!("stays {}", a(spec.pawn_name()));
        let shown = |pick: Pick| {
            let name = match pick {
                Pick::Promote(kind) => spec.of(kind).name,
                Pick::Stop => &stays,
                _ => "pass",
            };
            (if pick == aimed { format!("[{name}]") } else { format!(" {name} ") }, pick)
        };
        self.hand.offers().into_iter().map(shown).collect()
    }

    /// The non-square choice at a screen position. `rows` is the prompt's area, with the prompt in its first
    /// row. A one-row prompt may show a message instead, so it has no clickable choices.
    pub fn offer_at(&self, rows: Rect, glyphs: &Glyphs, at: Point) -> Option<Pick> {
        if rows.height < 2 {
            return None;
        }
        let wide = |text: &str| columns(&glyphs.plain(text), rows.width.into()) as u16;
        let mut left = rows.x + wide(&self.crumbs(&self.hand.picks(), None));
        self.offers().into_iter().find_map(|(text, pick)| {
            let place = Rect { x: left, width: wide(&text), height: 1, ..rows };
            left += place.width;
            place.contains(at).then_some(pick)
        })
    }

    /// The picks as text: `Ra1 → in b1 → out a4 → b4`.
    fn crumbs(&self, picks: &[Pick], aimed: Option<Square>) -> String {
        let position = self.position;
        let spec = position.spec();
        let label = |square: Square| position.geometry().label(square).to_owned();
        let mut text = String::new();
        for (at, &pick) in picks.iter().enumerate() {
            match pick {
                Pick::Reserve(kind) => text = format!("Drop {} on ", spec.of(kind).name),
                Pick::Square(square) if at == 0 => text = format!("{} → ", named(position, square)),
                Pick::Square(square) => {
                    let marks = position.choices(&picks[..at]);
                    let mark = marks.iter().find(|choice| choice.pick == pick).map(|choice| choice.mark);
                    text += match mark {
                        Some(Mark::In) => "in ",
                        Some(Mark::Out) => "out ",
                        _ => "",
                    };
                    text += &label(square);
                    text += " → ";
                }
                _ => {}
            }
        }
        match aimed {
            Some(square) => {
                let marks = self.hand.choices().iter().find(|choice| choice.pick == Pick::Square(square));
                let word = match marks.map(|choice| choice.mark) {
                    Some(Mark::In) => "in ",
                    Some(Mark::Out) => "out ",
                    _ => "",
                };
                text + word + &label(square)
            }
            None => text,
        }
    }

    fn counts(&self) -> String {
        let candidates = self.hand.candidates(self.position, self.view);
        let captures = self.hand.choices().iter().filter(|choice| choice.mark == Mark::Capture).count();
        let at = candidates.iter().position(|&square| square == self.rested);
        let place = match at {
            Some(at) => format!("target {} of {}", at + 1, candidates.len()),
            None => counted(candidates.len(), "target"),
        };
        if captures == 0 { place } else { format!("{place} · {}", counted(captures, "capture")) }
    }
}

/// A piece with its square: `Ra7`.
fn named(position: &dyn Position, square: Square) -> String {
    let label = position.geometry().label(square);
    match position.piece(square) {
        Some(piece) => format!("{}{label}", position.spec().of(piece.kind()).letter),
        None => label.to_owned(),
    }
}
