//! Counting the sequences of legal plies: the test of every move generator.

use super::board::Board;
use super::game::Rules;
use super::mv::MoveList;

/// How many sequences of `depth` legal plies there are. Draws by repetition, count of plies,
/// dead position or passes do not end a sequence; decided games do.
pub fn perft<R: Rules>(board: &Board<R>, depth: u32) -> u64 {
    perft_until(board, depth, &|| false).unwrap_or(0)
}

/// The same, unless it is stopped first: that is asked often, but not for each move.
pub fn perft_until<R: Rules>(board: &Board<R>, depth: u32, stopped: &dyn Fn() -> bool) -> Option<u64> {
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

/// `spare` keeps lists that are not in use, so that there are no more than there are plies.
fn inner<R: Rules>(board: &Board<R>, depth: u32, spare: &mut Vec<MoveList>, stopped: &dyn Fn() -> bool) -> u64 {
    if R::won(board).is_some() {
        return 0;
    }
    let mut list = spare.pop().unwrap_or_default();
    list.clear();
    board.moves(&mut list);
    let leaves = if depth == 2 {
        list.iter().map(|&mv| leaf(&board.after(mv))).sum()
    } else if stopped() {
        0
    } else {
        list.iter().map(|&mv| inner(&board.after(mv), depth - 1, spare, stopped)).sum()
    };
    spare.push(list);
    leaves
}
