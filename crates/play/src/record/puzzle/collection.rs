//! Many puzzles as a text: their tags are read at once, their moves only when a puzzle is wanted. So a large file costs
//! little time.

use std::borrow::Cow;

use super::{MIDDLE, Puzzle, RATING, RATINGS, Theme, key_of, themes_of};
use crate::games::Registry;
use crate::record::carried;
use crate::record::pgn::{self, Lister};
use crate::rules::variant::Variant;

/// What is known of a puzzle without its moves.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its key.
    pub key: u64,
    pub(crate) rating: u32,
    /// Its themes.
    pub themes: Vec<Theme>,
    offset: usize,
    length: usize,
}

/// The puzzles of one game in a text.
#[derive(Clone, Debug)]
pub struct Collection {
    text: Cow<'static, [u8]>,
    /// The puzzles.
    pub entries: Vec<Entry>,
}

impl Collection {
    /// The puzzles that a game brings.
    pub fn of_game(game: &'static dyn Variant, games: &Registry) -> Collection {
        Collection::new(Cow::Borrowed(game.puzzles().as_bytes()), game, games)
    }

    /// The puzzles of this game in a text.
    pub fn of_text(text: Vec<u8>, game: &'static dyn Variant, games: &Registry) -> Collection {
        Collection::new(Cow::Owned(text), game, games)
    }

    fn new(text: Cow<'static, [u8]>, game: &'static dyn Variant, games: &Registry) -> Collection {
        let mut entries = Vec::new();
        for header in Lister::new(&text[..]).map_while(Result::ok) {
            let tag = |name| header.tags.get(name).map(str::trim);
            if !carried::is_of(&header.tags, game, games) {
                continue;
            }
            let rating = tag(RATING).and_then(|text| text.parse().ok()).unwrap_or(MIDDLE);
            entries.push(Entry {
                key: key_of(game.spec().id, tag("FEN").unwrap_or_default()),
                rating: rating.clamp(RATINGS.0, RATINGS.1),
                themes: themes_of(&header.tags),
                offset: header.offset as usize,
                length: header.length as usize,
            });
        }
        Collection { text, entries }
    }

    /// A puzzle; `None` if it cannot be read.
    pub fn get(&self, at: usize, games: &Registry) -> Option<Puzzle> {
        let entry = self.entries.get(at)?;
        let bytes = self.text.get(entry.offset..entry.offset.checked_add(entry.length)?)?;
        let parsed = pgn::read_one(bytes.to_vec(), bytes.len() as u64, at + 1, 1, "", games);
        parsed.game.filter(|_| parsed.problems.is_empty()).and_then(|game| Puzzle::of(&game).ok())
    }

    /// The themes with the number of puzzles of each, in alphabetical order.
    pub fn themes(&self) -> Vec<(Theme, usize)> {
        let mut all: Vec<&Theme> = self.entries.iter().flat_map(|entry| &entry.themes).collect();
        all.sort();
        let mut counted: Vec<(Theme, usize)> = Vec::new();
        for theme in all {
            match counted.last_mut() {
                Some((known, count)) if known == theme => *count += 1,
                _ => counted.push((theme.clone(), 1)),
            }
        }
        counted
    }

    /// The place of the puzzle with this key.
    pub fn find(&self, key: u64) -> Option<usize> {
        self.entries.iter().position(|entry| entry.key == key)
    }
}
