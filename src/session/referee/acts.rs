//! What changes a game: moves, armies that leave, offers, taking back.

use std::time::Duration;

use super::{Effect, Referee};
use crate::record::journal::Record;
use crate::rules::mv::Move;
use crate::rules::side::{BySide, Side, Sides};
use crate::session::history::{Entry, Line};

/// So many plies before a draw by their count it is told.
const PLIES_BEFORE: u32 = 10;

impl Referee {
    pub(super) fn play(&mut self, mv: Move, now: Duration, effects: &mut Vec<Effect>) {
        let side = self.position.turn();
        let (text, shown, round) = (self.position.machine(mv), self.position.display(mv), self.position.round());
        let before = self.clocks_now(now);
        if self.position.play(mv).is_err() {
            // A player that answers with no legal move is asked again.
            self.stop(now, effects);
            return self.ask(now, effects);
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.moved(side, now);
        }
        self.redo.clear();
        self.offers = Sides::NONE;
        self.entered(text, side, before, Line { round, side, text: shown, is_move: true, ply: 0 });
        let record = Record::Act {
            text: self.entries[self.entries.len() - 1].text.clone(),
            why: None,
            clocks: self.millis(now),
        };
        self.write(record, effects);
        self.go_on(now, effects);
    }

    /// Keeps an act with its lines: the move or event itself, and who fell by it.
    fn entered(&mut self, text: String, side: Side, clocks: Option<BySide<Duration>>, line: Line) {
        let ply = self.entries.len() + 1;
        let (round, mut count) = (line.round, 1);
        self.lines.push(Line { ply, ..line });
        for fall in self.position.falls() {
            let spec = self.position.spec();
            let (fallen, to) = (spec.seat(fall.side).name, spec.seat(fall.to).name);
            let opened = fall.opened_by.filter(|&by| by != fall.to).map(|by| spec.seat(by).name);
            let text = match opened {
                Some(opener) => format!("{fallen} falls to {to}; {opener} opened the line"),
                None => format!("{fallen} falls to {to}"),
            };
            self.announced.push(format!("{text}."));
            self.lines.push(Line { round, side: fall.side, text, is_move: false, ply });
            count += 1;
        }
        self.entries.push(Entry { text, side, clocks, lines: count });
    }

    /// After an act: is it over, what is to be told, who is asked.
    fn go_on(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        self.asked = None;
        self.thought = None;
        self.look_for_the_end(effects);
        if self.ending.is_none() {
            let left = self.position.spec().draw_plies.saturating_sub(self.position.plies());
            if self.position.occurrences() == 2 {
                self.announced.push("This position has come twice: once more is a draw.".to_owned());
            } else if left == PLIES_BEFORE {
                self.announced.push(format!("{left} quiet plies more are a draw."));
            }
        }
        self.ask(now, effects);
    }

    pub(super) fn resign(&mut self, side: Side, why: &str, now: Duration, effects: &mut Vec<Effect>) {
        if self.ending.is_some() || !self.position.living().has(side) {
            return;
        }
        if self.position.spec().seats.len() == 2 {
            if let Some(clocks) = &mut self.clocks {
                clocks.stop(now);
            }
            self.stop(now, effects);
            return self.give_up(side, why, effects);
        }
        let before = self.clocks_now(now);
        let (round, spec) = (self.position.round(), self.position.spec());
        let text = format!("out:{}", spec.seat(side).letter);
        if self.position.leave(side).is_err() {
            return;
        }
        self.stop(now, effects);
        self.redo.clear();
        let name = spec.seat(side).name;
        let told = if why == "time" { format!("{name} has no time left") } else { format!("{name} resigns") };
        self.announced.push(format!("{told}."));
        self.entered(text.clone(), side, before, Line { round, side, text: told, is_move: false, ply: 0 });
        let record = Record::Act { text, why: Some(why.to_owned()), clocks: self.millis(now) };
        self.write(record, effects);
        self.go_on(now, effects);
    }

    pub(super) fn offer(&mut self, side: Side, now: Duration, effects: &mut Vec<Effect>) {
        if self.ending.is_some() || !self.position.living().has(side) {
            return;
        }
        // At one board whoever answers is the next person, on whose turn it is by then.
        let answers = self.offers != Sides::NONE && !self.offers.has(side);
        self.offers = self.offers.with(side);
        if !answers {
            self.write(Record::Offer { seat: side.index() }, effects);
        }
        let others = self.position.living().without(side);
        if others.iter().any(|seat| !self.setup.is_person(seat)) {
            self.offers = Sides::NONE;
            self.announced.push("The computer plays on.".to_owned());
            self.write(Record::Decline, effects);
        } else if self.position.living().iter().all(|seat| self.offers.has(seat)) {
            self.stop(now, effects);
            self.agree(effects);
        } else {
            let name = self.position.spec().seat(side).name;
            self.announced.push(format!("{name} offers a draw."));
        }
    }

    /// Takes one act back, with its lines and its clocks.
    fn back(&mut self) {
        let Some(entry) = self.entries.pop() else { return };
        self.position.undo();
        self.lines.truncate(self.lines.len().saturating_sub(entry.lines));
        if let (Some(clocks), Some(left)) = (&mut self.clocks, entry.clocks) {
            clocks.set(left);
        }
        self.redo.push(entry);
    }

    pub(super) fn undo(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        if !self.can_undo() {
            return;
        }
        self.stop(now, effects);
        let was = self.entries.len();
        let over = self.ending.take().is_some();
        // A game that ended otherwise than by a move goes on where it was.
        if !over || self.position.outcome().is_some() {
            self.back();
            // Against computers, back to where a person is to move.
            while !self.is_unattended() && !self.setup.is_person(self.position.turn()) && !self.entries.is_empty() {
                self.back();
            }
        }
        self.offers = Sides::NONE;
        let record = Record::Undo { count: was - self.entries.len(), clocks: self.millis(now) };
        self.write(record, effects);
        self.ask(now, effects);
    }

    pub(super) fn redo(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        if self.redo.is_empty() {
            return;
        }
        self.stop(now, effects);
        let was = self.entries.len();
        loop {
            self.forward(now);
            let person = self.is_unattended() || self.setup.is_person(self.position.turn());
            if self.redo.is_empty() || person {
                break;
            }
        }
        self.write(Record::Redo { count: self.entries.len() - was }, effects);
        self.go_on(now, effects);
    }

    /// Plays one act again that was taken back.
    pub(super) fn forward(&mut self, now: Duration) -> bool {
        let Some(entry) = self.redo.pop() else { return false };
        self.act(&entry.text, None, now)
    }

    /// Plays an act by its machine text, as it stands in the journal.
    pub(super) fn act(&mut self, text: &str, why: Option<&str>, now: Duration) -> bool {
        let before = self.clocks_now(now);
        let round = self.position.round();
        let spec = self.position.spec();
        let leaving = spec.sides().find(|&side| text == format!("out:{}", spec.seat(side).letter));
        let side = leaving.unwrap_or_else(|| self.position.turn());
        let shown = match leaving {
            Some(side) if why == Some("time") => format!("{} has no time left", spec.seat(side).name),
            Some(side) => format!("{} resigns", spec.seat(side).name),
            None => match self.position.read(text) {
                Ok(mv) => self.position.display(mv),
                Err(_) => return false,
            },
        };
        if self.position.act(text).is_err() {
            return false;
        }
        self.entered(
            text.to_owned(),
            side,
            before,
            Line { round, side, text: shown, is_move: leaving.is_none(), ply: 0 },
        );
        true
    }

    /// Plays what a journal has after its first line. False where an event does not fit the game;
    /// what came before it has been played.
    pub fn replay(&mut self, records: &[Record]) -> bool {
        let now = Duration::ZERO;
        for record in records {
            let fits = match record {
                Record::Begin { .. } => false,
                Record::Act { text, why, clocks } => {
                    self.redo.clear();
                    let done = self.act(text, why.as_deref(), now);
                    self.set_clocks(clocks);
                    done
                }
                Record::Undo { count, clocks } => {
                    self.ending = None;
                    let possible = *count <= self.entries.len();
                    (0..*count).for_each(|_| self.back());
                    self.set_clocks(clocks);
                    possible
                }
                Record::Redo { count } => (0..*count).all(|_| self.forward(now)),
                Record::Offer { seat } => {
                    let known = self.position.spec().sides().find(|side| side.index() == *seat);
                    self.offers = known.map_or(self.offers, |side| self.offers.with(side));
                    known.is_some()
                }
                Record::Decline => {
                    self.offers = Sides::NONE;
                    true
                }
                // The words of an ending by the rules follow from the moves.
                Record::End { cause, words, shares } => {
                    let shares = BySide::from_fn(|side| {
                        let text = shares.get(side.index()).map_or("0", String::as_str);
                        match text.split_once('/') {
                            Some((_, of)) => of
                                .parse()
                                .map_or(crate::rules::outcome::Share::NONE, crate::rules::outcome::Share::among),
                            None if text == "1" => crate::rules::outcome::Share::ALL,
                            None => crate::rules::outcome::Share::NONE,
                        }
                    });
                    self.ending = Some(super::Ending { cause: cause.clone(), words: words.clone(), shares });
                    true
                }
            };
            if !matches!(record, Record::Offer { .. } | Record::Decline) {
                self.offers = Sides::NONE;
            }
            if !fits {
                return false;
            }
        }
        self.announced.clear();
        true
    }

    fn set_clocks(&mut self, millis: &[u64]) {
        if let Some(clocks) = &mut self.clocks {
            let left = clocks.values();
            clocks.set(BySide::from_fn(|side| {
                millis.get(side.index()).map_or(left[side], |&millis| Duration::from_millis(millis))
            }));
        }
    }
}
