//! What a position of a game for more than two is worth to each seat, without looking ahead.

use super::multi_search::MultiSearch;
use crate::engine::score::{Score, lost, won};
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::side::BySide;

/// The score of a seat that is out of the game, before plies are counted.
pub(in crate::engine) const OUT: Score = -20_000;

/// What a fallen army is worth to its owner, in what others get from it: less than any that lives, be it a
/// shut-in King alone. Else nobody would mate such a King.
const FALLEN: Score = -3_000;

/// How much less than an equal part a draw counts.
const CONTEMPT: Score = 200;

/// In the last of so many parts of the plies that may be quiet, a draw comes nearer.
const PATIENCE: Score = 3;

impl<R: Rules> MultiSearch<R> {
    /// What the position is worth to each seat: its own worth against a third of all others', so that
    /// whoever falls is a gain for the rest. Where nothing has happened for long, it counts that the game
    /// will be drawn: not before that, else pieces would be given away for something to happen.
    pub(in crate::engine) fn evaluate(&self, board: &Board<R>) -> BySide<Score> {
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
    pub(in crate::engine) fn settled(&self, board: &Board<R>, ply: usize) -> Option<BySide<Score>> {
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
