//! What is known of files that have not changed. Only a copy of what stands in them: where it is
//! missing, old, broken or of another program, it is made again.

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::entry::GameEntry;
use crate::files::half::Half;
use crate::files::{MOST_INDEX, read_text};

/// Another one is made again: to be raised when anything of [`GameEntry`] says something else.
const VERSION: u32 = 2;

/// What the first line begins with.
const NAME: &str = "heterodox index";

/// A file as it was when it was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct IndexEntry {
    pub(super) name: String,
    pub(super) size: u64,
    pub(super) time: u64,
    pub(super) games: Vec<GameEntry>,
    /// Why it has none, where that is to be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) problem: Option<String>,
}

/// What an index says; nothing where it cannot be believed.
pub(super) fn load(path: &Path) -> HashMap<String, IndexEntry> {
    let text = read_text(path, MOST_INDEX).unwrap_or_default();
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

/// Writes an index as a whole: whoever reads it finds the old one or this one.
pub(super) fn save(path: &Path, files: &[IndexEntry]) -> io::Result<()> {
    let body = serde_json::to_string(files)?;
    let heading = heading(&body);
    if (heading.len() + 1 + body.len()) as u64 > MOST_INDEX {
        // It would not be read.
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut half = Half::beside(path)?;
    half.file().write_all(heading.as_bytes())?;
    half.file().write_all(b"\n")?;
    half.file().write_all(body.as_bytes())?;
    // It is not synced: a broken one is seen by its checksum, and made again.
    half.replace(path)
}
