//! How a game ends: why, and one exact share for each seat, adding to one.

use std::fmt;

use super::side::{BySide, Side, Sides};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cause {
    /// The word for programs: `checkmate`.
    pub id: &'static str,
    /// The words for people, after the winner's name or "Draw": `by checkmate`.
    pub words: &'static str,
}

impl Cause {
    /// A King in check and no move.
    pub const CHECKMATE: Cause = Cause { id: "checkmate", words: "by checkmate" };
    /// No move, and no check.
    pub const STALEMATE: Cause = Cause { id: "stalemate", words: "by stalemate" };
    /// The same position for the third time.
    pub const REPETITION: Cause = Cause { id: "repetition", words: "by threefold repetition" };
    /// Too many plies in which nothing happened.
    pub const PLIES: Cause = Cause { id: "plies", words: "by the count of quiet plies" };
    /// Nobody can win any more.
    pub const DEAD: Cause = Cause { id: "dead", words: "because nobody can win any more" };
    /// Everybody has passed.
    pub const PASSES: Cause = Cause { id: "passes", words: "because everybody has passed" };
}

/// An exact part of one point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Share {
    part: u8,
    of: u8,
}

impl Share {
    /// Nothing.
    pub const NONE: Share = Share { part: 0, of: 1 };
    /// The whole point.
    pub const ALL: Share = Share { part: 1, of: 1 };

    /// An equal part among this many.
    pub const fn among(count: usize) -> Share {
        Share { part: 1, of: count as u8 }
    }

    /// The share as a number.
    pub fn value(self) -> f64 {
        f64::from(self.part) / f64::from(self.of)
    }

    /// How many sixtieths it is: exact for up to five sharers.
    pub const fn sixtieths(self) -> u32 {
        self.part as u32 * 60 / self.of as u32
    }
}

impl Default for Share {
    fn default() -> Share {
        Share::NONE
    }
}

impl fmt::Display for Share {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.of == 1 { write!(out, "{}", self.part) } else { write!(out, "{}/{}", self.part, self.of) }
    }
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Why it is over.
    pub cause: Cause,
    /// Each seat's share.
    pub shares: BySide<Share>,
}

impl Outcome {
    /// One seat has won.
    pub fn won(winner: Side, cause: Cause) -> Outcome {
        Outcome::shared(Sides::only(winner), cause)
    }

    /// These seats share the point.
    pub fn shared(among: Sides, cause: Cause) -> Outcome {
        let share = |side| if among.has(side) { Share::among(among.count()) } else { Share::NONE };
        Outcome { cause, shares: BySide::from_fn(share) }
    }

    /// The seat that has the whole point, if one has.
    pub fn winner(&self) -> Option<Side> {
        Side::all(super::side::SEATS).find(|&side| self.shares[side] == Share::ALL)
    }
}
