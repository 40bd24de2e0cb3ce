//! A person at the board: the answer comes from the screen.

use super::{Answer, Player, Question};

/// A person.
#[derive(Clone, Copy, Debug, Default)]
pub struct Human;

impl Player for Human {
    fn ask(&mut self, _: Question, _: Answer) {}
    fn stop(&mut self) {}
    fn hurry(&mut self) {}
}
