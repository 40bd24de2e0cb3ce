//! The setup of a game: the variant, the players and the clock.

mod error;
mod journal;
pub mod tags;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::config::clock::Clock;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::variant::{Opening, Variant};

pub use error::SetupError;
pub use journal::game_of;

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatKind {
    /// A human player, with an optional name.
    Human(String),
    /// The computer, with its level.
    Computer(u8),
    /// An external engine, by its name in the settings.
    Engine(String),
}

impl fmt::Display for SeatKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatKind::Human(name) if name.is_empty() => write!(out, "human"),
            SeatKind::Human(name) => write!(out, "human:{name}"),
            SeatKind::Computer(level) => write!(out, "computer:{level}"),
            SeatKind::Engine(name) => write!(out, "engine:{name}"),
        }
    }
}

impl FromStr for SeatKind {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<SeatKind, SetupError> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "human" if rest.chars().any(char::is_control) => Err(SetupError::ControlCharacters),
            "human" => {
                let name: String = rest.trim().chars().take(24).collect();
                Ok(SeatKind::Human(name.trim_end().to_owned()))
            }
            "computer" if rest.is_empty() => Ok(SeatKind::Computer(3)),
            "computer" => match rest.parse() {
                Ok(level @ 1..=10) => Ok(SeatKind::Computer(level)),
                _ => Err(SetupError::Level { text: rest.to_owned() }),
            },
            "engine"
                if rest.is_empty()
                    || rest.contains(|letter: char| {
                        letter.is_whitespace() || letter.is_control() || letter == ':'
                    }) =>
            {
                Err(SetupError::Engine { text: text.to_owned() })
            }
            "engine" => Ok(SeatKind::Engine(rest.to_owned())),
            _ => Err(SetupError::Player { text: text.to_owned() }),
        }
    }
}

/// A clock: the time at the start, and the increment per move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockSetup {
    /// The time at the start.
    pub start: Duration,
    /// The increment per move.
    pub increment: Duration,
    /// Does each move have the whole time again, as in correspondence chess?
    pub each_move: bool,
}

/// A day, in seconds.
const DAY_SECONDS: u64 = 24 * 60 * 60;

impl ClockSetup {
    /// The most days for a move.
    pub(crate) const MOST_DAYS: u64 = 30;

    /// A clock with this many days for each move.
    pub const fn days(days: u64) -> ClockSetup {
        ClockSetup { start: Duration::from_secs(days * DAY_SECONDS), increment: Duration::ZERO, each_move: true }
    }

    /// Parses `none`, minutes and seconds like `10+5`, or days for each move like `3d`.
    pub fn read(text: &str) -> Result<Option<ClockSetup>, SetupError> {
        let days = text.strip_suffix('d').and_then(|days| days.parse().ok());
        if let Some(days @ 1..=ClockSetup::MOST_DAYS) = days {
            return Ok(Some(ClockSetup::days(days)));
        }
        let clock = Clock::parse(text).ok_or_else(|| SetupError::Clock { text: text.to_owned() })?;
        Ok(ClockSetup::of(clock))
    }

    /// The same for a game at one keyboard, where days for each move make no sense.
    pub fn read_here(text: &str) -> Result<Option<ClockSetup>, SetupError> {
        let clock = ClockSetup::read(text)?;
        if is_slow(clock) { Err(SetupError::Days { text: text.to_owned() }) } else { Ok(clock) }
    }

    /// The clock of the settings.
    pub(crate) fn of(clock: Clock) -> Option<ClockSetup> {
        match clock {
            Clock::None => None,
            Clock::Times(minutes, seconds) => Some(ClockSetup::new(minutes, seconds)),
        }
    }

    /// A clock with these minutes, and an increment in seconds.
    pub fn new(minutes: u64, seconds: u64) -> ClockSetup {
        let increment = Duration::from_secs(seconds);
        let start = Duration::from_secs(minutes * 60);
        // Without minutes, the first move gets the increment as its time.
        ClockSetup { start: start.max(increment), increment, each_move: false }
    }
}

/// Does this clock give days for each move?
pub fn is_slow(clock: Option<ClockSetup>) -> bool {
    clock.is_some_and(|clock| clock.each_move)
}

impl fmt::Display for ClockSetup {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.each_move {
            return write!(out, "{}d", self.start.as_secs() / DAY_SECONDS);
        }
        let minutes = if self.start == self.increment { 0 } else { self.start.as_secs() / 60 };
        write!(out, "{minutes}+{}", self.increment.as_secs())
    }
}

/// The opening of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The standard array.
    Usual,
    /// A named array.
    Named(String),
    /// A position as a FEN.
    Fen(String),
}

impl Start {
    /// The name of the array and the FEN, at most one of which is given.
    pub(crate) fn parts(&self) -> (Option<&str>, Option<&str>) {
        match self {
            Start::Usual => (None, None),
            Start::Named(name) => (Some(name), None),
            Start::Fen(fen) => (None, Some(fen)),
        }
    }

    /// The opening with this array or FEN. If both are given, the FEN counts.
    pub fn of(name: Option<&str>, fen: Option<&str>) -> Start {
        match (name, fen) {
            (_, Some(fen)) => Start::Fen(fen.to_owned()),
            (Some(name), None) => Start::Named(name.to_owned()),
            (None, None) => Start::Usual,
        }
    }
}

/// The setup of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchSetup {
    /// The variant.
    pub game: &'static dyn Variant,
    /// The opening.
    pub start: Start,
    /// The players, in turn order.
    pub seats: Vec<SeatKind>,
    /// The clock.
    pub clock: Option<ClockSetup>,
    /// Are takebacks allowed?
    pub takebacks: bool,
}

impl MatchSetup {
    /// Does each move have days?
    pub fn is_slow(&self) -> bool {
        is_slow(self.clock)
    }

    /// The same for a game at one keyboard, which has no clock instead of days for each move.
    #[must_use]
    pub fn here(mut self) -> MatchSetup {
        self.clock = self.clock.filter(|clock| !clock.each_move);
        self
    }

    /// A human player in the first seat, computer players of this level in the others; no clock.
    pub fn against_computer(game: &'static dyn Variant, level: u8) -> MatchSetup {
        let spec = game.spec();
        let seat = |side: Side| {
            if side == Side::FIRST { SeatKind::Human(String::new()) } else { SeatKind::Computer(level) }
        };
        let seats = spec.sides().map(seat).collect();
        MatchSetup { game, start: Start::Usual, seats, clock: None, takebacks: true }
    }

    /// Sets the player of a seat: `white=human`, `red=computer:5`.
    pub fn seat(&mut self, text: &str) -> Result<(), SetupError> {
        let game = self.game;
        let names = || {
            let all: Vec<String> = game.spec().seats.iter().map(|seat| seat.name.to_lowercase()).collect();
            all.join(", ")
        };
        let (name, who) = text.split_once('=').ok_or_else(|| SetupError::NoSeat { text: text.to_owned() })?;
        let seats = game.spec().seats.iter();
        let side = seats.enumerate().find(|(_, seat)| seat.name.eq_ignore_ascii_case(name)).map(|(at, _)| at);
        let side = side.ok_or_else(|| SetupError::Seat { name: name.to_owned(), known: names() })?;
        self.seats[side] = who.parse()?;
        Ok(())
    }

    /// The same with an array drawn by lot, if the opening is the name that numbered arrays have without a number.
    #[must_use]
    pub(crate) fn drawn(mut self, chance: u64) -> MatchSetup {
        let spec = self.game.spec();
        let name = match &self.start {
            Start::Usual => spec.setups[0].name,
            Start::Named(name) => name,
            Start::Fen(_) => return self,
        };
        // `shuffle:0 to shuffle:959`
        let last = spec.more_setups.and_then(|more| more.rsplit_once(' ')).map(|(_, last)| last);
        if let Some((kind, last)) = last.and_then(|last| last.split_once(':'))
            && kind == name
            && let Ok(last) = last.parse::<u64>()
        {
            self.start = Start::Named(format!("{kind}:{}", chance % (last + 1)));
        }
        self
    }

    /// The initial position.
    pub fn begin(&self) -> Result<Box<dyn Position>, SetupError> {
        let opening = match &self.start {
            Start::Usual => Opening::Start,
            Start::Named(name) => Opening::Named(name),
            Start::Fen(text) => Opening::Fen(text),
        };
        let game = self.game.spec().id;
        self.game.begin(opening).map_err(|error| SetupError::Opening { game, error })
    }

    /// Is there a human player in this seat?
    pub fn is_person(&self, side: Side) -> bool {
        matches!(self.seats.get(side.index()), Some(SeatKind::Human(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use proptest::prelude::*;

    #[test]
    fn an_array_is_drawn_by_lot_where_its_name_says_so() {
        let games = crate::games::Registry::default();
        let of = |id: &str, start: Start, chance: u64| {
            let game = games.find(id).expect("a game");
            MatchSetup { start, ..MatchSetup::against_computer(game, 3) }.drawn(chance).start
        };
        let named = |name: &str| Start::Named(name.to_owned());
        assert_eq!(of("chess960", Start::Usual, 960 + 17), named("shuffle:17"));
        assert_eq!(of("chess960", named("shuffle"), 959), named("shuffle:959"));
        assert_eq!(of("chess960", named("shuffle:3"), 5), named("shuffle:3"));
        assert_eq!(of("chess960", named("start"), 5), named("start"));
        assert_eq!(of("holywar", Start::Usual, 5), Start::Usual);
        assert_eq!(of("holywar", named("shuffle"), 2880 + 5), named("shuffle:5"));
        assert_eq!(of("chess", Start::Usual, 5), Start::Usual);
    }

    proptest! {
        #[test]
        fn whatever_reads_prints_what_reads_the_same(text in "(human:|computer:|engine:|)[ a-zA-Z0-9é:+\\PC]{0,30}|[0-9]{1,3}\\+[0-9]{1,3}") {
            if let Ok(seat) = text.parse::<SeatKind>() {
                prop_assert_eq!(seat.to_string().parse(), Ok(seat));
            }
            if let Ok(Some(clock)) = ClockSetup::read(&text) {
                prop_assert_eq!(ClockSetup::read(&clock.to_string()), Ok(Some(clock)));
            }
            for game in GAMES {
                let mut setup = MatchSetup::against_computer(*game, 3);
                let before = setup.clone();
                if setup.seat(&text).is_err() {
                    prop_assert_eq!(setup, before);
                }
            }
        }
    }

    #[test]
    fn seats_and_clocks_read_back() {
        for text in ["human", "human:Ann", "computer:1", "computer:10", "engine:fish-17.1"] {
            assert_eq!(text.parse::<SeatKind>().expect(text).to_string(), text);
        }
        for text in [
            "",
            "computer:0",
            "computer:11",
            "computer:x",
            "dog",
            "human:\u{1b}",
            "engine",
            "engine:",
            "engine:a b",
            "engine:a:b",
            "engine:\u{1b}",
        ] {
            assert!(text.parse::<SeatKind>().is_err(), "{text:?}");
        }
        for text in ["10+5", "1+0", "0+3", "600+600", "1d", "30d"] {
            assert_eq!(ClockSetup::read(text).expect(text).expect("a clock").to_string(), text);
        }
        for text in ["1d", "3d", "30d"] {
            let refused = ClockSetup::read_here(text).expect_err("nobody waits for days").to_string();
            assert!(refused.starts_with(&format!("\"{text}\" gives days for each move")), "{refused}");
        }
        for text in ["none", "10+5", "600+600", "31d", "x"] {
            assert_eq!(ClockSetup::read_here(text), ClockSetup::read(text));
        }
        assert_eq!(ClockSetup::read("none"), Ok(None));
        assert_eq!(
            ClockSetup::read("5").map(|clock| clock.map(|clock| clock.to_string())),
            Ok(Some("5+0".to_owned()))
        );
        for text in ["", "0+0", "-1+0", "1+", "999+0", "1+2+3", "0d", "31d", "d"] {
            assert!(ClockSetup::read(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn seats_have_names() {
        for game in GAMES {
            let mut setup = MatchSetup::against_computer(*game, 3);
            let last = game.spec().seats.last().expect("a seat").name.to_lowercase();
            assert_eq!(setup.seat(&format!("{last}=human:Ann")), Ok(()));
            assert_eq!(setup.seats.last(), Some(&SeatKind::Human("Ann".to_owned())));
            assert!(setup.seat("purple=human").is_err() && setup.seat("human").is_err());
            assert!(setup.begin().is_ok());
        }
    }
}
