//! Engine against engine: many games from paired openings, in parallel, and what follows from them.

mod contestant;
mod play;
mod score;
mod seatings;

pub use contestant::Contestant;
pub use play::Game;
pub use score::{Elo, Score, Sprt, elo};

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::rules::variant::Variant;
use crate::task;

/// What is played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The game.
    pub game: &'static dyn Variant,
    /// How it begins, if not as usual.
    pub setup: Option<String>,
    /// Who plays.
    pub players: Vec<Contestant>,
    /// How many games.
    pub games: usize,
    /// So many random plies come first; the same ones with every seating.
    pub random_plies: usize,
    /// A game that is longer is shared.
    pub most_plies: usize,
    /// Games at the same time.
    pub parallel: usize,
    /// Another number makes other openings.
    pub seed: u64,
    /// Ends the contest when it is decided.
    pub sprt: Option<Sprt>,
}

impl Contest {
    /// Plays all games; each is told as it ends, with the score so far.
    pub fn run(&self, told: &(dyn Fn(&Game, &Score) + Sync)) -> Score {
        let players = &self.players;
        let alike = |one: &Contestant| players.iter().position(|other| other.is_like(one)).unwrap_or_default();
        let alike: Vec<usize> = players.iter().map(alike).collect();
        let seatings = seatings::seatings(self.game.spec().seats.len(), &alike);
        let next = AtomicUsize::new(0);
        let decided = AtomicBool::new(false);
        let score = Mutex::new(Score::new(self.players.len(), seatings.len()));
        let work = || {
            let mut bench = play::Bench::new(self);
            while !decided.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    break;
                }
                let seating = &seatings[number % seatings.len()];
                let opening = (number / seatings.len()) as u64;
                let game = play::play(self, &mut bench, number, opening, seating);
                let mut score = score.lock().unwrap_or_else(PoisonError::into_inner);
                score.add(&game);
                if let Some(sprt) = &self.sprt
                    && sprt.verdict(&score).is_some()
                {
                    decided.store(true, Ordering::Relaxed);
                }
                told(&game, &score);
            }
        };
        if let Err(why) = task::share("contest", self.parallel, work) {
            std::panic::resume_unwind(Box::new(why));
        }
        score.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
