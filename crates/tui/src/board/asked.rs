//! The text of the prompt: the picks so far, what can be picked next, the number of choices.

use ratatui::layout::{Position as Point, Rect};

use crate::board::selection::Selection;
use crate::glyphs::Glyphs;
use crate::rules::explain::counted;
use crate::rules::geometry::Square;
use crate::rules::pick::{Mark, Pick};
use crate::rules::position::Position;
use crate::rules::spelling::a;
use crate::session::telling::picked;
use crate::view::View;
use crate::widgets::text::columns;

/// The length of the first word, with the space after it, if several names begin with the same one: all choices are
/// promoted pieces in Crazyhouse, so the prompt says it of none.
fn shared_word(names: &[&str]) -> usize {
    let [first, _, ..] = names else { return 0 };
    let word = first.find(' ').map_or("", |space| &first[..=space]);
    if names.iter().all(|name| name.starts_with(word)) { word.len() } else { 0 }
}

/// The picks in a position, as input for the prompt.
pub(crate) struct Asked<'a> {
    pub(crate) position: &'a dyn Position,
    /// The picks made so far.
    pub(crate) selection: &'a Selection,
    /// The orientation of the board.
    pub(crate) view: View,
    /// The square that the prompt describes.
    pub(crate) rested: Square,
}

impl Asked<'_> {
    /// The prompt and, for its right end, the number of choices.
    pub(crate) fn line(&self) -> (String, String) {
        let position = self.position;
        let spec = position.spec();
        let offers = self.offers();
        if !offers.is_empty() {
            let all: String = offers.iter().map(|(text, _)| text.as_str()).collect();
            return (self.before_offers() + &all, counted(offers.len(), "choice"));
        }
        let aimed = self.selection.choices().iter().find(|choice| choice.pick == Pick::Square(self.rested));
        let so_far = self.selection.so_far();
        let Some(&(first, _)) = so_far.first() else {
            let text = match (aimed, position.piece(self.rested)) {
                (Some(choice), Some(piece)) => {
                    let (kind, label) = (spec.of(piece.kind()).name, position.geometry().label(self.rested));
                    format!("{kind} {label} has {}.", counted(choice.moves, "move"))
                }
                (_, Some(_)) => format!("Pick a piece.{}", self.why_not()),
                (_, None) => format!("{}: pick a piece.", spec.seat(position.turn()).name),
            };
            let count = self.selection.candidates(position, self.view).len();
            return (text, format!("{} can move", counted(count, "piece")));
        };
        if let (Pick::Reserve(kind), Some(_)) = (first, aimed) {
            let label = position.geometry().label(self.rested);
            return (format!("Drop the {} on {label}?", spec.of(kind).name), self.counts());
        }
        if let Some(choice) = aimed {
            // What is taken there is said below, with the other effects.
            let mark = if matches!(choice.mark, Mark::In | Mark::Out) { choice.mark } else { Mark::Target };
            let picks = [so_far, &[(choice.pick, mark)]].concat();
            return (format!("{}?", picked(position, &picks, None)), self.counts());
        }
        let what = match (first, so_far.len()) {
            (Pick::Reserve(kind), 1) => {
                return (self.choose(spec.of(kind).name, "a square to drop it"), self.captures());
            }
            (_, 1) => "a square".to_owned(),
            _ => position.ask(&self.selection.picks()),
        };
        (self.choose(&picked(position, so_far, None), &what), self.captures())
    }

    /// What is picked so far, what can be picked next, and how many there are of that.
    fn choose(&self, picked: &str, what: &str) -> String {
        format!("{picked}: choose {what} ({})", self.selection.candidates(self.position, self.view).len())
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
        format!(" {}", crate::session::telling::sentence(short))
    }

    /// The choices that are not squares (promotion, stop, pass), with their text in the prompt.
    fn offers(&self) -> Vec<(String, Pick)> {
        let Some(aimed) = self.selection.offer() else { return Vec::new() };
        let spec = self.position.spec();
        let first = self.selection.picks().first().and_then(|&pick| match pick {
            Pick::Square(square) => self.position.piece(square),
            _ => None,
        });
        let stays = first.map_or(spec.pawn_name(), |piece| spec.of(piece.kind()).name);
        let stays = format!("stays {}", a(stays));
        let offers = self.selection.offers();
        let brings = offers.iter().any(|pick| matches!(pick, Pick::Reserve(_)));
        let becomes = offers.iter().filter_map(|&pick| match pick {
            Pick::Promote(kind) => Some(spec.of(kind).name),
            _ => None,
        });
        let shared = shared_word(&becomes.collect::<Vec<_>>());
        let shown = |pick: Pick| {
            let name = match pick {
                Pick::Promote(kind) => &spec.of(kind).name[shared..],
                Pick::Reserve(kind) => spec.of(kind).name,
                Pick::Stop if brings => "nothing",
                Pick::Stop => &stays,
                _ => "pass",
            };
            (if pick == aimed { format!("‹{name}›") } else { format!(" {name} ") }, pick)
        };
        offers.into_iter().map(shown).collect()
    }

    /// The non-square choice at a screen position. `rows` is the prompt's area, with the prompt in its first
    /// row. A one-row prompt may show a message instead, so it has no clickable choices.
    pub(crate) fn offer_at(&self, rows: Rect, glyphs: &Glyphs, at: Point) -> Option<Pick> {
        if rows.height < 2 {
            return None;
        }
        let wide = |text: &str| columns(&glyphs.plain(text), rows.width.into()) as u16;
        let mut left = rows.x + wide(&self.before_offers());
        self.offers().into_iter().find_map(|(text, pick)| {
            let place = Rect { x: left, width: wide(&text), height: 1, ..rows };
            left += place.width;
            place.contains(at).then_some(pick)
        })
    }

    /// What stands before the choices that are not squares.
    fn before_offers(&self) -> String {
        match picked(self.position, self.selection.so_far(), None) {
            nothing if nothing.is_empty() => nothing,
            picked => format!("{picked}: "),
        }
    }

    fn counts(&self) -> String {
        let candidates = self.selection.candidates(self.position, self.view);
        let at = candidates.iter().position(|&square| square == self.rested);
        let place = match at {
            Some(at) => format!("target {} of {}", at + 1, candidates.len()),
            None => counted(candidates.len(), "target"),
        };
        let captures = self.captures();
        if captures.is_empty() { place } else { format!("{place} · {captures}") }
    }

    /// How many of the targets are captures, if any are.
    fn captures(&self) -> String {
        match self.selection.choices().iter().filter(|choice| choice.mark == Mark::Capture).count() {
            0 => String::new(),
            captures => counted(captures, "capture"),
        }
    }
}
