//! The examples of a game for more than two seats: the network corrects what the evaluation terms and the look at
//! hanging pieces say about a position for one seat. Each position is an example for every living seat.

use super::data::{GameLog, Position};
use super::sample::scores;
use super::training_set::{Example, MIRRORS, SWAPPED, UPSIDE_DOWN};
use crate::engine::many::multi_search::MultiSearch;
use crate::eval::evaluate::Evaluate;
use crate::eval::net::View;
use crate::rules::board::Board;
use crate::rules::geometry::Geometry;
use crate::rules::side::SEATS;

/// Reads a position for every living seat whose next search is known, and appends its inputs to the list of all. The
/// search says what the terms say. When two are left, the search for two takes over, which uses no network.
pub(super) fn examples<R: Evaluate>(
    (view, search): (&View, &mut MultiSearch<R>),
    board: &Board<R>,
    noted: &Position,
    (game, log): (usize, &GameLog),
    all: &mut Vec<u16>,
    examples: &mut Vec<Example>,
) {
    if board.living().count() <= 2 {
        return;
    }
    let scores = scores(board, noted);
    for seat in board.living().iter() {
        let Some(score) = scores[seat.index()] else { continue };
        let first = all.len();
        view.look::<R, SEATS>(board, seat, |input| all.push(input as u16));
        examples.push(Example {
            game,
            seat,
            own: seat == board.turn(),
            first,
            inputs: (all.len() - first) as u16,
            bucket: view.bucket_of_many(board, seat) as u16,
            terms: search.terms_score(board, seat) as f32,
            left: 1.0,
            score,
            later: 0.0,
            // A quarter of the point, an equal share, becomes a half.
            result: log.shares[seat.index()].sqrt(),
        });
    }
}

/// The number of each input in each mirror of the board.
pub(super) fn mirrors(view: &View, board: &Geometry) -> Vec<Vec<u16>> {
    let mirrored = |mirror| view.mirrored(board, mirror & UPSIDE_DOWN != 0, mirror & SWAPPED != 0);
    (0..MIRRORS).map(mirrored).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::armies::Armies;
    use crate::rules::game::CompiledGame;
    use crate::rules::side::Side;

    fn view() -> View {
        View::compile(Armies::SPEC, &Armies::tables().geometry)
    }

    #[test]
    fn a_mirror_of_the_inputs_is_that_of_the_board() {
        let inputs = |text: &str, seat: usize| {
            let board = Board::<Armies>::read(text).expect("a position");
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
