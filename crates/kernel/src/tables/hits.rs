//! Attack tables: the squares from which a square is attacked. They are compiled from the same paths as the
//! moves, but separately, because for lame and bent movement "A attacks B" does not imply "B attacks A".

use super::hop::HopHit;
use super::reach::lines;
use crate::bits::{Line, SquareSet};
use crate::gait::{Gait, MOST_VIAS, Mode, Path};
use crate::geometry::{Geometry, Square};
use crate::piece::Kind;
use crate::side::{BySide, Side};
use crate::spec::{Hopping, Movement, Spec, Zone};

/// The pieces that share a movement: some kinds, of one seat or of all seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Members {
    pub(crate) kinds: Vec<Kind>,
    /// The seat, if the movement differs between seats.
    pub(crate) side: Option<Side>,
}

/// Attacks by a leap.
#[derive(Clone, Debug)]
pub(crate) struct LeapHit<S> {
    /// The pieces with this movement.
    pub(crate) members: Members,
    /// For each square, the squares from which it is attacked.
    pub(crate) onto: Vec<S>,
}

/// Attacks along a line.
#[derive(Clone, Debug)]
pub(crate) struct LineHit<S> {
    /// The pieces with this movement.
    pub(crate) members: Members,
    /// For each square, the squares from which it is attacked on an empty board.
    pub(crate) onto: Vec<S>,
    lines: Vec<Line<S>>,
    lines_a_square: usize,
}

impl<S> LineHit<S> {
    /// The lines on which the square is attacked.
    #[inline]
    pub(crate) fn lines(&self, square: Square) -> &[Line<S>] {
        &self.lines[square.index() * self.lines_a_square..][..self.lines_a_square]
    }
}

/// One path over empty squares to a target square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// The start square.
    pub(crate) from: Square,
    length: u8,
    vias: [Square; MOST_VIAS + 1],
}

impl Way {
    /// The squares that must be empty.
    #[inline]
    pub(crate) fn vias(&self) -> &[Square] {
        &self.vias[..usize::from(self.length) & MOST_VIAS]
    }

    /// The occupied ones among the squares that must be empty.
    #[inline]
    pub(crate) fn blockers<S: SquareSet>(&self, occupied: S) -> S {
        S::collect(self.vias().iter().copied().filter(|&via| occupied.has(via)))
    }

    /// Are all intermediate squares empty?
    #[inline]
    pub(crate) fn is_open<S: SquareSet>(&self, occupied: S) -> bool {
        self.vias().iter().all(|&via| !occupied.has(via))
    }
}

/// Attacks by lame or bent movement.
#[derive(Clone, Debug)]
pub(crate) struct RoadHit<S> {
    /// The pieces with this movement.
    pub(crate) members: Members,
    /// For each square, the squares from which it is attacked on an empty board.
    pub(crate) onto: Vec<S>,
    ways: Vec<Way>,
    starts: Vec<u32>,
}

impl<S> RoadHit<S> {
    /// The paths that end on a square.
    #[inline]
    pub(crate) fn ways(&self, square: Square) -> &[Way] {
        &self.ways[self.starts[square.index()] as usize..self.starts[square.index() + 1] as usize]
    }
}

/// All attacks of a game.
#[derive(Clone, Debug)]
pub(crate) struct Hits<S> {
    pub(crate) leaps: Vec<LeapHit<S>>,
    /// Along lines.
    pub(crate) lines: Vec<LineHit<S>>,
    /// By lame and bent movement.
    pub(crate) roads: Vec<RoadHit<S>>,
    /// Over a hurdle.
    pub(crate) hops: Vec<HopHit<S>>,
    /// For each seat and square, the squares from which its pawns capture there in passing.
    pub(crate) pawns: BySide<Vec<S>>,
    /// For each square, all start squares and intermediate squares of attacks on it. A change on any other
    /// square does not affect these attacks.
    pub(crate) near: Vec<S>,
}

impl<S: SquareSet> Hits<S> {
    pub(super) fn compile(spec: &Spec, board: &Geometry) -> Hits<S> {
        let near = vec![S::EMPTY; board.len()];
        let mut hits = Hits {
            leaps: Vec::new(),
            lines: Vec::new(),
            roads: Vec::new(),
            hops: Vec::new(),
            pawns: BySide::default(),
            near,
        };
        for (movement, members) in powers(spec) {
            // Members without a seat move in the same way from every seat, so any frame is correct.
            let frame = spec.seat(members.side.unwrap_or(Side::FIRST)).frame;
            let gait = movement.gait;
            let mut onto = vec![S::EMPTY; board.len()];
            let mut ways: Vec<Vec<Way>> = vec![Vec::new(); board.len()];
            let mut hops: Vec<(Square, Path)> = Vec::new();
            for from in board.squares() {
                for path in movement.paths(board, frame, from) {
                    let near = &mut hits.near[path.to.index()];
                    *near |= S::collect(path.vias.iter().chain(&path.hurdles).copied()).with(from);
                    if gait.hops() {
                        hops.push((from, path));
                        continue;
                    }
                    onto[path.to.index()] = onto[path.to.index()].with(from);
                    if gait.is_road() {
                        let mut vias = [from; MOST_VIAS + 1];
                        vias[..path.vias.len()].copy_from_slice(&path.vias);
                        ways[path.to.index()].push(Way { from, length: path.vias.len() as u8, vias });
                    }
                }
            }
            match gait {
                _ if gait.hops() => {
                    let shy = members.kinds.first().copied().filter(|&kind| is_shy(spec, kind));
                    hits.hops.push(HopHit::compile((members, shy), (gait, frame), board, &hops));
                }
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
                Gait::Lame { .. } | Gait::Bent | Gait::Walk(_) => {
                    let mut starts = vec![0];
                    for ways in &ways {
                        starts.push(starts[starts.len() - 1] + ways.len() as u32);
                    }
                    hits.roads.push(RoadHit { members, onto, ways: ways.concat(), starts });
                }
                Gait::Stride(_) | Gait::Dash(_) | Gait::Hop(_) | Gait::Vault(_) => {
                    unreachable!("a double or triple step captures nothing, and hops are above")
                }
            }
        }
        hits.pawns = BySide::from_fn(|side| hits.of_pawns(spec, side, board));
        hits
    }

    /// The squares from which the pawns of a seat capture on each square by leaps that the other seats do not have.
    fn of_pawns(&self, spec: &Spec, side: Side, board: &Geometry) -> Vec<S> {
        let mut all = vec![S::EMPTY; board.len()];
        let is_theirs = |hit: &&LeapHit<S>| {
            hit.members.side == Some(side) && spec.pawn.is_some_and(|pawn| hit.members.kinds.contains(&pawn))
        };
        for hit in self.leaps.iter().filter(is_theirs) {
            for (all, more) in all.iter_mut().zip(&hit.onto) {
                *all |= *more;
            }
        }
        all
    }
}

/// Is it known to be the same movement, whatever its mode?
fn is_same(one: &Movement, other: &Movement) -> bool {
    let same_zone = |one: Option<Zone>, other: Option<Zone>| match (one, other) {
        (None, None) => true,
        (Some(zone), Some(other)) => zone.is(other),
        _ => false,
    };
    one.gait == other.gait && same_zone(one.within, other.within) && same_zone(one.onto, other.onto)
}

fn is_shy(spec: &Spec, kind: Kind) -> bool {
    spec.of(kind).hopping == Hopping::Shy
}

impl Members {
    /// Is one of them, or another kind, shy? Such a kind is alone with its movements.
    fn are_shy(&self, spec: &Spec, other: Kind) -> bool {
        self.kinds.iter().chain([&other]).any(|&kind| is_shy(spec, kind))
    }
}

/// Every different capturing movement, with the pieces that have it.
fn powers(spec: &Spec) -> Vec<(Movement, Members)> {
    let mut found: Vec<(Movement, Members)> = Vec::new();
    let mut add = |power: Movement, kind: Kind, side: Option<Side>| match found
        .iter_mut()
        .find(|(known, members)| is_same(known, &power) && members.side == side && !members.are_shy(spec, kind))
    {
        Some((_, members)) => members.kinds.push(kind),
        None => found.push((power, Members { kinds: vec![kind], side })),
    };
    for kind in spec.all_kinds() {
        for &movement in spec.of(kind).moves.iter().filter(|movement| movement.mode != Mode::Quiet) {
            if movement.is_same_from(spec.seats.iter().map(|seat| seat.frame)) {
                add(movement, kind, None);
            } else {
                spec.sides().for_each(|side| add(movement, kind, Some(side)));
            }
        }
    }
    found
}
