//! The table `hand` of a file: captured pieces that change sides, and how pieces in hand are dropped.

use heterodox_base::document::Value;

use crate::rules::bits::SquareSet;
use crate::rules::board::{Board, Reserve};
use crate::rules::explain::Attempt;
use crate::rules::geometry::Coord;
use crate::rules::pick::Pick;
use crate::rules::piece::Kind;
use crate::rules::side::Side;
use crate::rules::spec::{DropRule, KindSpec, PLUS, Zone};

use super::game::FileGame;
use super::holding::DropData;
use super::kept;
use super::pieces::PieceData;
use super::plan::Plan;
use super::section::{Mistakes, Section};
use super::zone::squares;

/// What is in hand, and where it goes.
pub(super) struct HandData {
    /// Does a captured piece go to the hand of whoever took it?
    captures: bool,
    at: Option<Vec<Coord>>,
    stuck: bool,
    /// Do pieces in hand come to the squares that others of the first rank leave with their first moves?
    gates: bool,
}

/// With more files their letters would be those of castling.
const MOST_FILES: u8 = 10;

/// What a captured piece is not to become.
const NONE: &str = "none";

impl HandData {
    /// Reads the table `hand`.
    pub(super) fn read(mut keys: Section, plan: &Plan, mistakes: &mut Mistakes) -> HandData {
        let hand = HandData {
            captures: keys.flag("captures", mistakes),
            at: squares(&mut keys, "at", plan, mistakes),
            stuck: keys.flag("stuck", mistakes),
            gates: keys.flag("gates", mistakes),
        };
        keys.finish(mistakes);
        hand
    }

    /// Says what the pieces tell of hands that cannot be.
    pub(super) fn check(hand: Option<&HandData>, pieces: &[PieceData], keys: &Section, mistakes: &mut Mistakes) {
        let captures = hand.is_some_and(|hand| hand.captures);
        for piece in pieces {
            let expected = match (piece.hand.held_as.as_deref(), &piece.hand.drop) {
                (Some(_), _) if !captures => Some(("held_as", "it beside captures = true in a table [hand]")),
                (Some(_), _) if piece.royal => Some(("held_as", "it at a piece that is not royal")),
                (Some(text), _) if text != NONE && pieces.iter().all(|piece| piece.letters != text) => {
                    Some(("held_as", "the letter of a piece of this file, or \"none\""))
                }
                (_, Some(_)) if hand.is_none() => Some(("drop", "it beside a table [hand]")),
                _ => None,
            };
            let named = keys.named().into_iter().find(|(key, _)| *key.get_ref() == piece.letters);
            if let (Some((key, expected)), Some((_, value))) = (expected, named) {
                keys.wrong(&format!("{}.{key}", piece.letters), value, expected, mistakes);
            }
        }
    }

    /// What explodes around a capture is in nobody's hand, and a file cannot say whether it should be.
    pub(super) fn refuse_explosion(&self, root: &Section, value: &Value, mistakes: &mut Mistakes) {
        if self.captures {
            root.wrong("law.explosion", value, "no explosion beside captures = true in [hand]", mistakes);
        }
    }

    /// Marks the pieces that can be in hand. If there are many kinds, these come first: a reserve has room for the first
    /// ones only.
    pub(super) fn sort(&self, pieces: &mut [PieceData]) {
        let held: Vec<String> = pieces.iter().filter_map(|piece| self.becomes(piece).map(str::to_owned)).collect();
        for piece in pieces.iter_mut() {
            piece.hand.is_held = held.contains(&piece.letters);
        }
        if pieces.len() > Reserve::KINDS.into() {
            pieces.sort_by_key(|piece| !piece.hand.is_held);
        }
    }

    /// What a captured piece is in hand: as a rule itself, without the sign of its promotion.
    fn becomes<'p>(&self, piece: &'p PieceData) -> Option<&'p str> {
        if !self.captures || piece.royal || piece.is_wall() {
            return None;
        }
        let plain = piece.letters.trim_start_matches(PLUS);
        Some(piece.hand.held_as.as_deref().unwrap_or(plain)).filter(|&letters| letters != NONE)
    }

    /// Do pieces in hand come in behind others?
    pub(super) fn has_gates(&self) -> bool {
        self.gates
    }

    /// The squares where pieces are dropped that have no zone of their own.
    pub(super) fn zone(&self) -> Zone {
        if self.gates && self.at.is_none() {
            return Zone::NOWHERE;
        }
        self.at.clone().map_or(Zone::Where(|_| true), |squares| Zone::On(kept(squares)))
    }

    /// Where pieces of the first rank stand in the opening, and let others in with their first moves. `men` are all pieces
    /// of the opening, and `turn` gives the squares as the second seat sees them.
    pub(super) fn gates(&self, men: &[(String, Coord)], turn: impl Fn(Coord) -> Coord) -> Option<Zone> {
        if !self.gates {
            return None;
        }
        let seen = |(letters, at): &(String, Coord)| {
            let first = letters.ends_with(|letter: char| letter.is_ascii_uppercase());
            if first { *at } else { turn(*at) }
        };
        let ranks: Vec<Coord> = men.iter().map(seen).filter(|at| at.y == 0).collect();
        Some(Zone::On(kept(ranks)))
    }

    /// Says that gates are beside what would name the same files. `others` are there if moves name other things too.
    pub(super) fn refuse_gates(&self, root: &Section, files: u8, others: bool, mistakes: &mut Mistakes) {
        let value = root.named().into_iter().find(|(key, _)| key.get_ref() == "hand").map(|(_, value)| value);
        if let (true, Some(value)) = (self.gates && (files > MOST_FILES || others), value) {
            let expected = format!(
                "no gates = true on more than {MOST_FILES} files or beside shuffle, swaps, drop = \"must\" or \
                 when = \"instead\""
            );
            root.wrong("hand.gates", value, expected, mistakes);
        }
    }

    /// Gives the kinds what the hand says of them. `openings` are all first positions.
    pub(super) fn apply(&self, pieces: &[PieceData], specs: &mut [KindSpec], openings: &[&str]) {
        for (piece, spec) in pieces.iter().zip(specs) {
            let place = |letters: &str| pieces.iter().position(|other| other.letters == letters);
            spec.held_as = self.becomes(piece).and_then(place).map(|index| Kind(index as u8));
            let small = piece.letters.to_ascii_lowercase();
            let of = |text: &str| [&piece.letters, &small].map(|letters| text.matches(letters.as_str()).count());
            let most = openings.iter().filter_map(|fen| brackets(fen)).flat_map(of).max().unwrap_or(0);
            spec.reserve = most.min(u8::MAX.into()) as u8;
            let first = openings.first().and_then(|fen| brackets(fen)).into_iter().flat_map(of).max().unwrap_or(0);
            spec.limit = spec.limit.map(|limit| limit.saturating_add(first.min(u8::MAX.into()) as u8));
            spec.drop = piece.hand.drop.as_ref().map_or(DropRule::USUAL, DropData::rule);
            spec.drop.may_be_stuck |= self.stuck;
        }
    }
}

/// Has a seat pieces in hand in a game in which these come first?
#[inline]
pub(super) fn must_drop<S: SquareSet>(board: &Board<FileGame<S>>, side: Side) -> bool {
    board.tables().extra.data.demands.drop && !board.reserve(side).is_empty()
}

/// Why no piece on the board can be moved, if those in hand come first.
pub(super) fn why_not<S: SquareSet>(board: &Board<FileGame<S>>, attempt: &Attempt<'_>) -> Option<String> {
    let ([], Pick::Square(square)) = (attempt.so_far, attempt.tried) else { return None };
    let first = board.owns(square) && must_drop(board, board.turn());
    first.then(|| "the pieces in hand are dropped before anything moves".to_owned())
}

/// The pieces in hand of a FEN.
pub(super) fn brackets(fen: &str) -> Option<&str> {
    Some(fen.split_once('[')?.1.split_once(']')?.0)
}
