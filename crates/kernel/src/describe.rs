//! How the board previews a move: the mark of each pick, and sentences that say what the move does.

use super::bits::SquareSet as _;
use super::board::Board;
use super::explain;
use super::game::Rules;
use super::geometry::Square;
use super::mv::Move;
use super::note::Note;
use super::pick::{Mark, Pick};
use super::side::Side;
use super::spelling::a;
use super::timeline::{Act, Timeline};

/// The mark with which the board shows a next pick.
pub(super) fn mark<R: Rules>(board: &Board<R>, so_far: &[Pick], next: Pick) -> Mark {
    if let Some(mark) = R::mark(board, so_far, next) {
        return mark;
    }
    let Pick::Square(square) = next else { return Mark::Choice };
    match (so_far, board.piece(square)) {
        ([], _) => Mark::From,
        (_, None) => Mark::Target,
        (_, Some(piece)) if piece.side() == board.turn() => Mark::OwnCapture,
        (_, Some(_)) => Mark::Capture,
    }
}

/// Up to two notes about a seat: that it is out or in check, and those of the game.
pub(super) fn notes<R: Rules>(board: &Board<R>, side: Side) -> Vec<Note> {
    if !board.living().has(side) {
        return vec![Note::Out];
    }
    let mut notes = R::notes(board, side);
    if board.checked().has(side) {
        let attackers = board.spec().sides().filter(|&by| by != side && board.attacks_king(by, side));
        let names: Vec<String> = attackers.map(|by| board.seat_name(by).to_owned()).collect();
        notes.insert(0, Note::Check(explain::list(&names)));
    }
    notes.truncate(2);
    notes
}

/// The pieces of the winner that decided a game which is over: those that the game knows, or else the one that moved
/// last.
pub(super) fn decided_by<R: Rules>(timeline: &Timeline<R>) -> Vec<Square> {
    let board = timeline.board();
    let Some(winner) = timeline.outcome().and_then(|outcome| outcome.winner()) else { return Vec::new() };
    let known: Vec<Square> = R::decided_by(board, winner).iter().collect();
    let moved = match timeline.acts().last() {
        Some(Act::Move(mv)) if known.is_empty() => Some(mv.to),
        _ => None,
    };
    let own = |&square: &Square| board.piece(square).is_some_and(|piece| piece.side() == winner);
    known.into_iter().chain(moved).filter(own).collect()
}

/// What a move does, in sentences.
pub(super) fn sentences<R: Rules>(timeline: &Timeline<R>, mv: Move) -> Vec<String> {
    let board = timeline.board();
    let name = board.kind_name(mv.kind);
    let place = |square: Square| board.geometry().label(square);
    let mut said = Vec::new();
    if mv.is_pass() {
        said.push("Nothing can move: the turn passes.".to_owned());
    }
    let taken = board.captures_on(mv).and_then(|on| Some((on, board.piece(on)?)));
    match taken {
        Some((on, _)) if mv.taken_in_passing().is_some() => {
            said.push(format!("{name} takes {} in passing.", board.name_at(on)));
        }
        Some((on, taken)) if taken.side() == board.turn() => {
            said.push(format!("Takes your OWN {} on {}.", board.kind_name(taken.kind()), place(on)));
        }
        Some((on, taken)) => said.push(format!("{name} takes {} on {}.", board.piece_name(taken), place(on))),
        None => {}
    }
    if let Some(kind) = mv.promotion() {
        said.push(format!("{name} becomes {}.", a(board.kind_name(kind))));
    }
    if let Some(kind) = R::special_brings(mv) {
        said.push(format!("{name} lets {} in.", a(board.kind_name(kind))));
    }
    said.extend(R::remark(board, mv));
    let mut next = timeline.clone();
    Timeline::play(&mut next, mv);
    for fall in next.falls() {
        let (side, to) = (board.seat_name(fall.side), board.seat_name(fall.to));
        said.push(match fall.opened_by {
            Some(opener) => format!("{side} falls to {to}; {} opened the line.", board.seat_name(opener)),
            None => format!("{side} falls to {to}."),
        });
    }
    if let Some(outcome) = next.outcome() {
        said.push(match outcome.winner() {
            Some(winner) if winner == board.turn() => format!("This move wins {}.", outcome.cause.words),
            Some(winner) => format!("{} wins {}.", board.seat_name(winner), outcome.cause.words),
            None => format!("This ends the game as a draw {}.", outcome.cause.words),
        });
    }
    said
}
