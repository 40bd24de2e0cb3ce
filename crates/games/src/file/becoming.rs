//! Pieces that promote instead of moving, where they stand or with a step of what they become: `when = "instead"` in the
//! key `promote` of a piece.

use crate::rules::bits::SquareSet;
use crate::rules::board::Board;
use crate::rules::explain::Attempt;
use crate::rules::game::Rules as _;
use crate::rules::generate::{Generator, Sink};
use crate::rules::geometry::{Geometry, Square};
use crate::rules::mv::{Move, MoveList, NO_VIAS, Verb};
use crate::rules::pick::{Mark, Pick};
use crate::rules::piece::{Kind, Piece};
use crate::rules::side::{BySide, Side};
use crate::rules::spec::{Spec, Zone};
use crate::spelling::a;

use super::game::FileGame;

/// The number of the special move.
const BECOME: u8 = 7;

/// A kind that promotes so, and where, as its owner sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Becoming {
    pub(super) kind: Kind,
    pub(super) at: Zone,
}

/// The same on a board.
#[derive(Debug)]
pub(super) struct Ready<S> {
    kind: Kind,
    at: BySide<S>,
}

impl Becoming {
    pub(super) fn on<S: SquareSet>(&self, spec: &Spec, board: &Geometry) -> Ready<S> {
        Ready { kind: self.kind, at: spec.squares(board, self.at) }
    }
}

/// Why a piece does not promote so with one move.
enum Refusal {
    /// It would attack a piece from there.
    Attacks(Square),
    /// It would give check.
    Checks,
    /// The own King would be in check.
    Exposed,
}

/// The promotions of the seat to move.
#[inline]
pub(super) fn moves<S: SquareSet, K: Sink<S>>(generator: &Generator<'_, FileGame<S>>, sink: &mut K) {
    for ready in &generator.board.tables().extra.becoming {
        for from in standing(generator.board, ready).iter() {
            for mv in tried(generator, ready.kind, from) {
                if refusal(generator, mv).is_none() {
                    sink.one(mv);
                }
            }
        }
    }
}

/// The pieces of the seat to move that stand where they promote. The last one of a kind does so everywhere.
fn standing<S: SquareSet>(board: &Board<FileGame<S>>, ready: &Ready<S>) -> S {
    let men = board.pieces(board.turn(), ready.kind);
    if men.has_at_least(2) { men & ready.at[board.turn()] } else { men }
}

/// The promotions of one piece, also those that are not allowed for what the new piece does.
fn tried<S: SquareSet>(generator: &Generator<'_, FileGame<S>>, kind: Kind, from: Square) -> MoveList {
    let board = generator.board;
    let mut list = MoveList::new();
    for &new in board.promotions(generator.side, kind).as_slice() {
        let reach = &board.tables().mover(Piece::new(generator.side, new)).quiet;
        let there = reach.targets(from, generator.occupied) & !generator.occupied;
        let mv = Move::special(BECOME, kind, from, NO_VIAS, from).promoting(Some(new));
        list.extend(there.with(from).iter().map(|to| mv.ending(to)));
    }
    list
}

fn refusal<S: SquareSet>(generator: &Generator<'_, FileGame<S>>, mv: Move) -> Option<Refusal> {
    let board = generator.board;
    let new = mv.promotion()?;
    let mover = board.tables().mover(Piece::new(generator.side, new));
    let occupied = generator.occupied.without(mv.from).with(mv.to);
    if let Some(attacked) = (mover.captures().targets(mv.to, occupied) & generator.hostile).lowest() {
        return Some(Refusal::Attacks(attacked));
    }
    let safe =
        if mv.from == mv.to { !generator.guard.check } else { generator.keep_safe(mv.from, S::of(mv.to)).any() };
    if !safe && !FileGame::<S>::judges_safety(board) {
        return Some(Refusal::Exposed);
    }
    let rival = board.living().after(generator.side);
    board.after(mv).in_check(rival).then_some(Refusal::Checks)
}

/// Is it such a move?
pub(super) fn is(mv: Move) -> bool {
    mv.verb == Verb::Special(BECOME)
}

/// Such a move as people read it, without what the piece becomes: `e5`, or `e5d6` with a step.
pub(super) fn written<S: SquareSet>(board: &Board<FileGame<S>>, mv: Move) -> Option<String> {
    if !is(mv) {
        return None;
    }
    let [from, to] = [mv.from, mv.to].map(|square| board.geometry().label(square));
    Some(if mv.from == mv.to { from.to_owned() } else { [from, to].concat() })
}

/// The mark of the square of a piece that stays there.
pub(super) fn mark<S: SquareSet>(board: &Board<FileGame<S>>, so_far: &[Pick], next: Pick) -> Option<Mark> {
    let (&[Pick::Square(from)], Pick::Square(to)) = (so_far, next) else { return None };
    let promotes = |ready: &Ready<S>| board.piece(from).is_some_and(|piece| piece.kind() == ready.kind);
    (from == to && board.tables().extra.becoming.iter().any(promotes)).then_some(Mark::Target)
}

/// The squares where pieces of a seat promote so.
pub(super) fn squares<S: SquareSet>(board: &Board<FileGame<S>>, side: Side) -> Option<S> {
    let all = &board.tables().extra.becoming;
    (!all.is_empty()).then(|| all.iter().fold(S::EMPTY, |squares, ready| squares | ready.at[side]))
}

/// Could the seat to move, with one such piece beside its King, do nothing but promote it? It need not.
pub(super) fn is_at_rest<S: SquareSet>(board: &Board<FileGame<S>>) -> bool {
    let (side, all) = (board.turn(), &board.tables().extra.becoming);
    let alone = |ready: &Ready<S>| board.count(side, ready.kind) == 1;
    let few = |own: S| own.has_at_least(2) && !own.has_at_least(3) && board.reserve(side).is_empty();
    if all.is_empty() || !few(board.side(side)) || board.royal(side).is_none() || !all.iter().any(alone) {
        return false;
    }
    let legal = board.legal();
    !legal.is_empty() && legal.into_iter().all(is) && !board.in_check(side)
}

/// Why a piece does not promote so, if that is what was tried.
pub(super) fn why_not<S: SquareSet>(board: &Board<FileGame<S>>, attempt: &Attempt<'_>) -> Option<String> {
    let (&[Pick::Square(from)], Pick::Square(to)) = (attempt.so_far, attempt.tried) else { return None };
    let piece = board.piece(from).filter(|piece| piece.side() == board.turn())?;
    let ready = board.tables().extra.becoming.iter().find(|ready| ready.kind == piece.kind())?;
    let name = board.kind_name(piece.kind());
    if board.promotions(board.turn(), ready.kind).is_empty() {
        let reason = format!("{} promotes only while there is something that it can become", a(name));
        return (from == to).then_some(reason);
    }
    let generator = Generator::new(board);
    let mv = tried(&generator, ready.kind, from).into_iter().find(|mv| mv.to == to)?;
    if !standing(board, ready).has(from) {
        let reason = format!("the {name} promotes on marked squares only, as long as you have another one");
        return (from == to).then_some(reason);
    }
    let new = board.kind_name(mv.promotion()?);
    Some(match refusal(&generator, mv)? {
        Refusal::Attacks(square) => format!("the new {new} would attack {}", board.name_at(square)),
        Refusal::Checks => format!("{} that promotes gives no check", a(name)),
        Refusal::Exposed => return if from == to { board.why_exposed(from, to) } else { None },
    })
}
