//! From the text of a file to what it says. All mistakes are found at once.

use heterodox_base::document::{Document, Mistake};

use super::digest::Digest;
use super::fault::Fault;
use super::read::{Read, Reader};
use super::section::{Mistakes, Section};
use super::{MOST_BYTES, like, written_out};

/// A game that was found in a file without a mistake.
pub(super) struct Found {
    pub(super) read: Read,
    pub(super) digest: Digest,
    /// Its laws as they are written.
    pub(super) laws: Vec<String>,
    /// The file with what it has taken from another game, if it is like one.
    pub(super) whole: Option<String>,
}

/// Reads a file. `name` is how messages call it.
pub(super) fn read(text: &str, name: &str) -> Result<Found, Mistakes> {
    let long = |bytes| Fault::Long { bytes, most: MOST_BYTES };
    if text.len() > MOST_BYTES {
        let empty = Document::parse("", name).map_err(syntax)?;
        return Err(vec![empty.mistake_in(1, long(text.len()))]);
    }
    let document = Document::parse(text, name).map_err(syntax)?;
    let mut mistakes = Vec::new();
    let found = like::completed(document, &mut mistakes).and_then(|(document, like)| {
        let read = Reader { mistakes: &mut mistakes, like }.all(Section::root(&document))?;
        let whole = like.map(|_| written_out::text(&document));
        if let Some(bytes) = whole.as_ref().map(String::len).filter(|&bytes| bytes > MOST_BYTES) {
            mistakes.push(document.mistake_in(1, long(bytes)));
        }
        Some(Found { read, digest: Digest::of(&document), laws: written_out::laws(&document), whole })
    });
    match found {
        Some(found) if mistakes.is_empty() => Ok(found),
        _ => {
            mistakes.sort_by_key(|mistake| mistake.place.line);
            Err(mistakes)
        }
    }
}

fn syntax(mistake: Mistake<String>) -> Mistakes {
    let Mistake { place, fault: reason } = mistake;
    vec![Mistake { place, fault: Fault::Syntax { reason } }]
}
