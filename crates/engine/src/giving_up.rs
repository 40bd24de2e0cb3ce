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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GAMES, Registry};
    use crate::interface::{EngineOptions, create};
    use crate::levels;
    use crate::limits::Stop;
    use crate::rules::variant::Opening;
    use std::time::Duration;

    const BARE: &str = "bK3bR4/5gR3/9/9/9/2bR6/2bR6/9/oK7gK|9/9/9/2gR6/4oR4/4oR4/4oR4/3gR5/4rK4|9/9/9/2bR6/2gR6/9/9/9/9 \
                        r rogb - 0 9";

    #[test]
    fn the_scores_of_the_lowest_level_let_it_give_up() {
        let game = GAMES.iter().find(|game| game.spec().seats.len() == 4).expect("one has four seats");
        let position = game.begin(Opening::Fen(BARE)).expect("a position");
        let options = EngineOptions { megabytes: 1, ..EngineOptions::default() };
        let mut engine = create(&Registry::default(), game.spec().id, options).expect("it is played");
        {
            let level = 1;
            let skills = engine.skills();
            let limits = levels::of_seat(level, skills, position.as_ref(), None, Duration::from_secs(1), 3);
            let mut seats = None;
            let report = &mut |newest: &crate::interface::Report| seats = newest.lines[0].seats;
            engine.think(position.as_ref(), &limits, &Stop::default(), report).expect("a move");
            let mut giving_up = GivingUp::default();
            let given = (0..BEHIND_MOVES).filter(|_| giving_up.sees(position.as_ref(), seats, level)).count();
            assert_eq!(given, 1, "level {level}: {seats:?}");
        }
    }

    /// Red has two Rooks, or three, and is a little behind.
    #[test]
    fn a_beginner_gives_up_with_two_pieces() {
        let game = GAMES.iter().find(|game| game.spec().seats.len() == 4).expect("one has four seats");
        let seats = Some(BySide::from_fn(|side| if side.index() == 0 { BEGINNER_BEHIND } else { 100 }));
        let gives_up = |level, rooks: &str| {
            let text = BARE.replace("9/9/9/2bR6/2gR6", &format!("9/9/9/2bR6/{rooks}"));
            let position = game.begin(Opening::Fen(&text)).expect("a position");
            let mut giving_up = GivingUp::default();
            (0..BEHIND_MOVES).any(|_| giving_up.sees(position.as_ref(), seats, level))
        };
        assert_eq!([1, 2].map(|level| gives_up(level, "2gRrR1rR3")), [true, false]);
        assert!(!gives_up(1, "2gRrRrRrR3"));
    }
}
