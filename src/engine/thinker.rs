//! What everyone sees of the engine: somebody who looks at a position and chooses a move.

use std::time::Duration;

use thiserror::Error;

use super::limits::{Limits, Stop};
use super::makers::makers;
use super::method::Method;
use super::score::Score;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::BySide;

/// What a thinker may use for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Means {
    /// Threads.
    pub threads: usize,
    /// Megabytes for the table of positions.
    pub megabytes: usize,
    /// What it believes of the others, where there is more than one.
    pub method: Method,
}

impl Default for Means {
    fn default() -> Means {
        Means { threads: 1, megabytes: 16, method: Method::Paranoid }
    }
}

impl Means {
    /// The means of a thinker of this game that takes so many megabytes in all: what it learns of moves
    /// comes off its table, of which at least half is left.
    #[must_use]
    pub fn within(self, game: &str, megabytes: usize) -> Means {
        let learned = makers(game).map_or(0, |makers| (makers.learned)());
        Means { megabytes: megabytes.saturating_sub(learned).max(megabytes / 2).max(1), ..self }
    }
}

/// Why there is nobody who thinks.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoThinker {
    /// There is no such game.
    #[error("there is no game \"{0}\"")]
    Game(String),
    /// A table of so many megabytes cannot be had.
    #[error("there is not enough memory for a transposition table of {0} MB")]
    Table(usize),
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
pub trait Thinker: Send {
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
pub fn hire(game: &str, means: Means) -> Result<Box<dyn Thinker>, NoThinker> {
    let makers = makers(game).ok_or_else(|| NoThinker::Game(game.to_owned()))?;
    (makers.thinker)(means)
}

/// The same with the largest table that can be had, if not the one that is meant: then that is told in words.
pub fn hire_largest(game: &str, means: Means) -> Result<(Box<dyn Thinker>, Option<String>), NoThinker> {
    let mut hired = hire(game, means);
    let mut told = None;
    while let Err(NoThinker::Table(refused)) = hired
        && refused > 1
    {
        let (asked, less) = (means.megabytes, refused / 2);
        hired = hire(game, Means { megabytes: less, ..means });
        told =
            Some(format!("there is not enough memory for a transposition table of {asked} MB; {less} MB are used"));
    }
    Ok((hired?, told))
}

/// Somebody who takes what he can in the game of this id, and else moves at random.
pub fn grabber(game: &str) -> Option<Box<dyn Thinker>> {
    Some((makers(game)?.grabber)())
}
