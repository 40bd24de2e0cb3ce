//! How far the learning of a game is, for whoever looks at it from outside: a small file in its folder, a lock that is
//! held while it works, and a file that asks it to pause.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::files;
use crate::files::lock::HeldLock;
use crate::files::temporary_file::TemporaryFile;

/// The most bytes of the file.
const MOST_BYTES: u64 = 4 << 10;
const FILE: &str = "progress.json";
const LOCK: &str = "lock";
pub(super) const PAUSE: &str = "pause";

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// It plays against itself.
    Playing,
    /// The net learns from these games.
    Training,
    /// The net plays against the game without it.
    Testing,
    /// The net has won, and is used.
    Kept,
    /// It has not won, and is gone.
    Lost,
}

/// How far it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Progress {
    /// What is done.
    pub stage: Stage,
    /// How much of that, in percent.
    pub percent: u8,
    /// The seconds until all is done.
    pub left: u64,
    /// What has come of it, in words.
    pub words: String,
}

impl Progress {
    /// Writes it into the folder of work.
    pub fn keep(&self, work: &Path) -> io::Result<()> {
        let path = work.join(FILE);
        let mut temporary = TemporaryFile::beside(&path)?;
        temporary.file().write_all(serde_json::to_string(self)?.as_bytes())?;
        temporary.replace(&path)
    }

    /// Reads it. Nothing if there is no work, or what stands there is something else.
    pub fn read(work: &Path) -> Option<Progress> {
        let text = files::read_text(&work.join(FILE), MOST_BYTES).ok()?;
        let progress: Progress = serde_json::from_str(&text).ok()?;
        (progress.percent <= 100).then_some(progress)
    }
}

/// Held while a program works in a folder.
#[derive(Debug)]
pub struct WorkLock {
    _held: HeldLock,
    work: PathBuf,
}

fn lock(work: &Path) -> io::Result<File> {
    match files::create(&work.join(LOCK)) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => files::open_to_write(&work.join(LOCK)),
        opened => opened,
    }
}

impl WorkLock {
    /// Takes the lock, and forgets an earlier wish to pause. Nothing if another program has it.
    pub fn take(work: &Path) -> io::Result<Option<WorkLock>> {
        files::make_folder(work)?;
        let held = match HeldLock::take(lock(work)?) {
            Ok(held) => held,
            Err(fs::TryLockError::WouldBlock) => return Ok(None),
            Err(fs::TryLockError::Error(error)) => return Err(error),
        };
        let lock = WorkLock { _held: held, work: work.to_owned() };
        match fs::remove_file(work.join(PAUSE)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(Some(lock)),
        }
    }

    /// Was it asked to pause?
    pub fn is_asked_to_pause(&self) -> bool {
        self.work.join(PAUSE).exists()
    }
}

/// Does a program work in this folder now?
pub fn is_running(work: &Path) -> bool {
    let Ok(file) = files::open_to_write(&work.join(LOCK)) else { return false };
    matches!(HeldLock::take(file), Err(fs::TryLockError::WouldBlock))
}

/// Asks the program that works in this folder to end in order.
pub fn pause(work: &Path) -> io::Result<()> {
    match files::create(&work.join(PAUSE)) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("heterodox-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn one_program_works_and_others_see_how_far_it_is() {
        let work = folder("work");
        assert!(!is_running(&work) && Progress::read(&work).is_none());
        let lock = WorkLock::take(&work).expect("room").expect("nobody has it");
        assert!(is_running(&work) && WorkLock::take(&work).expect("room").is_none());
        let progress = Progress { stage: Stage::Testing, percent: 40, left: 90, words: "b \"c\"".to_owned() };
        progress.keep(&work).expect("room");
        assert_eq!(Progress::read(&work), Some(progress));
        pause(&work).and_then(|()| pause(&work)).expect("room");
        assert!(lock.is_asked_to_pause());
        drop(lock);
        assert!(!is_running(&work));
        let again = WorkLock::take(&work).expect("room").expect("nobody has it");
        assert!(!again.is_asked_to_pause());
        fs::remove_dir_all(&work).expect("it is there");
    }

    #[test]
    fn what_is_no_progress_counts_as_none() {
        let work = folder("no-progress");
        fs::create_dir_all(&work).expect("room");
        for text in ["", "{", "[]", r#"{"stage":"playing","percent":101,"left":1,"words":""}"#, "\u{0}"] {
            fs::write(work.join(FILE), text).expect("room");
            assert_eq!(Progress::read(&work), None, "{text}");
        }
        fs::write(work.join(FILE), vec![b' '; 1 << 20]).expect("room");
        assert_eq!(Progress::read(&work), None);
        fs::remove_dir_all(&work).expect("it is there");
    }
}
