//! The squares that a piece reaches, compiled from its paths to bitboards, lines and tries.

use super::lane::Lane;
use crate::bits::{Line, SquareSet};
use crate::frame::Frame;
use crate::gait::{Gait, Path, ray};
use crate::geometry::{Delta, Geometry, Square};
use crate::spec::Movement;

/// The squares that a piece reaches, for one mode of movement.
#[derive(Clone, Debug, Default)]
pub struct Reach<S> {
    leaps: Vec<S>,
    /// The squares reached on an empty board, or over any hurdles.
    open: Vec<S>,
    lines: Vec<Line<S>>,
    lines_a_square: usize,
    /// For each square, the slides that end in a zone only, and the hops. Empty if there are none.
    lanes: Vec<Vec<Lane<S>>>,
    nodes: Vec<Node>,
    starts: Vec<u32>,
}

/// A square on a lame or bent path, as a node of a trie. If it is occupied, the nodes below it are skipped.
#[derive(Clone, Copy, Debug)]
struct Node {
    square: Square,
    stop: bool,
    skip: u32,
}

impl<S: SquareSet> Reach<S> {
    pub(super) fn compile<'a>(
        moves: impl Iterator<Item = &'a Movement> + Clone,
        board: &Geometry,
        frame: Frame,
    ) -> Reach<S> {
        let mut reach = Reach { leaps: vec![S::EMPTY; board.len()], ..Reach::default() };
        let mut rays: Vec<Vec<Line<S>>> = vec![Vec::new(); board.len()];
        let mut roads: Vec<Vec<Path>> = vec![Vec::new(); board.len()];
        let mut lanes = vec![Vec::new(); board.len()];
        let mut hops = vec![S::EMPTY; board.len()];
        for movement in moves {
            let zone = S::collect(board.squares().filter(|&to| movement.ends_on(board, frame, to)));
            for from in board.squares().filter(|&from| movement.starts_on(board, frame, from)) {
                match movement.gait {
                    Gait::Leap(_) => {
                        let targets = movement.paths(board, frame, from).into_iter().map(|path| path.to);
                        reach.leaps[from.index()] |= S::collect(targets);
                    }
                    Gait::Slide(ways) => {
                        let there = lines(board, from, frame, ways, 1);
                        match movement.onto {
                            None => rays[from.index()].extend(there),
                            Some(_) => {
                                lanes[from.index()].extend(there.into_iter().map(|line| Lane::Slide(line, zone)));
                            }
                        }
                    }
                    gait if gait.hops() => {
                        let paths = movement.paths(board, frame, from);
                        hops[from.index()] |= S::collect(paths.iter().map(|path| path.to));
                        let lane = |ways, lane: fn(Line<S>, S) -> Lane<S>| {
                            let there = lines(board, from, frame, ways, 1).into_iter();
                            there.map(|line| lane(line, zone)).collect()
                        };
                        let found: Vec<Lane<S>> = match gait {
                            Gait::Hop(ways) => lane(ways, Lane::Hop),
                            Gait::Vault(ways) => lane(ways, Lane::Vault),
                            _ => paths.iter().map(Lane::of).collect(),
                        };
                        lanes[from.index()].extend(found);
                    }
                    Gait::Lame { .. } | Gait::Bent | Gait::Walk(_) => {
                        roads[from.index()].extend(movement.paths(board, frame, from));
                    }
                    Gait::Stride(_) | Gait::Dash(_) | Gait::Hop(_) | Gait::Vault(_) => {}
                }
            }
        }
        reach.lines_a_square = rays.iter().map(Vec::len).max().unwrap_or(0);
        for mut lines in rays {
            lines.resize(reach.lines_a_square, Line::default());
            reach.lines.extend(lines);
        }
        if lanes.iter().any(|lanes: &Vec<_>| !lanes.is_empty()) {
            reach.lanes = lanes;
        }
        if !reach.lanes.is_empty() || roads.iter().any(|roads| !roads.is_empty()) {
            for mut roads in roads {
                reach.starts.push(reach.nodes.len() as u32);
                roads.sort_by(|a, b| steps(a).cmp(steps(b)));
                reach.grow(&roads, 0);
            }
            reach.starts.push(reach.nodes.len() as u32);
        }
        let open = |from: Square| reach.targets(from, S::EMPTY) | hops[from.index()];
        reach.open = board.squares().map(open).collect();
        reach
    }

    /// Adds the paths to the trie in depth-first order. They are sorted and equal up to `depth`.
    fn grow(&mut self, roads: &[Path], depth: usize) {
        let mut rest = roads;
        while let Some(first) = rest.first() {
            let Some(square) = steps(first).nth(depth) else {
                rest = &rest[1..];
                continue;
            };
            let same = rest.iter().take_while(|path| steps(path).nth(depth) == Some(square)).count();
            let (group, others) = rest.split_at(same);
            let node = self.nodes.len();
            let stop = group.iter().any(|path| steps(path).count() == depth + 1);
            self.nodes.push(Node { square, stop, skip: 0 });
            self.grow(group, depth + 1);
            self.nodes[node].skip = self.nodes.len() as u32;
            rest = others;
        }
    }

    /// The squares reached from `from`, including the occupied square at the end of a path.
    #[inline]
    pub fn targets(&self, from: Square, occupied: S) -> S {
        let mut found = self.leaps[from.index()] | self.slides(from, occupied);
        if !self.starts.is_empty() {
            found |= self.roads(from, occupied);
        }
        found
    }

    /// Passes each of these squares, with the squares reached from it, to `pass`. What is the same for all is asked once.
    #[inline]
    pub(crate) fn each(&self, men: S, occupied: S, mut pass: impl FnMut(Square, S)) {
        if !self.starts.is_empty() {
            for from in men.iter() {
                pass(from, self.targets(from, occupied));
            }
        } else if self.lines_a_square == 0 {
            for from in men.iter() {
                pass(from, self.leaps[from.index()]);
            }
        } else if self.lines_a_square == 2 {
            // Rooks and Bishops, of which there are most.
            for from in men.iter() {
                let lines = self.lines(from);
                let slides = S::along(lines[0], occupied) | S::along(lines[1], occupied);
                pass(from, self.leaps[from.index()] | slides);
            }
        } else {
            for from in men.iter() {
                pass(from, self.leaps[from.index()] | self.slides(from, occupied));
            }
        }
    }

    /// The squares reached along lines.
    #[inline]
    fn slides(&self, from: Square, occupied: S) -> S {
        let mut found = S::EMPTY;
        for &line in self.lines(from) {
            // Empty lines fill up the end. Without an early end the compiler would look at several lines at once, which
            // takes longer for the few there are.
            if (line.below | line.above).is_empty() {
                break;
            }
            found |= S::along(line, occupied);
        }
        found
    }

    /// The lines from a square.
    #[inline]
    fn lines(&self, from: Square) -> &[Line<S>] {
        &self.lines[from.index() * self.lines_a_square..][..self.lines_a_square]
    }

    /// The squares of `among` that are reached from `from`. Often none is reached even on an empty board; that is tested
    /// first, because it is fast.
    #[inline]
    pub fn targets_among(&self, from: Square, occupied: S, among: S) -> S {
        if (self.open[from.index()] & among).any() { self.targets(from, occupied) & among } else { S::EMPTY }
    }

    /// The squares reached from `from` on some board.
    #[inline]
    pub fn widest(&self, from: Square) -> S {
        self.open[from.index()]
    }

    /// The part of [`Reach::targets`] that is reached by lame and bent movement, by slides that end in a zone, and by hops.
    #[inline]
    fn roads(&self, from: Square, occupied: S) -> S {
        if self.lanes.is_empty() { self.trie(from, occupied) } else { self.lanes_and_trie(from, occupied) }
    }

    /// The same in a game with slides that end in a zone, or with hops. Few games have them.
    #[inline(never)]
    fn lanes_and_trie(&self, from: Square, occupied: S) -> S {
        let lanes = self.lanes[from.index()].iter();
        lanes.fold(self.trie(from, occupied), |found, lane| found | lane.reached(occupied))
    }

    /// The squares that are reached by lame and bent movement.
    #[inline]
    fn trie(&self, from: Square, occupied: S) -> S {
        let mut found = S::EMPTY;
        let mut at = self.starts[from.index()];
        let end = self.starts[from.index() + 1];
        while at < end {
            let node = self.nodes[at as usize];
            if node.stop {
                found = found.with(node.square);
            }
            at = if occupied.has(node.square) { node.skip } else { at + 1 };
        }
        found
    }
}

fn steps(path: &Path) -> impl Iterator<Item = Square> + '_ {
    path.vias.iter().copied().chain(std::iter::once(path.to))
}

/// The lines through a square along which a piece slides away from it (`sense` 1) or towards it (`sense` -1).
pub(super) fn lines<S: SquareSet>(
    board: &Geometry,
    square: Square,
    frame: Frame,
    ways: &[Delta],
    sense: i8,
) -> Vec<Line<S>> {
    let mut axes: Vec<(Delta, Line<S>)> = Vec::new();
    for &way in ways {
        let turned = frame.turned(way);
        let along = if sense > 0 { turned } else { turned.reversed() };
        let axis = along.max(along.reversed());
        if !axes.iter().any(|&(known, _)| known == axis) {
            axes.push((axis, Line::default()));
        }
        let (_, line) = axes.iter_mut().find(|(known, _)| *known == axis).expect("just added");
        for met in ray(board, square, along) {
            let half = if met < square { &mut line.below } else { &mut line.above };
            *half = half.with(met);
        }
    }
    let there = axes.into_iter().map(|(_, line)| line);
    there.filter(|line| (line.below | line.above).any()).collect()
}
