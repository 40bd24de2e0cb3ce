//! Acts that change a game: moves, and armies that leave.

use std::time::Duration;

use super::{Effect, Referee};
use crate::record::journal::JournalEvent;
use crate::record::leaving::Leaving;
use crate::rules::mv::Move;
use crate::rules::side::{BySide, Side};
use crate::session::history::Line;

/// The draw by the ply count is announced this many plies before.
const PLIES_BEFORE: u32 = 10;

impl Referee {
    pub(super) fn play(&mut self, mv: Move, now: Duration, effects: &mut Vec<Effect>) {
        let side = self.position.turn();
        let was_unattended = self.is_unattended();
        let (text, shown, round) = (self.position.machine(mv), self.position.display(mv), self.position.round());
        if self.position.play(mv).is_err() {
            let why = format!("{}: the move is not legal", self.position.spec().seat(side).name);
            if self.setup.is_person(side) {
                return self.announced.push(format!("{why}."));
            }
            // If asked again, the player might give the same move forever.
            return self.failed(&why, false, now, effects);
        }
        self.clocks.moved(side, now);
        self.score.forget_taken_back();
        self.answer_by_move(side);
        self.plans.note_played(side, &text, &shown);
        let line = Line { round, side, text: shown, is_move: true, ply: 0 };
        self.entered(text.clone(), None, line, self.clocks.all_left(now));
        self.write(JournalEvent::Act { text, why: None, clocks: self.millis(now) }, effects);
        self.hasten(was_unattended);
        self.go_on(now, effects);
    }

    /// Handles a player that does not answer. The seat loses, or the game pauses until a command continues it,
    /// which asks the player again.
    pub(super) fn failed(&mut self, why: &str, loses: bool, now: Duration, effects: &mut Vec<Effect>) {
        let side = self.position.turn();
        self.announced.push(format!("{why}."));
        if loses {
            self.resign(side, Leaving::Fails, now, effects);
            // If the game continues without this seat, the announcement is enough.
            self.pause.forget_failure();
            if self.ending.is_some() {
                self.pause.fail(why);
            }
            return;
        }
        self.pause.fail(why);
        self.stop(now, effects);
    }

    /// Notes in the journal who holds a seat for a human player.
    pub(crate) fn note_owner(&mut self, side: Side, by: &str) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.setup.is_person(side) {
            let event = JournalEvent::Sit { seat: side.index(), by: Some(by.to_owned()), name: None };
            self.write(event, &mut effects);
        }
        effects
    }

    /// Adds an act to the history, with its lines: the act itself, and the armies that fell by it.
    pub(super) fn entered(
        &mut self,
        text: String,
        why: Option<Leaving>,
        line: Line,
        after: Option<BySide<Duration>>,
    ) {
        let round = line.round;
        let mut lines = vec![line];
        for fall in self.position.falls() {
            let text = fall.words(self.position.spec());
            self.announced.push(format!("{text}."));
            lines.push(Line { round, side: fall.side, text, is_move: false, ply: 0 });
        }
        self.score.add(text, why, after, lines);
    }

    /// Continues after an act: checks for the end, makes announcements and asks the next player.
    pub(super) fn go_on(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        self.asking.end();
        self.look_for_the_end(effects);
        // Where points win, neither repetitions nor quiet plies end the game.
        if self.ending.is_none() && self.position.points(self.position.turn()).is_none() {
            let most = self.position.spec().draw_plies;
            let left = most.map(|most| most.saturating_sub(self.position.plies()));
            let occurrences = self.position.occurrences();
            if occurrences > 1 && self.position.spec().ends_by_repetition(occurrences + 1) {
                self.announced.push(match occurrences {
                    2 => "This position has occurred twice: a third time ends the game.".to_owned(),
                    many => format!("This position has occurred {many} times: once more ends the game."),
                });
            } else if left == Some(PLIES_BEFORE) {
                self.announced.push(format!(
                    "The game is a draw after {PLIES_BEFORE} more plies without a capture or Pawn move."
                ));
            }
        }
        // Whoever has not agreed to a request may have fallen by this act.
        self.grant_wishes(now, effects);
        if let Some(mv) = self.planned_move() {
            return self.play(mv, now, effects);
        }
        self.ask(now, effects);
    }

    pub(super) fn resign(&mut self, side: Side, why: Leaving, now: Duration, effects: &mut Vec<Effect>) {
        if self.ending.is_some() || !self.position.living().has(side) {
            return;
        }
        if self.position.spec().seats.len() == 2 {
            self.stop(now, effects);
            self.give_up(side, why, effects);
            return self.run_clock(now);
        }
        let (round, spec) = (self.position.round(), self.position.spec());
        let was_unattended = self.is_unattended();
        let text = format!("out:{}", spec.seat(side).letter);
        if self.position.leave(side).is_err() {
            return;
        }
        self.stop(now, effects);
        self.score.forget_taken_back();
        self.offers.clear();
        self.requests.clear();
        let message = why.told(spec.seat(side).name);
        self.plans.note_played(side, &text, &message);
        self.announced.push(format!("{message}."));
        let line = Line { round, side, text: message, is_move: false, ply: 0 };
        self.entered(text.clone(), Some(why), line, self.clocks.all_left(now));
        self.write(JournalEvent::Act { text, why: Some(why.id().to_owned()), clocks: self.millis(now) }, effects);
        self.hasten(was_unattended);
        self.go_on(now, effects);
    }
}
