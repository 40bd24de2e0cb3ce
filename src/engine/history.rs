//! What earlier positions of a search say of moves: which quiet moves were good, after which
//! moves, and which captures were. The large tables are shared by all threads of a search, so that
//! their memory does not grow with the threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicI16, Ordering};

use super::memory;
use crate::rules::mv::Move;
use crate::rules::piece::Kind;
use crate::rules::side::{SEATS, Side};

/// The best that can be said of a move by one table.
const MOST: i32 = 16_384;

/// What followed which move, as all threads of a search have found: by the move before (kind and end)
/// and the move (kind and end); for one ply and two back.
#[derive(Debug)]
pub struct Followers([Vec<AtomicI16>; 2]);

impl Followers {
    /// How many entries one of the two tables has.
    const fn entries(squares: usize, kinds: usize) -> usize {
        let ends = kinds * squares;
        ends * ends
    }

    /// How many bytes they take for a board of so many squares and so many kinds.
    pub(super) const fn bytes(squares: usize, kinds: usize) -> usize {
        2 * Followers::entries(squares, kinds) * size_of::<AtomicI16>()
    }

    /// Empty tables; none where there is no memory for them. Memory is taken as they are written to.
    pub(super) fn new(squares: usize, kinds: usize) -> Option<Arc<Followers>> {
        let table = || memory::zeros(Followers::entries(squares, kinds));
        Some(Arc::new(Followers([table()?, table()?])))
    }

    fn clear(&self) {
        // What was never written stays the system's.
        let written = |entry: &&AtomicI16| entry.load(Ordering::Relaxed) != 0;
        self.0.iter().flatten().filter(written).for_each(|entry| entry.store(0, Ordering::Relaxed));
    }
}

/// The tables of one thread.
#[derive(Debug)]
pub struct History {
    squares: usize,
    kinds: usize,
    /// By seat, from where and to where.
    quiet: Vec<i16>,
    /// By kind, to where, and what is captured.
    capture: Vec<i16>,
    after: Arc<Followers>,
    /// The quiet move that was the best answer to a move (kind and end).
    answers: Vec<Option<Move>>,
}

/// The row of what followed a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row(usize);

fn adjusted(entry: i16, bonus: i32) -> i16 {
    let bonus = bonus.clamp(-MOST, MOST);
    (i32::from(entry) + bonus - i32::from(entry) * bonus.abs() / MOST) as i16
}

fn adjust(entry: &mut i16, bonus: i32) {
    *entry = adjusted(*entry, bonus);
}

impl History {
    /// Empty tables for a board of so many squares and so many kinds.
    pub(super) fn new(squares: usize, kinds: usize, after: Arc<Followers>) -> History {
        let ends = kinds * squares;
        History {
            squares,
            kinds,
            quiet: vec![0; SEATS * (squares + kinds) * squares],
            capture: vec![0; ends * kinds],
            after,
            answers: vec![None; ends],
        }
    }

    fn end(&self, mv: Move) -> usize {
        mv.kind.index() * self.squares + mv.to.index()
    }

    /// The row of what followed this move.
    #[inline]
    pub fn row(&self, mv: Move) -> Row {
        Row(self.end(mv))
    }

    #[inline]
    fn quiet_at(&self, side: Side, mv: Move) -> usize {
        let from = if mv.is_drop() { self.squares + mv.kind.index() } else { mv.from.index() };
        (side.index() * (self.squares + self.kinds) + from) * self.squares + mv.to.index()
    }

    #[inline]
    fn after_at(&self, row: Row, mv: Move) -> usize {
        row.0 * self.kinds * self.squares + self.end(mv)
    }

    /// What is said of a quiet move after those one and two plies back.
    #[inline]
    pub fn quiet(&self, side: Side, mv: Move, before: [Option<Row>; 2]) -> i32 {
        let mut said = i32::from(self.quiet[self.quiet_at(side, mv)]);
        for (table, row) in self.after.0.iter().zip(before) {
            if let Some(row) = row {
                said += i32::from(table[self.after_at(row, mv)].load(Ordering::Relaxed));
            }
        }
        said
    }

    /// A quiet move was good (more than 0) or not (less).
    pub fn learn_quiet(&mut self, side: Side, mv: Move, before: [Option<Row>; 2], bonus: i32) {
        let at = self.quiet_at(side, mv);
        adjust(&mut self.quiet[at], bonus);
        for (back, row) in before.into_iter().enumerate() {
            if let Some(row) = row {
                // What another thread writes at the same moment may be lost: it is only a guess.
                let entry = &self.after.0[back][self.after_at(row, mv)];
                entry.store(adjusted(entry.load(Ordering::Relaxed), bonus), Ordering::Relaxed);
            }
        }
    }

    #[inline]
    fn capture_at(&self, mv: Move, taken: Kind) -> usize {
        self.end(mv) * self.kinds + taken.index()
    }

    /// What is said of a capture.
    #[inline]
    pub fn capture(&self, mv: Move, taken: Kind) -> i32 {
        i32::from(self.capture[self.capture_at(mv, taken)])
    }

    /// A capture was good or not.
    pub fn learn_capture(&mut self, mv: Move, taken: Kind, bonus: i32) {
        let at = self.capture_at(mv, taken);
        adjust(&mut self.capture[at], bonus);
    }

    /// The answer to a move that was best before.
    #[inline]
    pub fn answer(&self, row: Option<Row>) -> Option<Move> {
        self.answers[row?.0]
    }

    /// This was the best answer.
    pub fn learn_answer(&mut self, row: Option<Row>, mv: Move) {
        if let Some(row) = row {
            self.answers[row.0] = Some(mv);
        }
    }

    /// Forgets everything; `common` says whether also what is shared with other threads.
    pub fn clear(&mut self, common: bool) {
        if common {
            self.after.clear();
        }
        *self = History::new(self.squares, self.kinds, Arc::clone(&self.after));
    }

    /// Says less of everything: another position of the game is looked at.
    pub fn fade(&mut self) {
        self.quiet.iter_mut().for_each(|entry| *entry /= 2);
    }
}
