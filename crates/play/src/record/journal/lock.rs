//! The lock of a journal (`flock` on Linux, as the standard library has it). The system releases it when the program dies.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::files::lock::HeldLock;
use crate::files::system;

/// How often to try: a program that only checks whether a game is free holds the lock for a moment.
const TRIES: u32 = 10;

const MOMENT: Duration = Duration::from_millis(10);

/// The result of trying to lock.
#[derive(Debug)]
pub(super) enum Taken {
    /// This program holds the lock; `None` where the file system has no locks, as some network file systems.
    Mine(Option<HeldLock>),
    /// Another program holds it.
    Held,
}

/// Tries to lock this file. The lock may end before the last copy of the file is closed, which its syncing thread has.
pub(super) fn take(file: &File) -> io::Result<Taken> {
    for try_ in 0..TRIES {
        match HeldLock::take(file.try_clone()?) {
            Ok(lock) => return Ok(Taken::Mine(Some(lock))),
            Err(TryLockError::WouldBlock) if try_ + 1 < TRIES => thread::sleep(MOMENT),
            Err(TryLockError::WouldBlock) => {}
            // Without locks, a single player on this file system can still play.
            Err(TryLockError::Error(_)) => return Ok(Taken::Mine(None)),
        }
    }
    Ok(Taken::Held)
}

pub(super) fn is_free(file: &File) -> bool {
    file.try_lock_shared().is_ok()
}

/// The holder of the lock of a file, in words, if the system can tell: ` (process 12 on /dev/pts/3)`.
pub(super) fn holder(path: &Path) -> String {
    system::lock_holder(path).unwrap_or_default()
}
