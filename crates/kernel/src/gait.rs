//! Movement as data. A [`Gait`] describes how a kind moves; `paths` lists its paths from one square. All
//! tables of the kernel, for moves and for attacks, are compiled from these paths.

mod walk;

use super::frame::Frame;
use super::geometry::{Delta, Geometry, Square};
pub use walk::{Leg, Step, Walk};

/// One axis: six directions, four on a flat board.
pub const ORTHOGONAL: [Delta; 6] = symmetric(1, 0, 0);
/// Two axes: twelve directions, four on a flat board.
pub const DIAGONAL: [Delta; 12] = symmetric(1, 1, 0);
/// Three axes: eight directions, none on a flat board.
pub(crate) const TRIAGONAL: [Delta; 8] = symmetric(1, 1, 1);
/// The knight's leap.
pub const KNIGHT: [Delta; 24] = symmetric(2, 1, 0);

/// All directions with these three lengths, on any axes and with any signs.
///
/// # Panics
/// At compile time, if there are not exactly `N` such directions.
pub const fn symmetric<const N: usize>(a: i8, b: i8, c: i8) -> [Delta; N] {
    let orders = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
    let mut ways = [Delta::new(0, 0, 0); N];
    let mut found = 0;
    let mut order = 0;
    while order < 6 {
        let mut signs = 0;
        while signs < 8 {
            let [x, y, z] = orders[order];
            let way = Delta::new(
                if signs & 1 == 0 { x } else { -x },
                if signs & 2 == 0 { y } else { -y },
                if signs & 4 == 0 { z } else { -z },
            );
            let mut known = false;
            let mut index = 0;
            while index < found {
                let other = ways[index];
                known |= other.x == way.x && other.y == way.y && other.z == way.z;
                index += 1;
            }
            if !known {
                ways[found] = way;
                found += 1;
            }
            signs += 1;
        }
        order += 1;
    }
    assert!(found == N, "the array has as many places as there are ways");
    ways
}

/// The most squares between the start and the end of a lame, bent or written path.
pub(crate) const MOST_VIAS: usize = 7;

/// What happens to a path if one of its intermediate squares does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// The missing square counts as empty.
    Open,
    /// The path does not exist.
    Closed,
}

/// How a kind moves, in the seat's own directions: x to the right, y ahead, z up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gait {
    /// One leap over any pieces.
    Leap(&'static [Delta]),
    /// Any number of steps in one direction up to the first piece.
    Slide(&'static [Delta]),
    /// Steps in one direction up to a piece of any side, the hurdle, over it, and on up to the next piece.
    Hop(&'static [Delta]),
    /// Steps in one direction up to a piece of any side, the hurdle, and over it to the square right behind it.
    Vault(&'static [Delta]),
    /// Two steps in one direction over empty squares. It creates an en passant right.
    Stride(&'static [Delta]),
    /// Three steps in one direction over empty squares. It creates an en passant right on both squares between.
    Dash(&'static [Delta]),
    /// Single steps in the order of a word: `o` is a step in one orthogonal direction, `g` a step in one
    /// diagonal direction that contains it. Only the last square may be occupied.
    Lame {
        /// The allowed orders.
        words: &'static [&'static str],
        /// How missing intermediate squares are handled.
        edge: Edge,
    },
    /// A triagonal step, any number of orthogonal steps in one direction, and a second triagonal step. The
    /// second triagonal step equals the first or differs from it in two axes, and the orthogonal direction is a
    /// component of both. Only the last square may be occupied.
    Bent,
    /// Paths that are written out.
    Walk(&'static [Walk]),
}

/// When a movement may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// To an empty square or to capture.
    Both,
    /// To an empty square only.
    Quiet,
    /// To capture only.
    Capture,
}

/// What a square on the way must be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Must {
    /// Empty.
    Empty,
    /// Occupied by any piece.
    Occupied,
    /// Anything.
    Anything,
}

/// One path from a square to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The squares that must be empty, in order.
    pub vias: Vec<Square>,
    /// The squares that must be occupied, by pieces of any side.
    pub(crate) hurdles: Vec<Square>,
    /// The last square.
    pub to: Square,
}

impl Path {
    /// A path over empty squares.
    fn over(vias: Vec<Square>, to: Square) -> Path {
        Path { vias, hurdles: Vec::new(), to }
    }
}

impl Gait {
    /// Is the gait the same from each of these seats?
    pub(crate) fn is_same_from(self, frames: impl Iterator<Item = Frame>) -> bool {
        match self {
            Gait::Leap(ways)
            | Gait::Slide(ways)
            | Gait::Hop(ways)
            | Gait::Vault(ways)
            | Gait::Stride(ways)
            | Gait::Dash(ways) => are_same(frames.map(|frame| ways.iter().map(|&way| frame.turned(way)).collect())),
            Gait::Walk(walks) => {
                are_same(frames.map(|frame| walks.iter().map(|walk| walk.turned(frame)).collect()))
            }
            Gait::Lame { .. } | Gait::Bent => true,
        }
    }

    /// Does it go over squares that must be empty, other than by sliding, and over no hurdle?
    pub(crate) fn is_road(self) -> bool {
        matches!(self, Gait::Lame { .. } | Gait::Bent | Gait::Walk(_)) && !self.hops()
    }

    /// Does it depend on a piece on its way?
    pub(crate) const fn hops(self) -> bool {
        match self {
            Gait::Hop(_) | Gait::Vault(_) => true,
            Gait::Walk(walks) => {
                let mut index = 0;
                while index < walks.len() {
                    if walks[index].hops() {
                        return true;
                    }
                    index += 1;
                }
                false
            }
            _ => false,
        }
    }
}

/// Are these sets the same, in any order?
fn are_same<T: Ord>(sets: impl Iterator<Item = Vec<T>>) -> bool {
    let mut sorted = sets.map(|mut set| {
        set.sort_unstable();
        set
    });
    let first = sorted.next();
    sorted.all(|set| Some(set) == first)
}

/// Every path of a gait from one square. A target can occur several times, with different paths.
pub(crate) fn paths(gait: Gait, board: &Geometry, frame: Frame, from: Square) -> Vec<Path> {
    let mut found = Vec::new();
    match gait {
        Gait::Leap(ways) => {
            for &way in ways {
                if let Some(to) = board.offset(from, frame.turned(way)) {
                    found.push(Path::over(Vec::new(), to));
                }
            }
        }
        Gait::Slide(ways) => {
            for &way in ways {
                let ray = ray(board, from, frame.turned(way));
                found.extend(ray.iter().enumerate().map(|(index, &to)| Path::over(ray[..index].to_vec(), to)));
            }
        }
        Gait::Hop(ways) | Gait::Vault(ways) => {
            for &way in ways {
                let ray = ray(board, from, frame.turned(way));
                for (end, &to) in ray.iter().enumerate().skip(1) {
                    let first = if matches!(gait, Gait::Hop(_)) { 0 } else { end - 1 };
                    found.extend((first..end).map(|hurdle| {
                        let mut vias = ray[..end].to_vec();
                        Path { hurdles: vec![vias.remove(hurdle)], vias, to }
                    }));
                }
            }
        }
        Gait::Stride(ways) => {
            for &way in ways {
                if let [over, to, ..] = ray(board, from, frame.turned(way))[..] {
                    found.push(Path::over(vec![over], to));
                }
            }
        }
        Gait::Dash(ways) => {
            for &way in ways {
                if let [over, also, to, ..] = ray(board, from, frame.turned(way))[..] {
                    found.push(Path::over(vec![over, also], to));
                }
            }
        }
        Gait::Lame { words, edge } => lame(words, edge, board, from, &mut found),
        Gait::Bent => bent(board, from, &mut found),
        Gait::Walk(walks) => walks.iter().for_each(|walk| walk.paths(board, frame, from, &mut found)),
    }
    found
}

/// The squares from a square (excluded) in one direction to the edge.
pub fn ray(board: &Geometry, from: Square, way: Delta) -> Vec<Square> {
    std::iter::successors(board.offset(from, way), |&square| board.offset(square, way)).collect()
}

fn lame(words: &[&str], edge: Edge, board: &Geometry, from: Square, found: &mut Vec<Path>) {
    for o in ORTHOGONAL {
        for g in DIAGONAL.into_iter().filter(|&g| o.is_component_of(g)) {
            for word in words {
                let mut at = Delta::new(0, 0, 0);
                let stops: Vec<Option<Square>> = word
                    .chars()
                    .map(|step| {
                        at = at.plus(if step == 'o' { o } else { g });
                        board.offset(from, at)
                    })
                    .collect();
                let Some((&Some(to), between)) = stops.split_last() else { continue };
                if edge == Edge::Closed && between.contains(&None) {
                    continue;
                }
                found.push(Path::over(between.iter().copied().flatten().collect(), to));
            }
        }
    }
}

fn bent(board: &Geometry, from: Square, found: &mut Vec<Path>) {
    for first in TRIAGONAL {
        let Some(corner) = board.offset(from, first) else { continue };
        for last in TRIAGONAL {
            let sum = first.plus(last).parts();
            if last != first && sum.iter().filter(|&&part| part != 0).count() != 1 {
                continue;
            }
            if let Some(to) = board.offset(corner, last) {
                found.push(Path::over(vec![corner], to));
            }
            for o in ORTHOGONAL.into_iter().filter(|o| o.is_component_of(first) && o.is_component_of(last)) {
                let mut vias = vec![corner];
                for square in ray(board, corner, o) {
                    vias.push(square);
                    if let Some(to) = board.offset(square, last) {
                        found.push(Path::over(vias.clone(), to));
                    }
                }
            }
        }
    }
}
