//! In which order moves are tried: the move that was best before, captures that gain, quiet moves
//! that were good elsewhere, the rest. Whether a capture see_at_least is asked only when its turn comes.

use super::history::{History, Row};
use super::score::Score;
use super::see::{promoted, see_at_least, worth};
use super::transposition::digest;
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::mv::{Move, MoveList};

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

/// Moves to be taken one by one. The best move known comes first, before anything is asked of the
/// others: very often it is the last that is needed.
#[derive(Debug)]
pub struct MovePicker<'a, R: Rules> {
    board: &'a Board<R>,
    hints: Hints,
    lists: Lists,
    ranked: bool,
    rank: i32,
}

/// The memory of an order, that is used again and again.
#[derive(Default, Debug)]
pub struct Lists {
    /// The moves.
    pub moves: MoveList,
    /// For each of them what speaks for it, and below that its place, counted from the end: the greatest
    /// comes next. 0 once it was taken.
    keys: Vec<u64>,
}

fn key(rank: i32, place: usize) -> u64 {
    u64::from(rank as u32 ^ 1 << 31) << 32 | u64::from(u32::MAX - place as u32)
}

impl<'a, R: Rules> MovePicker<'a, R> {
    /// Takes the moves, and memory to rank them. [`MovePicker::lists`] gives both back.
    pub fn new(board: &'a Board<R>, mut lists: Lists, hints: Hints) -> MovePicker<'a, R> {
        lists.keys.clear();
        MovePicker { board, hints, lists, ranked: false, rank: BEST }
    }

    fn best(&self) -> Option<usize> {
        let known = |&mv: &Move| digest(mv) == self.hints.best;
        if self.hints.best == 0 { None } else { self.lists.moves.iter().position(known) }
    }

    fn rank_all(&mut self, history: &History) {
        let (board, hints, taken) = (self.board, &self.hints, self.best());
        let answer = history.answer(hints.before[0]);
        let side = board.turn();
        let Lists { moves, keys } = &mut self.lists;
        for (place, &mv) in moves.iter().enumerate() {
            if taken == Some(place) {
                keys.push(0);
                continue;
            }
            let rank = if let Some(taken) = board.captured(mv) {
                let gain = worth::<R>(taken) + promoted::<R>(mv);
                GAINING + gain * 32 - worth::<R>(mv.kind) / 8 + history.capture(mv, taken) / 4
            } else if mv.promotion().is_some() {
                GAINING + promoted::<R>(mv) * 16
            } else if hints.killers[0] == Some(mv) {
                KILLER + 2
            } else if hints.killers[1] == Some(mv) {
                KILLER + 1
            } else if answer == Some(mv) {
                KILLER
            } else {
                history.quiet(side, mv, hints.before) - own_loss(board, mv) * 64
            };
            keys.push(key(rank, place));
        }
        self.ranked = true;
    }

    /// The next move.
    #[inline]
    pub fn take(&mut self, history: &History) -> Option<Move> {
        if !self.ranked {
            if self.lists.keys.is_empty()
                && let Some(place) = self.best()
            {
                // Seen as begun by a key that ranking overwrites.
                self.lists.keys.push(0);
                return Some(self.lists.moves[place]);
            }
            self.lists.keys.clear();
            self.rank_all(history);
        }
        loop {
            let best = self.lists.keys.iter().copied().fold(0, u64::max);
            if best == 0 {
                return None;
            }
            let place = (u32::MAX - best as u32) as usize;
            let rank = ((best >> 32) as u32 ^ 1 << 31) as i32;
            let mv = self.lists.moves[place];
            if (GAINING / 2..BEST).contains(&rank) && !see_at_least(self.board, mv, 0) {
                self.lists.keys[place] = key(rank + 2 * LOSING - GAINING, place);
                continue;
            }
            self.lists.keys[place] = 0;
            self.rank = rank;
            return Some(mv);
        }
    }

    /// Was the last move ranked among the losing captures?
    #[inline]
    pub fn is_losing(&self) -> bool {
        self.rank < LOSING
    }

    /// What spoke for the last move.
    #[inline]
    pub fn rank(&self) -> i32 {
        self.rank
    }

    /// Are there no moves at all?
    pub fn is_empty(&self) -> bool {
        self.lists.moves.is_empty()
    }

    /// Gives the memory back.
    pub fn lists(self) -> Lists {
        self.lists
    }
}

/// What a move takes of the seat's own: some games allow it.
#[inline]
pub fn own_loss<R: Rules>(board: &Board<R>, mv: Move) -> Score {
    board.captured_own(mv).map_or(0, worth::<R>)
}
