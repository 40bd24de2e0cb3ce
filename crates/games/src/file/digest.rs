//! What tells two games of files apart: a number of all in a file that is about the rules.

use std::fmt;

use heterodox_base::document::{Document, Key, Value, number, texts};
use toml::de::{DeTable, DeValue};

use crate::rules::zobrist::mix;

/// A number of the rules of a game. Games with the same rules have the same, whatever they and their pieces are called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Digest(u64);

impl fmt::Display for Digest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016x}", self.0)
    }
}

/// What a file says to people, and how a game is called. Names of seats matter only where a piece belongs to one.
const WORDS: [&str; 12] =
    ["format", "like", "id", "title", "about", "goal", "seats", "colours", "scene", "rules", "lesson", "credits"];

/// What a piece says to people, and to the computer.
const OF_A_PIECE: [&str; 4] = ["name", "words", "art", "value"];

/// Words that mean the same as no value, by the keys of their tables.
const USUAL_WORDS: [(&str, &str); 17] = [
    ("board", "8x8"),
    ("axes", "a1"),
    ("piece.facing", "allowed"),
    ("piece.captured", "may"),
    ("promote.when", "must"),
    ("law.capture", "may"),
    ("law.drop", "may"),
    ("law.pass", "never"),
    ("law.capture_own", "never"),
    ("wall.after_move", "never"),
    ("win.extinction.result", "loss"),
    ("win.row.ways", "all"),
    ("win.row.result", "win"),
    ("end.stalemate", "draw"),
    ("end.draw", "nobody"),
    ("end.repetition.loser", "nobody"),
    ("end.repetition.perpetual_check", "draw"),
];

/// Numbers that do.
const USUAL_NUMBERS: [(&str, i64); 7] = [
    ("win.reach.count", 1),
    ("win.extinction.left", 0),
    ("win.extinction.rival", 0),
    ("win.row.count", 3),
    ("end.repetition", 3),
    ("end.repetition.times", 3),
    ("end.quiet_plies", 100),
];

/// Tables that mean nothing if they say nothing else.
const USUAL_TABLES: [&str; 7] = ["names", "law", "win", "end", "end.repetition", "setups", "piece.drop"];

/// When a piece promotes, as long as no table says it for all pieces.
const PROMOTES: &str = "piece.promote.when";

/// The only flag that is `true` where nothing is written.
const MATES: &str = "piece.drop.mate";

/// Does this value mean the same as none? `path` is its key with those of the tables around it.
fn is_usual(path: &str, value: &DeValue, root: &DeTable) -> bool {
    match value {
        DeValue::Boolean(flag) => *flag == (path == MATES),
        DeValue::String(text) if path == PROMOTES => !root.contains_key("promote") && text == "must",
        DeValue::String(text) => USUAL_WORDS.contains(&(path, text)),
        DeValue::Integer(_) => number(value).is_some_and(|number| USUAL_NUMBERS.contains(&(path, number))),
        DeValue::Array(list) => list.is_empty(),
        DeValue::Table(table) => {
            let usual = |(key, value): (&Key, &Value)| is_usual(&below(path, key.get_ref()), value.get_ref(), root);
            USUAL_TABLES.contains(&path) && table.iter().all(usual)
        }
        DeValue::Float(_) | DeValue::Datetime(_) => false,
    }
}

/// A key of a table.
fn below(path: &str, key: &str) -> String {
    [path, key].join(".")
}

impl Digest {
    /// The number of a file, completed by the game that it is like.
    pub(super) fn of(document: &Document) -> Digest {
        let root = document.root();
        let seats = root.get("seats").and_then(|value| texts(value.get_ref())).unwrap_or_default();
        let mut sum = Sum { sum: 0, root };
        for (key, value) in root {
            match (key.get_ref().as_ref(), value.get_ref()) {
                (known, _) if WORDS.contains(&known) => {}
                ("piece", DeValue::Table(pieces)) => {
                    sum.text("piece");
                    for (letters, value) in pieces {
                        sum.text(letters.get_ref());
                        if let DeValue::Table(keys) = value.get_ref() {
                            sum.piece("piece", keys, &seats);
                        }
                    }
                    sum.end();
                }
                // What a wall is called does not matter either.
                ("wall", DeValue::Table(keys)) => {
                    sum.text("wall");
                    sum.piece("wall", keys, &seats);
                }
                (key, value) => sum.entry(key, key, value),
            }
        }
        Digest(sum.sum)
    }
}

/// A sum in which the order counts. Tables give their keys in the order of the letters.
struct Sum<'d, 'i> {
    sum: u64,
    /// The whole file.
    root: &'d DeTable<'i>,
}

impl Sum<'_, '_> {
    const fn number(&mut self, number: u64) {
        self.sum = mix(self.sum ^ mix(number));
    }

    /// A key with its value, unless it says what is usual.
    fn entry(&mut self, path: &str, key: &str, value: &DeValue) {
        if !is_usual(path, value, self.root) {
            self.text(key);
            self.value(path, value);
        }
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        for bytes in text.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            self.number(u64::from_le_bytes(word));
        }
    }

    /// The end of a table or a list, so that what follows is not taken for a part of it.
    const fn end(&mut self) {
        self.number(u64::MAX);
    }

    fn piece(&mut self, path: &str, keys: &DeTable, seats: &[String]) {
        for (key, value) in keys {
            let key = key.get_ref().as_ref();
            if OF_A_PIECE.contains(&key) {
                continue;
            }
            let owner = value.get_ref().as_str().filter(|_| key == "owner");
            let seat = owner.and_then(|name| seats.iter().position(|seat| seat == name));
            match (owner, seat) {
                // The usual names of the seats.
                (Some(name), None) => {
                    self.text(key);
                    self.number(u64::from(name != "White"));
                }
                (_, Some(seat)) => {
                    self.text(key);
                    self.number(seat as u64);
                }
                (None, None) => self.entry(&below(path, key), key, value.get_ref()),
            }
        }
        self.end();
    }

    fn value(&mut self, path: &str, value: &DeValue) {
        match value {
            DeValue::String(text) => self.text(text),
            DeValue::Integer(_) => {
                self.number(number(value).unwrap_or_default().cast_unsigned());
            }
            DeValue::Float(number) => self.text(number.as_str()),
            DeValue::Boolean(flag) => self.number(u64::from(*flag)),
            DeValue::Datetime(time) => self.text(&time.to_string()),
            DeValue::Array(list) => {
                for value in list {
                    self.value(path, value.get_ref());
                }
                self.end();
            }
            DeValue::Table(table) => {
                for (key, value) in table {
                    let key = key.get_ref();
                    self.entry(&below(path, key), key, value.get_ref());
                }
                self.end();
            }
        }
    }
}
