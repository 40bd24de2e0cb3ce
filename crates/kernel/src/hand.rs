//! Pieces in hand: captured pieces that go to the reserve of whoever took them, and the rules by which they are dropped.

use super::bits::SquareSet;
use super::board::{Board, Reserve};
use super::game::Rules;
use super::generate::{Generator, Sink};
use super::geometry::{Geometry, Square};
use super::mv::Move;
use super::piece::{Kind, Piece};
use super::side::{BySide, Side};
use super::spec::Spec;
use super::spelling::a;
use super::tables::Mover;

/// Can a captured piece go to a reserve? The compiler knows it of games whose data it knows.
pub(super) const fn can_hold<R: Rules>() -> bool {
    match R::FIXED {
        Some(spec) => spec.has_hand(),
        None => true,
    }
}

/// Where kinds are dropped, compiled from their rules.
#[derive(Debug)]
pub(crate) struct Landings<S> {
    /// The squares of each kind of each seat.
    squares: BySide<Vec<S>>,
    /// The squares from which each kind of each seat could move on an empty board.
    alive: BySide<Vec<S>>,
    /// All squares on the file of each square.
    files: Vec<S>,
}

impl<S: SquareSet> Landings<S> {
    /// Compiles the rules of a game. `movers` are the moves of the kinds of each seat.
    pub(super) fn compile(spec: &Spec, board: &Geometry, movers: &[Mover<S>]) -> Landings<S> {
        let kinds = spec.kinds.len();
        let alive = |side: Side, kind: usize| match movers.get(side.index() * kinds + kind) {
            Some(mover) => S::collect(board.squares().filter(|&from| mover.can_leave(from))),
            None => S::EMPTY,
        };
        let alive = BySide::from_fn(|side| (0..kinds).map(|kind| alive(side, kind)).collect::<Vec<S>>());
        let squares = |side: Side, kind: usize| {
            let rule = spec.kinds[kind].drop;
            let zone = spec.squares::<S>(board, rule.at.unwrap_or(spec.drops))[side];
            if rule.may_be_stuck { zone } else { zone & alive[side][kind] }
        };
        let file = |square: Square| {
            let same = |other: &Square| board.coord(*other).x == board.coord(square).x;
            S::collect(board.squares().filter(same))
        };
        Landings {
            squares: BySide::from_fn(|side| (0..kinds).map(|kind| squares(side, kind)).collect()),
            alive,
            files: board.squares().map(file).collect(),
        }
    }
}

impl<R: Rules> Board<R> {
    /// The empty squares where the seat to move can drop a kind, if the safety of its King and mates are left aside.
    fn landing(&self, kind: Kind) -> R::Set {
        let (side, landings) = (self.turn(), &self.tables().landings);
        let mut open = landings.squares[side][kind.index()] & !self.occupied();
        if let Some(most) = self.spec().of(kind).drop.most_a_file {
            let own = self.pieces(side, kind);
            for square in own.iter() {
                let file = landings.files[square.index()];
                if (own & file).has_at_least(most.into()) {
                    open &= !file;
                }
            }
        }
        open
    }

    /// Would the drop of a kind mate the next seat, with the check of this piece?
    fn drop_mates(&self, kind: Kind, to: Square) -> bool {
        let (side, rival) = (self.turn(), self.living().after(self.turn()));
        let Some(royal) = self.royal(rival) else { return false };
        let reach = self.tables().mover(Piece::new(side, kind)).captures();
        reach.targets(to, self.occupied().with(to)).has(royal) && !self.after(Move::drop(kind, to)).can_move()
    }

    /// Do the rules of hands say where this kind is dropped?
    pub(super) fn holds_by_rule(&self, kind: Kind) -> bool {
        can_hold::<R>() && self.spec().has_hand() && !self.spec().of(kind).endless
    }

    /// Why the rule of a kind in hand forbids its drop on an empty square.
    pub(super) fn why_no_landing(&self, kind: Kind, to: Square) -> Option<String> {
        let (spec, side) = (self.spec().of(kind), self.turn());
        let label = self.geometry().label(to);
        let landings = &self.tables().landings;
        if !landings.squares[side][kind.index()].has(to) {
            let stuck = !spec.drop.may_be_stuck && !landings.alive[side][kind.index()].has(to);
            return Some(if stuck {
                format!("{} on {label} could never move", a(spec.name))
            } else {
                format!("no {} is dropped on {label}", spec.name)
            });
        }
        let file = landings.files[to.index()];
        let there = self.pieces(side, kind) & file;
        match spec.drop.most_a_file.filter(|&most| there.has_at_least(most.into())) {
            Some(1) => Some(format!("{} stands on that file already", self.names_at(there))),
            Some(_) => Some(format!("{} stand on that file already", self.names_at(there))),
            None if spec.drop.never_mates && self.drop_mates(kind, to) => {
                Some(format!("{} must not mate when it is dropped", a(spec.name)))
            }
            None => None,
        }
    }

    /// The most men in hand that a game can come to, of the kind of which there could be most, and how many are counted.
    pub(super) fn held_beyond(&self) -> Option<(Kind, u32)> {
        let spec = self.spec();
        let all = |kind: Kind| {
            self.kind(kind).count() + spec.sides().map(|side| self.in_reserve(side, kind)).sum::<u32>()
        };
        spec.all_kinds()
            .filter(|&held| spec.holds(held))
            .map(|held| {
                (held, spec.all_kinds().filter(|&kind| can_come_as(spec, kind, held)).map(all).sum::<u32>())
            })
            .find(|&(_, count)| count > u32::from(Reserve::MOST))
    }

    fn in_reserve(&self, side: Side, kind: Kind) -> u32 {
        self.reserve(side).count(kind).into()
    }
}

/// Can a piece of this kind come to a reserve as that one, perhaps after promotions?
fn can_come_as(spec: &Spec, kind: Kind, held: Kind) -> bool {
    let mut forms = vec![kind];
    let mut seen = 0;
    while let Some(&form) = forms.get(seen) {
        seen += 1;
        for &next in spec.promotes_to(form).iter().chain(&spec.of(form).held_as) {
            if !forms.contains(&next) {
                forms.push(next);
            }
        }
    }
    forms.contains(&held)
}

impl<R: Rules> Generator<'_, R> {
    /// The drops of all pieces in hand.
    #[inline]
    pub fn hand<K: Sink<R::Set>>(&self, sink: &mut K) {
        let reserve = self.board.reserve(self.side);
        if !reserve.is_empty() {
            self.hand_with(reserve, sink);
        }
    }

    #[inline(never)]
    fn hand_with<K: Sink<R::Set>>(&self, reserve: Reserve, sink: &mut K) {
        let spec = self.board.spec();
        for kind in spec.all_kinds().filter(|&kind| reserve.count(kind) > 0) {
            let mut open = sink.kept(self.board.landing(kind));
            if self.guard.check && !Board::<R>::MAY_HOP && Some(kind) != spec.royal {
                open &= self.guard.evasions;
            }
            let bridged = Board::<R>::MAY_HOP && (open & self.guard.bridges).any();
            if self.guard.check || bridged || Some(kind) == spec.royal {
                open = R::Set::collect(open.iter().filter(|&to| self.safe_drop(kind, to)));
            }
            if spec.of(kind).drop.never_mates {
                open = R::Set::collect(open.iter().filter(|&to| !self.board.drop_mates(kind, to)));
            }
            sink.drops(kind, open);
            if sink.is_full() {
                return;
            }
        }
    }
}
