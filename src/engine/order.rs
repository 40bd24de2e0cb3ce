//! In which order moves are tried: the move that was best before, captures that gain, quiet moves
//! that were good elsewhere, the rest. Whether a capture gains is asked only when its turn comes.

use super::exchange::{captured, gains, worth};
use super::history::{History, Row};
use super::score::Score;
use super::table::digest;
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::mv::{Move, Verb};

/// A move with what speaks for it.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    /// What speaks for it.
    pub rank: i32,
    /// The move.
    pub mv: Move,
}

/// From which rank on a move belongs to a class.
const BEST: i32 = 1 << 30;
const GAINING: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
const LOSING: i32 = -(1 << 26);

/// What the order goes by.
#[derive(Clone, Copy, Debug)]
pub struct Hints {
    /// The digest of the best move known; 0 if none is.
    pub best: u16,
    /// Quiet moves that refuted other moves here.
    pub killers: [Option<Move>; 2],
    /// What followed the last two plies.
    pub before: [Option<Row>; 2],
}

/// Moves to be taken one by one.
#[derive(Debug)]
pub struct Order<'a, R: Rules> {
    board: &'a Board<R>,
    moves: Vec<Scored>,
    next: usize,
}

/// Does a move change what there is: a hostile piece goes, or a pawn becomes something?
#[inline]
pub fn is_rousing<R: Rules>(board: &Board<R>, mv: Move) -> bool {
    mv.promotion().is_some() || captured(board, mv).is_some()
}

impl<'a, R: Rules> Order<'a, R> {
    /// Ranks the moves. The list's memory is taken and given back by [`Order::list`].
    pub fn new(
        board: &'a Board<R>,
        moves: &[Move],
        mut list: Vec<Scored>,
        hints: &Hints,
        history: &History,
    ) -> Order<'a, R> {
        list.clear();
        let answer = history.answer(hints.before[0]);
        let side = board.turn();
        for &mv in moves {
            let rank = if hints.best != 0 && digest(mv) == hints.best {
                BEST
            } else if let Some(taken) = captured(board, mv) {
                let more = mv.promotion().map_or(0, |kind| worth::<R>(kind) - worth::<R>(mv.kind));
                GAINING + (worth::<R>(taken) + more) * 32 - worth::<R>(mv.kind) / 8 + history.capture(mv, taken) / 4
            } else if let Some(kind) = mv.promotion() {
                GAINING + (worth::<R>(kind) - worth::<R>(mv.kind)) * 16
            } else if hints.killers[0] == Some(mv) {
                KILLER + 2
            } else if hints.killers[1] == Some(mv) {
                KILLER + 1
            } else if answer == Some(mv) {
                KILLER
            } else {
                history.quiet(side, mv, hints.before) - own_loss(board, mv) * 64
            };
            list.push(Scored { rank, mv });
        }
        Order { board, moves: list, next: 0 }
    }

    /// The next move.
    #[inline]
    pub fn take(&mut self) -> Option<Move> {
        loop {
            let rest = &mut self.moves[self.next..];
            let best = (0..rest.len()).max_by_key(|&at| (rest[at].rank, usize::MAX - at))?;
            rest.swap(0, best);
            let first = &mut rest[0];
            if (GAINING / 2..BEST).contains(&first.rank) && !gains(self.board, first.mv, 0) {
                first.rank += 2 * LOSING - GAINING;
                continue;
            }
            self.next += 1;
            return Some(first.mv);
        }
    }

    /// Was the last move ranked among the losing captures?
    #[inline]
    pub fn is_losing(&self) -> bool {
        self.moves[self.next - 1].rank < LOSING
    }

    /// What spoke for the last move.
    #[inline]
    pub fn rank(&self) -> i32 {
        self.moves[self.next - 1].rank
    }

    /// Gives the list's memory back.
    pub fn list(self) -> Vec<Scored> {
        self.moves
    }
}

/// What a move takes of the seat's own: some games allow it.
#[inline]
pub fn own_loss<R: Rules>(board: &Board<R>, mv: Move) -> Score {
    if mv.verb != Verb::Warp || mv.to == mv.from {
        return 0;
    }
    board.piece(mv.to).filter(|piece| piece.side() == board.turn()).map_or(0, |piece| worth::<R>(piece.kind()))
}
