//! Browsing back through a game in progress: earlier positions step by step, and an automatic replay of the
//! last round.

use std::time::{Duration, Instant};

use crate::board::marks::BoardMarks;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::session::telling::played;

/// How long each move of the replay is shown.
pub const STEP: Duration = Duration::from_millis(900);

/// An earlier position of the game.
pub struct Browse {
    pub(crate) position: Box<dyn Position>,
    /// The number of acts played before it.
    pub(crate) ply: usize,
    /// The marks of that position.
    pub(crate) seen: BoardMarks,
    /// The move that led to it, in words.
    pub(crate) words: Option<String>,
    /// When the replay shows the next move; `None` without a replay.
    pub(crate) next: Option<Instant>,
}

impl Browse {
    /// The position after this number of acts, as this seat sees it.
    pub(crate) fn to(game: &dyn Position, ply: usize, you: Option<Side>) -> Browse {
        let mut position = game.fork();
        let mut at = game.acts().len();
        while at > ply && position.undo().is_some() {
            at -= 1;
        }
        let seen = BoardMarks::of(position.as_ref());
        let words = played(position.as_ref(), at, you);
        Browse { position, ply: at, seen, words, next: None }
    }

    /// Replays the last round: one ply for each seat still in the game (at least two).
    pub(crate) fn last_round(game: &dyn Position, you: Option<Side>, now: Instant) -> Option<Browse> {
        let plies = game.acts().len();
        let round = game.living().count().max(2);
        (plies > 0).then(|| Browse { next: Some(now + STEP), ..Browse::to(game, plies.saturating_sub(round), you) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;

    #[test]
    fn the_past_is_as_it_was() {
        for game in GAMES {
            let mut position = game.begin(Opening::Start).expect("the start");
            let mut hashes = vec![position.hash()];
            for ply in 0..12_usize {
                let legal = position.legal();
                position.play(legal[ply * 13 % legal.len()]).expect("it is legal");
                hashes.push(position.hash());
            }
            for (ply, &hash) in hashes.iter().enumerate() {
                let browse = Browse::to(position.as_ref(), ply, None);
                assert_eq!((browse.position.hash(), browse.ply), (hash, ply));
            }
            let now = Instant::now();
            assert!(Browse::last_round(position.as_ref(), None, now).is_some_and(|browse| browse.ply < 12));
        }
    }
}
