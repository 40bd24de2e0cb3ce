//! The journals of a folder: which there are, and which of them go on.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::{ENDING, line, lock, read};

/// The journals of a folder, the newest first.
pub fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == ENDING)).collect();
    paths.sort_unstable_by(|a, b| b.cmp(a));
    paths
}

/// The newest game of a folder that is not over, that nobody plays and that this program can read.
pub fn unfinished(folder: &Path) -> Option<PathBuf> {
    list(folder).into_iter().take(200).find(|path| goes_on(path).unwrap_or(false) && read(path).is_ok())
}

/// Does the game seem to be over? Looks at the end of the file only.
pub fn is_over(path: &Path) -> bool {
    let last = File::open(path).and_then(|file| last_line(&file));
    last.is_ok_and(|last| line::is_end(&last))
}

/// Does nobody play the game?
pub fn is_free(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| lock::is_free(&file))
}

/// Is the game not over, and free? Looks at the end of the file only.
fn goes_on(path: &Path) -> io::Result<bool> {
    let file = File::open(path)?;
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
