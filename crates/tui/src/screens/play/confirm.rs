//! A move of a slow game is asked about before it is played: there is time for that.

use super::desk::Desk;
use super::part::{Part, Step};
use crate::action::Action;
use crate::dialogs::confirm::Confirm;
use crate::rules::mv::Move;
use crate::screen::Transition;
use crate::session::table::command::Refusal;
use crate::world::World;

/// The move that waits for the answer, and the number of acts before it.
#[derive(Default)]
pub(super) struct ConfirmSlow(Option<(Move, usize)>);

impl Part for ConfirmSlow {
    /// Until the answer the board is as before the move.
    fn holds(&mut self, mv: Move, desk: &mut Desk, world: &mut World) -> Option<Step> {
        let slow = desk.table.setup().is_slow() && desk.table.is_shared();
        if !slow || !world.client.config.play.confirm_slow {
            return None;
        }
        let position = desk.table.position();
        let shown = position.display(mv);
        let question = Confirm::new(format!("Play {shown}?"), Action::PlayNow);
        self.0 = Some((mv, position.acts().len()));
        desk.pane.show(position, None);
        Some(Step::Then(Transition::push(Box::new(question.expected(format!("{shown} was not played."))))))
    }

    fn confirmed(&mut self, action: Action, desk: &mut Desk, _: &mut World) -> Option<Step> {
        let (mv, acts) = self.0.take_if(|_| action == Action::PlayNow)?;
        if desk.table.position().acts().len() == acts {
            return Some(Step::Play(mv));
        }
        // The board has changed since.
        desk.pane.message = Some(Refusal::Changed.to_string());
        Some(Step::changed())
    }
}
