//! New files that the user names: which names they can have, and how much can be written.

use std::fs;
use std::path::{Path, PathBuf};

use super::Client;
use crate::files::walk;
use crate::paths::files::{Files, Refusal, shown};
use crate::paths::quota::Quota;
use crate::record::form::Form;

/// The files in a folder, with their sizes. One that goes meanwhile is left out.
pub fn kept(folder: &Path) -> Result<Vec<(PathBuf, u64)>, Refusal> {
    let paths = walk(folder).map_err(|error| Refusal::Uncounted { error: error.to_string() })?;
    let sized = |path: PathBuf| fs::symlink_metadata(&path).ok().map(|data| (path, data.len()));
    Ok(paths.into_iter().filter_map(sized).collect())
}

impl Client {
    /// The path of a new file that the user has named. On a server, and beside the files of the program, only files can
    /// be made that are taken away: no name of a file that the program reads. Nothing is written where there is no room.
    /// On the user's own machine a folder that exists can take a game; a file that exists is refused by who writes it.
    pub fn new_file(&self, typed: &str) -> Result<PathBuf, Refusal> {
        let path = self.files.named(typed)?;
        let taken_away =
            Form::of(&path).is_some() || self.files.is_anywhere() && (path.exists() || !self.is_among_own(&path));
        if !taken_away {
            return Err(Refusal::Kind { name: shown(Path::new(typed.trim())) });
        }
        self.room().map(|_| path)
    }

    /// What the user can still keep; an error if it is nothing.
    pub fn room(&self) -> Result<Quota, Refusal> {
        match (&self.files, self.quota) {
            (_, Quota::NONE) | (Files::Anywhere | Files::None, _) => Ok(Quota::NONE),
            (Files::Under(root), quota) => {
                quota.left(&kept(root)?.iter().map(|(_, size)| *size).collect::<Vec<u64>>())
            }
        }
    }

    /// Is this path in a folder of the program?
    fn is_among_own(&self, path: &Path) -> bool {
        let Some(paths) = &self.paths else { return false };
        let whole = |path: &Path| {
            let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
            fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
        };
        let folder = whole(path.parent().unwrap_or(path));
        let own = [paths.config_file.parent(), Some(&paths.themes_dir), Some(&paths.data_dir)];
        own.into_iter().flatten().any(|own| folder.starts_with(whole(own)))
    }
}
