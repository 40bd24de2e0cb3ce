//! The pieces of a file: one key a piece, whose name is its letter.

use heterodox_base::document::Value;

use crate::betza::{self, Route};
use crate::rules::art::Art;
use crate::rules::geometry::Coord;
use crate::rules::piece::Kind;
use crate::rules::spec::{KindSpec, Zone};

use super::fault::Fault;
use super::gaits::{self, Castling, Origin};
use super::plan::Plan;
use super::section::{Mistakes, Section};
use super::{kept, kept_text, stock, zone};

/// A piece as the file describes it.
pub(super) struct PieceData {
    pub(super) letter: char,
    pub(super) name: String,
    words: String,
    routes: Vec<Route>,
    pub(super) royal: bool,
    pub(super) pawn: bool,
    /// Does the King castle with it?
    pub(super) castles: bool,
    pub(super) promotion: Option<PromotionData>,
    /// Where it has not moved yet, if the file says so.
    start: Option<Vec<Coord>>,
    /// Where its moves may end, if not everywhere.
    region: Option<Vec<Coord>>,
    promoted: Promoted,
    pub(super) value: Option<i32>,
    art: Option<Art>,
}

/// How many of a piece promotion can give.
#[derive(Clone, Copy, PartialEq)]
enum Promoted {
    Any,
    /// No more than the opening has.
    AsAtStart,
}

/// Where a piece promotes and to what.
pub(super) struct PromotionData {
    pub(super) at: Vec<Coord>,
    /// Must it promote there?
    pub(super) must: bool,
    pub(super) to: String,
}

/// The most that a piece is worth.
const MOST_VALUE: u32 = 5_000;

impl PieceData {
    /// Reads a piece.
    pub(super) fn read(letter: &str, mut keys: Section, plan: &Plan, mistakes: &mut Mistakes) -> PieceData {
        let name = keys.needed("name", "its name, such as \"Knight\"", mistakes).to_owned();
        let written = keys.needed("move", "its move in Betza's notation, such as \"N\"", mistakes);
        let value = keys.value("move");
        let (routes, words) = match (betza::read(written), value) {
            (Ok(moves), _) => match (betza::expand(&moves), value) {
                (Ok(routes), _) => (routes, betza::words(&moves)),
                (Err(error), Some(value)) => (not_a_move(&keys, value, error, mistakes), String::new()),
                (Err(_), None) => Default::default(),
            },
            (Err(error), Some(value)) if !written.is_empty() => {
                (not_a_move(&keys, value, error, mistakes), String::new())
            }
            (Err(_), _) => Default::default(),
        };
        let words = keys.text("words", mistakes).map_or(words, str::to_owned);
        let art = match keys.text("art", mistakes) {
            None => stock::art(&name),
            Some(named) => stock::art(named).or_else(|| {
                if let Some(value) = keys.value("art") {
                    keys.wrong("art", value, format!("one of {}", stock::names()), mistakes);
                }
                None
            }),
        };
        let promotion = keys.table("promote", mistakes).and_then(|keys| promotion(keys, plan, mistakes));
        let piece = PieceData {
            letter: letter.chars().next().unwrap_or_default(),
            name,
            words,
            routes,
            royal: keys.flag("royal", mistakes),
            pawn: keys.flag("pawn", mistakes),
            castles: keys.flag("castles", mistakes),
            promotion,
            start: squares(&mut keys, "start", plan, mistakes),
            region: squares(&mut keys, "region", plan, mistakes),
            promoted: if keys.flag("limited", mistakes) { Promoted::AsAtStart } else { Promoted::Any },
            value: keys.number("value", [0, MOST_VALUE], mistakes).map(|value| value as i32),
            art,
        };
        keys.finish(mistakes);
        piece
    }

    /// The piece as data of the kernel, and how it castles. `men` are the pieces of the opening.
    pub(super) fn kind(
        &self,
        men: &[(char, Coord)],
        plan: &Plan,
        turn: impl Fn(Coord) -> Coord,
    ) -> Result<(KindSpec, Vec<Castling>), &'static str> {
        let of = |letter: char| men.iter().filter(move |(found, _)| *found == letter).map(|&(_, at)| at);
        let first: Vec<Coord> = of(self.letter).collect();
        let second: Vec<Coord> = of(self.letter.to_ascii_lowercase()).map(turn).collect();
        let start = self.start.clone().unwrap_or_else(|| first.clone());
        if self.routes.iter().any(|route| route.initial && route.castles.is_none()) && self.start.is_none() {
            if !same(&first, &second) {
                return Err("the key start, because the two seats begin on different squares");
            }
            if gaits::returns(&self.routes, &start, plan) {
                return Err(
                    "a piece with i that never comes back to where it began, or the key start with the squares \
                            from which it moves so",
                );
            }
        }
        let region = self.region.clone().map(|squares| Zone::On(kept(squares)));
        let origin = Origin { pawn: self.pawn, start: Zone::On(kept(start)), region };
        let moves = gaits::moves(&self.routes, origin)?;
        let mut kind =
            KindSpec::new(self.letter, kept_text(&self.name), kept_text(&self.words), kept(moves.movements));
        kind.art = self.art;
        if self.promoted == Promoted::AsAtStart {
            kind.limit = Some(first.len().max(second.len()) as u8);
        }
        Ok((kind, moves.castlings))
    }
}

/// The kinds of some letters, in their order.
pub(super) fn kinds(letters: &str, pieces: &[PieceData]) -> Option<Vec<Kind>> {
    let of = |letter| pieces.iter().position(|piece| piece.letter == letter).map(|index| Kind(index as u8));
    letters.chars().map(of).collect()
}

fn same(one: &[Coord], other: &[Coord]) -> bool {
    one.len() == other.len() && one.iter().all(|at| other.contains(at))
}

fn not_a_move(keys: &Section, value: &Value, error: betza::BetzaError, mistakes: &mut Mistakes) -> Vec<Route> {
    let fault = Fault::Move { key: keys.full("move"), found: keys.shown(value), error };
    keys.at(value, fault, mistakes);
    Vec::new()
}

/// The squares of a zone.
pub(super) fn squares(
    keys: &mut Section,
    key: &'static str,
    plan: &Plan,
    mistakes: &mut Mistakes,
) -> Option<Vec<Coord>> {
    let text = keys.text(key, mistakes)?;
    let found = zone::read(text, plan.size);
    if let (None, Some(value)) = (&found, keys.value(key)) {
        keys.wrong(key, value, zone::EXPECTED, mistakes);
    }
    found
}

fn promotion(mut keys: Section, plan: &Plan, mistakes: &mut Mistakes) -> Option<PromotionData> {
    let written = keys.needed("at", zone::EXPECTED, mistakes);
    let at = if written.is_empty() { None } else { squares(&mut keys, "at", plan, mistakes) };
    let to = keys.needed("to", "the letters of pieces, such as \"QRBN\"", mistakes).to_owned();
    let must = keys.choice("when", &[("must", true), ("may", false)], mistakes).unwrap_or(true);
    keys.finish(mistakes);
    Some(PromotionData { at: at?, must, to })
}
