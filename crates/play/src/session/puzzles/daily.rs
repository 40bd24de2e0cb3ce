//! The puzzle of the day: chosen by the date alone, so it is the same for everybody who has the same puzzles.

use crate::record::puzzle::collection::Collection;
use crate::rules::zobrist::mix;

/// The place of the puzzle of a date (`2026-11-24`). Each puzzle is drawn with its own number, so that most days stay as
/// they are when puzzles are added. `None` if there are no puzzles.
pub fn of(collection: &Collection, date: &str) -> Option<usize> {
    let day = date.bytes().fold(0_u64, |hash, byte| mix(hash ^ u64::from(byte)));
    let entries = &collection.entries;
    (0..entries.len()).min_by_key(|&at| (mix(entries[at].key ^ day), at))
}
