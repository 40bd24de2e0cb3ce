//! What a section says, with all that it takes from its parents.

use std::collections::BTreeMap;

use super::area::{Area, FILES, RANKS};
use super::ini::{Entry, Section};
use super::keys::{self, KEYS, SEATS, Shape};
use super::kinds::{Type, Types};
use super::refusal::Refusal;

/// The piece that stands for a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    /// Its letter, a capital one.
    pub(super) letter: char,
    /// Its moves, if they are written with it.
    pub(super) moves: Option<String>,
}

/// A value, read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Flag(bool),
    Number(u32),
    Area(Area),
    Types(Types),
    Counts(Vec<(Type, u32)>),
    Pairs(Vec<(Type, Option<Type>)>),
    Text(String),
}

/// A value, and where it is written.
#[derive(Clone, Debug)]
struct Setting {
    value: Value,
    written: Refusal,
}

/// All that a section says.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pieces: BTreeMap<Type, Piece>,
    values: BTreeMap<String, Setting>,
    /// Where each piece is written.
    written: BTreeMap<Type, Refusal>,
}

impl Default for Settings {
    /// What a section without a parent begins with: no piece, and promotion to none.
    fn default() -> Settings {
        let mut settings = Settings { pieces: BTreeMap::new(), values: BTreeMap::new(), written: BTreeMap::new() };
        for seat in SEATS {
            settings.fill(format!("promotionPieceTypes{seat}"), Value::Types(Types::default()), nowhere());
        }
        settings
    }
}

fn nowhere() -> Refusal {
    Refusal { line: 0, section: String::new(), key: String::new(), value: String::new(), why: String::new() }
}

/// Why a word is none of those that a key knows.
fn expected(shape: Shape) -> String {
    match shape {
        Shape::Flag => "expected true or false".to_owned(),
        Shape::Number => "expected a whole number".to_owned(),
        Shape::File => format!("expected a file of at most {FILES}"),
        Shape::Area => format!("expected squares of at most {FILES} files and {RANKS} ranks, such as e4 or *8"),
        Shape::Types => "expected letters of its pieces, * or -".to_owned(),
        Shape::Counts => "expected letters of its pieces with numbers, such as q:1".to_owned(),
        Shape::Pairs => "expected letters of its pieces in pairs, such as p:g".to_owned(),
        Shape::Text | Shape::NoRule | Shape::Only(_) => String::new(),
    }
}

impl Settings {
    /// Adds what a section says, and tells what is wrong in it.
    pub(super) fn apply(&mut self, section: &Section) -> Vec<Refusal> {
        let mut wrong = Vec::new();
        for kind in Type::all() {
            let name = kind.name();
            if let Some(entry) = section.entries.iter().find(|entry| entry.key == name) {
                wrong.extend(self.piece(kind, section, entry));
            }
        }
        let mut known: Vec<(usize, &Entry)> = Vec::new();
        for entry in &section.entries {
            if let Some((place, _)) = keys::find(&entry.key) {
                known.push((place, entry));
            } else if let Some(name) = region(&entry.key) {
                match Area::read(&entry.value) {
                    Some(area) => self.fill(name, Value::Area(area), section.wrong(entry, "")),
                    None => wrong.push(section.wrong(entry, expected(Shape::Area))),
                }
            } else if Type::all().all(|kind| kind.name() != entry.key) {
                wrong.push(section.wrong(entry, "there is no such key"));
            }
        }
        known.sort_by_key(|(place, _)| *place);
        for (place, entry) in known {
            let key = &KEYS[place];
            match self.value(key.shape, &entry.value) {
                Some(value) => {
                    let fills = if key.fills.is_empty() { &[key.name][..] } else { key.fills };
                    for fill in fills {
                        self.fill((*fill).to_owned(), value.clone(), section.wrong(entry, ""));
                    }
                }
                None => wrong.push(section.wrong(entry, expected(key.shape))),
            }
        }
        wrong
    }

    fn fill(&mut self, name: String, value: Value, written: Refusal) {
        self.values.insert(name, Setting { value, written });
    }

    /// A letter for a type, or none.
    fn piece(&mut self, kind: Type, section: &Section, entry: &Entry) -> Option<Refusal> {
        let mut letters = entry.value.chars();
        let letter = letters.next()?;
        if !letter.is_ascii_alphabetic() {
            self.remove(kind);
            return (letter != '-').then(|| section.wrong(entry, "expected a letter or -"));
        }
        let letter = letter.to_ascii_uppercase();
        let moves = letters.as_str().strip_prefix(':').map(|moves| moves.trim().to_owned());
        if moves.is_some() && !kind.is_custom() && kind != Type::KING {
            return Some(section.wrong(entry, "this type of piece has moves of its own"));
        }
        if kind.is_custom() && moves.is_none() {
            return Some(section.wrong(entry, "expected a letter, a colon, and moves"));
        }
        let same = self.pieces.iter().find(|(_, piece)| piece.letter == letter).map(|(&kind, _)| kind);
        if let Some(same) = same {
            self.remove(same);
        }
        if moves.as_ref().is_some_and(|moves| moves.contains('e')) && kind.is_custom() {
            for seat in SEATS {
                let name = format!("enPassantTypes{seat}");
                let types = self.types(&name, Types::one(Type::PAWN)).or(Types::one(kind));
                self.fill(name, Value::Types(types), section.wrong(entry, ""));
            }
        }
        self.pieces.insert(kind, Piece { letter, moves });
        self.written.insert(kind, section.wrong(entry, ""));
        None
    }

    /// Takes a type out of the game. Then nothing promotes to it.
    fn remove(&mut self, kind: Type) {
        self.pieces.remove(&kind);
        for seat in SEATS {
            let name = format!("promotionPieceTypes{seat}");
            let written = self.values.get(&name).map_or_else(nowhere, |setting| setting.written.clone());
            let types = self.types(&name, Types::default()).without(kind);
            self.fill(name, Value::Types(types), written);
        }
    }

    fn value(&self, shape: Shape, text: &str) -> Option<Value> {
        Some(match shape {
            Shape::Flag => Value::Flag(match text {
                "true" => true,
                "false" => false,
                _ => return None,
            }),
            Shape::Number => Value::Number(text.parse().ok()?),
            Shape::File => Value::Number(file(text)?),
            Shape::Area => Value::Area(Area::read(text)?),
            Shape::Types => Value::Types(self.set(text)?),
            Shape::Counts => {
                let one = |word: &str| {
                    let (letter, count) = word.split_once(':')?;
                    Some((self.with_text(letter)?, count.parse().ok()?))
                };
                Value::Counts(text.split_whitespace().map(one).collect::<Option<_>>()?)
            }
            Shape::Pairs => {
                let one = |word: &str| {
                    let (from, to) = word.split_once(':')?;
                    let to = if to == "-" { None } else { Some(self.with_text(to)?) };
                    Some((self.with_text(from)?, to))
                };
                let mut pairs = match self.known("promotedPieceType") {
                    Some(Value::Pairs(pairs)) => pairs.clone(),
                    _ => Vec::new(),
                };
                for (from, to) in text.split_whitespace().map(one).collect::<Option<Vec<_>>>()? {
                    pairs.retain(|(known, _)| *known != from);
                    pairs.push((from, to));
                }
                Value::Pairs(pairs)
            }
            Shape::Text | Shape::NoRule | Shape::Only(_) => Value::Text(text.to_owned()),
        })
    }

    fn set(&self, text: &str) -> Option<Types> {
        let mut found = Types::default();
        for letter in text.chars().filter(|letter| !letter.is_whitespace()).take_while(|&letter| letter != '-') {
            found = found.or(match letter {
                '*' => Types::TOGETHER,
                _ => Types::one(self.with_letter(letter)?),
            });
        }
        Some(found)
    }

    fn with_text(&self, letter: &str) -> Option<Type> {
        let mut letters = letter.chars();
        let found = self.with_letter(letters.next()?)?;
        letters.next().is_none().then_some(found)
    }

    /// The type whose piece has this letter.
    pub(super) fn with_letter(&self, letter: char) -> Option<Type> {
        let letter = letter.to_ascii_uppercase();
        self.pieces.iter().find(|(_, piece)| piece.letter == letter).map(|(&kind, _)| kind)
    }

    pub(super) fn of(&self, kind: Type) -> Option<&Piece> {
        self.pieces.get(&kind)
    }

    /// Is this setting written anywhere?
    pub(super) fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    fn known(&self, name: &str) -> Option<&Value> {
        self.values.get(name).map(|setting| &setting.value)
    }

    pub(super) fn flag(&self, name: &str, usual: bool) -> bool {
        match self.known(name) {
            Some(&Value::Flag(flag)) => flag,
            _ => usual,
        }
    }

    pub(super) fn number(&self, name: &str, usual: u32) -> u32 {
        match self.known(name) {
            Some(&Value::Number(number)) => number,
            _ => usual,
        }
    }

    pub(super) fn area(&self, name: &str, usual: Area) -> Area {
        match self.known(name) {
            Some(&Value::Area(area)) => area,
            _ => usual,
        }
    }

    pub(super) fn types(&self, name: &str, usual: Types) -> Types {
        match self.known(name) {
            Some(&Value::Types(types)) => types,
            _ => usual,
        }
    }

    pub(super) fn text(&self, name: &str, usual: &str) -> String {
        match self.known(name) {
            Some(Value::Text(text)) => text.clone(),
            _ => usual.to_owned(),
        }
    }

    /// The greatest numbers of pieces that promotion leaves.
    pub(super) fn limits(&self) -> Vec<(Type, u32)> {
        match self.known("promotionLimit") {
            Some(Value::Counts(counts)) => counts.clone(),
            _ => Vec::new(),
        }
    }

    /// What pieces of a type become.
    pub(super) fn promoted(&self, kind: Type) -> Option<Type> {
        match self.known("promotedPieceType") {
            Some(Value::Pairs(pairs)) => pairs.iter().find(|(from, _)| *from == kind)?.1,
            _ => None,
        }
        .filter(|to| self.pieces.contains_key(to))
    }

    /// The settings that a file of ours cannot say whatever else there is.
    pub(super) fn refused(&self) -> Vec<Refusal> {
        let mut refused: Vec<Refusal> = Vec::new();
        for (name, setting) in &self.values {
            let Some(Shape::Only(only)) = keys::find(name).map(|(_, key)| key.shape) else { continue };
            let idle = matches!(&setting.value, Value::Text(text) if text == only);
            let again =
                refused.iter().any(|other| other.line == setting.written.line && other.key == setting.written.key);
            if !idle && (!again || setting.written.line == 0) {
                refused.push(Refusal { why: "a file cannot say this rule".to_owned(), ..setting.written.clone() });
            }
        }
        refused
    }

    /// A setting is refused.
    pub(super) fn wrong(&self, name: &str, why: impl Into<String>) -> Refusal {
        let mut refusal = self.values.get(name).map_or_else(nowhere, |setting| setting.written.clone());
        if refusal.key.is_empty() {
            name.clone_into(&mut refusal.key);
            "as usual".clone_into(&mut refusal.value);
        }
        refusal.why = why.into();
        refusal
    }

    /// A piece is refused.
    pub(super) fn wrong_piece(&self, kind: Type, why: impl Into<String>) -> Refusal {
        let mut refusal = self.written.get(&kind).cloned().unwrap_or_else(nowhere);
        refusal.why = why.into();
        refusal
    }
}

/// The setting of a key that says where a piece may go.
fn region(key: &str) -> Option<String> {
    let rest = key.strip_prefix("mobilityRegion")?;
    let seat = SEATS.into_iter().find(|seat| rest.starts_with(seat))?;
    let mut letters = rest[seat.len()..].chars();
    let name: String = letters.next()?.to_lowercase().chain(letters).collect();
    let kind = Type::all().find(|kind| kind.name() == name)?;
    Some(region_of(kind, seat))
}

/// The setting for where a piece of a seat may go.
pub(super) fn region_of(kind: Type, seat: &str) -> String {
    format!("mobilityRegion{seat}{}", kind.name())
}

/// A file as a letter or number, from 1.
fn file(text: &str) -> Option<u32> {
    let number = match text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => u32::from(letter.to_ascii_lowercase() - b'a') + 1,
        _ => text.parse().ok()?,
    };
    (1..=u32::from(FILES)).contains(&number).then_some(number)
}
