//! Everything that the server keeps, as one file: the host key, the database and the folders of all members. A database on a
//! server is not in it. The server
//! may run meanwhile: the database is copied by SQLite, so the copy is of one moment.

use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use super::archive::Tar;
use super::store::Store;
use super::{ClubError, DATABASE};
use crate::files::temporary_file::{TEMPORARY, TemporaryFile};
use crate::files::{self, walk};

/// Whether a file of the folder is left out: the database, which is copied in another way, and half files.
fn is_left_out(below: &Path) -> bool {
    let name = below.to_string_lossy();
    name.starts_with(DATABASE) || name.contains(TEMPORARY)
}

/// Writes what is in the folder of a server to this file, which only its owner can read.
pub fn write(folder: &Path, file: &Path) -> Result<(), ClubError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| ClubError::File { path, error }
    };
    let database = folder.join(DATABASE);
    let is_elsewhere = !database.exists() && Store::was_served(&database);
    if !is_elsewhere {
        fs::metadata(&database).map_err(failed(&database))?;
    }
    let mut temporary = TemporaryFile::beside(file).map_err(failed(file))?;
    let mut copy = temporary.path().as_os_str().to_owned();
    copy.push(".db");
    let copy = Removed(PathBuf::from(copy));
    if !is_elsewhere {
        files::create(&copy.0).map_err(failed(&copy.0))?;
        Store::copy(&database, &copy.0)?;
    }
    {
        let mut tar = Tar::new(BufWriter::new(temporary.file()));
        let mut add = |name: &Path, path: &Path| {
            let opened = files::open(path).and_then(|file| Ok((file.metadata()?, file)));
            let (data, opened) = match opened {
                // A file that is gone since the folder was read was renamed or deleted.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
                opened => opened.map_err(failed(path))?,
            };
            let changed = data.modified().map_err(failed(path))?;
            tar.file(name, opened, data.len(), changed).map_err(failed(file))
        };
        if !is_elsewhere {
            add(Path::new(DATABASE), &copy.0)?;
        }
        for path in walk(folder).map_err(failed(folder))? {
            let below = path.strip_prefix(folder).unwrap_or(&path);
            // The backup itself may be written into the folder.
            if !is_left_out(below) && path != file {
                add(below, &path)?;
            }
        }
        tar.finish().and_then(|mut out| out.flush()).map_err(failed(file))?;
    }
    temporary.file().sync_all().map_err(failed(file))?;
    temporary.replace(file).map_err(failed(file))
}

/// A file that is removed in the end.
struct Removed(PathBuf);

impl Drop for Removed {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}
