//! Draw offers: the seats that offer a draw, and how they are answered.

use std::time::Duration;

use super::{Effect, Referee};
use crate::record::journal::{Declined, JournalEvent};
use crate::rules::side::{Side, Sides};

impl Referee {
    /// The first seat that offers a draw.
    pub fn offered(&self) -> Option<Side> {
        self.offers.iter().next()
    }

    /// All seats that offer a draw.
    pub const fn offers(&self) -> Sides {
        self.offers
    }

    /// May this seat offer a draw, or accept one, now? A seat offers one between two moves of its own, so that nobody is
    /// asked again and again.
    pub fn may_offer(&self, side: Side) -> bool {
        let others = self.offers.without(side) != Sides::NONE;
        self.ending.is_none()
            && self.position.living().has(side)
            && !self.offers.has(side)
            && (others || !self.have_offered.has(side))
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
            let does = if self.offers.count() > 1 { "agrees to" } else { "offers" };
            self.announced.push(format!("{name} {does} a draw."));
        }
    }

    /// A seat offers a draw or accepts one, in play and in a journal.
    pub(super) const fn add_offer(&mut self, side: Side) {
        self.offers = self.offers.with(side);
        self.have_offered = self.have_offered.with(side);
    }

    /// A seat declines the draw that others offer.
    pub(super) fn decline_draw(&mut self, side: Side, effects: &mut Vec<Effect>) {
        let is_offered = self.offers != Sides::NONE && !self.offers.has(side);
        if self.ending.is_some() || !is_offered || !self.position.living().has(side) {
            return;
        }
        self.announced.push(format!("{} declines the draw.", self.position.spec().seat(side).name));
        self.decline(Declined::Draw, effects);
    }

    /// An offer or a claim is declined.
    pub(super) fn decline(&mut self, what: Declined, effects: &mut Vec<Effect>) {
        self.forget_declined(Some(what));
        self.write(JournalEvent::Decline { what: Some(what) }, effects);
    }

    /// What is declined is void, in play and in a journal. Older programs did not write what it was.
    pub(super) fn forget_declined(&mut self, what: Option<Declined>) {
        if what != Some(Declined::Claim) {
            self.offers = Sides::NONE;
        }
        if what != Some(Declined::Draw) {
            self.claim = None;
        }
    }

    /// Ends the game if all living seats offer a draw, as after a crash between the last consent and the end.
    pub(super) fn agree_if_offered(&mut self, effects: &mut Vec<Effect>) {
        let living = self.position.living();
        if self.ending.is_none() && living.iter().all(|seat| self.offers.has(seat)) {
            self.agree(effects);
        }
    }

    /// A move by a seat declines the offers of others. Its own offer stays open, because the opponent answers on
    /// the next turn.
    pub(super) fn answer_by_move(&mut self, side: Side) {
        if !self.offers.has(side) {
            self.offers = Sides::NONE;
        }
        self.have_offered = self.have_offered.without(side);
        if self.claim.is_some_and(|claim| !claim.agreed.has(side)) {
            self.claim = None;
        }
        // A person who moves withdraws or declines what was asked. Computers move too often for that.
        if self.setup.is_person(side) {
            self.requests.clear();
        }
    }

    /// Offers and claims are void: the game has changed under them.
    pub(super) const fn forget_offers(&mut self) {
        self.offers = Sides::NONE;
        self.have_offered = Sides::NONE;
        self.claim = None;
    }
}
