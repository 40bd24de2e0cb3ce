//! What ends a search: a depth, a count of positions, the clock, or somebody who says stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::rules::mv::Move;

/// What a search may use. Nothing set means until it is stopped.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// So many plies.
    pub depth: Option<u32>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub time: Option<Allowance>,
    /// Only these first moves; all where none is named.
    pub moves: Vec<Move>,
    /// How many best lines are wanted; at least one.
    pub lines: usize,
    /// A win in so many moves is enough.
    pub mate: Option<u32>,
    /// By how much a draw is worth less than nothing to whoever searches, in hundredths of a Pawn.
    pub contempt: i32,
    /// How far an evaluation may err at random, in hundredths of a Pawn.
    pub noise: i32,
    /// What the errors are made of, and the choice between equal moves.
    pub seed: u64,
}

impl Limits {
    /// Which of the legal moves may be looked at first.
    pub fn of_legal(&self, legal: Vec<Move>) -> Vec<Move> {
        legal.into_iter().filter(|mv| self.moves.is_empty() || self.moves.contains(mv)).collect()
    }
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// No new depth is begun after this.
    pub wish: Duration,
    /// It ends here in any case.
    pub most: Duration,
}

/// What is lost between the clock and the search.
const OVERHEAD: Duration = Duration::from_millis(15);

impl Allowance {
    /// Exactly this long.
    pub fn fixed(time: Duration) -> Allowance {
        let time = time.saturating_sub(OVERHEAD.min(time / 10)).max(Duration::from_millis(1));
        Allowance { wish: time, most: time }
    }

    /// A part of what a clock has, with what each move adds.
    pub fn of_clock(left: Duration, increment: Duration) -> Allowance {
        let usable = left.saturating_sub(OVERHEAD);
        let least = Duration::from_millis(1);
        let wish = usable / 28 + increment * 3 / 4;
        let most = (wish * 4).min(usable * 2 / 5).max(least);
        Allowance { wish: wish.min(most).max(least), most }
    }
}

/// A word from outside: stop.
#[derive(Default, Debug)]
pub struct Stop(AtomicBool);

impl Stop {
    /// Says it.
    pub fn say(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has it been said?
    #[inline]
    pub fn is_said(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What all threads of one search look at to know whether it goes on.
#[derive(Debug)]
pub struct Control<'a> {
    stop: &'a Stop,
    over: AtomicBool,
    nodes: AtomicU64,
    most_nodes: u64,
    begun: Instant,
    most_time: Option<Duration>,
}

impl<'a> Control<'a> {
    /// A search that begins now.
    pub fn new(limits: &Limits, stop: &'a Stop) -> Control<'a> {
        Control {
            stop,
            over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            begun: Instant::now(),
            most_time: limits.time.map(|time| time.most),
        }
    }

    /// Tells of this many more positions. Answers whether the search is over.
    pub fn count(&self, nodes: u64) -> bool {
        let all = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let late = || self.most_time.is_some_and(|most| self.begun.elapsed() >= most);
        if self.stop.is_said() || all >= self.most_nodes || late() {
            self.end();
        }
        self.is_over()
    }

    /// Ends the search for all threads.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Has it ended?
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// How many positions were looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// How many more may be looked at before the limit must be asked again.
    pub fn next_look(&self) -> u64 {
        const OFTEN: u64 = 256;
        self.most_nodes.saturating_sub(self.nodes()).clamp(1, OFTEN)
    }

    /// How long it has been going on.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}
