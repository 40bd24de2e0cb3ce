//! What everyone sees of the engine: somebody who looks at a position and chooses a move.

use std::time::Duration;

use thiserror::Error;

use super::limits::{Limits, Stop};
use super::makers::makers;
use super::many::method::Method;
use super::score::Score;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::BySide;

/// What an engine may use for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// Threads.
    pub threads: usize,
    /// Megabytes for the table of positions.
    pub megabytes: usize,
    /// What it believes of the others, where there is more than one.
    pub method: Method,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions { threads: 1, megabytes: 16, method: Method::Paranoid }
    }
}

impl EngineOptions {
    /// The options of an engine of this game that takes so many megabytes in all: what it learns of moves
    /// comes off its table, of which at least half is left.
    #[must_use]
    pub fn within(self, game: &str, megabytes: usize) -> EngineOptions {
        let learned = makers(game).map_or(0, |makers| (makers.learned)());
        EngineOptions { megabytes: megabytes.saturating_sub(learned).max(megabytes / 2).max(1), ..self }
    }
}

/// Why there is nobody who thinks.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoEngine {
    /// There is no such game.
    #[error("there is no game \"{0}\"")]
    Game(String),
    /// A table of so many megabytes cannot be had.
    #[error("there is not enough memory for a transposition table of {0} MB")]
    TranspositionTable(usize),
    /// Not even what a search needs besides can be had.
    #[error("there is not enough memory for a search")]
    Search,
}

/// A line that was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What it is worth to the seat to move.
    pub score: Score,
    /// What it is worth to every seat, where there are more than two.
    pub seats: Option<BySide<Score>>,
    /// Its moves.
    pub moves: Vec<Move>,
}

/// How far a search has got.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// How many plies all lines were looked at.
    pub depth: u32,
    /// How many the longest was.
    pub deepest: u32,
    /// The best lines, best first.
    pub lines: Vec<Line>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How many of them beyond the horizon.
    pub quiet_nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub fill: usize,
}

/// Somebody who chooses moves in one game.
pub trait Engine: Send {
    /// Looks for the best move, telling how far it has got. None where there is no move.
    fn think(
        &mut self,
        position: &dyn Position,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Move>;

    /// Another game begins: what is known is forgotten.
    fn forget(&mut self);
}

/// Somebody who plays the game of this id.
pub fn create(game: &str, options: EngineOptions) -> Result<Box<dyn Engine>, NoEngine> {
    let makers = makers(game).ok_or_else(|| NoEngine::Game(game.to_owned()))?;
    (makers.engine)(options)
}

/// The same with the largest table that can be had, if not the one that is meant: then that is told in words.
pub fn create_largest(game: &str, options: EngineOptions) -> Result<(Box<dyn Engine>, Option<String>), NoEngine> {
    let mut created = create(game, options);
    let mut told = None;
    while let Err(NoEngine::TranspositionTable(refused)) = created
        && refused > 1
    {
        let (asked, less) = (options.megabytes, refused / 2);
        created = create(game, EngineOptions { megabytes: less, ..options });
        told =
            Some(format!("there is not enough memory for a transposition table of {asked} MB; {less} MB are used"));
    }
    Ok((created?, told))
}

/// Somebody who takes what he can in the game of this id, and else moves at random.
pub fn greedy(game: &str) -> Option<Box<dyn Engine>> {
    Some((makers(game)?.greedy)())
}
