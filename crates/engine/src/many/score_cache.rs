//! The static scores that a search has computed lately. In games for more than two seats a static score takes longer than
//! any other part of a node, and iterations and lines that transpose ask for the same scores again.

use crate::score::Score;

/// The number of entries, a power of two.
const ENTRIES: usize = 1 << 15;

/// Stands for an unknown score.
const UNKNOWN: i16 = i16::MIN;

/// An entry. It is small, so that most of the cache stays near the processor.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The bits of the key that do not say where the entry is.
    check: u32,
    /// The scores; `UNKNOWN` if there are none.
    evaluation: i16,
    leaf: i16,
}

const EMPTY: Entry = Entry { check: 0, evaluation: UNKNOWN, leaf: UNKNOWN };

/// The static scores of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// What the evaluation says.
    pub(super) evaluation: Score,
    /// The evaluation with hanging pieces, if that is known.
    pub(super) leaf: Option<Score>,
}

/// The scores, by the key of the position. A new entry replaces the one in its place.
#[derive(Debug)]
pub(crate) struct ScoreCache(Vec<Entry>);

impl ScoreCache {
    /// The memory of a cache in bytes.
    pub(crate) const BYTES: usize = ENTRIES * size_of::<Entry>();

    /// An empty cache. It takes no memory before the first entry.
    pub(super) fn new() -> ScoreCache {
        ScoreCache(Vec::new())
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.0.fill(EMPTY);
    }

    /// The scores of the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let entry = self.0.get(place(key)).filter(|entry| entry.check == key as u32)?;
        let score = |kept: i16| (kept != UNKNOWN).then_some(Score::from(kept));
        Some(Known { evaluation: score(entry.evaluation)?, leaf: score(entry.leaf) })
    }

    /// Stores the scores of the position with this key. A score that does not fit stays unknown.
    #[inline]
    pub(super) fn put(&mut self, key: u64, scores: Known) {
        if self.0.is_empty() {
            self.0.resize(ENTRIES, EMPTY);
        }
        let kept = |score: Score| i16::try_from(score).unwrap_or(UNKNOWN);
        let leaf = scores.leaf.map_or(UNKNOWN, kept);
        self.0[place(key)] = Entry { check: key as u32, evaluation: kept(scores.evaluation), leaf };
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
        let (one, same_place) = (7 << 32, 7 << 32 | 1);
        assert_eq!(cache.get(one), None);
        let scores = Known { evaluation: 30, leaf: None };
        cache.put(one, scores);
        assert_eq!((cache.get(one), cache.get(same_place)), (Some(scores), None));
        let scores = Known { evaluation: 30, leaf: Some(-20) };
        cache.put(one, scores);
        assert_eq!(cache.get(one), Some(scores));
        let other = Known { evaluation: 5, leaf: None };
        cache.put(same_place, other);
        assert_eq!((cache.get(one), cache.get(same_place)), (None, Some(other)));
        cache.clear();
        assert_eq!(cache.get(same_place), None);
    }

    #[test]
    fn a_score_that_does_not_fit_is_not_known() {
        let mut cache = ScoreCache::new();
        cache.put(0, Known { evaluation: 40_000, leaf: Some(1) });
        assert_eq!(cache.get(0), None);
        cache.put(0, Known { evaluation: -32_767, leaf: Some(-40_000) });
        assert_eq!(cache.get(0), Some(Known { evaluation: -32_767, leaf: None }));
    }
}
