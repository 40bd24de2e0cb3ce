//! All threads of a search: each goes deeper by itself, and they share one table.

use super::limits::{Control, Limits, Stop};
use super::root::{Descent, RootMove, deepen, is_enough};
use super::score::Score;
use super::table::Table;
use super::thinker::{Line, Report};
use super::worker::Shared;
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::mv::Move;
use crate::rules::side::BySide;

/// Somebody for each thread.
#[derive(Debug)]
pub(super) struct Team<D> {
    members: Vec<D>,
}

impl<D: Send> Team<D> {
    /// So many of them, and at least one.
    pub(super) fn new(threads: usize, member: impl Fn() -> D) -> Team<D> {
        Team { members: (0..threads.max(1)).map(|_| member()).collect() }
    }

    /// Another game begins.
    pub(super) fn forget<R: Rules>(&mut self)
    where
        D: Descent<R>,
    {
        self.members.iter_mut().for_each(Descent::forget);
    }

    /// Looks for the best move of a position with its past. The first thread tells how far it has got, and
    /// `seats` what a line of its is worth to each seat.
    pub(super) fn search<R: Rules>(
        &mut self,
        table: &mut Table,
        (board, past): (&Board<R>, &[u64]),
        (limits, stop): (&Limits, &Stop),
        seats: impl Fn(&D, &RootMove) -> Option<BySide<Score>>,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Move>
    where
        D: Descent<R>,
    {
        let limits = &limits.at(board);
        let mut moves: Vec<RootMove> = limits.of_legal(board.legal()).into_iter().map(RootMove::new).collect();
        moves.first()?;
        table.grow_older();
        let control = Control::new(limits, stop);
        let shared = Shared { table, control: &control };
        let (main, helpers) = self.members.split_first_mut()?;
        let copy = moves.clone();
        std::thread::scope(|scope| {
            for (number, helper) in helpers.iter_mut().enumerate() {
                let mut moves = copy.clone();
                helper.begin(board.turn(), past, limits);
                // Half of the threads are a ply ahead, so that not all look at the same.
                let first = 1 + (number as i32 + 1) % 2;
                scope.spawn(move || {
                    deepen(helper, board, &mut moves, limits, (shared, first), &mut |_, _, _| true);
                    helper.tell(shared.control);
                });
            }
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
                    deepest: main.deepest() as u32,
                    lines: moves.iter().take(limits.lines.max(1)).map(line).collect(),
                    nodes: control.nodes().max(nodes),
                    quiet_nodes,
                    time: control.elapsed(),
                    fill: shared.table.fill(),
                });
                !is_enough(limits, &control, depth, moves, steady)
            });
            main.tell(&control);
            control.end();
        });
        moves.first().map(|root| root.mv)
    }
}
