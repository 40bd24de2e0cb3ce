//! A file whose missing values are those of another file.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::{Document, Value};

/// Another file, in which values were found.
#[derive(Debug)]
pub(super) struct Under<'i> {
    /// How messages call it.
    pub(super) name: String,
    pub(super) text: &'i str,
    /// The line that names it.
    pub(super) line: usize,
}

impl<'i> Document<'i> {
    /// The same file with the values of another one where it has none; tables are put together key by key. A key with the
    /// word `without` is in neither. Messages say that a value is `as in name`, at this line of the file itself.
    #[must_use]
    pub fn completed(self, other: Document<'i>, [name, without]: [&str; 2], line: usize) -> Document<'i> {
        // The spans of the other file stay, and those of this one follow them: its keys keep their order so.
        let under = Under { name: name.to_owned(), text: other.text, line };
        let root = Merge { by: under.shift(), without }.tables(self.root, other.root);
        Document { root, under: Some(under), ..self }
    }

    /// The table of a document, to be changed.
    pub const fn root_mut(&mut self) -> &mut DeTable<'i> {
        &mut self.root
    }

    /// The bytes of the text of this file, if they are not in another one.
    pub(super) fn own(&self, span: Range<usize>) -> Option<Range<usize>> {
        let by = self.under.as_ref().map_or(0, Under::shift);
        Some(span.start.checked_sub(by)?..span.end.checked_sub(by)?)
    }
}

impl Under<'_> {
    /// How far the spans of a file are moved that it completes.
    const fn shift(&self) -> usize {
        self.text.len() + 1
    }
}

/// How two files are put together.
struct Merge<'w> {
    by: usize,
    without: &'w str,
}

impl Merge<'_> {
    fn tables<'i>(&self, own: DeTable<'i>, under: DeTable<'i>) -> DeTable<'i> {
        let mut all = under;
        for (key, value) in own {
            let known = all.remove_entry(key.get_ref().as_ref());
            if value.get_ref().as_str() == Some(self.without) {
                continue;
            }
            if let Some((known, below)) = known {
                all.insert(known, self.values(value, below));
            } else {
                let key = Spanned::new(self.moved(key.span()), key.into_inner());
                all.insert(key, self.value(value));
            }
        }
        all
    }

    fn values<'i>(&self, own: Value<'i>, under: Value<'i>) -> Value<'i> {
        let span = self.moved(own.span());
        match (own.into_inner(), under.into_inner()) {
            (DeValue::Table(own), DeValue::Table(under)) => {
                Spanned::new(span, DeValue::Table(self.tables(own, under)))
            }
            (own, _) => Spanned::new(span, self.inner(own)),
        }
    }

    fn value<'i>(&self, value: Value<'i>) -> Value<'i> {
        Spanned::new(self.moved(value.span()), self.inner(value.into_inner()))
    }

    fn inner<'i>(&self, value: DeValue<'i>) -> DeValue<'i> {
        match value {
            DeValue::Table(table) => DeValue::Table(self.tables(table, DeTable::new())),
            DeValue::Array(list) => {
                let mut moved = DeArray::new();
                for value in list {
                    moved.push(self.value(value));
                }
                DeValue::Array(moved)
            }
            other => other,
        }
    }

    const fn moved(&self, span: Range<usize>) -> Range<usize> {
        span.start + self.by..span.end + self.by
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::entries;

    #[test]
    fn tables_are_put_together_key_by_key() {
        let under = Document::parse("a = 1\nt = { x = 1, y = 2 }\nz = [1]\n", "under").expect("TOML");
        let own =
            Document::parse("\n\nlike = 0\nnew = 5\n[t]\ny = { of = [3] }\n[a]\nb = 4\n", "own").expect("TOML");
        let both = own.completed(under, ["Under", "gone"], 3);
        let all: Vec<_> = entries(both.root());
        let keys: Vec<_> = all.iter().map(|(key, value)| (key.get_ref().as_ref(), both.line(value))).collect();
        assert_eq!(keys, [("a", 7), ("t", 5), ("z", 3), ("like", 3), ("new", 4)]);
        assert_eq!(both.shown(all[2].1), "[1] as in Under");
        let below = entries(all[1].1.get_ref().as_table().expect("a table"));
        assert_eq!((both.shown(below[0].1).as_str(), both.line(below[0].1)), ("1 as in Under", 3));
        assert_eq!((both.shown(below[1].1).as_str(), both.line(below[1].1)), ("{ of = [3] }", 6));
    }

    #[test]
    fn a_word_leaves_keys_out() {
        let under = Document::parse("a = 1\nt = { x = 1, y = 2 }\n", "under").expect("TOML");
        let own = Document::parse("a = \"gone\"\nt = { x = \"gone\" }\n", "own").expect("TOML");
        let both = own.completed(under, ["Under", "gone"], 1);
        let all = entries(both.root());
        assert_eq!(all.len(), 1);
        assert_eq!(entries(all[0].1.get_ref().as_table().expect("a table")).len(), 1);
    }
}
