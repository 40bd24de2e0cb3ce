//! The table of positions looked at, shared by all threads without locks. An entry is two words;
//! the first is the key mixed with the second, so that one torn by two writers is not found.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::score::{DECIDED, Score};
use crate::engine::{memory, room};
use crate::rules::mv::Move;
use crate::rules::zobrist::mix;

/// What a score says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The position is worth at most this.
    Upper,
    /// At least this.
    Lower,
    /// Exactly this.
    Exact,
}

impl Bound {
    /// What a score says that came of a search with this window.
    pub fn of(score: Score, (alpha, beta): (Score, Score)) -> Bound {
        match score {
            _ if score >= beta => Bound::Lower,
            _ if score <= alpha => Bound::Upper,
            _ => Bound::Exact,
        }
    }
}

/// What is entry of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// The digest of its best move; 0 if none is entry.
    pub mv: u16,
    /// Its score.
    pub score: Score,
    /// What its evaluation said.
    pub evaluation: Score,
    /// How deep it was looked at.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
}

impl TableEntry {
    /// Is the score all that a search with this window could find out?
    #[inline]
    pub fn settles(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

/// A key and its data.
type Slot = [AtomicU64; 2];

fn key(slot: &Slot) -> u64 {
    slot[0].load(Ordering::Relaxed)
}

fn data(slot: &Slot) -> u64 {
    slot[1].load(Ordering::Relaxed)
}

/// How many slots a position can be in.
const WAYS: usize = 4;

/// The slots a position can be in: what the processor fetches at once.
type Bucket = [Slot; WAYS];

/// How many words a bucket has, and where each begins: at the line of the processor's cache.
const WORDS: usize = 2 * WAYS;
const LINE: usize = 64;

/// The ages go round.
const AGES: u8 = 64;

/// The table.
#[derive(Debug)]
pub struct TranspositionTable {
    /// The words of all buckets, zero at first, and a few more so that the first bucket can begin at a line.
    words: Vec<AtomicU64>,
    skipped: usize,
    buckets: usize,
    age: AtomicU8,
}

/// A move in sixteen bits, never 0: enough to find it again among the moves of its position.
pub fn digest(mv: Move) -> u16 {
    (mix(mv.packed()) >> 48) as u16 | 1
}

fn pack(entry: TableEntry, age: u8) -> u64 {
    // Never 0, for that is a slot with nothing in it.
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

/// Scores of won games are kept as seen from the position, not from the root.
fn kept(score: Score, ply: usize) -> Score {
    if score.abs() < DECIDED { score } else { score + score.signum() * ply as Score }
}

fn seen(score: Score, ply: usize) -> Score {
    if score.abs() < DECIDED { score } else { score - score.signum() * ply as Score }
}

impl TranspositionTable {
    /// A table of at most this many megabytes; none where there is no memory for it. Its memory is taken
    /// from the system as it is written to.
    pub fn new(megabytes: usize) -> Option<TranspositionTable> {
        let megabytes = megabytes.max(1);
        if room::megabytes().is_some_and(|room| room < megabytes) {
            return None;
        }
        let buckets = megabytes.checked_mul(1 << 20)? / LINE;
        let mut words: Vec<AtomicU64> = memory::zeros(buckets * WORDS + WORDS - 1)?;
        memory::wide(&mut words);
        let skipped = words.as_ptr().align_offset(LINE).min(WORDS - 1);
        Some(TranspositionTable { words, skipped, buckets, age: AtomicU8::new(0) })
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

    /// This position will be asked for soon.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        memory::prefetch(self.bucket(hash));
    }

    /// What is entry of a position, seen from this ply.
    #[inline]
    pub fn probe(&self, hash: u64, ply: usize) -> Option<TableEntry> {
        let found = self.bucket(hash).iter().find_map(|slot| {
            let data = data(slot);
            (data != 0 && key(slot) ^ data == hash).then_some(data)
        })?;
        let entry = unpack(found);
        Some(TableEntry { score: seen(entry.score, ply), ..entry })
    }

    /// Keeps what is entry: in place of the same position, or of what is old and shallow.
    #[inline]
    pub fn store(&self, hash: u64, ply: usize, mut entry: TableEntry) {
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

    /// A new search begins: what is kept from now on is younger.
    pub fn grow_older(&self) {
        let age = (self.age.load(Ordering::Relaxed) + 1) % AGES;
        self.age.store(age, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.slots() {
            // What was never written stays the system's.
            if data(slot) != 0 {
                slot[1].store(0, Ordering::Relaxed);
            }
        }
    }

    /// How full it is with what this search kept, in thousandths.
    pub fn fill(&self) -> usize {
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
    use crate::engine::score::{lost, won};

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
