//! Draw offers: the seats that offer a draw, and how a move answers them.

use std::time::Duration;

use super::{Effect, Referee};
use crate::record::journal::JournalEvent;
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

    /// A seat offers a draw, or accepts one.
    pub(super) fn offer(&mut self, side: Side, now: Duration, effects: &mut Vec<Effect>) {
        let living = self.position.living();
        if self.ending.is_some() || !living.has(side) || !self.setup.is_person(side) || self.offers.has(side) {
            return;
        }
        self.offers = self.offers.with(side);
        self.write(JournalEvent::Offer { seat: side.index() }, effects);
        // Computer players answer at once.
        for seat in living.iter() {
            if !self.setup.is_person(seat) && self.takes_a_draw(seat) {
                self.offers = self.offers.with(seat);
                self.write(JournalEvent::Offer { seat: seat.index() }, effects);
            }
        }
        if living.iter().any(|seat| !self.setup.is_person(seat) && !self.offers.has(seat)) {
            self.offers = Sides::NONE;
            self.announced.push("The computer declines the draw.".to_owned());
            self.write(JournalEvent::Decline, effects);
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
        self.claim = None;
    }
}
