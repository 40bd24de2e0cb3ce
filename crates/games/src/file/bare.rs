//! The end of a King that has lost all other pieces: the key `win.bare`.

use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::outcome::Cause;
use crate::rules::side::{BySide, Side};

use super::game::FileGame;
use super::walls;

/// A win over a King without any other piece.
const BARE: Cause = Cause { id: "bare", words: "over a bare King" };

/// The end by a bare King: it loses, unless it can take the last piece of its rival at once.
pub(super) fn winner<S: SquareSet>(board: &Board<FileGame<S>>, turn: Side, mover: Side) -> Option<(Side, Cause)> {
    let bare = BySide::from_fn(|side| !walls::army(board, side).has_at_least(2) && board.reserve(side).is_empty());
    match (bare[turn], bare[mover]) {
        (true, false) => {
            let last = walls::army(board, mover).count() == 2;
            let answers = || board.legal().iter().any(|&mv| board.captured(mv).is_some());
            if last && answers() { None } else { Some((mover, BARE)) }
        }
        (false, true) => Some((turn, BARE)),
        _ => None,
    }
}
