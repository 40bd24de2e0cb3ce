//! What hangs where a game for more than two is not looked at any further: what could be taken at once
//! counts as partly taken.

use super::multi_search::MultiSearch;
use crate::engine::score::Score;
use crate::engine::see::{see_at_least, worth};
use crate::engine::target_filter::TargetFilter;
use crate::rules::board::{Board, Edit};
use crate::rules::game::Rules;
use crate::rules::mv::Move;
use crate::rules::side::{BySide, Side};

/// How much of what the seat that searches could lose counts, in hundredths, while others move before it.
const NEXT: Score = 75;
/// The same for what stands second, where one of the others has only one move to take either.
const SECOND: Score = 25;
/// If it is to move itself it saves the one,
const SAVED: Score = 20;
/// and not the other.
const LEFT: Score = 60;

impl<R: Rules> MultiSearch<R> {
    /// The most the seat to move could win at once by an exchange on one of these squares, and from whom.
    fn hanging(&mut self, board: &Board<R>, ply: usize, on: R::Set) -> Option<(Score, Side)> {
        let mut moves = std::mem::take(&mut self.frames[ply].lists.moves);
        moves.clear();
        board.moves(&mut TargetFilter { on, tactical: false, list: &mut moves });
        let taken = |mv: Move| board.piece(mv.to).map_or(0, |piece| worth::<R>(piece.kind()));
        // The dearest first: what is cheaper than something that is free need not be asked for. And if the
        // cheapest taker of a piece see_at_least nothing, the others do not either.
        moves.sort_unstable_by_key(|&mv| std::cmp::Reverse((taken(mv), mv.to, -worth::<R>(mv.kind))));
        let mut best: Option<(Score, Side)> = None;
        let mut asked = None;
        for &mv in &moves {
            if asked.replace(mv.to) == Some(mv.to) {
                continue;
            }
            let (Some(piece), most) = (board.piece(mv.to), best.map_or(0, |(most, _)| most)) else { continue };
            let (taken, with) = (taken(mv), worth::<R>(mv.kind));
            if taken <= most {
                break;
            }
            // What is guarded is taken only by what is worth less than a taker's part of it.
            let guarded = if with < shared::<R>(taken) { taken - with } else { 0 };
            let gain = if guarded < taken && see_at_least(board, mv, taken) { taken } else { guarded };
            if gain > most {
                best = Some((gain, piece.side()));
            }
        }
        self.frames[ply].lists.moves = moves;
        best
    }

    /// What a position at the horizon is worth to each seat: what the seat to move can take is its own.
    pub(in crate::engine) fn leaf(&mut self, board: &Board<R>, ply: usize) -> BySide<Score> {
        let mut score = self.evaluate(board);
        if let Some((gain, victim)) = self.hanging(board, ply, board.hostile(board.turn())) {
            score[board.turn()] += shared::<R>(gain);
            score[victim] -= gain * 3 / 4;
        }
        score
    }

    /// What a position at the horizon is worth to the seat that searches. Each of the others may take something
    /// of its own before it can move again, and it can save one piece only. Not exact beyond the window.
    pub(in crate::engine) fn outlook(
        &mut self,
        board: &Board<R>,
        ply: usize,
        (alpha, beta): (Score, Score),
    ) -> Score {
        let mut score = self.evaluate(board)[self.root];
        let own = board.turn() == self.root;
        let (first, other) = if own { (SAVED, LEFT) } else { (NEXT, SECOND) };
        let most = dearest::<R>();
        let gain = if own { shared::<R>(most) } else { 0 };
        if score + gain <= alpha || score - most * (first + other) / 100 >= beta {
            return score;
        }
        if own && let Some((gain, _)) = self.hanging(board, ply, board.hostile(self.root)) {
            score += shared::<R>(gain);
        }
        let (mut most, mut second) = (0, 0);
        let mut seated = *board;
        let mut side = if own { board.living().after(self.root) } else { board.turn() };
        while side != self.root {
            Edit::new(&mut seated).set_turn(side);
            let gain = self.hanging(&seated, ply, board.side(self.root)).map_or(0, |(gain, _)| gain);
            (most, second) = (most.max(gain), second.max(gain.min(most)));
            if score - (most * first + second * other) / 100 <= alpha {
                break;
            }
            side = board.living().after(side);
        }
        score - (most * first + second * other) / 100
    }
}

/// The most an exchange can gain.
fn dearest<R: Rules>() -> Score {
    let all = R::SPEC.all_kinds().filter(|&kind| R::SPEC.royal != Some(kind));
    all.map(worth::<R>).max().unwrap_or(0)
}

/// What each of the others has of what somebody loses, whoever takes it.
fn shared<R: Rules>(gain: Score) -> Score {
    gain / (R::SPEC.seats.len() as Score - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::many::method::Method;
    use crate::games::armies::Armies;
    use crate::rules::fen;

    /// How much less than its pieces say the position is worth to Red. What stands on both sides of the middle is
    /// hit by an orange Knight.
    fn feared(rank: &str, turn: char) -> Score {
        feared_on(&format!("9/9/9/9/4oN4/9/{rank}/9/rK8"), turn)
    }

    /// The same with this on the middle level.
    fn feared_on(middle: &str, turn: char) -> Score {
        let text = format!("8oK/9/9/9/9/9/9/9/9|{middle}|8gK/9/9/9/9/9/9/9/8bK {turn} rogb - 0 9");
        let board: Board<Armies> = fen::read(&text).expect("it is a position");
        let mut elder = MultiSearch::alone(Method::BestReplyPlus);
        elder.evaluate(&board)[Side::FIRST] - elder.outlook(&board, 0, (Score::MIN / 2, Score::MAX / 2))
    }

    #[test]
    fn what_hangs_is_feared_for() {
        let rook = dearest::<Armies>();
        assert_eq!(feared("9", 'o'), 0);
        assert_eq!(feared("3rR5", 'o'), rook * NEXT / 100);
        assert_eq!(feared("3rR1rN3", 'o'), rook * NEXT / 100);
    }

    #[test]
    fn what_is_guarded_is_feared_for_only_where_its_taker_is_worth_little() {
        let (rook, pawn) = (dearest::<Armies>(), 100);
        let by_pawn = feared_on("9/9/9/rR2rR5/4oP4/9/9/9/rK8", 'o');
        assert_eq!(feared("rR2rR5", 'o'), 0);
        assert_eq!(by_pawn, (rook - pawn) * NEXT / 100);
    }

    #[test]
    fn who_is_to_move_saves_one_piece() {
        assert_eq!(feared("3rR5", 'r'), dearest::<Armies>() * SAVED / 100);
    }
}
