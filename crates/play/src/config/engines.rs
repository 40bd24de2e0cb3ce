//! External engines that can play a seat: the tables `[[engine]]` of the settings.

use std::collections::HashSet;

use toml::de::DeValue;

use super::mistake::{EngineError, Fault};
use crate::spelling::nearest;
use heterodox_base::document::{Document, Key, Mistake, Value, entries, number, texts};

/// One table `[[engine]]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineRow {
    /// The name; `engine:NAME` assigns the engine to a seat.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// UCI options, by name.
    pub options: Vec<(String, String)>,
    /// The ids of the games that it plays. An empty list means all games.
    pub games: Vec<String>,
    /// Does a failure of the engine lose the game? Otherwise the game stops.
    pub loses: bool,
    /// Milliseconds per move if there is no clock.
    pub think_ms: u64,
    /// The line in the file.
    pub line: usize,
}

impl EngineRow {
    /// Does it play this game?
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|known| known == game)
    }
}

/// The engine with this name, if it plays this game.
pub fn find<'a>(rows: &'a [EngineRow], name: &str, game: &str) -> Result<&'a EngineRow, EngineError> {
    let name = name.to_owned();
    match rows.iter().find(|row| row.name == name) {
        Some(row) if row.plays(game) => Ok(row),
        Some(row) => Err(EngineError::Game { name, game: game.to_owned(), games: row.games.clone() }),
        None => Err(EngineError::Missing { name }),
    }
}

pub(super) const KEYS: [&str; 6] = ["name", "command", "options", "games", "on_failure", "think_ms"];
const THINK: u64 = 1000;

fn text(value: &DeValue) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(_) => number(value).map(|number| number.to_string()),
        DeValue::Float(number) => number.as_str().parse().ok().map(|number: f64| number.to_string()),
        DeValue::Boolean(flag) => Some(flag.to_string()),
        _ => None,
    }
}

/// Is this character not allowed in a name?
fn is_odd(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control()
}

/// An option of an engine. Control characters are rejected, because a line break would start another command.
fn option((name, value): (&Key, &Value)) -> Option<(String, String)> {
    let (name, value) = (name.get_ref(), text(value.get_ref())?);
    let plain = |text: &str| !text.contains(char::is_control);
    (plain(name) && !name.is_empty() && plain(&value)).then(|| (name.to_string(), value))
}

/// A list of strings, or one string that is split at spaces.
fn words(value: &DeValue) -> Option<Vec<String>> {
    match value.as_str() {
        Some(line) => Some(line.split_whitespace().map(str::to_owned).collect()),
        None => texts(value),
    }
}

impl EngineRow {
    /// Reads one key. The error says what was expected.
    fn take(&mut self, key: &str, value: &DeValue) -> Result<(), &'static str> {
        match key {
            "name" => value
                .as_str()
                .filter(|name| !name.is_empty() && !name.contains(|letter| is_odd(letter) || letter == ':'))
                .map(|name| name.clone_into(&mut self.name))
                .ok_or("a name without spaces and colons"),
            "command" => words(value)
                .filter(|command| command.first().is_some_and(|program| !program.is_empty()))
                .map(|command| self.command = command)
                .ok_or("a program with its arguments"),
            "games" => words(value).map(|games| self.games = games).ok_or("a list of games"),
            "on_failure" => match value.as_str() {
                Some(word @ ("lose" | "pause")) => {
                    self.loses = word == "lose";
                    Ok(())
                }
                _ => Err("lose or pause"),
            },
            "think_ms" => match number(value) {
                Some(number @ 1..=3_600_000) => {
                    self.think_ms = number as u64;
                    Ok(())
                }
                _ => Err("milliseconds, 1 to 3600000"),
            },
            _ => {
                let options = value.as_table().map(|table| entries(table).into_iter().map(option).collect());
                options
                    .flatten()
                    .map(|options| self.options = options)
                    .ok_or("texts of one line, numbers, true or false by name")
            }
        }
    }
}

/// Reads one table and reports its mistakes. A table without a name or a command is ignored.
pub(super) fn read(
    document: &Document,
    value: &Value,
    known: &HashSet<String>,
    mistakes: &mut Vec<Mistake<Fault>>,
) -> Option<EngineRow> {
    let mut row = EngineRow {
        name: String::new(),
        command: Vec::new(),
        options: Vec::new(),
        games: Vec::new(),
        loses: false,
        think_ms: THINK,
        line: document.line(value),
    };
    for (key, item) in entries(value.get_ref().as_table()?) {
        let name = format!("engine.{}", key.get_ref());
        let fault = if !KEYS.contains(&key.get_ref().as_ref()) {
            Fault::Option { name, like: nearest(key.get_ref(), KEYS.into_iter()) }
        } else if let Err(expected) = row.take(key.get_ref(), item.get_ref()) {
            Fault::Expected { name, expected: expected.into() }
        } else {
            continue;
        };
        mistakes.push(document.mistake(item, fault));
    }
    let expected = if row.name.is_empty() {
        "a name".to_owned()
    } else if row.command.is_empty() {
        "a command".to_owned()
    } else if known.contains(&row.name) {
        format!("a name other than \"{}\", which is used already", row.name)
    } else {
        return Some(row);
    };
    mistakes.push(document.mistake(value, Fault::Engine { expected }));
    None
}
