//! Move tables: the squares that a piece reaches, compiled from its paths to bitboards, lines and tries. Many
//! pawns can move at once by bit shifts, which are derived from the same paths.

use super::lane::Lane;
use crate::bits::{Line, SquareSet};
use crate::frame::Frame;
use crate::gait::{Gait, Mode, Path, ray};
use crate::geometry::{Delta, Geometry, Square};
use crate::spec::Movement;

use super::promotes::Promotes;

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
    fn compile<'a>(moves: impl Iterator<Item = &'a Movement> + Clone, board: &Geometry, frame: Frame) -> Reach<S> {
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
        let mut found = self.leaps[from.index()];
        let lines = self.lines_a_square;
        for &line in &self.lines[from.index() * lines..][..lines] {
            found |= S::along(line, occupied);
        }
        if !self.starts.is_empty() {
            found |= self.roads(from, occupied);
        }
        found
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

impl<S: SquareSet> Mover<S> {
    /// Is there any move from this square of an empty board, or a capture with something to take?
    pub(crate) fn can_leave(&self, from: Square) -> bool {
        (self.quiet.targets(from, S::EMPTY) | self.captures().targets(from, S::EMPTY)).any()
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

/// One leap of many pieces at once, as a bit shift.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sweep<S> {
    /// The squares from which this leap is possible.
    pub(crate) from: S,
    /// The shift.
    pub(crate) by: i16,
}

/// A double step of many pieces at once, as bit shifts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StrideSweep<S> {
    /// The squares from which this double step is possible.
    pub(crate) from: S,
    /// The shift of each of the two steps.
    pub(crate) by: i16,
}

/// A step of one piece after which it can be captured en passant.
#[derive(Clone, Copy, Debug)]
pub struct Stride {
    /// The square passed over first.
    pub over: Square,
    /// The square passed over next, if it is a triple step.
    pub also: Option<Square>,
    /// The square where it ends.
    pub to: Square,
}

/// The moves of a kind of one seat.
#[derive(Clone, Debug)]
pub struct Mover<S> {
    /// Whether it has no movement.
    pub(crate) still: bool,
    /// Whether it neither hops over its own kind nor captures it.
    pub(crate) shy: bool,
    /// The squares it moves to. It also captures there, unless `capture` is set.
    pub quiet: Reach<S>,
    /// The squares where it captures, if they differ from those it moves to.
    pub capture: Option<Reach<S>>,
    /// Where it promotes, if it does.
    pub(crate) promotes: Option<Promotes<S>>,
    /// Whether the sweeps below contain all its movements.
    pub(crate) sweepable: bool,
    /// Its quiet leaps, as sweeps.
    pub(crate) quiet_sweeps: Vec<Sweep<S>>,
    /// Its capturing leaps, as sweeps.
    pub(crate) capture_sweeps: Vec<Sweep<S>>,
    /// Its double steps, as sweeps.
    pub(crate) stride_sweeps: Vec<StrideSweep<S>>,
    strides: Vec<Vec<Stride>>,
}

impl<S: SquareSet> Mover<S> {
    /// The moves of a kind that moves nowhere.
    pub(super) fn nowhere(board: &Geometry, frame: Frame) -> Mover<S> {
        Mover::compile(&[], board, frame)
    }

    /// The same moves, with these promotions.
    pub(super) fn promoting(mut self, promotes: Option<Promotes<S>>) -> Mover<S> {
        // In a sweep it is not known where a piece comes from.
        self.sweepable &= promotes.is_none_or(|promotes| promotes.leaving.is_empty());
        self.promotes = promotes;
        self
    }

    pub(super) fn compile(moves: &[Movement], board: &Geometry, frame: Frame) -> Mover<S> {
        let quiet = moves.iter().filter(|movement| movement.mode != Mode::Capture);
        let capture = moves.iter().filter(|movement| movement.mode != Mode::Quiet);
        let split = moves.iter().any(|movement| movement.mode != Mode::Both);
        let strides = strides(moves, board, frame);
        let simple = moves.iter().all(|movement| matches!(movement.gait, Gait::Leap(_) | Gait::Stride(_)));
        Mover {
            still: moves.is_empty(),
            shy: false,
            sweepable: simple,
            promotes: None,
            quiet_sweeps: sweeps(quiet.clone(), board, frame),
            capture_sweeps: sweeps(capture.clone(), board, frame),
            stride_sweeps: stride_sweeps(&strides, board),
            quiet: Reach::compile(quiet, board, frame),
            capture: split.then(|| Reach::compile(capture, board, frame)),
            strides,
        }
    }

    /// The squares where it captures.
    #[inline]
    pub fn captures(&self) -> &Reach<S> {
        self.capture.as_ref().unwrap_or(&self.quiet)
    }

    /// The double steps from a square.
    #[inline]
    pub fn strides(&self, from: Square) -> &[Stride] {
        &self.strides[from.index()]
    }
}

fn strides(moves: &[Movement], board: &Geometry, frame: Frame) -> Vec<Vec<Stride>> {
    let of = |from: Square| {
        moves
            .iter()
            .filter(|movement| matches!(movement.gait, Gait::Stride(_) | Gait::Dash(_)))
            .flat_map(|movement| movement.paths(board, frame, from))
            .map(|path| Stride { over: path.vias[0], also: path.vias.get(1).copied(), to: path.to })
            .collect()
    };
    board.squares().map(of).collect()
}

fn shift(from: Square, to: Square) -> i16 {
    i16::from(to.0) - i16::from(from.0)
}

fn sweeps<'a, S: SquareSet>(
    moves: impl Iterator<Item = &'a Movement>,
    board: &Geometry,
    frame: Frame,
) -> Vec<Sweep<S>> {
    let mut found: Vec<Sweep<S>> = Vec::new();
    for movement in moves.filter(|movement| matches!(movement.gait, Gait::Leap(_))) {
        for from in board.squares() {
            for path in movement.paths(board, frame, from) {
                let by = shift(from, path.to);
                match found.iter_mut().find(|sweep| sweep.by == by) {
                    Some(sweep) => sweep.from = sweep.from.with(from),
                    None => found.push(Sweep { from: S::of(from), by }),
                }
            }
        }
    }
    found
}

fn stride_sweeps<S: SquareSet>(strides: &[Vec<Stride>], board: &Geometry) -> Vec<StrideSweep<S>> {
    let mut found: Vec<StrideSweep<S>> = Vec::new();
    for from in board.squares() {
        for stride in strides[from.index()].iter().filter(|stride| stride.also.is_none()) {
            let by = shift(from, stride.over);
            match found.iter_mut().find(|sweep| sweep.by == by) {
                Some(sweep) => sweep.from = sweep.from.with(from),
                None => found.push(StrideSweep { from: S::of(from), by }),
            }
        }
    }
    found
}
