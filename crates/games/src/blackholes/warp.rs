//! Relativistic moves: a piece enters one own Hole, comes out of another, and continues in the same direction.

use super::{BlackHoles, spec};
use crate::rules::attack::Scene;
use crate::rules::bits::{Bits64, Line, SquareSet};
use crate::rules::board::Board;
use crate::rules::gait::ray;
use crate::rules::generate::{Generator, Sink};
use crate::rules::geometry::{Delta, Geometry, Square};
use crate::rules::guard::Guard;
use crate::rules::mv::Move;
use crate::rules::piece::Piece;

/// The directions of movement: eight single steps and eight knight's leaps. Each pair of opposite directions is
/// adjacent.
const DIRECTIONS: [(i8, i8); 16] = [
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
    (1, 1),
    (-1, -1),
    (1, -1),
    (-1, 1),
    (1, 2),
    (-1, -2),
    (2, 1),
    (-2, -1),
    (2, -1),
    (-2, 1),
    (1, -2),
    (-1, 2),
];

/// A relativistic move: the piece enters the first via, comes out of the second and continues.
pub const WARP: u8 = 1;

/// The number of directions that are single steps.
const STEPS: usize = 8;

/// For every square, the squares in each direction from it, and the direction from it to every other square.
#[derive(Debug)]
pub struct Rays {
    onward: Vec<[Line<Bits64>; 16]>,
    direction: Vec<Option<u8>>,
    squares: usize,
}

impl Rays {
    pub(super) fn compile(board: &Geometry) -> Rays {
        let squares = board.len();
        let mut rays = Rays {
            onward: vec![[Line::default(); 16]; squares],
            direction: vec![None; squares * squares],
            squares,
        };
        for from in board.squares() {
            for (number, (x, y)) in DIRECTIONS.into_iter().enumerate() {
                let met = ray(board, from, Delta::new(x, y, 0));
                let line = &mut rays.onward[from.index()][number];
                line.below = Bits64::collect(met.iter().copied().filter(|&square| square < from));
                line.above = Bits64::collect(met.iter().copied().filter(|&square| square > from));
                let reached = if number < STEPS { met.len() } else { met.len().min(1) };
                for to in &met[..reached] {
                    rays.direction[from.index() * squares + to.index()] = Some(number as u8);
                }
            }
        }
        rays
    }

    /// The squares from `from` in a direction to the edge.
    fn line(&self, from: Square, direction: u8) -> Line<Bits64> {
        self.onward[from.index()][usize::from(direction) & 15]
    }

    /// The squares from `from` in a direction, up to and including the first occupied one.
    fn on(&self, from: Square, direction: u8, occupied: Bits64) -> Bits64 {
        Bits64::along(self.line(from, direction), occupied)
    }

    /// The direction of a move from one square to another.
    pub(super) fn direction(&self, from: Square, to: Square) -> Option<u8> {
        self.direction[from.index() * self.squares + to.index()]
    }
}

const fn opposite(direction: u8) -> u8 {
    direction ^ 1
}

/// The own Holes that a piece can enter: those that a normal move would reach if they were empty or hostile.
#[inline]
pub(super) fn entries(board: &Board<BlackHoles>, piece: Piece, from: Square, occupied: Bits64) -> Bits64 {
    if Some(piece.kind()) == spec::SPEC.royal {
        return Bits64::EMPTY;
    }
    let holes = board.pieces(piece.side(), spec::HOLE);
    let mover = board.tables().mover(piece);
    let mut reached = mover.quiet.targets(from, occupied);
    if let Some(capture) = &mover.capture {
        reached |= capture.targets(from, occupied);
    }
    for stride in mover.strides(from) {
        if !occupied.has(stride.over) {
            reached = reached.with(stride.to);
        }
    }
    reached & holes
}

/// The Holes where a piece can come out: any own Hole, except the moving piece itself if it is a Hole.
pub(super) fn exits(board: &Board<BlackHoles>, piece: Piece, from: Square) -> Bits64 {
    board.pieces(piece.side(), spec::HOLE).without(from)
}

/// The squares where a piece can end that entered at `entry` and came out at `exit`, whatever stands there.
pub(super) fn finals(board: &Board<BlackHoles>, from: Square, entry: Square, exit: Square) -> Bits64 {
    let rays = &board.tables().extra;
    match rays.direction(from, entry) {
        Some(direction) => rays.on(exit, direction, board.occupied().without(from)),
        None => Bits64::EMPTY,
    }
}

/// Generates every relativistic move.
#[inline]
pub(super) fn moves<K: Sink<Bits64>>(generator: &Generator<'_, BlackHoles>, sink: &mut K) {
    let board = generator.board;
    if (generator.own & board.kind(spec::HOLE)).is_empty() {
        return;
    }
    let king = generator.guard.royal.map_or(Bits64::EMPTY, Bits64::of);
    for from in (generator.own & !king).iter() {
        let Some(piece) = board.piece(from) else { continue };
        for entry in entries(board, piece, from, generator.occupied).iter() {
            for exit in exits(board, piece, from).iter() {
                let targets = generator.keep_safe(from, finals(board, from, entry, exit) & !king);
                let mv = Move::special(WARP, piece.kind(), from, [entry, exit], from);
                if piece.kind() == spec::PAWN {
                    for to in targets.iter() {
                        generator.advance(mv.ending(to), sink);
                    }
                } else {
                    sink.same_but_last(mv, targets);
                }
            }
        }
    }
}

/// Finds the pieces that can move through their Holes to a square. `found` gets the piece, the entry and the
/// exit.
pub(super) fn travellers(
    board: &Board<BlackHoles>,
    target: Square,
    scene: Scene<Bits64>,
    mut found: impl FnMut(Square, Square, Square) -> bool,
) {
    let rays = &board.tables().extra;
    let holes = board.kind(spec::HOLE) & scene.hitters;
    if holes.is_empty() {
        return;
    }
    for direction in 0..16 {
        let back = rays.line(target, opposite(direction));
        if ((back.below | back.above) & holes).is_empty() {
            continue;
        }
        for entry in holes.iter() {
            // The piece that enters here in this direction is the first piece in the opposite direction.
            let behind = rays.on(entry, opposite(direction), scene.occupied) & scene.occupied & scene.hitters;
            let Some(from) = behind.lowest() else { continue };
            let Some(piece) = board.piece(from) else { continue };
            if !entries(board, piece, from, scene.occupied).has(entry)
                || rays.direction(from, entry) != Some(direction)
            {
                continue;
            }
            let rest = scene.occupied.without(from);
            let exit = rays.on(target, opposite(direction), rest) & rest & holes.without(from);
            if let Some(exit) = exit.lowest()
                && found(from, entry, exit)
            {
                return;
            }
        }
    }
}

/// Can a piece move through Holes to this square?
#[inline]
pub(super) fn hits(board: &Board<BlackHoles>, target: Square, scene: Scene<Bits64>) -> bool {
    let mut hit = false;
    travellers(board, target, scene, |_, _, _| {
        hit = true;
        true
    });
    hit
}

/// Updates the guard: a check through Holes can be answered on any square, and a piece on a line to a Hole or
/// from a Hole to the King may be pinned.
#[inline]
pub(super) fn guard(board: &Board<BlackHoles>, royal: Square, scene: Scene<Bits64>, guard: &mut Guard<Bits64>) {
    let rays = &board.tables().extra;
    let holes = board.kind(spec::HOLE) & scene.hitters;
    if holes.is_empty() {
        return;
    }
    if hits(board, royal, scene) {
        guard.check = true;
        guard.evasions = board.tables().squares;
    }
    let own = scene.occupied & !scene.hitters;
    for direction in 0..16 {
        let back = rays.line(royal, opposite(direction));
        let back = back.below | back.above;
        if (back & holes).is_empty() {
            continue;
        }
        guard.pinned |= own & back;
        if usize::from(direction) < STEPS {
            for hole in holes.iter() {
                let behind = rays.line(hole, opposite(direction));
                guard.pinned |= own & (behind.below | behind.above);
            }
        }
    }
}
