//! How a game is over, in words and shares.

use super::{Effect, Referee};
use crate::record::journal::Record;
use crate::rules::notation::PASS;
use crate::rules::outcome::{Outcome, Share};
use crate::rules::side::{BySide, Side, Sides};
use crate::session::history::Line;

/// Why a seat leaves whose clock has nothing left.
pub(super) const TIME: &str = "time";

/// Why a seat leaves whose player does not answer any more.
pub(super) const FAILURE: &str = "failure";

/// Why a seat leaves that gives up.
pub(super) const RESIGNATION: &str = "resignation";

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The word for programs.
    pub cause: String,
    /// The words for people.
    pub words: String,
    /// Each seat's share.
    pub shares: BySide<Share>,
}

impl Ending {
    /// The shares in turn order: `1-0`, `1/2-0-1/2-0`.
    pub fn result(&self, seats: usize) -> String {
        let shares: Vec<String> = Side::all(seats).map(|side| self.shares[side].to_string()).collect();
        shares.join("-")
    }
}

impl Referee {
    /// Is the game over by the rules?
    pub(super) fn look_for_the_end(&mut self, effects: &mut Vec<Effect>) {
        let Some(outcome) = self.position.outcome() else { return };
        let spec = self.position.spec();
        let by = self.last_choice().map(|line| format!(": {}", line.text)).unwrap_or_default();
        let words = match outcome.winner() {
            Some(winner) => format!("{} wins {}{by}.", spec.seat(winner).name, outcome.cause.words),
            None => format!("Draw {}.", outcome.cause.words),
        };
        self.end(outcome, words, effects);
    }

    /// The last act that was chosen: not the falls it led to, nor the pass of a King that could not move.
    fn last_choice(&self) -> Option<&Line> {
        let mut first = self.lines.len();
        self.entries.iter().rev().find_map(|entry| {
            first -= entry.lines;
            (entry.text != PASS).then(|| &self.lines[first])
        })
    }

    fn end(&mut self, outcome: Outcome, words: String, effects: &mut Vec<Effect>) {
        let ending = Ending { cause: outcome.cause.id.to_owned(), words, shares: outcome.shares };
        self.finish(ending, effects);
    }

    pub(super) fn finish(&mut self, ending: Ending, effects: &mut Vec<Effect>) {
        if self.ending.is_some() {
            return;
        }
        let shares = self.position.spec().sides().map(|side| ending.shares[side].to_string()).collect();
        let (cause, words) = (ending.cause.clone(), ending.words.clone());
        self.ending = Some(ending);
        self.offers = Sides::NONE;
        self.write(Record::End { cause, words, shares }, effects);
    }

    /// The game is shared by all who are left.
    pub(super) fn agree(&mut self, effects: &mut Vec<Effect>) {
        let living = self.position.living();
        let share = |side| if living.has(side) { Share::among(living.count()) } else { Share::NONE };
        let words = "Draw agreed.".to_owned();
        self.finish(Ending { cause: "agreement".to_owned(), words, shares: BySide::from_fn(share) }, effects);
    }

    /// With two seats, who does not give up wins.
    pub(super) fn give_up(&mut self, side: Side, cause: &str, effects: &mut Vec<Effect>) {
        let spec = self.position.spec();
        let winner = self.position.living().without(side).iter().next().unwrap_or(side);
        let (lost, won) = (spec.seat(side).name, spec.seat(winner).name);
        let words = match cause {
            TIME => format!("{won} wins: {lost} has no time left."),
            FAILURE => format!("{won} wins: {lost} has failed."),
            _ => format!("{won} wins: {lost} resigned."),
        };
        let share = |seat| if seat == winner { Share::ALL } else { Share::NONE };
        self.finish(Ending { cause: cause.to_owned(), words, shares: BySide::from_fn(share) }, effects);
    }
}
