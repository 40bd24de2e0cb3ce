//! A temporary folder of one test. The unit tests of `src` use it too, by `crate::files::folder`.

// Every test file uses its own part of this.
#![allow(dead_code, unreachable_pub)]

use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A new, empty folder that is deleted with its owner. Only its owner can read it.
pub struct Folder(TempDir);

impl Folder {
    /// A folder whose name contains this name, so that a folder that is left behind shows its test.
    pub fn new(name: &str) -> Folder {
        Folder(TempDir::with_prefix(format!("heterodox-{name}-")).expect("a folder for a test"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// A path in the folder.
    pub fn join(&self, below: impl AsRef<Path>) -> PathBuf {
        self.path().join(below)
    }
}
