//! The list of tables, as one person sees it.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::SystemTime;

use super::far::{Brief, FarTable};
use super::{LiveTable, Seat, TableService, invitation};
use crate::member::{Member, MemberId};
use crate::rules::side::Side;
use crate::session::setup::MatchSetup;
use crate::session::table::Table;
use crate::store::{NodeId, TableKey, TableRow};

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
    /// The server that has the table, if it is another one.
    pub far: Option<NodeId>,
    /// How far the game is, if another server has it and has told so.
    pub brief: Option<Brief>,
}

impl Listed {
    fn of(entry: &LiveTable, viewer: MemberId) -> Listed {
        let listed = Listed::of_row(&entry.row, &entry.setup, entry.seat_of(viewer));
        Listed { table: entry.table.clone(), ..listed }
    }

    fn of_far(far: &FarTable, viewer: MemberId) -> Listed {
        let listed = Listed::of_row(&far.row, &far.setup, far.seat_of(viewer));
        Listed { far: Some(far.node), brief: far.brief.clone(), ..listed }
    }

    fn of_row(row: &TableRow, setup: &MatchSetup, own: Option<Side>) -> Listed {
        Listed {
            key: row.key,
            host: row.host,
            setup: setup.clone(),
            seats: row.seats.clone(),
            rated: row.rated,
            tournament: row.tournament,
            code: row.code.clone(),
            started: row.started,
            own,
            table: None,
            far: None,
            brief: None,
        }
    }

    /// Is the game in progress, here or at another server?
    pub const fn is_playing(&self) -> bool {
        self.table.is_some() || self.far.is_some() && self.started.is_some()
    }

    /// Is a game in progress and not over, as far as is known? Another server tells it a little later.
    pub fn goes_on(&self) -> bool {
        self.is_playing() && (self.turn().is_some() || self.table.is_none() && self.brief.is_none())
    }

    /// The seat on turn, while the game goes on.
    pub fn turn(&self) -> Option<Side> {
        let Some(table) = &self.table else { return self.brief.as_ref()?.turn.map(Side::new) };
        let view = table.newest();
        view.status.ending.is_none().then(|| view.position.turn())
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

/// The oldest first.
fn by_age(listed: impl Iterator<Item = Listed>) -> Vec<Listed> {
    let mut listed: Vec<Listed> = listed.collect();
    listed.sort_by_key(|listed| listed.key);
    listed
}

impl TableService {
    /// The tables that are not private, the oldest first.
    pub(crate) fn public(&self) -> Vec<Listed> {
        let live = &self.state().live;
        let public = live.open().filter(|entry| entry.row.code.is_none());
        let here = public.map(|entry| Listed { own: None, ..Listed::of(entry, entry.row.host) });
        let far = live.far.values().filter(|far| far.row.code.is_none());
        by_age(here.chain(far.map(|far| Listed { own: None, ..Listed::of_far(far, far.row.host) })))
    }

    /// The tables of this person, the oldest first: those where they sit, and those that they have opened.
    pub fn own(&self, viewer: &Member) -> Vec<Listed> {
        let live = &self.state().live;
        let own = live.open().filter(|entry| entry.row.host == viewer.id || entry.seat_of(viewer.id).is_some());
        let here = own.map(|entry| Listed::of(entry, viewer.id));
        let far = live.far.values().filter(|far| far.row.host == viewer.id || far.seat_of(viewer.id).is_some());
        by_age(here.chain(far.map(|far| Listed::of_far(far, viewer.id))))
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
        let Ok(entry) = self.entry_or_over(key) else {
            let live = &self.state().live;
            let far = live.far.get(&key).filter(|far| far.admits(viewer.id))?;
            return Some(Listed::of_far(far, viewer.id));
        };
        entry.admit(viewer.id, None).is_ok().then(|| Listed::of(&entry, viewer.id))
    }

    /// A game in progress of this player that the viewer may see: a live one first.
    pub fn game_of(&self, viewer: &Member, player: MemberId) -> Option<Listed> {
        let live = &self.state().live;
        let plays = |entry: &&LiveTable| entry.table.is_some() && entry.seat_of(player).is_some();
        let seen = live.open().filter(plays).filter(|entry| entry.admit(viewer.id, None).is_ok());
        let here = seen.map(|entry| Listed::of(entry, viewer.id));
        let far = live.far.values().filter(|far| far.row.started.is_some() && far.seat_of(player).is_some());
        let far = far.filter(|far| far.admits(viewer.id)).map(|far| Listed::of_far(far, viewer.id));
        here.chain(far).min_by_key(|listed| listed.setup.is_slow())
    }

    /// The private table with this invitation code.
    pub fn with_code(&self, viewer: &Member, code: &str) -> Option<Listed> {
        let code = invitation::read(code);
        let live = &self.state().live;
        let here = live.open().find(|entry| entry.row.code.as_ref() == Some(&code));
        let far = || live.far.values().find(|far| far.row.code.as_ref() == Some(&code));
        here.map(|entry| Listed::of(entry, viewer.id)).or_else(|| Some(Listed::of_far(far()?, viewer.id)))
    }
}
