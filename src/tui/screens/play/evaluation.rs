//! The computer's evaluation for those who watch a game of people, in a line below the board.

use super::Play;
use super::table::Table;
use crate::players::Thought;
use crate::rules::side::Side;
use crate::session::referee::Wish;
use crate::session::table::command::SeatCommand;
use crate::tui::board::score_view::ScoreView;
use crate::tui::screen::Transition;
use crate::tui::world::World;

/// The evaluation, as it is shown.
#[derive(Default, PartialEq)]
pub(super) struct Evaluated {
    on: bool,
    thought: Option<(Side, Thought)>,
}

impl Table {
    /// Is the evaluation for this user: do they watch, or is the game over?
    fn sees_evaluation(&self) -> bool {
        self.is_shared() && self.view.status.evaluation && (self.is_watched() || self.ending().is_some())
    }

    /// Can the user ask the others to let those who watch see it?
    fn asks_for_evaluation(&self) -> bool {
        self.plays() && !self.view.status.is_strict() && !self.view.status.evaluation
    }
}

impl Play {
    pub(super) fn can_evaluate(&self) -> bool {
        self.table.sees_evaluation() || self.table.asks_for_evaluation()
    }

    /// Why it cannot be seen or allowed.
    pub(super) fn why_no_evaluation(&self) -> &'static str {
        let status = &self.table.view.status;
        match (self.table.is_shared(), status.is_strict(), self.table.is_watched()) {
            (false, ..) => "This is for those who watch a game of people.",
            (_, true, _) => "In a rated game and in a tournament nobody sees the evaluation until it is over.",
            (_, _, true) => "The players have not allowed the evaluation yet.",
            _ => "Those who watch see the evaluation, and you do after the game.",
        }
    }

    /// Shows the evaluation or hides it; those who play ask the others to allow it.
    pub(super) fn evaluate(&mut self, world: &mut World) -> Transition {
        if self.table.asks_for_evaluation() {
            let done = self.table.command(SeatCommand::Ask(Wish::Evaluation));
            return self.report(done, world);
        }
        let on = !self.evaluated.on;
        let Some(company) = &mut self.table.company else { return Transition::Same };
        match company.evaluate(on) {
            Ok(()) => self.evaluated = Evaluated { on, thought: None },
            Err(refused) => self.pane.told = Some(refused.to_string()),
        }
        self.look_at_evaluation();
        Transition::Changed
    }

    /// Reads what the computer has found. True if it is new.
    pub(super) fn look_at_evaluation(&mut self) -> bool {
        if !self.evaluated.on {
            return false;
        }
        let sees = self.table.sees_evaluation();
        let Some(company) = &mut self.table.company else { return false };
        let thought = if sees { company.evaluation() } else { None };
        if !sees {
            // Who sits down does not take it along.
            let _ = company.evaluate(false);
        }
        let now = Evaluated { on: sees, thought };
        let changed = now != self.evaluated;
        self.evaluated = now;
        changed
    }

    /// The evaluation in words.
    pub(super) fn evaluation_words(&self) -> Option<String> {
        if !self.evaluated.on || self.browse.is_some() {
            return None;
        }
        let line = self
            .evaluated
            .thought
            .as_ref()
            .and_then(|(turn, thought)| Some((*turn, thought, thought.lines.first()?)));
        let Some((turn, thought, line)) = line else {
            let over = self.table.position().outcome().is_some();
            return (!over).then(|| "The computer looks at the position…".to_owned());
        };
        let spec = self.table.position().spec();
        let view = ScoreView { spec, turn, looks: Side::FIRST };
        let score = view.seats(line).unwrap_or_else(|| view.score(line));
        Some(format!("Computer: {score} · depth {} · {}", thought.depth, line.moves.join(" ")))
    }
}
