//! Conditional moves of a slow game, as the play screen tells and opens them.

use super::Play;
use super::table::Table;
use crate::rules::side::Side;
use crate::tui::action::{Action, Context};
use crate::tui::place::Place;
use crate::tui::screen::Transition;
use crate::tui::world::World;

/// What the user has planned, as it was read last.
#[derive(Default)]
pub(super) struct Planned {
    /// The number of lines of conditional moves.
    lines: usize,
    /// Who is on vacation, in words.
    away: Vec<String>,
    /// The conditional moves that were played since the user's last own move, as they are shown.
    played: Vec<String>,
}

impl Table {
    /// The seat for which conditional moves can be made now: while others are to move in a slow game.
    pub(super) fn planner(&self) -> Option<Side> {
        let slow = self.is_shared() && self.setup().is_slow() && self.ending().is_none();
        let side = self.person().filter(|_| slow)?;
        (side != self.position().turn() && !self.view.status.stopped).then_some(side)
    }
}

impl Play {
    /// Reads from the table what is planned, and who is on vacation.
    pub(super) fn read_plans(&mut self) {
        let Some(company) = self.table.company.as_ref().filter(|_| self.table.setup().is_slow()) else { return };
        let away = if self.table.ending().is_none() { company.vacations() } else { Vec::new() };
        let plans = self.table.person().map(|side| self.table.handle().plans(side)).unwrap_or_default();
        self.planned = Planned { lines: plans.lines.len(), away, played: plans.played };
    }

    /// Opens the conditional moves.
    pub(super) fn plan(&self) -> Transition {
        let Some(side) = self.table.planner() else { return Transition::Same };
        Transition::Open(Place::Plans(self.table.handle().clone(), side, self.pane.view))
    }

    /// What was planned, in words: the answers that were played at once, and how many lines there are.
    pub(super) fn plan_words(&self, world: &World) -> Option<String> {
        if self.can_move() && !self.pane.hand.is_empty() {
            return None;
        }
        let mut parts = Vec::new();
        if !self.planned.away.is_empty() {
            parts.push(format!("{}.", self.planned.away.join(", ")));
        }
        if !self.planned.played.is_empty() && self.table.ending().is_none() {
            parts.push(format!("Played at once: {}.", self.planned.played.join(", ")));
        }
        if self.table.planner().is_some() {
            let key = world.keymap.key(Context::Board, Action::Plans);
            let key = key.map(|key| format!(" ({key})")).unwrap_or_default();
            parts.extend(match self.planned.lines {
                0 => None,
                1 => Some(format!("1 line of conditional moves{key}.")),
                lines => Some(format!("{lines} lines of conditional moves{key}.")),
            });
        }
        (!parts.is_empty()).then(|| parts.join(" "))
    }
}
