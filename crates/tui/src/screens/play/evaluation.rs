//! The computer's evaluation for those who watch a game of people, in a line below the board.

use super::desk::Desk;
use super::part::{Below, Part, Step};
use super::table::Table;
use crate::action::Action;
use crate::board::score_view::ScoreView;
use crate::players::Thought;
use crate::rules::side::Side;
use crate::session::referee::Wish;
use crate::session::table::command::SeatCommand;
use crate::theme::Role;
use crate::wakes::Reasons;
use crate::world::World;

/// The evaluation, as it is shown.
#[derive(Default, PartialEq)]
pub(super) struct Evaluated {
    on: bool,
    thought: Option<(Side, Thought)>,
}

impl Table {
    /// Is the evaluation for this user: do they watch, or is the game over?
    fn sees_evaluation(&self) -> bool {
        self.is_shared() && self.status().evaluation && (self.is_watched() || self.ending().is_some())
    }

    /// Can the user ask the others to let those who watch see it?
    fn asks_for_evaluation(&self) -> bool {
        self.plays() && !self.status().is_strict() && !self.status().evaluation
    }
}

impl Evaluated {
    /// Reads what the computer has found. True if it is new.
    fn read(&mut self, table: &mut Table) -> bool {
        if !self.on {
            return false;
        }
        let sees = table.sees_evaluation();
        let Some(people) = table.people_mut() else { return false };
        let thought = if sees { people.evaluation() } else { None };
        if !sees {
            // Who sits down does not take it along.
            let _ = people.evaluate(false);
        }
        let now = Evaluated { on: sees, thought };
        let changed = now != *self;
        *self = now;
        changed
    }
}

impl Part for Evaluated {
    fn can(&self, action: Action, desk: &Desk, _: &World) -> Option<bool> {
        let table = &desk.table;
        (action == Action::Evaluation).then(|| table.sees_evaluation() || table.asks_for_evaluation())
    }

    fn why_not(&self, action: Action, desk: &Desk) -> Option<String> {
        let (table, status) = (&desk.table, desk.table.status());
        let why = match (table.is_shared(), status.is_strict(), table.is_watched()) {
            (false, ..) => "This is for those who watch a game of people.",
            (_, true, _) => "In a rated game and in a tournament nobody sees the evaluation until it is over.",
            (_, _, true) => "The players have not allowed the evaluation yet.",
            _ => "Those who watch see the evaluation, and you do after the game.",
        };
        (action == Action::Evaluation).then(|| why.to_owned())
    }

    /// Shows the evaluation or hides it; those who play ask the others to allow it.
    fn act(&mut self, action: Action, desk: &mut Desk, _: &mut World) -> Option<Step> {
        if action != Action::Evaluation {
            return None;
        }
        if desk.table.asks_for_evaluation() {
            return Some(Step::Sent(desk.table.command(SeatCommand::Ask(Wish::Evaluation))));
        }
        let on = !self.on;
        match desk.table.people_mut()?.evaluate(on) {
            Ok(()) => *self = Evaluated { on, thought: None },
            Err(refused) => desk.pane.message = Some(refused.to_string()),
        }
        self.read(&mut desk.table);
        Some(Step::changed())
    }

    fn wake(&mut self, why: Reasons, desk: &mut Desk, _: &mut World) -> Option<Step> {
        let read = (why.task || why.table) && self.read(&mut desk.table);
        read.then(Step::changed)
    }

    fn line(&self, desk: &Desk, _: &Below<'_>) -> Option<(String, Role)> {
        if !self.on || desk.browse.is_some() {
            return None;
        }
        let line =
            { self.thought.as_ref() }.and_then(|(turn, thought)| Some((*turn, thought, thought.lines.first()?)));
        let Some((turn, thought, line)) = line else {
            let over = desk.table.position().outcome().is_some();
            return (!over).then(|| ("The computer looks at the position…".to_owned(), Role::Text));
        };
        let spec = desk.table.position().spec();
        let view = ScoreView { spec, turn, looks: Side::FIRST };
        let score = view.seats(line).unwrap_or_else(|| view.score(line));
        let words = format!("Computer: {score} · depth {} · {}", thought.depth, line.moves.join(" "));
        Some((words, Role::Text))
    }
}
