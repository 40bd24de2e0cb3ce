//! Counting the sequences of legal plies: the test of every move generator.

use super::board::Board;
use super::game::Rules;
use super::mv::MoveList;

/// How many sequences of `depth` legal plies there are. Draws by repetition, count of plies,
/// dead position or passes do not end a sequence; decided games do.
pub fn perft<R: Rules>(board: &Board<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => leaf(board),
        _ => {
            let mut lists: Vec<MoveList> = vec![MoveList::new(); depth as usize - 1];
            inner(board, &mut lists)
        }
    }
}

#[inline]
fn leaf<R: Rules>(board: &Board<R>) -> u64 {
    if R::won(board).is_some() { 0 } else { board.count_moves() }
}

fn inner<R: Rules>(board: &Board<R>, lists: &mut [MoveList]) -> u64 {
    if R::won(board).is_some() {
        return 0;
    }
    let Some((list, deeper)) = lists.split_first_mut() else { return leaf(board) };
    list.clear();
    board.moves(list);
    if deeper.is_empty() {
        list.iter().map(|&mv| leaf(&board.after(mv))).sum()
    } else {
        list.iter().map(|&mv| inner(&board.after(mv), deeper)).sum()
    }
}
