//! Who plays a seat during the game: people take the seats of computers, and computers those of people who left.

use std::time::Duration;

use super::{Effect, Referee};
use crate::record::journal::JournalEvent;
use crate::rules::side::Side;
use crate::session::setup::SeatKind;

impl Referee {
    /// A human player takes the seat of a player that has stopped, and the game continues.
    pub(super) fn sit(&mut self, side: Side, now: Duration, effects: &mut Vec<Effect>) {
        let can = self.is_paused() && self.ending.is_none() && self.position.living().has(side);
        if !can || self.setup.is_person(side) {
            return;
        }
        self.seat(side, "");
        self.pause.order(false);
        effects.push(Effect::Sit(side));
        self.write(JournalEvent::Sit { seat: side.index(), by: None, name: None }, effects);
        self.ask(now, effects);
    }

    /// A computer gives its seat to a person.
    pub(super) fn give_seat(&mut self, side: Side, by: &str, name: &str, now: Duration, effects: &mut Vec<Effect>) {
        let can = self.ending.is_none() && self.position.living().has(side);
        if !can || self.setup.is_person(side) {
            return;
        }
        if self.position.turn() == side {
            self.stop(now, effects);
            self.pause.forget_failure();
        }
        self.seat(side, name);
        effects.push(Effect::Sit(side));
        let (by, name) = (Some(by.to_owned()), Some(name.to_owned()));
        self.write(JournalEvent::Sit { seat: side.index(), by, name }, effects);
        self.ask(now, effects);
    }

    /// A computer takes the seat of a person who left.
    pub(super) fn replace(&mut self, side: Side, level: u8, now: Duration, effects: &mut Vec<Effect>) {
        if self.ending.is_some() || !self.position.living().has(side) || !self.setup.is_person(side) {
            return;
        }
        let message =
            format!("A computer of level {level} plays {} from now on.", self.position.spec().seat(side).name);
        self.announced.push(message);
        self.seat_computer(side, level);
        effects.push(Effect::Sit(side));
        self.write(JournalEvent::Computer { seat: side.index(), level }, effects);
        self.grant_wishes(now, effects);
        self.ask(now, effects);
    }

    /// Gives this seat to a human player.
    pub(super) fn seat(&mut self, side: Side, name: &str) {
        if let Some(seat) = self.setup.seats.get_mut(side.index()) {
            *seat = SeatKind::Human(name.to_owned());
        }
    }

    /// Gives this seat to a computer player.
    pub(super) fn seat_computer(&mut self, side: Side, level: u8) {
        if let Some(seat) = self.setup.seats.get_mut(side.index()) {
            *seat = SeatKind::Computer(level.clamp(1, 10));
        }
        self.offers.remove(side);
        self.requests.retract(side);
        self.plans.clear_seat(side);
    }
}
