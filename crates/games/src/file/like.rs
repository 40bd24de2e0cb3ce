//! The key `like`: a file that changes a game of the shelf. What it does not say is as in that game.

use std::sync::OnceLock;

use heterodox_base::document::Document;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::section::{Mistakes, Section};
use super::written_out;
use crate::shelf::{self, Book, COUNT};
use crate::spelling::nearest;

/// The word in the place of a value that leaves a key of the other game out.
pub(super) const WITHOUT: &str = "remove";

/// What a game says of itself, and no other game says for it.
const OWN: [&str; 10] = ["format", "like", "id", "title", "about", "goal", "scene", "rules", "lesson", "credits"];

/// A file with what it takes from a game of the shelf, and that game.
pub(super) type Completed<'i> = (Document<'i>, Option<&'static Book>);

/// Completes a file by the game that it is like. Nothing if there is no such game.
pub(super) fn completed<'i>(own: Document<'i>, mistakes: &mut Mistakes) -> Option<Completed<'i>> {
    let mut keys = Section::root(&own);
    let Some(value) = keys.value("like") else { return Some((own, None)) };
    let Some(book) = value.get_ref().as_str().and_then(shelf::named) else {
        let ids = || shelf::all().iter().map(|book| book.id);
        let near = value.get_ref().as_str().and_then(|text| nearest(text, ids()));
        let near = near.map(|id| format!("; did you mean {id}?")).unwrap_or_default();
        keys.wrong("like", value, format!("the name of a game of the shelf, such as \"chess\"{near}"), mistakes);
        return None;
    };
    let mut other = Document::parse(whole(book), book.id).ok()?;
    for key in OWN {
        other.root_mut().remove(key);
    }
    // Openings of another board are none of this one.
    if ["board", "opening"].iter().any(|&key| own.root().contains_key(key)) {
        other.root_mut().remove("setups");
    }
    if own.root().contains_key("board") {
        for key in ["axes", "names"] {
            other.root_mut().remove(key);
        }
    }
    needless(&Section::root(&own), other.root(), book, mistakes);
    forget_words(own.root(), other.root_mut());
    let line = own.line(value);
    Some((own.completed(other, [book.title, WITHOUT], line), Some(book)))
}

/// The words and the value of a piece are those of its moves. A piece that is changed has neither of the other game.
fn forget_words(own: &DeTable, other: &mut DeTable) {
    const OF_MOVES: [&str; 2] = ["words", "value"];
    const LOOKS: [&str; 2] = ["name", "art"];
    let Some(own) = own.get("piece").and_then(|pieces| pieces.get_ref().as_table()) else { return };
    let Some(other) = other.get_mut("piece").and_then(table_mut) else { return };
    let moves = |piece: &DeTable| piece.keys().any(|key| !LOOKS.contains(&key.get_ref().as_ref()));
    for (letter, piece) in own {
        if piece.get_ref().as_table().is_some_and(moves)
            && let Some(piece) = other.get_mut(letter.get_ref().as_ref()).and_then(table_mut)
        {
            for key in OF_MOVES {
                piece.remove(key);
            }
        }
    }
}

fn table_mut<'a, 'i>(value: &'a mut Spanned<DeValue<'i>>) -> Option<&'a mut DeTable<'i>> {
    match value.get_mut() {
        DeValue::Table(table) => Some(table),
        _ => None,
    }
}

/// The files of the shelf that are like another one, with all that they take from it.
static WHOLE: [OnceLock<String>; COUNT] = [const { OnceLock::new() }; COUNT];

/// The whole file of a game of the shelf. The tests read each of them, and that one which is like another is like one that
/// is whole.
fn whole(book: &'static Book) -> &'static str {
    let Some(kept) = shelf::all().iter().zip(&WHOLE).find(|(other, _)| other.id == book.id) else {
        return book.text;
    };
    let whole = || {
        let document = Document::parse(book.text, book.id).ok().filter(|own| own.root().contains_key("like"));
        let (document, _) = completed(document?, &mut Vec::new())?;
        Some(written_out::text(&document))
    };
    match kept.1.get_or_init(|| whole().unwrap_or_default()).as_str() {
        "" => book.text,
        whole => whole,
    }
}

/// Says which keys are left out that the other game does not have.
fn needless(keys: &Section, other: &DeTable, book: &Book, mistakes: &mut Mistakes) {
    for (key, value) in keys.named() {
        let name = key.get_ref().as_ref();
        match (value.get_ref().as_str(), other.get(name)) {
            (Some(WITHOUT), None) => {
                keys.wrong(name, value, format!("a key that {} has", book.title), mistakes);
            }
            (_, Some(below)) if value.get_ref().is_table() => {
                if let (Some(other), Some(keys)) = (below.get_ref().as_table(), keys.below(name, value, mistakes)) {
                    needless(&keys, other, book, mistakes);
                }
            }
            _ => {}
        }
    }
}
