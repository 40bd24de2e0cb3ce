//! The tags of a game as they are found, and the game that begins with them.

use super::lex::Lexer;
use super::problem::{Told, clipped};
use super::{MOST_PROBLEMS, MOST_TAGS, tags};
use crate::games::GAMES;
use crate::record::game::{Game, Tags};
use crate::rules::spec::Spec;

/// The tags of a game and where they stand.
pub(super) struct Head<'t> {
    pub(super) tags: Tags,
    places: Vec<(&'t str, usize)>,
}

impl<'t> Head<'t> {
    /// Reads all tags, and tells of those that are not as they should be.
    pub(super) fn read(lexer: &mut Lexer<'t>, told: &mut Vec<Told>) -> Head<'t> {
        let mut head = Head { tags: Tags::default(), places: Vec::new() };
        let mut tell = |place: usize, lexer: &Lexer<'t>, words: String| {
            if told.len() < MOST_PROBLEMS {
                told.push(Told { line: lexer.line_of(place), at: None, words, stops: false });
            }
        };
        while let Some(tag) = lexer.tag() {
            if head.places.len() == MOST_TAGS {
                let words = format!("at most {MOST_TAGS} tags were expected: the rest is left out");
                tell(tag.place, lexer, words);
                while lexer.tag().is_some() {}
                break;
            }
            if tag.name.is_empty() || !tag.sound {
                let words = format!("a tag like [Name \"value\"] was expected, and found [{}", clipped(tag.name));
                tell(tag.place, lexer, words);
            }
            head.places.push((tag.name, tag.place));
            if !tag.name.is_empty() {
                head.tags.set(tag.name, tag.value);
            }
        }
        head
    }

    /// Where a tag stands.
    pub(super) fn place(&self, name: &str) -> usize {
        let known = |&&(known, _): &&(&str, usize)| known.eq_ignore_ascii_case(name);
        self.places.iter().rev().find(known).map_or(0, |&(_, place)| place)
    }

    /// The game that begins so, or why there is none.
    pub(super) fn begin(&self, lexer: &Lexer<'_>) -> Result<Game, Told> {
        let wrong = |name: &str, words: String| {
            let line = lexer.line_of(self.place(name));
            Told { line, at: None, words, stops: true }
        };
        let titles: Vec<&str> = GAMES.iter().map(|game| game.spec().title).collect();
        let expected = format!("one of {} was expected", titles.join(", "));
        let Some(named) = self.tags.get(tags::VARIANT) else {
            return Err(wrong(tags::VARIANT, format!("there is no tag Variant: {expected}")));
        };
        let is = |spec: &Spec| [spec.id, spec.title].iter().any(|known| known.eq_ignore_ascii_case(named.trim()));
        let Some(variant) = GAMES.iter().find(|game| is(game.spec())) else {
            let words = format!("there is no game \"{}\" here: {expected}", clipped(named));
            return Err(wrong(tags::VARIANT, words));
        };
        let (array, fen) = tags::opening(&self.tags);
        let name = if fen.is_some() { tags::FEN } else { tags::ARRAY };
        Game::begin(variant.spec().id, array, fen).map_err(|words| wrong(name, words))
    }
}
