//! Deleted games: they are moved to a trash folder and can be restored.

use std::io;
use std::path::{Path, PathBuf};

use super::scan::is_played;
use super::{Store, StoreError};
use crate::files::make_folder;
use crate::record::file::move_new;

/// The trash folder, inside the folder of the games.
const FOLDER: &str = "trash";

/// A file in the trash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trashed {
    /// Its original name.
    pub file: String,
    /// Its path in the trash.
    kept: PathBuf,
}

impl Store {
    /// Moves a file with all its games to the trash.
    pub fn trash(&self, file: &str) -> Result<Trashed, StoreError> {
        let failed = |error| StoreError::of(file)(error);
        if is_played(self, file) {
            return Err(StoreError::Played { file: file.to_owned() });
        }
        let folder = self.folder().join(FOLDER);
        make_folder(&folder).map_err(failed)?;
        let kept = put(&self.path(file), &folder, file).map_err(failed)?;
        Ok(Trashed { file: file.to_owned(), kept })
    }

    /// Restores a file. Returns its name, which is a new one if the original name is taken.
    pub fn restore(&self, trashed: &Trashed) -> Result<String, StoreError> {
        let file = &trashed.file;
        let back = put(&trashed.kept, self.folder(), file).map_err(StoreError::of(file))?;
        Ok(back.file_name().unwrap_or_default().to_string_lossy().into_owned())
    }
}

/// Moves a file into a folder; if its name is taken, it gets a number.
fn put(from: &Path, folder: &Path, file: &str) -> io::Result<PathBuf> {
    let name = Path::new(file);
    let stem = name.file_stem().unwrap_or_default().to_string_lossy();
    let ending = name.extension().unwrap_or_default().to_string_lossy();
    for number in 1..u32::MAX {
        let to = if number == 1 { folder.join(file) } else { folder.join(format!("{stem}-{number}.{ending}")) };
        match move_new(from, &to) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            moved => return moved.map(|()| to),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}
