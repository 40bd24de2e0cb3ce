//! The advice of a first game: one line while nothing is picked.

use super::Play;
use crate::rules::side::Side;
use crate::session::advisor::Advisor;
use crate::session::setup::MatchSetup;
use crate::tui::screens::play::PlayError;
use crate::tui::world::World;

/// An advisor, and what it says now.
pub(super) struct Guide {
    advisor: Advisor,
    words: Option<String>,
}

impl Play {
    /// Starts a first game, in which the program says one useful thing at a time.
    pub fn guided(setup: MatchSetup, world: &World) -> Result<Play, PlayError> {
        let mut play = Play::start(setup, world)?;
        let side = play.table.person().unwrap_or(Side::FIRST);
        play.guide = Some(Guide { advisor: Advisor::new(side), words: None });
        play.advise();
        Ok(play)
    }

    /// Asks for advice in a new position.
    pub(super) fn advise(&mut self) {
        let Some(guide) = &mut self.guide else { return };
        let position = self.table.position();
        if self.table.acts_for(position.turn()) {
            guide.words = guide.advisor.advise(position).map(|advice| advice.to_string());
        }
    }

    /// The advice, while nothing is picked and the present position is shown.
    pub(super) fn advice(&self) -> Option<String> {
        let guide = self.guide.as_ref()?;
        guide.words.clone().filter(|_| self.can_move() && self.pane.hand.is_empty())
    }
}
