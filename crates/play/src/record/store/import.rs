//! Imports games: each game of a known variant gets its own file. Games that are saved already are skipped; a lock
//! lets only one program import at a time.

use std::collections::HashMap;
use std::fs::TryLockError;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{BufRead, ErrorKind};
use std::thread;
use std::time::{Duration, SystemTime};

use super::entry::GameEntry;
use super::{ENDING, Store, StoreError};
use crate::files::lock::HeldLock;
use crate::files::{make_folder, open_folder};
use crate::games::Registry;
use crate::record::date;
use crate::record::file::write_new;
use crate::record::game::Game;
use crate::record::pgn::{self, Lister, Reader};
use crate::record::result::GameResult;

/// The result of an import.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Imported {
    /// The files that were created.
    pub files: Vec<String>,
    /// The games that were saved already: the number of each in the source, and the id of the saved one.
    pub twice: Vec<(usize, String)>,
    /// The number of games of unknown variants.
    pub(crate) foreign: usize,
    /// The problems found.
    pub problems: Vec<String>,
}

impl Imported {
    /// Adds the result of another file.
    pub fn add(&mut self, other: Imported) {
        self.files.extend(other.files);
        self.twice.extend(other.twice);
        self.foreign += other.foreign;
        self.problems.extend(other.problems);
    }

    /// A summary for people.
    pub fn words(&self) -> String {
        let count =
            |count: usize, what: &str| format!("{count} {}{what}", if count == 1 { "game " } else { "games " });
        let mut words = vec![count(self.files.len(), "imported")];
        if !self.twice.is_empty() {
            let (_, id) = &self.twice[0];
            let more = if self.twice.len() > 1 { " and others" } else { "" };
            words.push(count(self.twice.len(), &format!("already saved ({id}{more})")));
        }
        if self.foreign > 0 {
            words.push(count(self.foreign, "of other variants skipped"));
        }
        match &self.problems[..] {
            [] => {}
            [one] => words.push(one.clone()),
            [first, more @ ..] => words.push(format!("{first} (and {} more problems)", more.len())),
        }
        words.join("; ")
    }
}

/// The saved games, by properties that are known without replaying the moves.
#[derive(Debug, Default)]
pub struct Twins(HashMap<Traits, Vec<Twin>>);

/// The properties that two records of the same game share. The date is not one of them: for a game without a date,
/// the list shows the time of the import.
type Traits = (String, String, GameResult, usize);

#[derive(Debug)]
enum Twin {
    /// It has not been read yet.
    Closed(Box<GameEntry>),
    /// The hash of its contents, and its id.
    Open(u64, String),
}

fn traits(entry: &GameEntry) -> Traits {
    (entry.game.clone(), entry.seats(), entry.result, entry.plies)
}

/// The date and time tags of a game.
fn dates(game: &Game) -> [Option<&str>; 4] {
    ["Date", "UTCDate", "UTCTime", "Time"].map(|name| game.tags.get(name))
}

/// A hash of the initial position, the date and the text of the moves with comments.
fn print(text: &str, game: &Game) -> u64 {
    let mut hasher = DefaultHasher::new();
    let moves = text.split_once("\n\n").map_or(text, |(_, moves)| moves);
    (game.tree.start().fen(), moves, dates(game)).hash(&mut hasher);
    hasher.finish()
}

/// The right to import games: other programs wait while this is held.
#[derive(Debug)]
pub struct Turn(#[expect(dead_code, reason = "it is held, not read")] Option<HeldLock>);

/// The time between two attempts to get the lock.
const MOMENT: Duration = Duration::from_millis(20);

impl Twins {
    /// The games of a store.
    pub fn of(games: impl IntoIterator<Item = GameEntry>) -> Twins {
        let mut twins = Twins::default();
        for entry in games {
            twins.0.entry(traits(&entry)).or_default().push(Twin::Closed(Box::new(entry)));
        }
        twins
    }

    /// The id of a saved game that is the same as this one.
    fn find(&mut self, traits: &Traits, wanted: u64, store: &Store) -> Option<String> {
        for twin in self.0.get_mut(traits)? {
            if let Twin::Closed(entry) = twin {
                let known = store.read(entry).map_or(0, |(game, _)| print(&pgn::write(&game), &game));
                *twin = Twin::Open(known, entry.id());
            }
            if let Twin::Open(known, id) = twin
                && *known == wanted
            {
                return Some(id.clone());
            }
        }
        None
    }
}

impl Store {
    /// Waits for the right to import games, until `listens` returns false. The saved games must be listed after
    /// this, since another program may have added some.
    pub fn turn(&self, listens: &mut dyn FnMut() -> bool) -> Result<Turn, StoreError> {
        let failed = |error| StoreError::of(self.folder().display().to_string())(error);
        make_folder(self.folder()).map_err(failed)?;
        loop {
            match HeldLock::take(open_folder(self.folder()).map_err(failed)?) {
                Ok(held) => return Ok(Turn(Some(held))),
                // Without locks, file names are still never used twice.
                Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Interrupted => return Ok(Turn(None)),
                Err(_) if listens() => thread::sleep(MOMENT),
                Err(_) => return Err(StoreError::Stopped),
            }
        }
    }

    /// Imports the games of a text, until `tell`, which gets the number of games done, returns false. The name is
    /// only used in messages.
    pub fn import(
        &self,
        input: impl BufRead,
        name: &str,
        twins: &mut Twins,
        tell: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Imported, StoreError> {
        let mut done = Imported::default();
        for parsed in Reader::new(input).of(self.games()).named(name) {
            let parsed = parsed.map_err(StoreError::of(name))?;
            if parsed.foreign {
                done.foreign += 1;
            } else {
                done.problems.extend(parsed.problems.iter().map(ToString::to_string));
            }
            if let Some(game) = &parsed.game {
                let text = pgn::write(game);
                let entry = listed(&text, self.games());
                let (traits, print) = (traits(&entry), print(&text, game));
                if let Some(id) = twins.find(&traits, print, self) {
                    done.twice.push((parsed.number, id));
                } else {
                    let moment = entry.date.stamp().unwrap_or_else(|| date::stamp(SystemTime::now()));
                    let file = format!("{moment}-{}-{:04x}.{ENDING}", entry.game, print & 0xffff);
                    make_folder(self.folder()).map_err(StoreError::of(&file))?;
                    let placed = write_new(&self.path(&file), &text).map_err(StoreError::of(&file))?;
                    let file = placed.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                    let id = file.trim_end_matches(&format!(".{ENDING}")).to_owned();
                    twins.0.entry(traits).or_default().push(Twin::Open(print, id.clone()));
                    if placed.known {
                        // Another program was faster.
                        done.twice.push((parsed.number, id));
                    } else {
                        done.files.push(file);
                    }
                }
            }
            if !tell(parsed.number) {
                break;
            }
        }
        Ok(done)
    }
}

/// The entry that a list would show for this text.
fn listed(text: &str, games: &Registry) -> GameEntry {
    let header = Lister::new(text.as_bytes()).next().and_then(Result::ok);
    header.map_or_else(
        || GameEntry::of(&super::Tags::default(), 0, "", games),
        |header| GameEntry::of(&header.tags, header.plies, "", games),
    )
}
