//! An [`Engine`] searches a position and chooses a move. What it is asked with, and what it reports.

use std::time::Duration;

use thiserror::Error;

use super::limits::{Limits, Stop};
use super::many::method::Method;
use super::score::Score;
use crate::eval::skill::Skills;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::BySide;

/// The resources and options of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// Number of search threads.
    pub threads: usize,
    /// Size of the transposition table in megabytes.
    pub megabytes: usize,
    /// Whether there is a continuation history. It is left out where memory is short.
    pub continuation: bool,
    /// The model of the opponents, in games for more than two seats.
    pub method: Method,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions { threads: 1, megabytes: 16, continuation: true, method: Method::Paranoid }
    }
}

/// Why an engine could not be created.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoEngine {
    /// The game id is unknown.
    #[error("there is no game \"{0}\"")]
    Game(String),
    /// There is not enough memory for a transposition table of this many megabytes.
    #[error("there is not enough memory for a transposition table of {0} MB")]
    TranspositionTable(usize),
    /// There is not enough memory for so many threads.
    #[error("there is not enough memory for {0} threads")]
    Threads(usize),
    /// There is not enough memory for the other data of a search.
    #[error("there is not enough memory for a search")]
    Search,
}

/// A principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its score for the seat to move.
    pub score: Score,
    /// Its score for every seat, in games with more than two seats.
    pub seats: Option<BySide<Score>>,
    /// Its moves.
    pub moves: Vec<Move>,
}

/// A progress report of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The completed search depth in plies.
    pub depth: u32,
    /// The greatest ply reached (selective depth).
    pub seldepth: u32,
    /// The best lines, best first.
    pub lines: Vec<Line>,
    /// The number of nodes.
    pub nodes: u64,
    /// How many of them belong to the quiescence search.
    pub quiet_nodes: u64,
    /// The search time.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub fill: usize,
}

/// An engine for one game.
pub trait Engine: Send {
    /// Searches for the best move and reports progress. `None` if there is no legal move.
    fn think(
        &mut self,
        position: &dyn Position,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Move>;

    /// Prepares for another game: clears all tables.
    fn forget(&mut self);

    /// Takes the memory of a large transposition table from the system now, which otherwise happens during the first
    /// searches and takes most of their time.
    fn warm_up(&mut self) {}

    /// The limits of the levels of its game.
    fn skills(&self) -> &'static Skills;
}
