//! The lessons of a game for two: the network says what a position is worth to the seat to move.

use super::data::{GameLog, Position};
use super::dataset::chance;
use super::lessons::{Lessons, surprise};
use crate::eval::evaluate::Evaluate;
use crate::eval::net::View;
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::side::Side;

/// A training position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Example {
    /// The number of the game.
    pub(super) game: usize,
    /// The seat to move.
    pub(super) seat: Side,
    /// The index of its first input in the list of all inputs.
    pub(super) first: usize,
    pub(super) inputs: u16,
    /// The output layer, by the number of men.
    pub(super) bucket: u16,
    /// The search score for the seat to move.
    pub(super) score: f32,
    /// The factor by which the search reduces the evaluation: after this many quiet plies, and if the seat that is
    /// ahead can hardly win.
    pub(super) left: f32,
    /// What the searches after this one said, the earlier ones more than the later ones, and the result.
    pub(super) later: f32,
    /// The result of the game for the seat to move.
    pub(super) result: f32,
}

/// The training inputs, and the mix of search scores and results in the target.
pub(super) struct OfTwo {
    pub(super) all: Vec<u16>,
    pub(super) scale: f32,
    pub(super) result: f32,
    pub(super) later: f32,
}

impl Lessons<2> for OfTwo {
    type Example = Example;

    fn see(&self, example: &Example, _: usize, inputs: &mut Vec<u16>) -> usize {
        inputs.extend_from_slice(&self.all[example.first..][..usize::from(example.inputs)]);
        usize::from(example.bucket)
    }

    /// The target is the expected result of the seat to move.
    fn judge(&self, example: &Example, worth: f32) -> (f64, f32) {
        let said = chance(example.score, self.scale);
        let target = said + (example.later - said) * self.later;
        let target = target + (example.result - target) * self.result;
        let expected = chance(worth * example.left, self.scale);
        (surprise(expected, target), (expected - target) * example.left)
    }
}

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
    // The same factors as in the search.
    let quiet = 1.0 - board.plies() as f32 / (2 * R::SPEC.draw_plies) as f32;
    Example {
        game,
        seat: turn,
        first,
        inputs: (all.len() - first) as u16,
        bucket: view.bucket_of_two(board) as u16,
        score: noted.score as f32,
        left: quiet * R::prospects(board, ahead) as f32 / 64.0,
        later: 0.0,
        result: log.shares[turn.index()],
    }
}

/// Computes what came later, once the scale of the scores is known. The examples of a game are in its order.
pub(super) fn look_ahead(examples: &mut [Example], scale: f32, later: f32) {
    let mut next: Option<(usize, Side, f32)> = None;
    for example in examples.iter_mut().rev() {
        example.later = match next {
            Some((game, seat, ahead)) if game == example.game => {
                if seat == example.seat {
                    ahead
                } else {
                    1.0 - ahead
                }
            }
            _ => example.result,
        };
        let said = chance(example.score, scale);
        next = Some((example.game, example.seat, said + (example.later - said) * later));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_scores_count_less_and_less() {
        let example = |game, seat, score: f32, result| Example {
            game,
            seat: Side::new(seat),
            first: 0,
            inputs: 0,
            bucket: 0,
            score,
            left: 1.0,
            later: 0.0,
            result,
        };
        let mut examples = [
            example(0, 0, 100.0, 0.0),
            example(1, 0, 0.0, 1.0),
            example(1, 1, -200.0, 0.0),
            example(1, 0, 50.0, 1.0),
        ];
        look_ahead(&mut examples, 100.0, 0.5);
        let third = f32::midpoint(chance(50.0, 100.0), 1.0);
        let second = f32::midpoint(chance(-200.0, 100.0), 1.0 - third);
        let expected = [0.0, 1.0 - second, 1.0 - third, 1.0];
        for (example, expected) in examples.iter().zip(expected) {
            assert!((example.later - expected).abs() < 1e-6, "{} instead of {expected}", example.later);
        }
    }
}
