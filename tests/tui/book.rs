//! The pages of the book that the program writes: every game with its rules and a picture, the help of every command, all
//! settings, all keys. They are as they were; `just book` (`BLESS=1`) makes them anew.

mod games;
mod keys;
mod manual;
mod settings;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Pages and pictures by their path below `docs`.
type Pages = BTreeMap<String, String>;

/// The folder in which there is nothing else.
const GAMES: &str = "games";

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

fn page(name: &str) -> String {
    fs::read_to_string(docs().join(name)).unwrap_or_default()
}

/// What a page says about where it comes from. Readers do not see it.
fn made_by(test: &str) -> String {
    format!("<!-- Written by the program: `BLESS=1 cargo test --test tui book::{test}` writes it again. -->\n")
}

/// Are these pages as they were? With `BLESS` they are written first.
fn compare(pages: &Pages) {
    if std::env::var_os("BLESS").is_some() {
        for (name, now) in pages {
            fs::create_dir_all(docs().join(name).parent().expect("a folder")).expect("room");
            fs::write(docs().join(name), now).expect("room");
        }
    }
    let other: Vec<&str> =
        pages.iter().filter(|(name, now)| page(name) != **now).map(|(name, _)| name.as_str()).collect();
    assert!(other.is_empty(), "{other:?} in docs: look at them after `just book`");
}
