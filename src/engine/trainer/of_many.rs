//! The lessons of a game for more than two seats: the network corrects what the evaluation terms and the look at
//! hanging pieces say about a position for one seat. Each position is an example for every living seat.

use super::data::{GameLog, Position};
use super::dataset::chance;
use super::lessons::{Lessons, surprise};
use super::sample::scores;
use crate::engine::many::method::Method;
use crate::engine::many::multi_search::MultiSearch;
use crate::eval::evaluate::Evaluate;
use crate::eval::net::View;
use crate::rules::board::Board;
use crate::rules::side::{BySide, SEATS, Side};
use crate::rules::zobrist::mix;

/// A training position from the view of one seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Example {
    /// The number of the game.
    game: usize,
    seat: Side,
    /// Is the seat to move?
    own: bool,
    /// The index of its first input in the list of all inputs.
    first: usize,
    inputs: u16,
    bucket: u16,
    /// What the terms say.
    terms: f32,
    /// What the next search of the seat said.
    pub(super) score: f32,
    /// What its searches after that said, the earlier ones more than the later ones, and the result of the game.
    later: f32,
    /// The result of the game for this seat, from 0 to 1; an equal share is 0.5.
    pub(super) result: f32,
}

/// The training inputs, and how much of the target comes later than the next search.
pub(super) struct OfMany {
    /// The number of each input in each mirror of the board.
    mirrors: [Vec<u16>; MIRRORS],
    all: Vec<u16>,
    scale: f32,
    later: f32,
}

/// The mirrors of the board: the levels in either order, and the two directions ahead in either order.
const MIRRORS: usize = 4;
const UPSIDE_DOWN: usize = 1;
const SWAPPED: usize = 2;

impl Lessons<1> for OfMany {
    type Example = Example;

    fn see(&self, example: &Example, epoch: usize, inputs: &mut Vec<u16>) -> usize {
        let seen = &self.all[example.first..][..usize::from(example.inputs)];
        let bucket = usize::from(example.bucket);
        if epoch == 0 {
            inputs.extend_from_slice(seen);
            return bucket;
        }
        let mirror = mix((example.first ^ epoch << 48) as u64) as usize % MIRRORS;
        inputs.extend(seen.iter().map(|&input| self.mirrors[mirror][usize::from(input)]));
        if mirror & SWAPPED == 0 { bucket } else { View::swapped_bucket(bucket) }
    }

    fn judge(&self, example: &Example, worth: f32) -> (f64, f32) {
        let said = chance(example.score, self.scale);
        let target = said + (example.later - said) * self.later;
        let expected = chance(example.terms + worth, self.scale);
        (surprise(expected, target), expected - target)
    }
}

/// Reads examples: the view of the network, and a search that says what the terms say.
pub(super) struct Reader<R: Evaluate> {
    view: View,
    search: MultiSearch<R>,
    /// The inputs of all examples so far.
    all: Vec<u16>,
}

impl<R: Evaluate> Reader<R> {
    pub(super) fn new(view: View) -> Reader<R> {
        Reader { view, search: MultiSearch::alone(Method::Paranoid), all: Vec::new() }
    }

    /// Reads a position for every living seat whose next search is known. When two are left, the search for two takes
    /// over, which uses no network.
    pub(super) fn examples(
        &mut self,
        board: &Board<R>,
        noted: &Position,
        (game, log): (usize, &GameLog),
        examples: &mut Vec<Example>,
    ) {
        if board.living().count() <= 2 {
            return;
        }
        let scores = scores(board, noted);
        for seat in board.living().iter() {
            let Some(score) = scores[seat.index()] else { continue };
            let first = self.all.len();
            self.view.look::<R, SEATS>(board, seat, |input| self.all.push(input as u16));
            examples.push(Example {
                game,
                seat,
                own: seat == board.turn(),
                first,
                inputs: (self.all.len() - first) as u16,
                bucket: self.view.bucket_of_many(board, seat) as u16,
                terms: self.search.terms_score(board, seat) as f32,
                score,
                later: 0.0,
                result: log.shares[seat.index()].sqrt(),
            });
        }
    }

    /// The lessons, when all examples are read. `scale` is that of the scores.
    pub(super) fn lessons(self, scale: f32, later: f32) -> OfMany {
        let board = &R::tables().geometry;
        let mirrored = |mirror| self.view.mirrored(board, mirror & UPSIDE_DOWN != 0, mirror & SWAPPED != 0);
        OfMany { mirrors: std::array::from_fn(mirrored), all: self.all, scale, later }
    }
}

/// Computes what came later, once the scale of the scores is known. The examples of a game are in its order.
pub(super) fn look_ahead(examples: &mut [Example], scale: f32, later: f32) {
    let mut game = None;
    let mut ahead: BySide<Option<f32>> = BySide::default();
    for example in examples.iter_mut().rev() {
        if game.replace(example.game) != Some(example.game) {
            ahead = BySide::default();
        }
        example.later = ahead[example.seat].unwrap_or(example.result);
        if example.own {
            let said = chance(example.score, scale);
            ahead[example.seat] = Some(said + (example.later - said) * later);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::armies::Armies;
    use crate::rules::fen;
    use crate::rules::game::Rules;

    fn view() -> View {
        View::compile(Armies::SPEC, &Armies::tables().geometry)
    }

    #[test]
    fn each_seat_looks_ahead_to_its_own_next_turn() {
        let example = |seat, own, score: f32, result| Example {
            game: 0,
            seat: Side::new(seat),
            own,
            first: 0,
            inputs: 0,
            bucket: 0,
            terms: 0.0,
            score,
            later: 0.0,
            result,
        };
        let mut examples = [
            example(0, true, 10.0, 0.0),
            example(1, false, 70.0, 1.0),
            example(0, false, 60.0, 0.0),
            example(0, true, 60.0, 0.0),
        ];
        look_ahead(&mut examples, 100.0, 0.25);
        let at_last = chance(60.0, 100.0) * 0.75;
        let expected = [at_last, 1.0, at_last, 0.0];
        for (example, expected) in examples.iter().zip(expected) {
            assert!((example.later - expected).abs() < 1e-6, "{} instead of {expected}", example.later);
        }
    }

    #[test]
    fn a_mirror_of_the_inputs_is_that_of_the_board() {
        let inputs = |text: &str, seat: usize| {
            let board = fen::read::<Armies>(text).expect("a position");
            let mut inputs = Vec::new();
            view().look::<Armies, SEATS>(&board, Side::new(seat), |input| inputs.push(input));
            inputs.sort_unstable();
            (inputs, view().bucket_of_many(&board, Side::new(seat)))
        };
        // Red's King, a Rook of Orange beside its corner and a Knight of Green on the level above; Orange moves.
        let here = inputs("8bK/9/9/9/9/9/9/9/rK6oR1|9/9/9/9/4gN4/9/9/9/9|8gK/9/9/9/9/9/9/9/8oK o rogb - 0 9", 0);
        // The same upside down, where Orange and Blue and the two directions have changed places.
        let there = inputs("bK7gK/9/9/9/9/9/9/9/9|9/9/9/9/4gN4/9/9/9/9|8oK/bR8/9/9/9/9/9/9/rK8 b rogb - 0 9", 0);
        let mirror = view().mirrored(&Armies::tables().geometry, true, true);
        let mut mirrored: Vec<usize> = here.0.iter().map(|&input| usize::from(mirror[input])).collect();
        mirrored.sort_unstable();
        assert_eq!((mirrored, View::swapped_bucket(here.1)), there);
        for (upside_down, swapped) in [(false, false), (true, false), (false, true), (true, true)] {
            let mirror = view().mirrored(&Armies::tables().geometry, upside_down, swapped);
            assert!((0..mirror.len()).all(|input| usize::from(mirror[usize::from(mirror[input])]) == input));
        }
    }
}
