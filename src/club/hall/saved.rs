//! The game of a table as a text that its players can take away.

use std::path::Path;

use super::{Hall, HallError, Seat};
use crate::club::store::{StoreLog, TableKey};
use crate::record::event_log::EventLog as _;
use crate::record::game::Game;
use crate::record::journal::{self, JournalEvent};
use crate::record::pgn;
use crate::session::referee::Referee;
use crate::session::setup::MatchSetup;

impl Hall {
    /// The game of a table with the names of today: as PGN, or as its journal if that does not read as a game. The
    /// first text is the ending of a file name. `None` before the game has started.
    pub fn saved(&self, key: TableKey, seats: &[Seat]) -> Result<Option<(&'static str, String)>, HallError> {
        let text = StoreLog::open(&self.store, key)?.text();
        if text.is_empty() {
            return Ok(None);
        }
        Ok(Some(self.record(&text, seats).map_or_else(|| ("journal", text), |game| ("pgn", pgn::write(&game)))))
    }

    fn record(&self, text: &str, seats: &[Seat]) -> Option<Game> {
        let found = journal::parse(text.as_bytes(), Path::new("the database")).ok()?;
        let (first, later) = found.records.split_first()?;
        let JournalEvent::Begin { date, .. } = first else { return None };
        let mut setup = MatchSetup::of_event(first, &self.opponents.games).ok()?;
        setup.seats = seats.iter().map(Seat::kind).collect();
        let position = setup.begin().ok()?;
        let mut referee = Referee::new(setup, position);
        referee.replay(later);
        referee.record(date).ok()
    }
}
