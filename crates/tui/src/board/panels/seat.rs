//! What the panels show of a seat.

use std::time::Duration;

use crate::rules::note::Note;
use crate::rules::piece::Kind;
use crate::rules::position::Stock;
use crate::rules::side::Side;

/// What a panel shows of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seat {
    pub(crate) side: Side,
    /// Who plays it: `you`, `Ann`, `computer 5`.
    pub(crate) who: String,
    /// The remaining time, if there is a clock.
    pub(crate) clock: Option<Duration>,
    /// Is it this seat's turn?
    pub(crate) turn: bool,
    /// Is this seat still in the game?
    pub(crate) living: bool,
    /// Short notes on the position.
    pub(crate) notes: Vec<Note>,
    /// The pieces it can drop.
    pub(crate) reserve: Vec<(Kind, Stock)>,
    /// The reserve piece that is picked.
    pub(crate) held: Option<Kind>,
    /// The kinds of the pieces that it has taken.
    pub(crate) taken: Vec<Kind>,
    /// By how many Pawns it is ahead; 0 with more seats than two.
    pub(crate) ahead: i32,
}
