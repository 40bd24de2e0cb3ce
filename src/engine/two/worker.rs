//! One thread's search of a game for two: what it carries from node to node.

use std::sync::Arc;

use super::search::Window;
use crate::engine::history::{Followers, History, Row};
use crate::engine::limits::{Control, Limits};
use crate::engine::move_picker::Lists;
use crate::engine::node_counter::NodeCounter;
use crate::engine::noise::Noise;
use crate::engine::root::Descent;
use crate::engine::score::{DECIDED, DRAW, Score};
use crate::engine::target_filter::TargetFilter;
use crate::engine::transposition::TranspositionTable;
use crate::rules::bits::SquareSet;
use crate::rules::board::{Board, Edit};
use crate::rules::game::Rules;
use crate::rules::mv::Move;
use crate::rules::net::Accumulator;
use crate::rules::side::Side;

/// The most plies a line can have.
pub const MOST_PLIES: usize = 120;

/// What is kept for each ply of the line being looked at.
#[derive(Default, Debug)]
pub(in crate::engine) struct Frame {
    pub(in crate::engine) lists: Lists,
    pub(in crate::engine) tried: Vec<Move>,
    pub(in crate::engine) line: Vec<Move>,
    pub(in crate::engine) killers: [Option<Move>; 2],
    pub(in crate::engine) row: Option<Row>,
    pub(in crate::engine) evaluation: Score,
    /// A move that is left out, to see whether there is another like it.
    pub(in crate::engine) excluded: Option<Move>,
}

/// One thread's search.
#[derive(Debug)]
pub struct Worker<R: Rules> {
    pub(in crate::engine) frames: Vec<Frame>,
    pub(in crate::engine) history: History,
    /// The positions of the game and of the line, for repetition.
    pub(in crate::engine) path: Vec<u64>,
    pub(in crate::engine) counter: NodeCounter,
    pub(in crate::engine) quiet_nodes: u64,
    pub(in crate::engine) deepest: usize,
    contempt: Score,
    root: Side,
    noise: Noise,
    pub(in crate::engine) root_depth: i32,
    accumulator: Accumulator<R>,
}

/// What a search looks at but does not own.
#[derive(Clone, Copy, Debug)]
pub struct Shared<'a> {
    /// The table of positions.
    pub table: &'a TranspositionTable,
    /// What ends the search.
    pub control: &'a Control<'a>,
}

impl<R: Rules> Worker<R> {
    /// A thread that knows nothing yet.
    pub(in crate::engine) fn new(followers: &Arc<Followers>) -> Worker<R> {
        let mut frames = Vec::new();
        frames.resize_with(MOST_PLIES + 4, Frame::default);
        Worker {
            frames,
            history: History::new(R::tables().geometry.len(), R::SPEC.kinds.len(), Arc::clone(followers)),
            path: Vec::new(),
            counter: NodeCounter::default(),
            quiet_nodes: 0,
            deepest: 0,
            contempt: 0,
            root: Side::FIRST,
            noise: Noise::default(),
            root_depth: 0,
            accumulator: Accumulator::default(),
        }
    }

    /// What the position is worth to the seat to move.
    pub(in crate::engine) fn evaluate(&mut self, board: &Board<R>) -> Score {
        let side = board.turn();
        let against = board.living().after(side);
        let mut score = board.lead(against, &mut self.accumulator);
        let better = if score >= 0 { side } else { against };
        score = score * R::prospects(board, better) / 64;
        // What has been quiet for long will be drawn.
        let plies = board.plies() as Score;
        let most = R::SPEC.draw_plies as Score;
        score = score * (2 * most - plies) / (2 * most);
        score += self.noise.error(board, side);
        score.clamp(1 - DECIDED, DECIDED - 1)
    }

    /// Is the position one that cannot be won any more, or that has been before?
    pub(in crate::engine) fn is_drawn(&self, board: &Board<R>) -> bool {
        let plies = board.plies() as usize;
        if plies >= R::SPEC.draw_plies as usize || R::dead(board) {
            return true;
        }
        // The path ends with this position; the same seat is to move an even number of plies back.
        let before = &self.path[..self.path.len() - 1];
        let window = before.iter().rev().take(plies);
        plies >= 4 && window.skip(3).step_by(2).any(|&hash| hash == board.hash())
    }

    /// What a draw is worth to the seat to move, with a little chance, so that threads look at
    /// different lines.
    pub(in crate::engine) fn draw(&self, board: &Board<R>) -> Score {
        let contempt = if board.turn() == self.root { -self.contempt } else { self.contempt };
        DRAW + contempt + (self.counter.nodes() & 2) as Score - 1
    }

    /// Can the seat to move win at once, other than by mate?
    pub(in crate::engine) fn wins_now(&mut self, board: &Board<R>, ply: usize) -> Option<Move> {
        let goals = R::goals(board);
        if goals.is_empty() {
            return None;
        }
        let mut list = std::mem::take(&mut self.frames[ply].lists.moves);
        list.clear();
        board.moves(&mut TargetFilter { on: goals, tactical: false, list: &mut list });
        let turn = board.turn();
        let wins = |mv: &Move| R::won(&board.after(*mv)).is_some_and(|(winner, _)| winner == turn);
        let found = list.iter().copied().find(wins);
        self.frames[ply].lists.moves = list;
        found
    }

    /// Would the other side win at once, other than by mate, if the turn were passed?
    pub(in crate::engine) fn is_threatened(&mut self, board: &Board<R>, ply: usize) -> bool {
        let mut passed = *board;
        let other = board.living().after(board.turn());
        Edit::new(&mut passed).set_turn(other);
        !R::goals(&passed).is_empty() && self.wins_now(&passed, ply).is_some()
    }

    /// The rows of what followed the last two plies.
    pub(in crate::engine) fn before(&self, ply: usize) -> [Option<Row>; 2] {
        let row = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].row);
        [row(1), row(2)]
    }

    /// Keeps the best line: this move and what follows it.
    pub(in crate::engine) fn keep_line(&mut self, ply: usize, mv: Move) {
        let (here, deeper) = self.frames.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&deeper[0].line);
    }
}

impl<R: Rules> Descent<R> for Worker<R> {
    fn forget(&mut self, common: bool) {
        self.history.clear(common);
    }

    fn begin(&mut self, root: Side, past: &[u64], limits: &Limits) {
        self.path.clear();
        self.path.extend_from_slice(past);
        self.history.fade();
        self.frames.iter_mut().for_each(|frame| frame.killers = [None; 2]);
        (self.counter, self.quiet_nodes, self.deepest) = (NodeCounter::default(), 0, 0);
        self.noise = Noise::of(limits);
        (self.contempt, self.root) = (limits.contempt, root);
    }

    fn enter(&mut self, board: &Board<R>, depth: i32) {
        self.root_depth = depth;
        self.frames[0].evaluation = self.evaluate(board);
    }

    fn child(
        &mut self,
        board: &Board<R>,
        mv: Move,
        depth: i32,
        (alpha, beta): (Score, Score),
        shared: Shared<'_>,
    ) -> Score {
        let next = board.after(mv);
        self.frames[0].row = Some(self.history.row(mv));
        self.path.push(next.hash());
        let window = Window { alpha: -beta, beta: -alpha, cut: beta == alpha + 1 };
        let score = if window.cut {
            -self.node::<false>(&next, depth, 1, window, shared)
        } else {
            -self.node::<true>(&next, depth, 1, window, shared)
        };
        self.path.pop();
        score
    }

    fn line(&self) -> &[Move] {
        &self.frames[1].line
    }

    fn nodes(&self) -> (u64, u64) {
        (self.counter.nodes(), self.quiet_nodes)
    }

    fn deepest(&self) -> usize {
        self.deepest
    }

    fn tell(&mut self, control: &Control<'_>) {
        self.counter.tell(control);
    }
}
