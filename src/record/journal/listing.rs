//! The journals of a folder: which there are, and which of them go on.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::lock::{Lock, Taken};
use super::{DAMAGED, ENDING, Found, JournalEvent, line, lock, parse, read};
use crate::files::{self, MOST_JOURNAL};

/// A game in which nothing was done has no more than a long first line.
const MOST_UNUSED: u64 = 1 << 16;

/// The journals of a folder, the newest first.
pub fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == ENDING)).collect();
    paths.sort_unstable_by(|a, b| b.cmp(a));
    paths
}

/// The newest game of a folder that is not over, that nobody plays and that this program can read. One
/// in which nothing was done is none.
pub fn unfinished(folder: &Path) -> Option<PathBuf> {
    let is_one =
        |path: &PathBuf| goes_on(path).unwrap_or(false) && read(path).is_ok_and(|found| !found.is_unused());
    list(folder).into_iter().take(200).find(is_one)
}

/// Is it the path of a journal, or of a damaged one that was put aside?
pub fn is_named_so(path: &Path) -> bool {
    let damaged = path.file_name().and_then(|name| name.to_str()).is_some_and(is_damaged);
    damaged || path.extension().is_some_and(|ending| ending == ENDING)
}

/// Is it the name of a journal that was damaged and put aside?
pub fn is_damaged(name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
    let number = ending.and_then(|ending| ending.strip_prefix(DAMAGED));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

impl Found {
    /// Was nothing done in the game? One that began from a position of somebody's own is kept, and so
    /// is one that is damaged: it may have had more.
    pub fn is_unused(&self) -> bool {
        let idle = |record: &JournalEvent| match record {
            JournalEvent::Begin { fen, .. } => fen.is_none(),
            JournalEvent::Look { .. }
            | JournalEvent::Sit { .. }
            | JournalEvent::Offer { .. }
            | JournalEvent::Decline => true,
            JournalEvent::Act { .. }
            | JournalEvent::Undo { .. }
            | JournalEvent::Redo { .. }
            | JournalEvent::End { .. } => false,
        };
        self.problem.is_none() && self.records.iter().all(idle)
    }
}

/// Is there nothing in a file that anybody could use: no whole line, or a game in which nothing was done?
fn is_unused(file: &File, path: &Path) -> bool {
    let Ok(bytes) = files::read_open(file, MOST_UNUSED) else { return false };
    if bytes.contains(&b'\n') {
        return parse(&bytes, path).is_ok_and(|found| found.is_unused());
    }
    // The beginning of a first line, as a sudden end or a full disk leaves it. Other things are left alone.
    bytes.is_empty() || line::begins(&bytes) && !String::from_utf8_lossy(&bytes).contains("\"do\":\"act\"")
}

/// Removes a journal that nobody has open and that has nothing that anybody could use, as a sudden end
/// leaves it. Says whether it did.
pub fn clear(path: &Path) -> io::Result<bool> {
    if !is_unused(&files::open(path)?, path) {
        return Ok(false);
    }
    let file = files::open_to_write(path)?;
    // Where there are no locks somebody may play it.
    let Taken::Mine(Some(_lock)) = Lock::take(&file)? else { return Ok(false) };
    if file.metadata()?.nlink() == 0 || !is_unused(&file, path) {
        return Ok(false);
    }
    std::fs::remove_file(path)?;
    Ok(true)
}

/// What can be read of a journal that is damaged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// Its first line, if that is whole.
    pub first: Option<JournalEvent>,
    /// So many lines are whole.
    pub whole: usize,
    /// So many lines there are.
    pub lines: usize,
    /// So many of the whole ones are moves, or armies that left.
    pub moves: usize,
}

/// Looks at every line of a journal by itself, whatever is wrong with others.
pub fn survey(path: &Path) -> io::Result<Survey> {
    let bytes = files::read(path, MOST_JOURNAL)?;
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

/// Does the game seem to be over? Looks at the end of the file only.
pub fn is_over(path: &Path) -> bool {
    let last = files::open(path).and_then(|file| last_line(&file));
    last.is_ok_and(|last| line::is_end(&last))
}

/// Does nobody play the game?
pub fn is_free(path: &Path) -> bool {
    files::open(path).is_ok_and(|file| lock::is_free(&file))
}

/// Is the game not over, and free? Looks at the end of the file only.
fn goes_on(path: &Path) -> io::Result<bool> {
    let file = files::open(path)?;
    let last = last_line(&file)?;
    Ok(!last.is_empty() && !line::is_end(&last) && lock::is_free(&file))
}

/// The last whole line of a file, perhaps without its beginning.
fn last_line(mut file: &File) -> io::Result<String> {
    const END: u64 = 4096;
    let long = file.metadata()?.len();
    file.seek(SeekFrom::Start(long.saturating_sub(END)))?;
    let mut tail = Vec::new();
    file.take(END).read_to_end(&mut tail)?;
    // What is cut at the beginning may be no text; half a line at the end does not count.
    let tail = String::from_utf8_lossy(&tail);
    let whole = tail.rfind('\n').map_or("", |end| &tail[..end]);
    Ok(whole.rsplit('\n').next().unwrap_or_default().to_owned())
}

/// The journal of a game by the beginning of its name, or by a path.
pub fn find(folder: &Path, id: &str) -> Option<PathBuf> {
    let path = Path::new(id);
    if path.is_file() {
        return Some(path.to_owned());
    }
    let named =
        |path: &PathBuf| path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(id));
    list(folder).into_iter().find(named)
}
