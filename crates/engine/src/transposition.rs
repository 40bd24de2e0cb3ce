//! The transposition table, shared by all threads without locks. An entry is two words; the first is the key XOR
//! the data, so an entry torn by two concurrent writers does not match and is ignored.

use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};

use super::score::{DECIDED, Score};
use crate::rules::mv::Move;
use crate::rules::zobrist::mix;
use crate::task;
use crate::{available_memory, memory};

/// The bound type of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// Upper bound: the true score is at most this.
    Upper,
    /// Lower bound: the true score is at least this.
    Lower,
    /// The exact score.
    Exact,
}

impl Bound {
    /// The bound type of a score that a search with this window returned.
    pub(crate) fn of(score: Score, (alpha, beta): (Score, Score)) -> Bound {
        match score {
            _ if score >= beta => Bound::Lower,
            _ if score <= alpha => Bound::Upper,
            _ => Bound::Exact,
        }
    }
}

/// An entry of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// The digest of the best move; 0 if there is none.
    pub(crate) mv: u16,
    pub(crate) score: Score,
    /// The static evaluation.
    pub(crate) evaluation: Score,
    /// The search depth of the score.
    pub(crate) depth: i32,
    /// The bound type of the score.
    pub(crate) bound: Bound,
}

impl TableEntry {
    /// Does the score settle a search with this window: is it exact, or does it cause a cutoff?
    #[inline]
    pub(crate) fn settles(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

/// The encoded key and the data of an entry.
type Slot = [AtomicU64; 2];

fn key(slot: &Slot) -> u64 {
    slot[0].load(Ordering::Relaxed)
}

fn data(slot: &Slot) -> u64 {
    slot[1].load(Ordering::Relaxed)
}

/// Number of slots per bucket.
const WAYS: usize = 4;

/// The slots that a position can be in; they share one cache line.
type Bucket = [Slot; WAYS];

/// Words per bucket, and the alignment of a bucket in bytes: one cache line.
const WORDS: usize = 2 * WAYS;
const LINE: usize = 64;

/// The smallest pages of the supported systems, and the part of the table that a thread takes at a time, in words.
const PAGE: usize = 4096 / size_of::<AtomicU64>();
const PART_BYTES: usize = 1024 * PAGE;

/// From this size on a table is warmed up, in bytes. Few searches write to all pages of a smaller one.
const LARGE_BYTES: usize = 128 << 20;

/// The age counter wraps around at this value.
const AGES: u8 = 64;

/// The transposition table.
#[derive(Debug)]
pub struct TranspositionTable {
    /// The words of all buckets, initially zero, and some more words so that the first bucket can be aligned.
    words: Vec<AtomicU64>,
    skipped: usize,
    buckets: usize,
    age: AtomicU8,
    /// Are its pages provided, or few?
    warm: bool,
}

/// A 16-bit digest of a move, never 0: enough to identify it among the legal moves of its position.
pub(crate) fn digest(mv: Move) -> u16 {
    (mix(mv.packed()) >> 48) as u16 | 1
}

fn pack(entry: TableEntry, age: u8) -> u64 {
    // Never 0, because 0 marks an empty slot.
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.mv)
        | u64::from(entry.score as i16 as u16) << 16
        | u64::from(entry.evaluation as i16 as u16) << 32
        | u64::from(entry.depth.clamp(0, 255) as u8) << 48
        | bound << 56
        | u64::from(age) << 58
}

fn unpack(data: u64) -> TableEntry {
    TableEntry {
        mv: data as u16,
        score: Score::from((data >> 16) as i16),
        evaluation: Score::from((data >> 32) as i16),
        depth: i32::from((data >> 48) as u8),
        bound: match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

/// Mate scores are stored relative to the position, not to the root.
fn kept(score: Score, ply: usize) -> Score {
    if score.abs() < DECIDED { score } else { score + score.signum() * ply as Score }
}

fn seen(score: Score, ply: usize) -> Score {
    if score.abs() < DECIDED { score } else { score - score.signum() * ply as Score }
}

impl TranspositionTable {
    /// A table of at most this many megabytes; `None` if there is not enough memory. The system provides its pages
    /// when they are first written.
    pub fn new(megabytes: usize) -> Option<TranspositionTable> {
        let bytes = megabytes.max(1).checked_mul(1 << 20)?;
        if available_memory::bytes(0).is_some_and(|room| room < bytes) {
            return None;
        }
        let buckets = bytes / LINE;
        let mut words: Vec<AtomicU64> = memory::zeros(buckets * WORDS + WORDS - 1)?;
        memory::wide(&mut words);
        let skipped = words.as_ptr().align_offset(LINE).min(WORDS - 1);
        Some(TranspositionTable { words, skipped, buckets, age: AtomicU8::new(0), warm: bytes < LARGE_BYTES })
    }

    /// Writes to each page of a large table, on all processors, so that the system provides the pages now: it fills each
    /// with zeros, and searches that write to new pages all the time hardly search.
    pub(crate) fn warm_up(&mut self) {
        if std::mem::replace(&mut self.warm, true) {
            return;
        }
        let next = AtomicUsize::new(0);
        let parts: Vec<&[AtomicU64]> = self.words.chunks(PART_BYTES).collect();
        let work = || {
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                for word in part.iter().step_by(PAGE) {
                    word.store(word.load(Ordering::Relaxed), Ordering::Relaxed);
                }
            }
        };
        // Without other threads this one does all of it, and nothing in it can panic.
        let _ = task::share("memory", task::processors(), work);
    }

    fn all(&self) -> &[Bucket] {
        let (slots, _) = self.words[self.skipped..].as_chunks();
        let (buckets, _) = slots.as_chunks();
        &buckets[..self.buckets]
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        let at = ((u128::from(hash) * self.buckets as u128) >> 64) as usize;
        &self.all()[at]
    }

    fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.all().iter().flatten()
    }

    /// Prefetches the bucket of a position that will be probed soon.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        memory::prefetch(self.bucket(hash));
    }

    /// Looks a position up; mate scores are converted to this ply.
    #[inline]
    pub fn probe(&self, hash: u64, ply: usize) -> Option<TableEntry> {
        let found = self.bucket(hash).iter().find_map(|slot| {
            let data = data(slot);
            (data != 0 && key(slot) ^ data == hash).then_some(data)
        })?;
        let entry = unpack(found);
        Some(TableEntry { score: seen(entry.score, ply), ..entry })
    }

    /// Stores an entry. It replaces the entry of the same position, or else the one that is oldest and shallowest.
    #[inline]
    pub(crate) fn store(&self, hash: u64, ply: usize, mut entry: TableEntry) {
        let now = self.age.load(Ordering::Relaxed);
        let value = |data: u64| {
            let behind = (now + AGES - (data >> 58) as u8) % AGES;
            i32::from((data >> 48) as u8) - 8 * i32::from(behind)
        };
        let mut place: Option<(&Slot, i32)> = None;
        for slot in self.bucket(hash) {
            let data = data(slot);
            if data == 0 || key(slot) ^ data == hash {
                if data != 0 {
                    let old = unpack(data);
                    if entry.mv == 0 {
                        entry.mv = old.mv;
                    }
                    let fresh = (data >> 58) as u8 == now;
                    if fresh && entry.bound != Bound::Exact && entry.depth + 3 < old.depth {
                        return;
                    }
                }
                place = Some((slot, 0));
                break;
            }
            let worth = value(data);
            if place.is_none_or(|(_, least)| worth < least) {
                place = Some((slot, worth));
            }
        }
        if let Some((slot, _)) = place {
            let data = pack(TableEntry { score: kept(entry.score, ply), ..entry }, now);
            slot[0].store(hash ^ data, Ordering::Relaxed);
            slot[1].store(data, Ordering::Relaxed);
        }
    }

    /// Starts a new search: entries stored from now on have a new age.
    pub(crate) fn grow_older(&self) {
        let age = (self.age.load(Ordering::Relaxed) + 1) % AGES;
        self.age.store(age, Ordering::Relaxed);
    }

    pub(crate) fn clear(&self) {
        for slot in self.slots() {
            // Slots that were never written are skipped, so that their pages need no physical memory.
            if data(slot) != 0 {
                slot[1].store(0, Ordering::Relaxed);
            }
        }
    }

    /// How full the table is with entries of the current search, in thousandths.
    pub(crate) fn fill(&self) -> usize {
        let now = u64::from(self.age.load(Ordering::Relaxed));
        let young = |slot: &&Slot| {
            let data = data(slot);
            data != 0 && data >> 58 == now
        };
        self.slots().take(1000).filter(young).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{lost, won};

    #[test]
    fn the_least_that_can_be_kept_is_not_taken_for_nothing() {
        let table = TranspositionTable::new(1).expect("a little memory");
        let least = TableEntry { mv: 0, score: 0, evaluation: 0, depth: 0, bound: Bound::Upper };
        for age in 0..AGES {
            let hash = mix(u64::from(age));
            table.store(hash, 0, least);
            assert_eq!(table.probe(hash, 0), Some(least), "after {age} searches");
            table.grow_older();
        }
    }

    #[test]
    fn a_bucket_lies_in_one_line() {
        let table = TranspositionTable::new(1).expect("a little memory");
        assert_eq!(table.all().as_ptr().align_offset(LINE), 0);
        assert_eq!((table.all().len(), size_of::<Bucket>()), ((1 << 20) / LINE, LINE));
    }

    #[test]
    fn what_is_larger_than_memory_is_refused() {
        for megabytes in [1 << 24, 1 << 40, usize::MAX] {
            assert!(TranspositionTable::new(megabytes).is_none(), "{megabytes} MB");
        }
    }

    #[test]
    fn what_is_kept_is_found() {
        let table = TranspositionTable::new(1).expect("a little memory");
        for (number, score) in [0, -300, won(7), lost(4)].into_iter().enumerate() {
            let hash = mix(number as u64);
            let entry = TableEntry { mv: 77, score, evaluation: -12, depth: 9, bound: Bound::Lower };
            table.store(hash, 3, entry);
            assert_eq!(table.probe(hash, 3), Some(entry));
            assert_eq!(table.probe(!hash, 3), None);
        }
        let deeper = table.probe(mix(2), 1).map(|entry| entry.score);
        assert_eq!(deeper, Some(won(5)), "a win is counted from where it is asked");
        table.clear();
        assert_eq!(table.probe(mix(0), 0), None);
    }

    #[test]
    fn a_full_table_keeps_what_is_new_and_deep() {
        let table = TranspositionTable::new(1).expect("a little memory");
        let entry = |depth| TableEntry { mv: 1, score: 0, evaluation: 0, depth, bound: Bound::Exact };
        for number in 0..200_000 {
            table.store(mix(number), 0, entry(1));
        }
        table.grow_older();
        for number in 200_000..200_100 {
            table.store(mix(number), 0, entry(20));
        }
        let kept = (200_000..200_100).filter(|&number| table.probe(mix(number), 0).is_some()).count();
        assert_eq!(kept, 100);
    }
}
