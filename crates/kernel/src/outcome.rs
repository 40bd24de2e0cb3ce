//! The end of a game: its cause, and one exact share of the point for each seat. The shares add up to one.

use std::fmt;

use super::side::{BySide, Side, Sides};

/// The cause of the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cause {
    /// The identifier for programs: `checkmate`.
    pub id: &'static str,
    /// The text for people, after the winner's name or "Draw": `by checkmate`.
    pub words: &'static str,
}

impl Cause {
    /// The King is in check and there is no legal move.
    pub const CHECKMATE: Cause = Cause { id: "checkmate", words: "by checkmate" };
    /// There is no legal move and no check.
    pub const STALEMATE: Cause = Cause { id: "stalemate", words: "by stalemate" };
    /// The same position has occurred for the third time.
    pub const REPETITION: Cause = Cause { id: "repetition", words: "by threefold repetition" };
    /// The same, in a game that ends after another number of times.
    pub(super) const REPEATED: Cause = Cause { words: "by repetition", ..Cause::REPETITION };
    /// Too many plies without a capture, pawn move, drop or elimination.
    pub const PLIES: Cause = Cause { id: "plies", words: "after too many plies without progress" };
    /// No seat can win any more.
    pub const DEAD: Cause = Cause { id: "dead", words: "because nobody can win any more" };
    /// All seats have passed.
    pub const PASSES: Cause = Cause { id: "passes", words: "because everybody has passed" };
}

/// An exact fraction of one point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Share {
    part: u8,
    of: u8,
}

impl Share {
    /// No part of the point.
    pub const NONE: Share = Share { part: 0, of: 1 };
    /// The whole point.
    pub const ALL: Share = Share { part: 1, of: 1 };

    /// An equal part for each of this many seats.
    pub const fn among(count: usize) -> Share {
        Share { part: 1, of: count as u8 }
    }

    /// The share as a number.
    pub fn value(self) -> f64 {
        f64::from(self.part) / f64::from(self.of)
    }

    /// The share in sixtieths, which is exact for up to five equal shares.
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
    /// The cause.
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

    /// That the game is over, and why: `the game is over by checkmate`.
    pub fn words(&self) -> String {
        format!("the game is over {}", self.cause.words)
    }

    /// The seat that has the whole point, if one has.
    pub fn winner(&self) -> Option<Side> {
        Side::all(super::side::SEATS).find(|&side| self.shares[side] == Share::ALL)
    }
}
