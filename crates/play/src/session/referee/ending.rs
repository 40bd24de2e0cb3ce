//! The end of a game, in words and shares.

use std::borrow::Cow;
use std::fmt;

use super::{Effect, Referee};
use crate::record::game::Game;
use crate::record::journal::JournalEvent;
use crate::record::leaving::Leaving;
use crate::record::result::GameResult;
use crate::rules::note::standing;
use crate::rules::outcome::{Outcome, Share};
use crate::rules::side::{BySide, SEATS, Side};
use crate::rules::spec::Spec;

/// Why a game is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EndCause {
    /// By the rules, with the id of the cause.
    Rules(Cow<'static, str>),
    /// A seat left the game.
    Left(Leaving),
    /// All remaining seats agreed on a draw.
    Agreement,
    /// All other remaining seats agreed that one seat has won.
    Claim,
}

impl EndCause {
    const AGREEMENT: &str = "agreement";
    const CLAIM: &str = "claim";

    /// The word in journals.
    pub fn as_str(&self) -> &str {
        match self {
            EndCause::Rules(id) => id,
            EndCause::Left(why) => why.id(),
            EndCause::Agreement => EndCause::AGREEMENT,
            EndCause::Claim => EndCause::CLAIM,
        }
    }

    /// The cause with this word in journals.
    pub fn read(id: &str) -> EndCause {
        if id == EndCause::AGREEMENT {
            return EndCause::Agreement;
        }
        if id == EndCause::CLAIM {
            return EndCause::Claim;
        }
        let left = Leaving::ALL.into_iter().find(|why| why.id() == id);
        left.map_or_else(|| EndCause::Rules(Cow::Owned(id.to_owned())), EndCause::Left)
    }
}

impl fmt::Display for EndCause {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The cause.
    pub cause: EndCause,
    /// A description for people.
    pub words: String,
    /// The share of each seat.
    pub shares: BySide<Share>,
}

impl Ending {
    /// The shares in turn order: `1-0`, `1/2-0-1/2-0`.
    pub fn result(&self, seats: usize) -> GameResult {
        GameResult::of(seats, Some(self.shares))
    }
}

/// Parses a share as it is written: `0`, `1`, `1/3`.
pub fn read_share(text: &str) -> Option<Share> {
    match text {
        "0" => Some(Share::NONE),
        "1" => Some(Share::ALL),
        _ => {
            let among = text.strip_prefix("1/")?.parse().ok()?;
            (1..=SEATS).contains(&among).then(|| Share::among(among))
        }
    }
}

/// A description of an outcome by the rules: the winner, or a draw.
fn by_rules(spec: &Spec, outcome: &Outcome) -> String {
    match outcome.winner() {
        Some(winner) => format!("{} wins {}", spec.seat(winner).name, outcome.cause.words),
        None => format!("Draw {}", outcome.cause.words),
    }
}

/// A description of a win because another seat left.
fn by_leaving(spec: &Spec, won: Side, lost: Side, why: Leaving) -> String {
    let (won, lost) = (spec.seat(won).name, spec.seat(lost).name);
    match why {
        Leaving::Time => format!("{won} wins: {lost} has no time left."),
        Leaving::Fails => format!("{won} wins: {lost} has failed."),
        Leaving::Resigns => format!("{won} wins: {lost} resigned."),
        Leaving::Leaves => format!("{won} wins: {lost} left the game."),
    }
}

/// A description of a win by a claim to which all agreed.
fn by_claim(spec: &Spec, won: Side) -> String {
    format!("{} wins by a claim: all agreed.", spec.seat(won).name)
}

const AGREED: &str = "Draw agreed.";

/// The tag of a record with the description of the end of the game, as [`Ending::words`] has it. The same text is a
/// comment after the last move, for people.
pub(crate) const DETAILS: &str = "TerminationDetails";

/// Is this comment the description of the end of the game that the program has written? The tag `DETAILS` decides.
/// Files of older versions have no such tag; there the text decides.
pub fn is_ending(game: &Game, outcome: Option<Outcome>, text: &str) -> bool {
    match game.tags.get(DETAILS) {
        Some(details) => text == details,
        None => reads_like_ending(game.spec(), outcome, text),
    }
}

/// Does this text read like a description of the end of a game? With an outcome by the rules it must match that;
/// otherwise it must be a departure or an agreed draw.
fn reads_like_ending(spec: &Spec, outcome: Option<Outcome>, text: &str) -> bool {
    if let Some(outcome) = outcome {
        return text.strip_prefix(&by_rules(spec, &outcome)).is_some_and(|rest| rest.starts_with([':', '.']));
    }
    let pairs = spec.sides().flat_map(|won| spec.sides().map(move |lost| (won, lost)));
    let leaves =
        { pairs }.any(|(won, lost)| Leaving::ALL.iter().any(|&why| text == by_leaving(spec, won, lost, why)));
    leaves || text == AGREED
}

impl Referee {
    /// Ends the game if it is over by the rules.
    pub(super) fn look_for_the_end(&mut self, effects: &mut Vec<Effect>) {
        let Some(outcome) = self.position.outcome() else { return };
        let how = by_rules(self.position.spec(), &outcome);
        let by = self.score.last_choice().filter(|_| outcome.winner().is_some()).map(|line| line.text.clone());
        // Where points win, the points say more than the last move.
        let by = standing(self.position.as_ref()).or(by).map(|by| format!(": {by}")).unwrap_or_default();
        self.end(outcome, format!("{how}{by}."), effects);
    }

    fn end(&mut self, outcome: Outcome, words: String, effects: &mut Vec<Effect>) {
        let ending = Ending { cause: EndCause::Rules(outcome.cause.id.into()), words, shares: outcome.shares };
        self.finish(ending, effects);
    }

    pub(super) fn finish(&mut self, ending: Ending, effects: &mut Vec<Effect>) {
        if self.ending.is_some() {
            return;
        }
        let shares = self.position.spec().sides().map(|side| ending.shares[side].to_string()).collect();
        let (cause, words) = (ending.cause.as_str().to_owned(), ending.words.clone());
        self.ending = Some(ending);
        self.offers.clear();
        self.requests.clear();
        self.write(JournalEvent::End { cause, words, shares }, effects);
    }

    /// Ends the game with a draw between all remaining seats.
    pub(super) fn agree(&mut self, effects: &mut Vec<Effect>) {
        let living = self.position.living();
        let share = |side| if living.has(side) { Share::among(living.count()) } else { Share::NONE };
        let words = AGREED.to_owned();
        self.finish(Ending { cause: EndCause::Agreement, words, shares: BySide::from_fn(share) }, effects);
    }

    /// Ends the game with the win that all agreed to.
    pub(super) fn grant(&mut self, winner: Side, effects: &mut Vec<Effect>) {
        let words = by_claim(self.position.spec(), winner);
        let share = |seat| if seat == winner { Share::ALL } else { Share::NONE };
        self.finish(Ending { cause: EndCause::Claim, words, shares: BySide::from_fn(share) }, effects);
    }

    /// Ends a game for two: the other seat wins.
    pub(super) fn give_up(&mut self, side: Side, why: Leaving, effects: &mut Vec<Effect>) {
        let spec = self.position.spec();
        let winner = self.position.living().without(side).iter().next().unwrap_or(side);
        let words = by_leaving(spec, winner, side, why);
        let share = |seat| if seat == winner { Share::ALL } else { Share::NONE };
        self.finish(Ending { cause: EndCause::Left(why), words, shares: BySide::from_fn(share) }, effects);
    }
}
