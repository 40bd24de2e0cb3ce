//! The search of one thread in a game for more than two seats, with four methods and one evaluation. Scores are
//! those of the searching seat; the methods differ in the model of the opponents.

use std::sync::Arc;

use super::evaluate::OUT;
use super::method::Method;
use super::prune::late_move_reduction;
use crate::engine::history::{ContinuationHistory, ContinuationIndex, History};
use crate::engine::limits::{Control, Limits};
use crate::engine::move_picker::{Hints, Lists, MovePicker};
use crate::engine::node_counter::NodeCounter;
use crate::engine::noise::Noise;
use crate::engine::root::Descent;
use crate::engine::score::{INFINITE, Score};
use crate::engine::transposition::{Bound, TableEntry, digest};
use crate::engine::two::worker::{MOST_PLIES, Shared};
use crate::eval::evaluate::Evaluate;
use crate::rules::board::{Board, Edit};
use crate::rules::mv::Move;
use crate::rules::side::{BySide, Side};
use crate::rules::zobrist::mix;

#[derive(Default, Debug)]
pub(in crate::engine) struct Frame {
    pub(in crate::engine) lists: Lists,
    pub(in crate::engine) line: Vec<Move>,
    killers: [Option<Move>; 2],
    index: Option<ContinuationIndex>,
}

/// How a move is searched.
#[derive(Clone, Copy)]
enum Asked {
    /// With the full window: it is the first move.
    Worth,
    /// The smaller score of two cases: the move is the answer of BRS+, or the answer is left to a later opponent.
    Either,
    /// With a null window, first reduced by this many plies.
    Better(i32),
}

/// The parameters of the search of a move.
#[derive(Clone, Copy)]
struct Step {
    asked: Asked,
    /// Does the searching seat make it?
    own: bool,
    /// Is it the answer of an opponent (BRS+)?
    answers: bool,
    /// The depth after the move.
    depth: i32,
    window: (Score, Score),
}

/// The search of one thread.
#[derive(Debug)]
pub struct MultiSearch<R: Evaluate> {
    pub(in crate::engine) method: Method,
    pub(in crate::engine) frames: Vec<Frame>,
    pub(in crate::engine) history: History,
    pub(in crate::engine) path: Vec<u64>,
    pub(in crate::engine) root: Side,
    root_depth: i32,
    pub(in crate::engine) counter: NodeCounter,
    deepest: usize,
    pub(in crate::engine) noise: Noise,
    rules: std::marker::PhantomData<fn() -> R>,
}

impl<R: Evaluate> MultiSearch<R> {
    /// A search with empty tables.
    pub(in crate::engine) fn new(method: Method, continuation: &Arc<ContinuationHistory>) -> MultiSearch<R> {
        let mut frames = Vec::new();
        frames.resize_with(MOST_PLIES + 4, Frame::default);
        MultiSearch {
            method,
            frames,
            history: History::new(R::tables().geometry.len(), R::SPEC.kinds.len(), Arc::clone(continuation)),
            path: Vec::new(),
            root: Side::FIRST,
            root_depth: 0,
            counter: NodeCounter::default(),
            deepest: 0,
            noise: Noise::default(),
            rules: std::marker::PhantomData,
        }
    }

    /// A search with tables of its own, for tests.
    #[cfg(test)]
    pub(in crate::engine) fn alone(method: Method) -> MultiSearch<R> {
        let continuation =
            ContinuationHistory::new(R::tables().geometry.len(), R::SPEC.kinds.len()).expect("a little memory");
        MultiSearch::new(method, &continuation)
    }

    pub(in crate::engine) fn key(&self, board: &Board<R>, used: bool) -> u64 {
        board.hash() ^ mix((self.root.index() as u64) << 8 | (self.method as u64) << 4 | u64::from(used))
    }

    /// A move picker for the seat to move; `best` is the digest of the transposition table move.
    pub(in crate::engine) fn ordered<'b>(
        &mut self,
        board: &'b Board<R>,
        ply: usize,
        best: u16,
    ) -> MovePicker<'b, R> {
        let mut lists = std::mem::take(&mut self.frames[ply].lists);
        lists.moves.clear();
        board.moves(&mut lists.moves);
        let row = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].index);
        let hints = Hints { best, killers: self.frames[ply].killers, before: [row(1), row(2)] };
        MovePicker::new(board, lists, hints)
    }

    pub(in crate::engine) fn keep_line(&mut self, ply: usize, mv: Move) {
        let (here, deeper) = self.frames.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&deeper[0].line);
    }

    pub(in crate::engine) fn enter_move(&mut self, next: &Board<R>, mv: Move, ply: usize) {
        self.frames[ply].index = Some(self.history.index(mv));
        self.path.push(next.hash());
    }

    pub(in crate::engine) fn enter_pass(&mut self, next: &Board<R>, ply: usize) {
        self.frames[ply].index = None;
        self.path.push(next.hash());
    }

    pub(in crate::engine) fn leave_move(&mut self) {
        self.path.pop();
    }

    pub(in crate::engine) fn learn(&mut self, board: &Board<R>, mv: Move, depth: i32, ply: usize) {
        if !board.is_quiet(mv) {
            if let Some(taken) = board.captured(mv) {
                self.history.update_capture(mv, taken, 100 * depth);
            }
            return;
        }
        let row = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].index);
        let before = [row(1), row(2)];
        self.history.update_quiet(board.turn(), mv, before, (120 * depth).min(1500));
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Counts the node. Returns its score if it need not be searched.
    pub(in crate::engine) fn arrive(
        &mut self,
        board: &Board<R>,
        ply: usize,
        shared: Shared<'_>,
    ) -> Option<BySide<Score>> {
        self.frames[ply].line.clear();
        self.deepest = self.deepest.max(ply);
        if self.counter.step(shared.control) {
            return Some(BySide::default());
        }
        self.settled(board, ply)
    }

    /// The score for the searching seat, if the opponents minimise it. `used` tells whether one of them has already
    /// answered its last move.
    pub(in crate::engine) fn value(
        &mut self,
        board: &Board<R>,
        depth: i32,
        ply: usize,
        (mut alpha, mut beta): (Score, Score),
        used: bool,
        shared: Shared<'_>,
    ) -> Score {
        if let Some(settled) = self.arrive(board, ply, shared) {
            return settled[self.root];
        }
        if !board.living().has(self.root) {
            return OUT + ply as Score;
        }
        let check = board.in_check(self.root);
        let depth = if check && (ply as i32) < 2 * self.root_depth + 4 { depth.max(1) } else { depth };
        if depth <= 0 || ply >= MOST_PLIES {
            return self.outlook(board, ply, (alpha, beta));
        }
        let own = board.turn() == self.root;
        let used = used && !own;
        let key = self.key(board, used);
        let entry = shared.table.probe(key, ply);
        if let Some(entry) = entry
            && entry.depth >= depth
            && beta == alpha + 1
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }
        if self.method == Method::BestReply && !own {
            return self.reply(board, depth, ply, (alpha, beta), shared);
        }
        let rivals = board.checked_of(board.living().without(self.root));
        let checked = if check { rivals.with(self.root) } else { rivals };
        let glance = if beta > alpha + 1 { None } else { self.glance(board, checked, (depth, ply), beta, shared) };
        if let Some(score) = glance.and_then(|glance| glance.settles(beta)) {
            return score;
        }
        let first = (alpha, beta);
        let mut order = self.ordered(board, ply, entry.map_or(0, |entry| entry.mv));
        let mut best = if own { -INFINITE } else { INFINITE };
        let mut best_move = None;
        let mut count: usize = 0;
        let last = board.living().after(board.turn()) == self.root;
        // BRS+: any one opponent may answer; the others play the first move of the ordering.
        let answers = self.method == Method::BestReplyPlus && !own;
        let most = if answers && used { 1 } else { usize::MAX };
        while let Some(mv) = order.take(&self.history) {
            count += 1;
            let quiet = board.is_quiet(mv);
            let waits = answers && !used && count == 1 && !last;
            if let Some(glance) = glance
                && !waits
                && (quiet || count > 1)
                && let Some(score) = glance.rejects(board, mv, beta)
            {
                best = if own { best.max(score) } else { best.min(score) };
                continue;
            }
            // Late move pruning: late quiet moves at the horizon are skipped.
            if depth == 1 && quiet && count > 12 && !checked.has(board.turn()) {
                continue;
            }
            let next = board.after(mv);
            if !own && count > 1 && !checked.has(board.turn()) && self.is_unwanted(board, mv, &next) {
                continue;
            }
            self.enter_move(&next, mv, ply);
            let asked = match count {
                1 if waits => Asked::Either,
                1 => Asked::Worth,
                _ if quiet && count > 2 => Asked::Better(late_move_reduction(depth, count as i32, order.rank())),
                _ => Asked::Better(0),
            };
            let step = Step { asked, own, answers, depth: depth - 1, window: (alpha, beta) };
            let score = self.follow(&next, ply + 1, step, shared);
            self.leave_move();
            if shared.control.is_over() {
                break;
            }
            if own && score > best || !own && score < best {
                best = score;
                best_move = Some(mv);
                self.keep_line(ply, mv);
            }
            if own {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                self.learn(board, mv, depth, ply);
                break;
            }
            if count >= most {
                break;
            }
        }
        self.frames[ply].lists = order.lists();
        if count == 0 || shared.control.is_over() {
            return 0;
        }
        let bound = Bound::of(best, first);
        let mv = best_move.map_or(0, digest);
        shared.table.store(key, ply, TableEntry { mv, score: best, evaluation: 0, depth, bound });
        best
    }

    /// The score of a move that leads to this position: principal variation search with late move reductions. All
    /// moves but the first are searched with a null window first.
    fn follow(&mut self, next: &Board<R>, ply: usize, step: Step, shared: Shared<'_>) -> Score {
        let Step { asked, own, answers, depth, window: (alpha, beta) } = step;
        let look = |elder: &mut Self, depth, window, used| elder.value(next, depth, ply, window, used, shared);
        let less = match asked {
            Asked::Worth => return look(self, depth, (alpha, beta), answers),
            Asked::Either => {
                let left = look(self, depth, (alpha, beta), false);
                return left.min(look(self, depth, (alpha, beta), true));
            }
            Asked::Better(less) => less,
        };
        let narrow = if own { (alpha, alpha + 1) } else { (beta - 1, beta) };
        let better = |score: Score| if own { score > alpha } else { score < beta };
        let mut score = look(self, depth - less, narrow, answers);
        if less > 0 && better(score) {
            score = look(self, depth, narrow, answers);
        }
        if better(score) && beta > alpha + 1 {
            score = look(self, depth, (alpha, beta), answers);
        }
        score
    }

    /// The answer of best reply search: the opponent's move that hurts most; all others pass.
    fn reply(
        &mut self,
        board: &Board<R>,
        depth: i32,
        ply: usize,
        (alpha, mut beta): (Score, Score),
        shared: Shared<'_>,
    ) -> Score {
        let mut best = INFINITE;
        let others = board.living().without(self.root);
        for side in others.iter() {
            let mut seated = *board;
            let mut edit = Edit::new(&mut seated);
            edit.set_turn(side);
            R::begin_turn(&mut edit);
            if !seated.living().has(self.root) {
                return OUT + ply as Score;
            }
            let mut order = self.ordered(&seated, ply, 0);
            let mut count = 0;
            while let Some(mv) = order.take(&self.history) {
                count += 1;
                if depth == 1 && count > 12 && seated.is_quiet(mv) {
                    continue;
                }
                let mut next = seated.after(mv);
                let mut edit = Edit::new(&mut next);
                edit.set_turn(self.root);
                if R::won(edit.board()).is_none() {
                    R::begin_turn(&mut edit);
                }
                self.enter_move(&next, mv, ply);
                let score = self.value(&next, depth - 1, ply + 1, (alpha, beta), false, shared);
                self.leave_move();
                if shared.control.is_over() {
                    break;
                }
                if score < best {
                    best = score;
                    self.keep_line(ply, mv);
                }
                beta = beta.min(best);
                if alpha >= beta {
                    self.learn(&seated, mv, depth, ply);
                    break;
                }
            }
            self.frames[ply].lists = order.lists();
            if alpha >= beta || shared.control.is_over() {
                break;
            }
        }
        best
    }
}

impl<R: Evaluate> Descent<R> for MultiSearch<R> {
    fn forget(&mut self, common: bool) {
        self.history.clear(common);
    }

    fn begin(&mut self, root: Side, past: &[u64], limits: &Limits) {
        self.path.clear();
        self.path.extend_from_slice(past);
        self.history.age();
        self.frames.iter_mut().for_each(|frame| frame.killers = [None; 2]);
        (self.counter, self.deepest) = (NodeCounter::default(), 0);
        (self.root, self.noise) = (root, Noise::of(limits));
    }

    fn enter(&mut self, _: &Board<R>, depth: i32) {
        self.root_depth = depth;
    }

    fn child(
        &mut self,
        board: &Board<R>,
        mv: Move,
        depth: i32,
        window: (Score, Score),
        shared: Shared<'_>,
    ) -> Score {
        let next = board.after(mv);
        self.enter_move(&next, mv, 0);
        let score = if self.method == Method::MaxN {
            self.everyone(&next, depth, 1, shared)[self.root]
        } else {
            self.value(&next, depth, 1, window, false, shared)
        };
        self.leave_move();
        score
    }

    fn line(&self) -> &[Move] {
        &self.frames[1].line
    }

    fn nodes(&self) -> (u64, u64) {
        (self.counter.nodes(), 0)
    }

    fn deepest(&self) -> usize {
        self.deepest
    }

    fn tell(&mut self, control: &Control<'_>) {
        self.counter.tell(control);
    }
}
