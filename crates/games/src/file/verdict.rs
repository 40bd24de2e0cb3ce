//! How a game of a file ends: who has won, and what a game without a winner is.

use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::outcome::{Cause, Outcome};
use crate::rules::side::{BySide, Side};

use super::game::FileGame;
use super::goal::{both_reached, is_out_of_reach, reached};
use super::laws::Stalemate;
use super::points::POINTS;
use super::{bare, becoming, judge, last_army, passing, walls};

/// A win by pieces that have come somewhere.
const REACHED: Cause = Cause { id: "reached", words: "by reaching the goal" };
/// A win because the rival has lost its last piece of a kind.
const EXTINCT: Cause = Cause { id: "extinct", words: "because the rival has no such piece left" };
/// A win over a seat that has begun without a King and has nothing left.
const BEATEN: Cause = Cause { id: "beaten", words: "because the rival has no piece left" };
/// A win by losing everything.
const RID: Cause = Cause { id: "rid", words: "by having no piece left" };
/// A win by an explosion.
const EXPLODED: Cause = Cause { id: "exploded", words: "because the King of the rival has exploded" };
/// A draw, because the second seat has come to the goal right after the first.
const BOTH: Cause = Cause { id: "both", words: "because both have reached the goal" };
/// An end by pieces in a row.
const ROW: Cause = Cause { id: "row", words: "by pieces in a row" };
/// A win by a number of checks.
const CHECKS: Cause = Cause { id: "checks", words: "by checks" };

/// Has a seat won, other than by mate?
#[inline(never)]
pub(super) fn winner<S: SquareSet>(board: &Board<FileGame<S>>) -> Option<(Side, Cause)> {
    let laws = &board.tables().extra;
    if laws.data.last_army {
        return last_army::winner(board);
    }
    let (turn, mover) = (board.turn(), board.living().after(board.turn()));
    if let Some(goal) = &laws.data.goal
        && let Some(winner) = reached(board, goal)
    {
        return Some((winner, REACHED));
    }
    if laws.data.demands.explosion.is_some() && board.spec().royal.is_some() && board.royal(turn).is_none() {
        return Some((mover, EXPLODED));
    }
    for (side, rival) in [(turn, mover), (mover, turn)] {
        if judge::is_beaten(board, side) {
            return Some((rival, BEATEN));
        }
        if laws.data.nothing_left && walls::army(board, side).is_empty() {
            return Some((side, RID));
        }
    }
    if let Some(needed) = laws.data.checks
        && board.state().checks[mover.index()] >= needed
    {
        return Some((mover, CHECKS));
    }
    let lost = |side| laws.data.extinct.iter().any(|&kind| board.pieces(side, kind).is_empty());
    if !laws.data.extinct.is_empty() {
        // Whoever takes the last one wins, also with the own last one.
        match [lost(turn), lost(mover)] {
            [true, _] => return Some((mover, EXTINCT)),
            [false, true] => return Some((turn, EXTINCT)),
            [false, false] => {}
        }
    }
    if let Some(winner) = laws.data.extinction.as_ref().and_then(|extinction| extinction.winner(board)) {
        return Some((winner, EXTINCT));
    }
    if let Some(winner) = laws.data.row.as_ref().and_then(|row| row.winner(board)) {
        return Some((winner, ROW));
    }
    if laws.data.bare {
        return bare::winner(board, turn, mover);
    }
    let points = laws.data.points.as_ref().filter(|_| passing::has_ended(board))?;
    points.winner(board).map(|winner| (winner, POINTS))
}

/// The result of a game that ends without such a win.
pub(super) fn drawn<S: SquareSet>(board: &Board<FileGame<S>>, cause: Cause) -> Outcome {
    let turn = board.turn();
    let laws = &board.tables().extra.data;
    let draw = || {
        let ahead = laws.points.as_ref().and_then(|points| points.winner(board));
        match (ahead, laws.draw_wins) {
            (Some(winner), _) => Outcome::won(winner, POINTS),
            (None, Some(winner)) => Outcome::won(winner, cause),
            (None, None) => Outcome::shared(board.living(), cause),
        }
    };
    match laws.stalemate {
        Stalemate::Loss if cause == Cause::STALEMATE => Outcome::won(board.living().after(turn), cause),
        Stalemate::Win if cause == Cause::STALEMATE => Outcome::won(turn, cause),
        _ if cause == Cause::DEAD && both_reached(board) => Outcome::shared(board.living(), BOTH),
        _ if cause == Cause::DEAD && becoming::is_at_rest(board) => {
            Outcome::shared(board.living(), Cause::STALEMATE)
        }
        _ if cause == Cause::DEAD && passing::has_ended(board) => {
            Outcome::shared(board.living(), passing::cause(board))
        }
        _ => draw(),
    }
}

/// Nobody can win with Kings alone, or with one piece beside them of a kind that cannot mate.
pub(super) fn is_dead<S: SquareSet>(board: &Board<FileGame<S>>) -> bool {
    let laws = &board.tables().extra;
    if laws.data.last_army {
        return last_army::is_dead(board);
    }
    if both_reached(board) || is_out_of_reach(board) || becoming::is_at_rest(board) || passing::has_ended(board) {
        return true;
    }
    if laws.data.kingless != BySide::default() || board.spec().has_hand() || board.reserved() > 0 {
        return false;
    }
    let others = laws.data.goal.is_some() || laws.data.extinction.is_some() || laws.data.row.is_some();
    let Some(royal) = board.spec().royal.filter(|_| !others && laws.data.extinct.is_empty()) else {
        return false;
    };
    // Two Kings can mate one.
    if board.kind(royal).count() > 2 {
        return false;
    }
    let armies = walls::army(board, Side::FIRST) | walls::army(board, Side::new(1));
    let men = armies & !board.kind(royal);
    if men.has_at_least(2) || laws.data.checks.is_some() && men.any() {
        return false;
    }
    men.is_empty() || laws.data.too_few.iter().any(|&kind| (men & board.kind(kind)).any())
}
