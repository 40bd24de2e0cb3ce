//! The advice of a first game: one line while nothing is picked.

use super::desk::Desk;
use super::part::{Below, Part};
use super::{Play, PlayError};
use crate::rules::side::Side;
use crate::session::advisor::Advisor;
use crate::session::setup::MatchSetup;
use crate::theme::Role;
use crate::world::World;

/// An advisor, and what it says now; in other games nobody advises.
#[derive(Default)]
pub(super) struct Guide {
    advisor: Option<Advisor>,
    words: Option<String>,
}

impl Play {
    /// Starts a first game, in which the program says one useful thing at a time.
    pub(crate) fn guided(setup: MatchSetup, world: &World) -> Result<Play, PlayError> {
        let mut play = Play::start(setup, world)?;
        let side = play.desk.table.person().unwrap_or(Side::FIRST);
        play.parts.guide = Guide { advisor: Some(Advisor::new(side)), words: None };
        play.parts.guide.moved(&mut play.desk);
        Ok(play)
    }
}

impl Part for Guide {
    fn moved(&mut self, desk: &mut Desk) {
        let Some(advisor) = &mut self.advisor else { return };
        let position = desk.table.position();
        if desk.table.acts_for(position.turn()) {
            self.words = advisor.advise(position).map(|advice| advice.to_string());
        }
    }

    fn line(&self, desk: &Desk, _: &Below<'_>) -> Option<(String, Role)> {
        let shown = desk.can_move() && desk.pane.selection.is_empty();
        Some((self.words.clone().filter(|_| shown)?, Role::Advice))
    }
}
