//! What tells two games of files apart: a number of all in a file that is about the rules.

use std::fmt;

use heterodox_base::document::{Document, texts};
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
const WORDS: [&str; 10] = ["format", "like", "id", "title", "about", "goal", "seats", "scene", "rules", "credits"];

/// What a piece says to people, and to the computer.
const OF_A_PIECE: [&str; 4] = ["name", "words", "art", "value"];

impl Digest {
    /// The number of a file, completed by the game that it is like.
    pub(super) fn of(document: &Document) -> Digest {
        let root = document.root();
        let seats = root.get("seats").and_then(|value| texts(value.get_ref())).unwrap_or_default();
        let mut sum = Sum(0);
        for (key, value) in root {
            match (key.get_ref().as_ref(), value.get_ref()) {
                (known, _) if WORDS.contains(&known) => {}
                ("piece", DeValue::Table(pieces)) => {
                    sum.text("piece");
                    for (letters, value) in pieces {
                        sum.text(letters.get_ref());
                        if let DeValue::Table(keys) = value.get_ref() {
                            sum.piece(keys, &seats);
                        }
                    }
                    sum.end();
                }
                // What a wall is called does not matter either.
                ("wall", DeValue::Table(keys)) => {
                    sum.text("wall");
                    sum.piece(keys, &seats);
                }
                (key, value) => {
                    sum.text(key);
                    sum.value(value);
                }
            }
        }
        Digest(sum.0)
    }
}

/// A sum in which the order counts. Tables give their keys in the order of the letters.
struct Sum(u64);

impl Sum {
    const fn number(&mut self, number: u64) {
        self.0 = mix(self.0 ^ mix(number));
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

    fn piece(&mut self, keys: &DeTable, seats: &[String]) {
        for (key, value) in keys {
            let key = key.get_ref().as_ref();
            if OF_A_PIECE.contains(&key) {
                continue;
            }
            self.text(key);
            let owner = value.get_ref().as_str().filter(|_| key == "owner");
            let seat = owner.and_then(|name| seats.iter().position(|seat| seat == name));
            match (owner, seat) {
                // The usual names of the seats.
                (Some(name), None) => self.number(u64::from(name != "White")),
                (_, Some(seat)) => self.number(seat as u64),
                (None, None) => self.value(value.get_ref()),
            }
        }
        self.end();
    }

    fn value(&mut self, value: &DeValue) {
        match value {
            DeValue::String(text) => self.text(text),
            DeValue::Integer(_) => {
                self.number(heterodox_base::document::number(value).unwrap_or_default().cast_unsigned());
            }
            DeValue::Float(number) => self.text(number.as_str()),
            DeValue::Boolean(flag) => self.number(u64::from(*flag)),
            DeValue::Datetime(time) => self.text(&time.to_string()),
            DeValue::Array(list) => {
                for value in list {
                    self.value(value.get_ref());
                }
                self.end();
            }
            DeValue::Table(table) => {
                for (key, value) in table {
                    self.text(key.get_ref());
                    self.value(value.get_ref());
                }
                self.end();
            }
        }
    }
}
