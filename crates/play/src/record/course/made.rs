//! A course for a game of a file, made from its data: a step for each piece, which takes something in its own way.

use std::sync::Arc;

use super::{Course, Step};
use crate::record::tree::{Id, PlayedMove, Tree};
use crate::rules::geometry::{Coord, Square};
use crate::rules::mv::Move;
use crate::rules::piece::{Kind, Piece};
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::timeline::Act;
use crate::rules::variant::{Opening, Variant};

/// The heading of the rules that tells the moves of the pieces.
const PAGE: &str = "Pieces";

/// From how many squares a check is tried.
const TRIED: usize = 9;

/// The tag of a move that is right too.
const GOOD: u8 = 1;

/// What is found for a step: a position, and the moves that are right in it.
struct Task {
    position: Box<dyn Position>,
    to: Square,
    right: Vec<Move>,
    /// What is taken; nothing if the piece only goes there.
    target: Option<Kind>,
}

/// The course of a game whose pieces all have steps of their own. Nothing if no piece can move.
pub(super) fn course(game: &'static dyn Variant) -> Option<Course> {
    let empty = empty(game)?;
    let kinds = (0..game.spec().kinds.len()).map(|index| Kind(index as u8));
    let pieces = kinds.filter_map(|kind| step(empty.as_ref(), kind));
    let steps: Vec<Step> = pieces.chain(check(empty.as_ref())).collect();
    (!steps.is_empty()).then_some(Course { game, steps })
}

/// The board without pieces, the first seat to move.
fn empty(game: &'static dyn Variant) -> Option<Box<dyn Position>> {
    let start = game.begin(Opening::Start).ok()?;
    let mut board = start.holding(Side::FIRST, None);
    for square in start.geometry().squares().filter(|&square| start.piece(square).is_some()) {
        board = board.placed(square, None).ok()?;
    }
    Some(board.if_turn_of(Side::FIRST))
}

fn step(empty: &dyn Position, kind: Kind) -> Option<Step> {
    let spec = empty.spec();
    let known = spec.of(kind);
    let task = capture(empty, kind).or_else(|| quiet(empty, kind))?;
    let at = empty.geometry().label(task.to);
    let name = known.name;
    let (title, wanted, missed, done) = match task.target {
        Some(target) => {
            let target = spec.of(target).name;
            (
                format!("{name} takes {target}"),
                format!("Take the {target} on {at} with the {name}."),
                format!("That does not take the {target}."),
                format!("The {name} has taken the {target}."),
            )
        }
        None => (
            format!("{name} to {at}"),
            format!("Move the {name} to {at}."),
            format!("That is not {at}."),
            format!("The {name} stands on {at}."),
        ),
    };
    let how = format!("{name}: {}.", known.words.trim_end_matches('.'));
    let tree = tree(task.position.as_ref(), task.right, &done);
    let kind = known.letters().to_string();
    let (otherwise, page) = (format!("{missed} {how}"), Some(PAGE.to_owned()));
    Some(Step { title: format!("{title} ({kind})"), kind, page, task: wanted, hint: how, otherwise, tree })
}

/// A position with the moves that are right in it, and what is said after each.
fn tree(start: &dyn Position, right: Vec<Move>, done: &str) -> Tree {
    let mut tree = Tree::new(Arc::from(start.fork()));
    for mv in right {
        let id = tree.attach(Id::ROOT, PlayedMove::of(start, Act::Move(mv)));
        let notes = tree.notes_mut(id);
        notes.comments.push(done.to_owned());
        notes.nags.push(GOOD);
    }
    tree
}

/// The step in which a piece gives check, if a game has a King and a piece that can.
fn check(empty: &dyn Position) -> Option<Step> {
    let spec = empty.spec();
    let royal = spec.royal?;
    let (rival, king) = (Side::new(1), spec.of(royal).name);
    let squares = middle_first(empty);
    let pieces = (0..spec.kinds.len()).map(|index| Kind(index as u8));
    let can = |kind: &Kind| *kind != royal && Some(*kind) != spec.pawn && may_have(empty, *kind, Side::FIRST);
    for kind in pieces.filter(can) {
        for &at in squares.iter().rev() {
            let Ok(with_king) = empty.placed(at, Some(Piece::new(rival, royal))) else { continue };
            for &from in squares.iter().take(TRIED).filter(|&&from| from != at) {
                let Ok(position) = with_king.placed(from, Some(Piece::new(Side::FIRST, kind))) else { continue };
                let mut right: Vec<Move> = position.legal().into_iter().filter(|mv| mv.from == from).collect();
                right.retain(|&mv| mv.to != at && checks(position.as_ref(), mv, rival));
                if !position.checked().has(rival) && !right.is_empty() {
                    let name = spec.of(kind).name;
                    let how = format!("{name}: {}.", spec.of(kind).words.trim_end_matches('.'));
                    return Some(Step {
                        title: format!("Check to the {king}"),
                        kind: "check".to_owned(),
                        page: Some(PAGE.to_owned()),
                        task: format!("Give check: attack the {king} with the {name}."),
                        otherwise: format!("That does not attack the {king}. {how}"),
                        hint: how,
                        tree: tree(position.as_ref(), right, &format!("The {king} is attacked.")),
                    });
                }
            }
        }
    }
    None
}

/// Does a move give check?
fn checks(position: &dyn Position, mv: Move, to: Side) -> bool {
    let mut after = position.fork();
    after.play(mv).is_ok() && after.checked().has(to)
}

/// May this seat have the piece?
fn may_have(position: &dyn Position, kind: Kind, side: Side) -> bool {
    position.spec().of(kind).owners.is_none_or(|owners| owners.has(side))
}

/// The seat that moves a piece in its step, and the other one.
fn seats(position: &dyn Position, kind: Kind) -> (Side, Side) {
    let both = (Side::FIRST, Side::new(1));
    if may_have(position, kind, both.0) { both } else { (both.1, both.0) }
}

/// A position in which the piece can take something, if there is one.
fn capture(empty: &dyn Position, kind: Kind) -> Option<Task> {
    let spec = empty.spec();
    let (side, rival) = seats(empty, kind);
    let others = || (0..spec.kinds.len()).map(|index| Kind(index as u8)).filter(|&other| Some(other) != spec.royal);
    let others = others().filter(|&other| other != kind).chain(others());
    let target = spec.pawn.into_iter().chain(others).find(|&other| may_have(empty, other, rival))?;
    let empty = empty.if_turn_of(side);
    let empty = empty.as_ref();
    let squares = middle_first(empty);
    // A piece that hops needs something to hop over.
    for between in [false, true] {
        for &from in &squares {
            let Ok(placed) = empty.placed(from, Some(Piece::new(side, kind))) else { continue };
            for to in far_first(empty, from) {
                let Ok(mut position) = placed.placed(to, Some(Piece::new(rival, target))) else { continue };
                if between {
                    let Some(over) = middle(empty, from, to) else { continue };
                    let Ok(more) = position.placed(over, Some(Piece::new(rival, target))) else { continue };
                    position = more;
                }
                let right = moves(position.as_ref(), from, to);
                if !right.is_empty() {
                    return Some(Task { position, to, right, target: Some(target) });
                }
            }
        }
    }
    None
}

/// A position in which the piece can go somewhere.
fn quiet(empty: &dyn Position, kind: Kind) -> Option<Task> {
    let (side, _) = seats(empty, kind);
    let empty = empty.if_turn_of(side);
    middle_first(empty.as_ref()).iter().find_map(|&from| {
        let position = empty.placed(from, Some(Piece::new(side, kind))).ok()?;
        let to = position.legal().into_iter().find(|mv| mv.from == from && mv.to != from && !mv.is_drop())?.to;
        let right = moves(position.as_ref(), from, to);
        Some(Task { position, to, right, target: None })
    })
}

fn moves(position: &dyn Position, from: Square, to: Square) -> Vec<Move> {
    position.legal().into_iter().filter(|mv| mv.from == from && mv.to == to && !mv.is_drop()).collect()
}

/// All squares, those in the middle of the board first.
fn middle_first(position: &dyn Position) -> Vec<Square> {
    let board = position.geometry();
    let size = board.size();
    let off = |at: u8, size: u8| (2 * i32::from(at) + 1 - i32::from(size)).abs();
    let mut squares: Vec<Square> = board.squares().collect();
    squares.sort_by_key(|&square| {
        let at = board.coord(square);
        off(at.x, size[0]) + off(at.y, size[1]) + off(at.z, size[2])
    });
    squares
}

/// All other squares, those first that are far away: how far a piece comes is seen there.
fn far_first(position: &dyn Position, from: Square) -> Vec<Square> {
    let board = position.geometry();
    let far = |square: Square| {
        let (one, two) = (board.coord(from), board.coord(square));
        one.x.abs_diff(two.x).max(one.y.abs_diff(two.y)).max(one.z.abs_diff(two.z))
    };
    let mut squares: Vec<Square> = board.squares().filter(|&square| square != from).collect();
    squares.sort_by_key(|&square| std::cmp::Reverse(far(square)));
    squares
}

/// The square in the middle between two, if there is one on their line.
fn middle(position: &dyn Position, from: Square, to: Square) -> Option<Square> {
    let board = position.geometry();
    let (from, to) = (board.coord(from), board.coord(to));
    let half = |one: u8, two: u8| (one + two).is_multiple_of(2).then(|| u8::midpoint(one, two));
    board.at(Coord::new(half(from.x, to.x)?, half(from.y, to.y)?, half(from.z, to.z)?))
}
