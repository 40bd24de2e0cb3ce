//! Writes a setting into the settings file of the user.

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::Client;
use crate::config::file::{write, write_keys};
use crate::config::mistake::WriteError;
use crate::files::temporary_file::TemporaryFile;
use crate::files::{self, MOST_SETTINGS_BYTES};
use crate::paths::files::{Files, Refusal};

/// Writes an option into the user's settings file; its comments are preserved.
pub fn keep(section: &str, key: &str, value: &str, client: &mut Client) -> Result<(), SaveError> {
    change(client, |text| write(text, section, key, value))
}

/// Writes the keys of an action in the same way; without keys its line is removed, and the defaults count.
pub fn keep_keys(action: &str, keys: Option<&[String]>, client: &mut Client) -> Result<(), SaveError> {
    change(client, |text| write_keys(text, action, keys))
}

fn change(client: &mut Client, how: impl Fn(&str) -> Result<String, WriteError>) -> Result<(), SaveError> {
    if client.files == Files::None {
        return Err(Refusal::None.into());
    }
    let Some(paths) = &client.paths else { return Err(SaveError::NoHome) };
    let path = &paths.config_file;
    client.files.own(path)?;
    let failed = |error| SaveError::Io { path: path.clone(), error };
    // The file is read again, because it may have been edited since.
    let text = match files::read_text(path, MOST_SETTINGS_BYTES) {
        Ok(text) => text,
        // A new user file contains only the changed option, not the defaults.
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(failed(error)),
    };
    let text = how(&text).map_err(|error| SaveError::Write { path: path.clone(), error })?;
    replace(path, &text).map_err(failed)?;
    client.config_text = Some(text);
    Ok(())
}

/// Why an option was not saved.
#[derive(Debug, Error)]
pub enum SaveError {
    /// There is no home folder.
    #[error("not saved: no home folder was found")]
    NoHome,
    /// This user may not write files.
    #[error("not saved: {0}")]
    Files(#[from] Refusal),
    /// Reading or writing failed.
    #[error("not saved: {}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What failed.
        error: io::Error,
    },
    /// The text of the file cannot be changed.
    #[error("not saved: {}: {error}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        error: WriteError,
    },
}

impl SaveError {
    /// Whether it should have been saved: there is a file that this user may write.
    pub const fn is_fault(&self) -> bool {
        matches!(self, SaveError::Io { .. } | SaveError::Write { .. })
    }
}

/// Replaces a file atomically, so that readers see the old text or the new one. If the path is a symbolic link,
/// its target is replaced; the permissions are kept.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if let Some(folder) = path.parent() {
        files::make_folder(folder)?;
    }
    let mut temporary = TemporaryFile::beside(&path)?;
    temporary.file().write_all(text.as_bytes())?;
    if let Ok(known) = fs::metadata(&path) {
        temporary.file().set_permissions(known.permissions())?;
    }
    temporary.file().sync_all()?;
    temporary.replace(&path)
}
