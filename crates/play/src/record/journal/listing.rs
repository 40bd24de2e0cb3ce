//! The journals of a folder: lists them and finds the unfinished games.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::aside::is_damaged;
use super::lock::Taken;
use super::{ENDING, Found, JournalEvent, line, lock, parse, read};
use crate::files::{self, MOST_JOURNAL_BYTES};
use crate::record::meant;

/// The most bytes of a game in which nothing happened: it has only a long first line.
const MOST_UNUSED_BYTES: u64 = 1 << 16;

/// The journals of a folder, newest first.
pub fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == ENDING)).collect();
    paths.sort_unstable_by(|a, b| b.cmp(a));
    paths
}

/// The newest game of a folder that is unfinished, that no program is playing and that this program can read. Games
/// in which nothing happened are skipped.
pub fn unfinished(folder: &Path) -> Option<PathBuf> {
    all_unfinished(folder).next()
}

/// All such games among the newest of a folder, newest first.
pub fn all_unfinished(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let is_one =
        |path: &PathBuf| goes_on(path).unwrap_or(false) && read(path).is_ok_and(|found| !found.is_unused());
    list(folder).into_iter().take(200).filter(is_one)
}

/// Is this the path of a journal, or of a damaged journal that was put aside?
pub fn is_named_so(path: &Path) -> bool {
    let damaged = path.file_name().and_then(|name| name.to_str()).is_some_and(is_damaged);
    damaged || path.extension().is_some_and(|ending| ending == ENDING)
}

impl Found {
    /// Did nothing happen in the game? A game from a custom position counts as used, and so does a damaged one: it
    /// may have contained more.
    pub(crate) fn is_unused(&self) -> bool {
        let idle = |record: &JournalEvent| match record {
            JournalEvent::Begin { fen, .. } => fen.is_none(),
            JournalEvent::Look { .. }
            | JournalEvent::Sit { .. }
            | JournalEvent::Offer { .. }
            | JournalEvent::Claim { .. }
            | JournalEvent::Computer { .. }
            | JournalEvent::Ask { .. }
            | JournalEvent::Refuse { .. }
            | JournalEvent::Stop { .. }
            | JournalEvent::Clock { .. }
            | JournalEvent::Plan { .. }
            | JournalEvent::Premove { .. }
            | JournalEvent::Decline { .. } => true,
            JournalEvent::Act { .. }
            | JournalEvent::Undo { .. }
            | JournalEvent::Redo { .. }
            | JournalEvent::End { .. } => false,
        };
        self.problem.is_none() && self.records.iter().all(idle)
    }
}

/// Is a file useless: does it contain no complete line, or a game in which nothing happened?
fn is_unused(file: &File, path: &Path) -> bool {
    let Ok(bytes) = files::read_open(file, MOST_UNUSED_BYTES) else { return false };
    if bytes.contains(&b'\n') {
        return parse(&bytes, path).is_ok_and(|found| found.is_unused());
    }
    // The start of a first line, as a crash or a full disk leaves it. Anything else is left alone.
    bytes.is_empty() || line::begins(&bytes) && !String::from_utf8_lossy(&bytes).contains("\"do\":\"act\"")
}

/// Deletes a journal that no program has open and that contains nothing useful, as a crash leaves it. Returns
/// whether it was deleted.
pub(crate) fn clear(path: &Path) -> io::Result<bool> {
    if !is_unused(&files::open(path)?, path) {
        return Ok(false);
    }
    let file = files::open_to_write(path)?;
    // Without locks, another program may be playing it.
    let Taken::Mine(Some(_lock)) = lock::take(&file)? else { return Ok(false) };
    if files::system::is_deleted(&file)? || !is_unused(&file, path) {
        return Ok(false);
    }
    std::fs::remove_file(path)?;
    Ok(true)
}

/// How much of a damaged journal can be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Survey {
    /// Its first line, if intact.
    pub(crate) first: Option<JournalEvent>,
    /// The number of intact lines.
    pub(crate) whole: usize,
    /// The number of all lines.
    pub(crate) lines: usize,
    /// The number of moves and of armies that left in the intact lines.
    pub(crate) moves: usize,
}

/// Checks every line of a journal on its own, whatever is wrong with the others.
pub(crate) fn survey(path: &Path) -> io::Result<Survey> {
    let bytes = files::read(path, MOST_JOURNAL_BYTES)?;
    let mut survey = Survey { first: None, whole: 0, lines: 0, moves: 0 };
    for (at, text) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        survey.lines += 1;
        let Ok((record, _)) = line::read(at as u64, text) else { continue };
        survey.whole += 1;
        survey.moves += usize::from(matches!(record, JournalEvent::Act { .. }));
        if at == 0 {
            survey.first = Some(record);
        }
    }
    Ok(survey)
}

/// Is the game over, as far as the end of the file shows? Reads only that part.
pub fn is_over(path: &Path) -> bool {
    let last = files::open(path).and_then(|file| last_line(&file));
    last.is_ok_and(|last| line::is_end(&last))
}

/// Is the game not being played by any program?
pub fn is_free(path: &Path) -> bool {
    files::open(path).is_ok_and(|file| lock::is_free(&file))
}

/// Is the game unfinished and free? Reads only the end of the file.
fn goes_on(path: &Path) -> io::Result<bool> {
    let file = files::open(path)?;
    let last = last_line(&file)?;
    Ok(!last.is_empty() && !line::is_end(&last) && lock::is_free(&file))
}

/// The last complete line of a file; its start may be missing.
fn last_line(mut file: &File) -> io::Result<String> {
    const END: u64 = 4096;
    let long = file.metadata()?.len();
    file.seek(SeekFrom::Start(long.saturating_sub(END)))?;
    let mut tail = Vec::new();
    file.take(END).read_to_end(&mut tail)?;
    // The data may start in the middle of a character; an incomplete last line is ignored.
    let tail = String::from_utf8_lossy(&tail);
    let whole = tail.rfind('\n').map_or("", |end| &tail[..end]);
    Ok(whole.rsplit('\n').next().unwrap_or_default().to_owned())
}

/// Finds the journal of a game by the start of its file name, or by a path.
pub fn find(folder: &Path, id: &str) -> Option<PathBuf> {
    let path = Path::new(id);
    if path.is_file() {
        return Some(path.to_owned());
    }
    let paths = list(folder);
    let name = meant::meant(meant::names(paths.iter().map(PathBuf::as_path)), id)?;
    Some(folder.join(name))
}
