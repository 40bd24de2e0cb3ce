//! The history of a game for display: moves in display form, events in words.

use std::time::Duration;

use crate::record::leaving::Leaving;
use crate::rules::side::{BySide, Side};

/// One line of the history: a move or an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The number of the move or round.
    pub round: u32,
    /// The seat that moved.
    pub side: Side,
    /// The move, or a description of the event.
    pub text: String,
    /// Is it shown in the column of its seat? Events get a whole line.
    pub is_move: bool,
    /// The number of acts up to this line.
    pub ply: usize,
}

/// One act, with everything that is needed to undo and redo it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HistoryEntry {
    /// The act in machine notation: `e2e4`, `out:g`.
    pub(crate) text: String,
    /// Why an army left.
    pub(crate) why: Option<Leaving>,
    /// The seat that did it.
    pub(crate) side: Side,
    /// The time left on all clocks after it.
    pub(crate) after: Option<BySide<Duration>>,
    /// How many lines it added to the history.
    pub(crate) lines: usize,
}
