//! Claims of the game, and the end of a game that only computers play.

use super::table::Table;
use crate::rules::side::Side;
use crate::session::table::command::{Refusal, SeatCommand};

impl Table {
    /// The seat that claims the game.
    pub fn claimed(&self) -> Option<Side> {
        self.view.status.claim.map(|claim| claim.by)
    }

    /// The seat of the user that can claim the game, or agree to the open claim.
    fn claimant(&self) -> Option<Side> {
        let own = self.position().spec().sides().filter(|&side| self.acts_for(side));
        match self.view.status.claim {
            Some(claim) => { own }.find(|&side| self.position().living().has(side) && !claim.agreed.has(side)),
            None => { own }.find(|&side| self.view.status.claimants.has(side)),
        }
    }

    /// Can the user claim the game, or agree to a claim?
    pub fn can_claim(&self) -> bool {
        self.claimant().is_some()
    }

    /// The claim as text, with the key that agrees.
    pub fn claim_words(&self, agree: Option<&str>) -> Option<String> {
        let name = self.position().spec().seat(self.claimed()?).name;
        let agree = agree.filter(|_| self.can_claim()).map(|key| format!("{key} agrees, ")).unwrap_or_default();
        Some(format!("{name} claims the game: {agree}a move by another seat declines."))
    }

    /// Claims the game, or agrees to a claim.
    pub fn claim(&mut self) -> Result<(), Refusal> {
        let side = self.claimant().or_else(|| self.person()).unwrap_or(Side::FIRST);
        self.command(SeatCommand::Claim(side))
    }

    /// Lets computers that are left alone play to the end as fast as they can.
    pub fn show_end(&mut self) -> Result<(), Refusal> {
        self.command(SeatCommand::Finish)
    }
}
