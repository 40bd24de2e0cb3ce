//! PGN tags in compact form: the list of a large file keeps the tags of every game in memory.

use std::fmt;

/// Names with values, in the order in which they were first set.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Tags {
    /// All names and values, concatenated.
    text: String,
    /// The offsets at which each name and its value end.
    ends: Vec<(u32, u32)>,
}

impl Tags {
    /// The offset at which the tag with this index starts.
    fn begin(&self, rank: usize) -> usize {
        rank.checked_sub(1).map_or(0, |before| self.ends[before].1 as usize)
    }

    fn pair(&self, rank: usize) -> (&str, &str) {
        let (name, value) = self.ends[rank];
        (&self.text[self.begin(rank)..name as usize], &self.text[name as usize..value as usize])
    }

    fn rank(&self, name: &str) -> Option<usize> {
        (0..self.ends.len()).find(|&rank| self.pair(rank).0.eq_ignore_ascii_case(name))
    }

    /// The value of a tag; the case of the name is ignored.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.rank(name).map(|rank| self.pair(rank).1)
    }

    /// Sets a value: of the existing tag, or of a new one at the end.
    pub fn set(&mut self, name: &str, value: impl AsRef<str>) {
        let value = value.as_ref();
        if let Some(rank) = self.rank(name) {
            let (from, to) = self.ends[rank];
            self.text.replace_range(from as usize..to as usize, value);
            self.ends[rank].1 = from + value.len() as u32;
            self.shift(rank + 1, value.len() as i64 - i64::from(to - from));
        } else {
            self.text.push_str(name);
            let middle = self.text.len() as u32;
            self.text.push_str(value);
            self.ends.push((middle, self.text.len() as u32));
        }
    }

    pub(crate) fn remove(&mut self, name: &str) {
        let Some(rank) = self.rank(name) else { return };
        let (from, to) = (self.begin(rank), self.ends[rank].1 as usize);
        self.text.replace_range(from..to, "");
        self.ends.remove(rank);
        self.shift(rank, from as i64 - to as i64);
    }

    /// Moves the offsets of all tags from this index on.
    fn shift(&mut self, rank: usize, by: i64) {
        for (name, value) in &mut self.ends[rank..] {
            (*name, *value) = ((i64::from(*name) + by) as u32, (i64::from(*value) + by) as u32);
        }
    }

    /// All names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        (0..self.ends.len()).map(|rank| self.pair(rank))
    }

    /// Frees unused capacity.
    pub(crate) fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}

impl fmt::Debug for Tags {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_set_and_names_taken_away() {
        let mut tags = Tags::default();
        for (name, value) in [("One", "1"), ("two", ""), ("Three", "drei"), ("ONE", "eins"), ("Two", "zwei")] {
            tags.set(name, value);
        }
        assert_eq!(format!("{tags:?}"), r#"{"One": "eins", "two": "zwei", "Three": "drei"}"#);
        assert_eq!((tags.get("TWO"), tags.get("four")), (Some("zwei"), None));
        tags.set("one", "é");
        tags.remove("TWO");
        tags.remove("two");
        assert_eq!(tags.iter().collect::<Vec<_>>(), [("One", "é"), ("Three", "drei")]);
        let mut other = Tags::default();
        other.set("One", "é");
        assert_ne!(tags, other);
        other.set("Three", "drei");
        assert_eq!(tags, other);
    }
}
