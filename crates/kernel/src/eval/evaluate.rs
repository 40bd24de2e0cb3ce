//! The evaluation of a game: the interface for its author, and the two functions that the search calls.

use std::sync::Arc;

use super::net::{DuelAccumulator, Net};
use super::skill::Skills;
use super::tables::EvalTables;
use super::terms::{self, PHASES, SearchTraits, Tally, Weight};
use crate::bits::SquareSet;
use crate::board::Board;
use crate::game::Rules;
use crate::geometry::Coord;
use crate::side::{BySide, Side};
use crate::tables::Tables;

/// What a game says about the value of its positions. It has evaluation terms ([`Evaluate::WEIGHTS`] and
/// [`Evaluate::weigh`]) or a neural network ([`Evaluate::NET`]); with more than two seats it may have both.
pub trait Evaluate: Rules {
    /// The value of each kind in an exchange, in hundredths of a Pawn.
    const WORTH: &'static [i32] = &[];
    /// The neural network that evaluates positions. A game without one counts terms. With more than two seats the
    /// network corrects the terms.
    const NET: Option<&'static [u8]> = None;
    /// The weight of each evaluation term.
    const WEIGHTS: &'static [Weight] = &[];
    /// Facts about the game that the search needs beside the rules.
    const TRAITS: SearchTraits = SearchTraits::ORDINARY;
    /// The limits of the computer's levels. The highest level has none.
    const SKILLS: &'static Skills = &Skills::UNTUNED;

    /// The compiled evaluation tables, shared by all boards of the game that has these tables.
    fn eval_tables(tables: &'static Tables<Self>) -> &'static EvalTables;

    /// The values of the kinds in the game that has these tables.
    #[inline]
    fn worth(tables: &'static Tables<Self>) -> &'static [i32] {
        let _ = tables;
        Self::WORTH
    }

    /// The weights of the terms in the game that has these tables.
    #[inline]
    fn weights(tables: &'static Tables<Self>) -> &'static [Weight] {
        let _ = tables;
        Self::WEIGHTS
    }

    /// The levels in the game that has these tables.
    fn skills(tables: &'static Tables<Self>) -> &'static Skills {
        let _ = tables;
        Self::SKILLS
    }

    /// The number of a square for evaluation, from the seat's own coordinates. Equivalent squares have the same
    /// number.
    fn spot(at: Coord) -> u8 {
        let _ = at;
        0
    }

    /// Counts the evaluation terms of each seat.
    #[inline]
    fn weigh<T: Tally>(board: &Board<Self>, tally: &mut T) {
        let _ = (board, tally);
    }

    /// The game phase, from [`PHASES`] with all pieces in the game down to 0.
    #[inline]
    fn phase(board: &Board<Self>) -> i32 {
        let pawns = board.spec().pawn.map_or(Self::Set::EMPTY, |pawn| board.kind(pawn));
        let pieces = ((board.occupied() & !pawns).count() + board.reserved()) as i32;
        (pieces * PHASES / Self::eval_tables(board.tables()).pieces).min(PHASES)
    }

    /// The part of this seat's advantage that counts, out of 64. It is lower if the seat can hardly win. A net learns
    /// with it.
    #[inline]
    fn prospects(board: &Board<Self>, side: Side) -> i32 {
        let _ = (board, side);
        64
    }

    /// A second factor, out of 64, that is multiplied with `prospects` in play. It is lower if the seat should keep a
    /// larger advantage instead of trading it for this one. A net learns without it; otherwise it would learn to cancel it.
    #[inline]
    fn caution(board: &Board<Self>, side: Side) -> i32 {
        let _ = (board, side);
        64
    }

    /// The squares where a move of the seat to move can end that wins at once, other than by mate. The set may
    /// be too large, but not too small. Empty if no move can win so.
    #[inline]
    fn goals(board: &Board<Self>) -> Self::Set {
        let _ = board;
        Self::Set::EMPTY
    }

    /// The squares where a quiet move of the seat to move is as important as a capture.
    #[inline]
    fn tactical(board: &Board<Self>) -> Self::Set {
        board.tables().must[board.turn()] & !board.occupied()
    }
}

/// The evaluation for the seat to move minus that of the seat `against` it: by this network of a game for two, with the
/// accumulator for incremental updates, or by the game's evaluation terms.
#[inline]
pub fn evaluate<R: Evaluate>(
    board: &Board<R>,
    against: Side,
    net: Option<&Net>,
    accumulator: &mut DuelAccumulator<R>,
) -> i32 {
    if let Some(net) = net {
        return net.evaluate(board, accumulator);
    }
    let seats = evaluate_seats(board);
    seats[board.turn()] - seats[against]
}

/// The network that comes with the game that has these tables, if it is one for two.
pub fn net_of_two<R: Evaluate>(tables: &'static Tables<R>) -> Option<&'static Arc<Net>> {
    R::eval_tables(tables).net.as_ref().filter(|_| tables.spec().seats.len() == 2)
}

/// Reduces a score of the seat to move, against this seat, by the `prospects` and the `caution` of the seat that is ahead.
#[inline]
pub fn counted<R: Evaluate>(board: &Board<R>, against: Side, score: i32) -> i32 {
    let ahead = if score >= 0 { board.turn() } else { against };
    score * (R::prospects(board, ahead) * R::caution(board, ahead) / 64) / 64
}

/// The evaluation of the position for each seat by the terms of the game.
#[inline]
pub fn evaluate_seats<R: Evaluate>(board: &Board<R>) -> BySide<i32> {
    let mut sum = terms::Sum::new(R::weights(board.tables()));
    R::weigh(board, &mut sum);
    sum.tapered(R::phase(board))
}
