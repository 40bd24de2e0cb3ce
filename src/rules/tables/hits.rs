//! Backwards: from where a square is hit. Compiled from the same paths as the ways forward,
//! because with lame and bent ways A hits B does not follow from B hits A.

use super::reach::lines;
use crate::rules::bits::{Line, SquareSet};
use crate::rules::gait::{Gait, Mode, paths};
use crate::rules::geometry::{Geometry, Square};
use crate::rules::piece::Kind;
use crate::rules::side::Side;
use crate::rules::spec::Spec;

/// Which pieces share a power: some kinds, of one seat or of all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Members {
    /// The kinds.
    pub kinds: Vec<Kind>,
    /// The seat, where the power looks different from each.
    pub side: Option<Side>,
}

/// Capture by a leap.
#[derive(Clone, Debug)]
pub struct LeapHit<S> {
    /// Who leaps so.
    pub members: Members,
    /// For each square, from where it is hit.
    pub onto: Vec<S>,
}

/// Capture along a line.
#[derive(Clone, Debug)]
pub struct LineHit<S> {
    /// Who slides so.
    pub members: Members,
    /// For each square, from where it is hit on an empty board.
    pub onto: Vec<S>,
    lines: Vec<Line<S>>,
    lines_a_square: usize,
}

impl<S> LineHit<S> {
    /// The lines on which the square is hit.
    #[inline]
    pub fn lines(&self, square: Square) -> &[Line<S>] {
        &self.lines[square.index() * self.lines_a_square..][..self.lines_a_square]
    }
}

/// One way over empty squares onto a square.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Where it begins.
    pub from: Square,
    length: u8,
    vias: [Square; 8],
}

impl Way {
    /// The squares that must be empty.
    #[inline]
    pub fn vias(&self) -> &[Square] {
        &self.vias[..usize::from(self.length) & 7]
    }

    /// Those of the squares that must be empty but are not.
    #[inline]
    pub fn blockers<S: SquareSet>(&self, occupied: S) -> S {
        S::collect(self.vias().iter().copied().filter(|&via| occupied.has(via)))
    }

    /// Are all of them empty?
    #[inline]
    pub fn is_open<S: SquareSet>(&self, occupied: S) -> bool {
        self.vias().iter().all(|&via| !occupied.has(via))
    }
}

/// Capture on a lame or bent way.
#[derive(Clone, Debug)]
pub struct RoadHit<S> {
    /// Who goes so.
    pub members: Members,
    /// For each square, from where it is hit on an empty board.
    pub onto: Vec<S>,
    ways: Vec<Way>,
    starts: Vec<u32>,
}

impl<S> RoadHit<S> {
    /// The ways onto a square.
    #[inline]
    pub fn ways(&self, square: Square) -> &[Way] {
        &self.ways[self.starts[square.index()] as usize..self.starts[square.index() + 1] as usize]
    }
}

/// All captures of a game.
#[derive(Clone, Debug)]
pub struct Hits<S> {
    /// By leaps.
    pub leaps: Vec<LeapHit<S>>,
    /// Along lines.
    pub lines: Vec<LineHit<S>>,
    /// On lame and bent ways.
    pub roads: Vec<RoadHit<S>>,
    /// For each square, all squares from which or over which anything may hit it: what happens
    /// elsewhere changes nothing there.
    pub near: Vec<S>,
}

impl<S: SquareSet> Hits<S> {
    pub(super) fn compile(spec: &Spec, board: &Geometry) -> Hits<S> {
        let near = vec![S::EMPTY; board.len()];
        let mut hits = Hits { leaps: Vec::new(), lines: Vec::new(), roads: Vec::new(), near };
        for (gait, members) in powers(spec) {
            // Members without a seat see the same from everywhere: any frame will do.
            let frame = spec.seat(members.side.unwrap_or(Side::FIRST)).frame;
            let mut onto = vec![S::EMPTY; board.len()];
            let mut ways: Vec<Vec<Way>> = vec![Vec::new(); board.len()];
            for from in board.squares() {
                for path in paths(gait, board, frame, from) {
                    let near = &mut hits.near[path.to.index()];
                    *near |= S::collect(path.vias.iter().copied()).with(from);
                    onto[path.to.index()] = onto[path.to.index()].with(from);
                    if matches!(gait, Gait::Lame { .. } | Gait::Bent) {
                        let mut vias = [from; 8];
                        assert!(path.vias.len() < vias.len(), "a way has at most seven squares between");
                        vias[..path.vias.len()].copy_from_slice(&path.vias);
                        ways[path.to.index()].push(Way { from, length: path.vias.len() as u8, vias });
                    }
                }
            }
            match gait {
                Gait::Leap(_) => match hits.leaps.iter_mut().find(|hit| hit.members == members) {
                    Some(hit) => {
                        for (all, more) in hit.onto.iter_mut().zip(onto) {
                            *all |= more;
                        }
                    }
                    None => hits.leaps.push(LeapHit { members, onto }),
                },
                Gait::Slide(directions) => {
                    let each: Vec<Vec<Line<S>>> =
                        board.squares().map(|square| lines(board, square, frame, directions, -1)).collect();
                    let lines_a_square = each.iter().map(Vec::len).max().unwrap_or(0);
                    let padded = each.into_iter().flat_map(|mut lines| {
                        lines.resize(lines_a_square, Line::default());
                        lines
                    });
                    hits.lines.push(LineHit { members, onto, lines: padded.collect(), lines_a_square });
                }
                Gait::Lame { .. } | Gait::Bent => {
                    let mut starts = vec![0];
                    for ways in &ways {
                        starts.push(starts[starts.len() - 1] + ways.len() as u32);
                    }
                    hits.roads.push(RoadHit { members, onto, ways: ways.concat(), starts });
                }
                Gait::Stride(_) => unreachable!("a double step captures nothing"),
            }
        }
        hits
    }
}

/// Every different capturing power with those who have it.
fn powers(spec: &Spec) -> Vec<(Gait, Members)> {
    let mut found: Vec<(Gait, Members)> = Vec::new();
    let mut add = |gait: Gait, kind: Kind, side: Option<Side>| match found
        .iter_mut()
        .find(|(known, members)| *known == gait && members.side == side)
    {
        Some((_, members)) => members.kinds.push(kind),
        None => found.push((gait, Members { kinds: vec![kind], side })),
    };
    for kind in spec.all_kinds() {
        for movement in spec.of(kind).moves.iter().filter(|movement| movement.mode != Mode::Quiet) {
            assert!(movement.within.is_none(), "captures are not bound to a zone");
            if movement.gait.is_same_from(spec.seats.iter().map(|seat| seat.frame)) {
                add(movement.gait, kind, None);
            } else {
                spec.sides().for_each(|side| add(movement.gait, kind, Some(side)));
            }
        }
    }
    found
}
