//! Other programs that may sit at the board: the tables `[[engine]]` of the settings.

use std::collections::HashSet;
use std::ops::Range;

use toml_edit::{Item, Table, Value};

use super::file::nearest;

/// One table `[[engine]]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineRow {
    /// What it is called: `engine:NAME` sits in a seat.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Its options, by name.
    pub options: Vec<(String, String)>,
    /// The ids of the games it plays; all where none is named.
    pub games: Vec<String>,
    /// Does its failure lose the game? Otherwise the game stops.
    pub loses: bool,
    /// Milliseconds for a move where there is no clock.
    pub think_ms: u64,
    /// The line of the file.
    pub line: usize,
}

impl EngineRow {
    /// Does it play this game?
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|known| known == game)
    }
}

/// The engine of this name, if it plays this game.
pub fn find<'a>(rows: &'a [EngineRow], name: &str, game: &str) -> Result<&'a EngineRow, String> {
    match rows.iter().find(|row| row.name == name) {
        Some(row) if row.plays(game) => Ok(row),
        Some(row) => Err(format!("engine {name} does not play {game}, but {}", row.games.join(", "))),
        None => Err(format!("there is no engine {name} in the settings")),
    }
}

const KEYS: [&str; 6] = ["name", "command", "options", "games", "on_failure", "think_ms"];
const THINK: u64 = 1000;

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.value().clone()),
        Value::Integer(number) => Some(number.value().to_string()),
        Value::Float(number) => Some(number.value().to_string()),
        Value::Boolean(flag) => Some(flag.value().to_string()),
        _ => None,
    }
}

/// Is it no letter of a name?
fn is_odd(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control()
}

/// An option of an engine. One of several lines would be several orders.
fn option(name: &str, item: &Item) -> Option<(String, String)> {
    let value = text(item.as_value()?)?;
    let plain = |text: &str| !text.contains(char::is_control);
    (plain(name) && !name.is_empty() && plain(&value)).then(|| (name.to_owned(), value))
}

fn texts(item: &Item) -> Option<Vec<String>> {
    match item.as_str() {
        Some(line) => Some(line.split_whitespace().map(str::to_owned).collect()),
        None => item.as_array()?.iter().map(|value| value.as_str().map(str::to_owned)).collect(),
    }
}

/// Reads one table. What is wrong is told; without a name or a command it is left out.
pub(super) fn read(
    table: &Table,
    known: &HashSet<String>,
    warn: &mut impl FnMut(Option<Range<usize>>, String),
) -> Option<EngineRow> {
    let mut row = EngineRow {
        name: String::new(),
        command: Vec::new(),
        options: Vec::new(),
        games: Vec::new(),
        loses: false,
        think_ms: THINK,
        line: 0,
    };
    for (key, item) in table {
        let span = item.span().or(table.key(key).and_then(toml_edit::Key::span));
        let taken = match key {
            "name" => item
                .as_str()
                .filter(|name| !name.is_empty() && !name.contains(|letter| is_odd(letter) || letter == ':'))
                .map(|name| name.clone_into(&mut row.name))
                .ok_or("a name without blanks and colons"),
            "command" => texts(item)
                .filter(|command| command.first().is_some_and(|program| !program.is_empty()))
                .map(|command| row.command = command)
                .ok_or("a program with its arguments"),
            "games" => texts(item).map(|games| row.games = games).ok_or("a list of games"),
            "on_failure" => match item.as_str() {
                Some(word @ ("lose" | "pause")) => {
                    row.loses = word == "lose";
                    Ok(())
                }
                _ => Err("lose or pause"),
            },
            "think_ms" => match item.as_integer() {
                Some(number @ 1..=3_600_000) => {
                    row.think_ms = number as u64;
                    Ok(())
                }
                _ => Err("milliseconds, 1 to 3600000"),
            },
            "options" => {
                let options =
                    item.as_table_like().map(|table| table.iter().map(|(name, item)| option(name, item)).collect());
                options
                    .flatten()
                    .map(|options| row.options = options)
                    .ok_or("texts of one line, numbers, true or false by name")
            }
            _ => {
                let like = nearest(key, KEYS.into_iter()).map(|like| format!("; {like} is meant?"));
                warn(span, format!("engine.{key}: there is no such option{}", like.unwrap_or_default()));
                continue;
            }
        };
        if let Err(expected) = taken {
            warn(span, format!("engine.{key}: {expected} was expected"));
        }
    }
    let missing = if row.name.is_empty() {
        Some("a name".to_owned())
    } else if row.command.is_empty() {
        Some("a command".to_owned())
    } else if known.contains(&row.name) {
        Some(format!("another name than \"{}\", which is taken,", row.name))
    } else {
        None
    };
    match missing {
        Some(missing) => {
            warn(table.span(), format!("engine: {missing} was expected; it is left out"));
            None
        }
        None => Some(row),
    }
}
