//! What it means that a position comes back: the key `end.repetition` of a file.

use toml::de::DeValue;

use crate::rules::outcome::{Cause, Outcome};
use crate::rules::side::{Side, Sides};

use super::section::{Mistakes, Section};

/// A loss because of checks without end.
const PERPETUAL: Cause = Cause { id: "perpetual", words: "because the rival gave check all the time" };

/// Who loses when a position has come back as often as it may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Loser {
    Nobody,
    /// Who has made the last move.
    Repeater,
    /// Who is to move.
    Rival,
    Seat(Side),
}

/// How a game ends by repetition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repetition {
    /// How often a position occurs until then; `None` if it may come back for ever.
    pub(super) times: Option<u32>,
    loser: Loser,
    /// Does a seat lose that gave check with every move since the position occurred first?
    pub(super) perpetual_check: bool,
}

/// How often a position may have to occur.
const TIMES: [u32; 2] = [2, 100];

impl Repetition {
    /// The third time is a draw.
    pub(super) const USUAL: Repetition =
        Repetition { times: Some(3), loser: Loser::Nobody, perpetual_check: false };

    /// Reads the key `repetition`: how often, or a table. `seats` are the names of the players.
    pub(super) fn read(keys: &mut Section, seats: &[String; 2], mistakes: &mut Mistakes) -> Repetition {
        const KEY: &str = "repetition";
        let usual = Repetition::USUAL;
        let table = keys.value(KEY).filter(|value| matches!(value.get_ref(), DeValue::Table(_)));
        let Some(mut below) = table.and_then(|value| keys.below(KEY, value, mistakes)) else {
            return Repetition { times: keys.limit(KEY, TIMES, usual.times, mistakes), ..usual };
        };
        let words = [("nobody", Loser::Nobody), ("repeater", Loser::Repeater), ("rival", Loser::Rival)];
        let named = seats.iter().zip([0, 1]).map(|(name, side)| (name.as_str(), Loser::Seat(Side::new(side))));
        let words: Vec<(&str, Loser)> = words.into_iter().chain(named).collect();
        let found = Repetition {
            times: Some(below.number("times", TIMES, mistakes).unwrap_or(3)),
            loser: below.choice("loser", &words, mistakes).unwrap_or(usual.loser),
            perpetual_check: below
                .choice("perpetual_check", &[("draw", false), ("loss", true)], mistakes)
                .unwrap_or(usual.perpetual_check),
        };
        below.finish(mistakes);
        found
    }

    /// Is it a draw, whoever has brought it about?
    pub(super) fn is_drawn(self) -> bool {
        self.loser == Loser::Nobody && !self.perpetual_check
    }

    /// The result for the seat to move, if this game has two. A draw is `usual`.
    pub(super) fn outcome(self, turn: Side, pursuers: Sides, usual: Outcome) -> Outcome {
        let rival = Sides::first(2).after(turn);
        if self.perpetual_check && pursuers.count() == 1 {
            let winner = if pursuers.has(turn) { rival } else { turn };
            return Outcome::won(winner, PERPETUAL);
        }
        let loser = match self.loser {
            Loser::Nobody => return usual,
            Loser::Repeater => rival,
            Loser::Rival => turn,
            Loser::Seat(side) => side,
        };
        Outcome::won(Sides::first(2).after(loser), Cause::REPETITION)
    }
}
