//! Lazy SMP: every thread does its own iterative deepening, and all share one transposition table. If fewer threads
//! can be started, the search uses fewer. A panic of one thread ends the search on all threads and is resumed once
//! all have ended.

use std::sync::{Mutex, PoisonError};

use super::engine::{Line, Report};
use super::limits::{Control, Limits, Stop};
use super::memory;
use super::root::{RootMove, Shared, ThreadSearch, deepen, is_enough, order};
use super::score::Score;
use super::transposition::TranspositionTable;
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::mv::Move;
use crate::rules::side::BySide;
use crate::rules::visits::Visit;
use crate::task;

/// Ends the search on all threads when dropped, also if the main thread panics, because the scope then waits for
/// the others.
struct End<'a>(&'a Control<'a>);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// One search per thread.
#[derive(Debug)]
pub(super) struct Team<D> {
    members: Vec<D>,
}

impl<D: Send> Team<D> {
    /// Creates `threads` searches, at least one; `None` if there is not enough memory for them. Their lists and small
    /// tables are allocated in small pieces, where a failure would abort the program, so the memory is checked
    /// beforehand: `each` is the upper bound of one search in bytes.
    pub(super) fn new(threads: usize, each: usize, member: impl Fn() -> D) -> Option<Team<D>> {
        let threads = threads.max(1);
        memory::is_room(threads.checked_mul(each)?)
            .then(|| Team { members: (0..threads).map(|_| member()).collect() })
    }

    /// Clears all tables before another game.
    pub(super) fn forget<R: Rules>(&mut self)
    where
        D: ThreadSearch<R>,
    {
        self.members.iter_mut().enumerate().for_each(|(number, member)| member.forget(number == 0));
    }

    /// Searches a position with the positions up to it for the best move. The first thread reports its progress;
    /// `seats` gives the score of a line for each seat.
    pub(super) fn search<R: Rules>(
        &mut self,
        table: &mut TranspositionTable,
        (board, past): (&Board<R>, &[Visit]),
        (limits, stop): (&Limits, &Stop),
        seats: impl Fn(&D, &RootMove) -> Option<BySide<Score>>,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Move>
    where
        D: ThreadSearch<R>,
    {
        let limits = &limits.at(board);
        let mut moves: Vec<RootMove> = limits.of_legal(board.legal()).into_iter().map(RootMove::new).collect();
        moves.first()?;
        table.grow_older();
        let control = Control::new(limits, stop);
        let shared = Shared { table, control: &control };
        let (main, helpers) = self.members.split_first_mut()?;
        order(board, &mut moves);
        let mut waiting = Some(helpers);
        let panicked: Mutex<Option<String>> = Mutex::new(None);
        let panic_of_one = &panicked;
        std::thread::scope(|scope| {
            let _end = End(&control);
            main.begin(board.turn(), past, limits);
            let (mut steady, mut best) = (0, None);
            deepen(main, board, &mut moves, limits, (shared, 1), &mut |main: &D, depth, moves| {
                steady = if best == Some(moves[0].mv) { steady + 1 } else { 0 };
                best = Some(moves[0].mv);
                let line = |root: &RootMove| Line {
                    score: root.score,
                    seats: seats(main, root),
                    moves: root.line.clone(),
                };
                let (nodes, quiet_nodes) = main.nodes();
                report(&Report {
                    depth: depth as u32,
                    seldepth: main.seldepth() as u32,
                    lines: moves.iter().take(limits.lines.max(1)).map(line).collect(),
                    nodes: control.nodes().max(nodes),
                    quiet_nodes,
                    time: control.elapsed(),
                    fill: shared.table.fill(),
                });
                if is_enough(limits, &control, depth, moves, steady)
                    || limits.depth == Some(depth as u32)
                    || control.compared()
                {
                    return false;
                }
                // The first depth is short, and starting many threads takes longer, so they come after it.
                for (number, helper) in waiting.take().into_iter().flatten().enumerate() {
                    let mut moves = moves.to_vec();
                    helper.begin(board.turn(), past, limits);
                    // Half of the threads start one ply deeper, so that the threads search different parts of the tree.
                    let first = 2 + (number as i32 + 1) % 2;
                    let search = move || {
                        deepen(helper, board, &mut moves, limits, (shared, first), &mut |_, _, _| true);
                        helper.tell(shared.control);
                    };
                    let work = move || {
                        if let Err(why) = task::contain(search) {
                            *panic_of_one.lock().unwrap_or_else(PoisonError::into_inner) = Some(why.to_string());
                            shared.control.end();
                        }
                    };
                    if task::spawn_scoped(scope, "search", work).is_err() {
                        break;
                    }
                }
                true
            });
            main.tell(&control);
        });
        if let Some(why) = panicked.into_inner().unwrap_or_else(PoisonError::into_inner) {
            // The panic hook has already reported the location.
            std::panic::resume_unwind(Box::new(why));
        }
        moves.first().map(|root| root.mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::holywar::Holywar;
    use crate::interface::NoEngine;
    use crate::rules::side::Side;
    use crate::rules::variant::begin;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Searches from the second depth on until it is stopped, or panics at once.
    struct Faulty(bool);

    impl ThreadSearch<Holywar> for Faulty {
        fn forget(&mut self, _: bool) {}
        fn begin(&mut self, _: Side, _: &[Visit], _: &Limits) {}
        fn start_iteration(&mut self, _: &Board<Holywar>, _: i32) {}
        fn search_root_move(
            &mut self,
            _: &Board<Holywar>,
            _: Move,
            depth: i32,
            _: (Score, Score),
            shared: Shared<'_>,
        ) -> Score {
            assert!(!self.0, "this one is faulty");
            while depth > 0 && !shared.control.is_over() {
                std::thread::yield_now();
            }
            0
        }
        fn pv(&self) -> &[Move] {
            &[]
        }
        fn nodes(&self) -> (u64, u64) {
            (0, 0)
        }
        fn seldepth(&self) -> usize {
            0
        }
        fn tell(&mut self, _: &Control<'_>) {}
    }

    #[test]
    fn a_panic_of_one_thread_ends_the_search_of_all() -> Result<(), NoEngine> {
        let game = begin::<Holywar>(crate::rules::variant::Opening::Start).expect("the start");
        // Thread 0 is the main thread, which does not wait for the end; the other threads do.
        for faulty in 0..4 {
            let mut table = TranspositionTable::new(1).ok_or(NoEngine::TranspositionTable(1))?;
            let number = AtomicUsize::new(0);
            let team = Team::new(4, 1 << 20, || Faulty(number.fetch_add(1, Ordering::Relaxed) == faulty));
            let mut team = team.ok_or(NoEngine::Search)?;
            let (limits, stop) = (Limits::default(), Stop::default());
            let searched = task::contain(|| {
                team.search(&mut table, (game.board(), &[]), (&limits, &stop), |_, _| None, &mut |_| ())
            });
            let why = searched.expect_err("it panics");
            assert!(why.to_string().contains("this one is faulty"), "{why}");
        }
        Ok(())
    }
}
