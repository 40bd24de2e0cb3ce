//! Perft: counts the sequences of legal plies, to test the move generator.

use super::board::{Board, Edit};
use super::game::Rules;
use super::mv::{Move, MoveList};

/// The number of sequences of `depth` legal plies. A win ends a sequence; a draw by repetition, ply count, dead
/// position or passes does not.
pub fn perft<R: Rules>(board: &Board<R>, depth: u32) -> u64 {
    perft_until(board, depth, &|| false).unwrap_or(0)
}

/// The same, but returns `None` if `stopped` returns true. It is called often, but not for each move.
pub(crate) fn perft_until<R: Rules>(board: &Board<R>, depth: u32, stopped: &dyn Fn() -> bool) -> Option<u64> {
    let leaves = match depth {
        0 => 1,
        1 => leaf(board),
        _ => inner(board, depth, &mut Vec::new(), stopped),
    };
    (!stopped()).then_some(leaves)
}

#[inline]
fn leaf<R: Rules>(board: &Board<R>) -> u64 {
    if R::won(board).is_some() { 0 } else { board.count_moves() }
}

/// The same after a move. [`Board::after`] would copy the board twice here.
#[inline]
fn leaf_after<R: Rules>(board: &Board<R>, mv: Move) -> u64 {
    let mut next = *board;
    R::play(&mut Edit::new(&mut next), mv);
    leaf(&next)
}

/// `spare` holds unused move lists for reuse, so that no more lists are allocated than there are plies.
fn inner<R: Rules>(board: &Board<R>, depth: u32, spare: &mut Vec<MoveList>, stopped: &dyn Fn() -> bool) -> u64 {
    if R::won(board).is_some() {
        return 0;
    }
    let mut list = spare.pop().unwrap_or_default();
    list.clear();
    board.moves(&mut list);
    let leaves = if depth == 2 {
        list.iter().map(|&mv| leaf_after(board, mv)).sum()
    } else if stopped() {
        0
    } else {
        list.iter().map(|&mv| inner(&board.after(mv), depth - 1, spare, stopped)).sum()
    };
    spare.push(list);
    leaves
}
