//! The games of a folder: list, read, rename, import, move to the trash and restore. An index with the entries of
//! unchanged files makes listing fast; if the index is lost, it is rebuilt.

pub mod entry;
mod error;
mod import;
mod index;
mod names;
mod order;
mod scan;
#[cfg(test)]
mod tests;
mod trash;

use std::fs;
use std::io::{BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

pub(crate) use entry::Damage;
pub use entry::{GameEntry, Player, Who};
pub use error::StoreError;
pub(crate) use error::{Bad, JournalFailure, NameError};
pub use import::{Imported, Twins};
pub use order::{Filter, SortOrder};
pub use trash::Trashed;

use super::game::{Game, Tags};
use super::journal;
use super::meant::meant;
use super::pgn;
use crate::files;
use crate::games::Registry;

/// The file extension of a finished game.
pub const ENDING: &str = "pgn";

/// What a journal tells without replaying its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct JournalTags {
    /// The tags: the players, the variant and the date.
    pub(crate) tags: Tags,
    /// The number of plies.
    pub(crate) plies: usize,
    /// Is the game still in progress?
    pub(crate) running: bool,
    /// How much of the file is intact, if it is damaged.
    pub(crate) damaged: Option<Damage>,
}

/// A game with its problem, if there is one, or the reason why it cannot be read.
pub(crate) type Readout<E = StoreError> = Result<(Game, Option<String>), E>;

/// Functions that interpret journals. They need the players and clocks, which the records do not know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Journals {
    /// Reads the tags of a journal.
    pub(crate) tell: fn(&Path, &Registry) -> Result<JournalTags, JournalFailure>,
    /// Reads a journal as a game.
    pub(crate) read: fn(&Path, &Registry) -> Readout<JournalFailure>,
}

/// The games of a folder.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    index: PathBuf,
    journals: Journals,
    games: Registry,
}

impl Store {
    /// The store in the data folder of the program.
    pub(crate) fn new(data: &Path, journals: Journals, games: Registry) -> Store {
        Store { folder: data.join("games"), index: data.join("index"), journals, games }
    }

    /// The folder of the games.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The games that it knows.
    pub const fn games(&self) -> &Registry {
        &self.games
    }

    /// The path of a file. An absolute path stays as it is.
    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// The games of the file whose name starts with `id`, or whose path it is: all of them, or only the one with
    /// the number after a colon. If several files match, the last name, which is the newest, is used.
    pub fn find(&self, id: &str) -> Result<Vec<GameEntry>, StoreError> {
        let (name, number) = match id.rsplit_once(':').map(|(name, number)| (name, number.parse::<usize>())) {
            Some((name, Ok(number))) => (name, Some(number)),
            _ => (id, None),
        };
        let unknown = || StoreError::Unknown { id: id.to_owned(), folder: self.folder.clone() };
        let mut games = self.look(&self.named(name).ok_or_else(unknown)?)?;
        let count = games.len();
        if let Some(number) = number {
            games.retain(|game| game.number == number);
        }
        match (games.is_empty(), number) {
            (false, _) => Ok(games),
            (true, None) => Err(StoreError::Empty { file: name.to_owned() }),
            (true, Some(_)) => Err(StoreError::NoNumber { id: id.to_owned(), count }),
        }
    }

    /// The file for a name: a path, a complete name, or the start of one.
    fn named(&self, name: &str) -> Option<String> {
        let path = Path::new(name);
        if path.is_file() {
            return fs::canonicalize(path).ok()?.to_str().map(str::to_owned);
        }
        meant(scan::names(&self.folder).unwrap_or_default(), name)
    }

    /// Reads a game.
    pub fn read(&self, entry: &GameEntry) -> Readout {
        let path = self.path(&entry.file);
        if entry.is_journal() {
            return (self.journals.read)(&path, &self.games).map_err(StoreError::Journal);
        }
        let text = self.bytes(entry)?;
        let parsed = pgn::Reader::new(&text[..]).of(&self.games).named(entry.file.as_str()).next();
        let gone = || StoreError::Gone { id: entry.id() };
        let parsed = parsed.and_then(Result::ok).ok_or_else(gone)?;
        let problem = parsed.problems.into_iter().next().map(|mut problem| {
            (problem.game, problem.line) = (entry.number, problem.line + entry.line - 1);
            problem
        });
        match parsed.game {
            Some(game) => Ok((game, problem.map(|problem| problem.to_string()))),
            None => Err(problem.map_or_else(gone, StoreError::Unreadable)),
        }
    }

    /// The text of a game for export: a PGN as it is in the file, a journal converted to PGN, with what is missing of a
    /// damaged one.
    pub fn text(&self, entry: &GameEntry) -> Result<(String, Option<String>), StoreError> {
        if entry.is_journal() {
            let (game, problem) = self.read(entry)?;
            return Ok((pgn::write(&game), problem));
        }
        let bytes = self.bytes(entry)?;
        Ok((pgn::decoded(bytes).trim_start_matches('\u{feff}').trim().to_owned() + "\n", None))
    }

    fn bytes(&self, entry: &GameEntry) -> Result<Vec<u8>, StoreError> {
        let failed = |error| StoreError::of(&entry.file)(error);
        let mut file = files::open(&self.path(&entry.file)).map_err(failed)?;
        if scan::stamp(&file.metadata().map_err(failed)?) != entry.modified {
            return Err(StoreError::Changed { file: entry.file.clone() });
        }
        file.seek(SeekFrom::Start(entry.offset)).map_err(failed)?;
        let mut bytes = Vec::new();
        BufReader::new(file).take(entry.length).read_to_end(&mut bytes).map_err(failed)?;
        Ok(bytes)
    }
}

/// Is this the name of a journal, or of a damaged journal that was put aside?
fn is_journal(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|ending| ending == journal::ENDING) || journal::is_damaged(file)
}
