//! What a game for two counts in an evaluation: where pieces stand, how far they see, what they
//! threaten, what becomes of pawns. A game adds what is its own.

use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::geometry::{Geometry, Square};
use crate::rules::piece::{Kind, Piece};
use crate::rules::side::{BySide, Side};
use crate::rules::spec::Spec;
use crate::rules::weigh::Tally;

/// Where the terms of a game stand in its weights. Those counted for each kind take one place a
/// kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    spots: usize,
    /// Squares a kind can go to that no hostile pawn hits.
    sight: usize,
    /// Squares a kind hits in the zone that the enemy must guard.
    siege: usize,
    /// Hostile pieces of a kind hit by pawns.
    forked: usize,
    /// Hostile pieces of a kind hit and not defended.
    loose: usize,
    /// Passed pawns by the ranks they have gone.
    passed: usize,
    /// Passed pawns with a piece of the enemy before them.
    stopped: usize,
    isolated: usize,
    doubled: usize,
    /// Pawns defended by pawns.
    chained: usize,
    /// The seat to move.
    turn: usize,
    /// The first place that is free for the game's own terms.
    pub(super) own: usize,
}

/// The most ranks a pawn can have gone.
const RANKS: usize = 8;

impl Layout {
    pub(super) const fn new(kinds: usize, spots: usize) -> Layout {
        let sight = kinds * spots;
        let passed = sight + 4 * kinds;
        let after = passed + RANKS;
        Layout {
            spots,
            sight,
            siege: sight + kinds,
            forked: sight + 2 * kinds,
            loose: sight + 3 * kinds,
            passed,
            stopped: after,
            isolated: after + 1,
            doubled: after + 2,
            chained: after + 3,
            turn: after + 4,
            own: after + 5,
        }
    }
}

/// For each seat and square: what lies before a pawn.
#[derive(Debug)]
pub struct Spans<S> {
    /// The squares ahead on the pawn's own file.
    front: BySide<Vec<S>>,
    /// Those and the files beside.
    path: BySide<Vec<S>>,
    /// The files beside, whole.
    beside: Vec<S>,
    /// How many ranks a pawn has gone that stands there.
    gone: BySide<Vec<u8>>,
}

impl<S: SquareSet> Spans<S> {
    /// The spans of a game whose pawns go up or down their files.
    pub(super) fn compile(spec: &Spec, board: &Geometry) -> Spans<S> {
        let local = |side: Side, square: Square| {
            spec.seats.get(side.index()).unwrap_or(&spec.seats[0]).frame.local(board.coord(square))
        };
        let ahead = |side: Side, width: i32| -> Vec<S> {
            let of = |from: Square| {
                let at = local(side, from);
                S::collect(board.squares().filter(|&square| {
                    let other = local(side, square);
                    other.y > at.y && (i32::from(other.x) - i32::from(at.x)).abs() <= width
                }))
            };
            board.squares().map(of).collect()
        };
        let beside = |from: Square| {
            let file = i32::from(board.coord(from).x);
            S::collect(board.squares().filter(|&square| (i32::from(board.coord(square).x) - file).abs() == 1))
        };
        Spans {
            front: BySide::from_fn(|side| ahead(side, 0)),
            path: BySide::from_fn(|side| ahead(side, 1)),
            beside: board.squares().map(beside).collect(),
            gone: BySide::from_fn(|side| board.squares().map(|square| local(side, square).y).collect()),
        }
    }
}

/// What the pieces of both seats hit.
#[derive(Clone, Copy, Debug)]
struct Sight<S> {
    /// By all pieces of a seat.
    all: BySide<S>,
    /// By its pawns.
    pawns: BySide<S>,
}

/// The other seat of a game for two.
fn other(side: Side) -> Side {
    Side::new(1 - side.index() % 2)
}

const SIDES: [Side; 2] = [Side::new(0), Side::new(1)];

/// What a seat's pawns hit.
fn pawn_hits<R: Rules>(board: &Board<R>, side: Side) -> R::Set {
    let mover = board.tables().mover(Piece::new(side, R::SPEC.pawn));
    let pawns = board.pieces(side, R::SPEC.pawn);
    mover.capture_sweeps.iter().fold(R::Set::EMPTY, |hit, sweep| hit | (pawns & sweep.from).shifted(sweep.by))
}

/// The squares a seat must keep the enemy away from: about its King, or where the enemy arrives.
fn zone<R: Rules>(board: &Board<R>, side: Side) -> R::Set {
    match board.royal(side) {
        Some(royal) => {
            let king = board.tables().mover(Piece::new(side, board.piece(royal).map_or(Kind(0), Piece::kind)));
            king.quiet.targets(royal, R::Set::EMPTY).with(royal)
        }
        None => board.tables().must[other(side)],
    }
}

/// Counts what is common, of a game for two.
#[inline]
pub(super) fn common<R: Rules, T: Tally>(board: &Board<R>, layout: &Layout, spans: &Spans<R::Set>, tally: &mut T) {
    let occupied = board.occupied();
    let pawns = BySide::from_fn(|side| if side.index() < 2 { pawn_hits(board, side) } else { R::Set::EMPTY });
    let mut pieces = BySide::from_fn(|_| R::Set::EMPTY);
    for side in SIDES {
        let away = !(board.side(side) | pawns[other(side)]);
        let zone = zone(board, other(side));
        let spots = &board.tables().spots[side];
        let mut all = R::Set::EMPTY;
        for kind in R::SPEC.all_kinds() {
            let men = board.pieces(side, kind);
            if men.is_empty() {
                continue;
            }
            let mover = board.tables().mover(Piece::new(side, kind));
            let counted = !mover.still && kind != R::SPEC.pawn;
            let (mut seen, mut near) = (0, 0);
            for from in men.iter() {
                tally.add(side, kind.index() * layout.spots + usize::from(spots[from.index()]), 1);
                if counted {
                    let hit = mover.quiet.targets(from, occupied);
                    if mover.capture.is_none() {
                        all |= hit;
                        near += (hit & zone).count();
                    }
                    seen += (hit & away).count();
                }
            }
            if counted {
                tally.add(side, layout.sight + kind.index(), seen as i32);
                tally.add(side, layout.siege + kind.index(), near as i32);
            }
        }
        pieces[side] = all;
    }
    let sight = Sight { all: BySide::from_fn(|side| pieces[side] | pawns[side]), pawns };
    for side in SIDES {
        threats(board, layout, &sight, side, tally);
        pawn_terms(board, layout, spans, &sight, side, tally);
    }
    tally.add(board.turn(), layout.turn, 1);
}

#[inline]
fn threats<R: Rules, T: Tally>(
    board: &Board<R>,
    layout: &Layout,
    sight: &Sight<R::Set>,
    side: Side,
    tally: &mut T,
) {
    let prey = board.side(other(side));
    let (forked, loose) = (prey & sight.pawns[side], prey & sight.all[side] & !sight.all[other(side)]);
    if (forked | loose).is_empty() {
        return;
    }
    for kind in R::SPEC.all_kinds().filter(|&kind| !R::SPEC.of(kind).untouchable) {
        let men = board.kind(kind);
        let (forked, loose) = ((forked & men).count() as i32, (loose & men).count() as i32);
        if forked > 0 {
            tally.add(side, layout.forked + kind.index(), forked);
        }
        if loose > 0 {
            tally.add(side, layout.loose + kind.index(), loose);
        }
    }
}

#[inline]
fn pawn_terms<R: Rules, T: Tally>(
    board: &Board<R>,
    layout: &Layout,
    spans: &Spans<R::Set>,
    sight: &Sight<R::Set>,
    side: Side,
    tally: &mut T,
) {
    let (own, hostile) = (board.pieces(side, R::SPEC.pawn), board.pieces(other(side), R::SPEC.pawn));
    let men = board.side(other(side));
    let (mut isolated, mut doubled, mut stopped) = (0, 0, 0);
    for from in own.iter() {
        let front = spans.front[side][from.index()];
        if (spans.path[side][from.index()] & hostile).is_empty() {
            tally.add(side, layout.passed + usize::from(spans.gone[side][from.index()]) % RANKS, 1);
            stopped += i32::from((front & men).any());
        }
        doubled += i32::from((front & own).any());
        isolated += i32::from((spans.beside[from.index()] & own).is_empty());
    }
    tally.add(side, layout.stopped, stopped);
    tally.add(side, layout.isolated, isolated);
    tally.add(side, layout.doubled, doubled);
    tally.add(side, layout.chained, (own & sight.pawns[side]).count() as i32);
}

/// The number of a place on a board of files and ranks, left and right alike.
pub(super) const fn folded(x: u8, y: u8, width: u8) -> u8 {
    let file = if x < width - 1 - x { x } else { width - 1 - x };
    y * width.div_ceil(2) + file
}
