//! A table of the file, read key by key. A key that nobody asks for is a mistake.

use heterodox_base::document::{Document, Key, Mistake, Value, entries, number};
use toml::de::{DeTable, DeValue};

use super::fault::Fault;
use super::keys;
use crate::spelling::nearest;

/// All that is wrong so far.
pub(super) type Mistakes = Vec<Mistake<Fault>>;

/// A table of the file.
pub(super) struct Section<'d, 'i> {
    document: &'d Document<'i>,
    table: &'d DeTable<'i>,
    /// The names of the tables around its keys: `piece.K.`.
    path: String,
    line: usize,
    asked: Vec<&'static str>,
}

impl<'d, 'i> Section<'d, 'i> {
    /// The whole file.
    pub(super) fn root(document: &'d Document<'i>) -> Section<'d, 'i> {
        Section { document, table: document.root(), path: String::new(), line: 1, asked: Vec::new() }
    }

    /// A key with the names of its tables.
    pub(super) fn full(&self, key: &str) -> String {
        format!("{}{key}", self.path)
    }

    fn ask(&mut self, key: &'static str) {
        debug_assert!(keys::has(&self.path, key), "no row for {}{key}", self.path);
        self.asked.push(key);
    }

    /// The value of a key, if it is there.
    pub(super) fn value(&mut self, key: &'static str) -> Option<&'d Value<'i>> {
        self.ask(key);
        self.table.get(key)
    }

    /// The keys and values of a table whose keys are names.
    pub(super) fn named(&self) -> Vec<(&'d Key<'i>, &'d Value<'i>)> {
        entries(self.table)
    }

    /// A table below this one, under this name.
    pub(super) fn below(
        &self,
        name: &str,
        value: &'d Value<'i>,
        mistakes: &mut Mistakes,
    ) -> Option<Section<'d, 'i>> {
        let path = format!("{}{name}.", self.path);
        if let DeValue::Table(table) = value.get_ref() {
            let line = self.document.line(value);
            return Some(Section { document: self.document, table, path, line, asked: Vec::new() });
        }
        self.wrong(name, value, "a table", mistakes);
        None
    }

    /// The table of a key, if it is there.
    pub(super) fn table(&mut self, key: &'static str, mistakes: &mut Mistakes) -> Option<Section<'d, 'i>> {
        let value = self.value(key)?;
        self.below(key, value, mistakes)
    }

    /// The tables of a list, if it is there.
    pub(super) fn tables(&mut self, key: &'static str, mistakes: &mut Mistakes) -> Vec<Section<'d, 'i>> {
        let Some(value) = self.value(key) else { return Vec::new() };
        let DeValue::Array(list) = value.get_ref() else {
            self.wrong(key, value, "a list of tables", mistakes);
            return Vec::new();
        };
        let numbered = list.iter().enumerate();
        numbered.filter_map(|(index, value)| self.below(&format!("{key}.{}", index + 1), value, mistakes)).collect()
    }

    pub(super) fn text(&mut self, key: &'static str, mistakes: &mut Mistakes) -> Option<&'d str> {
        let value = self.value(key)?;
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.wrong(key, value, "a text in quotes", mistakes);
        }
        text
    }

    /// A text that has to be there.
    pub(super) fn needed(&mut self, key: &'static str, expected: &'static str, mistakes: &mut Mistakes) -> &'d str {
        if !self.table.contains_key(key) {
            self.ask(key);
            let fault = Fault::Missing { key: self.full(key), expected };
            mistakes.push(self.document.mistake_in(self.line, fault));
        }
        self.text(key, mistakes).unwrap_or_default()
    }

    /// `true` or `false`; the latter if it is not there.
    pub(super) fn flag(&mut self, key: &'static str, mistakes: &mut Mistakes) -> bool {
        let Some(value) = self.value(key) else { return false };
        value.get_ref().as_bool().unwrap_or_else(|| {
            self.wrong(key, value, "true or false", mistakes);
            false
        })
    }

    /// A whole number between two.
    pub(super) fn number(&mut self, key: &'static str, range: [u32; 2], mistakes: &mut Mistakes) -> Option<u32> {
        let value = self.value(key)?;
        let found = number(value.get_ref()).and_then(|number| u32::try_from(number).ok());
        let found = found.filter(|number| (range[0]..=range[1]).contains(number));
        if found.is_none() {
            self.wrong(key, value, format!("a number from {} to {}", range[0], range[1]), mistakes);
        }
        found
    }

    /// The same, or `"none"`. `usual` is what it is if it is not there.
    pub(super) fn limit(
        &mut self,
        key: &'static str,
        range: [u32; 2],
        usual: Option<u32>,
        mistakes: &mut Mistakes,
    ) -> Option<u32> {
        let Some(value) = self.value(key) else { return usual };
        if value.get_ref().as_str() == Some("none") {
            return None;
        }
        let found = number(value.get_ref()).and_then(|number| u32::try_from(number).ok());
        let found = found.filter(|number| (range[0]..=range[1]).contains(number));
        if found.is_none() {
            let expected = format!("a number from {} to {}, or \"none\"", range[0], range[1]);
            self.wrong(key, value, expected, mistakes);
        }
        found
    }

    /// One of some words.
    pub(super) fn choice<T: Copy>(
        &mut self,
        key: &'static str,
        words: &[(&str, T)],
        mistakes: &mut Mistakes,
    ) -> Option<T> {
        let value = self.value(key)?;
        let found = words.iter().find(|(word, _)| value.get_ref().as_str() == Some(word));
        if found.is_none() {
            let known: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            self.wrong(key, value, known.join(" or "), mistakes);
        }
        found.map(|&(_, meaning)| meaning)
    }

    /// A value that is not possible.
    pub(super) fn wrong(&self, key: &str, value: &Value, expected: impl Into<String>, mistakes: &mut Mistakes) {
        let found = self.document.shown(value);
        self.at(value, Fault::Value { key: self.full(key), found, expected: expected.into() }, mistakes);
    }

    /// The same for a key in tables below this one, if it is there.
    pub(super) fn wrong_below(&self, path: &[&str], expected: impl Into<String>, mistakes: &mut Mistakes) {
        let Some((last, tables)) = path.split_last() else { return };
        let mut here = Section {
            document: self.document,
            table: self.table,
            path: self.path.clone(),
            line: self.line,
            asked: Vec::new(),
        };
        for name in tables {
            let below = here.table.get(*name).and_then(|value| here.below(name, value, &mut Vec::new()));
            let Some(below) = below else { return };
            here = below;
        }
        if let Some(value) = here.table.get(*last) {
            here.wrong(last, value, expected, mistakes);
        }
    }

    pub(super) fn at(&self, value: &Value, fault: Fault, mistakes: &mut Mistakes) {
        mistakes.push(self.document.mistake(value, fault));
    }

    /// The line of the table.
    pub(super) const fn line(&self) -> usize {
        self.line
    }

    /// The line of a key's value, if it is there.
    pub(super) fn line_of(&self, key: &str) -> Option<usize> {
        self.table.get(key).map(|value| self.document.line(value))
    }

    /// The line in which the text of a key begins, if it is there.
    pub(super) fn first_line_of(&self, key: &str) -> Option<usize> {
        self.table.get(key).map(|value| self.document.first_line(value))
    }

    /// A value as it is written.
    pub(super) fn shown(&self, value: &Value) -> String {
        self.document.shown(value)
    }

    /// The keys that nobody asked for.
    pub(super) fn finish(self, mistakes: &mut Mistakes) {
        for (key, _) in entries(self.table) {
            let name = key.get_ref().as_ref();
            if !self.asked.contains(&name) {
                let like = nearest(name, self.asked.iter().copied());
                let fault = Fault::Unknown { key: self.full(name), like };
                mistakes.push(self.document.mistake(key, fault));
            }
        }
    }
}
