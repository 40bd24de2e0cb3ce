//! Which moves a game allows that demands more of them than a safe King: each is made and looked at.

use crate::rules::bits::SquareSet;
use crate::rules::board::{Board, Edit};
use crate::rules::explain::Attempt;
use crate::rules::generate::{Generator, Sink};
use crate::rules::geometry::Square;
use crate::rules::mv::{Move, MoveList};
use crate::rules::pick::Pick;
use crate::rules::piece::Piece;
use crate::rules::side::Side;

use super::demands::Explosion;
use super::game::FileGame;
use super::walls;
use super::{facing, gating, last_army, passing};

/// Why a move is not allowed.
enum Objection {
    /// The own King explodes.
    Explodes,
    /// The own King is in check after it.
    Exposed,
    /// It gives check.
    Checks,
    /// The royal pieces see each other and go on doing so.
    Faces,
}

/// The legal moves.
fn moves<S: SquareSet, K: Sink<S>>(generator: &Generator<'_, FileGame<S>>, sink: &mut K) {
    for mv in allowed(generator) {
        sink.one(mv);
        if sink.is_full() {
            return;
        }
    }
}

fn allowed<S: SquareSet>(generator: &Generator<'_, FileGame<S>>) -> MoveList {
    let board = generator.board;
    let mut list = MoveList::new();
    plain(generator, &mut list);
    list.retain(|&mv| objection(board, mv).is_none());
    if board.tables().extra.data.demands.capture && list.iter().any(|&mv| board.captures_on(mv).is_some()) {
        list.retain(|&mv| board.captures_on(mv).is_some());
    }
    list
}

/// The moves of a game that has more than normal ones, castling and drops, or demands more of them.
#[inline(never)]
pub(super) fn unusual<S: SquareSet, K: Sink<S>>(generator: &Generator<'_, FileGame<S>>, sink: &mut K) {
    if last_army::wins(generator.board) {
        last_army::moves(generator, sink);
    } else if generator.board.tables().extra.data.demands.any() {
        moves(generator, sink);
    } else {
        plain(generator, sink);
    }
}

/// The moves of a game that demands no more, and of others before they are judged.
#[inline]
pub(super) fn plain<S: SquareSet, K: Sink<S>>(generator: &Generator<'_, FileGame<S>>, sink: &mut K) {
    if gating::is_open(generator.board) {
        gating::moves(generator, sink);
    } else if walls::are_chosen(generator.board) {
        walls::moves(generator, sink);
    } else {
        gating::closed(generator, sink);
    }
}

fn objection<S: SquareSet>(board: &Board<FileGame<S>>, mv: Move) -> Option<Objection> {
    let demands = &board.tables().extra.data.demands;
    let (turn, after) = (board.turn(), board.after(mv));
    let rival = board.living().after(turn);
    if facing::is_offered(board) {
        // To pass is to accept the end of the game.
        if passing::is(mv) {
            return None;
        }
        if facing::is_offered(&after) {
            return Some(Objection::Faces);
        }
    }
    if demands.explosion.is_some() && board.royal(turn).is_some() {
        if after.royal(turn).is_none() {
            return Some(Objection::Explodes);
        }
        if after.royal(rival).is_some() && after.in_check(turn) {
            return Some(Objection::Exposed);
        }
    }
    let plain = demands.explosion.is_none() || demands.royals.are_several();
    if plain && demands.judges_safety() && after.in_check(turn) {
        return Some(Objection::Exposed);
    }
    (demands.no_check && after.in_check(rival)).then_some(Objection::Checks)
}

/// Is a King safe because the other King stands beside it? Whoever takes it would explode too.
pub(super) fn is_shielded<S: SquareSet>(board: &Board<FileGame<S>>, royal: Square, hostile: S) -> bool {
    let laws = &board.tables().extra;
    laws.data.demands.explosion.is_some()
        && board.spec().royal.is_some_and(|king| (board.kind(king) & hostile & laws.rings[royal.index()]).any())
}

/// Removes what explodes with the piece that has captured on this square. Returns the squares.
pub(super) fn explode<S: SquareSet>(edit: &mut Edit<'_, FileGame<S>>, center: Square, explosion: &Explosion) -> S {
    let board = edit.board();
    let stay = explosion.spared.iter().fold(S::EMPTY, |stay, &kind| stay | board.kind(kind));
    let gone = (board.tables().extra.rings[center.index()] & board.occupied() & !stay).with(center);
    for square in gone.iter() {
        edit.take(square);
    }
    gone
}

/// Why a move is not allowed, if it is one of the game otherwise.
pub(super) fn why_not<S: SquareSet>(board: &Board<FileGame<S>>, attempt: &Attempt<'_>) -> Option<String> {
    let demands = &board.tables().extra.data.demands;
    if !demands.any() {
        return None;
    }
    let (from, to) = match (attempt.so_far, attempt.tried) {
        ([], Pick::Square(from)) => (from, None),
        (&[Pick::Square(from)], Pick::Square(to)) => (from, Some(to)),
        _ => return None,
    };
    let generator = Generator::new(board);
    let here = |mv: &Move| !mv.is_drop() && mv.from == from && to.is_none_or(|to| mv.to == to);
    let mut tried = MoveList::new();
    plain(&generator, &mut tried);
    tried.retain(here);
    let objections: Vec<Option<Objection>> = tried.iter().map(|&mv| objection(board, mv)).collect();
    if demands.capture && objections.iter().any(Option::is_none) {
        let takes = |mv: &Move| board.captures_on(*mv).map(|at| (mv.from, at));
        let mut legal = allowed(&generator).into_iter();
        let (taker, taken) = legal.find_map(|mv| takes(&mv))?;
        return Some(format!("who can capture must: {} takes {}", board.name_at(taker), board.name_at(taken)));
    }
    let king = board.spec().royal.map_or("King", |king| board.kind_name(king));
    Some(match objections.into_iter().flatten().next()? {
        Objection::Explodes => format!("your {king} would explode"),
        Objection::Exposed => format!("your {king} would be in check"),
        Objection::Checks => "it would give check, which this game forbids".to_owned(),
        Objection::Faces => {
            format!("the two {king}s would still see each other: end that, or pass and end the game")
        }
    })
}

/// Has a seat lost because it has nothing left? One that begins without a King plays until then.
pub(super) fn is_beaten<S: SquareSet>(board: &Board<FileGame<S>>, side: Side) -> bool {
    board.tables().extra.data.kingless[side]
        && walls::army(board, side).is_empty()
        && board.reserve(side).is_empty()
}

/// The piece that stood where a move captures, for its effects on rights.
pub(super) fn center<S: SquareSet>(board: &Board<FileGame<S>>, mv: Move) -> Option<Square> {
    board.captures_on(mv).and_then(|at| board.piece(at)).filter(|piece: &Piece| piece.side() != board.turn())?;
    Some(mv.to)
}
