//! Carries out what the referee wants: asks the players, stops them, and writes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Match, Message, chance, opponents};
use crate::players::Reply;
use crate::session::referee::{Effect, TableCommand};
use crate::session::table::Identity;

impl Match {
    /// The computers play this person, if anybody, who is at the table or away: the places to think go by that.
    pub(crate) fn play_for(&mut self, person: Option<&Identity>, is_there: bool) {
        if (self.plays.0.as_ref(), self.plays.1) != (person, is_there) {
            self.opponents.pool.plays(person.map(Identity::name), is_there);
            self.plays = (person.cloned(), is_there);
        }
    }

    /// Carries out the effects of an order of this time.
    pub(super) fn carry_out(&mut self, effects: Vec<Effect>, now: Duration) {
        for effect in effects {
            match effect {
                Effect::Ask(side, question) => {
                    let (sender, notify) = (self.sender.clone(), Arc::clone(&self.notify));
                    let answer = move |ticket, reply| {
                        if sender.send(Message::Answer(ticket, reply, Instant::now())).is_ok() {
                            notify();
                        }
                    };
                    self.pace = (question.ticket, Instant::now().checked_add(question.pace).unwrap_or(self.origin));
                    self.early = None;
                    let Some(player) = self.players.get_mut(side.index()) else { continue };
                    if player.waits() {
                        let waits = TableCommand::Answer(question.ticket, Reply::Waits);
                        let more = self.referee.step(waits, now);
                        player.ask(question, Box::new(answer));
                        self.carry_out(more, now);
                    } else {
                        player.ask(question, Box::new(answer));
                    }
                }
                Effect::Stop => {
                    self.early = None;
                    self.players.iter_mut().for_each(|player| player.stop());
                }
                Effect::Hurry => {
                    self.pace.1 = Instant::now();
                    self.players.iter_mut().for_each(|player| player.hurry());
                    // A move that waits for its time is played now.
                    (self.notify)();
                }
                Effect::Write(record) => self.write(&record),
                Effect::Sit(side) => {
                    let kind = self.referee.setup().seats.get(side.index());
                    if let (Some(player), Some(kind)) = (self.players.get_mut(side.index()), kind) {
                        player.stop();
                        *player = opponents::player(kind, chance(), &self.opponents);
                    }
                }
            }
        }
    }

    /// Did this answer come so soon that people could not follow?
    pub(super) fn is_early(&self, ticket: u64, at: Instant) -> bool {
        self.pace.0 == ticket && at < self.pace.1
    }

    /// Stops the players and frees their memory, threads and processes, because they are not needed for a while.
    /// New ones are created, which start when they are asked again.
    pub(crate) fn dismiss(&mut self) {
        self.players.iter_mut().for_each(|player| player.stop());
        self.players = opponents::players(self.referee.setup(), &self.opponents);
    }
}
