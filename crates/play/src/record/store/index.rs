//! An index of the entries of unchanged files. It is only a cache: if it is missing, outdated, damaged or from
//! another version, it is rebuilt.

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::entry::GameEntry;
use crate::files::temporary_file::TemporaryFile;
use crate::files::{MOST_INDEX_BYTES, read_text};

/// The index version: to be raised whenever a field of [`GameEntry`] is new or changes its meaning. Other versions are
/// rebuilt.
const VERSION: u32 = 7;

/// The start of the first line.
const NAME: &str = "heterodox index";

/// A file at the time when it was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct IndexEntry {
    pub(super) name: String,
    pub(super) size: u64,
    pub(super) time: u64,
    pub(super) games: Vec<GameEntry>,
    /// Why it has no games, if there is a problem to report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) problem: Option<String>,
}

/// Loads an index; empty if it is missing or not valid.
pub(super) fn load(path: &Path) -> HashMap<String, IndexEntry> {
    let text = read_text(path, MOST_INDEX_BYTES).unwrap_or_default();
    let Some((first, body)) = text.split_once('\n') else { return HashMap::new() };
    if first != heading(body) {
        return HashMap::new();
    }
    let files: Vec<IndexEntry> = serde_json::from_str(body).unwrap_or_default();
    files.into_iter().map(|known| (known.name.clone(), known)).collect()
}

/// The first line: the version, and a checksum of the rest.
fn heading(body: &str) -> String {
    format!("{NAME} {VERSION} {:08x}", crc32fast::hash(body.as_bytes()))
}

/// Writes the index atomically: readers see either the old one or the new one.
pub(super) fn save(path: &Path, files: &[IndexEntry]) -> io::Result<()> {
    let body = serde_json::to_string(files)?;
    let heading = heading(&body);
    if (heading.len() + 1 + body.len()) as u64 > MOST_INDEX_BYTES {
        // It would be too long to be read again.
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut temporary = TemporaryFile::beside(path)?;
    temporary.file().write_all(heading.as_bytes())?;
    temporary.file().write_all(b"\n")?;
    temporary.file().write_all(body.as_bytes())?;
    // No sync is needed: a damaged index is detected by its checksum and rebuilt.
    temporary.replace(path)
}
