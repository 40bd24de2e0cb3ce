//! When a computer leaves a game for more than two: it has next to nothing and has been far behind all others for
//! long. Matches between levels follow it too, so that they measure the games that are played.

use super::score::Score;
use crate::rules::position::Position;
use crate::rules::remaining::few_left;
use crate::rules::side::BySide;

/// A computer gives up with at most this many pieces beside its King, and no Pawn,
const FEW: usize = 1;
/// once its score has been this low, compared to the average of the living seats, and the lowest of all,
const FAR_BEHIND: Score = -1000;
/// for this many moves.
const BEHIND_MOVES: u32 = 8;
/// Level 1 gives up earlier, as a beginner does: with at most this many pieces beside its King, and no Pawn,
const FEW_OF_BEGINNER: usize = 2;
/// once its score has been this low.
const BEGINNER_BEHIND: Score = -200;

/// What one seat remembers of the game.
#[derive(Clone, Copy, Default, Debug)]
pub struct GivingUp {
    sure: bool,
    behind: u32,
}

impl GivingUp {
    /// Is it the last, and far behind?
    pub fn is_sure(self) -> bool {
        self.sure
    }

    /// Takes the scores of all seats before a move of the seat to move. A seat that must pass may have none, and is as
    /// far behind as before. True if it gives up now.
    pub fn sees(&mut self, position: &dyn Position, seats: Option<BySide<Score>>, level: u8) -> bool {
        let side = position.turn();
        let Some(seats) = seats else {
            self.behind += u32::from(self.behind > 0);
            return self.behind >= BEHIND_MOVES;
        };
        let own = seats[side];
        let last = position.living().iter().all(|rival| own <= seats[rival]);
        self.sure = own <= FAR_BEHIND && last;
        // Who would be the first to fall, or whose fall pays points, is hunted by the others, and does not spoil that.
        let pays = position.goal().1 || position.points(side).is_some();
        let beginner = level == 1 && last && own <= BEGINNER_BEHIND && few_left(position, side, FEW_OF_BEGINNER);
        let behind = !pays && (beginner || self.sure && few_left(position, side, FEW));
        self.behind = if behind { self.behind + 1 } else { 0 };
        self.behind >= BEHIND_MOVES
    }
}
