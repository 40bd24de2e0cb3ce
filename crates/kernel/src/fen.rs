//! FEN, a position as text. The reader is strict and the writer is exact. An error names the wrong part of the
//! text and what was expected there.

mod error;

use std::fmt::Write as _;

use super::board::{Board, Edit, Passed, Reserve};
use super::game::Rules;
use super::geometry::{Coord, Square};
use super::piece::{Kind, Piece};
use super::side::{BySide, Side, Sides};
use super::spec::{Lettering, PLUS, Spec, WALL};
use super::tables::Tables;
pub use error::{FenError, Field, Found};

type Result<T> = std::result::Result<T, FenError>;

/// Reads a FEN. What it says need not be a position.
pub(super) fn parse<R: Rules>(tables: &'static Tables<R>, text: &str) -> Result<Board<R>> {
    let spec = tables.spec();
    let fields: Vec<&str> = text.split_whitespace().collect();
    let more = spec.lettering == Lettering::Seat && size_of::<R::State>() > 0;
    let (fields, seventh) = match fields[..] {
        [ref six @ .., state] if more && six.len() == 6 => (six, state),
        ref all => (all, "-"),
    };
    let &[placement, turn, third, passed, plies, round] = fields else {
        let expected = match spec.lettering {
            Lettering::Case => "6: placement, side, castling, en passant, plies, move number",
            Lettering::Seat => "6: placement, side, living, en passant, plies, round",
        };
        return Err(FenError::count(Field::Whole, (fields.len(), "field"), expected));
    };
    let mut board = Board::empty(tables);
    let mut edit = Edit::new(&mut board);
    let placement = reserves(&mut edit, placement)?;
    place(&mut edit, placement)?;
    let state = match spec.lettering {
        Lettering::Case => third,
        Lettering::Seat => {
            edit.set_living(living(spec, third)?);
            seventh
        }
    };
    if let Some((kind, count)) = edit.board().held_beyond() {
        let expected = format!("at most {} that can be in hand as a {}", Reserve::MOST, spec.of(kind).name);
        return Err(FenError::count(Field::Whole, (count as usize, "piece"), expected));
    }
    edit.set_state(R::read_state(edit.board(), state)?);
    edit.set_turn(turn_of(spec, turn, edit.board().living())?);
    rights(&mut edit, passed)?;
    edit.set_plies(number(Field::Plies, plies)?);
    let round = number(Field::Number, round)?;
    if round == 0 {
        return Err(FenError::new(Field::Number, "0", "a number from 1"));
    }
    edit.set_round(round);
    Ok(board)
}

fn number(field: Field, text: &str) -> Result<u32> {
    let digits = text.bytes().all(|letter| letter.is_ascii_digit());
    text.parse().ok().filter(|_| digits).ok_or_else(|| FenError::new(field, text, "a number"))
}

/// Reads the reserves after the placement, if the game has any. Returns the placement.
fn reserves<'t, R: Rules>(edit: &mut Edit<'_, R>, text: &'t str) -> Result<&'t str> {
    let spec = edit.board().spec();
    if !spec.has_reserve() {
        return Ok(text);
    }
    let missing = || FenError::new(Field::Placement, text, "the reserves in brackets at its end, empty ones as []");
    let (placement, letters) = text.strip_suffix(']').and_then(|open| open.split_once('[')).ok_or_else(missing)?;
    let mut held = BySide::<Reserve>::default();
    let mut last = (Side::FIRST, Kind(0));
    let mut rest = letters.chars();
    while let Some(letter) = rest.next() {
        let piece = piece(spec, Field::Reserve, letter, &mut rest)?;
        let (side, kind) = (piece.side(), piece.kind());
        let named = |side, kind| letters_of(spec, Piece::new(side, kind));
        if (side, kind) < last {
            let expected = format!("\"{}\" before \"{}\"", named(side, kind), named(last.0, last.1));
            return Err(FenError::new(Field::Reserve, letters, expected));
        }
        last = (side, kind);
        let (reserve, most) = (&mut held[side], Reserve::most_of(spec, kind));
        if reserve.count(kind) >= most {
            return Err(FenError::new(
                Field::Reserve,
                letters,
                format!("at most {most} of \"{}\"", named(side, kind)),
            ));
        }
        *reserve = reserve.plus(kind);
    }
    for side in spec.sides() {
        edit.set_reserve(side, held[side]);
    }
    Ok(placement)
}

/// Reads the piece for this letter; games with a letter for the seat use the next letter too.
fn piece(spec: &Spec, field: Field, letter: char, rest: &mut impl Iterator<Item = char>) -> Result<Piece> {
    match spec.lettering {
        Lettering::Case => {
            let letters: String =
                [letter].into_iter().chain((letter == PLUS).then(|| rest.next()).flatten()).collect();
            let kind = spec.named(&letters.to_ascii_uppercase());
            let kind = kind.ok_or_else(|| FenError::new(field, &letters, "a piece of this game"))?;
            Ok(Piece::new(Side::new(usize::from(letters.ends_with(|last: char| last.is_ascii_lowercase()))), kind))
        }
        Lettering::Seat => {
            let side = spec.sides().find(|&side| spec.seat(side).letter == letter);
            let side = side.ok_or_else(|| FenError::new(field, letter, "the letter of an army"))?;
            let next = rest.next();
            let letters: String =
                next.into_iter().chain((next == Some(PLUS)).then(|| rest.next()).flatten()).collect();
            let kind = spec.named(&letters).ok_or_else(|| {
                FenError::new(
                    field,
                    format!("{letter}{letters}"),
                    "a piece of this game after the letter of the army",
                )
            })?;
            Ok(Piece::new(side, kind))
        }
    }
}

/// One square of a rank in the text.
enum Place {
    Empty,
    Missing,
    Piece(Piece),
}

fn place<R: Rules>(edit: &mut Edit<'_, R>, placement: &str) -> Result<()> {
    let geometry = edit.board().geometry();
    let [_, height, depth] = geometry.size();
    let levels: Vec<&str> = placement.split('|').collect();
    if levels.len() != usize::from(depth) {
        return Err(FenError::count(Field::Placement, (levels.len(), "level"), depth.to_string()));
    }
    for (z, level) in (0..depth).zip(levels) {
        let ranks: Vec<&str> = level.split('/').collect();
        if ranks.len() != usize::from(height) {
            let field = if depth > 1 { Field::Level(z + 1) } else { Field::Placement };
            return Err(FenError::count(field, (ranks.len(), "rank"), height.to_string()));
        }
        for (y, rank) in (0..height).rev().zip(ranks) {
            place_rank(edit, (y, z), rank)?;
        }
    }
    Ok(())
}

fn place_rank<R: Rules>(edit: &mut Edit<'_, R>, (y, z): (u8, u8), text: &str) -> Result<()> {
    let geometry = edit.board().geometry();
    let [width, height, depth] = geometry.size();
    let (name, level) = (geometry.rank_name(y), (depth > 1).then_some(z + 1));
    let field = if name.is_empty() { Field::Row(height - y, level) } else { Field::Rank(name, level) };
    let places = rank_places(edit.board().spec(), field, width, text)?;
    if places.len() != usize::from(width) {
        return Err(FenError::count(field, (places.len(), "square"), width.to_string()));
    }
    for (x, place) in (0..width).zip(places) {
        let column = || match geometry.column_name(x) {
            name if name.is_empty() => format!("place {}", x + 1),
            name => format!("column {name}"),
        };
        match (geometry.at(Coord::new(x, y, z)), place) {
            (Some(_), Place::Empty) | (None, Place::Missing) => {}
            (Some(square), Place::Piece(piece)) => edit.put(square, piece),
            (Some(square), Place::Missing) => {
                if let Some(wall) = edit.board().spec().kind(WALL) {
                    edit.put(square, Piece::new(Side::FIRST, wall));
                    continue;
                }
                return Err(FenError::new(field, "*", format!("no * in {}, which has a square", column())));
            }
            (None, _) => {
                return Err(FenError::new(field, text, format!("* in {}, which has no square", column())));
            }
        }
    }
    Ok(())
}

fn rank_places(spec: &Spec, field: Field, width: u8, text: &str) -> Result<Vec<Place>> {
    let mut places = Vec::with_capacity(16);
    let mut run: Option<u32> = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let Some(digit) = letter.to_digit(10) else {
            places.extend((0..run.take().unwrap_or(0)).map(|_| Place::Empty));
            places.push(if letter == '*' {
                Place::Missing
            } else {
                Place::Piece(piece(spec, field, letter, &mut letters)?)
            });
            continue;
        };
        run = match run {
            None if digit == 0 => return Err(FenError::new(field, text, "no run of 0 squares")),
            None => Some(digit),
            // A number of empty squares has two digits only on boards with ten or more columns.
            Some(tens) if width > 9 && tens < 10 => Some(tens * 10 + digit),
            Some(_) => return Err(FenError::new(field, text, "no two digits beside each other")),
        };
    }
    places.extend((0..run.unwrap_or(0)).map(|_| Place::Empty));
    Ok(places)
}

fn living(spec: &Spec, text: &str) -> Result<Sides> {
    let named: Option<Vec<Side>> =
        text.chars().map(|letter| spec.sides().find(|&side| spec.seat(side).letter == letter)).collect();
    let all: String = spec.seats.iter().map(|seat| seat.letter).collect();
    named
        .filter(|sides| !sides.is_empty() && sides.windows(2).all(|pair| pair[0] < pair[1]))
        .map(|sides| sides.into_iter().collect())
        .ok_or_else(|| FenError::new(Field::Living, text, format!("letters of {all} in that order")))
}

fn turn_of(spec: &Spec, text: &str, living: Sides) -> Result<Side> {
    let mut sides = spec.sides().filter(|&side| living.has(side));
    sides.find(|&side| text == spec.seat(side).letter.to_string()).ok_or_else(|| {
        let letters: Vec<String> = living.iter().map(|side| spec.seat(side).letter.to_string()).collect();
        FenError::new(Field::Side, text, format!("one of {}", letters.join(" ")))
    })
}

/// Reads the en passant rights. A valid right that no pawn can use is dropped.
fn rights<R: Rules>(edit: &mut Edit<'_, R>, text: &str) -> Result<()> {
    if text == "-" {
        return Ok(());
    }
    let mut found: Vec<(Side, Passed)> = Vec::new();
    for entry in text.split(',') {
        let right = right(edit.board(), entry)
            .ok_or_else(|| FenError::new(Field::EnPassant, entry, "the square of a double step"))?;
        if found.last().is_some_and(|last| last.0 >= right.0) {
            return Err(FenError::new(Field::EnPassant, text, "one entry for each army, in turn order"));
        }
        found.push(right);
    }
    for (side, passed) in found {
        if edit.board().answerable(side, passed) {
            edit.set_passed(side, Some(passed));
        }
    }
    Ok(())
}

fn right<R: Rules>(board: &Board<R>, entry: &str) -> Option<(Side, Passed)> {
    let (spec, geometry) = (board.spec(), board.geometry());
    let (over, landed) = match spec.lettering {
        Lettering::Case => (geometry.parse(entry)?, None),
        Lettering::Seat => {
            let (over, landed) = entry.split_once('>')?;
            (geometry.parse(over)?, Some(geometry.parse(landed)?))
        }
    };
    if board.piece(over).is_some() {
        return None;
    }
    for side in board.living().without(board.turn()).iter() {
        let pawn = Piece::new(side, spec.pawn?);
        for from in geometry.squares() {
            for stride in board.tables().mover(pawn).strides(from) {
                let fits = stride.over == over
                    && landed.is_none_or(|landed| landed == stride.to)
                    && stride.also.is_none_or(|also| board.piece(also).is_none())
                    && board.piece(stride.to) == Some(pawn);
                if fits && board.piece(from).is_none_or(|piece| moved_since(board, side, piece.side())) {
                    return Some((side, Passed { over, at: stride.to }));
                }
            }
        }
    }
    None
}

/// Has a seat moved since the last move of `side`? Only then can it stand on the start square of that move.
fn moved_since<R: Rules>(board: &Board<R>, side: Side, seat: Side) -> bool {
    let since = std::iter::successors(Some(board.living().after(side)), |&next| Some(board.living().after(next)));
    since.take_while(|&next| next != board.turn()).any(|next| next == seat)
}

/// Writes a FEN.
pub fn write<R: Rules>(board: &Board<R>) -> String {
    let (spec, geometry) = (board.spec(), board.geometry());
    let [width, height, depth] = geometry.size();
    let mut text = String::with_capacity(usize::from(width) * usize::from(height) * usize::from(depth) * 2);
    for z in 0..depth {
        if z > 0 {
            text.push('|');
        }
        for y in (0..height).rev() {
            if y + 1 < height {
                text.push('/');
            }
            write_rank(board, (y, z), &mut text);
        }
    }
    if spec.has_reserve() {
        text.push('[');
        for side in spec.sides() {
            for kind in spec.all_kinds() {
                for _ in 0..board.reserve(side).count(kind) {
                    push_piece(spec, Piece::new(side, kind), &mut text);
                }
            }
        }
        text.push(']');
    }
    let third: String = match spec.lettering {
        Lettering::Case => R::state_text(board).unwrap_or_else(|| "-".to_owned()),
        Lettering::Seat => board.living().iter().map(|side| spec.seat(side).letter).collect(),
    };
    let _ = write!(text, " {} {third} ", spec.seat(board.turn()).letter);
    let mut none = true;
    for side in spec.sides() {
        let Some(passed) = board.passed(side) else { continue };
        if !none {
            text.push(',');
        }
        none = false;
        text.push_str(geometry.label(passed.over));
        if spec.lettering == Lettering::Seat {
            text.push('>');
            text.push_str(geometry.label(passed.at));
        }
    }
    if none {
        text.push('-');
    }
    let _ = write!(text, " {} {}", board.plies(), board.round());
    if let (Lettering::Seat, Some(state)) = (spec.lettering, R::state_text(board)) {
        let _ = write!(text, " {state}");
    }
    text
}

fn write_rank<R: Rules>(board: &Board<R>, (y, z): (u8, u8), text: &mut String) {
    let geometry = board.geometry();
    let mut run = 0;
    let flush = |run: &mut u8, text: &mut String| {
        if *run > 0 {
            let _ = write!(text, "{run}");
        }
        *run = 0;
    };
    for x in 0..geometry.size()[0] {
        let square: Option<Square> = geometry.at(Coord::new(x, y, z));
        match square.map(|square| board.piece(square)) {
            Some(None) => run += 1,
            None => {
                flush(&mut run, text);
                text.push('*');
            }
            Some(Some(piece)) => {
                flush(&mut run, text);
                push_piece(board.spec(), piece, text);
            }
        }
    }
    flush(&mut run, text);
}

/// The letters of the piece on a square, as in the placement. Empty for an empty square.
pub(super) fn letters<R: Rules>(board: &Board<R>, square: Square) -> String {
    board.piece(square).map(|piece| letters_of(board.spec(), piece)).unwrap_or_default()
}

/// The letters of a piece, as in the placement.
pub fn letters_of(spec: &Spec, piece: Piece) -> String {
    let kind = spec.of(piece.kind());
    match spec.lettering {
        Lettering::Seat => format!("{}{}", spec.seat(piece.side()).letter, kind.letters()),
        Lettering::Case if piece.side() == Side::FIRST => kind.letters().to_owned(),
        Lettering::Case => kind.small_letters().to_owned(),
    }
}

fn push_piece(spec: &Spec, piece: Piece, text: &mut String) {
    text.push_str(&letters_of(spec, piece));
}
