//! Looking back through a game that goes on: positions before the one now, step by step, and the
//! last round played again by itself.

use std::time::{Duration, Instant};

use super::marks::BoardMarks;
use crate::rules::position::Position;

/// How long each move of the last round is shown.
pub const STEP: Duration = Duration::from_millis(900);

/// A position of the past.
pub struct Browse {
    /// The position.
    pub position: Box<dyn Position>,
    /// How many acts had been played.
    pub ply: usize,
    /// What was to be seen then.
    pub seen: BoardMarks,
    /// When the next move is shown, if they are shown one after the other.
    pub next: Option<Instant>,
}

impl Browse {
    /// The position after this many acts of a game.
    pub fn to(game: &dyn Position, ply: usize) -> Browse {
        let mut position = game.fork();
        let mut at = game.acts().len();
        while at > ply && position.undo().is_some() {
            at -= 1;
        }
        let seen = BoardMarks::of(position.as_ref());
        Browse { position, ply: at, seen, next: None }
    }

    /// The last round again: what every other seat did since one's own last move.
    pub fn last_round(game: &dyn Position, now: Instant) -> Option<Browse> {
        let plies = game.acts().len();
        let round = game.living().count().max(2);
        (plies > 0).then(|| Browse { next: Some(now + STEP), ..Browse::to(game, plies.saturating_sub(round)) })
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
                let browse = Browse::to(position.as_ref(), ply);
                assert_eq!((browse.position.hash(), browse.ply), (hash, ply));
            }
            let now = Instant::now();
            assert!(Browse::last_round(position.as_ref(), now).is_some_and(|browse| browse.ply < 12));
        }
    }
}
