//! What a host asks for when they open a table.

use std::time::Duration;

use super::{Seat, TableServiceError};
use crate::games::Registry;
use crate::member::Member;
use crate::record::date::Date;
use crate::record::journal::JournalEvent;
use crate::rules::variant::Variant;
use crate::session::setup::{self, ClockSetup, MatchSetup, SeatKind, SetupError, Start};

/// The clocks that screens offer for live games, the fastest first.
pub const LIVE: [&str; 5] = ["3+2", "5+3", "10+5", "15+10", "30+20"];

/// The days for each move that a slow game can have.
pub const SLOW: [u64; 3] = [1, 3, 7];

/// A seat in the terms of a host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The host sits here.
    Host,
    /// Free for a person.
    Open,
    /// A computer of this level.
    Computer(u8),
}

impl Wanted {
    fn word(self) -> String {
        match self {
            Wanted::Host => "host".to_owned(),
            Wanted::Open => "open".to_owned(),
            Wanted::Computer(level) => SeatKind::Computer(level).to_string(),
        }
    }

    fn read(word: &str) -> Wanted {
        match (word, word.parse()) {
            ("host", _) => Wanted::Host,
            (_, Ok(SeatKind::Computer(level))) => Wanted::Computer(level),
            _ => Wanted::Open,
        }
    }
}

/// What a host asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The game.
    pub game: &'static dyn Variant,
    /// The opening.
    pub start: Start,
    /// The clock: none, live, or days for each move.
    pub clock: Option<ClockSetup>,
    /// Does the result count for ratings?
    pub rated: bool,
    /// Is the table found by its code only?
    pub private: bool,
    /// The seats, in turn order.
    pub seats: Vec<Wanted>,
}

impl Terms {
    /// A casual game without a clock: the host in the first seat, the others open.
    pub fn new(game: &'static dyn Variant) -> Terms {
        let mut seats = vec![Wanted::Open; game.spec().seats.len()];
        seats[0] = Wanted::Host;
        Terms { game, start: Start::Usual, clock: None, rated: false, private: false, seats }
    }

    /// The setup of the game. It has no names yet.
    pub(super) fn setup(&self) -> MatchSetup {
        let seats = self.seats.iter().map(|wanted| seat(*wanted, None).kind()).collect();
        MatchSetup { game: self.game, start: self.start.clone(), seats, clock: self.clock, takebacks: !self.rated }
    }

    /// The seats of the table that this host opens.
    pub(crate) fn seats_of(&self, host: &Member) -> Vec<Seat> {
        self.seats.iter().map(|wanted| seat(*wanted, Some(host))).collect()
    }

    /// Can this host open a table with these terms?
    pub fn check(&self, host: &Member) -> Result<(), TableServiceError> {
        let (found, expected) = (self.seats.len(), self.game.spec().seats.len());
        if found != expected {
            return Err(TableServiceError::Seats { found, expected });
        }
        if let Some(Wanted::Computer(level)) =
            self.seats.iter().find(|seat| matches!(seat, Wanted::Computer(level) if !(1..=10).contains(level)))
        {
            return Err(TableServiceError::Level { level: *level });
        }
        if !self.clock.is_none_or(is_offered) {
            return Err(TableServiceError::Clock);
        }
        if host.is_guest() && (self.rated || self.is_slow()) {
            return Err(TableServiceError::Guest { what: if self.rated { "a rated game" } else { "a slow game" } });
        }
        if self.rated && self.clock.is_none() {
            return Err(TableServiceError::RatedClock);
        }
        if self.rated && matches!(self.start, Start::Fen(_)) {
            return Err(TableServiceError::RatedPosition);
        }
        self.setup().begin()?;
        Ok(())
    }

    /// The terms as the first event of a log, with the seats in words of their own.
    pub(crate) fn to_event(&self, date: Date) -> JournalEvent {
        let mut event = self.setup().to_event(date);
        if let JournalEvent::Begin { seats, .. } = &mut event {
            *seats = self.seats.iter().map(|wanted| wanted.word()).collect();
        }
        event
    }

    /// Reads what `to_event` has made.
    pub(crate) fn read(event: &JournalEvent, rated: bool, games: &Registry) -> Result<Terms, TableServiceError> {
        let JournalEvent::Begin { game, file, setup, fen, seats, clock, .. } = event else {
            return Err(SetupError::NoBegin.into());
        };
        let game = setup::game_of(game, file.as_deref(), games)?;
        let clock = clock.as_deref().map_or(Ok(None), ClockSetup::read)?;
        let start = Start::of(setup.as_deref(), fen.as_deref());
        let seats = seats.iter().map(|word| Wanted::read(word)).collect();
        Ok(Terms { game, start, clock, rated, private: false, seats })
    }

    /// Does each move have days?
    pub fn is_slow(&self) -> bool {
        setup::is_slow(self.clock)
    }
}

fn seat(wanted: Wanted, host: Option<&Member>) -> Seat {
    match (wanted, host) {
        (Wanted::Host, Some(host)) => Seat::of(host),
        (Wanted::Host | Wanted::Open, _) => Seat::Open,
        (Wanted::Computer(level), _) => Seat::Computer { level, stands_in: false },
    }
}

/// Can games of people have this clock?
fn is_offered(clock: ClockSetup) -> bool {
    if clock.each_move {
        return SLOW.iter().any(|&days| clock == ClockSetup::days(days));
    }
    let (minutes, seconds) = (clock.start.as_secs() / 60, clock.increment);
    (3..=30).contains(&minutes) && seconds >= Duration::from_secs(2) && seconds <= Duration::from_secs(20)
}
