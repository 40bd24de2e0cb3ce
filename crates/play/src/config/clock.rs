//! A clock in the settings.

use std::fmt;

/// The time at the start and the increment per move, for every player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// No clock.
    None,
    /// Minutes at the start, and seconds per move.
    Times(u64, u64),
}

impl Clock {
    /// A description of the accepted values.
    pub(crate) const EXPECTED: &str = "none, or minutes and seconds like 10+5";

    /// Reads `none` or minutes and seconds like `10+5`.
    pub fn parse(text: &str) -> Option<Clock> {
        const MOST: u64 = 600;
        if text == "none" {
            return Some(Clock::None);
        }
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let (minutes, seconds) = (minutes.parse().ok()?, seconds.parse().ok()?);
        let fits = minutes <= MOST && seconds <= MOST && (minutes, seconds) != (0, 0);
        fits.then_some(Clock::Times(minutes, seconds))
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clock::None => out.write_str("none"),
            Clock::Times(minutes, seconds) => write!(out, "{minutes}+{seconds}"),
        }
    }
}
