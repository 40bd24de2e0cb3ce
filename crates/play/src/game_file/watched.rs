//! A file of a game that its inventor may write while the game is played.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{GameFileError, read};
use crate::escape;
use crate::files::system::FileNumber;
use crate::games::file::FileVariant;

/// Where the file of a game is that was named by its file. The registry keeps it.
#[derive(Clone, Debug)]
pub struct GamePath(pub PathBuf);

/// What changes when a file is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stamp {
    time: SystemTime,
    size: u64,
    /// Many editors write a new file and give it the old name.
    number: FileNumber,
}

impl Stamp {
    fn of(path: &Path) -> Option<Stamp> {
        let facts = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        Some(Stamp { time: facts.modified().ok()?, size: facts.len(), number: FileNumber::behind(path).ok()? })
    }
}

/// A file that is looked at again and again.
#[derive(Debug)]
pub struct WatchedFile {
    path: PathBuf,
    seen: Option<Stamp>,
}

impl WatchedFile {
    /// The file of this game. Nothing if it gives another game, or none: a saved game keeps its rules.
    pub(crate) fn of(path: PathBuf, game: &'static FileVariant) -> Option<WatchedFile> {
        let seen = Stamp::of(&path);
        let same = read(&path).is_ok_and(|found| found.digest() == game.digest());
        same.then_some(WatchedFile { path, seen })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The name of the file.
    pub fn name(&self) -> String {
        self.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// What the file gives, or what is wrong in it, a line for each mistake, if it was written since the last look. While
    /// it is gone, nothing has changed.
    pub fn look(&mut self) -> Option<Result<&'static FileVariant, GameFileError>> {
        let now = Stamp::of(&self.path)?;
        if self.seen.replace(now) == Some(now) {
            return None;
        }
        let path = escape::path(&self.path) + ":";
        let short = |line: &String| line.strip_prefix(&path).map_or(line.clone(), |rest| format!("line {rest}"));
        Some(read(&self.path).map_err(|error| match error {
            GameFileError::Mistakes(lines) => GameFileError::Mistakes(lines.iter().map(short).collect()),
            unreadable @ GameFileError::Unreadable { .. } => unreadable,
        }))
    }
}

/// A folder whose files are looked at again and again.
#[derive(Default, Debug)]
pub struct WatchedFolder {
    seen: Vec<(Option<Stamp>, PathBuf)>,
}

impl WatchedFolder {
    /// Was a file of the folder written, added or removed since the last look?
    pub fn look(&mut self, folder: &Path) -> bool {
        let stamped = |path: PathBuf| (Stamp::of(&path), path);
        let now: Vec<(Option<Stamp>, PathBuf)> = super::files(folder).into_iter().map(stamped).collect();
        let changed = now != self.seen;
        self.seen = now;
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::shelf;

    #[test]
    fn a_file_is_read_once_after_it_was_written() {
        let path = std::env::temp_dir().join(format!("heterodox-watched-{}.toml", std::process::id()));
        let text = shelf::all()[0].text.replacen("\"chess\"", "\"watched\"", 1);
        fs::write(&path, &text).expect("room");
        let game = read(&path).expect("a game");
        let mut file = WatchedFile::of(path.clone(), game).expect("it is its file");
        assert!(file.look().is_none());
        fs::write(&path, text.replacen("\"N\"", "\"NN\"", 1)).expect("room");
        let other = file.look().expect("it was written").expect("a game");
        assert!(other.digest() != game.digest() && file.look().is_none());
        assert!(WatchedFile::of(path.clone(), game).is_none(), "it is the file of another game now");
        fs::write(&path, "format = 1").expect("room");
        let message = file.look().expect("it was written").expect_err("it is no game").to_string();
        assert!(message.lines().count() > 2 && message.starts_with("line 1: "), "{message}");
        fs::remove_file(&path).expect("it is there");
        assert!(file.look().is_none(), "an editor may be about to write it");
        // The same file again, but another one.
        fs::write(&path, &text).expect("room");
        assert!(matches!(file.look(), Some(Ok(again)) if std::ptr::eq(again, game)));
        fs::remove_file(&path).expect("it is there");
    }
}
