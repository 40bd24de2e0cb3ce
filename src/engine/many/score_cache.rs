//! The static scores that a search has computed lately. In games for more than two seats a static score takes longer than
//! any other part of a node, and iterations and lines that transpose ask for the same scores again.

use crate::engine::score::Score;

/// The number of entries, a power of two.
const ENTRIES: usize = 1 << 15;

/// The static scores of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    key: u64,
    /// What the evaluation says.
    pub(super) evaluation: Score,
    /// The evaluation with hanging pieces, if that is known.
    pub(super) leaf: Option<Score>,
}

/// The scores, by the key of the position. A new entry replaces the one in its place.
#[derive(Debug)]
pub(super) struct ScoreCache(Vec<Option<Known>>);

impl ScoreCache {
    /// An empty cache. It takes no memory before the first entry.
    pub(super) fn new() -> ScoreCache {
        ScoreCache(Vec::new())
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.0.fill(None);
    }

    /// The scores of the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        self.0.get(place(key)).copied().flatten().filter(|known| known.key == key)
    }

    /// Stores the scores of the position with this key.
    #[inline]
    pub(super) fn put(&mut self, key: u64, evaluation: Score, leaf: Option<Score>) {
        if self.0.is_empty() {
            self.0.resize(ENTRIES, None);
        }
        self.0[place(key)] = Some(Known { key, evaluation, leaf });
    }
}

#[inline]
fn place(key: u64) -> usize {
    (key >> 32) as usize % ENTRIES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_knows_what_was_put_there_last() {
        let mut cache = ScoreCache::new();
        let scores = |cache: &ScoreCache, key| cache.get(key).map(|known| (known.evaluation, known.leaf));
        let (one, same_place) = (7 << 32, 7 << 32 | 1);
        assert_eq!(scores(&cache, one), None);
        cache.put(one, 30, None);
        assert_eq!((scores(&cache, one), scores(&cache, same_place)), (Some((30, None)), None));
        cache.put(one, 30, Some(-20));
        assert_eq!(scores(&cache, one), Some((30, Some(-20))));
        cache.put(same_place, 5, None);
        assert_eq!((scores(&cache, one), scores(&cache, same_place)), (None, Some((5, None))));
        cache.clear();
        assert_eq!(scores(&cache, same_place), None);
    }
}
