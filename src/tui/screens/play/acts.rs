//! Actions of the play screen: picks and moves, browsing back.

use super::Play;
use super::browse::Browse;
use super::refusal::OVER;
use crate::rules::pick::Pick;
use crate::tui::action::Action;
use crate::tui::board::pane::Acted;
use crate::tui::screen::Transition;
use crate::tui::theme::Role;
use crate::tui::world::World;

impl Play {
    /// Sends an order to the table.
    pub(super) fn order(&mut self, action: Action, world: &mut World) -> Transition {
        self.pane.told = None;
        let done = match action {
            Action::Undo | Action::Redo => {
                self.browse = None;
                self.stop_arranging();
                if action == Action::Undo { self.table.undo() } else { self.table.redo() }
            }
            Action::PlayNow => self.table.play_now(),
            Action::Sit => self.table.sit(),
            _ => self.table.show_end(),
        };
        self.report(done, world)
    }

    /// Makes a pick, and plays the move if the pick completes it.
    pub(super) fn pick(&mut self, pick: Pick, world: &mut World) -> Transition {
        if let Some(step) = self.not_now() {
            return step;
        }
        let acted = self.pane.pick(self.table.position(), pick, world);
        self.acted(acted, world)
    }

    /// Adds to what the board did: a move is played, a text is for the screen.
    pub(super) fn acted(&mut self, acted: Acted, world: &mut World) -> Transition {
        match acted {
            Acted::Played(mv) => self.play(mv, world),
            Acted::Typed(entry) => self.entered(entry, world),
            other => other.into(),
        }
    }

    /// Explains why no pick is possible now. While browsing, it returns to the current move instead.
    pub(super) fn not_now(&mut self) -> Option<Transition> {
        if self.browse.take().is_some() {
            self.pane.tell(Role::Notice, "Back to the current move.");
            return Some(Transition::Changed);
        }
        if self.can_move() {
            return None;
        }
        if self.table.ending().is_none() && self.table.is_waiting() {
            self.pane.tell(Role::Notice, "Saving the last move…");
            return Some(Transition::Changed);
        }
        let position = self.table.position();
        let turn = position.spec().seat(position.turn()).name;
        self.pane.told = Some(match self.table.ending() {
            Some(_) => OVER.to_owned(),
            None if self.table.is_paused() => format!("It is {turn}'s turn, but the game is paused."),
            None if self.table.is_person(position.turn()) => format!("It is {turn}'s turn."),
            None => format!("It is {turn}'s turn: the computer is thinking."),
        });
        Some(Transition::Changed)
    }

    pub(super) fn back(&mut self) -> Transition {
        if self.browse.take().is_some() {
            (self.pane.told, self.pane.explained) = (None, None);
            return Transition::Changed;
        }
        self.pane.back(self.table.position()).into()
    }

    pub(super) fn look_back(&mut self, by: isize) -> Transition {
        let plies = self.table.position().acts().len();
        let at = self.browse.as_ref().map_or(plies, |browse| browse.ply);
        self.look_to(at.saturating_add_signed(by))
    }

    /// Shows the position after this number of acts.
    pub(super) fn look_to(&mut self, ply: usize) -> Transition {
        let plies = self.table.position().acts().len();
        let at = self.browse.as_ref().map_or(plies, |browse| browse.ply);
        let to = ply.min(plies);
        self.browse = (to < plies).then(|| Browse::to(self.table.position(), to, self.table.person()));
        self.pane.told = None;
        if to == at { Transition::Same } else { Transition::Changed }
    }
}
