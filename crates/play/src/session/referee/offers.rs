//! Draw offers: the seats that offer a draw, and how they are answered.

use std::time::Duration;

use super::{Claim, Effect, Referee};
use crate::record::journal::{Declined, JournalEvent};
use crate::rules::side::{Side, Sides};

/// What seats have proposed about the end of the game.
#[derive(PartialEq, Eq, Default, Debug)]
pub(super) struct Offers {
    /// The seats that offer a draw.
    draw: Sides,
    /// The seats that have offered a draw since their last move.
    drawn_since_move: Sides,
    claim: Option<Claim>,
}

impl Offers {
    /// A seat offers a draw or accepts one.
    const fn add(&mut self, side: Side) {
        self.draw = self.draw.with(side);
        self.drawn_since_move = self.drawn_since_move.with(side);
    }

    /// Does this seat offer a draw?
    pub(super) const fn has(&self, side: Side) -> bool {
        self.draw.has(side)
    }

    pub(super) const fn claim(&self) -> Option<Claim> {
        self.claim
    }

    /// A seat claims the game, or agrees to the open claim.
    pub(super) fn add_claim(&mut self, side: Side) -> Claim {
        let claim = self.claim.unwrap_or(Claim { by: side, agreed: Sides::NONE });
        let claim = Claim { agreed: claim.agreed.with(side), ..claim };
        self.claim = Some(claim);
        claim
    }

    /// What is declined is void, in play and in a journal. Older programs did not write what it was.
    pub(super) fn decline(&mut self, what: Option<Declined>) {
        if what != Some(Declined::Claim) {
            self.draw = Sides::NONE;
        }
        if what != Some(Declined::Draw) {
            self.claim = None;
        }
    }

    /// A move by a seat declines the offers of others. Its own offer stays open, because the opponent answers on
    /// the next turn.
    fn moved(&mut self, side: Side) {
        if !self.draw.has(side) {
            self.draw = Sides::NONE;
        }
        self.drawn_since_move = self.drawn_since_move.without(side);
        if self.claim.is_some_and(|claim| !claim.agreed.has(side)) {
            self.claim = None;
        }
    }

    /// The player of a seat is another one from now on, who has not offered a draw.
    pub(super) const fn remove(&mut self, side: Side) {
        self.draw = self.draw.without(side);
    }

    /// Offers and claims are void: the game has changed under them.
    pub(super) fn clear(&mut self) {
        *self = Offers::default();
    }
}

impl Referee {
    /// The first seat that offers a draw.
    pub fn offered(&self) -> Option<Side> {
        self.offers.draw.iter().next()
    }

    /// All seats that offer a draw.
    pub(crate) const fn offers(&self) -> Sides {
        self.offers.draw
    }

    /// May this seat offer a draw, or accept one, now? A seat offers one between two moves of its own, so that nobody is
    /// asked again and again.
    pub(crate) fn may_offer(&self, side: Side) -> bool {
        let others = self.offers.draw.without(side) != Sides::NONE;
        self.ending.is_none()
            && self.position.living().has(side)
            && !self.offers.has(side)
            && (others || !self.offers.drawn_since_move.has(side))
    }

    /// A seat offers a draw, or accepts one.
    pub(super) fn offer(&mut self, side: Side, now: Duration, effects: &mut Vec<Effect>) {
        let living = self.position.living();
        if !self.may_offer(side) || !self.setup.is_person(side) {
            return;
        }
        self.add_offer(side);
        self.write(JournalEvent::Offer { seat: side.index() }, effects);
        // Computer players answer at once.
        for seat in living.iter() {
            if !self.setup.is_person(seat) && self.takes_a_draw(seat) {
                self.add_offer(seat);
                self.write(JournalEvent::Offer { seat: seat.index() }, effects);
            }
        }
        if living.iter().any(|seat| !self.setup.is_person(seat) && !self.offers.has(seat)) {
            self.announced.push("The computer declines the draw.".to_owned());
            self.decline(Declined::Draw, effects);
        } else if living.iter().all(|seat| self.offers.has(seat)) {
            self.stop(now, effects);
            self.agree(effects);
            self.run_clock(now);
        } else {
            let name = self.position.spec().seat(side).name;
            let does = if self.offers.draw.count() > 1 { "agrees to" } else { "offers" };
            self.announced.push(format!("{name} {does} a draw."));
        }
    }

    /// A seat offers a draw or accepts one, in play and in a journal.
    pub(super) const fn add_offer(&mut self, side: Side) {
        self.offers.add(side);
    }

    /// A seat declines the draw that others offer.
    pub(super) fn decline_draw(&mut self, side: Side, effects: &mut Vec<Effect>) {
        let is_offered = self.offers.draw != Sides::NONE && !self.offers.has(side);
        if self.ending.is_some() || !is_offered || !self.position.living().has(side) {
            return;
        }
        self.announced.push(format!("{} declines the draw.", self.position.spec().seat(side).name));
        self.decline(Declined::Draw, effects);
    }

    /// An offer or a claim is declined.
    pub(super) fn decline(&mut self, what: Declined, effects: &mut Vec<Effect>) {
        self.offers.decline(Some(what));
        self.write(JournalEvent::Decline { what: Some(what) }, effects);
    }

    /// Ends the game if all living seats offer a draw, as after a crash between the last consent and the end.
    pub(super) fn agree_if_offered(&mut self, effects: &mut Vec<Effect>) {
        let living = self.position.living();
        if self.ending.is_none() && living.iter().all(|seat| self.offers.has(seat)) {
            self.agree(effects);
        }
    }

    /// A move by a seat answers what others have proposed.
    pub(super) fn answer_by_move(&mut self, side: Side) {
        self.offers.moved(side);
        // A person who moves withdraws or declines what was asked. Computers move too often for that.
        if self.setup.is_person(side) {
            self.requests.clear();
        }
    }
}
