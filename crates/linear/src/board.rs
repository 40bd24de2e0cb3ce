//! The position in words: by ranks, by pieces, square by square.

use super::unanswered::Unanswered;
use crate::client::threats::threats;
use crate::rules::explain::list;
use crate::rules::geometry::{AxisName, Coord, Square};
use crate::rules::pick::Pick;
use crate::rules::position::{Position, Stock};
use crate::rules::side::Side;
use crate::session::telling::sentence;

/// The piece on a square: `Black Knight`.
pub(super) fn piece(position: &dyn Position, square: Square) -> Option<String> {
    let piece = position.piece(square)?;
    let spec = position.spec();
    Some(format!("{} {}", spec.seat(piece.side()).name, spec.of(piece.kind()).name))
}

/// A rank of a level.
struct Rank {
    name: AxisName,
    level: Option<AxisName>,
    squares: Vec<Square>,
}

/// All ranks, the farthest of the highest level first.
fn ranks(position: &dyn Position) -> Vec<Rank> {
    let board = position.geometry();
    let [columns, rows, levels] = board.size();
    let places = (0..levels).rev().flat_map(|z| (0..rows).rev().map(move |y| (z, y)));
    let rank = |(z, y): (u8, u8)| Rank {
        name: board.rank_name(y),
        level: board.level_name(z),
        squares: (0..columns).filter_map(|x| board.at(Coord::new(x, y, z))).collect(),
    };
    places.map(rank).collect()
}

/// The pieces on these squares, each with the letters that `at` gives its square; `empty` if there are none.
fn row<'p>(position: &'p dyn Position, squares: &[Square], at: impl Fn(Square) -> &'p str) -> String {
    let shown = |&square: &Square| Some(format!("{} {}", at(square), piece(position, square)?));
    let all: Vec<String> = squares.iter().filter_map(shown).collect();
    if all.is_empty() { "empty".to_owned() } else { all.join(", ") }
}

/// The whole board, or a rank, a column or a level of it: one line for each rank.
pub(super) fn board(position: &dyn Position, part: &str) -> Result<Vec<String>, Unanswered> {
    let geometry = position.geometry();
    // Where levels have capital letters, a small one is a column.
    let level =
        (0..geometry.size()[2]).any(|z| geometry.level_name(z).is_some_and(|name| name.to_string() == part));
    let part = if level { part.to_owned() } else { part.to_lowercase() };
    let all = ranks(position);
    let names_column = |x: &u8| !part.is_empty() && geometry.column_name(*x).to_string() == part;
    if let Some(x) = (0..geometry.size()[0]).find(names_column) {
        let mut lines = Vec::new();
        for level in (0..geometry.size()[2]).rev() {
            let squares: Vec<Square> = geometry
                .squares()
                .filter(|&square| geometry.coord(square).x == x && geometry.coord(square).z == level)
                .collect();
            lines.push(format!("Column {part}: {}.", row(position, &squares, |square| geometry.label(square))));
        }
        return Ok(lines);
    }
    let is = |name: AxisName| !part.is_empty() && name.to_string() == part;
    let chosen: Vec<&Rank> =
        all.iter().filter(|rank| part.is_empty() || is(rank.name) || rank.level.is_some_and(is)).collect();
    if chosen.is_empty() {
        return Err(wrong_part(position, &part));
    }
    let line = |rank: &&Rank| {
        let level = rank.level.map_or_else(|| "Rank".to_owned(), |level| format!("Level {level}, rank"));
        let pieces = row(position, &rank.squares, |square| geometry.parts(square)[0]);
        if rank.name.is_empty() {
            let squares: Vec<&str> = rank.squares.iter().map(|&square| geometry.label(square)).collect();
            return format!("Squares {}: {pieces}.", squares.join(" "));
        }
        format!("{level} {}: {pieces}.", rank.name)
    };
    Ok(chosen.iter().map(line).collect())
}

fn wrong_part(position: &dyn Position, typed: &str) -> Unanswered {
    let board = position.geometry();
    let [columns, ranks, levels] = board.size();
    let ends = |mut names: Vec<AxisName>| {
        names.retain(|name| !name.is_empty());
        names.first().zip(names.last()).map_or_else(String::new, |(first, last)| format!("{first} to {last}"))
    };
    let mut expected = vec![
        format!("a rank {}", ends((0..ranks).map(|y| board.rank_name(y)).collect())),
        format!("a column {}", ends((0..columns).map(|x| board.column_name(x)).collect())),
    ];
    if let (Some(first), Some(last)) = (board.level_name(0), board.level_name(levels - 1)) {
        expected.push(format!("a level {first} to {last}"));
    }
    Unanswered::Part { typed: typed.to_owned(), expected }
}

/// The pieces of all seats, or of one, by kind: one line for each kind.
pub(super) fn pieces(position: &dyn Position, seat: &str) -> Result<Vec<String>, Unanswered> {
    let spec = position.spec();
    let sides: Vec<Side> = if seat.is_empty() { spec.sides().collect() } else { vec![side(position, seat)?] };
    let mut lines = Vec::new();
    for side in sides {
        let name = spec.seat(side).name;
        let before = lines.len();
        for kind in spec.all_kinds() {
            let own = |&square: &Square| {
                position.piece(square).is_some_and(|piece| piece.side() == side && piece.kind() == kind)
            };
            let squares: Vec<&str> =
                position.geometry().squares().filter(own).map(|square| position.geometry().label(square)).collect();
            match squares.len() {
                0 => {}
                1 => lines.push(format!("{name} {}: {}.", spec.of(kind).name, squares[0])),
                count => lines.push(format!("{name} {}, {count}: {}.", spec.of(kind).name, squares.join(", "))),
            }
        }
        if lines.len() == before {
            lines.push(format!("{name} has no piece on the board."));
        }
    }
    Ok(lines)
}

/// The seat with this name or initial.
pub(super) fn side(position: &dyn Position, typed: &str) -> Result<Side, Unanswered> {
    let spec = position.spec();
    let is = |side: &Side| {
        let seat = spec.seat(*side);
        seat.name.eq_ignore_ascii_case(typed) || typed.eq_ignore_ascii_case(&seat.initial().to_string())
    };
    spec.sides().find(is).ok_or_else(|| {
        let names = spec.seats.iter().map(|seat| seat.name).collect();
        Unanswered::Side { typed: typed.to_owned(), names }
    })
}

/// The square that a text names.
pub(super) fn square(position: &dyn Position, typed: &str) -> Result<Square, Unanswered> {
    let board = position.geometry();
    let label = |square| board.label(square).to_owned();
    board.parse_in_any_case(typed).ok_or_else(|| Unanswered::Square {
        typed: typed.to_owned(),
        first: label(Square(0)),
        last: label(Square((board.len() - 1) as u8)),
    })
}

/// What stands on a square, and what attacks it.
pub(super) fn at(position: &dyn Position, square: Square) -> String {
    let label = position.geometry().label(square);
    let Some(piece) = position.piece(square) else { return format!("{label} is empty.") };
    let name = self::piece(position, square).unwrap_or_default();
    let by = attackers(position, square, piece.side());
    let attacked = if by.is_empty() { String::new() } else { format!(" Attacked by {by}.") };
    format!("{label}: {name}.{attacked}")
}

/// The pieces that could take the one on a square: `the Knight on c3 and the Bishop on b7`.
fn attackers(position: &dyn Position, square: Square, owner: Side) -> String {
    let by: Vec<String> = threats(position, owner)
        .into_iter()
        .filter(|threat| threat.on == square)
        .map(|threat| threat.attacker(position))
        .collect();
    list(&by)
}

/// All attacks on the pieces of a seat, one line for each piece.
pub(super) fn attacks(position: &dyn Position, of: Side) -> Vec<String> {
    let spec = position.spec();
    let mut squares: Vec<Square> = threats(position, of).into_iter().map(|threat| threat.on).collect();
    squares.sort_unstable();
    squares.dedup();
    if squares.is_empty() {
        return vec![format!("No piece of {} is attacked.", spec.seat(of).name)];
    }
    let line = |&square: &Square| {
        let name = piece(position, square).unwrap_or_default();
        format!("{name} {}: attacked by {}.", position.geometry().label(square), attackers(position, square, of))
    };
    squares.iter().map(line).collect()
}

/// The reserves of all seats, one line for each.
pub(super) fn reserves(position: &dyn Position) -> Vec<String> {
    let spec = position.spec();
    let line = |side: Side| {
        let held: Vec<String> = position
            .reserve(side)
            .into_iter()
            .map(|(kind, stock)| match stock {
                Stock::Count(count) => format!("{} {count}", spec.of(kind).name),
                Stock::Endless => format!("{} without limit", spec.of(kind).name),
            })
            .collect();
        (!held.is_empty()).then(|| format!("{}: {}.", spec.seat(side).name, held.join(", ")))
    };
    let lines: Vec<String> = spec.sides().filter_map(line).collect();
    if lines.is_empty() { vec!["This game has no reserve.".to_owned()] } else { lines }
}

/// How a piece moves and where it can go, or why not.
pub(super) fn explain(position: &dyn Position, words: &[&str]) -> Result<Vec<String>, Unanswered> {
    let spec = position.spec();
    let typed = words.first().copied().unwrap_or_default();
    if let Some(kind) = spec.kinds.iter().find(|kind| kind.name.eq_ignore_ascii_case(&words.join(" "))) {
        return Ok(vec![format!("{}: {}.", kind.name, kind.words)]);
    }
    let from = square(position, typed)?;
    let label = |square| position.geometry().label(square).to_owned();
    let Some(found) = position.piece(from) else { return Ok(vec![format!("{} is empty.", label(from))]) };
    let theirs = position.if_turn_of(found.side());
    // On its own turn the position keeps what it knows of the moves before.
    let theirs: &dyn Position = if found.side() == position.turn() { position } else { theirs.as_ref() };
    if let Some(to) = words.get(1) {
        let to = square(position, to)?;
        let why = theirs.explain(&[Pick::Square(from)], Pick::Square(to));
        return Ok(vec![
            why.map_or_else(|| format!("It can go from {} to {}.", label(from), label(to)), |why| sentence(&why)),
        ]);
    }
    let name = piece(position, from).unwrap_or_default();
    let mut lines = vec![format!("{name} {}: {}.", label(from), spec.of(found.kind()).words)];
    if let Some(why) = theirs.explain(&[], Pick::Square(from)) {
        lines.push(sentence(&why));
        return Ok(lines);
    }
    let goes: Vec<String> = theirs
        .choices(&[Pick::Square(from)])
        .iter()
        .filter_map(|choice| if let Pick::Square(to) = choice.pick { Some(label(to)) } else { None })
        .collect();
    lines.push(format!("It can go to {}.", list(&goes)));
    Ok(lines)
}
