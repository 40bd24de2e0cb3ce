//! Matches between engines: many games from paired openings, played in parallel, and their statistics.

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

use crate::games::Registry;
use crate::rules::variant::Variant;
use crate::task;

/// The settings of a contest.
#[derive(Clone, Debug)]
pub struct Contest {
    /// All games.
    pub registry: Registry,
    /// The game.
    pub game: &'static dyn Variant,
    /// The name of the opening, if it is not the usual one.
    pub setup: Option<String>,
    /// The contestants.
    pub players: Vec<Contestant>,
    /// The number of games.
    pub games: usize,
    /// The number of random plies of an opening; every seating of a round gets the same ones.
    pub random_plies: usize,
    /// Maximum number of plies; the living seats share the points of a longer game.
    pub most_plies: usize,
    /// The number of games played at the same time.
    pub parallel: usize,
    /// The seed of the openings.
    pub seed: u64,
    /// A sequential test (SPRT) that ends the contest when it is decided.
    pub sprt: Option<Sprt>,
}

impl Contest {
    /// Plays all games; `told` gets each game when it ends, with the score so far.
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
            std::panic::resume_unwind(Box::new(why.to_string()));
        }
        score.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
