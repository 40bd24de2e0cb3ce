//! The tables `win` and `end` of a file.

use crate::rules::limits::MOST_PLIES;
use crate::rules::piece::Kind;
use crate::rules::spec::Zone;

use super::laws::{Goal, Stalemate};
use super::pieces::{PieceData, letters};
use super::plan::Plan;
use super::repetition::Repetition;
use super::section::{Mistakes, Section};
use super::zone::squares;
use super::{kept, zone};

/// What wins beside mate.
#[derive(Default)]
pub(super) struct Wins {
    pub(super) reach: Option<Goal>,
    pub(super) bare: bool,
    pub(super) extinct: Vec<Kind>,
    pub(super) checks: Option<u8>,
    pub(super) nothing_left: bool,
}

impl Wins {
    /// Reads the table `win`.
    pub(super) fn read(mut keys: Section, plan: &Plan, pieces: &[PieceData], mistakes: &mut Mistakes) -> Wins {
        let reach = keys.table("reach", mistakes).and_then(|keys| goal(keys, plan, pieces, mistakes));
        let wins = Wins {
            reach,
            bare: keys.flag("bare", mistakes),
            extinct: letters(&mut keys, "extinct", pieces, mistakes).unwrap_or_default(),
            checks: keys.number("checks", [1, 99], mistakes).map(|checks| checks as u8),
            nothing_left: keys.flag("nothing_left", mistakes),
        };
        keys.finish(mistakes);
        wins
    }
}

/// Reads the table `win.reach`.
fn goal(mut keys: Section, plan: &Plan, pieces: &[PieceData], mistakes: &mut Mistakes) -> Option<Goal> {
    let all = (0..pieces.len()).map(|index| Kind(index as u8)).collect();
    let kinds = letters(&mut keys, "piece", pieces, mistakes).unwrap_or(all);
    let written = keys.needed("at", zone::EXPECTED, mistakes);
    let at = if written.is_empty() { None } else { squares(&mut keys, "at", plan, mistakes) };
    let count = keys.number("count", [1, 64], mistakes).unwrap_or(1);
    let safe = keys.flag("safe", mistakes);
    let answer = keys.flag("answer", mistakes);
    keys.finish(mistakes);
    Some(Goal { kinds, at: Zone::On(kept(at?)), count, safe, answer })
}

/// What ends a game without such a win.
pub(super) struct Ends {
    pub(super) stalemate: Stalemate,
    pub(super) repetition: Repetition,
    pub(super) quiet_plies: Option<u32>,
    pub(super) too_few: Vec<Kind>,
}

impl Default for Ends {
    /// As in chess.
    fn default() -> Ends {
        Ends {
            stalemate: Stalemate::Draw,
            repetition: Repetition::USUAL,
            quiet_plies: Some(100),
            too_few: Vec::new(),
        }
    }
}

impl Ends {
    /// Reads the table `end`.
    pub(super) fn read(
        mut keys: Section,
        pieces: &[PieceData],
        seats: &[String; 2],
        mistakes: &mut Mistakes,
    ) -> Ends {
        let words = [("draw", Stalemate::Draw), ("loss", Stalemate::Loss), ("win", Stalemate::Win)];
        let usual = Ends::default();
        let ends = Ends {
            stalemate: keys.choice("stalemate", &words, mistakes).unwrap_or(usual.stalemate),
            repetition: Repetition::read(&mut keys, seats, mistakes),
            quiet_plies: keys.limit("quiet_plies", [1, MOST_PLIES], usual.quiet_plies, mistakes),
            too_few: letters(&mut keys, "too_few", pieces, mistakes).unwrap_or_default(),
        };
        keys.finish(mistakes);
        ends
    }
}
