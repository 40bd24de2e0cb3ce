//! The tables of other servers of the club: lists show them, and who wants to one of them goes to its server.

use std::collections::BTreeMap;

use super::admission::{admits, seat_of};
use super::{LiveTable, Seat, TableService, TableServiceError, lock};
use crate::change_notifier::Topic;
use crate::member::MemberId;
use crate::record::journal::JournalEvent;
use crate::rules::side::Side;
use crate::session::setup::{MatchSetup, SetupError};
use crate::store::{NodeId, TableKey, TableRow, TakenTable};

/// How far a game at another server is, as that server tells it.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Brief {
    /// The seat on turn, if the game is not over.
    pub turn: Option<usize>,
    /// The move, in words.
    pub round: String,
    /// How many watch.
    pub watchers: usize,
}

/// A table of another server.
#[derive(Clone, Debug)]
pub(super) struct FarTable {
    pub(super) row: TableRow,
    pub(super) setup: MatchSetup,
    pub(super) node: NodeId,
    pub(super) brief: Option<Brief>,
}

impl FarTable {
    pub(super) fn seat_of(&self, who: MemberId) -> Option<Side> {
        seat_of(&self.row, who)
    }

    pub(super) fn admits(&self, who: MemberId) -> bool {
        admits(&self.row, who, None)
    }
}

impl TableService {
    fn far_table(&self, row: TableRow, node: NodeId) -> Result<FarTable, TableServiceError> {
        let begin: JournalEvent = serde_json::from_str(&row.setup).map_err(|_| SetupError::NoBegin)?;
        let mut setup = MatchSetup::of_event(&begin, &self.opponents.games)?;
        setup.seats = row.seats.iter().map(Seat::kind).collect();
        Ok(FarTable { row, setup, node, brief: None })
    }

    /// Reads which tables other servers have. One that this server had is let go if another one has it now.
    pub(crate) fn read_far(&self) -> Result<(), TableServiceError> {
        let Some(own) = self.store.node() else { return Ok(()) };
        let places = self.store.places()?;
        let _alone = lock(&self.changes);
        let lost = |entry: &&LiveTable| places.get(&entry.row.key).is_some_and(|place| *place != Some(own));
        let lost: Vec<TableKey> = self.state().live.open().filter(lost).map(|entry| entry.row.key).collect();
        for key in lost {
            self.let_go(key);
        }
        let mut far = BTreeMap::new();
        for row in self.store.unfinished_tables()? {
            let node = places.get(&row.key).copied().flatten().filter(|node| *node != own);
            let (Some(node), key) = (node, row.key) else { continue };
            // A table of a game that this server cannot read is shown by those that can.
            if let Ok(table) = self.far_table(row, node) {
                far.insert(key, table);
            }
        }
        {
            let mut state = self.state();
            for (key, old) in &mut state.live.far {
                if let Some(new) = far.get_mut(key) {
                    new.brief = old.brief.take();
                }
            }
            state.live.far = far;
        }
        self.notifier.notify_here(Topic::Lobby);
        Ok(())
    }

    /// Reads which server has a table, and what it is like if that is another one. If this server had it, it is let go.
    pub(crate) fn read_far_table(&self, key: TableKey) -> Result<(), TableServiceError> {
        let Some(own) = self.store.node() else { return Ok(()) };
        let node = self.store.node_of(key)?.flatten().filter(|node| *node != own);
        let row = if node.is_some() { self.store.table(key)? } else { None };
        let _alone = lock(&self.changes);
        let far = node.zip(row).and_then(|(node, row)| self.far_table(row, node).ok());
        if node.is_some() {
            self.let_go(key);
        }
        {
            let tables = &mut self.state().live.far;
            let old = tables.remove(&key);
            if let Some(new) = far {
                tables.insert(key, FarTable { brief: old.and_then(|old| old.brief), ..new });
            }
        }
        self.notifier.notify_here(Topic::Lobby);
        Ok(())
    }

    /// What another server tells of the games there.
    pub(crate) fn note_briefs(&self, briefs: BTreeMap<i64, Brief>) {
        let mut state = self.state();
        for (key, brief) in briefs {
            if let Some(far) = state.live.far.get_mut(&TableKey(key)) {
                far.brief = Some(brief);
            }
        }
    }

    /// What this server tells the others of its games.
    pub(crate) fn briefs(&self) -> BTreeMap<i64, Brief> {
        let of = |entry: &LiveTable| {
            let view = entry.table.as_ref()?.newest();
            let turn = view.status.ending.is_none().then(|| view.position.turn().index());
            let (round, watchers) = (view.position.round_words(), view.watchers().count());
            Some((entry.row.key.0, Brief { turn, round, watchers }))
        };
        self.state().live.open().filter_map(of).collect()
    }

    /// The other server that has a table.
    pub fn place_of(&self, key: TableKey) -> Option<NodeId> {
        self.state().live.far.get(&key).map(|far| far.node)
    }

    /// The table of a person's game in progress at another server: a live one first.
    pub fn far_game_of(&self, who: MemberId) -> Option<TableKey> {
        let live = &self.state().live;
        let own = live.far.values().filter(|far| far.row.started.is_some() && far.seat_of(who).is_some());
        own.min_by_key(|far| far.setup.is_slow()).map(|far| far.row.key)
    }

    /// Who is at other servers now. Those who have come or gone since count as here or away.
    pub(crate) fn set_elsewhere(&self, people: std::collections::BTreeSet<MemberId>) {
        let (came, went) = {
            let live = &mut self.state().live;
            let old = std::mem::replace(&mut live.elsewhere, people);
            let came: Vec<MemberId> = live.elsewhere.difference(&old).copied().collect();
            let went: Vec<MemberId> = old.difference(&live.elsewhere).copied().collect();
            (came, went)
        };
        for who in came {
            self.note(super::Note::Came(who));
        }
        for who in went.into_iter().filter(|who| !self.is_here(*who)) {
            self.note_gone_person(who);
        }
    }

    /// The hosts of these tables may have been at the server that is gone. They have the grace time to come back.
    fn wait_for_hosts(&self, taken: &[TakenTable]) {
        let until = self.now() + self.limits().grace;
        let waiting = taken.iter().filter(|taken| taken.row.started.is_none());
        let hosts: Vec<_> = waiting.map(|taken| (taken.row.host, until)).collect();
        self.state().leaving.extend(hosts);
    }

    /// Takes the tables that no server has, in batches, so that several servers share them. Returns how many.
    pub(crate) fn take_free(&self) -> Result<usize, TableServiceError> {
        let mut all = 0;
        loop {
            let finished = {
                let _alone = lock(&self.changes);
                let taken = self.store.take_tables(super::resume::BATCH, self.now())?;
                if taken.is_empty() {
                    return Ok(all);
                }
                all += taken.len();
                self.wait_for_hosts(&taken);
                self.resume_those(taken)
            };
            for finished in &finished {
                self.tell(finished);
            }
        }
    }
}
