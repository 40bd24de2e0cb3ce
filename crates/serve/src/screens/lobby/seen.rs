//! What the lobby knows of the club: what all see, and the tables of its reader.

use std::sync::Arc;

use crate::club::Visit;
use crate::club::lobby::{Here, LobbyView};
use crate::club::member::Member;
use crate::club::table_service::{Listed, Seat};

/// What the reader of a lobby sees of the club.
#[derive(Default)]
pub(super) struct Seen {
    /// What all see.
    pub(super) all: Arc<LobbyView>,
    /// The tables where the reader sits, and those that they have opened.
    own: Vec<Listed>,
    /// The seats of their tables that cannot be opened.
    pub(super) broken: Vec<Vec<Seat>>,
}

impl Seen {
    /// Reads what concerns the reader only.
    pub(super) fn read_own(&mut self, visit: &Visit) {
        self.own = visit.club.tables.own(&visit.member);
        let broken = visit.club.tables.broken(visit.member.id);
        self.broken = broken.into_iter().map(|(_, seats)| seats).collect();
    }

    /// Reads what all see. Returns whether the challenges to everybody have changed.
    pub(super) fn read_all(&mut self, visit: &Visit) -> bool {
        let before = std::mem::replace(&mut self.all, visit.club.lobby());
        before.challenges != self.all.challenges
    }

    /// Lets go of what all see, so that nobody who plays for hours keeps an old copy of it.
    pub(super) fn forget_all(&mut self) {
        self.all = Arc::default();
    }

    /// The tables, the oldest first. What is known of the reader's own is newer than what all see.
    pub(super) fn tables(&self) -> Vec<&Listed> {
        let is_other = |listed: &&Listed| !self.own.iter().any(|own| own.key == listed.key);
        let mut tables: Vec<&Listed> = self.all.tables.iter().filter(is_other).chain(&self.own).collect();
        tables.sort_by_key(|listed| listed.key);
        tables
    }

    /// Who is here, by name, with what they do. The reader is here in any case.
    pub(super) fn here<'a>(&'a self, reader: &'a Member) -> impl Iterator<Item = (&'a Member, &'static str)> {
        let state = |here: &Here| match (here.plays, here.idle) {
            _ if here.member.id == reader.id => "you",
            (true, _) => "playing",
            (false, true) => "idle",
            (false, false) => "would play",
        };
        let is_missing = !self.all.here.iter().any(|here| here.member.id == reader.id);
        let all = self.all.here.iter().map(move |here| (&here.member, state(here)));
        all.chain(is_missing.then_some((reader, "you")))
    }
}
