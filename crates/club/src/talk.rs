//! Talk: the lobby, the players of a table, and those who watch it, each a room of its own. The last lines are in
//! memory; nothing of them is stored except in a report. The time is passed in.

pub(crate) mod clean;
pub mod ear;
mod error;
mod pace;
pub mod phrase;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::SystemTime;

use clean::{MOST_BYTES, MOST_CHARACTERS, clean};
pub use error::TalkError;
use pace::Pace;
use phrase::Phrase;

use super::change_notifier::Topic;
use super::member::{Member, MemberId};
use super::store::TableKey;
use super::words::Words;

/// How many lines of a room are kept.
pub const KEPT: usize = 100;

/// A room.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Room {
    /// All who are here.
    Lobby,
    /// The players of a table.
    Players(TableKey),
    /// Those who watch a table. After the game it is the same room as that of the players.
    Watchers(TableKey),
}

impl Room {
    /// The table of the room.
    pub const fn table(self) -> Option<TableKey> {
        match self {
            Room::Lobby => None,
            Room::Players(table) | Room::Watchers(table) => Some(table),
        }
    }

    /// What changes when somebody says something in it.
    pub const fn topic(self) -> Topic {
        match self {
            Room::Lobby => Topic::LobbyTalk,
            Room::Players(table) | Room::Watchers(table) => Topic::Table(table),
        }
    }

    /// The word in the store, in the log and for the operator.
    pub const fn word(self) -> &'static str {
        match self {
            Room::Lobby => "lobby",
            Room::Players(_) => "players",
            Room::Watchers(_) => "watchers",
        }
    }
}

/// What somebody says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said<'a> {
    /// A line that was typed.
    Text(&'a str),
    /// A phrase.
    Phrase(Phrase),
}

/// A line of a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The number. Later lines of any room have larger ones.
    pub number: u64,
    /// When it was said.
    pub time: SystemTime,
    /// Who said it.
    pub from: MemberId,
    /// The name of that member then.
    pub name: String,
    /// The text. It is safe to show.
    pub text: String,
}

/// What the operator allows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TalkRules {
    /// Whether guests may type. They can always use phrases.
    pub guests: bool,
    /// The words that are not said here.
    pub words: Words,
}

/// All rooms, and who does not want to read whom.
#[derive(Debug, Default)]
pub struct Talk {
    rules: TalkRules,
    rooms: BTreeMap<Room, VecDeque<Arc<Line>>>,
    /// The tables whose game is over.
    over: BTreeSet<TableKey>,
    count: u64,
    pace: Pace,
    /// Pairs of who does not want to read and whom: until they leave.
    muted: BTreeSet<(MemberId, MemberId)>,
    /// The same, and no challenges either.
    blocked: BTreeSet<(MemberId, MemberId)>,
}

impl Talk {
    /// Nothing was said yet. Who blocks whom comes from the store.
    pub(crate) fn new(blocked: impl IntoIterator<Item = (MemberId, MemberId)>) -> Talk {
        Talk { blocked: blocked.into_iter().collect(), ..Talk::default() }
    }

    /// What the operator allows, from now on.
    pub fn set_rules(&mut self, rules: TalkRules) {
        self.rules = rules;
    }

    /// What the operator allows.
    pub(crate) const fn rules(&self) -> &TalkRules {
        &self.rules
    }

    /// The room whose lines are in this one: after a game there is only that of the players.
    fn kept_in(&self, room: Room) -> Room {
        match room {
            Room::Watchers(table) if self.over.contains(&table) => Room::Players(table),
            room => room,
        }
    }

    /// A member says something in a room. An error says why the line was not sent.
    pub fn say(
        &mut self,
        room: Room,
        from: &Member,
        said: Said<'_>,
        now: SystemTime,
    ) -> Result<Arc<Line>, TalkError> {
        let text = match said {
            Said::Phrase(phrase) => phrase.words().to_owned(),
            Said::Text(text) => self.checked(from, text)?,
        };
        if !self.pace.take(from.id, now) {
            return Err(TalkError::Fast);
        }
        Ok(self.hear(room, (from.id, from.shown_name()), text, now))
    }

    /// Adds a line that was said, here or at another server of the club.
    pub(crate) fn hear(
        &mut self,
        room: Room,
        (from, name): (MemberId, String),
        text: String,
        time: SystemTime,
    ) -> Arc<Line> {
        self.count += 1;
        let line = Arc::new(Line { number: self.count, time, from, name, text });
        let lines = self.rooms.entry(self.kept_in(room)).or_default();
        lines.push_back(Arc::clone(&line));
        if lines.len() > KEPT {
            lines.pop_front();
        }
        line
    }

    /// The text of a line that may be said.
    fn checked(&self, from: &Member, text: &str) -> Result<String, TalkError> {
        if from.is_guest() && !self.rules.guests {
            return Err(TalkError::Guest);
        }
        if text.len() > MOST_BYTES {
            return Err(TalkError::Bytes { bytes: text.len() });
        }
        let text = clean(text);
        let characters = text.chars().count();
        if characters > MOST_CHARACTERS {
            return Err(TalkError::Long { characters });
        }
        if text.is_empty() {
            return Err(TalkError::Empty);
        }
        if self.rules.words.are_in(&text) {
            return Err(TalkError::Word);
        }
        Ok(text)
    }

    /// The lines of a room as this member reads them: without those of members that they mute or block.
    pub fn lines(&self, room: Room, reader: MemberId) -> Vec<Arc<Line>> {
        let lines = self.rooms.get(&self.kept_in(room)).into_iter().flatten();
        lines.filter(|line| !self.hides(reader, line.from)).cloned().collect()
    }

    /// The same with the lines that are hidden, marked as such: so that a member can read somebody again.
    pub(crate) fn all_lines(&self, room: Room, reader: MemberId) -> Vec<(Arc<Line>, bool)> {
        let lines = self.rooms.get(&self.kept_in(room)).into_iter().flatten();
        lines.map(|line| (Arc::clone(line), self.hides(reader, line.from))).collect()
    }

    /// The last lines of a room, for a report.
    pub(crate) fn last(&self, room: Room, count: usize) -> Vec<Arc<Line>> {
        let lines = self.rooms.get(&self.kept_in(room)).into_iter().flatten();
        let mut last: Vec<_> = lines.rev().take(count).cloned().collect();
        last.reverse();
        last
    }

    /// The game of a table is over: players and those who watch are in one room.
    pub fn finish(&mut self, table: TableKey) {
        if !self.over.insert(table) {
            return;
        }
        let apart = [Room::Players(table), Room::Watchers(table)].map(|room| self.rooms.remove(&room));
        let mut together: Vec<_> = apart.into_iter().flatten().flatten().collect();
        together.sort_by_key(|line| line.number);
        let from = together.len().saturating_sub(KEPT);
        if !together.is_empty() {
            self.rooms.insert(Room::Players(table), together.split_off(from).into());
        }
    }

    /// A table is closed: nobody talks at it any more.
    pub fn close(&mut self, table: TableKey) {
        self.over.remove(&table);
        self.rooms.retain(|room, _| room.table() != Some(table));
    }

    /// A member does not want to read another one until they leave, or wants to again.
    pub(crate) fn mute(&mut self, reader: MemberId, other: MemberId, on: bool) {
        change(&mut self.muted, (reader, other), on);
    }

    /// Whether a member has muted another one.
    pub(crate) fn mutes(&self, reader: MemberId, other: MemberId) -> bool {
        self.muted.contains(&(reader, other))
    }

    /// A member wants neither lines nor challenges of another one, or wants them again. The club stores it, except for guests.
    pub(crate) fn block(&mut self, reader: MemberId, other: MemberId, on: bool) {
        change(&mut self.blocked, (reader, other), on);
    }

    /// Who blocks whom, as the store has it. What guests chose stays.
    pub(crate) fn set_blocked(&mut self, blocked: impl IntoIterator<Item = (MemberId, MemberId)>) {
        let is_of_guest = |(reader, other): &(MemberId, MemberId)| {
            matches!((reader, other), (MemberId::Guest(_), _) | (_, MemberId::Guest(_)))
        };
        self.blocked.retain(is_of_guest);
        self.blocked.extend(blocked);
    }

    /// Whether a member has blocked another one: neither lines nor challenges of them arrive.
    pub(crate) fn blocks(&self, reader: MemberId, other: MemberId) -> bool {
        self.blocked.contains(&(reader, other))
    }

    /// Whether the lines of another one are hidden from a member.
    fn hides(&self, reader: MemberId, other: MemberId) -> bool {
        self.mutes(reader, other) || self.blocks(reader, other)
    }

    /// A member has left with their last connection: what they muted is forgotten.
    pub(crate) fn left(&mut self, member: MemberId) {
        self.muted.retain(|&(reader, _)| reader != member);
        if matches!(member, MemberId::Guest(_)) {
            self.blocked.retain(|&(reader, other)| reader != member && other != member);
        }
    }
}

/// Puts a pair into a set or removes it. Nobody is in a pair with themselves.
fn change(pairs: &mut BTreeSet<(MemberId, MemberId)>, pair: (MemberId, MemberId), on: bool) {
    if on && pair.0 != pair.1 {
        pairs.insert(pair);
    } else {
        pairs.remove(&pair);
    }
}
