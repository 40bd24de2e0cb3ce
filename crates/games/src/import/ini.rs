//! The sections of a text: `[name:parent]`, lines `key = value`, and comments after `#` or `;`.

use super::refusal::Refusal;
use super::{MOST_BYTES, MOST_SECTIONS};

/// The longest name or value that is told in a message.
const SHOWN: usize = 60;

/// A line `key = value`.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) value: String,
    pub(super) line: usize,
}

/// A section as it is written.
#[derive(Clone, Debug)]
pub(super) struct Section {
    pub(super) name: String,
    pub(super) parent: Option<String>,
    pub(super) line: usize,
    pub(super) entries: Vec<Entry>,
}

impl Section {
    /// The section as a whole is refused.
    pub(super) fn refusal(&self, why: &str) -> Refusal {
        Refusal {
            line: self.line,
            section: self.name.clone(),
            key: "section".to_owned(),
            value: self.parent.clone().unwrap_or_else(|| self.name.clone()),
            why: why.to_owned(),
        }
    }

    /// An entry is refused.
    pub(super) fn wrong(&self, entry: &Entry, why: impl Into<String>) -> Refusal {
        Refusal {
            line: entry.line,
            section: self.name.clone(),
            key: entry.key.clone(),
            value: short(&entry.value),
            why: why.into(),
        }
    }
}

/// A value as a message shows it.
pub(super) fn short(value: &str) -> String {
    let mut letters = value.chars();
    let head: String = letters.by_ref().take(SHOWN).collect();
    if letters.next().is_some() { head + "…" } else { head }
}

/// Reads the sections of a text.
pub(super) fn read(text: &str) -> Result<Vec<Section>, Refusal> {
    let no_text = |line: usize, found: &str, why: &str| Refusal {
        line,
        section: String::new(),
        key: "text".to_owned(),
        value: short(found),
        why: why.to_owned(),
    };
    if text.len() > MOST_BYTES {
        return Err(no_text(1, &text.len().to_string(), "the text has too many bytes"));
    }
    let mut sections: Vec<Section> = Vec::new();
    for (index, written) in text.lines().enumerate() {
        let (number, written) = (index + 1, written.trim());
        if written.is_empty() || written.starts_with(['#', ';']) {
            continue;
        }
        if let Some(rest) = written.strip_prefix('[') {
            let (title, _) =
                rest.split_once(']').ok_or_else(|| no_text(number, written, "expected ] behind a name"))?;
            let (name, parent) = title.split_once(':').map_or((title, None), |(name, parent)| (name, Some(parent)));
            if sections.len() == MOST_SECTIONS {
                return Err(no_text(number, written, "there are too many sections"));
            }
            let parent = parent.map(str::to_owned).filter(|parent| !parent.is_empty());
            sections.push(Section { name: name.to_owned(), parent, line: number, entries: Vec::new() });
            continue;
        }
        let section =
            sections.last_mut().ok_or_else(|| no_text(number, written, "expected a section before it"))?;
        let (key, value) =
            written.split_once('=').ok_or_else(|| no_text(number, written, "expected a line key = value"))?;
        let entry = Entry { key: key.trim().to_owned(), value: value.trim().to_owned(), line: number };
        // The last line with a key holds.
        section.entries.retain(|other| other.key != entry.key);
        section.entries.push(entry);
    }
    Ok(sections)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_names_parents_and_the_last_value_of_a_key() {
        let text = "# a comment\n\n[one]\nking = k\r\n; another\n king=x\n[two:one]\nstartFen = 8/8 w - - 0 1\n";
        let sections = read(text).expect("sections");
        assert_eq!(sections.len(), 2);
        assert_eq!((sections[0].name.as_str(), sections[0].parent.as_deref(), sections[0].line), ("one", None, 3));
        let entries: Vec<_> =
            sections[0].entries.iter().map(|entry| (&*entry.key, &*entry.value, entry.line)).collect();
        assert_eq!(entries, [("king", "x", 6)]);
        assert_eq!(sections[1].parent.as_deref(), Some("one"));
        assert_eq!(sections[1].entries[0].value, "8/8 w - - 0 1");
    }

    #[test]
    fn what_is_no_such_text_is_told_with_its_line() {
        for (text, line) in [("king = k", 1), ("[one]\nking", 2), ("[one", 1)] {
            assert_eq!(read(text).err().map(|refusal| refusal.line), Some(line), "{text}");
        }
        assert!(read(&"x".repeat(MOST_BYTES + 1)).is_err());
        assert!(read(&"[x]\n".repeat(MOST_SECTIONS + 1)).is_err());
    }
}
