//! The move generator. Legal moves are passed to a [`Sink`] in groups, so that a sink that only counts does not
//! need to visit each move.

mod passants;
mod promotions;
mod shy;

use super::attack::Scene;
use super::bits::SquareSet;
use super::board::Board;
use super::game::Rules;
use super::geometry::Square;
use super::guard::Guard;
use super::mv::{Move, MoveList};
use super::piece::Kind;
use super::side::Side;
use super::tables::{Manner, Mover};

/// A receiver of legal moves.
pub trait Sink<S> {
    /// One piece can move to each of these squares.
    fn steps(&mut self, kind: Kind, from: Square, targets: S);
    /// Many pawns move by the same shift, end on these squares and promote to this kind, if any.
    fn sweep(&mut self, kind: Kind, targets: S, by: i16, promotion: Option<Kind>);
    /// Many pawns make a double step, two times the same shift, and end on these squares.
    fn strides(&mut self, kind: Kind, targets: S, by: i16);
    /// One move.
    fn one(&mut self, mv: Move);
    /// Several moves that differ only in their last square.
    fn same_but_last(&mut self, mv: Move, targets: S);
    /// A piece from the reserve can be dropped on each of these squares.
    #[inline]
    fn drops(&mut self, kind: Kind, targets: S)
    where
        S: SquareSet,
    {
        for to in targets.iter() {
            self.one(Move::drop(kind, to));
        }
    }
    /// Has the sink received no move?
    fn is_empty(&self) -> bool;
    /// Does the sink need no more moves?
    fn is_full(&self) -> bool {
        false
    }
    /// The targets that the sink keeps, out of those of a piece that is not a pawn. For the others the generator does
    /// not need to test whether the King stays safe.
    #[inline]
    fn kept(&self, targets: S) -> S {
        targets
    }
}

/// Counts moves.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Count(pub(crate) u64);

impl<S: SquareSet> Sink<S> for Count {
    #[inline]
    fn steps(&mut self, _: Kind, _: Square, targets: S) {
        self.0 += u64::from(targets.count());
    }
    #[inline]
    fn sweep(&mut self, _: Kind, targets: S, _: i16, _: Option<Kind>) {
        self.0 += u64::from(targets.count());
    }
    #[inline]
    fn strides(&mut self, _: Kind, targets: S, _: i16) {
        self.0 += u64::from(targets.count());
    }
    #[inline]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
    #[inline]
    fn same_but_last(&mut self, _: Move, targets: S) {
        self.0 += u64::from(targets.count());
    }
    #[inline]
    fn drops(&mut self, _: Kind, targets: S) {
        self.0 += u64::from(targets.count());
    }
    #[inline]
    fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

/// Finds out whether there is any legal move.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Any(pub(crate) bool);

impl<S: SquareSet> Sink<S> for Any {
    fn steps(&mut self, _: Kind, _: Square, targets: S) {
        self.0 |= targets.any();
    }
    fn sweep(&mut self, _: Kind, targets: S, _: i16, _: Option<Kind>) {
        self.0 |= targets.any();
    }
    fn strides(&mut self, _: Kind, targets: S, _: i16) {
        self.0 |= targets.any();
    }
    fn one(&mut self, _: Move) {
        self.0 = true;
    }
    fn same_but_last(&mut self, _: Move, targets: S) {
        self.0 |= targets.any();
    }
    fn drops(&mut self, _: Kind, targets: S) {
        self.0 |= targets.any();
    }
    fn is_empty(&self) -> bool {
        !self.0
    }
    fn is_full(&self) -> bool {
        self.0
    }
}

fn back(to: Square, by: i16) -> Square {
    Square((i16::from(to.0) - by) as u8)
}

impl<S: SquareSet> Sink<S> for MoveList {
    #[inline]
    fn steps(&mut self, kind: Kind, from: Square, targets: S) {
        self.extend(targets.iter().map(|to| Move::step(kind, from, to)));
    }
    #[inline]
    fn sweep(&mut self, kind: Kind, targets: S, by: i16, promotion: Option<Kind>) {
        self.extend(targets.iter().map(|to| Move::step(kind, back(to, by), to).promoting(promotion)));
    }
    #[inline]
    fn strides(&mut self, kind: Kind, targets: S, by: i16) {
        self.extend(targets.iter().map(|to| Move::stride(kind, back(to, 2 * by), back(to, by), to)));
    }
    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
    #[inline]
    fn same_but_last(&mut self, mv: Move, targets: S) {
        self.extend(targets.iter().map(|to| mv.ending(to)));
    }
    #[inline]
    fn is_empty(&self) -> bool {
        Vec::is_empty(self)
    }
}

/// The move generator for one position.
#[derive(Debug)]
pub struct Generator<'a, R: Rules> {
    /// The position.
    pub board: &'a Board<R>,
    /// The seat to move.
    pub side: Side,
    /// Checks and pins of its King.
    pub guard: Guard<R::Set>,
    /// The pieces of the seat to move.
    pub own: R::Set,
    /// The pieces of all other seats.
    pub hostile: R::Set,
    /// All pieces.
    pub occupied: R::Set,
    /// The pieces among which captures choose.
    prey: R::Set,
    /// The squares where no normal move of this seat may end.
    pub(crate) closed: R::Set,
    /// The pieces beside the King of which a move may leave it in check.
    watched: R::Set,
}

impl<'a, R: Rules> Generator<'a, R> {
    /// Prepares move generation for a position.
    #[inline]
    pub fn new(board: &'a Board<R>) -> Generator<'a, R> {
        let side = board.turn();
        let own = board.side(side);
        let occupied = board.occupied();
        let (mut closed, mut prey) = (own, occupied ^ own);
        let spec = board.spec();
        if R::takes_own(board) {
            prey = occupied;
            closed = spec.royal.map_or(R::Set::EMPTY, |royal| own & board.kind(royal));
        }
        closed |= board.tables().untouchable(|kind| board.kind(kind));
        let guard = if spec.royal.is_none() {
            Guard::FREE
        } else if R::judges_safety(board) {
            Guard { royal: board.royal(side), ..Guard::FREE }
        } else {
            Guard::of(board)
        };
        let watched = if guard.check || Board::<R>::MAY_HOP && guard.bridges.any() { own } else { guard.pinned };
        Generator { board, side, guard, own, hostile: occupied ^ own, occupied, prey, closed, watched }
    }

    /// The board after a plain move or capture, for attack detection.
    #[inline]
    pub(crate) fn moved(&self, from: Square, to: Square) -> Scene<R::Set> {
        Scene { occupied: self.occupied, hitters: self.hostile }.moved(from, to)
    }

    /// Is the King of the seat to move safe on this hypothetical board?
    #[inline]
    pub(crate) fn safe(&self, scene: Scene<R::Set>) -> bool {
        match self.guard.royal {
            Some(royal) => R::judges_safety(self.board) || !self.board.attacked(royal, scene),
            None => true,
        }
    }

    /// The targets of a piece other than the King that leave the King safe.
    #[inline]
    pub fn keep_safe(&self, from: Square, targets: R::Set) -> R::Set {
        if self.watched.has(from) { self.kept_safe(from, targets) } else { targets }
    }

    /// The same for a piece that is watched. There are few of them.
    #[inline(never)]
    fn kept_safe(&self, from: Square, targets: R::Set) -> R::Set {
        let mut kept = R::Set::EMPTY;
        let worth_a_look = if self.guard.check {
            targets & self.guard.evasions
        } else if self.guard.pinned.has(from) {
            targets
        } else if Board::<R>::MAY_HOP && (targets & self.guard.bridges).any() {
            kept = targets & !self.guard.bridges;
            targets & self.guard.bridges
        } else {
            return targets;
        };
        for to in worth_a_look.iter() {
            if self.safe(self.moved(from, to)) {
                kept = kept.with(to);
            }
        }
        kept
    }

    /// The normal moves of the pieces on the board, including en passant.
    #[inline]
    pub fn ordinary<K: Sink<R::Set>>(&self, sink: &mut K) {
        let movers = self.board.tables().movers(self.side);
        match R::FIXED {
            // The compiler knows how many kinds there are, and which one is royal.
            Some(spec) => {
                for ((kind, mover), &all) in spec.all_kinds().zip(movers).zip(self.board.kinds()) {
                    if self.of_kind((kind, Some(kind) == spec.royal), mover, all, sink) {
                        return;
                    }
                }
            }
            None => {
                for mover in movers {
                    if self.of_kind((mover.kind, mover.is_royal), mover, self.board.kind(mover.kind), sink) {
                        return;
                    }
                }
            }
        }
        self.passants(sink);
    }

    /// The moves of the pieces of a kind. Returns whether the sink is full.
    #[inline]
    fn of_kind<K: Sink<R::Set>>(
        &self,
        (kind, is_royal): (Kind, bool),
        mover: &Mover<R::Set>,
        all: R::Set,
        sink: &mut K,
    ) -> bool {
        let men = self.own & all;
        if men.is_empty() {
            return false;
        }
        match mover.manner {
            Manner::Still => {}
            Manner::Shy if Board::<R>::MAY_BE_SHY => self.shy(kind, mover, men, sink),
            _ if is_royal && !Self::are_several(men) => self.king(kind, mover, sink),
            Manner::Plain | Manner::Shy => mover.quiet.each(men, self.occupied, |from, reached| {
                let targets = sink.kept(reached & !self.closed);
                sink.steps(kind, from, self.keep_safe(from, targets));
            }),
            Manner::Split => self.split(kind, mover, men, sink),
            Manner::Promoting => self.promoting(kind, mover, men, sink),
        }
        sink.is_full()
    }

    /// Are these Kings more than one? The compiler knows that games written in Rust have one.
    #[inline]
    fn are_several(kings: R::Set) -> bool {
        R::FIXED.is_none() && kings.has_at_least(2)
    }

    #[inline]
    fn king<K: Sink<R::Set>>(&self, kind: Kind, mover: &Mover<R::Set>, sink: &mut K) {
        let Some(from) = self.guard.royal else { return };
        let mut targets = R::Set::EMPTY;
        let reached = match &mover.capture {
            None => mover.quiet.targets(from, self.occupied),
            Some(capture) => {
                let quiet = mover.quiet.targets(from, self.occupied) & !self.occupied;
                quiet | capture.targets(from, self.occupied) & self.prey
            }
        };
        for to in sink.kept(reached & !self.closed).iter() {
            if R::judges_safety(self.board) || !self.board.attacked(to, self.moved(from, to)) {
                targets = targets.with(to);
            }
        }
        sink.steps(kind, from, targets);
    }

    /// The moves of a kind that captures differently from how it moves, in groups if possible.
    #[inline]
    fn split<K: Sink<R::Set>>(&self, kind: Kind, mover: &Mover<R::Set>, men: R::Set, sink: &mut K) {
        let capture = mover.captures();
        let promotes = self.promotes(kind, mover);
        let [must, can] = promotes.map_or([R::Set::EMPTY; 2], |promotes| [promotes.must, promotes.can]);
        let empty = self.board.tables().squares & !self.occupied;
        let prey = self.prey & !self.closed;
        let free = match (mover.sweepable, self.guard.check) {
            (true, false) if !Board::<R>::MAY_HOP || self.guard.bridges.is_empty() => men & !self.guard.pinned,
            _ => R::Set::EMPTY,
        };
        if free.any() {
            for sweep in &mover.quiet_sweeps {
                self.sweep(kind, [must, can], (free & sweep.from).shifted(sweep.by) & empty, sweep.by, sink);
            }
            for sweep in &mover.capture_sweeps {
                self.sweep(kind, [must, can], (free & sweep.from).shifted(sweep.by) & prey, sweep.by, sink);
            }
            for sweep in &mover.stride_sweeps {
                let over = (free & sweep.from).shifted(sweep.by) & empty;
                sink.strides(kind, over.shifted(sweep.by) & empty, sweep.by);
            }
        }
        for from in (men ^ free).iter() {
            let quiet = mover.quiet.targets(from, self.occupied) & empty;
            let taking = capture.targets(from, self.occupied) & prey;
            for to in self.keep_safe(from, quiet | taking).iter() {
                self.advance(Move::step(kind, from, to), sink);
            }
            for stride in mover.strides(from) {
                let mut open = empty.has(stride.over) && empty.has(stride.to);
                if self.board.may_dash() {
                    open &= stride.also.is_none_or(|also| empty.has(also));
                }
                if open && self.keep_safe(from, R::Set::of(stride.to)).any() {
                    sink.one(Move::stride(kind, from, stride.over, stride.to));
                }
            }
        }
    }

    /// The drops of a kind on the empty squares of this seat's drop zone.
    pub fn drops<K: Sink<R::Set>>(&self, kind: Kind, sink: &mut K) {
        let zone = self.board.tables().drops[self.side] & !self.occupied;
        for to in zone.iter() {
            if self.safe_drop(kind, to) {
                sink.one(Move::drop(kind, to));
            }
        }
    }

    /// Is the seat's King safe after this drop?
    #[inline]
    pub(crate) fn safe_drop(&self, kind: Kind, to: Square) -> bool {
        let scene = Scene { occupied: self.occupied.with(to), hitters: self.hostile };
        if Some(kind) == self.board.spec().royal {
            R::judges_safety(self.board) || !self.board.attacked(to, scene)
        } else {
            let open = Board::<R>::MAY_HOP && self.guard.bridges.has(to);
            !self.guard.check && !open || (open || self.guard.evasions.has(to)) && self.safe(scene)
        }
    }
}

impl<R: Rules> Board<R> {
    /// Passes every legal move to a sink. Draws by rule are ignored.
    #[inline]
    pub fn moves<K: Sink<R::Set>>(&self, sink: &mut K) {
        R::generate(&Generator::new(self), sink);
    }

    /// Every legal move. Draws by rule are ignored.
    pub fn legal(&self) -> MoveList {
        let mut list = MoveList::new();
        self.moves(&mut list);
        list
    }

    /// Is there a legal move? Draws by rule are ignored.
    pub fn can_move(&self) -> bool {
        let mut any = Any::default();
        self.moves(&mut any);
        any.0
    }

    /// The number of legal moves. Draws by rule are ignored.
    #[inline]
    pub fn count_moves(&self) -> u64 {
        let mut count = Count::default();
        self.moves(&mut count);
        count.0
    }
}
