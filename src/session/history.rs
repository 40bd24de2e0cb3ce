//! What happened in a game, as it is read: moves in display form, events in words.

use std::time::Duration;

use crate::record::leaving::Leaving;
use crate::rules::side::{BySide, Side};

/// One move, or one event, of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The number of the move or round.
    pub round: u32,
    /// Who moved.
    pub side: Side,
    /// The move, or what happened.
    pub text: String,
    /// Does it stand in the column of its seat? Events take a line of their own.
    pub is_move: bool,
    /// How many acts had happened after it.
    pub ply: usize,
}

/// One act with all that undoing it and playing it again needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistoryEntry {
    /// The act in the machine form: `e2e4`, `out:g`.
    pub text: String,
    /// Why an army left.
    pub why: Option<Leaving>,
    /// Who did it.
    pub side: Side,
    /// What all clocks had after it.
    pub after: Option<BySide<Duration>>,
    /// How many lines it made.
    pub lines: usize,
}
