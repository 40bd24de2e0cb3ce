//! A file that is locked while a program works (`flock` on Linux, as the standard library has it). The system releases it when
//! the program dies.

use std::fs::{File, TryLockError};

/// A lock that is held. It is released by name on drop: a process that is just being started has a copy of every open file
/// for a moment, and would otherwise keep the lock for that long.
#[derive(Debug)]
pub struct HeldLock(File);

impl HeldLock {
    /// Takes the lock of this file, or says that another has it.
    pub fn take(file: File) -> Result<HeldLock, TryLockError> {
        file.try_lock()?;
        Ok(HeldLock(file))
    }
}

impl Drop for HeldLock {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_ends_although_a_copy_of_its_file_is_open() {
        let path = std::env::temp_dir().join(format!("heterodox-held-{}", std::process::id()));
        let open = || File::options().create(true).truncate(false).write(true).open(&path).expect("room");
        let file = open();
        let copy = file.try_clone().expect("a copy");
        let held = HeldLock::take(file).expect("nobody has it");
        assert!(matches!(HeldLock::take(open()), Err(TryLockError::WouldBlock)));
        drop(held);
        HeldLock::take(open()).expect("it is free");
        drop(copy);
        let _ = std::fs::remove_file(path);
    }
}
