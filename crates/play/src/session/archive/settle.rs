//! The files of a folder of games: converts journals of finished games to records, deletes useless files, and finds
//! files by their names.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{ArchiveError, ENDING, Recovered, recover};
use crate::files::temporary_file::sweep;
use crate::games::Registry;
use crate::record::file::write_new;
use crate::record::journal::{self, Journal, JournalError};
use crate::record::meant;
use crate::record::pgn;

/// Converts the journal of a finished game to a record and deletes the journal. Returns the new file; `None` if the
/// game is unfinished, is being played, or its journal is damaged and has to be reviewed. A game in which nothing
/// happened is deleted without a record, unless it has a custom position.
pub fn settle(path: &Path, games: &Registry) -> Result<Option<PathBuf>, ArchiveError> {
    // The lock is held until the journal is deleted.
    let (journal, found) = match Journal::resume(path) {
        Ok(taken) => taken,
        Err(JournalError::Taken { .. }) => return Ok(None),
        // Another program was faster.
        Err(JournalError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let failed = ArchiveError::of(path);
    let remove = || fs::remove_file(path).map_err(&failed);
    if found.is_unused() {
        return remove().map(|()| None);
    }
    if !found.is_over() || found.problem.is_some() {
        return Ok(None);
    }
    let Recovered { referee, date, problem, .. } = recover(&found, path, games)?;
    if problem.is_some() || referee.ending().is_none() {
        return Ok(None);
    }
    let text = pgn::write(&referee.record(date)?);
    let target = write_new(&path.with_extension(ENDING), &text).map_err(&failed)?;
    remove()?;
    drop(journal);
    Ok(Some(target.path))
}

/// Settles all journals of a folder that can be settled, and returns the errors. Useless files left by crashes are
/// deleted.
pub fn settle_all(folder: &Path, games: &Registry) -> Vec<String> {
    sweep(folder);
    let settled = |path: PathBuf| {
        if journal::is_over(&path) {
            return settle(&path, games).err().map(|error| error.to_string());
        }
        // If it cannot be read or deleted, this is reported when it is listed.
        let _ = journal::clear(&path);
        None
    };
    journal::list(folder).into_iter().filter_map(settled).collect()
}

/// Finds the file of a game, finished or not, by the start of its name or by a path.
pub fn find(folder: &Path, id: &str) -> Option<PathBuf> {
    let path = Path::new(id);
    if path.is_file() {
        return Some(path.to_owned());
    }
    // A damaged journal is not among the games.
    if journal::is_damaged(id) {
        return Some(folder.join(id)).filter(|path| path.is_file());
    }
    let paths = files(folder);
    let name = meant::meant(meant::names(paths.iter().map(PathBuf::as_path)), id)?;
    Some(folder.join(name))
}

/// The games of a folder, finished or not, newest first.
pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_game =
        |path: &PathBuf| path.extension().is_some_and(|ending| ending == ENDING || ending == journal::ENDING);
    let mut paths: Vec<PathBuf> = entries.filter(is_game).collect();
    paths.sort_unstable_by(|a, b| b.file_name().cmp(&a.file_name()));
    paths
}
