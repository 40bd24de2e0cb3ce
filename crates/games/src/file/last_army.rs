//! Games for more than two: a King falls, and its army with it, when the turn of a player who attacks it begins. Who
//! cannot move passes, and the last army wins.

use crate::rules::bits::SquareSet;
use crate::rules::board::{Board, Edit};
use crate::rules::generate::{Generator, Sink};
use crate::rules::mv::Move;
use crate::rules::outcome::Cause;
use crate::rules::side::Side;

use super::game::FileGame;

/// A win as the last army: all others have fallen.
const LAST_ARMY: Cause = Cause { id: "last-army", words: "as the last army" };

/// How such a game goes, for its rules page.
pub(super) const WORDS: &str = "\n## The end\n\nA King falls, and all its army with it, when the turn of a player who attacks \
                                it begins. A player who cannot move passes. The last army wins.\n";

/// Does the last army win in this game?
#[inline]
pub(super) fn wins<S: SquareSet>(board: &Board<FileGame<S>>) -> bool {
    board.tables().extra.data.last_army
}

/// The moves, or the pass if there are none.
pub(super) fn moves<S: SquareSet, K: Sink<S>>(generator: &Generator<'_, FileGame<S>>, sink: &mut K) {
    generator.ordinary(sink);
    if sink.is_empty() {
        sink.one(Move::PASS);
    }
}

/// Every King falls that the player to move attacks. The removal of its army may lay others open.
pub(super) fn begin_turn<S: SquareSet>(edit: &mut Edit<'_, FileGame<S>>) {
    let mover = edit.board().turn();
    while let Some(fallen) = {
        let board = edit.board();
        board.living().without(mover).iter().find(|&side| board.attacks_king(mover, side))
    } {
        edit.remove_army(fallen);
    }
}

/// The last army, once it is alone.
pub(super) fn winner<S: SquareSet>(board: &Board<FileGame<S>>) -> Option<(Side, Cause)> {
    let living = board.living();
    (living.count() == 1).then(|| (living.after(board.turn()), LAST_ARMY))
}

/// Are Kings all that is left?
pub(super) fn is_dead<S: SquareSet>(board: &Board<FileGame<S>>) -> bool {
    board.spec().royal.is_some_and(|royal| board.occupied() == board.kind(royal))
}
