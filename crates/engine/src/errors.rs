//! What a move gave away or missed, judged by the next reply alone: pieces that a reply takes, a mate, something that
//! was offered. The lowest levels are measured by it.

use super::limits::Limits;
use super::root::wins_at_once;
use super::see::prize;
use super::shallow::overlook::Hardness;
use super::shallow::{after_captures, balance};
use crate::eval::evaluate::Evaluate;
use crate::rules::board::{Board, Edit};
use crate::rules::mv::{Move, MoveList};
use crate::rules::position::Position;
use crate::rules::timeline::Timeline;

/// From this gain on, in hundredths of a Pawn, a capture counts as offered and a reply as an error of the move before.
pub(crate) const MUCH_CENTIPAWNS: i32 = 300;

/// A reply that punishes a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Punishment {
    /// The reply.
    pub reply: Move,
    /// How hard it is to see, and the number of squares that it goes.
    pub hardness: (Hardness, u32),
    /// Does it win the game at once?
    pub wins: bool,
}

/// What is to be said about a move.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Assessment {
    /// The reply that wins three Pawns or more, where another move would have avoided that.
    pub error: Option<Punishment>,
    /// Was there a move that won at once, and was it played?
    pub mate: Option<bool>,
    /// Was there a capture that won three Pawns or more, and was one played?
    pub offer: Option<bool>,
}

/// Assesses a move in this position; `None` if it is not one of the game `R`.
pub(super) fn assess<R: Evaluate>(position: &dyn Position, mv: Move) -> Option<Assessment> {
    let board = position.as_any().downcast_ref::<Timeline<R>>()?.board();
    let legal = Limits::default().of_legal(board.legal());
    let error = punishment(board, mv).filter(|_| legal.iter().any(|&other| punishment(board, other).is_none()));
    let wins = |mv| wins(board, mv);
    let (mover, before) = (board.turn(), balance(board, board.turn()));
    // Among more than two seats, what one rival loses counts against the mean of all rivals.
    let rivals = board.living().without(mover).count().max(1) as i32;
    let gain = before + MUCH_CENTIPAWNS / rivals;
    let takes = |mv| prize(board, mv) >= MUCH_CENTIPAWNS && after_captures(&board.after(mv), mover) >= gain;
    Some(Assessment {
        error,
        mate: legal.iter().any(|&mv| wins(mv)).then(|| wins(mv)),
        offer: legal.iter().any(|&mv| takes(mv)).then(|| takes(mv) || wins(mv)),
    })
}

/// Does the move win the game, or an army its fall?
fn wins<R: Evaluate>(board: &Board<R>, mv: Move) -> bool {
    let next = board.after(mv);
    let fallen = board.spec().seats.len() > 2 && next.living().count() < board.living().count();
    wins_at_once(board, &next) || fallen && R::won(&next).is_none()
}

/// A reply of any rival that wins the game, or three Pawns more than the move has won.
fn punishment<R: Evaluate>(board: &Board<R>, mv: Move) -> Option<Punishment> {
    let (mover, next) = (board.turn(), board.after(mv));
    if R::won(&next).is_some() {
        return None;
    }
    let before = balance(board, mover);
    let mut found = None;
    for rival in next.living().without(mover).iter() {
        let mut at = next;
        if at.turn() != rival {
            Edit::new(&mut at).set_turn(rival);
        }
        let mut replies = MoveList::new();
        at.moves(&mut replies);
        for reply in replies {
            let ends = board.spec().seats.len() == 2 && wins(&at, reply);
            let taken = || {
                prize(&at, reply) >= MUCH_CENTIPAWNS
                    && after_captures(&at.after(reply), mover) <= before - MUCH_CENTIPAWNS
            };
            if ends || taken() {
                let punishment = Punishment { reply, hardness: Hardness::of(&at, reply), wins: ends };
                // The reply that is easiest to see counts.
                let easier = |known: &Punishment| punishment.hardness < known.hardness;
                if found.as_ref().is_none_or(easier) {
                    found = Some(punishment);
                }
            }
        }
    }
    found
}
