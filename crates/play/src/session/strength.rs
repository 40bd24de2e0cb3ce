//! The strength of a person, from the results of games against the levels of the computer: which level is about as strong,
//! and so which to try next.

use std::path::Path;

use super::puzzles::progress::Progress;
use super::puzzles::strength::level_at;
use super::setup::tags::level_of;
use crate::players::computer::LEVELS;
use crate::record::store::{GameEntry, Who};
use crate::rules::spec::Spec;

/// Only this many games count, the newest: people get better.
const NEWEST: usize = 20;

/// Between levels beside each other the stronger one wins about 70 % of the games for two.
const STEP: f64 = 0.37;

/// The rating at puzzles is used when its deviation is at most this.
const SURE: f64 = 150.0;

/// How far one result moves the estimate, in levels: the first ones move it further.
const FIRST_MOVE: f64 = 2.0;
const LEAST_MOVE: f64 = 0.7;

/// How strong a person is at puzzles of a game. Where there is no result of a game yet, it says where to begin.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PuzzleRating(pub(crate) f64);

impl PuzzleRating {
    /// The rating in a game, once enough puzzles were tried to be sure of it.
    pub fn of(progress: &Progress, spec: &Spec) -> Option<PuzzleRating> {
        let rating = progress.rating(spec.id);
        (rating.deviation <= SURE).then_some(PuzzleRating(rating.value))
    }

    /// The level to begin with: the one that does as well at the puzzles.
    fn level(self) -> f64 {
        let level = level_at(self.0);
        if level.is_finite() { level } else { 1.0 }
    }
}

/// A finished game of one person against computers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LevelResult {
    /// The level of the strongest computer.
    pub level: u8,
    /// What the person got, from 0 to 1.
    pub share: f64,
    /// The number of seats.
    pub seats: usize,
}

impl LevelResult {
    /// The result of a saved game, if it is a finished one of this game with one person against levels.
    fn of(entry: &GameEntry, spec: &Spec) -> Option<LevelResult> {
        let is_game = entry.spec().is_some_and(|known| std::ptr::eq(known, spec));
        if !is_game || entry.running || entry.is_aside() || entry.players.len() != spec.seats.len() {
            return None;
        }
        let mut people = entry.players.iter().enumerate().filter(|(_, player)| player.is != Who::Program);
        let (seat, player) = people.next()?;
        let alone = people.next().is_none() && player.is == Who::Person;
        let levels: Option<Vec<u8>> = (entry.players.iter().enumerate())
            .filter(|(at, _)| *at != seat)
            .map(|(_, player)| level_of(&player.name))
            .collect();
        let level = levels?.into_iter().max().filter(|_| alone)?;
        Some(LevelResult { level, share: entry.result.share(seat)?.value(), seats: spec.seats.len() })
    }

    /// What a player of this strength, in levels, gets on average.
    fn expected(self, strength: f64) -> f64 {
        let own = 10_f64.powf((strength - f64::from(self.level)) * STEP);
        own / (own + self.seats.saturating_sub(1) as f64)
    }
}

/// The results of one person in one game, the oldest first.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Strength {
    results: Vec<LevelResult>,
}

impl Strength {
    /// The results among these saved games. The game of the file with this name, without its ending, is left out.
    pub fn of<'e>(
        entries: impl IntoIterator<Item = &'e GameEntry>,
        spec: &Spec,
        without: Option<&str>,
    ) -> Strength {
        let stem = |file: &str| Path::new(file).file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
        let counts = |entry: &&GameEntry| without.is_none() || stem(&entry.file).as_deref() != without;
        let mut entries: Vec<&GameEntry> = entries.into_iter().filter(counts).collect();
        entries.sort_by(|a, b| (&a.date, a.modified).cmp(&(&b.date, b.modified)));
        Strength { results: entries.into_iter().filter_map(|entry| LevelResult::of(entry, spec)).collect() }
    }

    /// Adds the result of the newest game.
    pub fn add(&mut self, result: LevelResult) {
        self.results.push(result);
    }

    /// Is there no result?
    pub const fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// The level that is about as strong. Without any result it is the one that fits the puzzles, or the lowest.
    pub fn level(&self, puzzles: Option<PuzzleRating>) -> u8 {
        let newest = &self.results[self.results.len().saturating_sub(NEWEST)..];
        // Where nothing else is known, the first opponent was about right.
        let first = puzzles.map(PuzzleRating::level).or(newest.first().map(|first| f64::from(first.level)));
        let mut strength = first.unwrap_or(1.0).clamp(1.0, f64::from(LEVELS));
        for (count, result) in newest.iter().enumerate() {
            let by = (FIRST_MOVE / (count + 1) as f64).max(LEAST_MOVE);
            // A win among four is worth more than one of two, and so is the expectation less.
            strength += by * (result.share - result.expected(strength));
            strength = strength.clamp(1.0, f64::from(LEVELS));
        }
        strength.round() as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(results: &[(u8, f64)], seats: usize) -> Strength {
        Strength { results: results.iter().map(|&(level, share)| LevelResult { level, share, seats }).collect() }
    }

    #[test]
    fn who_wins_meets_a_higher_level_and_who_loses_a_lower_one() {
        assert_eq!(of(&[], 2).level(None), 1);
        assert_eq!(of(&[(1, 1.0)], 2).level(None), 2);
        assert_eq!(of(&[(5, 1.0)], 2).level(None), 6);
        assert_eq!(of(&[(5, 0.0)], 2).level(None), 4);
        assert_eq!(of(&[(1, 0.0); 30], 2).level(None), 1);
        assert_eq!(of(&[(10, 1.0); 30], 2).level(None), 10);
        // Four seats: a fourth is what an equal gets.
        assert_eq!(of(&[(3, 0.25)], 4).level(None), 3);
        assert!(of(&[(3, 1.0)], 4).level(None) > 3);
    }

    #[test]
    fn it_settles_at_the_level_that_wins_half() {
        // Someone who beats level 4 and loses to level 5 and higher.
        let mut strength = Strength::default();
        let mut levels = Vec::new();
        for _ in 0..30 {
            let level = strength.level(None);
            levels.push(level);
            strength.add(LevelResult { level, share: if level <= 4 { 1.0 } else { 0.0 }, seats: 2 });
        }
        assert!(levels[12..].iter().all(|level| (4..=5).contains(level)), "{levels:?}");
    }

    #[test]
    fn puzzles_say_where_to_begin() {
        assert_eq!(of(&[], 2).level(Some(PuzzleRating(600.0))), 1);
        assert_eq!(of(&[], 2).level(Some(PuzzleRating(1400.0))), 5);
        assert_eq!(of(&[], 2).level(Some(PuzzleRating(9000.0))), 10);
        assert_eq!(of(&[], 2).level(Some(PuzzleRating(f64::NAN))), 1);
    }
}
