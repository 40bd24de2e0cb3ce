//! The list of tables, as one person sees it.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::SystemTime;

use super::{LiveTable, Seat, TableService, invitation};
use crate::member::{Member, MemberId};
use crate::rules::side::Side;
use crate::session::setup::MatchSetup;
use crate::session::table::Table;
use crate::store::TableKey;

/// A table in a list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The number of the table.
    pub key: TableKey,
    /// Who opened it.
    pub host: MemberId,
    /// The game, its start and its clock, with the players of now.
    pub setup: MatchSetup,
    /// The seats, in turn order.
    pub seats: Vec<Seat>,
    /// Does the result count for ratings?
    pub rated: bool,
    /// The tournament that the game belongs to.
    pub tournament: Option<i64>,
    /// The invitation code of a private table, for those who may see it.
    pub code: Option<String>,
    /// When the game started.
    pub started: Option<SystemTime>,
    /// The seat of the person who sees the list.
    pub own: Option<Side>,
    /// The game in progress. Its newest view has the position, the clocks, and who watches.
    pub table: Option<Arc<Table>>,
}

impl Listed {
    fn of(entry: &LiveTable, viewer: MemberId) -> Listed {
        let row = &entry.row;
        Listed {
            key: row.key,
            host: row.host,
            setup: entry.setup.clone(),
            seats: row.seats.clone(),
            rated: row.rated,
            tournament: row.tournament,
            code: row.code.clone(),
            started: row.started,
            own: entry.seat_of(viewer),
            table: entry.table.clone(),
        }
    }

    /// Can a person take this seat: is it open, or does a computer stand in?
    pub fn is_free(&self, side: Side) -> bool {
        matches!(self.seats.get(side.index()), Some(Seat::Open | Seat::Computer { stands_in: true, .. }))
    }

    /// Is a seat open?
    pub fn is_open(&self) -> bool {
        self.seats.contains(&Seat::Open)
    }
}

impl TableService {
    /// The tables that are not private, the oldest first.
    pub(crate) fn public(&self) -> Vec<Listed> {
        let live = &self.state().live;
        let public = live.open().filter(|entry| entry.row.code.is_none());
        public.map(|entry| Listed { own: None, ..Listed::of(entry, entry.row.host) }).collect()
    }

    /// The tables of this person, the oldest first: those where they sit, and those that they have opened.
    pub fn own(&self, viewer: &Member) -> Vec<Listed> {
        let live = &self.state().live;
        let own = live.open().filter(|entry| entry.row.host == viewer.id || entry.seat_of(viewer.id).is_some());
        own.map(|entry| Listed::of(entry, viewer.id)).collect()
    }

    /// Those who sit at the board of a game in progress.
    pub(crate) fn at_boards(&self) -> BTreeSet<MemberId> {
        let mut found = BTreeSet::new();
        for entry in self.state().live.open() {
            let Some(view) = entry.table.as_ref().map(|table| table.newest()) else { continue };
            if view.status.ending.is_none() {
                let people = entry.row.seats.iter().filter_map(Seat::person);
                found.extend(people.filter(|person| view.status.present.contains(&person.identity())));
            }
        }
        found
    }

    /// All tables, for the operator.
    pub fn all(&self) -> Vec<Listed> {
        self.state().live.open().map(|entry| Listed { code: None, ..Listed::of(entry, entry.row.host) }).collect()
    }

    /// One table, for a person who may see it; also one whose game is over, while somebody looks at it.
    pub fn listed(&self, viewer: &Member, key: TableKey) -> Option<Listed> {
        let entry = self.entry_or_over(key).ok()?;
        entry.admit(viewer.id, None).is_ok().then(|| Listed::of(&entry, viewer.id))
    }

    /// A game in progress of this player that the viewer may see: a live one first.
    pub fn game_of(&self, viewer: &Member, player: MemberId) -> Option<Listed> {
        let live = &self.state().live;
        let plays = |entry: &&LiveTable| entry.table.is_some() && entry.seat_of(player).is_some();
        let seen = live.open().filter(plays).filter(|entry| entry.admit(viewer.id, None).is_ok());
        seen.min_by_key(|entry| entry.is_slow()).map(|entry| Listed::of(entry, viewer.id))
    }

    /// The private table with this invitation code.
    pub fn with_code(&self, viewer: &Member, code: &str) -> Option<Listed> {
        let code = invitation::read(code);
        let live = &self.state().live;
        let entry = live.open().find(|entry| entry.row.code.as_ref() == Some(&code))?;
        Some(Listed::of(entry, viewer.id))
    }
}
