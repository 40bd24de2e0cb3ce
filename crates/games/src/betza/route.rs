//! Paths of a move, each in one direction: what the notation means.

use crate::rules::geometry::Delta;

use super::course::{Mode, Must};

/// One path of a move, in the seat's own directions: x to the right, y ahead.
///
/// The piece walks the legs in order. A leg takes its steps by turns, the first again after the last, at least
/// `least` and at most `most` steps in all; the move ends with any number of steps of the last leg between these.
/// Every square where a step ends must be empty, with these exceptions: where the move ends, [`Route::mode`] decides;
/// where a leg ends and the next one begins, [`Leg::end`]; and with a [`Hop`] exactly one of them is occupied.
///
/// Different routes can lead to the same square. The piece's own first square counts as occupied, and no move ends
/// there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Route {
    /// The legs, in order: at least one. That of a castling move is one step to the side to which it goes.
    pub(crate) legs: Vec<Leg>,
    /// What it can do where it ends.
    pub(crate) mode: Mode,
    /// Is it only for a piece that has not moved?
    pub(crate) initial: bool,
    /// The piece over which it goes. Only a route of one leg has one.
    pub(crate) hop: Hop,
    /// Of a castling move: how many squares the piece moves to the side. What stands there and which squares must
    /// be empty or safe is a matter of the game.
    pub(crate) castles: Option<u8>,
}

/// A part of a route.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Leg {
    /// The steps, taken by turns. Most legs have one, which is repeated; crooked and circular ones have more.
    pub(crate) steps: Vec<Step>,
    /// The fewest steps.
    pub(crate) least: u8,
    /// The most steps in all: `None` is without limit.
    pub(crate) most: Option<u8>,
    /// What the square must be where the leg ends, if another leg follows.
    pub(crate) end: Must,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Step {
    /// From where it begins to where it ends.
    pub(crate) by: Delta,
    /// The squares that it crosses, from where it begins, with what they must be. A step over any pieces has none.
    pub(crate) vias: Vec<(Delta, Must)>,
}

/// The piece over which a route goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Hop {
    /// None: all squares on the way are empty.
    None,
    /// Exactly one, anywhere on the way; all other squares on the way are empty.
    Over,
    /// Exactly one, and the move ends with the step after it; all squares before it are empty.
    Behind,
}
