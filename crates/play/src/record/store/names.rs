//! File names that the user chooses.

use std::io;

use super::{Bad, ENDING, NameError, Store, StoreError, is_journal};
use crate::escape;
use crate::record::file::move_new;
use crate::record::journal::is_damaged;

/// The longest name, in bytes: temporary files beside it have slightly longer names.
const LONGEST_BYTES: usize = 120;

impl Store {
    /// Renames a file; `name` has no extension. Returns the new file name.
    pub fn rename(&self, file: &str, name: &str) -> Result<String, StoreError> {
        if is_damaged(file) {
            return Err(StoreError::RenamesDamaged);
        }
        if is_journal(file) {
            return Err(StoreError::RenamesRunning);
        }
        let name = name.trim();
        let name = name.strip_suffix(&format!(".{ENDING}")).unwrap_or(name);
        check(name)?;
        let new = format!("{name}.{ENDING}");
        if new == file {
            return Ok(new);
        }
        match move_new(&self.path(file), &self.path(&new)) {
            Ok(()) => Ok(new),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(StoreError::Exists { file: new }),
            Err(error) => Err(StoreError::of(file)(error)),
        }
    }
}

/// Can a file have this name?
fn check(name: &str) -> Result<(), NameError> {
    if name.is_empty() {
        return Err(NameError::Empty);
    }
    if name.len() > LONGEST_BYTES {
        return Err(NameError::TooLong(LONGEST_BYTES));
    }
    if name.starts_with('.') {
        return Err(NameError::Hidden(name.to_owned()));
    }
    // A colon separates the file name from the number of a game in it.
    let bad = name.chars().find(|&letter| matches!(letter, '/' | '\\' | ':') || escape::is_hidden(letter));
    match bad {
        None => Ok(()),
        Some(letter) if letter.is_control() => Err(NameError::Contains(Bad::Control)),
        Some(letter) if escape::is_hidden(letter) => Err(NameError::Contains(Bad::Invisible)),
        Some(letter) => Err(NameError::Contains(Bad::Letter(letter))),
    }
}
