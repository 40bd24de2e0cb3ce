//! Matches between engines: many games from paired openings, played in parallel, and their statistics.

mod contestant;
mod play;
mod score;
mod seatings;

pub(crate) use contestant::{Contestant, GivenNet};
pub(crate) use play::{Game, leaver};
pub(crate) use score::{Score, Sprt, elo, share};

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::games::Registry;
use crate::rules::variant::Variant;
use crate::task::{self, InOrder};

/// The settings of a contest.
#[derive(Clone, Debug)]
pub(crate) struct Contest {
    /// All games.
    pub(crate) registry: Registry,
    pub(crate) game: &'static dyn Variant,
    /// The name of the opening, if it is not the usual one.
    pub(crate) setup: Option<String>,
    pub(crate) players: Vec<Contestant>,
    /// The number of games.
    pub(crate) games: usize,
    /// The number of random plies of an opening; every seating of a round gets the same ones.
    pub(crate) random_plies: usize,
    /// Maximum number of plies; the living seats share the points of a longer game.
    pub(crate) most_plies: usize,
    /// The number of games played at the same time.
    pub(crate) parallel: usize,
    /// The seed of the openings.
    pub(crate) seed: u64,
    /// A sequential test (SPRT) that ends the contest when it is decided.
    pub(crate) sprt: Option<Sprt>,
}

/// The games of a contest that were played before, without their records.
#[derive(Default, Debug)]
pub(crate) struct Before {
    pub(crate) games: Vec<Game>,
}

impl Contest {
    /// The number of the contestant in each seat, for each game of a round.
    pub(crate) fn seatings(&self) -> Vec<Vec<usize>> {
        let players = &self.players;
        let alike = |one: &Contestant| players.iter().position(|other| other.is_like(one)).unwrap_or_default();
        let alike: Vec<usize> = players.iter().map(alike).collect();
        seatings::seatings(self.game.spec().seats.len(), &alike)
    }

    /// Plays all games; `told` gets each game when it ends, with the score so far.
    pub(crate) fn run(&self, report: &(dyn Fn(&Game, &Score) + Sync)) -> Score {
        self.go_on(&Before::default(), &AtomicBool::new(false), report)
    }

    /// Plays the games after those that were played before, until the contest is stopped.
    pub(crate) fn go_on(
        &self,
        before: &Before,
        stop: &AtomicBool,
        report: &(dyn Fn(&Game, &Score) + Sync),
    ) -> Score {
        let seatings = self.seatings();
        let known = before.games.len();
        let next = AtomicUsize::new(known);
        let mut order =
            Order { score: Score::new(self.players.len(), seatings.len()), games: InOrder::from(0), over: false };
        for game in &before.games {
            order.add(game.clone(), self.sprt.as_ref(), &|_, _| ());
        }
        let decided = AtomicBool::new(order.over);
        let order = Mutex::new(order);
        let work = || {
            let mut bench = play::Bench::new(self);
            while !decided.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    break;
                }
                let seating = &seatings[number % seatings.len()];
                let opening = (number / seatings.len()) as u64;
                let game = play::play(self, &mut bench, number, opening, seating);
                let mut order = order.lock().unwrap_or_else(PoisonError::into_inner);
                if order.add(game, self.sprt.as_ref(), report) {
                    decided.store(true, Ordering::Relaxed);
                }
            }
        };
        if let Err(why) = task::share("contest", self.parallel, work) {
            std::panic::resume_unwind(Box::new(why.to_string()));
        }
        order.into_inner().unwrap_or_else(PoisonError::into_inner).score
    }
}

/// The games in the order of their numbers, whichever ends first. So games played at the same time are counted as if
/// they were played one after the other, and a test ends after the same game however fast the players are.
struct Order {
    score: Score,
    games: InOrder<Game>,
    /// Has the test been decided? Later games do not count.
    over: bool,
}

impl Order {
    /// Takes a finished game. Returns whether the contest is decided.
    fn add(&mut self, game: Game, sprt: Option<&Sprt>, report: &(dyn Fn(&Game, &Score) + Sync)) -> bool {
        self.games.add(game.number, game);
        while !self.over
            && let Some(game) = self.games.next()
        {
            self.score.add(&game);
            self.over = sprt.is_some_and(|sprt| sprt.verdict(&self.score).is_some());
            report(&game, &self.score);
        }
        self.over
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn games_count_in_their_order_however_many_are_played_at_once() {
        let game = GAMES.iter().copied().find(|game| game.spec().seats.len() == 2).expect("a game for two");
        let played = |parallel| {
            let read = |text| Contestant::read(text).expect("a player");
            let contest = Contest {
                registry: Registry::default(),
                game,
                setup: None,
                players: vec![read("beginner:2"), read("beginner:1")],
                games: 12,
                random_plies: 2,
                most_plies: 40,
                parallel,
                seed: 3,
                sprt: Some(Sprt { low: 0.0, high: 5.0 }),
            };
            let games = Mutex::new(Vec::new());
            let score = contest.run(&|game, score| {
                games.lock().expect("no panic").push((game.number, game.record.clone(), score.points.clone()));
            });
            (games.into_inner().expect("no panic"), score.points)
        };
        let (one, many) = (played(1), played(3));
        assert!(one.0.iter().enumerate().all(|(at, games)| games.0 == at), "in order");
        assert_eq!(one, many);
    }

    #[test]
    fn a_game_that_ends_early_waits_and_none_counts_after_the_verdict() {
        let game = |number| Game {
            number,
            seating: vec![number % 2, 1 - number % 2],
            points: if number % 2 == 0 { vec![1.0, 0.0] } else { vec![0.0, 1.0] },
            cause: "checkmate".to_owned(),
            problem: None,
            plies: 1,
            record: (String::new(), String::new()),
        };
        let sprt = Sprt { low: 0.0, high: 200.0 };
        let after = |numbers: &[usize]| {
            let mut order = Order { score: Score::new(2, 2), games: InOrder::from(0), over: false };
            for &number in numbers {
                order.add(game(number), Some(&sprt), &|_, _| ());
            }
            (order.score.games, order.over)
        };
        assert_eq!(after(&[1, 2]).0, 0, "the first game is missing");
        let all: Vec<usize> = (0..200).collect();
        let back: Vec<usize> = (0..200).rev().collect();
        assert!(after(&all).1, "the first player wins all");
        assert_eq!(after(&all), after(&back));
    }
}
