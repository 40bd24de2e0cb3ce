//! Pieces that change places with others of their side: the key `swaps` of a piece.

use heterodox_base::document::Value;

use crate::rules::attack::Scene;
use crate::rules::bits::SquareSet;
use crate::rules::board::{Board, Edit};
use crate::rules::explain::Attempt;
use crate::rules::game::Rules as _;
use crate::rules::generate::{Generator, Sink};
use crate::rules::geometry::Square;
use crate::rules::mv::{Move, NO_VIAS, Verb};
use crate::rules::pick::{Mark, Pick};
use crate::rules::piece::{Kind, Piece};
use crate::spelling::a;

use super::game::FileGame;
use super::pieces::{PieceData, kinds};
use super::section::{Mistakes, Section};

/// The number of the special move.
const SWAP: u8 = 6;

/// What the key `swaps` is.
const PARTNERS: &str = "letters of other pieces of this file that neither promote nor have a region, none of them a Pawn, at a \
                        piece that does not promote, in a game without shuffle";

/// A kind, and those with which it changes places.
#[derive(Clone, Debug)]
pub(super) struct Swap {
    kind: Kind,
    with: Vec<Kind>,
}

/// Finds out who changes places with whom, from what the pieces say. `table` is the table of the pieces.
pub(super) fn all(
    pieces: &mut [PieceData],
    table: &Section,
    is_shuffled: bool,
    mistakes: &mut Mistakes,
) -> Vec<Swap> {
    let mut found = Vec::new();
    for index in 0..pieces.len() {
        let Some(letters) = &pieces[index].swapping.with else { continue };
        let own = &pieces[index];
        let fits = |kind: &Kind| kind.index() != index && pieces[kind.index()].is_free();
        let with = kinds(letters, pieces).filter(|with| !with.is_empty() && with.iter().all(fits));
        let with = with.filter(|_| own.promotion.is_none() && !own.pawn && !is_shuffled);
        let Some(with) = with else {
            let named = table.named().into_iter().find(|(key, _)| *key.get_ref() == own.letters);
            if let Some((_, value)) = named {
                refuse(table, &own.letters, value, mistakes);
            }
            continue;
        };
        for kind in with.iter().copied().chain([Kind(index as u8)]) {
            pieces[kind.index()].swapping.takes_part = true;
        }
        let names: Vec<String> = with.iter().map(|kind| a(&pieces[kind.index()].name)).collect();
        pieces[index].say(&format!("; may change places with {} that it could go to", names.join(" or ")));
        found.push(Swap { kind: Kind(index as u8), with });
    }
    found
}

fn refuse(table: &Section, letters: &str, value: &Value, mistakes: &mut Mistakes) {
    let below = table.below(letters, value, mistakes);
    let named = below.as_ref().map(Section::named).unwrap_or_default();
    if let (Some(below), Some((_, value))) = (&below, named.into_iter().find(|(key, _)| key.get_ref() == "swaps")) {
        below.wrong("swaps", value, PARTNERS, mistakes);
    }
}

/// The moves with which pieces of the seat to move change places.
#[inline]
pub(super) fn moves<S: SquareSet, K: Sink<S>>(generator: &Generator<'_, FileGame<S>>, sink: &mut K) {
    for swap in &generator.board.tables().extra.data.swaps {
        moves_of(generator, swap, sink);
    }
}

fn moves_of<S: SquareSet, K: Sink<S>>(generator: &Generator<'_, FileGame<S>>, swap: &Swap, sink: &mut K) {
    let (board, side) = (generator.board, generator.side);
    let partners = swap.with.iter().fold(S::EMPTY, |all, &kind| all | board.pieces(side, kind));
    if partners.is_empty() {
        return;
    }
    let mover = board.tables().mover(Piece::new(side, swap.kind));
    for from in board.pieces(side, swap.kind).iter() {
        for to in (mover.quiet.targets(from, generator.occupied) & partners).iter() {
            if is_safe(generator, from, to) {
                sink.one(Move::special(SWAP, swap.kind, from, NO_VIAS, to));
            }
        }
    }
}

/// Is the King safe afterwards? The same squares are occupied, so only its own place can change that.
fn is_safe<S: SquareSet>(generator: &Generator<'_, FileGame<S>>, from: Square, to: Square) -> bool {
    let Some(royal) = generator.guard.royal else { return true };
    if FileGame::<S>::judges_safety(generator.board) {
        return true;
    }
    if royal != from && royal != to {
        return !generator.guard.check;
    }
    let there = if royal == from { to } else { from };
    let scene = Scene { occupied: generator.occupied, hitters: generator.hostile };
    !generator.board.attacked(there, scene)
}

/// Is it such a move?
pub(super) fn is(mv: Move) -> bool {
    mv.verb == Verb::Special(SWAP)
}

/// Both pieces change places; nothing is captured.
pub(super) fn play<S: SquareSet>(edit: &mut Edit<'_, FileGame<S>>, mv: Move) {
    if let (Some(one), Some(other)) = (edit.take(mv.from), edit.take(mv.to)) {
        edit.put(mv.from, other);
        edit.put(mv.to, one);
    }
}

/// The kinds of own pieces on two squares, if the first one changes places with the other.
fn pair<S: SquareSet>(board: &Board<FileGame<S>>, from: Square, to: Square) -> Option<[Kind; 2]> {
    let own = |square| board.piece(square).filter(|piece| piece.side() == board.turn()).map(Piece::kind);
    let (one, other) = (own(from)?, own(to)?);
    let swaps = &board.tables().extra.data.swaps;
    swaps.iter().any(|swap| swap.kind == one && swap.with.contains(&other)).then_some([one, other])
}

/// Such a move as people read it: `Kd2<>Le2`.
pub(super) fn written<S: SquareSet>(board: &Board<FileGame<S>>, mv: Move) -> Option<String> {
    if !is(mv) {
        return None;
    }
    let letters = |square| board.piece(square).map_or("", |piece| board.spec().of(piece.kind()).letters());
    let label = |square| board.geometry().label(square);
    Some(format!("{}{}<>{}{}", letters(mv.from), label(mv.from), letters(mv.to), label(mv.to)))
}

/// What such a move does.
pub(super) fn remark<S: SquareSet>(board: &Board<FileGame<S>>, mv: Move) -> Option<String> {
    let [one, other] = pair(board, mv.from, mv.to).filter(|_| is(mv))?;
    Some(format!("{} and {} change places.", board.kind_name(one), board.kind_name(other)))
}

/// The mark of the piece with which another one changes places.
pub(super) fn mark<S: SquareSet>(board: &Board<FileGame<S>>, so_far: &[Pick], next: Pick) -> Option<Mark> {
    let (&[Pick::Square(from)], Pick::Square(to)) = (so_far, next) else { return None };
    pair(board, from, to).map(|_| Mark::Partner)
}

/// Why two pieces cannot change places, if that is what was tried.
pub(super) fn why_not<S: SquareSet>(board: &Board<FileGame<S>>, attempt: &Attempt<'_>) -> Option<String> {
    let (&[Pick::Square(from)], Pick::Square(to)) = (attempt.so_far, attempt.tried) else { return None };
    let [one, other] = pair(board, from, to)?;
    let mover = board.tables().mover(Piece::new(board.turn(), one));
    if !mover.quiet.targets(from, board.occupied()).has(to) {
        let (one, other) = (board.kind_name(one), a(board.kind_name(other)));
        return Some(format!("the {one} changes places only with {other} that it could go to"));
    }
    let royal = board.royal(board.turn())?;
    let moving = royal == from || royal == to;
    let there = if royal == from { to } else { from };
    board.why_in_check(if moving { there } else { royal }, board.scene(board.turn()), moving)
}
