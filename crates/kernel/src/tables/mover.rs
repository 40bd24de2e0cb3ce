//! The moves of a kind of one seat. Many pawns can move at once by bit shifts, which are derived from the same paths as
//! what each of them reaches.

use super::promotes::Promotes;
use super::reach::Reach;
use crate::bits::SquareSet;
use crate::frame::Frame;
use crate::gait::{Gait, Mode};
use crate::geometry::{Geometry, Square};
use crate::piece::Kind;
use crate::spec::Movement;

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

/// How the moves of a kind are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// It has none.
    Still,
    /// It captures as it moves, and never promotes.
    Plain,
    /// It captures as it moves, and promotes.
    Promoting,
    /// It captures differently from how it moves.
    Split,
    /// It neither hops over its own kind nor captures it.
    Shy,
}

/// The moves of a kind of one seat.
#[derive(Clone, Debug)]
pub struct Mover<S> {
    /// How its moves are made.
    pub(crate) manner: Manner,
    /// Whose moves they are.
    pub(crate) kind: Kind,
    /// Is it the royal kind?
    pub(crate) is_royal: bool,
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

    /// The same moves, of a kind that neither hops over its own kind nor captures it.
    pub(super) fn shunning_its_kind(mut self) -> Mover<S> {
        if self.manner != Manner::Still {
            self.manner = Manner::Shy;
        }
        self
    }

    /// The same moves, of this kind of a game.
    pub(super) fn of(mut self, kind: Kind, royal: Option<Kind>) -> Mover<S> {
        (self.kind, self.is_royal) = (kind, royal == Some(kind));
        self
    }

    /// The same moves, with these promotions.
    pub(super) fn promoting(mut self, promotes: Option<Promotes<S>>) -> Mover<S> {
        // In a sweep it is not known where a piece comes from.
        self.sweepable &= promotes.is_none_or(|promotes| promotes.leaving.is_empty());
        if self.manner == Manner::Plain && promotes.is_some() {
            self.manner = Manner::Promoting;
        }
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
            manner: match split {
                _ if moves.is_empty() => Manner::Still,
                true => Manner::Split,
                false => Manner::Plain,
            },
            kind: Kind(0),
            is_royal: false,
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

    /// Is there any move from this square of an empty board, or a capture with something to take?
    pub(crate) fn can_leave(&self, from: Square) -> bool {
        (self.quiet.targets(from, S::EMPTY) | self.captures().targets(from, S::EMPTY)).any()
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
