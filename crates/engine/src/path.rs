//! The hashes of a game and of the line that is searched, to detect repetitions.

/// The number of counters: enough that few positions of a game share one.
const CELLS: usize = 2_048;

/// The hashes of all positions up to the current one.
#[derive(Debug)]
pub(super) struct Path {
    hashes: Vec<u64>,
    /// How many of the hashes fall on each counter. Nearly all positions are new, and their counter says so, so the
    /// path is rarely read.
    counts: Box<[u16]>,
}

impl Default for Path {
    fn default() -> Path {
        Path { hashes: Vec::new(), counts: vec![0; CELLS].into_boxed_slice() }
    }
}

impl Path {
    /// Starts again with the positions of a game.
    pub(super) fn restart(&mut self, past: &[u64]) {
        self.hashes.clear();
        self.counts.fill(0);
        for &hash in past {
            self.push(hash);
        }
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

    #[test]
    fn only_the_same_position_within_the_plies_repeats() {
        let mut path = Path::default();
        path.restart(&[7, 8, 9, 10, 7]);
        assert!(path.repeats(4, 2) && !path.repeats(3, 2) && path.repeats(usize::MAX, 2));
        path.push(8 + CELLS as u64);
        assert!(!path.repeats(usize::MAX, 2), "another position on the same counter");
        path.pop();
        path.push(9);
        assert!(!path.repeats(usize::MAX, 2), "another seat was to move");
        assert_eq!(path.occurrences(usize::MAX, 2), 1);
        path.restart(&[7, 8, 7, 8, 7]);
        assert_eq!((path.occurrences(usize::MAX, 2), path.occurrences(2, 2)), (3, 2));
        path.restart(&[7, 7]);
        assert!(!path.repeats(usize::MAX, 2));
    }
}
