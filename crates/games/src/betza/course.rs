//! A move as it is written: what [`read`](super::read()) finds.

pub(crate) use crate::rules::gait::Must;

use super::atom::Atom;
use super::heading::Heading;
use super::ways::Ways;

/// One move of a piece: an atom with its modifiers, or a bent path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    /// The character where it begins, counted from 1.
    pub(crate) at: usize,
    /// What it can do where it ends.
    pub(crate) mode: Mode,
    /// Is it only for a piece that has not moved?
    pub(crate) initial: bool,
    /// Where it leads.
    pub(crate) course: Course,
}

/// What a move can do where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Mode {
    /// It can end on an empty square.
    pub(crate) quiet: bool,
    /// It can capture.
    pub(crate) capture: bool,
    /// It can capture en passant.
    pub(crate) en_passant: bool,
}

impl Mode {
    /// To an empty square or to capture.
    pub(crate) const BOTH: Mode = Mode { quiet: true, capture: true, en_passant: false };
    /// To an empty square only.
    pub(crate) const QUIET: Mode = Mode { quiet: true, capture: false, en_passant: false };
}

/// Where a move leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Course {
    /// One step, or the same step again and again.
    Line(Line),
    /// Steps of different kinds or directions.
    Bent(Bent),
    /// Castling.
    Castle {
        /// To the right, to the left, or both.
        ways: Ways,
        /// How many squares the piece itself moves.
        squares: u8,
    },
}

/// One step, or the same step again and again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    /// The step.
    pub(crate) atom: Atom,
    /// The directions of the first step.
    pub(crate) ways: Ways,
    /// How often at most: `None` is without limit.
    pub(crate) most: Option<u8>,
    /// What is special about it.
    pub(crate) manner: Manner,
}

/// What is special about the steps of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// Nothing.
    Plain,
    /// `n`: the squares that a step crosses must be empty.
    Lame,
    /// `j`: the square that a step crosses must be occupied.
    Jumping,
    /// `j` of a piece that slides: it passes the first square, whatever stands there, and cannot end on it.
    Skipping,
    /// `p`: over exactly one piece.
    Hopper,
    /// `g`: over exactly one piece, to the square right behind it.
    Grasshopper,
    /// `z`: turns right and left by turns.
    Crooked,
    /// `q`: turns always to the same side.
    Circular,
}

/// Steps of different kinds or directions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bent {
    /// Which of the paths exist, by where a path with single steps would end: all, if there is none.
    pub(crate) headings: Vec<Heading>,
    /// The parts, in order: at least two.
    pub(crate) links: Vec<Link>,
}

/// One part of a bent move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    /// The step.
    pub(crate) atom: Atom,
    /// How often at most: `None` is without limit.
    pub(crate) most: Option<u8>,
    /// Its direction.
    pub(crate) turn: Turn,
    /// May the move end with this part? The last part always may.
    pub(crate) stop: bool,
    /// What the square must be where the part ends and the next one begins.
    pub(crate) end: Must,
}

/// The direction of a part of a bent move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// Of the first part: these directions.
    From(Ways),
    /// The directions of the atom that differ least from the part before.
    Outward,
    /// Turned by so many eighths from the part before, as far as the atom has such a direction.
    By(Ways),
    /// Turned by so many eighths; a straight step becomes a diagonal one and the other way round.
    Again(Ways),
}
