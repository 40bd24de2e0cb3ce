//! History heuristics: scores of quiet moves, of moves as continuations of earlier moves (continuation history), of
//! captures, and countermoves. The large continuation tables are shared by all threads of a search, so their memory
//! does not grow with the number of threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicI16, Ordering};

use super::memory;
use crate::rules::mv::Move;
use crate::rules::piece::Kind;
use crate::rules::side::{SEATS, Side};
use crate::simd::Kernels;

/// The greatest absolute value of an entry.
const MOST: i32 = 16_384;

/// The continuation history, shared by all threads of a search. It is indexed by an earlier move (kind and target
/// square) and the move itself (kind and target square); one table for the move one ply back, one for two plies
/// back.
#[derive(Debug)]
pub(crate) struct ContinuationHistory([Vec<AtomicI16>; 2]);

impl ContinuationHistory {
    /// The number of entries of one of the two tables.
    const fn entries(squares: usize, kinds: usize) -> usize {
        let ends = kinds * squares;
        ends * ends
    }

    /// The size in bytes of both tables for a board with this many squares and kinds of pieces.
    pub(super) const fn bytes(squares: usize, kinds: usize) -> usize {
        2 * ContinuationHistory::entries(squares, kinds) * size_of::<AtomicI16>()
    }

    /// Empty tables; `None` if there is not enough memory. The system provides their pages when they are first
    /// written.
    pub(super) fn new(squares: usize, kinds: usize) -> Option<Arc<ContinuationHistory>> {
        let table = || memory::zeros(ContinuationHistory::entries(squares, kinds));
        Some(Arc::new(ContinuationHistory([table()?, table()?])))
    }

    /// No tables, for an engine whose memory is too small for them: every score is 0.
    pub(super) fn none() -> Arc<ContinuationHistory> {
        Arc::new(ContinuationHistory([Vec::new(), Vec::new()]))
    }

    pub(super) fn clear(&self) {
        // Entries that were never written are skipped, so that their pages need no physical memory.
        let written = |entry: &&AtomicI16| entry.load(Ordering::Relaxed) != 0;
        self.0.iter().flatten().filter(written).for_each(|entry| entry.store(0, Ordering::Relaxed));
    }
}

/// The history tables of one thread.
#[derive(Debug)]
pub(crate) struct History {
    squares: usize,
    kinds: usize,
    /// Butterfly history, indexed by seat, source square (or kind of a drop) and target square.
    quiet: Vec<i16>,
    /// Capture history, indexed by kind, target square and captured kind.
    capture: Vec<i16>,
    continuation: Arc<ContinuationHistory>,
    /// Countermoves: the quiet move that refuted a move (indexed by its kind and target square).
    counter_moves: Vec<Option<Move>>,
    /// What chooses the greatest of many ranks.
    pub(super) kernels: Kernels,
}

/// The index of an earlier move in the continuation history and the countermoves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ContinuationIndex(usize);

fn adjusted(entry: i16, bonus: i32) -> i16 {
    let bonus = bonus.clamp(-MOST, MOST);
    (i32::from(entry) + bonus - i32::from(entry) * bonus.abs() / MOST) as i16
}

fn adjust(entry: &mut i16, bonus: i32) {
    *entry = adjusted(*entry, bonus);
}

impl History {
    /// The size in bytes of the tables of one thread.
    pub(super) const fn bytes(squares: usize, kinds: usize) -> usize {
        let (quiet, ends) = (SEATS * (squares + kinds) * squares, kinds * squares);
        (quiet + ends * kinds) * size_of::<i16>() + ends * size_of::<Option<Move>>()
    }

    /// Empty tables for a board with this many squares and kinds of pieces.
    pub(super) fn new(squares: usize, kinds: usize, continuation: Arc<ContinuationHistory>) -> History {
        let ends = kinds * squares;
        History {
            squares,
            kinds,
            quiet: vec![0; SEATS * (squares + kinds) * squares],
            capture: vec![0; ends * kinds],
            continuation,
            counter_moves: vec![None; ends],
            kernels: Kernels::detect(),
        }
    }

    fn end(&self, mv: Move) -> usize {
        mv.kind.index() * self.squares + mv.to.index()
    }

    #[inline]
    pub(crate) fn index(&self, mv: Move) -> ContinuationIndex {
        ContinuationIndex(self.end(mv))
    }

    #[inline]
    fn quiet_at(&self, side: Side, mv: Move) -> usize {
        let from = if mv.is_drop() { self.squares + mv.kind.index() } else { mv.from.index() };
        (side.index() * (self.squares + self.kinds) + from) * self.squares + mv.to.index()
    }

    #[inline]
    fn continuation_at(&self, index: ContinuationIndex, mv: Move) -> usize {
        index.0 * self.kinds * self.squares + self.end(mv)
    }

    /// The score of a quiet move after the moves one and two plies back.
    #[inline]
    pub(crate) fn quiet(&self, side: Side, mv: Move, before: [Option<ContinuationIndex>; 2]) -> i32 {
        let mut score = i32::from(self.quiet[self.quiet_at(side, mv)]);
        for (table, index) in self.continuation.0.iter().zip(before) {
            if let Some(index) = index
                && let Some(entry) = table.get(self.continuation_at(index, mv))
            {
                score += i32::from(entry.load(Ordering::Relaxed));
            }
        }
        score
    }

    /// Updates the scores of a quiet move: a positive bonus for a good move, a negative one for a bad move.
    pub(crate) fn update_quiet(
        &mut self,
        side: Side,
        mv: Move,
        before: [Option<ContinuationIndex>; 2],
        bonus: i32,
    ) {
        let at = self.quiet_at(side, mv);
        adjust(&mut self.quiet[at], bonus);
        for (table, index) in self.continuation.0.iter().zip(before) {
            if let Some(index) = index
                && let Some(entry) = table.get(self.continuation_at(index, mv))
            {
                // A concurrent update by another thread may be lost; the value is only a heuristic.
                entry.store(adjusted(entry.load(Ordering::Relaxed), bonus), Ordering::Relaxed);
            }
        }
    }

    #[inline]
    fn capture_at(&self, mv: Move, taken: Kind) -> usize {
        self.end(mv) * self.kinds + taken.index()
    }

    /// The score of a capture.
    #[inline]
    pub(crate) fn capture(&self, mv: Move, taken: Kind) -> i32 {
        i32::from(self.capture[self.capture_at(mv, taken)])
    }

    /// Updates the score of a capture.
    pub(crate) fn update_capture(&mut self, mv: Move, taken: Kind, bonus: i32) {
        let at = self.capture_at(mv, taken);
        adjust(&mut self.capture[at], bonus);
    }

    /// The countermove of a move.
    #[inline]
    pub(crate) fn counter_move(&self, index: Option<ContinuationIndex>) -> Option<Move> {
        self.counter_moves[index?.0]
    }

    /// Stores a countermove.
    pub(crate) fn set_counter_move(&mut self, index: Option<ContinuationIndex>, mv: Move) {
        if let Some(index) = index {
            self.counter_moves[index.0] = Some(mv);
        }
    }

    /// Clears the tables of this thread; `common`: also the tables shared with other threads.
    pub(crate) fn clear(&mut self, common: bool) {
        if common {
            self.continuation.clear();
        }
        *self = History::new(self.squares, self.kinds, Arc::clone(&self.continuation));
    }

    /// Halves the quiet history before a search of another position of the game.
    pub(crate) fn age(&mut self) {
        self.quiet.iter_mut().for_each(|entry| *entry /= 2);
    }
}
