//! Replays the events of a journal.

use std::time::Duration;

use super::{EndCause, Ending, Referee, Wish, read_share};
use crate::record::journal::JournalEvent;
use crate::record::leaving::Leaving;
use crate::rules::side::{BySide, Side};
use crate::session::history::Line;

impl Referee {
    /// Replays the events after the first line of a journal, and returns how many fit the game. The first event
    /// that does not fit stops the replay and changes nothing.
    pub fn replay(&mut self, records: &[JournalEvent]) -> usize {
        let fit = records.iter().take_while(|record| self.replay_event(record)).count();
        self.announced.clear();
        fit
    }

    /// Replays one event; returns false and changes nothing if it does not fit.
    fn replay_event(&mut self, record: &JournalEvent) -> bool {
        // A premove was played or dropped when its turn came, so it was gone before the next event. After the last event
        // it may still be due: the program may have ended just before it was played.
        let taken = self.take_premove();
        let fits = self.relive(record);
        if let (false, Some((side, text))) = (fits, taken) {
            self.plans.set_premove(side, Some(&text));
        }
        fits
    }

    fn relive(&mut self, record: &JournalEvent) -> bool {
        match record {
            JournalEvent::Begin { .. } => return false,
            JournalEvent::Act { text, why, clocks } => {
                let side = self.position.turn();
                if !self.act(text, why.as_deref().map(Leaving::read), self.clocks.read(clocks)) {
                    return false;
                }
                self.score.forget_taken_back();
                if why.is_none() {
                    self.answer_by_move(side);
                } else {
                    self.offers.clear();
                    self.requests.clear();
                }
                self.allow_agreed();
            }
            JournalEvent::Undo { count, clocks } => {
                if *count > self.score.len() {
                    return false;
                }
                self.ending = None;
                (0..*count).for_each(|_| self.back());
                self.clocks.set(self.clocks.read(clocks));
                self.forget_agreements();
            }
            JournalEvent::Redo { count } => {
                if *count > self.score.taken_back() || !(0..*count).all(|_| self.forward()) {
                    return false;
                }
                self.offers.clear();
                self.allow_agreed();
            }
            JournalEvent::Sit { seat, name, .. } => match self.position.spec().sides().nth(*seat) {
                // The owner of a seat for a person is noted at the start; the person keeps their name.
                Some(side) if self.setup.is_person(side) && name.is_none() => {}
                Some(side) => self.seat(side, name.as_deref().unwrap_or_default()),
                None => return false,
            },
            JournalEvent::Computer { seat, level } => match self.position.spec().sides().nth(*seat) {
                Some(side) => {
                    self.seat_computer(side, *level);
                    self.allow_agreed();
                }
                None => return false,
            },
            JournalEvent::Ask { seat, what } => match (self.position.spec().sides().nth(*seat), Wish::read(what)) {
                (Some(side), Some(what)) => self.relive_wish(side, what),
                _ => return false,
            },
            JournalEvent::Refuse { what } => self.requests.remove(what),
            JournalEvent::Stop { stopped, clocks } => {
                self.pause.agree(*stopped);
                self.clocks.set(self.clocks.read(clocks));
                self.requests.stopped();
            }
            JournalEvent::Clock { clocks } => self.clocks.set(self.clocks.read(clocks)),
            JournalEvent::Plan { seat, lines } => match self.position.spec().sides().nth(*seat) {
                Some(side) => self.plans.set_lines(side, lines),
                None => return false,
            },
            JournalEvent::Premove { seat, text } => match self.position.spec().sides().nth(*seat) {
                Some(side) => self.plans.set_premove(side, text.as_deref()),
                None => return false,
            },
            JournalEvent::Look { seat } => match self.position.spec().sides().nth(*seat) {
                Some(side) => self.seen_from = Some(side),
                None => return false,
            },
            JournalEvent::Offer { seat } => match self.position.spec().sides().nth(*seat) {
                Some(side) => self.add_offer(side),
                None => return false,
            },
            JournalEvent::Claim { seat } => match self.position.spec().sides().nth(*seat) {
                Some(side) => drop(self.offers.add_claim(side)),
                None => return false,
            },
            JournalEvent::Decline { what } => self.offers.decline(*what),
            JournalEvent::End { cause, words, shares } => {
                let share = |text: Option<&String>| text.and_then(|text| read_share(text)).unwrap_or_default();
                let shares = BySide::from_fn(|side| share(shares.get(side.index())));
                self.ending = Some(Ending { cause: EndCause::read(cause), words: words.clone(), shares });
                self.offers.clear();
                self.requests.clear();
            }
        }
        true
    }

    /// Plays an act from its machine notation; returns false and changes nothing if it does not fit.
    pub(super) fn act(&mut self, text: &str, why: Option<Leaving>, after: Option<BySide<Duration>>) -> bool {
        let (round, spec) = (self.position.round(), self.position.spec());
        let leaving = spec.sides().find(|&side| text == format!("out:{}", spec.seat(side).letter));
        if leaving.is_some() != why.is_some() {
            // An army that leaves has a reason, and a move has none.
            return false;
        }
        let side: Side = leaving.unwrap_or_else(|| self.position.turn());
        let shown = match leaving.zip(why) {
            Some((side, why)) => why.told(spec.seat(side).name),
            None => match self.position.read(text) {
                Ok(mv) => self.position.display(mv),
                Err(_) => return false,
            },
        };
        if self.position.act(text).is_err() {
            return false;
        }
        self.clocks.set(after);
        self.plans.note_played(side, text, &shown);
        let line = Line { round, side, text: shown, is_move: leaving.is_none(), ply: 0 };
        self.entered(text.to_owned(), why, line, after);
        true
    }
}
