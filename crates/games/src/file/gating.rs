//! Pieces in hand that come to the square which another piece leaves with its first move: the key `gates` of the table
//! `hand`.

use crate::rules::bits::SquareSet;
use crate::rules::board::{Board, Edit};
use crate::rules::fen::{FenError, Field};
use crate::rules::generate::{Generator, Sink};
use crate::rules::geometry::Square;
use crate::rules::mv::{Move, MoveList, NO_VIAS, Verb};
use crate::rules::pick::Pick;
use crate::rules::piece::{Kind, Piece};
use crate::rules::side::Side;

use super::castling::{self, CASTLE};
use super::game::{FileGame, Gates};
use super::{becoming, hand, passing, swaps};

/// The number of a move after which a piece comes to the square that it has left.
const BEHIND: u8 = 2;
/// That of castling after which a piece comes to the square of the King.
const BEHIND_KING: u8 = 3;
/// The same, to the square of its partner.
const BEHIND_PARTNER: u8 = 4;

/// Can a piece come in with the next move?
#[inline]
pub(super) fn is_open<S: SquareSet>(board: &Board<FileGame<S>>) -> bool {
    let side = board.turn();
    board.state().gates.get(side.index()).is_some_and(|&gates| gates != 0) && !board.reserve(side).is_empty()
}

/// The moves with all that can come in behind them.
pub(super) fn moves<S: SquareSet, K: Sink<S>>(generator: &Generator<'_, FileGame<S>>, sink: &mut K) {
    let board = generator.board;
    let mut list = MoveList::new();
    closed(generator, &mut list);
    let open = board.state().gates[generator.side.index()];
    let is_gate = |square: Square| gate(board, square) == Some(generator.side) && open & bit(board, square) != 0;
    let held = || board.spec().all_kinds().filter(|&kind| board.reserve(generator.side).count(kind) > 0);
    for mv in list {
        sink.one(mv);
        if mv.is_drop() {
            continue;
        }
        let castles = mv.is_special();
        if is_gate(mv.from) {
            held().for_each(|kind| sink.one(with(mv, if castles { BEHIND_KING } else { BEHIND }, kind)));
        }
        if castles && is_gate(mv.vias[0]) {
            held().for_each(|kind| sink.one(with(mv, BEHIND_PARTNER, kind)));
        }
        if sink.is_full() {
            return;
        }
    }
}

/// The moves if no piece can come in with any of them.
#[inline]
pub(super) fn closed<S: SquareSet, K: Sink<S>>(generator: &Generator<'_, FileGame<S>>, sink: &mut K) {
    if hand::must_drop(generator.board, generator.side) {
        generator.hand(sink);
        return;
    }
    generator.ordinary(sink);
    castling::moves(generator, sink);
    swaps::moves(generator, sink);
    becoming::moves(generator, sink);
    passing::moves(generator, sink);
    generator.hand(sink);
}

/// The same move after which a piece comes in.
fn with(mv: Move, number: u8, kind: Kind) -> Move {
    let partner = if mv.is_special() { mv.vias[0] } else { NO_VIAS[0] };
    Move::special(number, mv.kind, mv.from, [partner, Square(kind.0)], mv.to)
}

/// The piece that comes in with a move.
pub(super) fn brings(mv: Move) -> Option<Kind> {
    matches!(mv.verb, Verb::Special(BEHIND..=BEHIND_PARTNER)).then(|| Kind(mv.vias[1].0))
}

/// The squares that name a move after which a piece comes in: the one where it comes is the first.
pub(super) fn picks(mv: Move) -> Option<Vec<Square>> {
    match mv.verb {
        Verb::Special(BEHIND | BEHIND_KING) => Some(vec![mv.from, mv.to]),
        Verb::Special(BEHIND_PARTNER) => Some(vec![mv.vias[0], mv.from]),
        _ => None,
    }
}

/// The castling that this move is apart from what comes in.
pub(super) fn castles<S: SquareSet>(board: &Board<FileGame<S>>, mv: Move) -> Option<Move> {
    if !matches!(mv.verb, Verb::Special(BEHIND_KING | BEHIND_PARTNER)) {
        return None;
    }
    let mut all = board.tables().extra.wings.iter();
    let wing = all.find(|wing| wing.king == [mv.from, mv.to] && wing.partner[0] == mv.vias[0])?;
    Some(Move::special(CASTLE, mv.kind, mv.from, wing.partner, mv.to))
}

/// The piece that is captured by a move after which a piece comes in.
pub(super) fn captures_on<S: SquareSet>(board: &Board<FileGame<S>>, mv: Move) -> Option<Square> {
    let takes = mv.verb == Verb::Special(BEHIND) && board.piece(mv.to).is_some();
    takes.then_some(mv.to)
}

/// Makes a move and brings in what comes with it. Returns the captured piece.
pub(super) fn play<S: SquareSet>(edit: &mut Edit<'_, FileGame<S>>, mv: Move, kind: Kind) -> Option<Piece> {
    let mut captured = None;
    match castles(edit.board(), mv) {
        Some(castling) => castling::play(edit, castling),
        None => captured = edit.step(mv),
    }
    let at = if mv.verb == Verb::Special(BEHIND_PARTNER) { mv.vias[0] } else { mv.from };
    let side = edit.board().turn();
    edit.spend(kind);
    edit.put(at, Piece::new(side, kind));
    captured
}

/// The gates that are left after a move of this seat. `partner` is where the partner of castling has stood.
pub(super) fn left<S: SquareSet>(board: &Board<FileGame<S>>, gates: Gates, mv: Move, mover: Side) -> Gates {
    let castling = mv.is_special().then_some(mv.vias[0]).filter(|_| mv.verb != Verb::Special(BEHIND));
    let touched = [Some(mv.from), Some(mv.to), castling];
    let mut left = gates;
    for square in touched.into_iter().flatten() {
        if let Some(side) = gate(board, square) {
            left[side.index()] &= !bit(board, square);
        }
    }
    if board.reserve(mover).is_empty() && !board.spec().has_hand() {
        left[mover.index()] = 0;
    }
    left
}

/// The seat whose first move from a square opens a gate.
fn gate<S: SquareSet>(board: &Board<FileGame<S>>, square: Square) -> Option<Side> {
    let gates = &board.tables().extra.gates;
    board.spec().sides().find(|&side| gates[side].has(square))
}

/// The bit of a square, by its file.
fn bit<S: SquareSet>(board: &Board<FileGame<S>>, square: Square) -> u32 {
    1 << board.geometry().coord(square).x
}

/// The letters of a FEN that are rights to castle, and those that are gates.
pub(super) fn split<S: SquareSet>(board: &Board<FileGame<S>>, text: &str) -> (String, String) {
    let wings = &board.tables().extra.wings;
    text.chars().partition(|&letter| wings.iter().any(|wing| wing.letter == letter))
}

/// Rights to castle and gates as in a FEN, the first seat first. What may castle has not moved, so its gates are not
/// written again.
pub(super) fn text<S: SquareSet>(board: &Board<FileGame<S>>) -> String {
    let rights = castling::text(board);
    let known = implied(board);
    let of = |side: Side| {
        let is_own = move |letter: &char| letter.is_ascii_uppercase() == (side == Side::FIRST);
        let gates = board.state().gates[side.index()] & !known[side.index()];
        let files = (0..u32::BITS as u8).filter(move |file| gates >> file & 1 == 1).map(move |file| {
            let letter = char::from(b'A' + file);
            if side == Side::FIRST { letter } else { letter.to_ascii_lowercase() }
        });
        rights.chars().filter(is_own).chain(files).collect::<String>()
    };
    board.spec().sides().map(of).collect()
}

/// The gates that rights to castle imply.
fn implied<S: SquareSet>(board: &Board<FileGame<S>>) -> Gates {
    let mut gates = Gates::default();
    for wing in castling::wings(board) {
        for square in [wing.king[0], wing.partner[0]].into_iter().filter(|&at| gate(board, at) == Some(wing.side)) {
            gates[wing.side.index()] |= bit(board, square);
        }
    }
    gates
}

/// Reads the gates. The rights to castle are known already.
pub(super) fn read<S: SquareSet>(board: &Board<FileGame<S>>, rights: u128, text: &str) -> Result<Gates, FenError> {
    let mut with_rights = *board;
    let state = super::game::FileState { rights, ..board.state() };
    Edit::new(&mut with_rights).set_state(state);
    let mut gates = implied(&with_rights);
    for letter in text.chars() {
        let side = if letter.is_ascii_uppercase() { Side::FIRST } else { Side::new(1) };
        let is_named = |square: &Square| {
            let file = board.geometry().label(*square).chars().next();
            file == Some(letter.to_ascii_lowercase())
                && board.piece(*square).is_some_and(|piece| piece.side() == side)
        };
        let square = board.tables().extra.gates[side].iter().find(is_named);
        let square = square.filter(|&square| gates[side.index()] & bit(board, square) == 0).ok_or_else(|| {
            let expected = "rights to castle, and each once the files of other pieces that have not moved";
            FenError::new(Field::State("castling and gates"), text, expected)
        })?;
        gates[side.index()] |= bit(board, square);
    }
    for side in board.spec().sides() {
        if board.reserve(side).is_empty() && !board.spec().has_hand() {
            gates[side.index()] = 0;
        }
    }
    Ok(gates)
}

/// What the pick after the squares of a move chooses.
pub(super) fn ask<S: SquareSet>(board: &Board<FileGame<S>>, so_far: &[Pick]) -> Option<String> {
    let &[Pick::Square(from), Pick::Square(_)] = so_far else { return None };
    let opens = is_open(board) && gate(board, from) == Some(board.turn());
    opens.then(|| format!("the piece in hand for {}", board.geometry().label(from)))
}
