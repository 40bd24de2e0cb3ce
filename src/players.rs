//! Who can sit at a board. A player is asked and answers later, with the ticket it was given; to
//! the referee a person, a program and whoever sits elsewhere are the same.

pub mod assistant;
pub mod computer;
pub mod external;
pub mod human;

use std::num::NonZero;
use std::time::Duration;

use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::BySide;

/// What a player is asked.
pub struct Question {
    /// What the answer must carry.
    pub ticket: u64,
    /// The position.
    pub position: Box<dyn Position>,
    /// What the player's clock has, and what each move adds.
    pub clock: Option<(Duration, Duration)>,
    /// What the clocks of all seats have.
    pub clocks: Option<BySide<Duration>>,
    /// The answer should not come before this has passed, so that people can follow.
    pub pace: Duration,
}

/// What a player thinks at the moment.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Thought {
    /// How many plies it looked ahead.
    pub depth: u32,
    /// Its best lines, best first.
    pub lines: Vec<Expected>,
    /// How many positions it looked at.
    pub nodes: u64,
    /// For how long.
    pub time: Duration,
}

/// A line that a player expects.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Expected {
    /// What it is worth to the seat to move, in hundredths of a Pawn; see [`crate::engine::score`].
    pub score: i32,
    /// What it is worth to every seat, where there are more than two.
    pub seats: Option<BySide<i32>>,
    /// The first moves, in their display forms.
    pub moves: Vec<String>,
}

/// What computers may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// For a move of the highest level where there is no clock.
    pub think: Duration,
    /// Threads for the highest level.
    pub threads: usize,
    /// Megabytes for what each remembers of the positions it has seen.
    pub megabytes: usize,
    /// For tests of what comes of it: whoever uses them panics.
    pub fails: bool,
}

impl Default for Resources {
    fn default() -> Resources {
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        Resources { think: Duration::from_secs(3), threads, megabytes: 64, fails: false }
    }
}

/// Who may be called to the board besides people.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Opponents {
    /// What computers may use.
    pub resources: Resources,
    /// Other programs.
    pub engines: Vec<external::ExternalEngine>,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// A move.
    Move(Move),
    /// Not yet a move.
    Thought(Thought),
    /// Something that people should know, in words. A move is still to come.
    Told(String),
    /// There will be no move, and why; whether that loses the game.
    Failed(String, bool),
}

/// Takes an answer with its ticket. It may be called from any thread.
pub type Answer = Box<dyn Fn(u64, Reply) + Send>;

/// Someone who plays.
pub trait Player: Send {
    /// A game begins from here: what takes time is made before a clock runs.
    fn prepare(&mut self, _position: &dyn Position) {}
    /// Asks for a move. The answer comes later; nothing waits for it.
    fn ask(&mut self, question: Question, answer: Answer);
    /// The question is void: no answer is wanted any more.
    fn stop(&mut self);
    /// The answer is wanted now.
    fn hurry(&mut self);
}
