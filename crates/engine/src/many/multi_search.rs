//! The search of one thread in a game for more than two seats, with four methods and one evaluation. Scores are
//! those of the searching seat; the methods differ in the model of the opponents.

use std::sync::Arc;

use super::method::Method;
use super::params::{CAPTURE_BONUS, ELIMINATED, HISTORY_BONUS, HISTORY_BONUS_MAX, LMR_MOVES};
use super::reduce::late_move_reduction;
use super::score_cache::ScoreCache;
use crate::eval::evaluate::Evaluate;
use crate::eval::net::SeatAccumulator;
use crate::history::{ContinuationHistory, History};
use crate::limits::{Control, Limits};
use crate::move_picker::{Hints, MovePicker};
use crate::node_counter::NodeCounter;
use crate::noise::Noise;
use crate::path::Path;
use crate::root::{Shared, ThreadSearch};
use crate::rules::board::Board;
use crate::rules::mv::Move;
use crate::rules::side::{BySide, Side};
use crate::rules::tables::Tables;
use crate::rules::visits::Visit;
use crate::rules::zobrist::mix;
use crate::score::{INFINITE, Score};
use crate::stack::{MAX_PLY, Stack};
use crate::transposition::{Bound, TableEntry, digest};

/// How a move is searched.
#[derive(Clone, Copy)]
enum SearchKind {
    /// With the full window: it is the first move.
    Full,
    /// The smaller score of two cases: the move is the answer of BRS+, or the answer is left to a later opponent.
    Either,
    /// With a null window, first reduced by this many plies.
    Scout(i32),
}

impl SearchKind {
    /// The search of move number `count` of a node with this rank in the move ordering.
    fn scout(quiet: bool, depth: i32, count: usize, rank: i32) -> SearchKind {
        let late = quiet && count > LMR_MOVES;
        SearchKind::Scout(if late { late_move_reduction(depth, count as i32, rank) } else { 0 })
    }
}

/// The parameters of the search of a move.
#[derive(Clone, Copy)]
struct Step {
    kind: SearchKind,
    /// Does the searching seat make it?
    own: bool,
    /// Is it the answer of an opponent (BRS+)?
    answers: bool,
    /// The depth after the move.
    depth: i32,
    window: (Score, Score),
}

/// A capture by a seat that may not be to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capture {
    /// The value of the captured piece.
    pub(super) taken: Score,
    /// The value of the piece that captures.
    pub(super) with: Score,
    pub(super) mv: Move,
}

/// The search of one thread.
#[derive(Debug)]
pub struct MultiSearch<R: Evaluate> {
    pub(crate) method: Method,
    pub(crate) stack: Stack,
    pub(crate) history: History,
    pub(crate) path: Path,
    pub(crate) root: Side,
    pub(super) root_depth: i32,
    pub(crate) counter: NodeCounter,
    seldepth: usize,
    pub(super) accumulator: SeatAccumulator<R>,
    /// A buffer for the captures at the horizon.
    pub(super) captures: Vec<Capture>,
    pub(super) scores: ScoreCache,
    pub(crate) noise: Noise,
    rules: std::marker::PhantomData<fn() -> R>,
}

impl<R: Evaluate> MultiSearch<R> {
    /// A search with empty tables.
    pub(crate) fn new(
        tables: &'static Tables<R>,
        method: Method,
        continuation: &Arc<ContinuationHistory>,
    ) -> MultiSearch<R> {
        MultiSearch {
            method,
            stack: Stack::new(),
            history: History::new(tables.geometry.len(), tables.spec().kinds.len(), Arc::clone(continuation)),
            path: Path::default(),
            root: Side::FIRST,
            root_depth: 0,
            counter: NodeCounter::default(),
            seldepth: 0,
            accumulator: SeatAccumulator::default(),
            captures: Vec::new(),
            scores: ScoreCache::new(),
            noise: Noise::default(),
            rules: std::marker::PhantomData,
        }
    }

    /// A search with tables of its own, for tests and for the trainer.
    pub fn alone(tables: &'static Tables<R>, method: Method) -> MultiSearch<R> {
        let continuation =
            ContinuationHistory::new(tables.geometry.len(), tables.spec().kinds.len()).expect("a little memory");
        MultiSearch::new(tables, method, &continuation)
    }

    pub(crate) fn table_key(&self, board: &Board<R>, used: bool) -> u64 {
        board.hash() ^ mix((self.root.index() as u64) << 8 | (self.method as u64) << 4 | u64::from(used))
    }

    /// A move picker for the seat to move; `best` is the digest of the transposition table move.
    pub(crate) fn picker<'b>(&mut self, board: &'b Board<R>, ply: usize, best: u16) -> MovePicker<'b, R> {
        let mut lists = std::mem::take(&mut self.stack[ply].lists);
        lists.moves.clear();
        board.moves(&mut lists.moves);
        let before = self.stack.continuation(ply);
        let hints = Hints { best, killers: self.stack[ply].killers, before };
        MovePicker::new(board, lists, hints)
    }

    pub(crate) fn enter_move(&mut self, next: &Board<R>, mv: Move, ply: usize) {
        self.stack[ply].index = Some(self.history.index(mv));
        self.path.push(next.hash());
    }

    pub(crate) fn enter_pass(&mut self, next: &Board<R>, ply: usize) {
        self.stack[ply].index = None;
        self.path.push(next.hash());
    }

    pub(crate) fn leave_move(&mut self) {
        self.path.pop();
    }

    pub(crate) fn update_history(&mut self, board: &Board<R>, mv: Move, depth: i32, ply: usize) {
        if !board.is_quiet(mv) {
            if let Some(taken) = board.captured(mv) {
                self.history.update_capture(mv, taken, CAPTURE_BONUS * depth);
            }
            return;
        }
        let before = self.stack.continuation(ply);
        self.history.update_quiet(board.turn(), mv, before, (HISTORY_BONUS * depth).min(HISTORY_BONUS_MAX));
        self.stack.add_killer(ply, mv);
    }

    /// Counts the node. Returns its score if it need not be searched.
    pub(crate) fn enter_node(&mut self, board: &Board<R>, ply: usize, shared: Shared<'_>) -> Option<BySide<Score>> {
        self.stack[ply].pv.clear();
        self.seldepth = self.seldepth.max(ply);
        if self.counter.step(shared.control) {
            return Some(BySide::default());
        }
        self.settled(board, ply)
    }

    /// The score for the searching seat, if the opponents minimise it. `used` tells whether one of them has already
    /// answered its last move.
    pub(crate) fn search(
        &mut self,
        board: &Board<R>,
        depth: i32,
        ply: usize,
        (mut alpha, mut beta): (Score, Score),
        used: bool,
        shared: Shared<'_>,
    ) -> Score {
        if let Some(settled) = self.enter_node(board, ply, shared) {
            return settled[self.root];
        }
        if !board.living().has(self.root) {
            return ELIMINATED + ply as Score;
        }
        let check = board.in_check(self.root);
        let depth = self.extended(depth, ply, check);
        if depth <= 0 || ply >= MAX_PLY {
            return self.leaf_score(board, (alpha, beta));
        }
        let (own, narrow) = (board.turn() == self.root, beta == alpha + 1);
        let used = used && !own;
        let key = self.table_key(board, used);
        let entry = shared.table.probe(key, ply);
        if let Some(entry) = entry
            && entry.depth >= depth
            && narrow
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }
        if self.method == Method::BestReply && !own {
            return self.best_reply(board, depth, ply, (alpha, beta), shared);
        }
        let rivals = board.checked_of(board.living().without(self.root));
        let checked = if check { rivals.with(self.root) } else { rivals };
        let pruning = if narrow { self.pruning(board, checked, (depth, ply), beta, shared) } else { None };
        if let Some(score) = pruning.and_then(|pruning| pruning.settles(beta)) {
            return score;
        }
        let first = (alpha, beta);
        // BRS+: any one opponent may answer; the others play the first move of the ordering.
        let answers = self.method == Method::BestReplyPlus && !own;
        let may_wait = answers && !used && board.living().after(board.turn()) != self.root;
        // Where futility pruning rejects all quiet moves, their common bound is the score that other moves have to beat.
        let rejected = pruning.filter(|_| !may_wait).and_then(|pruning| pruning.rejects_quiet(beta));
        let mut picker = self.picker(board, ply, entry.map_or(0, |entry| entry.mv));
        let mut best = rejected.unwrap_or(if own { -INFINITE } else { INFINITE });
        let mut best_move = None;
        let mut count: usize = 0;
        while let Some(mv) = picker.next_move(&self.history) {
            count += 1;
            let quiet = board.is_quiet(mv);
            let waits = may_wait && count == 1;
            // Without such a bound the first move is searched in any case, so that the node has a score.
            let exempt = count == 1 && rejected.is_none();
            if let Some(pruning) = pruning
                && !waits
                && (quiet || !exempt)
                && let Some(score) = pruning.rejects(board, mv, beta)
            {
                best = if own { best.max(score) } else { best.min(score) };
                continue;
            }
            // Late move pruning, and moves that an opponent does not want.
            if !checked.has(board.turn())
                && (quiet && self.is_late(board, mv, count, depth)
                    || !own && !exempt && self.is_unwanted(board, mv))
            {
                continue;
            }
            let next = board.after(mv);
            self.enter_move(&next, mv, ply);
            let kind = match count {
                1 if waits => SearchKind::Either,
                1 => SearchKind::Full,
                _ => SearchKind::scout(quiet, depth, count, picker.rank()),
            };
            let step = Step { kind, own, answers, depth: depth - 1, window: (alpha, beta) };
            let score = self.search_move(&next, ply + 1, step, shared);
            self.leave_move();
            if shared.control.is_over() {
                break;
            }
            if own && score > best || !own && score < best {
                best = score;
                best_move = Some(mv);
                self.stack.update_pv(ply, mv);
            }
            if own {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                self.update_history(board, mv, depth, ply);
                break;
            }
            if answers && used {
                break;
            }
        }
        self.stack[ply].lists = picker.lists();
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
    fn search_move(&mut self, next: &Board<R>, ply: usize, step: Step, shared: Shared<'_>) -> Score {
        let Step { kind, own, answers, depth, window: (alpha, beta) } = step;
        let look = |search: &mut Self, depth, window, used| search.search(next, depth, ply, window, used, shared);
        let less = match kind {
            SearchKind::Full => return look(self, depth, (alpha, beta), answers),
            SearchKind::Either => {
                let left = look(self, depth, (alpha, beta), false);
                return left.min(look(self, depth, (alpha, beta), true));
            }
            SearchKind::Scout(less) => less,
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
}

impl<R: Evaluate> ThreadSearch<R> for MultiSearch<R> {
    fn forget(&mut self, common: bool) {
        self.history.clear(common);
    }

    fn begin(&mut self, root: Side, past: &[Visit], limits: &Limits) {
        self.path.restart(past);
        self.history.age();
        self.stack.clear_killers();
        (self.counter, self.seldepth) = (NodeCounter::default(), 0);
        (self.root, self.noise) = (root, Noise::of(limits));
        self.accumulator = SeatAccumulator::new([root]);
        self.scores.clear();
    }

    fn start_iteration(&mut self, _: &Board<R>, depth: i32) {
        self.root_depth = depth;
    }

    fn search_root_move(
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
            self.max_n(&next, depth, 1, shared)[self.root]
        } else {
            self.search(&next, depth, 1, window, false, shared)
        };
        self.leave_move();
        score
    }

    fn pv(&self) -> &[Move] {
        &self.stack[1].pv
    }

    fn nodes(&self) -> (u64, u64) {
        (self.counter.nodes(), 0)
    }

    fn seldepth(&self) -> usize {
        self.seldepth
    }

    fn tell(&mut self, control: &Control<'_>) {
        self.counter.tell(control);
    }
}
