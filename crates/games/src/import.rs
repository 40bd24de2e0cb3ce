//! Import of games that are written for Fairy-Stockfish, in its format `variants.ini`. A section becomes the text of one
//! of our files; one that says what a file cannot say is refused with every key that stops it.
//!
//! A section takes what it does not say from its parent. Parents that are a part of that program are in [`known`], as
//! data in the same format.

mod area;
mod betza;
mod castling;
mod ends;
mod fen;
mod hand;
mod ini;
mod janggi;
mod keys;
mod kinds;
mod known;
mod men;
mod moves;
mod opening;
mod promotions;
mod refusal;
mod settings;
mod view;
mod walls;
mod wins;
mod written;

pub use known::names as known_names;
pub use refusal::Refusal;

use ini::Section;
use settings::Settings;

/// The greatest length of a text.
pub const MOST_BYTES: usize = 512 << 10;
/// The most sections of a text.
pub(crate) const MOST_SECTIONS: usize = 1000;
/// The longest row of parents.
pub(crate) const MOST_PARENTS: usize = 16;

/// A section, and what has become of it.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Its name.
    pub name: String,
    /// The line where it begins, or 0 for a game that is a part of the other program.
    pub line: usize,
    /// The text of our file, or all that stops it.
    pub result: Result<String, Vec<Refusal>>,
}

impl Imported {
    fn of(name: &str, line: usize, settings: Result<Settings, Vec<Refusal>>) -> Imported {
        Imported {
            name: name.to_owned(),
            line,
            result: settings.and_then(|settings| written::file(name, &settings)),
        }
    }
}

/// Reads all sections of a text. The error is what makes it no such text.
pub fn import(text: &str) -> Result<Vec<Imported>, Refusal> {
    let sections = ini::read(text)?;
    Ok(sections
        .iter()
        .map(|section| Imported::of(&section.name, section.line, settings(section, &sections)))
        .collect())
}

/// A game that is a part of the other program.
pub fn known(name: &str) -> Option<Imported> {
    let settings = known::settings(name)?;
    Some(Imported::of(name, 0, Ok(settings)))
}

/// What a section says, with all that it takes from its parents.
fn settings(section: &Section, all: &[Section]) -> Result<Settings, Vec<Refusal>> {
    let mut line = vec![section];
    let mut settings = loop {
        let youngest = line[line.len() - 1];
        if known::is_known(&youngest.name) {
            return Err(vec![youngest.refusal("the other program has a game of this name, and keeps its own")]);
        }
        // A parent stands before its children, so there are no circles.
        let mut earlier = all.iter().take_while(|other| other.line < youngest.line);
        let twin =
            all.iter().take_while(|other| other.line < youngest.line).any(|other| other.name == youngest.name);
        if twin {
            return Err(vec![youngest.refusal("a section of this name stands before it")]);
        }
        let Some(parent) = &youngest.parent else { break Settings::default() };
        if line.len() > MOST_PARENTS {
            return Err(vec![section.refusal("too many parents in a row")]);
        }
        match (known::settings(parent), earlier.find(|other| other.name == *parent)) {
            (Some(settings), _) => break settings,
            (None, Some(other)) => line.push(other),
            (None, None) => return Err(vec![youngest.refusal("there is no parent of this name before it")]),
        }
    };
    let wrong: Vec<Refusal> = line.iter().rev().flat_map(|section| settings.apply(section)).collect();
    if wrong.is_empty() { Ok(settings) } else { Err(wrong) }
}
