//! Castling by data: the rights to it, and the move.

use crate::rules::bits::SquareSet;
use crate::rules::board::{Board, Edit};
use crate::rules::explain::Attempt;
use crate::rules::fen::{FenError, Field};
use crate::rules::game::Rules as _;
use crate::rules::generate::{Generator, Sink};
use crate::rules::geometry::Square;
use crate::rules::mv::Move;
use crate::rules::pick::Pick;
use crate::rules::piece::Piece;

use super::game::FileGame;
use super::wing::Wing;

/// The number of the special move.
const CASTLE: u8 = 0;

/// The ways to castle for which there is a right.
fn wings<S: SquareSet>(board: &Board<FileGame<S>>) -> impl Iterator<Item = &'static Wing<S>> {
    let rights = board.state().rights;
    let all = board.tables().extra.wings.iter().enumerate();
    all.filter(move |&(bit, _)| rights >> bit & 1 == 1).map(|(_, wing)| wing)
}

/// The castling moves of the seat to move.
pub(super) fn moves<S: SquareSet, K: Sink<S>>(generator: &Generator<'_, FileGame<S>>, sink: &mut K) {
    let board = generator.board;
    let judged = FileGame::<S>::judges_safety(board);
    if board.state().rights == 0 || generator.guard.check || judged && board.in_check(generator.side) {
        return;
    }
    for wing in wings(generator.board).filter(|wing| wing.side == generator.side) {
        let free = (generator.occupied & wing.between).is_empty();
        // A piece that is not royal may go through attacks.
        let royal = board.spec().royal == Some(wing.kinds[0]);
        if free && (!royal || exposed(board, wing).is_none()) {
            sink.one(Move::special(CASTLE, wing.kinds[0], wing.king[0], wing.partner, wing.king[1]));
        }
    }
}

/// The first square on its way where the King would be in check. At the end of it its partner has gone too.
fn exposed<S: SquareSet>(board: &Board<FileGame<S>>, wing: &Wing<S>) -> Option<Square> {
    let scene = board.scene(wing.side);
    wing.way.iter().copied().find(|&square| {
        let mut there = scene.moved(wing.king[0], square);
        if square == wing.king[1] {
            there.occupied = there.occupied.without(wing.partner[0]).with(wing.partner[1]).with(square);
        }
        board.attacked(square, there)
    })
}

/// King and partner go; nothing is captured.
pub(super) fn play<S: SquareSet>(edit: &mut Edit<'_, FileGame<S>>, mv: Move) {
    let partner = edit.take(mv.vias[0]);
    edit.step(mv);
    if let Some(partner) = partner {
        edit.put(mv.vias[1], partner);
    }
}

/// The rights that are left after a move.
pub(super) fn left<S: SquareSet>(board: &Board<FileGame<S>>, rights: u8, mv: Move) -> u8 {
    let lost = &board.tables().extra.lost;
    rights & !(lost[mv.from.index()] | lost[mv.to.index()])
}

/// `O-O`, or `O-O-O` for the long way.
pub(super) fn written<S: SquareSet>(board: &Board<FileGame<S>>, mv: Move) -> String {
    let wing = board.tables().extra.wings.iter().find(|wing| wing.king == [mv.from, mv.to]);
    if wing.is_some_and(Wing::is_long) { "O-O-O" } else { "O-O" }.to_owned()
}

/// `KQkq`, as far as there are rights.
pub(super) fn text<S: SquareSet>(board: &Board<FileGame<S>>) -> String {
    wings(board).map(|wing| wing.letter).collect()
}

/// Reads the rights.
pub(super) fn read<S: SquareSet>(board: &Board<FileGame<S>>, text: &str) -> Result<u8, FenError> {
    let all = &board.tables().extra.wings;
    let wrong = |expected: &str| FenError::new(Field::State("castling"), text, expected);
    let mut rights: u8 = 0;
    for letter in text.chars() {
        let bit = all.iter().position(|wing| wing.letter == letter);
        let bit = bit.filter(|&bit| u32::from(rights) < 1 << bit).ok_or_else(|| {
            let known: String = all.iter().map(|wing| wing.letter).collect();
            if known.is_empty() {
                wrong("-, there is none")
            } else {
                wrong(&format!("letters of {known} in that order, or -"))
            }
        })?;
        let Wing { side, king, partner, kinds, .. } = &all[bit];
        for (square, kind) in [(king[0], kinds[0]), (partner[0], kinds[1])] {
            if board.piece(square) != Some(Piece::new(*side, kind)) {
                let (name, label) = (board.kind_name(kind), board.geometry().label(square));
                return Err(wrong(&format!("the {name} of {} on {label}", board.seat_name(*side))));
            }
        }
        rights |= 1 << bit;
    }
    Ok(rights)
}

/// Why the King cannot castle, if that is what was tried.
pub(super) fn why_not<S: SquareSet>(board: &Board<FileGame<S>>, attempt: &Attempt<'_>) -> Option<String> {
    let (&[Pick::Square(from)], Pick::Square(to)) = (attempt.so_far, attempt.tried) else { return None };
    let side = board.turn();
    let all = &board.tables().extra.wings;
    let wing = all.iter().find(|wing| wing.side == side && wing.king == [from, to])?;
    let [king, partner] = wing.kinds.map(|kind| board.kind_name(kind));
    if board.piece(from) != Some(Piece::new(side, wing.kinds[0])) {
        return None;
    }
    let in_the_way = board.occupied() & wing.between;
    Some(if !wings(board).any(|known| known.letter == wing.letter) {
        format!("the {king} or that {partner} has moved, so they cannot castle")
    } else if in_the_way.any() {
        format!("between {king} and {partner} stands {}", board.names_at(in_the_way))
    } else if board.in_check(side) {
        format!("a {king} in check does not castle")
    } else {
        format!("the {king} would be in check on {}", board.geometry().label(exposed(board, wing)?))
    })
}
