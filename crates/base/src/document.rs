//! A parsed TOML file: its values, and the position of each.

mod completed;
mod mistake;
mod places;

use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use completed::Under;
pub use mistake::{Mistake, meant};
pub use places::Place;
use places::Places;

/// A key with its position.
pub type Key<'i> = Spanned<DeString<'i>>;

/// A value with its position.
pub type Value<'i> = Spanned<DeValue<'i>>;

/// A parsed file.
#[derive(Debug)]
pub struct Document<'i> {
    text: &'i str,
    file: Arc<str>,
    places: Places,
    root: DeTable<'i>,
    /// The file whose values stand where this one has none.
    under: Option<Under<'i>>,
}

impl<'i> Document<'i> {
    /// Parses a text. If it is not valid TOML, the error says why and where.
    pub fn parse(text: &'i str, file: &str) -> Result<Document<'i>, Mistake<String>> {
        let (file, places) = (Arc::from(file), Places::of(text));
        match DeTable::parse(text) {
            Ok(root) => Ok(Document { text, file, places, root: root.into_inner(), under: None }),
            Err(error) => {
                let (line, column) = places.at(error.span().map_or(0, |span| span.start));
                let reason = error.message().lines().next().unwrap_or_default().to_owned();
                Err(Mistake { place: Place { file, line, column: Some(column) }, fault: reason })
            }
        }
    }

    /// The top-level table of the file.
    pub const fn root(&self) -> &DeTable<'i> {
        &self.root
    }

    /// The line of a key or a value. One of another file has the line that names this file.
    pub fn line<T>(&self, of: &Spanned<T>) -> usize {
        match (&self.under, self.own(of.span())) {
            (_, Some(span)) => self.places.at(span.start).0,
            (under, None) => under.as_ref().map_or(1, |under| under.line),
        }
    }

    /// The line in which a text begins: one in three quotes may begin below them.
    pub fn first_line(&self, text: &Value) -> usize {
        let written = self.own(text.span()).and_then(|span| self.text.get(span)).unwrap_or_default();
        let below = ["\"\"\"", "'''"].iter().find_map(|quotes| written.strip_prefix(quotes));
        self.line(text) + usize::from(below.is_some_and(|text| text.starts_with('\n') || text.starts_with("\r\n")))
    }

    /// An error at a key or a value.
    pub fn mistake<T, F>(&self, of: &Spanned<T>, fault: F) -> Mistake<F> {
        self.mistake_in(self.line(of), fault)
    }

    /// An error in a line.
    pub fn mistake_in<F>(&self, line: usize, fault: F) -> Mistake<F> {
        Mistake { place: Place { file: self.file.clone(), line, column: None }, fault }
    }

    /// A value as it is written in the file, truncated if it is long. One of another file is shown with its name.
    pub fn shown(&self, value: &Value) -> String {
        const LONGEST: usize = 60;
        let span = value.span();
        let (text, from) = match (self.own(span.clone()), &self.under) {
            (Some(span), _) => (self.text.get(span), None),
            (None, under) => (under.as_ref().and_then(|under| under.text.get(span)), under.as_ref()),
        };
        let text = text.unwrap_or_default();
        // A table whose parts are in several places has no text of its own.
        let text = if value.get_ref().is_table() && !text.starts_with(['{', '[']) { "a table" } else { text };
        let text = match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text.to_owned(),
        };
        from.map_or(text.clone(), |under| format!("{text} as in {}", under.name))
    }
}

/// The entries of a table, in the order of the file.
pub fn entries<'t, 'i>(table: &'t DeTable<'i>) -> Vec<(&'t Key<'i>, &'t Value<'i>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// A text in quotes, as a value in one line.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            letter if letter.is_control() => out.push_str(&["\\u", &format!("{:04x}", u32::from(letter))].concat()),
            letter => out.push(letter),
        }
    }
    out + "\""
}

/// An integer.
pub fn number(value: &DeValue) -> Option<i64> {
    value.as_integer().and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok())
}

/// A list of strings.
pub fn texts(value: &DeValue) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|value| value.get_ref().as_str().map(str::to_owned)).collect()
}
