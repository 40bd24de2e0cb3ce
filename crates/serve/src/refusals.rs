//! What one connection was refused. The log tells the first request of a kind, and at the end how many more there were, so
//! that nobody fills it by asking.

use std::collections::BTreeMap;

/// How often each kind of request was refused.
#[derive(Debug, Default)]
pub(super) struct Refusals(BTreeMap<&'static str, u64>);

impl Refusals {
    /// Counts one. Returns whether it is the first of its kind, and how many of all kinds there are.
    pub(super) fn add(&mut self, what: &'static str) -> (bool, u64) {
        let count = self.0.entry(what).or_default();
        *count += 1;
        (*count == 1, self.0.values().sum())
    }

    /// The kinds of which more than one was refused, and how many more.
    pub(super) fn more(&self) -> Vec<(&'static str, u64)> {
        self.0.iter().map(|(&what, &count)| (what, count - 1)).filter(|(_, more)| *more > 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_kind_is_told_and_the_others_are_counted() {
        let mut refusals = Refusals::default();
        assert_eq!(refusals.add("forward"), (true, 1));
        assert_eq!(refusals.add("exec"), (true, 2));
        assert_eq!(refusals.more(), []);
        for all in 3..=1206 {
            assert_eq!(refusals.add("forward"), (false, all));
        }
        assert_eq!(refusals.more(), [("forward", 1204)]);
    }
}
