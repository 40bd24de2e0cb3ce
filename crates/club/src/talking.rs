//! Talk in the club: what a screen asks for, and what of it is stored.

use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::SystemTime;

use super::change_notifier::Topic;
use super::member::{Member, MemberId};
use super::moment::seconds;
use super::nodes::Change;
use super::report::Reporters;
use super::store::TableKey;
use super::table_service::Attends;
use super::talk::{Line, Room, Said, Talk, TalkError, TalkRules};
use super::{Club, ClubError};

impl Club {
    /// The rooms. Screens use the functions below.
    pub(super) fn talk(&self) -> MutexGuard<'_, Talk> {
        self.talk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn reporters(&self) -> MutexGuard<'_, Reporters> {
        self.reporters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the operator allows, from now on.
    pub fn set_talk_rules(&self, rules: TalkRules) {
        self.talk().set_rules(rules);
        self.notifier.notify_all();
    }

    /// Whether this member may type, or use the phrases only.
    pub fn may_type(&self, member: &Member) -> bool {
        !member.is_guest() || self.talk().rules().guests
    }

    /// The room in which somebody talks at a table: that of the players or that of those who watch. The table service knows who
    /// has a seat.
    pub fn room_at(&self, table: TableKey, who: MemberId) -> Room {
        match self.tables.attends(who, table) {
            Some((Attends::Plays, _)) => Room::Players(table),
            _ => Room::Watchers(table),
        }
    }

    /// Whether somebody may read a room and talk in it, or why not. While a game goes on, players and those who watch are
    /// apart.
    pub(super) fn check_room(&self, room: Room, who: MemberId) -> Result<(), TalkError> {
        let Some(table) = room.table() else { return Ok(()) };
        match (room, self.tables.attends(who, table)) {
            (_, None) => Err(TalkError::NoTable),
            (Room::Players(_), Some((Attends::Watches, false))) => Err(TalkError::NotAPlayer),
            (Room::Watchers(_), Some((Attends::Plays, false))) => Err(TalkError::NotAWatcher),
            _ => Ok(()),
        }
    }

    /// A member says something in a room. An error says why the line was not sent.
    pub fn say(&self, room: Room, from: &Member, said: Said<'_>, now: SystemTime) -> Result<Arc<Line>, TalkError> {
        self.check_room(room, from.id)?;
        let line = self.talk().say(room, from, said, now)?;
        if room == Room::Lobby {
            self.tell_others(Change::Said {
                from: line.from.identity().name().to_owned(),
                name: line.name.clone(),
                time: seconds(line.time),
                text: line.text.clone(),
            });
        }
        self.notifier.notify(room.topic());
        Ok(line)
    }

    /// The lines of a room as this member reads them; none of a room that is not for them.
    pub fn lines(&self, room: Room, reader: MemberId) -> Vec<Arc<Line>> {
        if self.check_room(room, reader).is_err() {
            return Vec::new();
        }
        self.talk().lines(room, reader)
    }

    /// All lines of a room, each with whether this member has hidden it.
    pub fn all_lines(&self, room: Room, reader: MemberId) -> Vec<(Arc<Line>, bool)> {
        if self.check_room(room, reader).is_err() {
            return Vec::new();
        }
        self.talk().all_lines(room, reader)
    }

    /// The game of a table is over: players and those who watch are in one room from now on.
    pub(crate) fn finish_talk(&self, table: TableKey) {
        self.talk().finish(table);
        self.notifier.notify(Topic::Table(table));
    }

    /// A table is closed: its lines are forgotten.
    pub(crate) fn close_talk(&self, table: TableKey) {
        self.talk().close(table);
    }

    /// A member does not want to read another one until they leave, or wants to again.
    pub fn mute(&self, reader: MemberId, other: MemberId, on: bool) {
        self.talk().mute(reader, other, on);
        self.notifier.notify(Topic::Member(reader));
    }

    /// Whether a member has muted another one.
    pub fn mutes(&self, reader: MemberId, other: MemberId) -> bool {
        self.talk().mutes(reader, other)
    }

    /// A member wants neither lines nor challenges of another one, or wants them again. It is stored; for guests it
    /// counts until one of the two leaves.
    pub fn block(&self, reader: MemberId, other: MemberId, on: bool) -> Result<(), ClubError> {
        if let (MemberId::Member(reader), MemberId::Member(other)) = (reader, other)
            && reader != other
        {
            self.store.set_block(reader, other, on)?;
        }
        self.talk().block(reader, other, on);
        self.tell_others(Change::Blocks);
        for who in [reader, other] {
            self.notifier.notify(Topic::Member(who));
        }
        Ok(())
    }

    /// Whether a member has blocked another one: neither lines nor challenges of them arrive.
    pub fn blocks(&self, reader: MemberId, other: MemberId) -> bool {
        self.talk().blocks(reader, other)
    }
}
