//! What a weak player overlooks: moves that are hard to see, such as a long diagonal or a way through a hole. A move is
//! seen or overlooked in all lines of a search, because a player who has missed a Bishop misses it everywhere.

use crate::eval::evaluate::Evaluate;
use crate::rules::board::Board;
use crate::rules::mv::Move;
use crate::rules::zobrist::mix;
use crate::see::worth;

/// Why a move is hard to see.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Hardness {
    /// One square away, a double step, or a pass.
    Near,
    /// Two or more squares along a rank or file.
    Line,
    /// Two or more squares along a diagonal.
    Diagonal,
    /// A leap, or a way that turns.
    Leap,
    /// A drop from the reserve.
    Drop,
    /// A move of its own kind, such as one through a hole.
    Special,
    /// From one level of the board to another.
    Level,
}

impl Hardness {
    /// The hardness of a move, and the number of squares that it goes.
    pub(crate) fn of<R: Evaluate>(board: &Board<R>, mv: Move) -> (Hardness, u32) {
        let [from, to] = [mv.from, mv.to].map(|square| board.geometry().coord(square));
        let [x, y, z] = [(from.x, to.x), (from.y, to.y), (from.z, to.z)].map(|(a, b)| u32::from(a.abs_diff(b)));
        let far = x.max(y).max(z);
        let hardness = if mv.is_drop() {
            Hardness::Drop
        } else if mv.is_special() {
            Hardness::Special
        } else if mv.is_passant() {
            Hardness::Leap
        } else if mv.is_pass() || mv.is_stride() {
            Hardness::Near
        } else if z > 0 {
            Hardness::Level
        } else if far <= 1 {
            Hardness::Near
        } else if x == 0 || y == 0 {
            Hardness::Line
        } else if x == y {
            Hardness::Diagonal
        } else {
            Hardness::Leap
        };
        (hardness, far)
    }

    /// The chance in percent that the weakest player overlooks such a move over this number of squares.
    fn percent(self, far: u32) -> u32 {
        match self {
            Hardness::Near => 4,
            Hardness::Line => 12 * far.min(6),
            Hardness::Diagonal => 12 + 13 * far.min(6),
            Hardness::Leap => 38,
            Hardness::Drop => 25,
            Hardness::Special => 75,
            Hardness::Level => 30 + 15 * far.min(4),
        }
    }
}

/// Decides which moves are overlooked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overlook {
    /// How much is overlooked: 100 as the weakest player does, 0 for nothing.
    percent: u32,
    salt: u64,
}

/// Own moves are seen better than those of a rival: this part of the chance, in percent.
const OWN_PERCENT: u32 = 60;
/// And own captures by a special move, because who has such moves looks where they lead to a piece: this part.
const OWN_CAPTURE: u32 = 20;
/// A reply that takes the piece just moved is seen better than one elsewhere.
const EXPECTED: u32 = 60;
/// An attack on a piece of this value or more is seen better.
const GREAT: i32 = 600;

impl Overlook {
    pub(super) fn new(percent: u32, seed: u64, root: u64) -> Overlook {
        Overlook { percent, salt: mix(seed ^ mix(root)) }
    }

    /// Is this move overlooked? `last` is the move before it, `own` says whether it is the searching seat's.
    pub(super) fn hides<R: Evaluate>(self, board: &Board<R>, mv: Move, last: Option<Move>, own: bool) -> bool {
        if self.percent == 0 {
            return false;
        }
        let (hardness, far) = Hardness::of(board, mv);
        let mut chance = hardness.percent(far) * self.percent / 10;
        let taken = board.captured(mv);
        if own {
            let looks_for = hardness == Hardness::Special && taken.is_some();
            chance = chance * if looks_for { OWN_CAPTURE } else { OWN_PERCENT } / 100;
        }
        if last.is_some_and(|last| last.to == mv.to) {
            chance = chance * EXPECTED / 100;
        }
        if taken.is_some_and(|taken| worth(board, taken) >= GREAT) {
            chance = chance * EXPECTED / 100;
        }
        // Also what is hardest to see is sometimes seen.
        mix(self.salt ^ mv.packed()) % 1_000 < u64::from(chance.min(900))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GAMES, Visitor, visit};
    use crate::rules::game::CompiledGame;
    use crate::rules::timeline::Timeline;
    use crate::rules::variant::{Opening, Variant};

    struct Seen(&'static dyn Variant);

    impl Visitor for Seen {
        type Output = (u32, u32, u32);
        /// How many own captures by special moves are overlooked, how many of a rival, and of how many.
        fn visit<R: Evaluate + CompiledGame>(self) -> (u32, u32, u32) {
            let mut seen = (0, 0, 0);
            let mut position = self.0.begin(Opening::Start).expect("the start");
            for ply in 0..120 {
                let legal = position.legal();
                if legal.is_empty() || position.outcome().is_some() {
                    break;
                }
                let board = position.as_any().downcast_ref::<Timeline<R>>().expect("its own").board();
                for &mv in legal.iter().filter(|mv| mv.is_special() && board.captured(**mv).is_some()) {
                    let overlook = Overlook::new(100, 1, board.hash());
                    seen.0 += u32::from(overlook.hides(board, mv, None, true));
                    seen.1 += u32::from(overlook.hides(board, mv, None, false));
                    seen.2 += 1;
                }
                let mv = legal[(mix(ply) % legal.len() as u64) as usize];
                position.play(mv).expect("it is legal");
            }
            seen
        }
    }

    #[test]
    fn what_a_special_move_of_ones_own_takes_is_seldom_overlooked() {
        let all: Vec<_> = GAMES.iter().filter_map(|&game| visit(game.spec().id, Seen(game))).collect();
        let (own, rival, count) =
            all.iter().fold((0, 0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1, sum.2 + one.2));
        assert!(count >= 20, "{count}");
        assert!(own * 100 < count * 25 && rival * 100 > count * 50, "{own} and {rival} of {count}");
    }
}
