//! The texts of Holywar: the reserve that must be dropped first, and the exchange.

use super::{EXCHANGE, Holywar, spec};
use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::explain::Attempt;
use crate::rules::geometry::Square;
use crate::rules::mv::{Move, Verb};
use crate::rules::note::Note;
use crate::rules::pick::{Mark, Pick};
use crate::rules::piece::Piece;
use crate::rules::side::Side;

type Position = Board<Holywar>;

/// Is this pair of picks an exchange?
fn exchange(board: &Position, from: Square, with: Square) -> bool {
    let side = board.turn();
    board.piece(from) == Some(Piece::new(side, spec::KING))
        && board.piece(with) == Some(Piece::new(side, spec::LADY))
}

/// Marks a Lady that the King may exchange squares with as a partner.
pub(super) fn mark(board: &Position, so_far: &[Pick], next: Pick) -> Option<Mark> {
    match (so_far, next) {
        (&[Pick::Square(from)], Pick::Square(with)) if exchange(board, from, with) => Some(Mark::Partner),
        _ => None,
    }
}

/// The reason why something specific to Holywar cannot be picked.
pub(super) fn why_not(board: &Position, attempt: &Attempt<'_>) -> Option<String> {
    let own = board.side(board.turn());
    match (attempt.so_far, attempt.tried) {
        ([], Pick::Square(square)) if own.has(square) && !board.reserve(board.turn()).is_empty() => {
            Some("the pieces in reserve are dropped before anything moves".to_owned())
        }
        (&[Pick::Square(from)], Pick::Square(with)) if exchange(board, from, with) => {
            let steps = board.tables().mover(Piece::new(board.turn(), spec::KING)).quiet.targets(from, own);
            if !steps.has(with) {
                return Some("the King changes places only with a Lady next to it".to_owned());
            }
            board.why_in_check(with, board.scene(board.turn()), true)
        }
        _ => None,
    }
}

/// The display form of an exchange: `Kd2<>Le2`.
pub(super) fn written(board: &Position, mv: Move) -> String {
    let letter = |square| board.piece(square).map_or(' ', |piece| spec::SPEC.of(piece.kind()).letter);
    let label = |square| board.geometry().label(square);
    format!("{}{}<>{}{}", letter(mv.from), label(mv.from), letter(mv.to), label(mv.to))
}

/// An effect of a move that the board does not show.
pub(super) fn remark(board: &Position, mv: Move) -> Option<String> {
    if mv.verb == Verb::Special(EXCHANGE) {
        return Some("King and Lady change places.".to_owned());
    }
    let side = board.turn();
    let next = board.just_after(mv);
    let king = next.royal(side)?;
    let near = next.tables().mover(Piece::new(side, spec::KING)).quiet.targets(king, next.occupied());
    let together = (near & next.pieces(side, spec::LADY)).any();
    let concerned = mv.kind == spec::KING || mv.kind == spec::LADY;
    (together && concerned).then(|| "Leaves the Lady next to the King.".to_owned())
}

/// The pieces left in reserve.
pub(super) fn notes(board: &Position, side: Side) -> Vec<Note> {
    let reserve = board.reserve(side);
    let held = |kind| match (reserve.count(kind), spec::SPEC.of(kind).letter) {
        (0, _) => None,
        (1, letter) => Some(letter.to_string()),
        (count, letter) => Some(format!("{letter}{count}")),
    };
    let held: Vec<String> = spec::SPEC.all_kinds().filter_map(held).collect();
    if held.is_empty() { Vec::new() } else { vec![Note::Reserve(held.join(" "))] }
}
