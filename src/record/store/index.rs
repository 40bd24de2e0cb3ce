//! What is known of files that have not changed. Only a copy of what stands in them: where it is
//! missing, old, broken or of another program, it is made again.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::entry::Entry;

/// Another one is made again: to be raised when anything of [`Entry`] says something else.
const VERSION: u32 = 1;

/// What the first line begins with.
const NAME: &str = "heterodox index";

/// A file as it was when it was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Known {
    pub(super) name: String,
    pub(super) size: u64,
    pub(super) time: u64,
    pub(super) games: Vec<Entry>,
    /// Why it has none, where that is to be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) problem: Option<String>,
}

/// What an index says; nothing where it cannot be believed.
pub(super) fn load(path: &Path) -> HashMap<String, Known> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let Some((first, body)) = text.split_once('\n') else { return HashMap::new() };
    if first != heading(body) {
        return HashMap::new();
    }
    let files: Vec<Known> = serde_json::from_str(body).unwrap_or_default();
    files.into_iter().map(|known| (known.name.clone(), known)).collect()
}

/// The first line: the version, and a checksum of the rest.
fn heading(body: &str) -> String {
    format!("{NAME} {VERSION} {:08x}", crc32fast::hash(body.as_bytes()))
}

/// Writes an index as a whole: whoever reads it finds the old one or this one.
pub(super) fn save(path: &Path, files: &[Known]) -> io::Result<()> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let body = serde_json::to_string(files)?;
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let half = path.with_file_name(format!(".index.{}.{count}.half", std::process::id()));
    let written = File::create(&half).and_then(|mut file| {
        file.write_all(heading(&body).as_bytes())?;
        file.write_all(b"\n")?;
        file.write_all(body.as_bytes())
    });
    // It is not synced: a broken one is seen by its checksum, and made again.
    written.and_then(|()| fs::rename(&half, path)).inspect_err(|_| {
        let _ = fs::remove_file(&half);
    })
}
