//! What everyone sees of the engine: somebody who looks at a position and chooses a move.

use std::time::Duration;

use super::brain::Brain;
use super::council::Council;
use super::grabber::Grabber;
use super::limits::{Limits, Stop};
use super::method::Method;
use super::score::Score;
use crate::games::{self, Visitor};
use crate::rules::game::Rules;
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

struct Hire(Means);

impl Visitor for Hire {
    type Output = Box<dyn Thinker>;
    fn visit<R: Rules>(self) -> Box<dyn Thinker> {
        let Hire(means) = self;
        match R::SPEC.seats.len() {
            0..=2 => Box::new(Brain::<R>::new(means)),
            _ => Box::new(Council::<R>::new(means)),
        }
    }
}

/// Somebody who plays the game of this id; none if there is no such game.
pub fn hire(game: &str, means: Means) -> Option<Box<dyn Thinker>> {
    games::visit(game, Hire(means))
}

struct Grab;

impl Visitor for Grab {
    type Output = Box<dyn Thinker>;
    fn visit<R: Rules>(self) -> Box<dyn Thinker> {
        Box::new(Grabber::<R>::default())
    }
}

/// Somebody who takes what he can in the game of this id, and else moves at random.
pub fn grabber(game: &str) -> Option<Box<dyn Thinker>> {
    games::visit(game, Grab)
}
