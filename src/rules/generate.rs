//! The legal moves, told to a [`Sink`] in bulk: one that counts need not look at each move.

use super::attack::Scene;
use super::bits::SquareSet;
use super::board::Board;
use super::game::Rules;
use super::geometry::Square;
use super::guard::Guard;
use super::mv::{Move, MoveList};
use super::piece::{Kind, Piece};
use super::side::Side;
use super::tables::{Mover, Reach};

/// Something that takes legal moves.
pub trait Sink<S> {
    /// One piece goes to each of these squares.
    fn steps(&mut self, kind: Kind, from: Square, targets: S);
    /// Many pawns go by the same shift, ending on these squares and becoming this.
    fn sweep(&mut self, kind: Kind, targets: S, by: i16, promotion: Option<Kind>);
    /// Many pawns go two steps of the same shift, ending on these squares.
    fn strides(&mut self, kind: Kind, targets: S, by: i16);
    /// One move.
    fn one(&mut self, mv: Move);
    /// Several moves that differ in their last square only.
    fn same_but_last(&mut self, mv: Move, targets: S);
    /// Has nothing been told?
    fn is_empty(&self) -> bool;
    /// Has enough been told?
    fn is_full(&self) -> bool {
        false
    }
}

/// Counts the moves.
#[derive(Clone, Copy, Default, Debug)]
pub struct Count(pub u64);

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
    fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

/// Finds out whether there is a move.
#[derive(Clone, Copy, Default, Debug)]
pub struct Any(pub bool);

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

/// A position looked at for its moves.
#[derive(Debug)]
pub struct Generator<'a, R: Rules> {
    /// The position.
    pub board: &'a Board<R>,
    /// The seat to move.
    pub side: Side,
    /// What keeps its King safe.
    pub guard: Guard<R::Set>,
    /// Its own pieces.
    pub own: R::Set,
    /// Everyone else's.
    pub hostile: R::Set,
    /// All pieces.
    pub occupied: R::Set,
    /// The squares no normal move of this seat ends on.
    pub closed: R::Set,
}

impl<'a, R: Rules> Generator<'a, R> {
    /// Looks at a position.
    #[inline]
    pub fn new(board: &'a Board<R>) -> Generator<'a, R> {
        let side = board.turn();
        let own = board.side(side);
        let occupied = board.occupied();
        let mut closed = own;
        for kind in R::SPEC.all_kinds().filter(|&kind| R::SPEC.of(kind).untouchable) {
            closed |= board.kind(kind);
        }
        let guard = if R::SPEC.royal.is_some() { Guard::of(board) } else { Guard::FREE };
        Generator { board, side, guard, own, hostile: occupied ^ own, occupied, closed }
    }

    /// The board after a plain move or capture.
    #[inline]
    pub fn moved(&self, from: Square, to: Square) -> Scene<R::Set> {
        Scene { occupied: self.occupied.without(from).with(to), hitters: self.hostile.without(to) }
    }

    /// Is the own King safe on the board as it would be?
    #[inline]
    pub fn safe(&self, scene: Scene<R::Set>) -> bool {
        match self.guard.royal {
            Some(royal) => !self.board.attacked(royal, scene),
            None => true,
        }
    }

    /// Those targets of a piece other than the King that leave the King safe.
    #[inline]
    pub fn keep_safe(&self, from: Square, targets: R::Set) -> R::Set {
        if R::SPEC.royal.is_none() || !self.guard.binds(from) {
            return targets;
        }
        let worth_a_look = if self.guard.check { targets & self.guard.evasions } else { targets };
        let mut kept = R::Set::EMPTY;
        for to in worth_a_look.iter() {
            if self.safe(self.moved(from, to)) {
                kept = kept.with(to);
            }
        }
        kept
    }

    /// The moves of the pieces on the board by their own powers, en passant included.
    #[inline]
    pub fn ordinary<K: Sink<R::Set>>(&self, sink: &mut K) {
        for kind in R::SPEC.all_kinds() {
            let men = self.own & self.board.kind(kind);
            if men.is_empty() {
                continue;
            }
            let mover = self.board.tables().mover(Piece::new(self.side, kind));
            if mover.still {
            } else if Some(kind) == R::SPEC.royal {
                self.king(kind, mover, sink);
            } else if let Some(capture) = &mover.capture {
                self.split(kind, (mover, capture), men, sink);
            } else {
                for from in men.iter() {
                    let targets = mover.quiet.targets(from, self.occupied) & !self.closed;
                    sink.steps(kind, from, self.keep_safe(from, targets));
                }
            }
            if sink.is_full() {
                return;
            }
        }
        self.passants(sink);
    }

    #[inline]
    fn king<K: Sink<R::Set>>(&self, kind: Kind, mover: &Mover<R::Set>, sink: &mut K) {
        let Some(from) = self.guard.royal else { return };
        let mut targets = R::Set::EMPTY;
        for to in (mover.quiet.targets(from, self.occupied) & !self.closed).iter() {
            if !self.board.attacked(to, self.moved(from, to)) {
                targets = targets.with(to);
            }
        }
        sink.steps(kind, from, targets);
    }

    /// The moves of a kind that moves otherwise than it captures: as many at once as can be.
    #[inline]
    fn split<K: Sink<R::Set>>(
        &self,
        kind: Kind,
        (mover, capture): (&Mover<R::Set>, &Reach<R::Set>),
        men: R::Set,
        sink: &mut K,
    ) {
        let empty = self.board.tables().squares & !self.occupied;
        let prey = self.hostile & !self.closed;
        let free = match (mover.sweepable, self.guard.check) {
            (true, false) => men & !self.guard.pinned,
            _ => R::Set::EMPTY,
        };
        if free.any() {
            for sweep in &mover.quiet_sweeps {
                self.sweep(kind, (free & sweep.from).shifted(sweep.by) & empty, sweep.by, sink);
            }
            for sweep in &mover.capture_sweeps {
                self.sweep(kind, (free & sweep.from).shifted(sweep.by) & prey, sweep.by, sink);
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
                let open = empty.has(stride.over) && empty.has(stride.to);
                if open && self.keep_safe(from, R::Set::of(stride.to)).any() {
                    sink.one(Move::stride(kind, from, stride.over, stride.to));
                }
            }
        }
    }

    #[inline]
    fn sweep<K: Sink<R::Set>>(&self, kind: Kind, targets: R::Set, by: i16, sink: &mut K) {
        if Some(kind) != R::SPEC.pawn {
            sink.sweep(kind, targets, by, None);
            return;
        }
        let (must, may) = (self.board.tables().must[self.side], self.board.tables().may[self.side]);
        sink.sweep(kind, targets & !must, by, None);
        let promoting = targets & (must | may);
        if promoting.any() {
            let choices = self.board.promotions(self.side);
            for &choice in choices.as_slice() {
                sink.sweep(kind, promoting, by, Some(choice));
            }
            if choices.as_slice().is_empty() {
                sink.sweep(kind, promoting & must, by, None);
            }
        }
    }

    /// One legal pawn move with each promotion it can or must make.
    pub fn advance<K: Sink<R::Set>>(&self, mv: Move, sink: &mut K) {
        let tables = self.board.tables();
        let pawn = Some(mv.kind) == R::SPEC.pawn;
        let must = pawn && tables.must[self.side].has(mv.to);
        let may = pawn && tables.may[self.side].has(mv.to);
        let choices = if must || may { self.board.promotions(self.side) } else { super::board::Choices::default() };
        if !must || choices.as_slice().is_empty() {
            sink.one(mv);
        }
        for &choice in choices.as_slice() {
            sink.one(mv.promoting(Some(choice)));
        }
    }

    /// The captures of pawns that have just passed.
    #[inline]
    fn passants<K: Sink<R::Set>>(&self, sink: &mut K) {
        let Some(pawn) = R::SPEC.pawn else { return };
        for seat in R::SPEC.sides() {
            let Some(passed) = self.board.passed(seat) else { continue };
            for from in self.board.takers(self.side, passed).iter() {
                let mut scene = self.moved(from, passed.over);
                scene.occupied = scene.occupied.without(passed.at);
                scene.hitters = scene.hitters.without(passed.at);
                if R::SPEC.royal.is_none() || self.safe(scene) {
                    self.advance(Move::passant(pawn, from, passed.over, passed.at), sink);
                }
            }
        }
    }

    /// Drops of a kind on the empty squares where this seat may drop.
    pub fn drops<K: Sink<R::Set>>(&self, kind: Kind, sink: &mut K) {
        let zone = self.board.tables().drops[self.side] & !self.occupied;
        for to in zone.iter() {
            if self.safe_drop(kind, to) {
                sink.one(Move::drop(kind, to));
            }
        }
    }

    /// Is the own King safe after this drop?
    #[inline]
    pub fn safe_drop(&self, kind: Kind, to: Square) -> bool {
        let scene = Scene { occupied: self.occupied.with(to), hitters: self.hostile };
        if Some(kind) == R::SPEC.royal {
            !self.board.attacked(to, scene)
        } else {
            !self.guard.check || self.guard.evasions.has(to) && self.safe(scene)
        }
    }
}

impl<R: Rules> Board<R> {
    /// Tells a sink every legal move, draws by rule aside.
    #[inline]
    pub fn moves<K: Sink<R::Set>>(&self, sink: &mut K) {
        R::generate(&Generator::new(self), sink);
    }

    /// Every legal move, draws by rule aside.
    pub fn legal(&self) -> MoveList {
        let mut list = MoveList::new();
        self.moves(&mut list);
        list
    }

    /// Is there a legal move, draws by rule aside?
    pub fn can_move(&self) -> bool {
        let mut any = Any::default();
        self.moves(&mut any);
        any.0
    }

    /// How many legal moves there are, draws by rule aside.
    #[inline]
    pub fn count_moves(&self) -> u64 {
        let mut count = Count::default();
        self.moves(&mut count);
        count.0
    }
}
