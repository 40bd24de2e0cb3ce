//! A game as an entry of a list, read from its tags only.

use std::borrow::Cow;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::is_journal;
use crate::games::Registry;
use crate::record::carried;
use crate::record::date::Date;
use crate::record::game::{ARRAY, Game, Tags};
use crate::record::journal::is_damaged;
use crate::record::result::GameResult;
use crate::rules::spec::Spec;
use crate::rules::variant::Variant;

/// The kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// A human player.
    Person,
    /// A computer player or another program.
    Program,
    /// Not known.
    Unknown,
}

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// The name as written in the tag.
    pub name: String,
    /// The kind of player.
    pub is: Who,
}

/// How much of a damaged journal is intact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Damage {
    /// The number of intact lines.
    pub(crate) whole: usize,
    /// The number of all lines.
    pub(crate) lines: usize,
}

impl Damage {
    /// A description for people.
    pub fn words(self) -> String {
        let lines = if self.lines == 1 { "line" } else { "lines" };
        format!("damaged: {} of {} {lines} can be read", self.whole, self.lines)
    }
}

/// A game in a list.
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
    /// The offset of its text in the file.
    pub offset: u64,
    /// The length of its text.
    pub length: u64,
    /// The number of its first line.
    pub line: usize,
    /// The id of its variant; for an unknown variant, the name in the tag.
    pub game: String,
    /// Its variant, if it is known.
    #[serde(skip)]
    pub variant: Option<&'static dyn Variant>,
    /// The title of its variant, if that is the file of somebody: this program may not know it, or another one of that id.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub own_title: String,
    /// The name of its opening, without a number, unless it is the usual one, a position or not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub setup: String,
    /// The players, in turn order.
    pub players: Vec<Player>,
    /// The result in the tag.
    pub result: GameResult,
    /// The date, as far as it is known.
    pub date: Date,
    /// The approximate number of plies.
    pub plies: usize,
    /// How it ended, if the tags say so.
    pub termination: String,
    /// When the file was last changed, in nanoseconds.
    #[serde(skip)]
    pub modified: u64,
    /// Is the game still in progress?
    pub running: bool,
    /// How much of its file is intact, if it is damaged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damaged: Option<Damage>,
}

impl GameEntry {
    /// The entry for these tags; its place in the file is still to be set.
    pub(super) fn of(tags: &Tags, plies: usize, file: &str, games: &Registry) -> GameEntry {
        let said = |name: &str| tags.get(name).map(str::trim).filter(|value| !matches!(*value, "" | "?"));
        let named = said("Variant").unwrap_or_default();
        let variant = carried::variant(tags, games);
        let spec = variant.map(Variant::spec);
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
            variant,
            own_title: variant
                .filter(|game| game.source().is_some())
                .map(|game| game.spec().title.to_owned())
                .unwrap_or_default(),
            setup: spec.zip(said(ARRAY)).and_then(|(spec, name)| opening(spec, name)).unwrap_or_default(),
            players,
            result: said("Result").and_then(GameResult::read).unwrap_or_default(),
            date: Date::of_game(tags).or_else(|| Date::of_stamp(file)).unwrap_or_default(),
            plies,
            termination: said("Termination").unwrap_or_default().to_owned(),
            modified: 0,
            running: false,
            damaged: None,
        }
    }

    /// The spec of its variant, if this program knows it.
    pub fn spec(&self) -> Option<&'static Spec> {
        self.variant.map(Variant::spec)
    }

    /// The title of its variant.
    pub fn title(&self) -> &str {
        match self.own_title.as_str() {
            "" => self.spec().map_or(&self.game, |spec| spec.title),
            own => own,
        }
    }

    /// What a short list calls its variant: the id, or the title of one that is the file of somebody.
    pub fn short_title(&self) -> &str {
        if self.own_title.is_empty() { &self.game } else { &self.own_title }
    }

    /// The title of its variant with the name of its opening, unless it is the usual one.
    pub fn full_title(&self) -> String {
        match self.setup.as_str() {
            "" => self.title().to_owned(),
            setup => format!("{}, {}", self.title(), setup.replace('-', " ")),
        }
    }

    /// Its id: the name of its file, with a number if the file has several games.
    pub fn id(&self) -> String {
        // Beside a damaged journal there is usually the same game as a journal without the damage.
        if is_damaged(&self.file) {
            return self.file.clone();
        }
        let stem = Path::new(&self.file).file_stem().unwrap_or_default().to_string_lossy();
        if self.among > 1 { format!("{stem}:{}", self.number) } else { stem.into_owned() }
    }

    /// The players, joined by dashes.
    pub fn seats(&self) -> String {
        let names: Vec<&str> = self.players.iter().map(|player| player.name.as_str()).collect();
        names.join(" - ")
    }

    /// Its result, or that it is in progress or damaged.
    pub fn state(&self) -> Cow<'static, str> {
        match (self.damaged, self.running) {
            (Some(_), _) => "damaged".into(),
            (None, true) => "in progress".into(),
            (None, false) => self.result.to_string().into(),
        }
    }

    /// Was it put aside because it is damaged? The game may continue in another file beside it.
    pub(crate) fn is_aside(&self) -> bool {
        self.damaged.is_some() && !self.running
    }

    /// Is it saved as a journal?
    pub(crate) fn is_journal(&self) -> bool {
        is_journal(&self.file)
    }
}

/// The name of an opening in a record that is not the usual one of its game. Openings that differ by a number only are one.
fn opening(spec: &Spec, name: &str) -> Option<String> {
    let (kind, number) = name.split_once(':').map_or((name, None), |(kind, number)| (kind, Some(number)));
    let listed = spec.setups.iter().skip(1).any(|setup| number.is_none() && setup.name == kind);
    let numbered = || {
        let pattern = spec.more_setups.and_then(|more| more.split_once(':'));
        number.is_some() && pattern.is_some_and(|(known, _)| known == kind)
    };
    (listed || numbered()).then(|| kind.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opening_is_told_by_a_name_that_the_game_knows() {
        let games = Registry::default();
        let of = |id: &str, array: &str| {
            let mut tags = Tags::default();
            tags.set("Variant", games.find(id).expect("it is built in").spec().title);
            tags.set(ARRAY, array);
            GameEntry::of(&tags, 0, "", &games).full_title()
        };
        let players =
            [("armies", "first-fall"), ("armies", "as-written"), ("armies", "x\u{1b}y"), ("holywar", "shuffle:17")]
                .map(|(id, array)| of(id, array));
        assert_eq!(
            players,
            ["Armies of Faith 1, first fall", "Armies of Faith 1", "Armies of Faith 1", "Holywar, shuffle"]
        );
    }
}
