//! The files of games in a folder: journals of games that are over become records, what nobody can use
//! goes, and files are found by their names.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{ENDING, Recovered, recover};
use crate::files::half::sweep;
use crate::record::file::write_new;
use crate::record::journal::{self, Journal, JournalError};
use crate::record::pgn;

/// A game that is over gets a file of its own, and its journal goes. Gives back the file; nothing
/// where the game goes on, somebody plays it, or the journal is damaged and should be looked at. A game
/// in which nothing was ever done goes without a file, unless its position was somebody's own.
pub fn settle(path: &Path) -> Result<Option<PathBuf>, String> {
    // The lock is held until the journal is gone.
    let (journal, found) = match Journal::resume(path) {
        Ok(taken) => taken,
        Err(JournalError::Taken { .. }) => return Ok(None),
        // Another program was faster.
        Err(JournalError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let failed = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    let remove = || fs::remove_file(path).map_err(|error| failed(path, error));
    if found.is_unused() {
        return remove().map(|()| None);
    }
    if !found.is_over() || found.problem.is_some() {
        return Ok(None);
    }
    let Recovered { referee, date, problem, .. } = recover(&found, path)?;
    if problem.is_some() || referee.ending().is_none() {
        return Ok(None);
    }
    let text = pgn::write(&referee.record(&date)?);
    let target = write_new(&path.with_extension(ENDING), &text).map_err(|error| failed(path, error))?;
    remove()?;
    drop(journal);
    Ok(Some(target.path))
}

/// Settles every journal of a folder that can be, and tells what went wrong. What sudden ends have left
/// and nobody can use goes.
pub fn settle_all(folder: &Path) -> Vec<String> {
    sweep(folder);
    let settled = |path: PathBuf| {
        if journal::is_over(&path) {
            return settle(&path).err();
        }
        // What cannot be looked into or removed is told when it is read.
        let _ = journal::clear(&path);
        None
    };
    journal::list(folder).into_iter().filter_map(settled).collect()
}

/// The file of a game, over or not, by the beginning of its name, or by a path.
pub fn find(folder: &Path, id: &str) -> Option<PathBuf> {
    let path = Path::new(id);
    if path.is_file() {
        return Some(path.to_owned());
    }
    let name_of = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    // A damaged journal beside a game is meant only where it is named.
    if journal::is_damaged(id) {
        return Some(folder.join(id)).filter(|path| path.is_file());
    }
    files(folder).into_iter().find(|path| name_of(path).starts_with(id))
}

/// The games of a folder, over or not, the newest first.
pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_game =
        |path: &PathBuf| path.extension().is_some_and(|ending| ending == ENDING || ending == journal::ENDING);
    let mut paths: Vec<PathBuf> = entries.filter(is_game).collect();
    paths.sort_unstable_by(|a, b| b.file_name().cmp(&a.file_name()));
    paths
}
