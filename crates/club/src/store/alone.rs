//! One server has a folder at a time. The lock is one of the system, so it ends with its process, however that ends.
//! It saves people from a mistake; what keeps the data whole is the epoch of each table.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use heterodox_play::files::lock::HeldLock;

use super::StoreError;

/// The lock of a folder, until it is dropped.
#[derive(Debug)]
pub(super) struct Alone(#[expect(dead_code, reason = "it is held, not read")] HeldLock);

/// The file beside the database.
fn beside(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

impl Alone {
    /// Has a server ever locked the folder of this database?
    pub(super) fn was_there(path: &Path) -> bool {
        beside(path).exists()
    }

    /// Locks the folder of a database, or says that another server has it.
    pub(super) fn lock(path: &Path) -> Result<Alone, StoreError> {
        let lock = beside(path);
        let failed = |error| StoreError::Lock { path: lock.clone(), error };
        let file = File::options().create(true).truncate(false).write(true).open(&lock).map_err(failed)?;
        match HeldLock::take(file) {
            Ok(held) => Ok(Alone(held)),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }
}
