//! The commit of a folder: what `cargo package` has noted in it, else that of the working copy.

use std::fs;
use std::path::{Path, PathBuf};

/// A commit, and the files that say so.
#[derive(Default, Debug)]
pub(crate) struct Found {
    /// Its first letters.
    pub(crate) commit: Option<String>,
    /// If one of these changes, it may be another one.
    pub(crate) read: Vec<PathBuf>,
}

/// As many letters as are told.
const SHOWN: usize = 12;

fn short(text: &str) -> Option<String> {
    let text = text.trim();
    let is_commit = text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_commit.then(|| text[..SHOWN].to_ascii_lowercase())
}

/// The commit that a packed crate has in `.cargo_vcs_info.json`.
fn packed(folder: &Path) -> Option<(String, PathBuf)> {
    let path = folder.join(".cargo_vcs_info.json");
    let text = fs::read_to_string(&path).ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    let value = rest.split('"').nth(1)?;
    Some((short(value)?, path))
}

/// The folder of git: `.git`, or the one that a file of this name points to, as in one of several working copies.
fn git(folder: &Path) -> Option<PathBuf> {
    let path = folder.join(".git");
    if path.is_dir() {
        return Some(path);
    }
    let text = fs::read_to_string(&path).ok()?;
    Some(folder.join(text.trim().strip_prefix("gitdir:")?.trim()))
}

/// The commit of a folder.
pub(crate) fn of(folder: &Path) -> Found {
    if let Some((commit, path)) = packed(folder) {
        return Found { commit: Some(commit), read: vec![path] };
    }
    let mut found = Found::default();
    let Some(git) = git(folder) else { return found };
    let head = git.join("HEAD");
    let Ok(text) = fs::read_to_string(&head) else { return found };
    found.read.push(head);
    let Some(name) = text.trim().strip_prefix("ref:").map(str::trim) else {
        found.commit = short(&text);
        return found;
    };
    // Several working copies share the branches of one folder.
    let common =
        fs::read_to_string(git.join("commondir")).map_or_else(|_| git.clone(), |path| git.join(path.trim()));
    for folder in [&git, &common] {
        let path = folder.join(name);
        if let Some(commit) = fs::read_to_string(&path).ok().and_then(|text| short(&text)) {
            found.read.push(path);
            found.commit = Some(commit);
            return found;
        }
    }
    let path = common.join("packed-refs");
    let text = fs::read_to_string(&path).unwrap_or_default();
    found.commit = text.lines().find_map(|line| {
        let (commit, own) = line.split_once(' ')?;
        if own == name { short(commit) } else { None }
    });
    found.read.push(path);
    found
}
