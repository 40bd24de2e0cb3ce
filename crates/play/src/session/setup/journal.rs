//! The setup of a game as the first event of its journal.

use super::{ClockSetup, MatchSetup, SeatKind, SetupError, Start};
use crate::games::Registry;
use crate::record::carried;
use crate::record::date::Date;
use crate::record::journal::{JournalEvent, VERSION};
use crate::rules::variant::Variant;

/// The game of a journal: that of the file which it carries, or the one that it names.
pub fn game_of(name: &str, file: Option<&str>, games: &Registry) -> Result<&'static dyn Variant, SetupError> {
    match file.map_or(Ok(None), carried::read)? {
        Some(game) => Ok(game),
        None => Ok(games.require(name)?),
    }
}

impl MatchSetup {
    /// The first event of the journal.
    pub fn to_event(&self, date: Date) -> JournalEvent {
        let (setup, fen) = self.start.parts();
        JournalEvent::Begin {
            version: VERSION,
            date: date.stamp().unwrap_or_default(),
            game: self.game.spec().id.to_owned(),
            file: self.game.source().map(str::to_owned),
            setup: setup.map(str::to_owned),
            fen: fen.map(str::to_owned),
            seats: self.seats.iter().map(ToString::to_string).collect(),
            clock: self.clock.map(|clock| clock.to_string()),
            takebacks: self.takebacks,
        }
    }

    /// The setup in the first event of a journal.
    pub fn of_event(event: &JournalEvent, games: &Registry) -> Result<MatchSetup, SetupError> {
        let JournalEvent::Begin { game, file, setup, fen, seats, clock, takebacks, .. } = event else {
            return Err(SetupError::NoBegin);
        };
        let start = Start::of(setup.as_deref(), fen.as_deref());
        let seats: Vec<SeatKind> = seats.iter().map(|seat| seat.parse()).collect::<Result<_, _>>()?;
        let game = game_of(game, file.as_deref(), games)?;
        let spec = game.spec();
        if seats.len() != spec.seats.len() {
            return Err(SetupError::Seats { found: seats.len(), expected: spec.seats.len() });
        }
        let clock = clock.as_deref().map_or(Ok(None), ClockSetup::read)?;
        Ok(MatchSetup { game, start, seats, clock, takebacks: *takebacks })
    }
}
