//! The signs of the board, with what each means.

use crate::board::cell::Sign;

/// What the mark of a square of the goal means.
pub(super) const GOAL: &str = "a square to reach, or to drop pieces on";

/// What the mark of the cursor in small squares means.
pub(super) const CURSOR: &str = "the cursor; on other levels, the same square";

pub(super) const fn meaning(sign: Sign) -> &'static str {
    match sign {
        Sign::Target => "an empty square to go to",
        Sign::Capture => "a piece you can capture",
        Sign::OwnCapture => "your own piece, which would be taken",
        Sign::Partner => "your own piece, to change places with",
        Sign::Picked => "the piece you picked",
        Sign::In => "where a piece goes in",
        Sign::Out => "where it comes out",
        Sign::Check => "a King in check",
        Sign::Hint => "the suggested move",
        Sign::LastFrom => "where the last move began",
        Sign::LastTo => "where the last move ended",
    }
}
