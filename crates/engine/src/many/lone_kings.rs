//! If all opponents have only their Kings, the seat with pieces chases them one by one with the search of games for
//! two: the other Kings do not interfere, and a search that includes their moves never finds a mate.

use crate::eval::evaluate::{Evaluate, evaluate_seats};
use crate::rules::board::{Board, Edit};
use crate::rules::mv::Move;
use crate::rules::side::Sides;
use crate::rules::visits::Visit;

/// The search of a seat against lone Kings.
pub(crate) struct LoneKings<R: Evaluate> {
    /// The board with only one opponent: the one with the lowest worth.
    pub(crate) board: Board<R>,
    /// The allowed moves that lead to a new position and after which no other King can capture anything; all
    /// allowed moves if there are none.
    pub(crate) moves: Vec<Move>,
}

impl<R: Evaluate> LoneKings<R> {
    /// The search in a position with this past, if all opponents have only their Kings.
    pub(crate) fn of(board: &Board<R>, past: &[Visit], moves: &[Move]) -> Option<LoneKings<R>> {
        let own = board.turn();
        let rivals = board.living().without(own);
        if !board.faces_kings_alone() {
            return None;
        }
        let worth = evaluate_seats(board);
        let target = rivals.iter().min_by_key(|&side| worth[side])?;
        let others = rivals.without(target);
        let is_safe = |&mv: &Move| {
            let next = board.after(mv);
            !past.iter().any(|visit| visit.hash == next.hash()) && !loses(&next, others)
        };
        let safe: Vec<Move> = moves.iter().copied().filter(is_safe).collect();
        let mut with_one = *board;
        let mut edit = Edit::new(&mut with_one);
        others.iter().for_each(|side| edit.remove_army(side));
        Some(LoneKings { board: with_one, moves: if safe.is_empty() { moves.to_vec() } else { safe } })
    }
}

/// Could one of these seats capture something if it were its turn?
fn loses<R: Evaluate>(board: &Board<R>, others: Sides) -> bool {
    others.iter().filter(|&side| board.living().has(side)).any(|side| {
        let mut seated = *board;
        Edit::new(&mut seated).set_turn(side);
        seated.legal().into_iter().any(|mv| !seated.is_quiet(mv))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::armies::Armies;

    /// A Rook on a file with Kings near both of its ends.
    const ROOK_BETWEEN: &str = "bK7gK/9/9/9/7rR1/9/9/9/rK7oK|9/9/9/9/9/9/9/9/9|9/9/9/9/9/9/9/9/9";

    fn board(pieces: &str) -> Board<Armies> {
        Board::read(&format!("{pieces} r rogb - 0 9")).expect("it is a position")
    }

    fn lone_kings(pieces: &str) -> Option<LoneKings<Armies>> {
        let board = board(pieces);
        LoneKings::of(&board, &[], &board.legal())
    }

    #[test]
    fn it_begins_when_all_rivals_are_kings_alone() {
        assert!(lone_kings("bK7gK/9/9/9/9/9/9/9/rK7oK|9/9/9/9/4rR4/9/9/9/9|9/9/9/9/9/9/9/9/9").is_some());
        assert!(lone_kings("bK7gK/9/9/9/9/9/9/9/rK7oK|9/9/9/9/4rR4/9/9/9/7oN1|9/9/9/9/9/9/9/9/9").is_none());
        assert!(lone_kings("bK7gK/9/9/9/9/9/9/9/rK7oK|9/9/9/9/9/9/9/9/9|9/9/9/9/9/9/9/9/9").is_none());
    }

    #[test]
    fn one_king_is_chased_and_no_other_gets_a_piece() {
        let board = board(ROOK_BETWEEN);
        let lone_kings = lone_kings(ROOK_BETWEEN).expect("lone Kings");
        assert_eq!(lone_kings.board.living().count(), 2);
        // At both ends of the file the Rook is next to a King, and at least one of them is not the chased King.
        let near = |mv: &&Move| {
            let at = board.geometry().coord(mv.to);
            at.x == 7 && at.z == 0 && (at.y < 2 || at.y > 6)
        };
        assert_eq!(board.legal().iter().filter(near).count(), 4);
        assert!(lone_kings.moves.iter().filter(near).count() <= 2);
        assert!(lone_kings.moves.len() > 8);
    }

    #[test]
    fn it_does_not_turn_in_circles() {
        let board = board(ROOK_BETWEEN);
        let lone_kings = lone_kings(ROOK_BETWEEN).expect("lone Kings");
        let known = board.after(lone_kings.moves[0]).hash();
        let again =
            LoneKings::of(&board, &[Visit { hash: known, check: false }], &board.legal()).expect("lone Kings");
        assert_eq!(again.moves, &lone_kings.moves[1..]);
    }
}
