//! Pieces and zones that several games share.

use crate::rules::gait::{DIAGONAL, Gait, KNIGHT, ORTHOGONAL};
use crate::rules::geometry::{Coord, Delta};
use crate::rules::spec::{KindSpec, Movement, Zone};

/// One step in any direction.
pub const KING_STEPS: &[Movement] =
    &[Movement::both(Gait::Leap(&ORTHOGONAL)), Movement::both(Gait::Leap(&DIAGONAL))];

/// The Queen.
pub const QUEEN: KindSpec = KindSpec::new(
    'Q',
    "Queen",
    "slides any distance straight or diagonally",
    &[Movement::both(Gait::Slide(&ORTHOGONAL)), Movement::both(Gait::Slide(&DIAGONAL))],
);

/// The Rook.
pub const ROOK: KindSpec = KindSpec::new(
    'R',
    "Rook",
    "slides any distance along a rank or file",
    &[Movement::both(Gait::Slide(&ORTHOGONAL))],
);

/// The Bishop.
pub const BISHOP: KindSpec =
    KindSpec::new('B', "Bishop", "slides any distance along a diagonal", &[Movement::both(Gait::Slide(&DIAGONAL))]);

/// The Knight, with the letter that its game gives it.
pub const fn knight(letter: char) -> KindSpec {
    KindSpec::new(letter, "Knight", "leaps two squares one way and one across", KNIGHT_MOVES)
}

const KNIGHT_MOVES: &[Movement] = &[Movement::both(Gait::Leap(&KNIGHT))];

/// A Pawn's step forward.
pub const PAWN_STEP: Movement = Movement::quiet(Gait::Leap(&[Delta::new(0, 1, 0)]));

/// A Pawn's double step from its second rank.
pub const PAWN_STRIDE: Movement =
    Movement::quiet(Gait::Stride(&[Delta::new(0, 1, 0)])).within(Zone::Where(second_rank));

/// A Pawn's captures.
pub const PAWN_CAPTURES: Movement = Movement::capture(Gait::Leap(&[Delta::new(-1, 1, 0), Delta::new(1, 1, 0)]));

fn second_rank(at: Coord) -> bool {
    at.y == 1
}

/// The ranks where no Pawn may stand on a board of eight ranks.
pub fn first_or_last_rank(at: Coord) -> bool {
    at.y == 0 || at.y == 7
}

/// The rank where Pawns promote on a board of eight ranks.
pub fn last_rank(at: Coord) -> bool {
    at.y == 7
}
