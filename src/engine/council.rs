//! The thinker of games for more than two. Once only two seats are left it hands over to the
//! thinker of games for two.

use super::brain::{Brain, told};
use super::elder::Elder;
use super::hunt::Hunt;
use super::limits::{Control, Limits, Stop};
use super::method::Method;
use super::noise::Noise;
use super::root::{RootMove, deepen, is_enough};
use super::score::{DECIDED, INFINITE, Score, plies_to_end};
use super::table::Table;
use super::thinker::{Means, Report, Thinker};
use super::worker::Shared;
use crate::rules::game::Rules;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side, Sides};
use crate::rules::timeline::Timeline;

/// Chooses moves in a game for more than two.
#[derive(Debug)]
pub struct Council<R: Rules> {
    table: Table,
    elders: Vec<Elder<R>>,
    duel: Brain<R>,
}

impl<R: Rules> Council<R> {
    /// One that knows nothing yet.
    pub fn new(means: Means, method: Method) -> Council<R> {
        let elders = (0..means.threads.max(1)).map(|_| Elder::new(method)).collect();
        Council { table: Table::new(means.megabytes), elders, duel: Brain::new(means) }
    }

    /// Looks for the best move of a hunt. Only the first move of a line is told, for the rest leaves seats
    /// out, and the fall of one of many is not told as the end.
    fn hunt(
        &mut self,
        hunt: &Hunt<R>,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Move> {
        let asked = |mv: &Move| limits.moves.is_empty() || limits.moves.contains(mv);
        let moves: Vec<Move> = hunt.moves.iter().copied().filter(asked).collect();
        let moves = if moves.is_empty() { limits.moves.clone() } else { moves };
        let limits = Limits { moves, ..limits.clone() };
        self.duel.search(&hunt.board, &[], &limits, stop, &mut |told| {
            let mut told = told.clone();
            for line in &mut told.lines {
                line.moves.truncate(1);
                line.score = line.score.clamp(1 - DECIDED, DECIDED - 1);
            }
            report(&told);
        })
    }
}

impl<R: Rules> Thinker for Council<R> {
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
        let (board, past) = (game.board(), game.hashes());
        if board.living().count() <= 2 {
            return self.duel.search(board, &past, limits, stop, report);
        }
        if let Some(hunt) = Hunt::of(board, &past)
            && let Some(mv) = self.hunt(&hunt, limits, stop, report)
        {
            return Some(mv);
        }
        let wanted = |mv: &Move| limits.moves.is_empty() || limits.moves.contains(mv);
        let root = |mv| RootMove { mv, score: -INFINITE, before: -INFINITE, line: vec![mv], nodes: 0 };
        let mut moves: Vec<RootMove> = board.legal().into_iter().filter(wanted).map(root).collect();
        moves.first()?;
        self.table.grow_older();
        let control = Control::new(limits, stop);
        let shared = Shared { table: &self.table, control: &control };
        let (main, helpers) = self.elders.split_first_mut()?;
        let copy = moves.clone();
        std::thread::scope(|scope| {
            for (number, helper) in helpers.iter_mut().enumerate() {
                let mut moves = copy.clone();
                helper.begin(board.turn(), &past, Noise::of(limits));
                let first = 1 + (number as i32 + 1) % 2;
                scope.spawn(move || {
                    deepen(helper, board, &mut moves, limits, (shared, first), &mut |_, _, _| true);
                    helper.tell(shared);
                });
            }
            main.begin(board.turn(), &past, Noise::of(limits));
            let (mut steady, mut best) = (0, None);
            deepen(main, board, &mut moves, limits, (shared, 1), &mut |elder: &Elder<R>, depth, moves| {
                steady = if best == Some(moves[0].mv) { steady + 1 } else { 0 };
                best = Some(moves[0].mv);
                let seats = |root: &RootMove| {
                    // What each seat has at the end of the line.
                    let end = root.line.iter().fold(*board, |at, &mv| at.after(mv));
                    let mut seats = elder.settled(&end, root.line.len()).unwrap_or_else(|| elder.evaluate(&end));
                    seats[board.turn()] = root.score;
                    Some(compared(seats, end.living()))
                };
                report(&told(elder, depth, moves, limits, shared, seats));
                !is_enough(limits, &control, depth, moves, steady)
            });
            main.tell(shared);
            control.end();
        });
        moves.first().map(|root| root.mv)
    }

    fn forget(&mut self) {
        self.table.clear();
        self.elders.iter_mut().for_each(Elder::clear);
        self.duel.forget();
    }
}

/// What each seat has compared with what the living have on average: to each of them the others'
/// troubles are as good as its own gains.
fn compared(mut seats: BySide<Score>, living: Sides) -> BySide<Score> {
    let open: Vec<Side> = living.iter().filter(|&side| plies_to_end(seats[side]).is_none()).collect();
    let average = open.iter().map(|&side| seats[side]).sum::<Score>() / (open.len() as Score).max(1);
    for side in open {
        seats[side] -= average;
    }
    seats
}
