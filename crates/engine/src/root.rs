//! The root of the search: iterative deepening over the root moves, with aspiration windows and multiple lines.

use std::cmp::Reverse;

use super::limits::{Control, Limits};
use super::score::{DECIDED, INFINITE, Score, WIN};
use super::stack::MAX_PLY;
use super::transposition::TranspositionTable;
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::mv::Move;
use crate::rules::outcome::Cause;
use crate::rules::side::Side;
use crate::rules::visits::Visit;

#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Its score for the moving seat at the current depth.
    pub(crate) score: Score,
    /// Its score at the previous depth.
    pub(crate) before: Score,
    /// The principal variation that starts with it.
    pub(crate) line: Vec<Move>,
    /// The number of nodes searched below it.
    pub(crate) nodes: u64,
}

impl RootMove {
    /// A root move that has not been searched yet.
    pub(crate) fn new(mv: Move) -> RootMove {
        RootMove { mv, score: -INFINITE, before: -INFINITE, line: vec![mv], nodes: 0 }
    }
}

/// Aspiration windows: half the width of the first one around a score of 0, in centipawns.
const WINDOW: Score = 16;
/// Aspiration windows: the first one is wider by the expected score divided by this.
const WINDOW_DIVISOR: Score = 64;
/// Aspiration windows: least depth in plies.
const WINDOW_DEPTH: i32 = 4;
/// Late move reductions at the root: least depth, and moves searched to the full depth, for one ply each.
const LMR: [(i32, usize); 2] = [(4, 4), (7, 10)];

/// The data shared by all threads of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    /// The control that ends the search.
    pub(crate) control: &'a Control<'a>,
}

/// A search below the root, for one thread.
pub(crate) trait ThreadSearch<R: Rules> {
    /// Clears the tables of the previous game; `common`: also those shared by all threads.
    fn forget(&mut self, common: bool);
    /// Prepares a search for the seat `root` from a position with these positions before it.
    fn begin(&mut self, root: Side, past: &[Visit], limits: &Limits);
    /// Starts an iteration of this depth.
    fn start_iteration(&mut self, board: &Board<R>, depth: i32);
    /// The score of a root move for the moving seat, searched `depth` plies after the move; exact only within the
    /// window.
    fn search_root_move(
        &mut self,
        board: &Board<R>,
        mv: Move,
        depth: i32,
        window: (Score, Score),
        shared: Shared<'_>,
    ) -> Score;
    /// The principal variation after the root move searched last.
    fn pv(&self) -> &[Move];
    /// The number of nodes, and how many of them belong to the quiescence search.
    fn nodes(&self) -> (u64, u64);
    /// The greatest ply reached (selective depth).
    fn seldepth(&self) -> usize;
    /// Adds the nodes counted since the last call to the count of all threads.
    fn tell(&mut self, control: &Control<'_>);
}

/// Puts the root moves that win at once before the others, so that a search with few nodes finds them too.
pub(super) fn order<R: Rules>(board: &Board<R>, moves: &mut [RootMove]) {
    moves.sort_by_cached_key(|root| !wins_at_once(board, &board.after(root.mv)));
}

/// Has the seat to move won with the move that leads to the position `next`?
pub(super) fn wins_at_once<R: Rules>(board: &Board<R>, next: &Board<R>) -> bool {
    if let Some((winner, _)) = R::won(next) {
        return winner == board.turn();
    }
    // A missing move is a mate, or what the rules say of a stalemate.
    let stalemated = || R::drawn(next, Cause::STALEMATE).winner() == Some(board.turn());
    board.spec().seats.len() == 2 && (next.in_check(next.turn()) || stalemated()) && !next.can_move()
}

/// Iterative deepening. Afterwards the moves are sorted, best first. After each depth `done` is called and returns
/// whether to continue.
pub(super) fn deepen<R: Rules, D: ThreadSearch<R>>(
    search: &mut D,
    board: &Board<R>,
    moves: &mut [RootMove],
    limits: &Limits,
    (shared, first): (Shared<'_>, i32),
    done: &mut dyn FnMut(&D, i32, &[RootMove]) -> bool,
) {
    let most = limits.depth.map_or(MAX_PLY as i32, |depth| depth as i32).clamp(1, MAX_PLY as i32 - 20);
    let lines = limits.lines.clamp(1, moves.len().max(1));
    for depth in first.min(most)..=most {
        search.start_iteration(board, depth);
        for mv in moves.iter_mut() {
            mv.before = mv.score;
        }
        for line in 0..lines {
            aspire(search, board, depth, &mut moves[line..], shared);
            moves[..=line].sort_by_key(|mv| Reverse(mv.score));
            // After the first line the best move is known; the last line is reported before the limits count.
            if shared.control.is_over() || line + 1 < lines && shared.control.compared() {
                return;
            }
        }
        if !done(search, depth, moves) || shared.control.compared() {
            return;
        }
    }
}

/// Searches the root moves with an aspiration window around the expected score, and widens it if the search fails.
fn aspire<R: Rules, D: ThreadSearch<R>>(
    search: &mut D,
    board: &Board<R>,
    depth: i32,
    moves: &mut [RootMove],
    shared: Shared<'_>,
) {
    let expected = moves.first().map_or(0, |mv| mv.before);
    let mut delta = if depth < WINDOW_DEPTH { 2 * INFINITE } else { WINDOW + expected.abs() / WINDOW_DIVISOR };
    let (mut alpha, mut beta) = ((expected - delta).max(-INFINITE), (expected + delta).min(INFINITE));
    loop {
        let best = root(search, board, depth, moves, (alpha, beta), shared);
        moves.sort_by_key(|mv| Reverse(mv.score));
        if shared.control.is_over() {
            return;
        }
        if best <= alpha && alpha > -INFINITE {
            beta = i32::midpoint(alpha, beta);
            alpha = (best - delta).max(-INFINITE);
        } else if best >= beta && beta < INFINITE {
            beta = (best + delta).min(INFINITE);
        } else {
            return;
        }
        delta *= 2;
        if best.abs() >= DECIDED {
            (alpha, beta) = (-INFINITE, INFINITE);
        }
    }
}

fn root<R: Rules, D: ThreadSearch<R>>(
    search: &mut D,
    board: &Board<R>,
    depth: i32,
    moves: &mut [RootMove],
    (mut alpha, beta): (Score, Score),
    shared: Shared<'_>,
) -> Score {
    let mut best = -INFINITE;
    for root in moves.iter_mut() {
        root.score = -INFINITE;
    }
    for (count, root) in moves.iter_mut().enumerate() {
        let begun = search.nodes().0;
        let less = LMR.iter().filter(|&&(least, moves)| depth >= least && count >= moves).count() as i32;
        let mut score = INFINITE;
        if count > 0 {
            score = search.search_root_move(board, root.mv, depth - 1 - less, (alpha, alpha + 1), shared);
            if score > alpha && less > 0 {
                score = search.search_root_move(board, root.mv, depth - 1, (alpha, alpha + 1), shared);
            }
        }
        if score > alpha {
            score = search.search_root_move(board, root.mv, depth - 1, (alpha, beta), shared);
        }
        root.nodes += search.nodes().0 - begun;
        if shared.control.is_over() {
            break;
        }
        best = best.max(score);
        if count == 0 || score > alpha {
            root.score = score;
            root.line.clear();
            root.line.push(root.mv);
            root.line.extend_from_slice(search.pv());
        }
        if score > alpha {
            alpha = score;
            if score >= beta {
                break;
            }
        }
    }
    best
}

/// May the search stop before its time limit?
pub(super) fn is_enough(
    limits: &Limits,
    control: &Control<'_>,
    depth: i32,
    moves: &[RootMove],
    steady: i32,
) -> bool {
    let Some(best) = moves.first() else { return true };
    let won_in = WIN - best.score.abs();
    if let Some(mate) = limits.mate
        && best.score >= DECIDED
        && won_in < 2 * mate as Score
    {
        return true;
    }
    let Some(time) = limits.time else { return false };
    if best.score.abs() >= DECIDED && depth > won_in + 2 && limits.lines <= 1 {
        return true;
    }
    if time.soft == time.hard {
        return false;
    }
    if moves.len() == 1 && limits.moves.is_empty() && depth >= Limits::ONLY_MOVE as i32 {
        return true;
    }
    // The search stops earlier if the best move has been stable and if most of the nodes were spent on it.
    let all: u64 = moves.iter().map(|mv| mv.nodes).sum();
    let share = best.nodes as f64 / all.max(1) as f64;
    let sure = 1.6 - 0.12 * f64::from(steady.min(7)) + (0.6 - share) * 0.8;
    control.elapsed().as_secs_f64() >= time.soft.as_secs_f64() * sure.clamp(0.3, 2.5)
}
