//! The players of a seat. A player gets a question and answers later, with the ticket of the question. The referee
//! treats a person, an engine and a remote player alike.

pub mod assistant;
pub mod computer;
mod error;
pub mod external;
pub(crate) mod human;
pub mod thinking_slots;

use std::time::Duration;

pub use error::PlayerError;

use crate::fault::FailPoint;
use crate::games::Registry;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::BySide;
use crate::task;

/// A request for a move.
pub(crate) struct Question {
    /// The number that the answer must contain.
    pub(crate) ticket: u64,
    /// The position to move in.
    pub(crate) position: Box<dyn Position>,
    /// The remaining time of the player's clock and its increment per move.
    pub(crate) clock: Option<(Duration, Duration)>,
    /// The remaining time of all seats.
    pub(crate) clocks: Option<BySide<Duration>>,
    /// Minimum time before the answer, so that people can follow the game. The driver keeps the move of a computer
    /// until then.
    pub(crate) pace: Duration,
}

/// The current state of a player's search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Thought {
    /// The search depth in plies.
    pub depth: u32,
    /// The best lines, best first.
    pub lines: Vec<Expected>,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The search time so far.
    pub time: Duration,
}

/// A principal variation with its score.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Expected {
    /// The score for the seat to move, in hundredths of a Pawn; see [`crate::engine::score`].
    pub score: i32,
    /// The score for every seat, in games with more than two seats.
    pub seats: Option<BySide<i32>>,
    /// The first moves of the line in display notation.
    pub moves: Vec<String>,
}

/// The resources that computer players may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Thinking time per move of the highest level in games without a clock.
    pub think: Duration,
    /// Search threads of the highest level.
    pub threads: usize,
    /// Megabytes of memory per engine: its transposition table, its histories and the tables of its threads.
    pub megabytes: usize,
    /// The number of positions that the highest level and an analysis search instead of a time, on a server: strength
    /// must not depend on how many play.
    pub positions: Option<u64>,
    /// Reached by every search.
    pub fault: FailPoint,
}

impl Default for Resources {
    fn default() -> Resources {
        let threads = task::processors();
        Resources {
            think: Duration::from_secs(3),
            threads,
            megabytes: 64,
            positions: None,
            fault: FailPoint::default(),
        }
    }
}

impl Resources {
    /// No more of anything than this.
    #[must_use]
    pub(crate) fn at_most(self, most: Resources) -> Resources {
        Resources {
            think: self.think.min(most.think),
            threads: self.threads.min(most.threads),
            megabytes: self.megabytes.min(most.megabytes),
            positions: [self.positions, most.positions].into_iter().flatten().min(),
            fault: self.fault,
        }
    }
}

/// The opponents that can play besides people.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Opponents {
    /// The games.
    pub games: Registry,
    /// The resources that computer players may use.
    pub resources: Resources,
    /// The places to think.
    pub pool: thinking_slots::ThinkingSlots,
    /// External engines.
    pub engines: Vec<external::ExternalEngine>,
    /// The least time of each of their moves, so that people can follow.
    pub pace: Duration,
}

/// An answer of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A move.
    Move(Move),
    /// The state of the search; no move yet.
    Thought(Thought),
    /// A message for the user. A move is still to come.
    Told(String),
    /// It waits for a place to think: its clock stands until it begins.
    Waits,
    /// It has its place and begins.
    Begins,
    /// There will be no move: the reason, and whether the failure loses the game.
    Failed(PlayerError, bool),
}

/// Receives an answer and its ticket. It may be called from any thread.
pub(crate) type Answer = Box<dyn Fn(u64, Reply) + Send>;

/// A player of one seat.
pub(crate) trait Player: Send {
    /// A game starts from this position: slow preparations, such as starting an engine, happen before a clock runs.
    fn prepare(&mut self, _position: &dyn Position) {}
    /// Does it wait for a place before it thinks? Then it says when it begins, and its clock stands until then.
    fn waits(&self) -> bool {
        false
    }
    /// Requests a move. The call returns at once; the answer comes later.
    fn ask(&mut self, question: Question, answer: Answer);
    /// Cancels the question: no answer is wanted any more.
    fn stop(&mut self);
    /// Requests the answer immediately.
    fn hurry(&mut self);
}
