//! Evaluation errors of the lower levels. With the same seed a position always gets the same error, so a weak level
//! misjudges it consistently.

use super::limits::Limits;
use super::score::Score;
use crate::eval::evaluate::Evaluate;
use crate::eval::terms::PHASES;
use crate::rules::board::Board;
use crate::rules::side::Side;
use crate::rules::zobrist::mix;

/// A source of errors up to a limit.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Noise {
    most: Score,
    seed: u64,
}

/// The smallest part of the error, in parts of [`PHASES`], when few pieces are left. Simple positions are judged
/// nearly correctly, otherwise a low level would never mate a lone King.
const LEAST: i32 = PHASES / 16;

impl Noise {
    /// The errors of a search with these limits.
    pub(super) fn of(limits: &Limits) -> Noise {
        Noise { most: limits.noise, seed: limits.seed }
    }

    /// The error that is added to the evaluation of a position for a seat.
    #[inline]
    pub(super) fn error<R: Evaluate>(self, board: &Board<R>, side: Side) -> Score {
        if self.most == 0 {
            return 0;
        }
        let chance = mix(board.hash() ^ self.seed ^ side.index() as u64);
        // The sum of two random numbers: small errors are more likely than large ones.
        let throw = (chance & 0xffff) as Score + (chance >> 16 & 0xffff) as Score - 0xffff;
        throw * (self.most * R::phase(board).max(LEAST) / PHASES) / 0xffff
    }
}
