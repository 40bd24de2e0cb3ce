//! Movement as data. A [`Gait`] says how a kind goes; [`paths`] spells it out for one square.
//! Every table of the kernel is compiled from these paths, forwards and backwards.

use super::frame::Frame;
use super::geometry::{Delta, Geometry, Square};

/// One axis: six directions, four on a flat board.
pub const ORTHOGONAL: [Delta; 6] = symmetric(1, 0, 0);
/// Two axes: twelve directions, four on a flat board.
pub const DIAGONAL: [Delta; 12] = symmetric(1, 1, 0);
/// Three axes: eight directions, none on a flat board.
pub const TRIAGONAL: [Delta; 8] = symmetric(1, 1, 1);
/// The knight's leap.
pub const KNIGHT: [Delta; 24] = symmetric(2, 1, 0);

/// All ways with these three lengths, on any axes and with any signs.
///
/// # Panics
/// While compiling, if there are not exactly `N` such ways.
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

/// What an intermediate square that does not exist does to a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// It is as good as empty.
    Open,
    /// There is no such path.
    Closed,
}

/// How a kind goes, in the seat's own directions: x to its right, y ahead, z up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gait {
    /// One leap over anything.
    Leap(&'static [Delta]),
    /// Any number of steps in one direction until something is met.
    Slide(&'static [Delta]),
    /// Two steps in one direction, both squares empty; leaves the right of en passant behind.
    Stride(&'static [Delta]),
    /// Single steps in the order of a word: `o` one orthogonal direction, `g` one diagonal
    /// direction of which it is a component. Only the last square may be occupied.
    Lame {
        /// The orders allowed.
        words: &'static [&'static str],
        /// What missing squares on the way do.
        edge: Edge,
    },
    /// A triagonal step, any number of orthogonal steps in one direction, a triagonal step.
    /// The last step repeats the first or differs from it in two axes; the direction between
    /// is a component of both. Only the last square may be occupied.
    Bent,
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

/// One way to get from a square to another: every square between must be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The squares passed, in order.
    pub vias: Vec<Square>,
    /// The last square.
    pub to: Square,
}

impl Gait {
    /// Does the gait look the same from each of these seats?
    pub fn is_same_from(self, frames: impl Iterator<Item = Frame>) -> bool {
        let (Gait::Leap(ways) | Gait::Slide(ways) | Gait::Stride(ways)) = self else { return true };
        let mut seen = frames.map(|frame| {
            let mut turned: Vec<Delta> = ways.iter().map(|&way| frame.turned(way)).collect();
            turned.sort_unstable();
            turned
        });
        let first = seen.next();
        seen.all(|turned| Some(turned) == first)
    }
}

/// Every path of a gait from one square. A target may come several times, by different paths.
pub fn paths(gait: Gait, board: &Geometry, frame: Frame, from: Square) -> Vec<Path> {
    let mut found = Vec::new();
    match gait {
        Gait::Leap(ways) => {
            for &way in ways {
                if let Some(to) = board.offset(from, frame.turned(way)) {
                    found.push(Path { vias: Vec::new(), to });
                }
            }
        }
        Gait::Slide(ways) => {
            for &way in ways {
                let ray = ray(board, from, frame.turned(way));
                found.extend(ray.iter().enumerate().map(|(index, &to)| Path { vias: ray[..index].to_vec(), to }));
            }
        }
        Gait::Stride(ways) => {
            for &way in ways {
                if let [over, to, ..] = ray(board, from, frame.turned(way))[..] {
                    found.push(Path { vias: vec![over], to });
                }
            }
        }
        Gait::Lame { words, edge } => lame(words, edge, board, from, &mut found),
        Gait::Bent => bent(board, from, &mut found),
    }
    found
}

/// The squares from (not with) a square in one direction to the edge.
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
                found.push(Path { vias: between.iter().copied().flatten().collect(), to });
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
                found.push(Path { vias: vec![corner], to });
            }
            for o in ORTHOGONAL.into_iter().filter(|o| o.is_component_of(first) && o.is_component_of(last)) {
                let mut vias = vec![corner];
                for square in ray(board, corner, o) {
                    vias.push(square);
                    if let Some(to) = board.offset(square, last) {
                        found.push(Path { vias: vias.clone(), to });
                    }
                }
            }
        }
    }
}
