//! The errors of a level in judging positions. The same position is always judged alike, so whoever
//! errs has a wrong idea of it and no mere lack of care.

use super::limits::Limits;
use super::score::Score;
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::side::Side;
use crate::rules::weigh::PHASES;
use crate::rules::zobrist::mix;

/// Errors up to so much.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Noise {
    most: Score,
    seed: u64,
}

/// Where nearly all pieces are gone, so much of an error is left, in parts of [`PHASES`]: what is plain
/// to see is seen at once, else a low level would never get done with a King that stands alone.
const LEAST: i32 = PHASES / 16;

impl Noise {
    /// The errors of a search with these limits.
    pub(super) fn of(limits: &Limits) -> Noise {
        Noise { most: limits.noise, seed: limits.seed }
    }

    /// How much too good a seat thinks a position is.
    #[inline]
    pub(super) fn error<R: Rules>(self, board: &Board<R>, side: Side) -> Score {
        if self.most == 0 {
            return 0;
        }
        let chance = mix(board.hash() ^ self.seed ^ side.index() as u64);
        // Two throws: small errors are likelier than large ones.
        let throw = (chance & 0xffff) as Score + (chance >> 16 & 0xffff) as Score - 0xffff;
        throw * (self.most * R::phase(board).max(LEAST) / PHASES) / 0xffff
    }
}
