//! The texts of Black Holes: entries and exits, and why one is not possible. Messages say "in" and "out",
//! because both Holes belong to one player and their names would be confusing.

use super::{BlackHoles, spec, warp};
use crate::rules::attack::Scene;
use crate::rules::bits::{Bits64, SquareSet};
use crate::rules::board::Board;
use crate::rules::explain::{Attempt, list};
use crate::rules::geometry::Square;
use crate::rules::mv::{Move, Verb};
use crate::rules::note::Note;
use crate::rules::pick::{Mark, Pick};
use crate::rules::side::Side;

type Position = Board<BlackHoles>;

/// The question after a piece has entered a Hole.
pub(super) fn ask(board: &Position, so_far: &[Pick]) -> Option<String> {
    let choice = match so_far {
        [Pick::Square(_), Pick::Square(entry)] if board.pieces(board.turn(), spec::HOLE).has(*entry) => {
            "the hole to leave through"
        }
        [Pick::Square(_), Pick::Square(_), Pick::Square(_)] => "the target square",
        _ => return None,
    };
    Some(choice.to_owned())
}

/// The marks for the squares of a relativistic move.
pub(super) fn mark(board: &Position, so_far: &[Pick], next: Pick) -> Option<Mark> {
    let Pick::Square(square) = next else { return None };
    let own_hole = board.pieces(board.turn(), spec::HOLE).has(square);
    match so_far {
        [Pick::Square(_)] if own_hole => Some(Mark::In),
        [Pick::Square(_), Pick::Square(_)] => Some(Mark::Out),
        [Pick::Square(from), ..] if *from == square => Some(Mark::Target),
        _ => None,
    }
}

/// The entry and the exit of a relativistic move, in words.
pub(super) fn remark(board: &Position, mv: Move) -> Option<String> {
    let label = |square| board.geometry().label(square);
    (mv.verb == Verb::Special(warp::WARP)).then(|| format!("In {}, out {}.", label(mv.vias[0]), label(mv.vias[1])))
}

/// The display form of a relativistic move: `Rb1-c1-d4xd6`.
pub(super) fn written(board: &Position, mv: Move) -> String {
    let label = |square| board.geometry().label(square);
    let letter = if mv.kind == spec::PAWN { String::new() } else { spec::SPEC.of(mv.kind).letter.to_string() };
    let [entry, exit] = mv.vias.map(label);
    let sign = if board.captures_on(mv).is_some() { board.geometry().capture_sign() } else { '-' };
    format!("{letter}{}-{entry}-{exit}{sign}{}", label(mv.from), label(mv.to))
}

/// The number of Holes of a seat.
pub(super) fn notes(board: &Position, side: Side) -> Vec<Note> {
    vec![Note::Game(format!("holes on board {}", board.count(side, spec::HOLE)))]
}

/// The piece that attacks the King through Holes, and the two Holes.
pub(super) fn explain_check(board: &Position, royal: Square, scene: Scene<Bits64>) -> Option<String> {
    let mut told = None;
    let label = |square| board.geometry().label(square);
    warp::travellers(board, royal, scene, |from, entry, exit| {
        told = Some(format!("from {}, in {}, out {}", board.name_at(from), label(entry), label(exit)));
        true
    });
    told
}

/// The reason why a step of a relativistic move cannot be picked.
pub(super) fn why_not(board: &Position, attempt: &Attempt<'_>) -> Option<String> {
    let tried = match (attempt.so_far, attempt.tried) {
        ([], Pick::Reserve(_)) => return why_no_drop(board),
        (_, Pick::Square(tried)) => tried,
        _ => return None,
    };
    let holes = board.pieces(board.turn(), spec::HOLE);
    match *attempt.so_far {
        [Pick::Square(from)] if holes.has(tried) && from != tried => why_no_entry(board, from, tried),
        [Pick::Square(from), Pick::Square(entry)] => Some(why_no_exit(board, from, entry, tried)),
        [Pick::Square(from), Pick::Square(entry), Pick::Square(exit)] => {
            Some(why_no_final(board, from, entry, exit, tried))
        }
        _ => None,
    }
}

/// At the start no Hole can be dropped, and that is what a new player tries first.
fn why_no_drop(board: &Position) -> Option<String> {
    let free = board.tables().drops[board.turn()] & !board.occupied();
    free.is_empty().then(|| "your first rank is full: move a piece away, then drop".to_owned())
}

fn why_no_entry(board: &Position, from: Square, entry: Square) -> Option<String> {
    let piece = board.piece(from)?;
    let name = board.kind_name(piece.kind());
    let label = board.geometry().label(entry);
    if Some(piece.kind()) == spec::SPEC.royal {
        return Some(format!("the {name} cannot go into a hole"));
    }
    if warp::entries(board, piece, from, board.occupied()).has(entry) {
        let mut exits = warp::exits(board, piece, from).iter();
        let first = exits.next().map(|exit| why_no_exit(board, from, entry, exit));
        return Some(first.unwrap_or_else(|| format!("in {label} there is no other hole to come out of")));
    }
    let paths: Vec<_> = board.powers(piece, from).into_iter().filter(|(_, path)| path.to == entry).collect();
    let blockers = Bits64::collect(
        paths.iter().filter_map(|(_, path)| path.vias.iter().copied().find(|&via| board.piece(via).is_some())),
    );
    Some(if blockers.is_empty() {
        format!("the {name} does not get from {} into {label}", board.geometry().label(from))
    } else {
        format!("the way of the {name} into {label} is blocked by {}", board.names_at(blockers))
    })
}

fn why_no_exit(board: &Position, from: Square, entry: Square, exit: Square) -> String {
    let label = board.geometry().label(exit);
    let Some(piece) = board.piece(from) else { return format!("{} is empty", board.geometry().label(from)) };
    if !board.pieces(piece.side(), spec::HOLE).has(exit) {
        return format!("{label} is not one of your holes");
    }
    if exit == from {
        return "a Hole cannot come out of itself".to_owned();
    }
    let finals = warp::finals(board, from, entry, exit);
    if finals.is_empty() {
        return format!("out {label} there is no square to go on to");
    }
    let safe = finals & !board.royal(piece.side()).map_or(Bits64::EMPTY, Bits64::of);
    match safe.lowest() {
        None => format!("out {label} your own King is in the way"),
        Some(first) => {
            board.why_exposed(from, first).unwrap_or_else(|| format!("out {label} no square leaves your King safe"))
        }
    }
}

fn why_no_final(board: &Position, from: Square, entry: Square, exit: Square, tried: Square) -> String {
    let label = |square| board.geometry().label(square).to_owned();
    let finals = warp::finals(board, from, entry, exit);
    if finals.has(tried) {
        if board.royal(board.turn()) == Some(tried) {
            return "your own King cannot be taken".to_owned();
        }
        if let Some(check) = board.why_exposed(from, tried) {
            return check;
        }
    }
    let reached: Vec<String> = finals.iter().map(label).collect();
    if reached.is_empty() {
        return format!("out {} there is no square to go on to", label(exit));
    }
    format!("out {} it keeps its direction and ends on {} only", label(exit), list(&reached))
}
