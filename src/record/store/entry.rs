//! A game as a list shows it, from its tags alone.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::is_journal;
use crate::games::{find, registry};
use crate::record::game::{Game, Tags};
use crate::record::journal::is_damaged;
use crate::rules::spec::Spec;

/// What sits in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// A person.
    Person,
    /// A computer.
    Program,
    /// Nobody says.
    Unknown,
}

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// As it is written.
    pub name: String,
    /// What it is.
    pub is: Who,
}

/// How much of a journal is whole that is damaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Damage {
    /// So many lines.
    pub whole: usize,
    /// Of so many.
    pub lines: usize,
}

impl Damage {
    /// In words.
    pub fn words(self) -> String {
        let lines = if self.lines == 1 { "line" } else { "lines" };
        format!("damaged: {} of {} {lines} can be read", self.whole, self.lines)
    }
}

/// A game of a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameEntry {
    /// The name of its file.
    #[serde(skip)]
    pub file: String,
    /// Its number in the file, from 1.
    pub number: usize,
    /// How many games the file has.
    #[serde(skip)]
    pub among: usize,
    /// Where its text begins.
    pub offset: u64,
    /// How long its text is.
    pub length: u64,
    /// The line it begins in.
    pub line: usize,
    /// The id of its game; of one that is not played here, what it is called.
    pub game: String,
    /// Who plays, in turn order.
    pub players: Vec<Player>,
    /// The result as it is written; `*` where there is none.
    pub result: String,
    /// When it was played, like `2026-11-20 23:15`, as far as that is known.
    pub date: String,
    /// About how many plies it has.
    pub plies: usize,
    /// How it ended, if that is said.
    pub termination: String,
    /// When the file was changed, in nanoseconds.
    #[serde(skip)]
    pub modified: u64,
    /// Does the game go on?
    pub running: bool,
    /// What is whole of its file, where that is damaged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damaged: Option<Damage>,
}

impl GameEntry {
    /// What tags say of a game; where it stands is still to be said.
    pub(super) fn of(tags: &Tags, plies: usize, file: &str) -> GameEntry {
        let said = |name: &str| tags.get(name).map(str::trim).filter(|value| !matches!(*value, "" | "?"));
        let named = said("Variant").unwrap_or_default();
        let spec = spec_of(named);
        let player = |tag: &str, own: &str| {
            let name = said(tag).or_else(|| said(own)).unwrap_or("?").to_owned();
            let is = match tags.get(&format!("{tag}Type")) {
                Some("human") => Who::Person,
                Some("program") => Who::Program,
                _ => Who::Unknown,
            };
            Player { name, is }
        };
        let players = match spec {
            Some(spec) => {
                spec.sides().map(|side| player(Game::seat_tag(spec, side), spec.seat(side).name)).collect()
            }
            None => ["White", "Black"].map(|tag| player(tag, tag)).into(),
        };
        let unknown = if named.is_empty() { "?" } else { named };
        GameEntry {
            file: file.to_owned(),
            number: 1,
            among: 1,
            offset: 0,
            length: 0,
            line: 1,
            game: spec.map_or(unknown, |spec| spec.id).to_owned(),
            players,
            result: said("Result").unwrap_or("*").to_owned(),
            date: date(tags).or_else(|| stamped(file)).unwrap_or_default(),
            plies,
            termination: said("Termination").unwrap_or_default().to_owned(),
            modified: 0,
            running: false,
            damaged: None,
        }
    }

    /// The identity card of its game, if it is played here.
    pub fn spec(&self) -> Option<&'static Spec> {
        Some(find(&self.game)?.spec())
    }

    /// The title of its game.
    pub fn title(&self) -> &str {
        self.spec().map_or(&self.game, |spec| spec.title)
    }

    /// What it is called by: the name of its file, and its number where the file has several.
    pub fn id(&self) -> String {
        // Beside a damaged journal there is mostly one of the same name that goes on.
        if is_damaged(&self.file) {
            return self.file.clone();
        }
        let stem = Path::new(&self.file).file_stem().unwrap_or_default().to_string_lossy();
        if self.among > 1 { format!("{stem}:{}", self.number) } else { stem.into_owned() }
    }

    /// Who plays against whom.
    pub fn seats(&self) -> String {
        let names: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
        names.join(" - ")
    }

    /// How it stands, or ended.
    pub fn state(&self) -> &str {
        match (self.damaged, self.running) {
            (Some(_), _) => "damaged",
            (None, true) => "in progress",
            (None, false) => &self.result,
        }
    }

    /// Was it put aside because it is damaged? What is whole of it may go on beside it.
    pub fn is_aside(&self) -> bool {
        self.damaged.is_some() && !self.running
    }

    /// Is it kept as a journal?
    pub fn is_journal(&self) -> bool {
        is_journal(&self.file)
    }
}

/// The game of this id or title.
fn spec_of(name: &str) -> Option<&'static Spec> {
    Some(registry().named(name)?.spec())
}

/// `2026-11-20 23:15` from tags, as much as they say.
fn date(tags: &Tags) -> Option<String> {
    let digits = |text: &&str| text.bytes().filter(u8::is_ascii_digit).count() >= 4;
    let day = ["Date", "UTCDate"].iter().find_map(|name| tags.get(name).filter(digits))?;
    let plain = |text: &str| -> String { text.chars().filter(|letter| !letter.is_control()).collect() };
    let day = plain(day).replace(['.', '/'], "-");
    let time = ["UTCTime", "Time"].iter().find_map(|name| tags.get(name).filter(digits));
    match time.and_then(|time| time.get(..5)) {
        Some(time) if time.is_ascii() => Some(format!("{day} {time}")),
        _ => Some(day),
    }
}

/// The same from the name of a file like `20261120-231502-game-xxxx.pgn`.
fn stamped(file: &str) -> Option<String> {
    let stamp = file.get(..15)?;
    let right =
        stamp.bytes().enumerate().all(|(at, byte)| if at == 8 { byte == b'-' } else { byte.is_ascii_digit() });
    right.then(|| format!("{}-{}-{} {}:{}", &stamp[..4], &stamp[4..6], &stamp[6..8], &stamp[9..11], &stamp[11..13]))
}
