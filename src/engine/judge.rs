//! What a position of a game for more than two is worth to each seat, without looking ahead.

use super::elder::Elder;
use super::exchange::{gains, worth};
use super::score::{Score, lost, won};
use super::sinks::Ending;
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::side::{BySide, Side};
use crate::rules::zobrist::mix;

/// The score of a seat that is out of the game, before plies are counted.
pub(super) const OUT: Score = -20_000;

/// What every rival that is still there costs: the fewer are left, the larger is the part of each.
const RIVAL: Score = 300;

/// How much less than an equal part a draw counts.
const CONTEMPT: Score = 200;

impl<R: Rules> Elder<R> {
    /// What the position is worth to each seat: its own worth against a third of all others', so
    /// that whoever falls is a gain for the rest. The longer nothing happens, the more it counts that
    /// the game will be drawn.
    pub(super) fn evaluate(&self, board: &Board<R>) -> BySide<Score> {
        let worth = board.worth();
        let all: Score = board.living().iter().map(|side| worth[side]).sum();
        let rivals = R::SPEC.seats.len() as Score - 1;
        let others = board.living().count() as Score - 1;
        let drawn = draw(board, &worth);
        let (plies, most) = (board.plies() as Score, R::SPEC.draw_plies as Score);
        BySide::from_fn(|side| {
            if !board.living().has(side) {
                return OUT;
            }
            let mut score = worth[side] - (all - worth[side]) / rivals - RIVAL * others;
            score += (drawn[side] - score) * plies / (2 * most);
            if self.noise > 0 {
                let chance = mix(board.hash() ^ self.seed ^ side.index() as u64);
                let throw = (chance & 0xffff) as Score + (chance >> 16 & 0xffff) as Score - 0xffff;
                score += throw * self.noise / 0xffff;
            }
            score
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
        drawn.then(|| draw(board, &board.worth()))
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

/// What a draw is worth to each seat: as if all who are left were equal, and less than that. Only
/// whoever has clearly less than his part seeks it.
fn draw<R: Rules>(board: &Board<R>, worth: &BySide<Score>) -> BySide<Score> {
    let count = board.living().count() as Score;
    let all: Score = board.living().iter().map(|side| worth[side]).sum();
    let rivals = R::SPEC.seats.len() as Score - 1;
    let part = all / count;
    BySide::from_fn(|side| {
        if board.living().has(side) { part - (all - part) / rivals - RIVAL * (count - 1) - CONTEMPT } else { OUT }
    })
}
