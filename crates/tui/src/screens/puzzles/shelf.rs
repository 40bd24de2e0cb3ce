//! What the screens of the puzzles need of the disk: the puzzles of a game, those of one's own games, and the results.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::record::date::Date;
use crate::record::puzzle::Theme;
use crate::record::puzzle::collection::Collection;
use crate::rules::variant::Variant;
use crate::session::puzzles::choice::Mode;
use crate::session::puzzles::progress::{Attempt, OWN, Progress, RESULTS, own};
use crate::world::World;
use crate::zone::Zone;

/// The puzzles and the results of one game.
#[derive(Clone)]
pub(super) struct Shelf {
    /// The puzzles that the game brings.
    pub(super) all: Arc<Collection>,
    /// Those of one's own games.
    pub(super) own: Arc<Collection>,
    /// The themes of the puzzles that the game brings.
    pub(super) themes: Vec<(Theme, usize)>,
    pub(super) progress: Progress,
    /// Where results are kept; `None` if they are not.
    pub(super) folder: Option<PathBuf>,
    /// The time zone of the user.
    zone: Zone,
    /// Today, in that zone.
    pub(super) date: String,
    /// What could not be read.
    pub(super) problem: Option<String>,
}

impl Shelf {
    pub(super) fn open(game: &'static dyn Variant, world: &World) -> Shelf {
        let (folder, zone) = (world.client.puzzles_folder(), world.zone());
        let mut problem = None;
        let mut warn = |name: &str, error: std::io::Error| {
            problem = Some(format!("{name}: {error}"));
        };
        let read = folder.as_deref().map_or_else(|| Ok(Progress::default()), Progress::read);
        let progress = read.unwrap_or_else(|error| {
            warn(RESULTS, error);
            Progress::default()
        });
        let text = folder.as_deref().map_or_else(|| Ok(Vec::new()), own);
        let text = text.unwrap_or_else(|error| {
            warn(OWN, error);
            Vec::new()
        });
        let beside = world.client.puzzles_beside(game.spec()).unwrap_or_else(|error| {
            warn("The puzzles beside the file of the game", error);
            None
        });
        let all = match beside {
            Some(text) => Collection::of_text(text, game, &world.client.games),
            None => Collection::of_game(game, &world.client.games),
        };
        Shelf {
            themes: all.themes(),
            all: Arc::new(all),
            own: Arc::new(Collection::of_text(text, game, &world.client.games)),
            progress,
            folder,
            date: zone.today(),
            zone,
            problem,
        }
    }

    /// Was the puzzle of today tried?
    pub(super) fn is_daily_done(&self, game: &str) -> bool {
        let daily = Mode::Daily.id();
        // The attempts of the days before are not looked at.
        let day = |attempt: &Attempt| Date::of_stamp(&attempt.at).map(|date| date.day(&self.zone));
        let mut own = self.attempts(game).filter(|attempt| attempt.mode == daily);
        own.next().and_then(day).is_some_and(|day| day == self.date)
    }

    /// How many of the puzzles that the game brings were solved.
    pub(super) fn solved(&self, game: &str) -> usize {
        let solved = self.attempts(game).filter(|attempt| attempt.is_solved());
        let solved: HashSet<u64> = solved.map(|attempt| attempt.puzzle).collect();
        self.all.entries.iter().filter(|entry| solved.contains(&entry.key)).count()
    }

    /// The attempts in a game, the newest first.
    pub(super) fn attempts<'s>(&'s self, game: &'s str) -> impl Iterator<Item = &'s Attempt> {
        self.progress.attempts.iter().rev().filter(move |attempt| attempt.game == game)
    }

    /// For each theme, how many puzzles were solved and tried.
    pub(super) fn by_theme(&self, game: &str) -> Vec<(Theme, usize, usize)> {
        let known: HashMap<u64, &Vec<Theme>> =
            self.all.entries.iter().chain(&self.own.entries).map(|entry| (entry.key, &entry.themes)).collect();
        let mut counted: HashMap<&Theme, (usize, usize)> = HashMap::new();
        for attempt in self.attempts(game) {
            for theme in known.get(&attempt.puzzle).into_iter().copied().flatten() {
                let (solved, tried) = counted.entry(theme).or_default();
                *solved += usize::from(attempt.is_solved());
                *tried += 1;
            }
        }
        let mut all: Vec<_> =
            counted.into_iter().map(|(theme, (solved, tried))| (theme.clone(), solved, tried)).collect();
        all.sort();
        all
    }
}
