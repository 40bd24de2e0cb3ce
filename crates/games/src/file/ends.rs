//! The tables `win` and `end` of a file.

use crate::rules::limits::MOST_PLIES;
use crate::rules::piece::Kind;
use crate::rules::side::Side;

use super::extinction::Extinction;
use super::goal::Goal;
use super::laws::Stalemate;
use super::pieces::{PieceData, letters};
use super::plan::Plan;
use super::points::Points;
use super::repetition::Repetition;
use super::row::Row;
use super::section::{Mistakes, Section};

/// What wins beside mate.
#[derive(Default)]
pub(super) struct Wins {
    pub(super) reach: Option<Goal>,
    pub(super) bare: bool,
    pub(super) extinct: Vec<Kind>,
    pub(super) extinction: Option<Extinction>,
    pub(super) row: Option<Row>,
    pub(super) checks: Option<u8>,
    pub(super) nothing_left: bool,
}

impl Wins {
    /// Reads the table `win`.
    pub(super) fn read(
        mut keys: Section,
        plan: &Plan,
        pieces: &[PieceData],
        seats: &[String; 2],
        mistakes: &mut Mistakes,
    ) -> Wins {
        let reach = keys.table("reach", mistakes).map(|keys| Goal::read(keys, plan, pieces, seats, mistakes));
        let wins = Wins {
            reach,
            bare: keys.flag("bare", mistakes),
            extinct: letters(&mut keys, "extinct", pieces, mistakes).unwrap_or_default(),
            extinction: keys.table("extinction", mistakes).map(|keys| Extinction::read(keys, pieces, mistakes)),
            row: keys.table("row", mistakes).map(|keys| Row::read(keys, pieces, mistakes)),
            checks: keys.number("checks", [1, 99], mistakes).map(|checks| checks as u8),
            nothing_left: keys.flag("nothing_left", mistakes),
        };
        keys.finish(mistakes);
        wins
    }
}

impl Wins {
    /// Is the goal the only one of them?
    fn are_by_goal_alone(&self) -> bool {
        let others = self.bare || self.nothing_left || self.checks.is_some();
        let few = !self.extinct.is_empty() || self.extinction.is_some();
        self.reach.is_some() && !others && !few && self.row.is_none()
    }

    /// The goal, in a game with or without a piece that can be mated.
    pub(super) fn goal(&self, ends: &Ends, has_royal: bool) -> Option<Goal> {
        let draws = ends.stalemate == Stalemate::Draw
            && ends.repetition.is_drawn()
            && ends.draw.is_none()
            && ends.points.is_none();
        let mut goal = self.reach.clone()?;
        goal.is_only_win = self.are_by_goal_alone() && draws && !has_royal;
        Some(goal)
    }
}

/// What ends a game without such a win.
pub(super) struct Ends {
    pub(super) stalemate: Stalemate,
    pub(super) repetition: Repetition,
    pub(super) quiet_plies: Option<u32>,
    /// The kinds whose moves are progress, beside that of the Pawn.
    pub(super) progress: Vec<Kind>,
    /// Who wins what would be a draw.
    pub(super) draw: Option<Side>,
    /// The points that decide what would be a draw.
    pub(super) points: Option<Points>,
    pub(super) too_few: Vec<Kind>,
}

impl Default for Ends {
    /// As in chess.
    fn default() -> Ends {
        Ends {
            stalemate: Stalemate::Draw,
            repetition: Repetition::USUAL,
            quiet_plies: Some(100),
            progress: Vec::new(),
            draw: None,
            points: None,
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
            progress: letters(&mut keys, "progress", pieces, mistakes).unwrap_or_default(),
            draw: draw(&mut keys, seats, mistakes),
            points: keys.table("points", mistakes).map(|keys| Points::read(&keys, pieces, mistakes)),
            too_few: letters(&mut keys, "too_few", pieces, mistakes).unwrap_or_default(),
        };
        if let Some(value) = keys.value("draw").filter(|_| ends.points.is_some() && ends.draw.is_some()) {
            keys.wrong("draw", value, "it or points", mistakes);
        }
        keys.finish(mistakes);
        ends
    }
}

/// Who wins what would be a draw.
fn draw(keys: &mut Section, seats: &[String; 2], mistakes: &mut Mistakes) -> Option<Side> {
    let [first, second] = [0, 1].map(|seat| (seats[seat].as_str(), Some(Side::new(seat))));
    keys.choice("draw", &[("nobody", None), first, second], mistakes).flatten()
}
