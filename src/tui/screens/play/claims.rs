//! Draws and claims of the game, and the end of a game that only computers play.

use super::table::Table;
use crate::rules::side::Side;
use crate::session::table::command::{Refusal, SeatCommand};

impl Table {
    /// The seat that offers a draw.
    pub fn offered(&self) -> Option<Side> {
        self.view.status.offers.iter().next()
    }

    /// Can the user offer a draw, or accept one?
    pub(super) fn can_offer(&self) -> bool {
        self.person().is_some_and(|side| self.view.status.may_offer.has(side))
    }

    /// The seat of the user that can accept or decline the draw which another seat offers.
    pub(super) fn draw_answer(&self) -> Option<Side> {
        self.person().filter(|&side| self.offered().is_some() && self.view.status.may_offer.has(side))
    }

    /// The draw offer as text, with the keys that answer it.
    pub(super) fn offer_words(&self, [agree, refuse]: [&str; 2]) -> Option<String> {
        let name = self.who_offers()?;
        Some(if self.draw_answer().is_some() {
            format!("{name} offers a draw: {agree} accepts, {refuse} declines.")
        } else {
            format!("{name} offers a draw. The others can accept it or decline it.")
        })
    }

    /// The side that offers a draw, with the person at a table of people.
    fn who_offers(&self) -> Option<String> {
        let side = self.offered()?;
        let name = self.position().spec().seat(side).name;
        Some(self.name_of_today(side).map_or_else(|| name.to_owned(), |who| format!("{who} ({name})")))
    }

    /// Offers or accepts a draw.
    pub fn draw(&mut self, side: Side) -> Result<(), Refusal> {
        self.command(SeatCommand::Draw(side))
    }

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
