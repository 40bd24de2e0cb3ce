//! Conditional moves of a slow game, as the play screen tells and opens them.

use super::desk::Desk;
use super::part::{Below, Part, Step};
use super::table::Table;
use crate::action::{Action, Context};
use crate::place::Place;
use crate::rules::side::Side;
use crate::screen::Transition;
use crate::theme::Role;
use crate::wakes::Reasons;
use crate::world::World;

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
        (side != self.position().turn() && !self.status().stopped).then_some(side)
    }
}

impl Planned {
    /// Reads from the table what is planned, and who is on vacation.
    fn read(&mut self, table: &Table) {
        let Some(people) = table.people().filter(|_| table.setup().is_slow()) else { return };
        let away = if table.ending().is_none() { people.vacations() } else { Vec::new() };
        let plans = table.person().map(|side| table.handle().plans(side)).unwrap_or_default();
        *self = Planned { lines: plans.lines.len(), away, played: plans.played };
    }
}

impl Part for Planned {
    fn can(&self, action: Action, desk: &Desk, _: &World) -> Option<bool> {
        (action == Action::Plans).then(|| desk.table.planner().is_some())
    }

    fn why_not(&self, action: Action, desk: &Desk) -> Option<String> {
        let why = if desk.table.is_shared() && desk.table.setup().is_slow() {
            "Conditional moves are made while others are to move."
        } else {
            "Conditional moves are for slow games of people."
        };
        (action == Action::Plans).then(|| why.to_owned())
    }

    /// Opens the conditional moves.
    fn act(&mut self, action: Action, desk: &mut Desk, _: &mut World) -> Option<Step> {
        let side = desk.table.planner().filter(|_| action == Action::Plans)?;
        let place = Place::Plans(desk.table.handle().clone(), side, desk.pane.view);
        Some(Step::Then(Transition::Open(place)))
    }

    fn opened(&mut self, desk: &mut Desk, _: &World) {
        self.read(&desk.table);
    }

    fn changed(&mut self, _: bool, desk: &mut Desk, _: &mut World) -> Option<Step> {
        self.read(&desk.table);
        None
    }

    fn wake(&mut self, why: Reasons, desk: &mut Desk, _: &mut World) -> Option<Step> {
        if why.club {
            self.read(&desk.table);
        }
        None
    }

    /// What was planned: the answers that were played at once, and how many lines there are.
    fn line(&self, desk: &Desk, below: &Below<'_>) -> Option<(String, Role)> {
        if desk.can_move() && !desk.pane.selection.is_empty() {
            return None;
        }
        let mut parts = Vec::new();
        if !self.away.is_empty() {
            parts.push(format!("{}.", self.away.join(", ")));
        }
        if !self.played.is_empty() && desk.table.ending().is_none() {
            parts.push(format!("Played at once: {}.", self.played.join(", ")));
        }
        if desk.table.planner().is_some() {
            let key = below.world.keymap.key(Context::Board, Action::Plans);
            let key = key.map(|key| format!(" ({key})")).unwrap_or_default();
            parts.extend(match self.lines {
                0 => None,
                1 => Some(format!("1 line of conditional moves{key}.")),
                lines => Some(format!("{lines} lines of conditional moves{key}.")),
            });
        }
        (!parts.is_empty()).then(|| (parts.join(" "), Role::Text))
    }
}
