//! Which puzzle comes next.

use std::collections::HashMap;

pub use super::mode::Mode;
use super::progress::Progress;
use crate::record::puzzle::collection::Collection;
use crate::rules::zobrist::mix;

/// The choice is made among so many puzzles that fit best.
const AMONG: usize = 12;

/// A run starts with puzzles of this rating, and each is so much harder.
const EASY: f64 = 450.0;
const HARDER: f64 = 50.0;

/// The place of the next puzzle. `run` are those of this run so far, which do not come again. Puzzles that were never
/// tried come before others, and the one tried longest ago before the rest. `None` if there are no more.
pub fn next(
    collection: &Collection,
    progress: &Progress,
    mode: &Mode,
    rating: f64,
    run: &[usize],
    date: &str,
) -> Option<usize> {
    match mode {
        Mode::Daily => return super::daily::of(collection, date).filter(|_| run.is_empty()),
        Mode::Again(key) => return collection.find(*key).filter(|_| run.is_empty()),
        _ => {}
    }
    let target = match mode {
        Mode::Streak | Mode::Storm => EASY + HARDER * run.len() as f64,
        _ => rating,
    };
    let tried: HashMap<u64, usize> =
        progress.attempts.iter().enumerate().map(|(at, attempt)| (attempt.puzzle, at + 1)).collect();
    let fits = |&at: &usize| {
        let has = |theme| collection.entries[at].themes.contains(theme);
        !run.contains(&at) && if let Mode::Theme(theme) = mode { has(theme) } else { true }
    };
    let mut all: Vec<usize> = (0..collection.entries.len()).filter(fits).collect();
    let last = |at: usize| tried.get(&collection.entries[at].key).copied().unwrap_or(0);
    let away = |at: usize| (f64::from(collection.entries[at].rating) - target).abs();
    // A run takes puzzles again that are long known; what counts is how hard they are.
    let is_run = matches!(mode, Mode::Streak | Mode::Storm);
    let rank = |at: usize| if is_run { 0 } else { last(at) };
    all.sort_by(|&a, &b| rank(a).cmp(&rank(b)).then(away(a).total_cmp(&away(b))));
    let first = rank(*all.first()?);
    let among = all.iter().take(AMONG).take_while(|&&at| first == rank(at)).count();
    let seed = mix(progress.attempts.len() as u64 ^ mix(run.len() as u64 + 1));
    Some(all[(seed % among.max(1) as u64) as usize])
}
