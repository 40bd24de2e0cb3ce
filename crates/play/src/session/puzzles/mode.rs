//! How somebody trains with puzzles.

use crate::record::puzzle::Theme;

/// How somebody trains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Puzzles of one's own strength, which change the rating.
    Rated,
    /// Puzzles with one theme.
    Theme(Theme),
    /// Puzzles from one's own games.
    Own,
    /// The puzzle of the day.
    Daily,
    /// Harder and harder, until the first mistake.
    Streak,
    /// As many as possible in three minutes.
    Storm,
    /// One puzzle again.
    Again(u64),
}

impl Mode {
    /// Its name in the file of results.
    pub const fn id(&self) -> &'static str {
        match self {
            Mode::Rated => "rated",
            Mode::Theme(_) => "theme",
            Mode::Own => "own",
            Mode::Daily => "daily",
            Mode::Streak => "streak",
            Mode::Storm => "storm",
            Mode::Again(_) => "again",
        }
    }

    /// It in words.
    pub fn words(&self) -> String {
        match self {
            Mode::Rated => "Rated training".to_owned(),
            Mode::Theme(theme) => theme.words(),
            Mode::Own => "From your games".to_owned(),
            Mode::Daily => "Puzzle of the day".to_owned(),
            Mode::Streak => "Streak".to_owned(),
            Mode::Storm => "Storm".to_owned(),
            Mode::Again(_) => "Puzzle".to_owned(),
        }
    }
}
