//! Royal pieces that may not see each other along a file, as the Generals of Xiangqi. Each then gives check to the
//! other, though none can go there.

use crate::rules::attack::Scene;
use crate::rules::bits::{Line, SquareSet};
use crate::rules::board::Board;
use crate::rules::geometry::{Coord, Geometry, Square};
use crate::rules::guard::Guard;

use super::game::FileGame;

/// May the royal pieces see each other along a file?
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Facing {
    #[default]
    Allowed,
    Forbidden,
}

/// For each square, the squares of its file in both directions, up to a hole of the board.
pub(super) fn files<S: SquareSet>(board: &Geometry) -> Vec<Line<S>> {
    let half = |square: Square, up: bool| {
        let at = board.coord(square);
        let ranks: Vec<u8> = if up { (at.y + 1..board.size()[1]).collect() } else { (0..at.y).rev().collect() };
        let squares = ranks.into_iter().map_while(|y| board.at(Coord::new(at.x, y, at.z)));
        S::collect(squares)
    };
    board.squares().map(|square| Line { below: half(square, false), above: half(square, true) }).collect()
}

/// The rival's royal piece, if it sees this square.
fn rival<S: SquareSet>(board: &Board<FileGame<S>>, royal: Square, scene: Scene<S>) -> S {
    match (board.tables().extra.files.get(royal.index()), board.spec().royal) {
        (Some(&file), Some(kind)) => S::along(file, scene.occupied) & scene.hitters & board.kind(kind),
        _ => S::EMPTY,
    }
}

/// Does the rival's royal piece see this square?
#[inline]
pub(super) fn hit<S: SquareSet>(board: &Board<FileGame<S>>, royal: Square, scene: Scene<S>) -> bool {
    !board.tables().extra.files.is_empty() && rival(board, royal, scene).any()
}

/// Adds the piece that alone stands between, or the check.
#[inline]
pub(super) fn guard<S: SquareSet>(
    board: &Board<FileGame<S>>,
    royal: Square,
    scene: Scene<S>,
    guard: &mut Guard<S>,
) {
    let (Some(&file), Some(kind)) = (board.tables().extra.files.get(royal.index()), board.spec().royal) else {
        return;
    };
    let other = scene.hitters & board.kind(kind);
    let near = S::along(file, scene.occupied);
    if (near & other).any() {
        guard.check = true;
        guard.evasions |= near;
    }
    let first = near & scene.occupied;
    if (S::along(file, scene.occupied ^ first) & other & !first).any() {
        guard.pinned |= first & !scene.hitters;
    }
}

/// Where such a check comes from, in words.
pub(super) fn explain<S: SquareSet>(board: &Board<FileGame<S>>, royal: Square, scene: Scene<S>) -> Option<String> {
    let other = rival(board, royal, scene).lowest()?;
    Some(format!("from {}, because they would see each other along the file", board.name_at(other)))
}
