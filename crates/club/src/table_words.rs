//! Tables and their people in words, as all who show them say them.

use std::time::Duration;

use crate::escape;
use crate::seat::Seat;
use crate::session::setup::{ClockSetup, MatchSetup};

/// A day.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A text of somebody else, safe to show.
pub fn safe(text: &str) -> String {
    escape::line(text).into_owned()
}

/// Who sits here.
pub fn name(seat: &Seat) -> String {
    match seat {
        Seat::Open => "open".to_owned(),
        Seat::Person { name, .. } => safe(name),
        Seat::Computer { level, .. } => format!("computer {level}"),
    }
}

/// Who plays.
pub fn players(seats: &[Seat]) -> String {
    seats.iter().map(name).collect::<Vec<_>>().join(" – ")
}

/// The clock of a game.
pub fn clock(clock: Option<ClockSetup>) -> String {
    match clock {
        None => "no clock".to_owned(),
        Some(clock) if clock.each_move => match clock.start.as_secs() / DAY.as_secs() {
            1 => "a day for each move".to_owned(),
            days => format!("{days} days for each move"),
        },
        Some(clock) => clock.to_string(),
    }
}

/// The clock after the title of a game, if there is one.
pub fn pace(setup: &MatchSetup) -> String {
    setup.clock.map(|is| format!(", {}", clock(Some(is)))).unwrap_or_default()
}

/// What is played at a table.
pub fn terms(setup: &MatchSetup, rated: bool) -> String {
    let kind = if rated { "rated" } else { "casual" };
    format!("{}, {}, {kind}", setup.game.spec().title, clock(setup.clock))
}
