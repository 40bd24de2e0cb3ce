//! Games from elsewhere: each of ours gets a file of its own. What is here already is not taken twice,
//! also by several programs at once: they take turns.

use std::collections::HashMap;
use std::fs::File;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, BufRead};
use std::thread;
use std::time::{Duration, SystemTime};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use super::entry::GameEntry;
use super::{ENDING, Store};
use crate::files::{make_folder, open_folder};
use crate::record::date;
use crate::record::file::write_new;
use crate::record::game::Game;
use crate::record::pgn::{self, Lister, Reader};

/// What came of taking games in.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Imported {
    /// The files that were made.
    pub files: Vec<String>,
    /// The games that are here already: the number of each in the file, and what it is called here.
    pub twice: Vec<(usize, String)>,
    /// How many are of games that are not played here.
    pub foreign: usize,
    /// What is wrong with which.
    pub problems: Vec<String>,
}

impl Imported {
    /// Adds what came of another file.
    pub fn add(&mut self, other: Imported) {
        self.files.extend(other.files);
        self.twice.extend(other.twice);
        self.foreign += other.foreign;
        self.problems.extend(other.problems);
    }

    /// In words.
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

/// What games are here, by what can be known of them without playing.
#[derive(Debug, Default)]
pub struct Twins(HashMap<Traits, Vec<Twin>>);

/// What two records of the same game have in common. Not the date: of a game that says none, a list
/// tells when it was taken in.
type Traits = (String, String, String, usize);

#[derive(Debug)]
enum Twin {
    /// It has not been read.
    Closed(Box<GameEntry>),
    /// What was played in it, in a number, and what it is called.
    Open(u64, String),
}

fn traits(entry: &GameEntry) -> Traits {
    (entry.game.clone(), entry.seats(), entry.result.clone(), entry.plies)
}

/// When a game was played, as its tags say it.
fn dates(game: &Game) -> [Option<&str>; 4] {
    ["Date", "UTCDate", "UTCTime", "Time"].map(|name| game.tags.get(name))
}

/// When it is played, and what is played and said in it, in a number.
fn print(text: &str, game: &Game) -> u64 {
    let mut hasher = DefaultHasher::new();
    let moves = text.split_once("\n\n").map_or(text, |(_, moves)| moves);
    (game.tree.start().fen(), moves, dates(game)).hash(&mut hasher);
    hasher.finish()
}

/// The turn of a program to take games in: others wait as long as this is held.
#[derive(Debug)]
pub struct Turn(#[expect(dead_code, reason = "it is held, not read")] Option<File>);

/// So long is waited before it is asked again whether it is our turn.
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

    /// What a game is called that is the same as this one.
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
    /// Waits for the turn to take games in, as long as somebody listens. Only then it is known what is
    /// here already.
    pub fn turn(&self, listens: &mut dyn FnMut() -> bool) -> Result<Turn, String> {
        let failed = |error: io::Error| format!("{}: {error}", self.folder().display());
        make_folder(self.folder()).map_err(failed)?;
        let folder = open_folder(self.folder()).map_err(failed)?;
        loop {
            match flock(&folder, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => return Ok(Turn(Some(folder))),
                Err(Errno::WOULDBLOCK | Errno::INTR) if listens() => thread::sleep(MOMENT),
                Err(Errno::WOULDBLOCK | Errno::INTR) => return Err("it was stopped".to_owned()),
                // Where there are no locks, names are still taken once only.
                Err(_) => return Ok(Turn(None)),
            }
        }
    }

    /// Takes in the games of a text, as long as somebody listens to how many have been looked at. The
    /// name is for what is told.
    pub fn import(
        &self,
        input: impl BufRead,
        name: &str,
        twins: &mut Twins,
        tell: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Imported, String> {
        let mut done = Imported::default();
        let failed = |path: &str, error: io::Error| format!("{path}: {error}");
        for parsed in Reader::new(input).named(name) {
            let parsed = parsed.map_err(|error| failed(name, error))?;
            if parsed.foreign {
                done.foreign += 1;
            } else {
                done.problems.extend(parsed.problems.iter().map(ToString::to_string));
            }
            if let Some(game) = &parsed.game {
                let text = pgn::write(game);
                let entry = listed(&text);
                let (traits, print) = (traits(&entry), print(&text, game));
                if let Some(id) = twins.find(&traits, print, self) {
                    done.twice.push((parsed.number, id));
                } else {
                    let file = format!("{}-{}-{:04x}.{ENDING}", moment(&entry.date), entry.game, print & 0xffff);
                    make_folder(self.folder()).map_err(|error| failed(&file, error))?;
                    let placed = write_new(&self.path(&file), &text).map_err(|error| failed(&file, error))?;
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

/// What a list would say of a game written so.
fn listed(text: &str) -> GameEntry {
    let header = Lister::new(text.as_bytes()).next().and_then(Result::ok);
    header.map_or_else(
        || GameEntry::of(&super::Tags::default(), 0, ""),
        |header| GameEntry::of(&header.tags, header.plies, ""),
    )
}

/// A date like `2026-11-20 23:15` as the beginning of a name; now, where it is not whole.
fn moment(date: &str) -> String {
    let digits: String = date.chars().filter(char::is_ascii_digit).collect();
    match digits.len() {
        8 if date.len() == 10 => format!("{digits}-000000"),
        12 if date.len() == 16 => format!("{}-{}00", &digits[..8], &digits[8..]),
        _ => date::stamp(SystemTime::now()),
    }
}
