//! Claims: a seat whose rivals have next to nothing asks for the game. Every other living seat has to agree.

use std::time::Duration;

use super::material;
use super::{Effect, Referee};
use crate::record::journal::{Declined, JournalEvent};
use crate::rules::side::{Side, Sides};

/// An open claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The seat that claims the game.
    pub by: Side,
    /// The seats that agree, with the one that claims.
    pub agreed: Sides,
}

impl Referee {
    /// The open claim.
    pub(crate) const fn claimed(&self) -> Option<Claim> {
        self.offers.claim()
    }

    /// May this seat claim the game now?
    pub(crate) fn may_claim(&self, side: Side) -> bool {
        self.claimants().has(side)
    }

    /// The seats that may claim the game now.
    pub(crate) fn claimants(&self) -> Sides {
        if self.ending.is_some() { Sides::NONE } else { material::claimants(self.position.as_ref()) }
    }

    /// A seat claims the game, or agrees to the open claim of another one.
    pub(super) fn claim(&mut self, side: Side, now: Duration, effects: &mut Vec<Effect>) {
        let living = self.position.living();
        let known = self.claimed().is_some_and(|claim| claim.agreed.has(side));
        if self.ending.is_some() || !living.has(side) || !self.setup.is_person(side) || known {
            return;
        }
        if self.claimed().is_none() && !self.may_claim(side) {
            return;
        }
        self.write(JournalEvent::Claim { seat: side.index() }, effects);
        let mut claim = self.offers.add_claim(side);
        // Computer players answer at once, when the game is claimed.
        for seat in living.iter() {
            if !self.setup.is_person(seat) && self.grants_a_claim(seat) {
                claim = self.offers.add_claim(seat);
                self.write(JournalEvent::Claim { seat: seat.index() }, effects);
            }
        }
        let name = |side: Side| self.position.spec().seat(side).name;
        if let Some(against) = living.iter().find(|&seat| !self.setup.is_person(seat) && !claim.agreed.has(seat)) {
            self.announced.push(format!("{} does not agree to the claim.", name(against)));
            self.decline(Declined::Claim, effects);
        } else if living.iter().all(|seat| claim.agreed.has(seat)) {
            self.stop(now, effects);
            self.grant_if_agreed(effects);
            self.run_clock(now);
        } else if side == claim.by {
            self.announced.push(format!("{} claims the game.", name(side)));
        } else {
            self.announced.push(format!("{} agrees that {} has won.", name(side), name(claim.by)));
        }
    }

    /// Ends the game if all living seats agree to the claim.
    pub(super) fn grant_if_agreed(&mut self, effects: &mut Vec<Effect>) {
        if let Some(claim) = self.claimed()
            && self.position.living().iter().all(|seat| claim.agreed.has(seat))
        {
            self.grant(claim.by, effects);
        }
    }
}
