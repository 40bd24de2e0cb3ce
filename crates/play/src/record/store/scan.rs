//! Lists the games: checks every file of the folder, and reads those that are new or changed since the index was
//! written.

use std::fs::{self, Metadata};
use std::io::{self, BufReader};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::entry::GameEntry;
use super::index::{self, IndexEntry};
use super::{ENDING, Store, StoreError, is_journal};
use crate::files;
use crate::games::Registry;
use crate::record::journal;
use crate::record::pgn::Lister;

/// A file may be changed twice within the resolution of its time stamp, so files changed this recently are read
/// again next time.
const YOUNG: Duration = Duration::from_secs(2);

/// How often progress is reported.
const BEAT: Duration = Duration::from_millis(50);

/// The progress of a scan.
#[derive(Debug)]
pub struct Progress {
    /// The number of files done.
    pub done: usize,
    /// The number of all files.
    pub of: usize,
    /// The games found since the last report.
    pub games: Vec<GameEntry>,
}

/// All games of the folder.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Listing {
    /// The games, in no particular order.
    pub games: Vec<GameEntry>,
    /// The files that could not be read, and why.
    pub problems: Vec<String>,
}

/// The size and time of a file now.
struct FileStamp {
    name: String,
    size: u64,
    time: u64,
}

/// When a file was last changed, in nanoseconds.
pub(super) fn stamp(data: &Metadata) -> u64 {
    let time = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    time.map_or(0, |time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
}

/// Can a file with this name contain games?
fn is_game(name: &str) -> bool {
    !name.starts_with('.')
        && (is_journal(name)
            || Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case(ENDING)))
}

/// The names of all files that can contain games.
pub(super) fn names(folder: &Path) -> io::Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    Ok(names.filter(|name| is_game(name)).collect())
}

impl Store {
    /// Lists all games.
    pub fn list(&self) -> Listing {
        let mut games = Vec::new();
        let problems = self.scan(&mut |progress| {
            games.extend(progress.games);
            true
        });
        Listing { games, problems }
    }

    /// Reports all games as they are found, until `tell` returns false; games from the index come first. Returns
    /// the problems.
    pub fn scan(&self, tell: &mut dyn FnMut(Progress) -> bool) -> Vec<String> {
        let mut problems = Vec::new();
        let names = names(&self.folder).unwrap_or_else(|error| {
            problems.push(StoreError::of(self.folder.display().to_string())(error).to_string());
            Vec::new()
        });
        let mut known = index::load(&self.index);
        let (mut found, mut games, mut fresh) = (Vec::new(), Vec::new(), Vec::new());
        for name in names {
            let Ok(data) = fs::metadata(self.folder.join(&name)) else { continue };
            let seen = FileStamp { size: data.len(), time: stamp(&data), name };
            match known.remove(&seen.name) {
                _ if data.is_dir() => {}
                Some(known) if (known.size, known.time) == (seen.size, seen.time) => {
                    games.extend(placed(&known, &self.games));
                    found.push(known);
                }
                _ => fresh.push(seen),
            }
        }
        // The remaining entries belong to deleted files.
        let mut changed = !known.is_empty();
        let of = found.len() + fresh.len();
        let mut done = found.len();
        let mut go_on = tell(Progress { done, of, games: std::mem::take(&mut games) });
        let mut reported = Instant::now();
        for seen in fresh {
            if !go_on {
                break;
            }
            let known = self.learn(seen);
            done += 1;
            games.extend(placed(&known, &self.games));
            changed |= !is_young(known.time);
            found.push(known);
            if reported.elapsed() >= BEAT {
                go_on = tell(Progress { done, of, games: std::mem::take(&mut games) });
                reported = Instant::now();
            }
        }
        if go_on && !games.is_empty() {
            tell(Progress { done, of, games });
        }
        problems.extend(found.iter().filter_map(|known| known.problem.clone()));
        if changed {
            found.retain(|known| !is_young(known.time));
            // If the index cannot be saved, the next scan is only slower.
            let _ = index::save(&self.index, &found);
        }
        problems
    }

    /// Reads a file that the index does not have.
    fn learn(&self, seen: FileStamp) -> IndexEntry {
        let FileStamp { name, size, time } = seen;
        let (games, problem) = match self.entries(&name) {
            Ok(games) => (games, None),
            Err(problem) => (Vec::new(), Some(problem.to_string())),
        };
        IndexEntry { name, size, time, games, problem }
    }

    /// The games of a file, read now.
    pub(super) fn look(&self, name: &str) -> Result<Vec<GameEntry>, StoreError> {
        let data = fs::metadata(self.path(name)).map_err(StoreError::of(name))?;
        let games = self.entries(name)?;
        let known =
            IndexEntry { name: name.to_owned(), size: data.len(), time: stamp(&data), games, problem: None };
        Ok(placed(&known, &self.games).collect())
    }

    fn entries(&self, name: &str) -> Result<Vec<GameEntry>, StoreError> {
        let path = self.path(name);
        if is_journal(name) {
            let listed = (self.journals.tell)(&path, &self.games).map_err(StoreError::Journal)?;
            let (running, damaged) = (listed.running, listed.damaged);
            return Ok(vec![GameEntry {
                running,
                damaged,
                ..GameEntry::of(&listed.tags, listed.plies, name, &self.games)
            }]);
        }
        let failed = |error| StoreError::of(path.display().to_string())(error);
        let lister = Lister::new(BufReader::with_capacity(1 << 14, files::open_games(&path).map_err(failed)?));
        let mut games = Vec::new();
        for (at, header) in lister.enumerate() {
            let header = header.map_err(failed)?;
            games.push(GameEntry {
                number: at + 1,
                offset: header.offset,
                length: header.length,
                line: header.line,
                ..GameEntry::of(&header.tags, header.plies, name, &self.games)
            });
        }
        Ok(games)
    }
}

/// The games of a file, with the fields that are the same for all of them.
fn placed<'k>(known: &'k IndexEntry, games: &'k Registry) -> impl Iterator<Item = GameEntry> + 'k {
    let among = known.games.len();
    let (file, modified) = (&known.name, known.time);
    known.games.iter().map(move |game| GameEntry {
        file: file.clone(),
        among,
        modified,
        variant: games.find(&game.game),
        ..game.clone()
    })
}

fn is_young(time: u64) -> bool {
    let changed = UNIX_EPOCH + Duration::from_nanos(time);
    let now = SystemTime::now();
    let apart = now.duration_since(changed).or_else(|_| changed.duration_since(now));
    apart.is_ok_and(|apart| apart < YOUNG)
}

/// Is the game of a file being played?
pub(super) fn is_played(store: &Store, file: &str) -> bool {
    is_journal(file) && !journal::is_free(&store.path(file))
}
