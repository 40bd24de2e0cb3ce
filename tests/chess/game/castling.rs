//! Castling: the rights to it, and the move.

use heterodox::rules::attack::Scene;
use heterodox::rules::bits::{Bits64, SquareSet};
use heterodox::rules::board::{Board, Edit};
use heterodox::rules::explain::Attempt;
use heterodox::rules::fen::{FenError, Field};
use heterodox::rules::generate::{Generator, Sink};
use heterodox::rules::geometry::Square;
use heterodox::rules::mv::Move;
use heterodox::rules::pick::Pick;
use heterodox::rules::piece::Piece;
use heterodox::rules::side::Side;

use super::Chess;
use super::spec::{KING, ROOK};

/// The special move of this game, by its number.
pub(super) const CASTLE: u8 = 0;

/// Who may still castle where: one bit for each of [`WINGS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Rights(u8);

/// One way to castle.
struct Wing {
    letter: char,
    side: Side,
    king: [Square; 2],
    rook: [Square; 2],
    /// The squares that must be empty.
    between: u64,
}

const fn at(file: u8, rank: u8) -> Square {
    Square(rank * 8 + file)
}

const fn wing(letter: char, side: usize, short: bool) -> Wing {
    let rank = if side == 0 { 0 } else { 7 };
    let (rook, king_to, rook_to) = if short { (7, 6, 5) } else { (0, 2, 3) };
    let between = if short { 0b0110_0000 } else { 0b0000_1110 };
    Wing {
        letter,
        side: Side::new(side),
        king: [at(4, rank), at(king_to, rank)],
        rook: [at(rook, rank), at(rook_to, rank)],
        between: between << (rank * 8),
    }
}

const WINGS: [Wing; 4] = [wing('K', 0, true), wing('Q', 0, false), wing('k', 1, true), wing('q', 1, false)];

fn wings(rights: Rights) -> impl Iterator<Item = &'static Wing> {
    WINGS.iter().enumerate().filter(move |&(bit, _)| rights.0 >> bit & 1 == 1).map(|(_, wing)| wing)
}

/// Names the castling moves of the seat to move.
pub(super) fn moves<K: Sink<Bits64>>(generator: &Generator<'_, Chess>, sink: &mut K) {
    if generator.guard.check {
        return;
    }
    for wing in wings(generator.board.state()).filter(|wing| wing.side == generator.side) {
        let scene = Scene { occupied: generator.occupied, hitters: generator.hostile };
        // On its way the King passes the square to which the Rook goes.
        let way = [wing.rook[1], wing.king[1]];
        let free = (generator.occupied & Bits64(wing.between)).is_empty();
        if free && way.iter().all(|&square| !generator.board.attacked(square, scene)) {
            sink.one(Move::special(CASTLE, KING, wing.king[0], wing.rook, wing.king[1]));
        }
    }
}

/// King and Rook go; nothing is captured.
pub(super) fn play(edit: &mut Edit<'_, Chess>, mv: Move) -> Option<Piece> {
    edit.step(mv);
    if let Some(rook) = edit.take(mv.vias[0]) {
        edit.put(mv.vias[1], rook);
    }
    None
}

/// A King or Rook that moves, and a Rook that is captured, takes rights with it.
pub(super) fn forget(edit: &mut Edit<'_, Chess>, mv: Move) {
    let Rights(mut rights) = edit.board().state();
    if rights == 0 {
        return;
    }
    for (bit, wing) in WINGS.iter().enumerate() {
        if [wing.king[0], wing.rook[0]].iter().any(|&square| square == mv.from || square == mv.to) {
            rights &= !(1 << bit);
        }
    }
    edit.set_state(Rights(rights));
}

/// `O-O`, or `O-O-O` for the long way.
pub(super) fn written(mv: Move) -> String {
    if mv.to > mv.from { "O-O" } else { "O-O-O" }.to_owned()
}

/// `KQkq`, as far as there are rights.
pub(super) fn text(rights: Rights) -> String {
    let letters: String = wings(rights).map(|wing| wing.letter).collect();
    if letters.is_empty() { "-".to_owned() } else { letters }
}

pub(super) fn read(board: &Board<Chess>, text: &str) -> Result<Rights, FenError> {
    let wrong = |expected: &str| FenError::new(Field::State("castling"), text, expected);
    let mut rights = 0;
    for letter in text.chars().filter(|_| text != "-") {
        let wing = WINGS.iter().position(|wing| wing.letter == letter);
        let wing =
            wing.filter(|&bit| rights >> bit == 0).ok_or_else(|| wrong("letters of KQkq in that order, or -"))?;
        let Wing { side, king, rook, .. } = WINGS[wing];
        for (square, kind) in [(king[0], KING), (rook[0], ROOK)] {
            if board.piece(square) != Some(Piece::new(side, kind)) {
                let (name, label) = (board.kind_name(kind), board.geometry().label(square));
                return Err(wrong(&format!("the {name} of {} on {label}", board.seat_name(side))));
            }
        }
        rights |= 1 << wing;
    }
    Ok(Rights(rights))
}

/// Why the King may not castle there, where that is what was tried.
pub(super) fn why_not(board: &Board<Chess>, attempt: &Attempt<'_>) -> Option<String> {
    let (&[Pick::Square(from)], Pick::Square(to)) = (attempt.so_far, attempt.tried) else { return None };
    let side = board.turn();
    let wing = WINGS.iter().find(|wing| wing.side == side && wing.king == [from, to])?;
    if board.piece(from) != Some(Piece::new(side, KING)) {
        return None;
    }
    let between = board.occupied() & Bits64(wing.between);
    Some(if !wings(board.state()).any(|known| known.letter == wing.letter) {
        "the King or that Rook has moved, so they cannot castle".to_owned()
    } else if between.any() {
        format!("between King and Rook stands {}", board.names_at(between))
    } else if board.in_check(side) {
        "a King in check does not castle".to_owned()
    } else {
        let scene = board.scene(side);
        let way = [wing.rook[1], wing.king[1]].into_iter().find(|&square| board.attacked(square, scene))?;
        format!("the King would be in check on {}", board.geometry().label(way))
    })
}
