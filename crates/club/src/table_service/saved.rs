//! The game of a table as a text that its players can take away.

use std::path::Path;

use super::finish::{date_of, tell_rated};
use super::{Finished, Seat, TableService, TableServiceError};
use crate::member::{Member, MemberId};
use crate::record::event_log::EventLog as _;
use crate::record::game::Game;
use crate::record::{journal, pgn};
use crate::session::referee::Referee;
use crate::session::setup::MatchSetup;
use crate::store::{StoreLog, TableKey, TableRow};

/// How many finished games are listed at a time.
pub const PLAYED: usize = 50;

/// What a member takes away of a table.
#[derive(Clone, Debug)]
pub enum Taken {
    /// The game, with the names of today.
    Game(Box<Game>),
    /// The journal: it does not read as a game, or only its beginning does.
    Journal(String),
}

impl TableService {
    /// The game of a table. `None` before it has started.
    pub(crate) fn saved(&self, row: &TableRow) -> Result<Option<Taken>, TableServiceError> {
        let text = StoreLog::open(&self.store, row.key)?.text();
        if text.is_empty() {
            return Ok(None);
        }
        let game = self.record(&text, row);
        Ok(Some(game.map_or(Taken::Journal(text), |game| Taken::Game(Box::new(game)))))
    }

    /// A finished game as PGN, if this person may read it.
    pub fn finished_pgn(&self, viewer: &Member, key: TableKey) -> Result<Option<String>, TableServiceError> {
        Ok(self.finished_game(viewer, key)?.map(|game| pgn::write(&game)))
    }

    /// A finished game, if this person may read it: a private one is for its people.
    pub fn finished_game(&self, viewer: &Member, key: TableKey) -> Result<Option<Game>, TableServiceError> {
        let Some(finished) = self.store.finished_table(key)? else { return Ok(None) };
        let Some(row) = self.store.table(key)? else { return Ok(None) };
        let left = finished.seats.iter().filter_map(|seat| seat.left_by.as_ref()).map(|(left, _)| *left);
        let mut people = row.seats.iter().filter_map(Seat::person).chain(left).chain([row.host]);
        if row.code.is_some() && !people.any(|person| person == viewer.id) {
            return Ok(None);
        }
        match self.saved(&row)? {
            Some(Taken::Game(game)) => Ok(Some(*game)),
            _ => Ok(None),
        }
    }

    /// The game of a table that is not private, as far as the store has it: finished, or in progress at any server of the club.
    pub fn public_game(&self, key: TableKey) -> Result<Option<Game>, TableServiceError> {
        let row = self.store.table(key)?.filter(|row| row.code.is_none() && row.started.is_some());
        match row.map(|row| self.saved(&row)).transpose()?.flatten() {
            Some(Taken::Game(game)) => Ok(Some(*game)),
            _ => Ok(None),
        }
    }

    /// The finished games that this person may read, the newest first: of everybody, or of one person; those before one of
    /// them. At most [`PLAYED`].
    pub fn played(
        &self,
        viewer: &Member,
        of: Option<MemberId>,
        before: Option<TableKey>,
    ) -> Result<Vec<Finished>, TableServiceError> {
        let rows = self.store.played(viewer.id, of, before, PLAYED)?;
        // A game of rules that are not known here any more is left out.
        Ok(rows.into_iter().filter_map(|row| Finished::of(row, &self.opponents.games).ok()).collect())
    }

    /// The game of a journal, if all of it can be read.
    fn record(&self, text: &str, row: &TableRow) -> Option<Game> {
        let found = journal::parse(text.as_bytes(), Path::new("the database")).ok()?;
        let (first, later) = found.records.split_first().filter(|_| found.problem.is_none() && !found.is_torn())?;
        let mut setup = MatchSetup::of_event(first, &self.opponents.games).ok()?;
        setup.seats = row.seats.iter().map(Seat::kind).collect();
        let position = setup.begin().ok()?;
        let mut referee = Referee::new(setup, position);
        if referee.replay(later) < later.len() {
            return None;
        }
        let mut game = referee.record(date_of(row)).ok()?;
        tell_rated(&mut game, row);
        Some(game)
    }
}
