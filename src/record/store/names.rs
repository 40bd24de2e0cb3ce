//! File names that the user chooses.

use std::io;

use super::{ENDING, Store, is_journal};
use crate::escape;
use crate::record::file::move_new;
use crate::record::journal::is_damaged;

/// The longest name, in bytes: temporary files beside it have slightly longer names.
const LONGEST: usize = 120;

impl Store {
    /// Renames a file; `name` has no extension. Returns the new file name.
    pub fn rename(&self, file: &str, name: &str) -> Result<String, String> {
        if is_damaged(file) {
            return Err("a damaged journal cannot be renamed: its name says which game it is".to_owned());
        }
        if is_journal(file) {
            return Err("this game is in progress: you can rename it when it is over".to_owned());
        }
        let name = name.trim();
        let name = name.strip_suffix(&format!(".{ENDING}")).unwrap_or(name);
        if let Some(problem) = wrong(name) {
            return Err(problem);
        }
        let new = format!("{name}.{ENDING}");
        if new == file {
            return Ok(new);
        }
        match move_new(&self.path(file), &self.path(&new)) {
            Ok(()) => Ok(new),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(format!("the file {new} exists already; choose another name"))
            }
            Err(error) => Err(format!("{file}: {error}")),
        }
    }
}

/// What is wrong with a name, if anything.
fn wrong(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("type a name".to_owned());
    }
    if name.starts_with('.') {
        return Some(format!("\"{name}\" begins with a dot: such files are hidden"));
    }
    if name.len() > LONGEST {
        return Some(format!("the name is too long: at most {LONGEST} letters"));
    }
    // A colon separates the file name from the number of a game in it.
    let bad = name.chars().find(|&letter| matches!(letter, '/' | '\\' | ':') || escape::is_hidden(letter));
    bad.map(|letter| {
        let shown = match letter {
            letter if letter.is_control() => "control characters".to_owned(),
            letter if escape::is_hidden(letter) => "invisible characters".to_owned(),
            letter => format!("\"{letter}\""),
        };
        format!("a name cannot contain {shown}: use letters, digits, spaces and - _ .")
    })
}
