//! Ends by counting in a shallow search: quiet plies, repetitions, and positions that nobody can win.

use super::Shallow;
use crate::eval::evaluate::Evaluate;
use crate::rules::board::Board;
use crate::rules::outcome::{Cause, Outcome};
use crate::rules::visits::pursuers;
use crate::score::{DRAW, Score, lost, won};

impl<R: Evaluate> Shallow<'_, R> {
    /// The score if the game ends with the position after a move, without a win on the board. As in the rules, a win comes
    /// before an end by counting, if it is seen.
    pub(super) fn counted_out(&self, board: &Board<R>, ply: usize) -> Option<Score> {
        let is_late = || board.spec().draw_plies.is_some_and(|most| board.plies() >= most);
        let outcome = if R::dead(board) {
            R::drawn(board, Cause::DEAD)
        } else if R::points(board, self.root).is_some() {
            return None;
        } else if is_late() {
            R::drawn(board, Cause::PLIES)
        } else {
            self.repeated(board)?
        };
        let ends = self.ended(board, ply).is_none() && !self.sees_mate(board, ply);
        ends.then(|| match outcome.winner() {
            None => DRAW - self.contempt,
            Some(winner) if winner == self.root => won(ply),
            Some(_) => lost(ply),
        })
    }

    /// What a position of the game that comes back means. A repetition that somebody wins is not the end before its last
    /// occurrence.
    fn repeated(&self, board: &Board<R>) -> Option<Outcome> {
        board.spec().repetition?;
        let again = |hash| hash == board.hash();
        let first = self.past.iter().position(|visit| again(visit.hash))?;
        let weighs = R::weighs_checks(board.tables());
        // The moves of a search that are not yet played are few, and only the last one is known here.
        let check = weighs && board.in_check(board.turn());
        let since = self.past[first + 1..].iter().map(|visit| visit.check);
        let outcome = if weighs {
            R::repeated(board, pursuers(board.turn(), since.chain([check]).rev()))
        } else {
            R::drawn(board, Cause::REPETITION)
        };
        let occurrences = 1 + self.past.iter().filter(|visit| again(visit.hash)).count();
        let ends = outcome.winner().is_none() || board.spec().ends_by_repetition(occurrences);
        ends.then_some(outcome)
    }
}
