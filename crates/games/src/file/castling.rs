//! Castling by data: the rights to it, and the move.

use crate::rules::bits::SquareSet;
use crate::rules::board::{Board, Edit};
use crate::rules::explain::Attempt;
use crate::rules::fen::{FenError, Field};
use crate::rules::game::Rules as _;
use crate::rules::generate::{Generator, Sink};
use crate::rules::geometry::Square;
use crate::rules::mv::{Move, Verb};
use crate::rules::pick::{Mark, Pick};
use crate::rules::piece::Piece;
use crate::rules::side::Side;

use super::game::FileGame;
use super::royals;
use super::wing::Wing;

/// The number of the special move that names where the King goes.
pub(super) const CASTLE: u8 = 0;
/// That of the one that names the partner, where King and partner can stand anywhere: the King may stay where it is, or go
/// as far with another move.
const CASTLE_WITH: u8 = 1;

/// The ways to castle for which there is a right.
pub(super) fn wings<S: SquareSet>(board: &Board<FileGame<S>>) -> impl Iterator<Item = &'static Wing<S>> {
    among(board, board.state().rights)
}

/// The ways to castle with these rights.
#[inline]
fn among<S: SquareSet>(board: &Board<FileGame<S>>, rights: u128) -> impl Iterator<Item = &'static Wing<S>> {
    let all = &board.tables().extra.wings;
    // Few games have more than 64, and half of the bits is looked at faster than all.
    let (mut bits, mut rest, mut first) = (rights as u64, (rights >> 64) as u64, 0);
    std::iter::from_fn(move || {
        if bits == 0 {
            (bits, rest, first) = (rest, 0, 64);
        }
        let bit = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        if bit < 64 { all.get(first + bit) } else { None }
    })
}

/// The castling moves of the seat to move.
#[inline]
pub(super) fn moves<S: SquareSet, K: Sink<S>>(generator: &Generator<'_, FileGame<S>>, sink: &mut K) {
    let board = generator.board;
    let rights = board.state().rights & board.tables().extra.own_wings[generator.side];
    if rights == 0 {
        return;
    }
    let judged = FileGame::<S>::judges_safety(board);
    if generator.guard.check || judged && board.in_check(generator.side) {
        return;
    }
    let all = &board.tables().extra.wings;
    let mut bits = rights as u64;
    while bits != 0 {
        let wing = all.get(bits.trailing_zeros() as usize);
        bits &= bits - 1;
        if let Some(wing) = wing
            && (generator.occupied & wing.between).is_empty()
        {
            castle(board, wing, sink);
        }
    }
    if rights > u128::from(u64::MAX) {
        rare(generator, rights, sink);
    }
}

/// Castling in those ways of a game with more than 64 that come after the first ones. Few games have so many.
#[inline(never)]
fn rare<S: SquareSet, K: Sink<S>>(generator: &Generator<'_, FileGame<S>>, rights: u128, sink: &mut K) {
    for wing in among(generator.board, rights & !u128::from(u64::MAX)) {
        if (generator.occupied & wing.between).is_empty() {
            castle(generator.board, wing, sink);
        }
    }
}

/// Castling this way, if the King is safe everywhere on it. The way is free, which is rare.
#[inline(never)]
fn castle<S: SquareSet, K: Sink<S>>(board: &Board<FileGame<S>>, wing: &Wing<S>, sink: &mut K) {
    // A piece that is not royal may go through attacks.
    let royal = board.spec().royal == Some(wing.kinds[0]) && royals::is_royal_alone(board, wing.side);
    if !royal || exposed(board, wing).is_none() {
        let number = if board.tables().extra.data.shuffle.is_some() { CASTLE_WITH } else { CASTLE };
        sink.one(Move::special(number, wing.kinds[0], wing.king[0], wing.partner, wing.king[1]));
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

/// The squares that name the move.
pub(super) fn picks(mv: Move) -> Vec<Square> {
    vec![mv.from, if mv.verb == Verb::Special(CASTLE_WITH) { mv.vias[0] } else { mv.to }]
}

/// The mark of the partner, where it names the move.
pub(super) fn mark<S: SquareSet>(board: &Board<FileGame<S>>, so_far: &[Pick], next: Pick) -> Option<Mark> {
    let (&[Pick::Square(_)], Pick::Square(to)) = (so_far, next) else { return None };
    (board.tables().extra.data.shuffle.is_some() && board.owns(to)).then_some(Mark::Partner)
}

/// The rights that are left after a move.
pub(super) fn left<S: SquareSet>(board: &Board<FileGame<S>>, rights: u128, mv: Move) -> u128 {
    let lost = &board.tables().extra.lost;
    rights & !(lost[mv.from.index()] | lost[mv.to.index()])
}

/// The rights of the position that a move ends.
#[inline]
pub(super) fn lost<S: SquareSet>(board: &Board<FileGame<S>>, mv: Move) -> u128 {
    let rights = board.state().rights;
    if rights == 0 { 0 } else { rights & !left(board, rights, mv) }
}

/// `O-O`, or `O-O-O` for the long way.
pub(super) fn written<S: SquareSet>(board: &Board<FileGame<S>>, mv: Move) -> String {
    let mut all = board.tables().extra.wings.iter();
    let wing = all.find(|wing| wing.king == [mv.from, mv.to] && wing.partner == mv.vias);
    if wing.is_some_and(Wing::is_long) { "O-O-O" } else { "O-O" }.to_owned()
}

/// `KQkq`, as far as there are rights. Where the pieces are shuffled, a partner that is not the outermost one on its side
/// has the letter of its file.
pub(super) fn text<S: SquareSet>(board: &Board<FileGame<S>>) -> String {
    let shuffled = board.tables().extra.data.shuffle.is_some();
    wings(board).map(|wing| if shuffled { letter(board, wing) } else { wing.letter }).collect()
}

fn letter<S: SquareSet>(board: &Board<FileGame<S>>, wing: &Wing<S>) -> char {
    if outermost(board, wing) == Some(wing.partner[0]) {
        return wing.letter;
    }
    let file = board.geometry().label(wing.partner[0]).chars().next().unwrap_or_default();
    if wing.side == Side::FIRST { file.to_ascii_uppercase() } else { file }
}

/// The outermost piece that could be the partner, on the side of this way to castle.
fn outermost<S: SquareSet>(board: &Board<FileGame<S>>, wing: &Wing<S>) -> Option<Square> {
    let geometry = board.geometry();
    let [king, partner] = [wing.king[0], wing.partner[0]].map(|square| geometry.coord(square));
    let right = king.x < partner.x;
    let on_side = |square: &Square| {
        let at = geometry.coord(*square);
        at.y == king.y && if right { at.x > king.x } else { at.x < king.x }
    };
    let partners = board.pieces(wing.side, wing.kinds[1]).iter().filter(on_side);
    partners.max_by_key(|&square| geometry.coord(square).x.abs_diff(king.x))
}

/// Reads the rights.
pub(super) fn read<S: SquareSet>(board: &Board<FileGame<S>>, text: &str) -> Result<u128, FenError> {
    let all = &board.tables().extra.wings;
    if board.tables().extra.data.shuffle.is_some() {
        return read_shuffled(board, text);
    }
    let wrong = |expected: &str| FenError::new(Field::State("castling"), text, expected);
    let mut rights: u128 = 0;
    for letter in text.chars() {
        let bit = all.iter().position(|wing| wing.letter == letter);
        let bit = bit.filter(|&bit| rights < 1 << bit).ok_or_else(|| {
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

/// Reads rights that name the outermost partner on a side, or the file of any.
fn read_shuffled<S: SquareSet>(board: &Board<FileGame<S>>, text: &str) -> Result<u128, FenError> {
    let all = &board.tables().extra.wings;
    let mut rights: u128 = 0;
    for named in text.chars() {
        let is_named = |wing: &Wing<S>| {
            let standing = [(wing.king[0], wing.kinds[0]), (wing.partner[0], wing.kinds[1])];
            let stand = standing.iter().all(|&(at, kind)| board.piece(at) == Some(Piece::new(wing.side, kind)));
            let file = board.geometry().label(wing.partner[0]).chars().next();
            let side = if named.is_ascii_uppercase() { Side::FIRST } else { Side::new(1) };
            let by_file = wing.side == side && file == Some(named.to_ascii_lowercase());
            let by_side = wing.letter == named && outermost(board, wing) == Some(wing.partner[0]);
            stand && (by_side || by_file)
        };
        let bit = all.iter().position(is_named).filter(|&bit| rights >> bit & 1 == 0);
        let bit = bit.ok_or_else(|| {
            let expected =
                "- or letters, each once: KQkq, or files such as HAha, of partners that stand on the King's rank";
            FenError::new(Field::State("castling"), text, expected)
        })?;
        rights |= 1 << bit;
    }
    Ok(rights)
}

/// Why the King cannot castle, if that is what was tried.
pub(super) fn why_not<S: SquareSet>(board: &Board<FileGame<S>>, attempt: &Attempt<'_>) -> Option<String> {
    let (&[Pick::Square(from)], Pick::Square(to)) = (attempt.so_far, attempt.tried) else { return None };
    let side = board.turn();
    let all = &board.tables().extra.wings;
    let shuffled = board.tables().extra.data.shuffle.is_some();
    let goes = |wing: &&Wing<S>| if shuffled { wing.partner[0] == to } else { wing.king[1] == to };
    let wing = all.iter().find(|wing| wing.side == side && wing.king[0] == from && goes(wing))?;
    let [king, partner] = wing.kinds.map(|kind| board.kind_name(kind));
    let stands = |square, kind| board.piece(square) == Some(Piece::new(side, kind));
    if !stands(from, wing.kinds[0]) || shuffled && !stands(to, wing.kinds[1]) {
        return None;
    }
    let in_the_way = board.occupied() & wing.between;
    Some(if !wings(board).any(|known| std::ptr::eq(known, wing)) {
        format!("the {king} or that {partner} has moved, so they cannot castle")
    } else if in_the_way.any() {
        format!("between {king} and {partner} stands {}", board.names_at(in_the_way))
    } else if board.in_check(side) {
        format!("a {king} in check does not castle")
    } else {
        format!("the {king} would be in check on {}", board.geometry().label(exposed(board, wing)?))
    })
}
