//! The frames of one move: what the squares that it changes show before they show the position after it.

use crate::board::cell::{Figure, Sign};
use crate::board::draw::plain_cell;
use crate::rules::effects::Effects;
use crate::rules::geometry::{Delta, Geometry, Square};
use crate::rules::mv::Move;
use crate::rules::pick::Mark;
use crate::rules::position::Position;

/// What a square shows for the time of a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Patch {
    /// The square.
    pub square: Square,
    /// The piece that stands or passes there.
    pub(crate) piece: Option<Figure>,
    /// The state of the square.
    pub(crate) sign: Option<Sign>,
}

/// The squares that one frame changes.
pub(crate) type Frame = Vec<Patch>;

/// The places of a moving piece, one for each frame. On its way it stands on plain squares: it is not picked any more.
type Stops = Vec<(Square, Option<Sign>)>;

/// The frames of a move that is played in this position, and leads to the other; at most two, because the position
/// after the move is the third. A move that changes no square has none.
pub fn frames(before: &dyn Position, mv: Move, after: &dyn Position) -> Vec<Frame> {
    let effects = before.effects(mv);
    let holes = dive(before, mv);
    let routes: Vec<Stops> = effects
        .moved
        .iter()
        .enumerate()
        .map(|(at, &(from, to, _))| stops(before, &effects, holes.filter(|_| at == 0), from, to))
        .collect();
    let least = usize::from(!effects.put.is_empty() || !effects.removed.is_empty());
    let count = routes.iter().map(Vec::len).max().unwrap_or(0).max(least);
    (0..count).map(|at| frame(before, after, &effects, &routes, (at, count))).collect()
}

/// The hole that a piece enters and the one that it leaves through.
fn dive(before: &dyn Position, mv: Move) -> Option<(Square, Square)> {
    let marks = before.marks(mv);
    let at = |mark: Mark| marks.iter().find(|&&(_, known)| known == mark).map(|&(square, _)| square);
    Some((at(Mark::In)?, at(Mark::Out)?))
}

/// Where a piece is seen on its way. A capture ends with a flash on the last square.
fn stops(
    before: &dyn Position,
    effects: &Effects,
    holes: Option<(Square, Square)>,
    from: Square,
    to: Square,
) -> Stops {
    if let Some((entry, exit)) = holes {
        return vec![(entry, Some(Sign::In)), (exit, Some(Sign::Out))];
    }
    let on_way = |at: Square| (at, None);
    let way: Vec<Square> =
        between(before.geometry(), from, to).into_iter().filter(|&at| before.piece(at).is_none()).collect();
    if effects.removed.iter().any(|&(at, _)| at == to) {
        let near = way.get(way.len() / 2).copied().unwrap_or(from);
        return vec![on_way(near), (to, Some(Sign::Capture))];
    }
    match way.as_slice() {
        [] => vec![on_way(to)],
        &[middle] => vec![on_way(middle)],
        way => vec![on_way(way[way.len() / 3]), on_way(way[way.len() * 2 / 3])],
    }
}

/// The squares between two squares of a straight line; none if they are not on one.
fn between(board: &Geometry, from: Square, to: Square) -> Vec<Square> {
    let Delta { x, y, z } = board.delta(from, to);
    let length = x.unsigned_abs().max(y.unsigned_abs()).max(z.unsigned_abs());
    if [x, y, z].iter().any(|part| part.unsigned_abs() != 0 && part.unsigned_abs() != length) {
        return Vec::new();
    }
    let step = Delta::new(x.signum(), y.signum(), z.signum());
    let places = std::iter::successors(board.offset(from, step), |&at| board.offset(at, step));
    places.take(usize::from(length.saturating_sub(1))).collect()
}

fn frame(
    before: &dyn Position,
    after: &dyn Position,
    effects: &Effects,
    routes: &[Stops],
    (at, count): (usize, usize),
) -> Frame {
    let figure = |position: &dyn Position, square: Square| plain_cell(position, square).piece;
    let mut frame = Frame::new();
    let mut show = |square: Square, piece: Option<Figure>, sign: Option<Sign>| {
        frame.retain(|patch| patch.square != square);
        frame.push(Patch { square, piece, sign });
    };
    for &(square, _) in &effects.put {
        show(square, figure(after, square), None);
    }
    // A piece that moves is not yet where it ends, and one that is captured is still there.
    for &(_, to, _) in &effects.moved {
        show(to, None, None);
    }
    for &(square, _) in &effects.removed {
        show(square, figure(before, square), Some(Sign::Capture));
    }
    for (&(from, ..), stops) in effects.moved.iter().zip(routes) {
        // With fewer stops than others, a piece waits where it is.
        let stop = (at + stops.len()).checked_sub(count).and_then(|at| stops.get(at));
        let &(square, sign) = stop.unwrap_or(&(from, None));
        show(square, figure(before, from), sign);
    }
    frame
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;

    #[test]
    fn a_piece_on_its_way_is_not_picked() {
        for game in GAMES {
            let before = game.begin(Opening::Start).expect("the start");
            for mv in before.legal() {
                let mut after = before.fork();
                after.play(mv).expect("it is legal");
                let frames = frames(before.as_ref(), mv, after.as_ref());
                assert!(!frames.is_empty(), "{}", game.spec().id);
                let picked = frames.iter().flatten().find(|patch| patch.sign == Some(Sign::Picked));
                let picked = picked.map(|patch| patch.square);
                assert_eq!(picked, None, "{}: {}", game.spec().id, before.machine(mv));
            }
        }
    }
}
