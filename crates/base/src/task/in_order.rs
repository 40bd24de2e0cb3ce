//! Results of work that is shared among threads, in the order of their numbers, whichever comes first.

use std::collections::BTreeMap;

/// The results that are not taken yet. As an iterator it gives the next one, if it is there.
#[derive(Debug)]
pub struct InOrder<T> {
    next: usize,
    /// Results with higher numbers.
    early: BTreeMap<usize, T>,
}

impl<T> InOrder<T> {
    /// Results of which the first one has this number.
    pub const fn from(first: usize) -> InOrder<T> {
        InOrder { next: first, early: BTreeMap::new() }
    }

    /// Adds the result with this number.
    pub fn add(&mut self, number: usize, result: T) {
        self.early.insert(number, result);
    }
}

impl<T> Iterator for InOrder<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let result = self.early.remove(&self.next)?;
        self.next += 1;
        Some(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_waits_for_those_before_it() {
        let mut results = InOrder::from(3);
        results.add(4, "b");
        assert_eq!(results.next(), None);
        results.add(6, "d");
        results.add(3, "a");
        assert_eq!(results.by_ref().collect::<Vec<_>>(), ["a", "b"]);
        results.add(5, "c");
        assert_eq!(results.collect::<Vec<_>>(), ["c", "d"]);
    }
}
