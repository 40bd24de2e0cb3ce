//! The tables of a game, compiled once from its data: where each kind goes from each square,
//! from where each square is hit, the zones of each seat, the keys of the hash.

mod hits;
mod reach;

pub use hits::{Hits, LeapHit, LineHit, Members, RoadHit, Way};
pub use reach::{Mover, Reach, Stride, StrideSweep, Sweep};

use super::bits::SquareSet;
use super::game::Rules;
use super::geometry::{Geometry, Square};
use super::piece::Piece;
use super::side::{BySide, Side};
use super::spec::{Spec, Zone};
use super::zobrist::{Feature, key};

/// Everything about a game that does not change while it is played.
#[derive(Debug)]
pub struct Tables<R: Rules> {
    /// The board.
    pub geometry: Geometry,
    /// All squares.
    pub squares: R::Set,
    /// How pieces go.
    movers: Vec<Mover<R::Set>>,
    /// How squares are hit.
    pub hits: Hits<R::Set>,
    /// Where a pawn must promote.
    pub must: BySide<R::Set>,
    /// Where it may.
    pub may: BySide<R::Set>,
    /// Where reserve pieces may be put.
    pub drops: BySide<R::Set>,
    /// Where no pawn may stand in a position text.
    pub no_pawns: BySide<R::Set>,
    /// What only this game needs.
    pub extra: R::Extra,
    piece_keys: Vec<u64>,
    turn_keys: BySide<u64>,
}

impl<R: Rules> Tables<R> {
    /// Compiles the tables of a game.
    ///
    /// # Panics
    /// If the game's own data contradict each other.
    pub fn compile() -> Tables<R> {
        let spec: &Spec = R::SPEC;
        let geometry = spec.geometry();
        assert!(geometry.len() <= R::Set::NO_CELLS.as_ref().len(), "{}: the set is too small", spec.id);
        let zone = |zone: Zone| {
            BySide::from_fn(|side| match spec.seats.get(side.index()) {
                Some(seat) => R::Set::collect(
                    geometry.squares().filter(|&square| zone(seat.frame.local(geometry.coord(square)))),
                ),
                None => R::Set::EMPTY,
            })
        };
        let movers = spec
            .sides()
            .flat_map(|side| spec.kinds.iter().map(move |kind| (side, kind)))
            .map(|(side, kind)| Mover::compile(kind.moves, &geometry, spec.seat(side).frame))
            .collect();
        let squares = geometry.len();
        let pieces = spec.seats.len() * spec.kinds.len();
        Tables {
            squares: R::Set::collect(geometry.squares()),
            movers,
            hits: Hits::compile(spec, &geometry),
            must: zone(spec.promotion.must),
            may: zone(spec.promotion.may),
            drops: zone(R::DROPS),
            no_pawns: zone(spec.no_pawns),
            extra: R::extra(&geometry),
            piece_keys: (0..pieces * squares)
                .map(|index| key(Feature::Piece(index / squares, index % squares)))
                .collect(),
            turn_keys: BySide::from_fn(|side| key(Feature::Turn(side.index()))),
            geometry,
        }
    }

    /// How a piece goes.
    #[inline]
    pub fn mover(&self, piece: Piece) -> &Mover<R::Set> {
        &self.movers[piece.side().index() * R::SPEC.kinds.len() + piece.kind().index()]
    }

    #[inline]
    pub(super) fn piece_key(&self, piece: Piece, square: Square) -> u64 {
        let number = piece.side().index() * R::SPEC.kinds.len() + piece.kind().index();
        self.piece_keys[number * self.geometry.len() + square.index()]
    }

    #[inline]
    pub(super) fn turn_key(&self, side: Side) -> u64 {
        self.turn_keys[side]
    }
}
