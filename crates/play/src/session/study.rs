//! The study of a game: many games between equal players, and what they show to its inventor. The games are a PGN file,
//! so they can be continued after an interruption, reviewed, and searched for puzzles.

mod facts;
mod findings;
mod interval;
mod json;
mod log;
mod openings;
mod play;
mod remarks;
mod sheet;
mod text;
mod worth;

pub use facts::Facts;
pub use findings::{EndCause, Findings};
pub use log::{Log, LogError};
pub(crate) use play::StudyError;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::games::Registry;
use crate::record::game::Game;
use crate::rules::variant::Variant;
use crate::task::{self, InOrder};

/// The levels that can play a study. The highest one is limited by time, so its games could not be repeated.
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=9;

/// A game without an end is given up after so many plies of each player.
pub(crate) const MOST_PLIES: usize = 300;

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct Study<'a> {
    /// The game.
    pub variant: &'static dyn Variant,
    /// Its opening; without a name, the start.
    pub setup: Option<&'a str>,
    /// The level of all seats.
    pub level: u8,
    /// The seed of their choices.
    pub seed: u64,
    /// Is the first move not chosen by the player, but each possible one in turn?
    pub spread: bool,
}

impl Study<'_> {
    /// The name of the study, which its games carry. Games of another name are not continued.
    pub fn event(&self) -> String {
        let setup = self.setup.map(|name| format!(", setup {name}")).unwrap_or_default();
        let spread = if self.spread { ", every first move in turn" } else { "" };
        format!("Study of {}{setup}, level {}, seed {}{spread}", self.variant.spec().title, self.level, self.seed)
    }

    /// Plays the games with these numbers on so many threads. `told` gets each of them, in the order of their numbers, and
    /// says whether to continue.
    pub fn play(
        &self,
        numbers: std::ops::Range<usize>,
        threads: usize,
        registry: &Registry,
        report: &mut (dyn FnMut(Game) -> bool + Send),
    ) -> Result<(), StudyError> {
        let next = AtomicUsize::new(numbers.start);
        let over = AtomicBool::new(false);
        let order = Mutex::new(Order { games: InOrder::from(numbers.start), report, failure: None });
        let work = || {
            let mut player = None;
            while !over.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= numbers.end {
                    break;
                }
                let game = play::play(self, number, &mut player, registry);
                if !order.lock().unwrap_or_else(PoisonError::into_inner).take(number, game) {
                    over.store(true, Ordering::Relaxed);
                }
            }
        };
        task::share("study", threads.max(1), work)?;
        order.into_inner().unwrap_or_else(PoisonError::into_inner).failure.map_or(Ok(()), Err)
    }
}

/// The games in the order of their numbers, whichever ends first.
struct Order<'a> {
    games: InOrder<Game>,
    report: &'a mut (dyn FnMut(Game) -> bool + Send),
    failure: Option<StudyError>,
}

impl Order<'_> {
    /// Takes a finished game. Returns whether to continue.
    fn take(&mut self, number: usize, game: Result<Game, StudyError>) -> bool {
        match game {
            Ok(game) => self.games.add(number, game),
            Err(why) => self.failure = Some(why),
        }
        let mut goes_on = self.failure.is_none();
        while goes_on && let Some(game) = self.games.next() {
            goes_on = (self.report)(game);
        }
        goes_on
    }
}
