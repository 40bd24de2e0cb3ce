//! The tables of a game, compiled once from its data: moves from each square, attacks on each square, the zones
//! of each seat, and the Zobrist keys.

mod hits;
mod hop;
mod lane;
mod mover;
mod promotes;
mod reach;

pub(crate) use hits::{Hits, Members};
pub(crate) use hop::{HopWay, Need};
pub(crate) use mover::Manner;
pub use mover::Mover;
pub(crate) use promotes::Promotes;
pub(crate) use reach::Reach;

use super::bits::SquareSet;
use super::gait::Gait;
use super::game::{CompiledGame, Rules};
use super::geometry::{Geometry, Square};
use super::hand::Landings;
use super::limits::{self, Flaw};
use super::piece::{KINDS, Kind, Piece};
use super::side::{BySide, Side};
use super::spec::{Hopping, Movement, Promotion, Spec, Zone};
use super::zobrist::{Feature, key};

/// All data of a game that do not change during play.
#[derive(Debug)]
pub struct Tables<R: Rules> {
    spec: &'static Spec,
    /// The board.
    pub geometry: Geometry,
    /// All squares.
    pub squares: R::Set,
    /// The moves of the kinds of each seat.
    movers: Vec<Mover<R::Set>>,
    /// The attacks on squares.
    pub(crate) hits: Hits<R::Set>,
    /// The squares where a pawn must promote.
    pub must: BySide<R::Set>,
    /// The squares where a pawn may promote.
    pub may: BySide<R::Set>,
    /// The squares where pieces from the reserve may be dropped.
    pub drops: BySide<R::Set>,
    /// Where pieces in hand are dropped.
    pub(super) landings: Landings<R::Set>,
    /// The squares where no pawn may stand in a FEN.
    pub(crate) no_pawns: BySide<R::Set>,
    /// Additional data of this game.
    pub extra: R::Extra,
    /// Does a piece make triple steps?
    pub(super) dashes: bool,
    /// The kinds that no normal move captures.
    untouchable: Vec<Kind>,
    /// For the number of each piece, those of all squares.
    piece_keys: Vec<u64>,
    turn_keys: BySide<u64>,
}

impl<R: CompiledGame> Tables<R> {
    /// Compiles the tables of a game that is written in Rust.
    ///
    /// # Panics
    /// If the data of the game contradict each other.
    pub fn compile() -> Tables<R> {
        Tables::of(R::SPEC, R::extra).unwrap_or_else(|flaw| panic!("{}: {flaw}", R::SPEC.id))
    }
}

impl<R: Rules> Tables<R> {
    /// Compiles the tables of a game from its data. The error says how the data contradict each other.
    pub fn of(spec: &'static Spec, extra: impl FnOnce(&Geometry) -> R::Extra) -> Result<Tables<R>, Flaw> {
        if let Some(flaw) = limits::shape::<R>(spec) {
            return Err(Flaw(flaw));
        }
        let geometry = spec.geometry();
        let zone = |zone: Zone| spec.squares(&geometry, zone);
        let movers = movers(spec, &geometry);
        let of_pawn = spec.pawn.and_then(|pawn| spec.of(pawn).promotion).unwrap_or(Promotion::NONE);
        let squares = geometry.len();
        Ok(Tables {
            spec,
            squares: R::Set::collect(geometry.squares()),
            landings: Landings::compile(spec, &geometry, &movers),
            movers,
            hits: Hits::compile(spec, &geometry),
            must: zone(of_pawn.must),
            may: zone(of_pawn.may),
            drops: zone(spec.drops),
            no_pawns: zone(spec.no_pawns),
            extra: extra(&geometry),
            dashes: spec
                .kinds
                .iter()
                .flat_map(|kind| kind.moves)
                .any(|movement| matches!(movement.gait, Gait::Dash(_))),
            untouchable: spec.all_kinds().filter(|&kind| spec.of(kind).untouchable).collect(),
            piece_keys: (0..spec.seats.len() * KINDS * squares)
                .map(|index| {
                    let (number, square) = (index / squares, index % squares);
                    let (side, kind) = (number / KINDS, number % KINDS);
                    key(Feature::Piece(side * spec.kinds.len() + kind, square))
                })
                .collect(),
            turn_keys: BySide::from_fn(|side| key(Feature::Turn(side.index()))),
            geometry,
        })
    }

    /// The description of the game as data.
    #[inline]
    pub fn spec(&self) -> &'static Spec {
        match R::FIXED {
            Some(spec) => spec,
            None => self.spec,
        }
    }

    /// The squares of the kinds that no normal move captures.
    #[inline]
    pub(super) fn untouchable(&self, on: impl Fn(Kind) -> R::Set) -> R::Set {
        let all = |squares, kind| squares | on(kind);
        match R::FIXED {
            Some(spec) => spec.all_kinds().filter(|&kind| spec.of(kind).untouchable).fold(R::Set::EMPTY, all),
            None => self.untouchable.iter().copied().fold(R::Set::EMPTY, all),
        }
    }

    /// The moves of all kinds of a seat.
    #[inline]
    pub(super) fn movers(&self, side: Side) -> &[Mover<R::Set>] {
        let kinds = self.spec().kinds.len();
        &self.movers[side.index() * kinds..][..kinds]
    }

    /// The moves of a piece.
    #[inline]
    pub fn mover(&self, piece: Piece) -> &Mover<R::Set> {
        &self.movers[piece.side().index() * self.spec().kinds.len() + piece.kind().index()]
    }

    /// Where a piece promotes, if it does.
    #[inline]
    pub fn promotes(&self, piece: Piece) -> Option<&Promotes<R::Set>> {
        self.mover(piece).promotes.as_ref()
    }

    /// The squares where any piece of a seat promotes.
    pub fn promotion_squares(&self, side: Side) -> R::Set {
        let all = self.spec().all_kinds().filter_map(|kind| self.promotes(Piece::new(side, kind)));
        all.fold(R::Set::EMPTY, |squares, promotes| squares | promotes.can)
    }

    #[inline]
    pub(super) fn piece_key(&self, piece: Piece, square: Square) -> u64 {
        self.piece_keys[piece.number() * self.geometry.len() + square.index()]
    }

    #[inline]
    pub(super) fn turn_key(&self, side: Side) -> u64 {
        self.turn_keys[side]
    }
}

/// The movers of all kinds, seat by seat. Movers that are equal for all seats are compiled once.
fn movers<S: SquareSet>(spec: &Spec, board: &Geometry) -> Vec<Mover<S>> {
    let frames = || spec.seats.iter().map(|seat| seat.frame);
    let alike = |movement: &Movement| movement.is_same_from(frames());
    let mut movers: Vec<Mover<S>> = Vec::with_capacity(spec.seats.len() * spec.kinds.len());
    for (side, frame) in spec.sides().zip(frames()) {
        for (place, kind) in spec.kinds.iter().enumerate() {
            let known = movers.get(place).filter(|_| side != Side::FIRST && kind.moves.iter().all(alike));
            let mover = match known {
                _ if !kind.owned_by(side) && side != Side::FIRST => Mover::nowhere(board, frame),
                Some(same) => same.clone(),
                None => Mover::compile(kind.moves, board, frame),
            };
            let mover = mover.promoting(kind.promotion.map(|promotion| Promotes::of(promotion, board, frame)));
            let mover = mover.of(Kind(place as u8), spec.royal);
            movers.push(if kind.hopping == Hopping::Shy { mover.shunning_its_kind() } else { mover });
        }
    }
    movers
}
