//! The thinker of games for two: one table, a worker for each thread.

use super::limits::{Control, Limits, Stop};
use super::root::{Descent, RootMove, deepen, is_enough};
use super::score::Score;
use super::table::Table;
use super::thinker::{Line, Means, Report, Thinker};
use super::worker::{Shared, Worker};
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::BySide;
use crate::rules::timeline::Timeline;

/// Chooses moves in a game for two.
#[derive(Debug)]
pub struct Brain<R: Rules> {
    table: Table,
    workers: Vec<Worker<R>>,
}

impl<R: Rules> Brain<R> {
    /// One that knows nothing yet.
    pub fn new(means: Means) -> Brain<R> {
        let workers = (0..means.threads.max(1)).map(|_| Worker::new()).collect();
        Brain { table: Table::new(means.megabytes), workers }
    }

    /// Looks for the best move of a position with its past.
    pub fn search(
        &mut self,
        board: &Board<R>,
        past: &[u64],
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Move> {
        let mut moves: Vec<RootMove> = limits.of_legal(board.legal()).into_iter().map(RootMove::new).collect();
        moves.first()?;
        self.table.grow_older();
        let control = Control::new(limits, stop);
        let shared = Shared { table: &self.table, control: &control };
        let (main, helpers) = self.workers.split_first_mut()?;
        let copy = moves.clone();
        std::thread::scope(|scope| {
            for (number, helper) in helpers.iter_mut().enumerate() {
                let mut moves = copy.clone();
                helper.begin(board.turn(), past, limits);
                let first = 1 + (number as i32 + 1) % 2;
                scope.spawn(move || {
                    deepen(helper, board, &mut moves, limits, (shared, first), &mut |_, _, _| true);
                    helper.meter.tell(shared.control);
                });
            }
            main.begin(board.turn(), past, limits);
            let (mut steady, mut best) = (0, None);
            deepen(main, board, &mut moves, limits, (shared, 1), &mut |worker, depth, moves| {
                steady = if best == Some(moves[0].mv) { steady + 1 } else { 0 };
                best = Some(moves[0].mv);
                report(&told(worker, depth, moves, limits, shared, |_| None));
                !is_enough(limits, &control, depth, moves, steady)
            });
            main.meter.tell(shared.control);
            control.end();
        });
        moves.first().map(|root| root.mv)
    }
}

/// How far a search has got. `seats` says what a line is worth to each seat.
pub(super) fn told<R: Rules>(
    descent: &impl Descent<R>,
    depth: i32,
    moves: &[RootMove],
    limits: &Limits,
    shared: Shared<'_>,
    seats: impl Fn(&RootMove) -> Option<BySide<Score>>,
) -> Report {
    let line = |root: &RootMove| Line { score: root.score, seats: seats(root), moves: root.line.clone() };
    let (nodes, quiet_nodes) = descent.nodes();
    Report {
        depth: depth as u32,
        deepest: descent.deepest() as u32,
        lines: moves.iter().take(limits.lines.max(1)).map(line).collect(),
        nodes: shared.control.nodes().max(nodes),
        quiet_nodes,
        time: shared.control.elapsed(),
        fill: shared.table.fill(),
    }
}

impl<R: Rules> Thinker for Brain<R> {
    fn think(
        &mut self,
        position: &dyn Position,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Move> {
        let game = position.as_any().downcast_ref::<Timeline<R>>()?;
        if game.outcome().is_some() {
            return None;
        }
        self.search(game.board(), &game.hashes(), limits, stop, report)
    }

    fn forget(&mut self) {
        self.table.clear();
        self.workers.iter_mut().for_each(Worker::clear);
    }
}
