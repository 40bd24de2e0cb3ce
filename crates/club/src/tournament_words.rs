//! Tournaments in words, as the screens and the pages say them.

use std::time::{Duration, SystemTime};

use crate::rules::explain::counted;
use crate::tournament::{Phase, Tournament};

/// The state in few words, for a row of a list.
pub fn state(tournament: &Tournament, now: SystemTime) -> String {
    match (tournament.phase, tournament.left(now)) {
        (Phase::Open, _) => format!("open, {}", counted(tournament.entrants.len(), "player")),
        (Phase::Running { .. }, Some(Duration::ZERO)) => "last games".to_owned(),
        (Phase::Running { .. }, Some(left)) => {
            format!("{} left", counted(left.as_secs().div_ceil(60) as usize, "minute"))
        }
        (Phase::Running { .. }, None) => "in progress".to_owned(),
        (Phase::Over, _) => "over".to_owned(),
    }
}

/// A number of points without a useless end.
pub fn points(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
