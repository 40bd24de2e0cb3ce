//! What a position of a game for more than two is worth to each seat, without looking ahead.

use super::elder::Elder;
use super::exchange::{gains, worth};
use super::score::{Score, lost, won};
use super::sinks::Ending;
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::side::{BySide, Side};

/// The score of a seat that is out of the game, before plies are counted.
pub(super) const OUT: Score = -20_000;

/// What a fallen army is worth to its owner, in what others get from it: less than any that lives, be it a
/// shut-in King alone. Else nobody would mate such a King.
const FALLEN: Score = -3_000;

/// How much less than an equal part a draw counts.
const CONTEMPT: Score = 200;

/// In the last of so many parts of the plies that may be quiet, a draw comes nearer.
const PATIENCE: Score = 3;

impl<R: Rules> Elder<R> {
    /// What the position is worth to each seat: its own worth against a third of all others', so that
    /// whoever falls is a gain for the rest. Where nothing has happened for long, it counts that the game
    /// will be drawn: not before that, else pieces would be given away for something to happen.
    pub(super) fn evaluate(&self, board: &Board<R>) -> BySide<Score> {
        let worth = board.worth();
        let all = total(board, &worth);
        let drawn = draw(board, all);
        let most = R::SPEC.draw_plies as Score / PATIENCE;
        let late = (board.plies() as Score - (PATIENCE - 1) * most).max(0);
        BySide::from_fn(|side| {
            if !board.living().has(side) {
                return OUT;
            }
            let mut score = against_all(board, worth[side], all);
            score += (drawn - score) * late / (2 * most);
            score + self.noise.error(board, side)
        })
    }

    /// What the position is worth to each seat if the game is over, or out of the search's reach.
    pub(super) fn settled(&self, board: &Board<R>, ply: usize) -> Option<BySide<Score>> {
        if let Some((winner, _)) = R::won(board) {
            return Some(BySide::from_fn(|side| if side == winner { won(ply) } else { lost(ply) }));
        }
        let plies = board.plies() as usize;
        let seats = board.living().count();
        let before = &self.path[..self.path.len() - 1];
        let again = || before.iter().rev().take(plies).skip(seats - 1).any(|&hash| hash == board.hash());
        let drawn = plies >= R::SPEC.draw_plies as usize
            || usize::from(board.passes()) >= seats
            || R::dead(board)
            || plies >= seats && again();
        drawn.then(|| {
            let score = draw(board, total(board, &board.worth()));
            BySide::from_fn(|side| if board.living().has(side) { score } else { OUT })
        })
    }

    /// What the seat to move could win at once by an exchange, and from whom.
    fn prey(&mut self, board: &Board<R>, ply: usize) -> Option<(Score, Side)> {
        let mut moves = std::mem::take(&mut self.frames[ply].lists.moves);
        moves.clear();
        board.moves(&mut Ending { on: board.hostile(board.turn()), rousing: false, list: &mut moves });
        let mut best: Option<(Score, Side)> = None;
        for &mv in &moves {
            let Some(piece) = board.piece(mv.to) else { continue };
            let (taken, with) = (worth::<R>(piece.kind()), worth::<R>(mv.kind));
            if best.is_some_and(|(most, _)| taken <= most) {
                continue;
            }
            let free = !gains(board, mv, taken);
            let gain = if free { taken - with.min(taken) } else { taken };
            if gain > 0 && best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, piece.side()));
            }
        }
        self.frames[ply].lists.moves = moves;
        best
    }

    /// What a position at the horizon is worth to each seat: what hangs counts as half taken.
    pub(super) fn leaf(&mut self, board: &Board<R>, ply: usize) -> BySide<Score> {
        let mut score = self.evaluate(board);
        if let Some((gain, victim)) = self.prey(board, ply) {
            let rivals = R::SPEC.seats.len() as Score - 1;
            score[board.turn()] += gain / rivals;
            score[victim] -= gain * 3 / 4;
        }
        score
    }
}

/// What a seat has that is worth so much, of so much that all have: its own against a third of all others'.
fn against_all<R: Rules>(board: &Board<R>, own: Score, all: Score) -> Score {
    let seats = R::SPEC.seats.len();
    let fallen = (seats - board.living().count()) as Score;
    own - (all - own + fallen * FALLEN) / (seats as Score - 1)
}

/// What all that live are worth together.
fn total<R: Rules>(board: &Board<R>, worth: &BySide<Score>) -> Score {
    board.living().iter().map(|side| worth[side]).sum()
}

/// What a draw is worth to each that lives: as if all were equal, and less than that. Only whoever has
/// clearly less than his part seeks it.
fn draw<R: Rules>(board: &Board<R>, all: Score) -> Score {
    let part = all / board.living().count() as Score;
    against_all(board, part, all) - CONTEMPT
}
