//! What ends a search: a depth, a count of positions, the clock, or somebody who says stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::mv::Move;

/// What a search may use. Nothing set options until it is stopped.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// So many plies.
    pub depth: Option<u32>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub time: Option<TimeBudget>,
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
    /// So many positions at least, and no errors, where the game is nearly won.
    pub finish: u64,
    /// What the errors are made of, and the choice between equal moves.
    pub seed: u64,
}

impl Limits {
    /// So deep an only move is looked at: nobody waits for it, and what follows is told all the same.
    pub const ONLY_MOVE: u32 = 4;

    /// The limits in this position.
    #[must_use]
    pub fn at<R: Rules>(&self, board: &Board<R>) -> Limits {
        let mut limits = self.clone();
        if self.finish > 0 && is_nearly_won(board) {
            limits.nodes = self.nodes.map(|nodes| nodes.max(self.finish));
            limits.noise = 0;
        }
        limits
    }

    /// Which of the legal moves may be looked at first.
    pub fn of_legal(&self, legal: Vec<Move>) -> Vec<Move> {
        legal.into_iter().filter(|mv| self.moves.is_empty() || self.moves.contains(mv)).collect()
    }
}

/// Do all rivals together have no more than two pieces beside their Kings, and the seat to move has more?
fn is_nearly_won<R: Rules>(board: &Board<R>) -> bool {
    const REMNANTS: u32 = 2;
    let rivals = board.living().without(board.turn());
    let others = |side| board.side(side).count().saturating_sub(1);
    let left: u32 = rivals.iter().map(others).sum();
    R::SPEC.royal.is_some() && left <= REMNANTS && others(board.turn()) > left
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeBudget {
    /// About so much in most positions: a new depth is begun later only where it is in doubt what to play.
    pub wish: Duration,
    /// It ends here in any case.
    pub most: Duration,
}

/// Where it is in doubt what to play, a move may take so many times what most moves take.
const DOUBT: u32 = 4;

/// What is lost between the clock and the search.
const OVERHEAD: Duration = Duration::from_millis(15);

impl TimeBudget {
    /// Exactly this long.
    pub fn fixed(time: Duration) -> TimeBudget {
        let time = time.saturating_sub(OVERHEAD.min(time / 10)).max(Duration::from_millis(1));
        TimeBudget { wish: time, most: time }
    }

    /// This long where it is in doubt what to play, mostly less: as with a clock.
    pub fn at_most(time: Duration) -> TimeBudget {
        let TimeBudget { most, .. } = TimeBudget::fixed(time);
        TimeBudget { wish: most / DOUBT, most }
    }

    /// A part of what a clock has, with what each move adds.
    pub fn of_clock(left: Duration, increment: Duration) -> TimeBudget {
        let usable = left.saturating_sub(OVERHEAD);
        let least = Duration::from_millis(1);
        let wish = usable / 28 + increment * 3 / 4;
        let most = (wish * DOUBT).min(usable * 2 / 5).max(least);
        TimeBudget { wish: wish.min(most).max(least), most }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::armies::Armies;
    use crate::rules::fen;

    #[test]
    fn what_is_nearly_won_is_finished_with_care() {
        let level = Limits { nodes: Some(200), noise: 300, finish: 20_000, ..Limits::default() };
        let at = |rank: &str, level: &Limits| {
            let text = format!("8oK/9/9/9/9/9/9/9/{rank}|9/9/9/9/9/9/9/9/rK8|8gK/9/9/9/9/9/9/9/9 r rog - 0 9");
            let board: Board<Armies> = fen::read(&text).expect("it is a position");
            let limits = level.at(&board);
            (limits.nodes, limits.noise)
        };
        for rank in ["rR8", "1rR1rR3oN1", "rRrRrN2oN1gN1"] {
            assert_eq!(at(rank, &level), (Some(20_000), 0), "{rank}");
        }
        for rank in ["rR4oN3", "rRrRrRrR1oN1oPgN", "9"] {
            assert_eq!(at(rank, &level), (Some(200), 300), "{rank}");
        }
        let free = Limits { nodes: None, ..level };
        assert_eq!(at("rR8", &free).0, None);
    }
}
