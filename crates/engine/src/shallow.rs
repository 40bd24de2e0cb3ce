//! A search of a few plies, as people look: own moves, the replies, and captures until nothing more is taken. It plays
//! the lowest levels, which overlook moves, and the measured beginners, who count material only. Unlike the search of
//! the higher levels it leaves out no move for speed, so what it does not see was overlooked.

mod counted;
pub mod overlook;

use std::time::Instant;

use super::engine::{Line, Report};
use super::limits::Limits;
use super::many::evaluate::{place, ranks};
use super::noise::Noise;
use super::score::{DECIDED, DRAW, INFINITE, Score, lost, won};
use super::see::{prize, worth};
use super::target_filter::TargetFilter;
use crate::eval::evaluate::{self, Evaluate, evaluate_seats};
use crate::eval::net::DuelAccumulator;
use crate::rules::board::Board;
use crate::rules::mv::{Move, MoveList};
use crate::rules::outcome::Cause;
use crate::rules::piece::Kind;
use crate::rules::side::{BySide, Side};
use crate::rules::visits::Visit;
use crate::rules::zobrist::mix;
use overlook::Overlook;

/// What positions at the end of a line are judged by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Judgement {
    Material,
    /// So many percent of the evaluation of the game; the rest is the values of the pieces.
    Evaluation(u32),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    pub(crate) plies: u32,
    /// Are captures searched after them?
    pub(crate) captures: bool,
    pub(crate) judgement: Judgement,
}

/// The plies of a level that overlooks moves, if its limits name no depth.
const PLIES: u32 = 2;

/// The move of a level that overlooks moves. The limits are those at this position.
pub(super) fn of_level<R: Evaluate>(
    board: &Board<R>,
    past: &[Visit],
    limits: &Limits,
    report: &mut dyn FnMut(&Report),
) -> Option<Move> {
    let sight = Sight {
        plies: limits.depth.unwrap_or(PLIES),
        captures: true,
        judgement: Judgement::Evaluation(limits.knows),
    };
    Shallow::new(board, past, sight, limits).best(board, limits, report)
}

/// Keeps the choice of a careless move apart from others of the same seed.
const CARE: u64 = 0xca4e_0000;

/// What is worth as much as this is taken by a careless player too.
const MUCH: Score = 300;

/// Keeps the chance of a hasty move apart from others of the same seed.
const HASTE: u64 = 0x4a57_e000;

/// The score of a seat that has fallen, in a report: less than any other.
const FALLEN: Score = -INFINITE;

/// The greatest number of captures after the last ply.
const CAPTURES: usize = 6;

#[derive(Debug)]
pub(crate) struct Shallow<'a, R: Evaluate> {
    sight: Sight,
    root: Side,
    past: &'a [Visit],
    noise: Noise,
    contempt: Score,
    overlook: Overlook,
    /// Does it make this move without a look at captures and mates?
    hasty: bool,
    accumulator: DuelAccumulator<R>,
    nodes: u64,
    most: u64,
    /// Moves that are worse than the best one by less than this are as good.
    careless: Score,
}

/// The window of a node: scores are those of the searching seat.
type Window = (Score, Score);

impl<'a, R: Evaluate> Shallow<'a, R> {
    /// A search of this position with the positions up to it.
    pub(crate) fn new(board: &Board<R>, past: &'a [Visit], sight: Sight, limits: &Limits) -> Shallow<'a, R> {
        Shallow {
            sight,
            root: board.turn(),
            past,
            noise: Noise::of(limits),
            contempt: limits.contempt,
            overlook: Overlook::new(limits.overlooks, limits.seed, board.hash()),
            hasty: mix(limits.seed ^ HASTE ^ board.hash()) % 100 < u64::from(limits.hasty)
                && !board.in_check(board.turn()),
            accumulator: DuelAccumulator::default(),
            nodes: 0,
            most: limits.nodes.unwrap_or(u64::MAX),
            careless: limits.careless as Score,
        }
    }

    /// The best of the moves, where equal ones are chosen by the seed. It is searched ply by ply until the nodes are used
    /// up. Own moves are overlooked too, but never all.
    pub(crate) fn best(
        &mut self,
        board: &Board<R>,
        limits: &Limits,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Move> {
        let begun = Instant::now();
        let all = limits.of_legal(board.legal());
        let sees = |mv| !self.overlook.hides(board, mv, None, true) && (!self.hasty || board.is_quiet(mv));
        let seen: Vec<Move> = all.iter().copied().filter(|&mv| sees(mv)).collect();
        let mut moves = if seen.is_empty() { all } else { seen };
        order(board, &mut moves);
        let mut chosen = *moves.first()?;
        for depth in 1..=self.sight.plies {
            let mut best: Option<(Score, u64)> = None;
            let mut scores = Vec::new();
            for &mv in &moves {
                let least = best.map_or(-INFINITE, |(score, _)| score - self.careless - 1);
                let score = self.after(board, mv, depth - 1, 1, (least, INFINITE));
                if self.nodes >= self.most && depth > 1 {
                    break;
                }
                scores.push((score, mv));
                let rank = (score, mix(limits.seed ^ mix(mv.packed())));
                if best.is_none_or(|best| rank > best) {
                    (best, chosen) = (Some(rank), mv);
                }
            }
            let score = best.map_or(0, |(score, _)| score);
            report(&Report {
                depth,
                seldepth: depth,
                lines: vec![Line { score, seats: self.seats(board, score), moves: vec![chosen] }],
                nodes: self.nodes,
                quiet_nodes: 0,
                time: begun.elapsed(),
                fill: 0,
            });
            if depth == self.sight.plies || self.nodes >= self.most {
                chosen = self.among_equals(board, chosen, &scores, limits.seed);
                break;
            }
            // The best move comes first, so that its score bounds the others early.
            if let Some(at) = moves.iter().position(|&mv| mv == chosen) {
                moves[..=at].rotate_right(1);
            }
        }
        Some(chosen)
    }

    /// A careless player is content with any move that is not much worse than the best one, unless that one takes
    /// much, which nobody leaves.
    fn among_equals(&self, board: &Board<R>, best: Move, scores: &[(Score, Move)], seed: u64) -> Move {
        let Some(&(most, _)) = scores.iter().max_by_key(|(score, _)| score) else { return best };
        if self.careless == 0 || most >= DECIDED || prize(board, best) >= MUCH {
            return best;
        }
        let equal = scores.iter().filter(|(score, _)| *score > most - self.careless);
        equal.map(|&(_, mv)| mv).min_by_key(|mv| mix(seed ^ CARE ^ mix(mv.packed()))).unwrap_or(best)
    }

    /// With more than two seats: the score of each against the mean of all, which the pieces say, and for the searching
    /// seat the search.
    fn seats(&self, board: &Board<R>, score: Score) -> Option<BySide<Score>> {
        let count = board.living().count() as Score;
        (board.spec().seats.len() > 2).then(|| {
            BySide::from_fn(|side| match side {
                _ if !board.living().has(side) => FALLEN,
                _ if side == self.root && score.abs() >= DECIDED => score,
                _ if side == self.root => score * (count - 1) / count.max(1),
                _ => balance(board, side) * (count - 1) / count.max(1),
            })
        })
    }

    fn after(&mut self, board: &Board<R>, mv: Move, depth: u32, ply: usize, window: Window) -> Score {
        let next = board.after(mv);
        if let Some(score) = self.counted_out(&next, ply) {
            return score;
        }
        self.search(&next, mv, depth, ply, window)
    }

    /// Is the seat to move mated? A hasty move of the searching seat is made without a look at that.
    fn sees_mate(&self, board: &Board<R>, ply: usize) -> bool {
        let looks = board.turn() == self.root || !self.hasty || ply > 1;
        looks && board.in_check(board.turn()) && !board.can_move()
    }

    /// The score if the game is won or lost for the searching seat, or points have decided it.
    fn ended(&self, board: &Board<R>, ply: usize) -> Option<Score> {
        if let Some((winner, _)) = R::won(board)
            && (winner == self.root || !ranks(board, self.root))
        {
            return Some(if winner == self.root { won(ply) } else { lost(ply) });
        }
        if !board.living().has(self.root) {
            return Some(lost(ply));
        }
        // Who has not won a game of points alone still has a place.
        (ranks(board, self.root) && R::dead(board)).then(|| place(board, self.root))
    }

    fn search(&mut self, board: &Board<R>, last: Move, depth: u32, ply: usize, window: Window) -> Score {
        self.nodes += 1;
        if let Some(score) = self.ended(board, ply) {
            return score;
        }
        let own = board.turn() == self.root;
        let mated = if own { lost(ply) } else { won(ply) };
        if depth == 0 {
            if self.sees_mate(board, ply) {
                return mated;
            }
            return if self.sight.captures {
                self.exchange(board, Some(last), (ply, 0), window)
            } else {
                self.judge(board)
            };
        }
        let mut moves = MoveList::new();
        board.moves(&mut moves);
        if moves.is_empty() {
            let stalemate = || match R::drawn(board, Cause::STALEMATE).winner() {
                None => DRAW,
                Some(winner) if winner == self.root => won(ply),
                Some(_) => lost(ply),
            };
            return if board.in_check(board.turn()) { mated } else { stalemate() };
        }
        moves.retain(|&mv| !self.overlook.hides(board, mv, Some(last), own));
        if moves.is_empty() {
            return self.exchange(board, Some(last), (ply, 0), window);
        }
        order(board, &mut moves);
        let (mut alpha, mut beta) = window;
        let mut best = if own { -INFINITE } else { INFINITE };
        for mv in moves {
            let score = self.after(board, mv, depth - 1, ply + 1, (alpha, beta));
            if own {
                best = best.max(score);
                alpha = alpha.max(best);
            } else {
                best = best.min(score);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The score after captures, which no seat has to make. Among more than two seats all rivals may capture, one
    /// after the other.
    fn exchange(
        &mut self,
        board: &Board<R>,
        last: Option<Move>,
        (ply, beyond): (usize, usize),
        window: Window,
    ) -> Score {
        self.nodes += 1;
        if let Some(score) = self.ended(board, ply) {
            return score;
        }
        let own = board.turn() == self.root;
        let (mut alpha, mut beta) = window;
        let waits = !own && beyond < CAPTURES && board.living().after(board.turn()) != self.root;
        let mut best = if waits {
            self.exchange(&board.after_pass(), None, (ply + 1, beyond + 1), window)
        } else {
            self.judge(board)
        };
        if beyond >= CAPTURES {
            return best;
        }
        let mut moves = MoveList::new();
        board.moves(&mut TargetFilter { on: board.hostile(board.turn()), tactical: true, list: &mut moves });
        order(board, &mut moves);
        for mv in moves {
            if own {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
            if self.overlook.hides(board, mv, last, own) {
                continue;
            }
            let score = self.exchange(&board.after(mv), Some(mv), (ply + 1, beyond + 1), (alpha, beta));
            best = if own { best.max(score) } else { best.min(score) };
        }
        best
    }

    /// The score of a position for the searching seat, without a look at its moves.
    fn judge(&mut self, board: &Board<R>) -> Score {
        let living = board.living();
        let counted = balance(board, self.root);
        let Judgement::Evaluation(knows) = self.sight.judgement else { return counted };
        let score = if board.spec().seats.len() == 2 {
            let turn = board.turn();
            let against = living.after(turn);
            let net = R::eval_tables(board.tables()).net.as_deref();
            let score = evaluate::evaluate(board, against, net, &mut self.accumulator);
            let score = evaluate::counted(board, against, score);
            if turn == self.root { score } else { -score }
        } else {
            let seats = evaluate_seats(board);
            let rivals = living.without(self.root);
            let others = rivals.count().max(1) as Score;
            seats[self.root] - rivals.iter().map(|side| seats[side]).sum::<Score>() / others
        };
        let knows = knows as Score;
        let score = (score * knows + counted * (100 - knows)) / 100 + self.noise.error(board, self.root);
        score.clamp(1 - DECIDED, DECIDED - 1)
    }
}

/// The values of the pieces of a seat against the mean of its rivals.
pub(super) fn balance<R: Evaluate>(board: &Board<R>, side: Side) -> Score {
    let rivals = board.living().without(side);
    let sum: Score = rivals.iter().map(|side| material(board, side)).sum();
    material(board, side) - sum / rivals.count().max(1) as Score
}

/// The same after the captures that are best for each.
pub(super) fn after_captures<R: Evaluate>(board: &Board<R>, side: Side) -> Score {
    let sight = Sight { plies: 0, captures: true, judgement: Judgement::Material };
    let mut search = Shallow::new(board, &[], sight, &Limits::default());
    search.root = side;
    search.exchange(board, None, (0, 0), (-INFINITE, INFINITE))
}

/// The values of the pieces of a seat, also of those in its reserve, without its King. A point is worth a Pawn where
/// points win.
fn material<R: Evaluate>(board: &Board<R>, side: Side) -> Score {
    let kinds = (0..board.spec().kinds.len()).map(|kind| Kind(kind as u8));
    let counted = kinds.filter(|&kind| Some(kind) != board.spec().royal);
    let held = |kind| board.count(side, kind) as Score + Score::from(board.reserve(side).count(kind));
    let points = R::points(board, side).map_or(0, |points| 100 * points as Score);
    points + counted.map(|kind| worth(board, kind) * held(kind)).sum::<Score>()
}

/// Captures and promotions first, the greatest gain by the least piece at the front.
fn order<R: Evaluate>(board: &Board<R>, moves: &mut [Move]) {
    moves.sort_by_cached_key(|&mv| {
        let gain = prize(board, mv);
        std::cmp::Reverse(if gain > 0 { gain * 16 - worth(board, mv.kind) } else { 0 })
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::armies::Armies;

    #[test]
    fn a_careless_player_varies_its_moves_and_takes_what_is_much() {
        let chosen = |middle: &str, careless: u32| -> std::collections::BTreeSet<u64> {
            let text = format!("9/9/9/9/9/9/9/9/9|{middle}|9/9/9/9/9/9/9/9/9 r rogb - 0 9");
            let board: Board<Armies> = Board::read(&text).expect("a position");
            let sight = Sight { plies: 1, captures: true, judgement: Judgement::Material };
            let best = |seed| {
                let limits = Limits { careless, seed, ..Limits::default() };
                Shallow::new(&board, &[], sight, &limits).best(&board, &limits, &mut |_| ()).map(Move::packed)
            };
            (0..12).filter_map(best).collect()
        };
        // A Pawn can be taken or left.
        let pawn = "bK7gK/9/9/9/9/4oP4/4rR4/9/rK7oK";
        assert_eq!((chosen(pawn, 0).len(), chosen(pawn, 280).len() > 3), (1, true));
        let unguarded_rook = "bK7gK/9/9/9/9/4oR4/4rR4/9/rK7oK";
        assert_eq!((chosen(unguarded_rook, 0).len(), chosen(unguarded_rook, 280)), (1, chosen(unguarded_rook, 0)));
    }
}
