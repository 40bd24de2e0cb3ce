//! The tags of a game as they are in the text, and the game that starts with them.

use super::lex::Lexer;
use super::problem::{GameProblem, clipped};
use super::{MOST_PROBLEMS, MOST_TAGS, tags};
use crate::games::Registry;
use crate::record::game::{Game, Tags};

/// The tags of a game with their offsets.
pub(super) struct Head<'t> {
    pub(super) tags: Tags,
    places: Vec<(&'t str, usize)>,
}

impl<'t> Head<'t> {
    /// Reads all tags, and reports malformed ones.
    pub(super) fn read(lexer: &mut Lexer<'t>, problems: &mut Vec<GameProblem>) -> Head<'t> {
        let mut head = Head { tags: Tags::default(), places: Vec::new() };
        let mut tell = |place: usize, lexer: &Lexer<'t>, words: String| {
            if problems.len() < MOST_PROBLEMS {
                problems.push(GameProblem { line: lexer.line_of(place), at: None, words, stops: false });
            }
        };
        while let Some(tag) = lexer.tag() {
            if head.places.len() == MOST_TAGS {
                let words = format!("more than {MOST_TAGS} tags: the rest is ignored");
                tell(tag.place, lexer, words);
                while lexer.tag().is_some() {}
                break;
            }
            if tag.name.is_empty() || !tag.sound {
                let words = format!("expected a tag like [Name \"value\"], found [{}", clipped(tag.name));
                tell(tag.place, lexer, words);
            }
            head.places.push((tag.name, tag.place));
            if !tag.name.is_empty() {
                head.tags.set(tag.name, tag.value);
            }
        }
        head
    }

    /// The offset of a tag.
    pub(super) fn place(&self, name: &str) -> usize {
        let known = |&&(known, _): &&(&str, usize)| known.eq_ignore_ascii_case(name);
        self.places.iter().rev().find(known).map_or(0, |&(_, place)| place)
    }

    /// Is the variant unknown to this program?
    pub(super) fn is_foreign(&self, games: &Registry) -> bool {
        tags::variant(&self.tags, games).is_err()
    }

    /// The game that starts with these tags, or the problem.
    pub(super) fn begin(&self, lexer: &Lexer<'_>, games: &Registry) -> Result<Game, GameProblem> {
        let wrong = |name: &str, words: String| {
            let line = lexer.line_of(self.place(name));
            GameProblem { line, at: None, words, stops: true }
        };
        let variant = tags::variant(&self.tags, games).map_err(|error| wrong(tags::VARIANT, error.to_string()))?;
        let (array, fen) = tags::opening(&self.tags);
        let name = if fen.is_some() { tags::FEN } else { tags::ARRAY };
        Game::begin(variant, array, fen).map_err(|error| wrong(name, error.to_string()))
    }
}
