//! A human player: the moves come from the user interface.

use super::{Answer, Player, Question};

/// A human player.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Human;

impl Player for Human {
    fn ask(&mut self, _: Question, _: Answer) {}
    fn stop(&mut self) {}
    fn hurry(&mut self) {}
}
