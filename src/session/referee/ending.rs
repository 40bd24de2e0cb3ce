//! How a game is over, in words and shares.

use super::{Effect, Referee};
use crate::record::journal::Record;
use crate::rules::notation::PASS;
use crate::rules::outcome::{Outcome, Share};
use crate::rules::side::{BySide, Side, Sides};
use crate::rules::spec::Spec;
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

/// The winner of an outcome by the rules and how it won, or how the point is shared.
fn by_rules(spec: &Spec, outcome: &Outcome) -> String {
    match outcome.winner() {
        Some(winner) => format!("{} wins {}", spec.seat(winner).name, outcome.cause.words),
        None => format!("Draw {}", outcome.cause.words),
    }
}

/// Who wins because another leaves, and why.
fn by_leaving(spec: &Spec, won: Side, lost: Side, cause: &str) -> String {
    let (won, lost) = (spec.seat(won).name, spec.seat(lost).name);
    match cause {
        TIME => format!("{won} wins: {lost} has no time left."),
        FAILURE => format!("{won} wins: {lost} has failed."),
        _ => format!("{won} wins: {lost} resigned."),
    }
}

const AGREED: &str = "Draw agreed.";

/// Is this text how a game ended that is over by this outcome, or otherwise than by the rules? These are
/// the words of [`Ending`], which records have behind the last move.
pub fn is_ending(spec: &Spec, outcome: Option<Outcome>, text: &str) -> bool {
    if let Some(outcome) = outcome {
        return text.strip_prefix(&by_rules(spec, &outcome)).is_some_and(|rest| rest.starts_with([':', '.']));
    }
    let pairs = spec.sides().flat_map(|won| spec.sides().map(move |lost| (won, lost)));
    let leaves = { pairs }.any(|(won, lost)| {
        [TIME, FAILURE, RESIGNATION].iter().any(|cause| text == by_leaving(spec, won, lost, cause))
    });
    leaves || text == AGREED
}

impl Referee {
    /// Is the game over by the rules?
    pub(super) fn look_for_the_end(&mut self, effects: &mut Vec<Effect>) {
        let Some(outcome) = self.position.outcome() else { return };
        let how = by_rules(self.position.spec(), &outcome);
        let by = self.last_choice().filter(|_| outcome.winner().is_some());
        let by = by.map(|line| format!(": {}", line.text)).unwrap_or_default();
        self.end(outcome, format!("{how}{by}."), effects);
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
        let words = AGREED.to_owned();
        self.finish(Ending { cause: "agreement".to_owned(), words, shares: BySide::from_fn(share) }, effects);
    }

    /// With two seats, who does not give up wins.
    pub(super) fn give_up(&mut self, side: Side, cause: &str, effects: &mut Vec<Effect>) {
        let spec = self.position.spec();
        let winner = self.position.living().without(side).iter().next().unwrap_or(side);
        let words = by_leaving(spec, winner, side, cause);
        let share = |seat| if seat == winner { Share::ALL } else { Share::NONE };
        self.finish(Ending { cause: cause.to_owned(), words, shares: BySide::from_fn(share) }, effects);
    }
}
