//! Move ordering: the transposition table move, winning captures and promotions, killer moves and the countermove,
//! quiet moves by history, losing captures. The static exchange evaluation of a capture is computed only when it is
//! its turn.

use super::history::{ContinuationIndex, History};
use super::score::Score;
use super::see::{promoted, see_at_least, worth};
use super::transposition::digest;
use crate::eval::evaluate::Evaluate;
use crate::rules::board::Board;
use crate::rules::mv::{Move, MoveList};

/// The base ranks of the classes of moves.
const TABLE_MOVE: i32 = 1 << 30;
const WINNING_CAPTURE: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
const LOSING_CAPTURE: i32 = -(1 << 26);

/// The input of the move ordering.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hints {
    /// The digest of the transposition table move; 0 if there is none.
    pub(crate) best: u16,
    /// The killer moves of this ply.
    pub(crate) killers: [Option<Move>; 2],
    /// The continuation indices of the last two moves.
    pub(crate) before: [Option<ContinuationIndex>; 2],
}

/// Returns moves one by one. The transposition table move comes first, before the other moves are ranked, because
/// it often causes a cutoff.
#[derive(Debug)]
pub(crate) struct MovePicker<'a, R: Evaluate> {
    board: &'a Board<R>,
    hints: Hints,
    lists: Lists,
    ranked: bool,
    rank: i32,
}

/// The buffers of a move picker, reused for many nodes.
#[derive(Default, Debug)]
pub(crate) struct Lists {
    pub(crate) moves: MoveList,
    /// The key of each move: its rank, and below that its place, counted from the end; the move with the greatest
    /// key comes next. `TAKEN` after the move was returned.
    keys: Vec<i64>,
}

/// The key of a move that was returned; it is less than any other.
const TAKEN: i64 = i64::MIN;

fn key(rank: i32, place: usize) -> i64 {
    i64::from(rank) << 32 | i64::from(u32::MAX - place as u32)
}

impl<'a, R: Evaluate> MovePicker<'a, R> {
    /// Takes the buffers with the moves. [`MovePicker::lists`] gives them back.
    pub(crate) fn new(board: &'a Board<R>, mut lists: Lists, hints: Hints) -> MovePicker<'a, R> {
        lists.keys.clear();
        MovePicker { board, hints, lists, ranked: false, rank: TABLE_MOVE }
    }

    fn best(&self) -> Option<usize> {
        let known = |&mv: &Move| digest(mv) == self.hints.best;
        if self.hints.best == 0 { None } else { self.lists.moves.iter().position(known) }
    }

    fn rank_all(&mut self, history: &History) {
        let (board, hints, taken) = (self.board, &self.hints, self.best());
        let answer = history.counter_move(hints.before[0]);
        let side = board.turn();
        let Lists { moves, keys } = &mut self.lists;
        for (place, &mv) in moves.iter().enumerate() {
            if taken == Some(place) {
                keys.push(TAKEN);
                continue;
            }
            let rank = if let Some(taken) = board.captured(mv) {
                let gain = worth(board, taken) + promoted(board, mv);
                WINNING_CAPTURE + gain * 32 - worth(board, mv.kind) / 8 + history.capture(mv, taken) / 4
            } else if mv.promotion().is_some() {
                WINNING_CAPTURE + promoted(board, mv) * 16
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

    #[inline]
    pub(crate) fn next_move(&mut self, history: &History) -> Option<Move> {
        if !self.ranked {
            if self.lists.keys.is_empty()
                && let Some(place) = self.best()
            {
                // A placeholder key marks that picking has started; ranking overwrites it.
                self.lists.keys.push(TAKEN);
                return Some(self.lists.moves[place]);
            }
            self.lists.keys.clear();
            self.rank_all(history);
        }
        loop {
            let best = history.kernels.greatest(&self.lists.keys);
            if best == TAKEN {
                return None;
            }
            let place = (u32::MAX - best as u32) as usize;
            let rank = (best >> 32) as i32;
            let mv = self.lists.moves[place];
            if (WINNING_CAPTURE / 2..TABLE_MOVE).contains(&rank) && !see_at_least(self.board, mv, 0) {
                self.lists.keys[place] = key(rank + 2 * LOSING_CAPTURE - WINNING_CAPTURE, place);
                continue;
            }
            self.lists.keys[place] = TAKEN;
            self.rank = rank;
            return Some(mv);
        }
    }

    /// Was the last returned move a losing capture?
    #[inline]
    pub(crate) fn is_losing(&self) -> bool {
        self.rank < LOSING_CAPTURE
    }

    /// The rank of the last returned move.
    #[inline]
    pub(crate) fn rank(&self) -> i32 {
        self.rank
    }

    /// Gives the buffers back.
    pub(crate) fn lists(self) -> Lists {
        self.lists
    }
}

/// The value of an own piece that the move captures, which some games allow.
#[inline]
pub(crate) fn own_loss<R: Evaluate>(board: &Board<R>, mv: Move) -> Score {
    board.captured_own(mv).map_or(0, |kind| worth(board, kind))
}
