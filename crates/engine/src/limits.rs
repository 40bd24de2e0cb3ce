//! Limits of a search: depth, nodes, time, and a stop flag.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::mv::Move;

pub use crate::task::StopToken as Stop;

/// The limits of a search. With no limit set, the search runs until it is stopped.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Time budget of this move.
    pub time: Option<TimeBudget>,
    /// Search only these root moves; all if the list is empty.
    pub moves: Vec<Move>,
    /// Number of principal variations (`MultiPV`); at least one.
    pub lines: usize,
    /// Stop after a win in this many moves is found.
    pub mate: Option<u32>,
    /// Contempt: how much a draw is worth less than 0 to the searching seat, in hundredths of a Pawn.
    pub contempt: i32,
    /// Maximum random error of an evaluation, in hundredths of a Pawn.
    pub noise: i32,
    /// How many moves are overlooked, in percent of what the weakest player overlooks. More than 0: a search of a few
    /// plies, which the depth limits (see [`shallow`](super::shallow)).
    pub overlooks: u32,
    /// In how many percent of its moves such a search follows its own plan, without a look at captures and mates.
    pub hasty: u32,
    /// How much of its evaluation such a search knows beside the values of the pieces, in percent.
    pub knows: u32,
    /// Moves that are worse than the best one by less than this, in hundredths of a Pawn, are as good to such a search,
    /// unless there is much to take.
    pub careless: u32,
    /// Minimum node limit, without evaluation errors, if the game is nearly won.
    pub finish: u64,
    /// Seed of the evaluation errors and of the choice between equal moves.
    pub seed: u64,
}

impl Limits {
    /// Search depth for an only legal move: the reply should not take long, but an expected line is still reported.
    pub(crate) const ONLY_MOVE: u32 = 4;

    /// The limits adapted to this position.
    #[must_use]
    pub(crate) fn at<R: Rules>(&self, board: &Board<R>) -> Limits {
        let mut limits = self.clone();
        if self.finish > 0 && is_nearly_won(board) {
            limits.nodes = self.nodes.map(|nodes| nodes.max(self.finish));
            (limits.noise, limits.overlooks) = (0, 0);
            // The depth is that of the search that overlooks moves.
            limits.depth = limits.depth.filter(|_| self.overlooks == 0);
        }
        limits
    }

    /// The legal moves that are allowed as root moves.
    pub(crate) fn of_legal(&self, legal: Vec<Move>) -> Vec<Move> {
        legal.into_iter().filter(|mv| self.moves.is_empty() || self.moves.contains(mv)).collect()
    }
}

/// Do all opponents together have at most two pieces besides their Kings, and the seat to move has more? Where the first
/// fall wins, one such opponent is enough.
fn is_nearly_won<R: Rules>(board: &Board<R>) -> bool {
    const REMNANTS: u32 = 2;
    let rivals = board.living().without(board.turn());
    let others = |side| board.side(side).count().saturating_sub(1);
    let left = rivals.iter().map(others);
    let left: u32 = if R::falls_win(board) { left.min().unwrap_or(0) } else { left.sum() };
    board.spec().royal.is_some() && left <= REMNANTS && others(board.turn()) > left
}

/// The time budget of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeBudget {
    /// Soft limit for most positions: a new depth is started later only if the best move is in doubt.
    pub(crate) soft: Duration,
    /// Hard limit: the search ends here in any case.
    pub(crate) hard: Duration,
}

/// If the best move is in doubt, a move may take this many times the usual time.
const DOUBT: u32 = 4;

/// The number of moves among which the remaining time of a clock is divided, unless fewer are left before more follows.
const MOVES_LEFT: u32 = 28;

/// Time lost between the clock and the search.
const OVERHEAD: Duration = Duration::from_millis(15);

impl TimeBudget {
    /// Uses exactly this time.
    pub fn fixed(time: Duration) -> TimeBudget {
        let time = time.saturating_sub(OVERHEAD.min(time / 10)).max(Duration::from_millis(1));
        TimeBudget { soft: time, hard: time }
    }

    /// At most this time, if the best move is in doubt, and usually less, as with a clock.
    pub fn at_most(time: Duration) -> TimeBudget {
        let TimeBudget { hard, .. } = TimeBudget::fixed(time);
        TimeBudget { soft: hard / DOUBT, hard }
    }

    /// A part of the remaining time of a clock and of its increment per move.
    pub fn of_clock(left: Duration, increment: Duration) -> TimeBudget {
        TimeBudget::of_control(left, increment, MOVES_LEFT)
    }

    /// The same, where the remaining time is for this many moves, and more time follows.
    pub(crate) fn of_control(left: Duration, increment: Duration, moves: u32) -> TimeBudget {
        let usable = left.saturating_sub(OVERHEAD);
        let least = Duration::from_millis(1);
        let moves = moves.clamp(1, MOVES_LEFT);
        let soft = usable / moves + increment * 3 / 4;
        // The last move of a control can have nearly all: what is left after it is not needed.
        let most = if moves == 1 { usable * 9 / 10 } else { usable * 2 / 5 };
        let hard = (soft * DOUBT).min(most).max(least);
        TimeBudget { soft: soft.min(hard).max(least), hard }
    }

    /// The same budget with no more than this.
    #[must_use]
    pub(crate) fn within(self, most: Duration) -> TimeBudget {
        TimeBudget { soft: self.soft.min(most / DOUBT), hard: self.hard.min(most) }
    }
}

/// State shared by all threads of one search that decides when the search ends.
#[derive(Debug)]
pub(crate) struct Control<'a> {
    stop: &'a Stop,
    over: AtomicBool,
    /// Is the first depth done? Until then neither a stop nor the time ends the search.
    compared: AtomicBool,
    nodes: AtomicU64,
    most_nodes: u64,
    begun: Instant,
    most_time: Option<Duration>,
}

impl<'a> Control<'a> {
    /// Control of a search that starts now.
    pub(crate) fn new(limits: &Limits, stop: &'a Stop) -> Control<'a> {
        Control {
            stop,
            over: AtomicBool::new(false),
            compared: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            begun: Instant::now(),
            most_time: limits.time.map(|time| time.hard),
        }
    }

    /// Adds to the node count. Returns whether the search is over.
    pub(crate) fn count(&self, nodes: u64) -> bool {
        let all = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let late = || self.most_time.is_some_and(|most| self.begun.elapsed() >= most);
        let compared = self.compared.load(Ordering::Relaxed);
        if all >= self.most_nodes || compared && (self.stop.is_requested() || late()) {
            self.end();
        }
        self.is_over()
    }

    /// The first depth is done, so a stop and the time count from now on. Before that the moves are not compared with each
    /// other, and a search that ended would play any of them. Returns whether the search is over.
    pub(crate) fn compared(&self) -> bool {
        self.compared.store(true, Ordering::Relaxed);
        self.count(0)
    }

    /// Ends the search for all threads.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Is the search over?
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// The node count of all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The number of nodes that a thread may search before it must call [`Control::count`] again.
    pub(crate) fn next_look(&self) -> u64 {
        const OFTEN: u64 = 256;
        self.most_nodes.saturating_sub(self.nodes()).clamp(1, OFTEN)
    }

    /// The time since the search started.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::armies::Armies;

    #[test]
    fn fewer_moves_to_the_next_control_leave_more_time_for_each() {
        let (left, none) = (Duration::from_secs(60), Duration::ZERO);
        let soft = |moves| TimeBudget::of_control(left, none, moves).soft;
        assert_eq!(TimeBudget::of_control(left, none, 100), TimeBudget::of_clock(left, none));
        assert!(soft(28) < soft(10) && soft(10) < soft(3) && soft(3) < soft(1));
        for left in [0, 1, 20, 100, 1000, 60_000].map(Duration::from_millis) {
            for moves in [0, 1, 2, 5, 40, u32::MAX] {
                // All moves of a control can take their usual time.
                let budget = TimeBudget::of_control(left, none, moves);
                let least = Duration::from_millis(1);
                assert!(
                    budget.soft <= budget.hard && budget.hard <= left.max(least),
                    "{left:?} {moves}: {budget:?}"
                );
                assert!(budget.soft * moves.clamp(1, 28) <= left.max(least * 28), "{left:?} {moves}: {budget:?}");
            }
        }
    }

    #[test]
    fn what_is_nearly_won_is_finished_with_care() {
        let level = Limits { nodes: Some(200), noise: 300, finish: 20_000, ..Limits::default() };
        let at = |rank: &str, level: &Limits| {
            let text = format!("8oK/9/9/9/9/9/9/9/{rank}|9/9/9/9/9/9/9/9/rK8|8gK/9/9/9/9/9/9/9/9 r rog - 0 9");
            let board: Board<Armies> = Board::read(&text).expect("it is a position");
            let limits = level.at(&board);
            (limits.nodes, limits.noise)
        };
        for rank in ["rR8", "1rR1rR3oN1", "rRrRrN2oN1gN1"] {
            assert_eq!(at(rank, &level), (Some(20_000), 0), "{rank}");
        }
        for rank in ["rR4oN3", "rRrRrRrR1oN1oPgN", "9"] {
            assert_eq!(at(rank, &level), (Some(200), 300), "{rank}");
        }
        let one = |state: &str| {
            let text = format!(
                "8oK/9/9/9/9/9/9/9/rRrRrRrR1gNgNgN1|9/9/9/9/9/9/9/9/rK8|8gK/9/9/9/9/9/9/9/9 r rog - 0 9{state}"
            );
            level.at::<Armies>(&Board::read(&text).expect("it is a position")).nodes
        };
        assert_eq!(["", " first-fall"].map(one), [Some(200), Some(20_000)], "one rival with next to nothing");
        let free = Limits { nodes: None, ..level };
        assert_eq!(at("rR8", &free).0, None);
    }
}
