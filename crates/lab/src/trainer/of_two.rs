//! The examples of a game for two: the network says what a position is worth to the seat to move.

use super::data::{GameLog, Position};
use super::training_set::Example;
use crate::eval::evaluate::Evaluate;
use crate::eval::net::View;
use crate::rules::board::Board;
use crate::rules::game::Rules;

/// Appends the active input features of both seats, the seat to move first.
pub(super) fn see<R: Rules>(view: &View, board: &Board<R>, all: &mut Vec<u16>) {
    for seat in [board.turn(), board.living().after(board.turn())] {
        view.look::<R, 2>(board, seat, |input| all.push(input as u16));
    }
}

/// Reads a position, and appends its inputs to the list of all.
pub(super) fn example<R: Evaluate>(
    view: &View,
    board: &Board<R>,
    noted: &Position,
    (game, log): (usize, &GameLog),
    all: &mut Vec<u16>,
) -> Example {
    let first = all.len();
    see(view, board, all);
    let turn = board.turn();
    let ahead = if noted.score > 0 { turn } else { board.living().after(turn) };
    // Factors of the search: after this many quiet plies, and if the seat that is ahead can hardly win.
    let quiet = board.spec().draw_plies.map_or(1.0, |most| 1.0 - board.plies() as f32 / (2 * most) as f32);
    Example {
        game,
        seat: turn,
        own: true,
        first,
        inputs: (all.len() - first) as u16,
        bucket: view.bucket_of_two(board) as u16,
        terms: 0.0,
        left: quiet * R::prospects(board, ahead) as f32 / 64.0,
        score: noted.score as f32,
        later: 0.0,
        result: log.shares[turn.index()],
    }
}
