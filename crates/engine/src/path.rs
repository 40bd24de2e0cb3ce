//! The hashes of a game and of the line that is searched, to detect repetitions.

use crate::rules::side::{Side, Sides};
use crate::rules::visits::{Visit, pursuers};

/// The number of counters: enough that few positions of a game share one.
const CELLS: usize = 2_048;

/// The hashes of all positions up to the current one.
#[derive(Debug)]
pub(super) struct Path {
    hashes: Vec<u64>,
    /// Whether the seat to move is in check in each position. Empty where checks do not weigh.
    checks: Vec<bool>,
    /// How many of the hashes fall on each counter. Nearly all positions are new, and their counter says so, so the
    /// path is rarely read.
    counts: Box<[u16]>,
}

impl Default for Path {
    fn default() -> Path {
        Path { hashes: Vec::new(), checks: Vec::new(), counts: vec![0; CELLS].into_boxed_slice() }
    }
}

impl Path {
    /// Starts again with the positions of a game.
    pub(super) fn restart(&mut self, past: &[Visit]) {
        self.hashes.clear();
        self.checks.clear();
        self.counts.fill(0);
        for visit in past {
            self.push(visit.hash);
        }
    }

    /// Adds the checks of the positions of a game, where they weigh. Each position after them is then pushed with
    /// [`Path::push_check`].
    pub(super) fn weigh(&mut self, past: &[Visit]) {
        self.checks.extend(past.iter().map(|visit| visit.check));
    }

    /// Says of the last position whether the seat to move is in check.
    pub(super) fn push_check(&mut self, check: bool) {
        self.checks.push(check);
    }

    /// Adds a position.
    #[inline]
    pub(super) fn push(&mut self, hash: u64) {
        self.hashes.push(hash);
        let count = self.count(hash);
        *count = count.wrapping_add(1);
    }

    /// Removes the last position.
    #[inline]
    pub(super) fn pop(&mut self) {
        if let Some(hash) = self.hashes.pop() {
            let count = self.count(hash);
            *count = count.wrapping_sub(1);
            self.checks.truncate(self.hashes.len());
        }
    }

    fn count(&mut self, hash: u64) -> &mut u16 {
        &mut self.counts[hash as usize % CELLS]
    }

    /// How often the last position has occurred within so many plies, every `seats` plies, itself included.
    pub(super) fn occurrences(&self, within: usize, seats: usize) -> usize {
        let Some((&last, before)) = self.hashes.split_last() else { return 0 };
        let earlier = before.iter().rev().take(within).skip(seats - 1).step_by(seats);
        1 + earlier.filter(|&&hash| hash == last).count()
    }

    /// The seats of a game for two that gave check with every move since the last position occurred first within so many
    /// plies. `turn` is to move.
    pub(super) fn pursuers(&self, turn: Side, within: usize) -> Sides {
        let Some((&last, before)) = self.hashes.split_last() else { return Sides::NONE };
        let mut earlier = before.iter().rev().take(within).enumerate().skip(1).step_by(2);
        let plies = earlier.rfind(|&(_, &hash)| hash == last).map_or(0, |(plies, _)| plies + 1);
        pursuers(turn, self.checks.iter().rev().take(plies).copied())
    }

    /// Has the last position occurred within so many plies before, every `seats` plies?
    #[inline]
    pub(super) fn repeats(&self, within: usize, seats: usize) -> bool {
        let Some((&last, before)) = self.hashes.split_last() else { return false };
        // This position itself is counted too.
        self.counts[last as usize % CELLS] != 1
            && before.iter().rev().take(within).skip(seats - 1).step_by(seats).any(|&hash| hash == last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visits(hashes: &[u64]) -> Vec<Visit> {
        hashes.iter().map(|&hash| Visit { hash, check: hash == 8 }).collect()
    }

    #[test]
    fn only_the_same_position_within_the_plies_repeats() {
        let mut path = Path::default();
        path.restart(&visits(&[7, 8, 9, 10, 7]));
        assert!(path.repeats(4, 2) && !path.repeats(3, 2) && path.repeats(usize::MAX, 2));
        path.push(8 + CELLS as u64);
        assert!(!path.repeats(usize::MAX, 2), "another position on the same counter");
        path.pop();
        path.push(9);
        assert!(!path.repeats(usize::MAX, 2), "another seat was to move");
        assert_eq!(path.occurrences(usize::MAX, 2), 1);
        path.restart(&visits(&[7, 8, 7, 8, 7]));
        assert_eq!((path.occurrences(usize::MAX, 2), path.occurrences(2, 2)), (3, 2));
        path.restart(&visits(&[7, 7]));
        assert!(!path.repeats(usize::MAX, 2));
    }

    #[test]
    fn who_gives_check_all_the_time_is_known_where_checks_weigh() {
        let past = visits(&[9, 7, 8, 7, 8, 7]);
        let mut path = Path::default();
        path.restart(&past);
        path.weigh(&past);
        let (first, second) = (Side::FIRST, Side::new(1));
        assert_eq!(path.pursuers(first, usize::MAX), Sides::only(first), "the rival was in check all the time");
        path.push(8);
        path.push_check(true);
        assert_eq!(path.pursuers(second, usize::MAX), Sides::only(first));
        path.pop();
        path.push(6);
        path.push_check(false);
        path.push(7);
        path.push_check(false);
        assert_eq!(path.pursuers(second, usize::MAX), Sides::NONE, "6 was no check");
        assert_eq!(path.pursuers(second, 2), Sides::NONE);
    }
}
