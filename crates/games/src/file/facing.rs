//! Royal pieces that may not see each other along a file, as the Generals of Xiangqi, or along a rank either. Each then
//! gives check to the other, though none can go there.

use crate::rules::attack::Scene;
use crate::rules::bits::{Line, SquareSet};
use crate::rules::board::Board;
use crate::rules::geometry::{Coord, Geometry, Square};
use crate::rules::guard::Guard;

use super::game::FileGame;

/// May the royal pieces see each other?
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Facing {
    #[default]
    Allowed,
    /// Not along a file.
    Forbidden,
    /// Neither along a file nor along a rank.
    Nowhere,
    /// Along a file, but the game ends so if the other player passes.
    Offered,
}

/// The files along which royal pieces that see each other offer the end of the game, up to a hole of the board.
pub(super) fn faces<S: SquareSet>(facing: Facing, board: &Geometry) -> Vec<Line<S>> {
    match facing {
        Facing::Offered => sights(Facing::Forbidden, board).into_iter().flatten().collect(),
        Facing::Allowed | Facing::Forbidden | Facing::Nowhere => Vec::new(),
    }
}

/// Do the royal pieces see each other where that offers the end of the game?
#[inline]
pub(super) fn is_offered<S: SquareSet>(board: &Board<FileGame<S>>) -> bool {
    let faces = &board.tables().extra.faces;
    if faces.is_empty() {
        return false;
    }
    let (Some(kind), Some(own)) = (board.spec().royal, board.royal(board.turn())) else { return false };
    (S::along(faces[own.index()], board.occupied()) & board.kind(kind)).any()
}

/// For each direction in which royal pieces may not see each other, the squares in both ways from every square, up to a
/// hole of the board.
pub(super) fn sights<S: SquareSet>(facing: Facing, board: &Geometry) -> Vec<Vec<Line<S>>> {
    let [files, ranks, _] = board.size();
    let line = |square: Square, length: u8, own: fn(Coord) -> u8, other: fn(Coord, u8) -> Coord| {
        let at = board.coord(square);
        let half = |above: bool| {
            let steps: Vec<u8> = if above { (own(at) + 1..length).collect() } else { (0..own(at)).rev().collect() };
            S::collect(steps.into_iter().map_while(|step| board.at(other(at, step))))
        };
        Line { below: half(false), above: half(true) }
    };
    let file = |square| line(square, ranks, |at| at.y, |at, y| Coord::new(at.x, y, at.z));
    let rank = |square| line(square, files, |at| at.x, |at, x| Coord::new(x, at.y, at.z));
    match facing {
        Facing::Allowed | Facing::Offered => Vec::new(),
        Facing::Forbidden => vec![board.squares().map(file).collect()],
        Facing::Nowhere => vec![board.squares().map(file).collect(), board.squares().map(rank).collect()],
    }
}

/// The rival's royal piece, if it sees this square.
fn rival<S: SquareSet>(board: &Board<FileGame<S>>, royal: Square, scene: Scene<S>) -> S {
    let Some(kind) = board.spec().royal else { return S::EMPTY };
    let sights = board.tables().extra.sights.iter().map(|lines| S::along(lines[royal.index()], scene.occupied));
    sights.fold(S::EMPTY, |all, seen| all | seen) & scene.hitters & board.kind(kind)
}

/// Does the rival's royal piece see this square?
#[inline]
pub(super) fn hit<S: SquareSet>(board: &Board<FileGame<S>>, royal: Square, scene: Scene<S>) -> bool {
    !board.tables().extra.sights.is_empty() && rival(board, royal, scene).any()
}

/// Adds the piece that alone stands between, or the check.
#[inline]
pub(super) fn guard<S: SquareSet>(
    board: &Board<FileGame<S>>,
    royal: Square,
    scene: Scene<S>,
    guard: &mut Guard<S>,
) {
    let sights = &board.tables().extra.sights;
    let Some(kind) = board.spec().royal.filter(|_| !sights.is_empty()) else { return };
    let other = scene.hitters & board.kind(kind);
    for lines in sights {
        let line = lines[royal.index()];
        let near = S::along(line, scene.occupied);
        if (near & other).any() {
            guard.check = true;
            guard.evasions |= near;
        }
        let first = near & scene.occupied;
        if (S::along(line, scene.occupied ^ first) & other & !first).any() {
            guard.pinned |= first & !scene.hitters;
        }
    }
}

/// Where such a check comes from, in words.
pub(super) fn explain<S: SquareSet>(board: &Board<FileGame<S>>, royal: Square, scene: Scene<S>) -> Option<String> {
    let other = rival(board, royal, scene).lowest()?;
    let [at, its] = [royal, other].map(|square| board.geometry().coord(square));
    let line = if at.x == its.x { "file" } else { "rank" };
    Some(format!("from {}, because they would see each other along the {line}", board.name_at(other)))
}
