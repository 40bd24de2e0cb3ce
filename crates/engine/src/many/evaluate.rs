//! The static evaluation of a game for more than two seats: one score per seat.

use super::multi_search::MultiSearch;
use super::params::{CONTEMPT, DRAW_PARTS, ELIMINATED, ELIMINATED_VALUE, ELIMINATION, PLACE_POINT, PLACES};
use super::score_cache::Known;
use crate::eval::evaluate::{Evaluate, evaluate_seats};
use crate::rules::board::Board;
use crate::rules::outcome::Cause;
use crate::rules::side::{BySide, Side};
use crate::score::{Score, lost, won};

impl<R: Evaluate> MultiSearch<R> {
    /// The score for each seat: its own worth minus a third of the worth of all others (with four seats), so that a
    /// falling army is a gain for the rest. Towards the end of the quiet ply limit the score approaches that of a
    /// draw; not earlier, otherwise seats would sacrifice pieces to restart the count.
    pub(crate) fn evaluate(&self, board: &Board<R>) -> BySide<Score> {
        let worth = evaluate_seats(board);
        let all = total(board, &worth);
        let drawn = draw(board, all);
        let late = late_plies(board);
        BySide::from_fn(|side| {
            if !board.living().has(side) {
                return ELIMINATED;
            }
            let mut score = against_all(board, worth[side], all);
            if R::points(board, side).is_some() {
                // Only the first place wins, so the best rival counts as much as all of them together.
                let best = board.living().without(side).iter().map(|rival| worth[rival]).max();
                let ahead = worth[side] - best.unwrap_or(0);
                score = Score::midpoint(score, ahead).clamp(1 - ELIMINATION, ELIMINATION - 1);
                return score + self.noise.error(board, side);
            }
            score += draw_part(board).map_or(0, |part| (drawn - score) * late / (2 * part));
            score + self.noise.error(board, side)
        })
    }

    /// The score for the searching seat alone, corrected by the network, from the cache if it is there.
    pub(crate) fn evaluate_root(&mut self, board: &Board<R>) -> Score {
        if let Some(known) = self.known_scores(board) {
            return known.evaluation;
        }
        let evaluation = self.compute_root(board);
        self.keep_scores(board, Known { evaluation, leaf: None });
        evaluation
    }

    /// Does the hash tell all that the static score depends on? It includes neither the number of quiet plies nor the
    /// round.
    fn is_kept(&self, board: &Board<R>) -> bool {
        late_plies(board) == 0 && R::points(board, self.root).is_none()
    }

    /// The static scores for the searching seat, if they are in the cache.
    pub(super) fn known_scores(&self, board: &Board<R>) -> Option<Known> {
        if self.is_kept(board) { self.scores.get(board.hash()) } else { None }
    }

    /// Stores the static scores for the searching seat in the cache.
    pub(super) fn keep_scores(&mut self, board: &Board<R>, scores: Known) {
        if self.is_kept(board) {
            self.scores.put(board.hash(), scores);
        }
    }

    /// The same, without the cache. Games for points do not use the network: it was not trained on them, and the computer
    /// played them worse with it.
    pub(super) fn compute_root(&mut self, board: &Board<R>) -> Score {
        let score = self.evaluate(board)[self.root];
        match &R::eval_tables(board.tables()).net {
            Some(net) if board.living().has(self.root) && R::points(board, self.root).is_none() => {
                score + net.correct(board, &mut self.accumulator)
            }
            _ => score,
        }
    }

    /// The score for each seat if the game is won, or if it is drawn by rule, dead, or repeated.
    pub(crate) fn settled(&self, board: &Board<R>, ply: usize) -> Option<BySide<Score>> {
        if let Some((winner, _)) = R::won(board) {
            return Some(BySide::from_fn(|side| match side {
                _ if side == winner => won(ply),
                _ if ranks(board, side) => place(board, side),
                _ if R::is_spared(board, side) => ELIMINATED + ply as Score,
                _ => lost(ply),
            }));
        }
        let seats = board.living().count();
        let again = || board.spec().repetition.is_some() && self.path.repeats(R::reversible_plies(board), seats);
        let stuck = usize::from(board.passes()) >= seats || R::dead(board);
        if R::points(board, self.root).is_some() {
            return stuck.then(|| placed(board, ply));
        }
        let late = || board.spec().draw_plies.is_some_and(|most| board.plies() >= most);
        let cause = match () {
            () if R::dead(board) => Cause::DEAD,
            () if stuck => Cause::PASSES,
            () if late() => Cause::PLIES,
            () if again() => Cause::REPETITION,
            () => return None,
        };
        Some(shared(board, cause, ply))
    }
}

/// The score for each seat at an end without a win on the board: the rules say whether somebody wins it.
fn shared<R: Evaluate>(board: &Board<R>, cause: Cause, ply: usize) -> BySide<Score> {
    let winner = R::drawn(board, cause).winner();
    let score = draw(board, total(board, &evaluate_seats(board)));
    BySide::from_fn(|side| match winner {
        _ if !board.living().has(side) => ELIMINATED,
        Some(winner) if winner == side => won(ply),
        Some(_) => lost(ply),
        None => score,
    })
}

/// The number of plies in each part of the quiet ply limit, if there is one.
fn draw_part<R: Evaluate>(board: &Board<R>) -> Option<Score> {
    Some(board.spec().draw_plies? as Score / DRAW_PARTS)
}

/// The quiet plies in the last part of the limit.
fn late_plies<R: Evaluate>(board: &Board<R>) -> Score {
    draw_part(board).map_or(0, |part| (board.plies() as Score - (DRAW_PARTS - 1) * part).max(0))
}

/// Is this a living seat of a game that points decide?
pub(crate) fn ranks<R: Evaluate>(board: &Board<R>, side: Side) -> bool {
    R::points(board, side).is_some() && board.living().has(side)
}

/// The score of a living seat at the end of a game that points decide, where it has not won alone.
pub(crate) fn place<R: Evaluate>(board: &Board<R>, side: Side) -> Score {
    let points = |side| R::points(board, side).unwrap_or(0) as Score;
    let rivals = board.living().without(side);
    let ahead = rivals.iter().filter(|&rival| points(rival) > points(side)).count();
    let most = rivals.iter().map(points).max().unwrap_or(0);
    let (step, limit) = PLACE_POINT;
    PLACES[ahead.min(PLACES.len() - 1)] + ((points(side) - most).min(0) * step).max(-limit)
}

/// The scores where a game ends and points decide.
fn placed<R: Evaluate>(board: &Board<R>, ply: usize) -> BySide<Score> {
    let leaders = board.leaders();
    BySide::from_fn(|side| match side {
        _ if !board.living().has(side) => ELIMINATED,
        _ if leaders.has(side) && leaders.count() == 1 => won(ply),
        _ => place(board, side),
    })
}

/// The score of a seat with the worth `own`, if the living seats have `all` in total: its own worth minus the
/// average of the other seats.
fn against_all<R: Evaluate>(board: &Board<R>, own: Score, all: Score) -> Score {
    let seats = board.spec().seats.len();
    let fallen = (seats - board.living().count()) as Score;
    own - (all - own + fallen * ELIMINATED_VALUE) / (seats as Score - 1)
}

/// The total worth of the living seats.
fn total<R: Evaluate>(board: &Board<R>, worth: &BySide<Score>) -> Score {
    board.living().iter().map(|side| worth[side]).sum()
}

/// The score of a draw for each living seat: less than with equal shares. Only a seat with clearly less than its
/// share aims for a draw.
fn draw<R: Evaluate>(board: &Board<R>, all: Score) -> Score {
    let part = all / board.living().count() as Score;
    against_all(board, part, all) - CONTEMPT
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::armies::Armies;
    use crate::many::method::Method;
    use crate::rules::game::CompiledGame;

    /// The static score for Red of a position with a red Rook more, with this ending of its FEN.
    fn score(search: &mut MultiSearch<Armies>, ending: &str) -> (u64, Score) {
        let text = format!("8oK/9/9/9/9/9/9/9/9|9/9/9/9/9/9/9/rR8/rK8|8gK/9/9/9/9/9/9/9/8bK r rogb - {ending}");
        let board: Board<Armies> = Board::read(&text).expect("it is a position");
        search.root = Side::FIRST;
        (board.hash(), search.leaf_score(&board, (-1, 0)).max(search.evaluate_root(&board)))
    }

    #[test]
    fn a_kept_score_never_stands_for_other_plies_or_rounds() {
        for endings in [["0 50", "190 50"], ["0 5 points:9,9,5,5", "0 55 points:9,9,5,5"]] {
            let mut search = MultiSearch::alone(Armies::tables(), Method::Paranoid);
            let [(first_hash, first), (second_hash, second)] = endings.map(|ending| score(&mut search, ending));
            assert_eq!(first_hash, second_hash);
            assert_ne!(first, second, "{endings:?}");
            let fresh = score(&mut MultiSearch::alone(Armies::tables(), Method::Paranoid), endings[1]).1;
            assert_eq!(second, fresh, "{endings:?}");
        }
    }

    #[test]
    fn a_static_score_is_kept() {
        let mut search = MultiSearch::alone(Armies::tables(), Method::Paranoid);
        let (hash, _) = score(&mut search, "0 50");
        let known = search.scores.get(hash).expect("it was just computed");
        assert_eq!(known.evaluation, score(&mut search, "0 50").1);
    }
}
