//! Which files a client may use. A person on their own machine may name any file. A guest of a server has a folder of
//! their own, or no files at all. Every file that a screen opens, creates or changes is asked for here, and the reasons
//! for a refusal are worded here.

use std::fs;
use std::path::{Component, Path, PathBuf};

use thiserror::Error;

/// The files that a client may use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Files {
    /// All files of the user who runs the program.
    Anywhere,
    /// Only the files in this folder, by names relative to it. Links are not followed.
    Under(PathBuf),
    /// None.
    None,
}

/// Why a file or a program cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// There are no files for this client.
    #[error("files cannot be used on this server")]
    None,
    /// The name leads out of the client's folder, or may do so.
    #[error("{name}: only files in your own folder can be used; type a name like game.pgn")]
    Outside {
        /// The name, as it was typed.
        name: String,
    },
    /// The name, or a part of it, is longer than a file system takes.
    #[error("{name}: the name is too long")]
    Long {
        /// The beginning of the name.
        name: String,
    },
    /// The path goes through a symbolic link.
    #[error("{name}: this is a link, and links cannot be used on this server")]
    Link {
        /// The path of the link.
        name: String,
    },
    /// The name is not one of a file that is given away.
    #[error("{name}: the name must end in .pgn, .fen, .svg, .txt or .cast")]
    Kind {
        /// The name.
        name: String,
    },
    /// There is no room for more files.
    #[error(
        "there is no room for it: you can keep {files} files and {megabytes} MB; delete files under Account, Your files"
    )]
    Full {
        /// The most files.
        files: usize,
        /// The most megabytes of all files together.
        megabytes: u64,
    },
    /// It is not known how much room there is.
    #[error("your files cannot be counted: {error}")]
    Uncounted {
        /// Why.
        error: String,
    },
    /// The engine is not one of those that the operator of the server has listed.
    #[error("engine {name}: only engines of the server can be used")]
    Engine {
        /// The name of the engine.
        name: String,
    },
}

/// The longest part of a path, in bytes.
const LONGEST_PART_BYTES: usize = 255;

/// The longest name in a refusal, in characters.
const LONGEST: usize = 80;

pub(crate) fn shown(path: &Path) -> String {
    let text = path.display().to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn outside(path: &Path) -> Refusal {
    Refusal::Outside { name: shown(path) }
}

/// Checks that no part of a path below a folder is a link. The path does not have to exist.
fn without_links(root: &Path, below: &Path) -> Result<PathBuf, Refusal> {
    let mut path = root.to_owned();
    for part in below.components() {
        path.push(part);
        if fs::symlink_metadata(&path).is_ok_and(|data| data.is_symlink()) {
            return Err(Refusal::Link { name: shown(path.strip_prefix(root).unwrap_or(&path)) });
        }
    }
    Ok(path)
}

/// The names in a path, without `.`; `None` if it has other parts: `..` or a root.
fn names(path: &Path) -> Option<PathBuf> {
    let mut names = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => names.push(name),
            Component::CurDir => {}
            _ => return None,
        }
    }
    Some(names)
}

impl Files {
    /// Whether the client is the user who runs the program.
    pub fn is_anywhere(&self) -> bool {
        *self == Files::Anywhere
    }

    /// The path of a file that the user has named.
    pub fn named(&self, typed: &str) -> Result<PathBuf, Refusal> {
        let typed = typed.trim();
        match self {
            Files::Anywhere => Ok(super::expanded(typed)),
            Files::None => Err(Refusal::None),
            Files::Under(root) => {
                let outside = || outside(Path::new(typed));
                // A name that begins with `~` would be a home folder for a shell.
                if typed.starts_with('~') || typed.contains(char::is_control) {
                    return Err(outside());
                }
                let below = names(Path::new(typed)).ok_or_else(outside)?;
                if below.iter().any(|part| part.len() > LONGEST_PART_BYTES) {
                    return Err(Refusal::Long { name: shown(&below) });
                }
                without_links(root, &below)
            }
        }
    }

    /// A text that names files as this client knows them: where a guest's folder is on the server is no use to them.
    pub fn shown(&self, text: &str) -> String {
        match self {
            Files::Under(root) => text.replace(&format!("{}/", root.display()), ""),
            Files::Anywhere | Files::None => text.to_owned(),
        }
    }

    /// The words after something was saved in a file: the whole path, or on a server the name in the folder of the
    /// player, and how they get it.
    pub fn saved(&self, what: &str, path: &Path) -> String {
        let what = if what.is_empty() { String::new() } else { format!(" {what}") };
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string();
        match self {
            Files::Under(_) => {
                let name = self.shown(&path);
                format!("Saved{what} as {name} in your folder. To get it: ssh HOST archive > heterodox.tar")
            }
            Files::Anywhere | Files::None => format!("Saved{what} to {path}."),
        }
    }

    /// Checks a path of the program's own: settings, a theme, a saved game.
    pub fn own(&self, path: &Path) -> Result<(), Refusal> {
        match self {
            Files::Anywhere => Ok(()),
            Files::None => Err(Refusal::None),
            Files::Under(root) => {
                let below = path.strip_prefix(root).ok().and_then(names).ok_or_else(|| outside(path))?;
                without_links(root, &below).map(drop)
            }
        }
    }

    /// Checks a folder of the program's own, with everything in it. It does not have to exist.
    pub fn own_folder(&self, path: &Path) -> Result<(), Refusal> {
        self.own(path)?;
        if self.is_anywhere() {
            return Ok(());
        }
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let link = { entries }.find(|entry| entry.file_type().is_ok_and(|kind| kind.is_symlink()));
        link.map_or(Ok(()), |link| Err(Refusal::Link { name: shown(Path::new(&link.file_name())) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_stay_in_the_folder() {
        let files = Files::Under(PathBuf::from("/nowhere/guest"));
        for name in ["game.pgn", "./game.pgn", "a/b/c.fen", " x ", ".hidden", "..pgn", "a..b"] {
            let path = files.named(name).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
            assert!(path.starts_with("/nowhere/guest/"), "{name}");
        }
        for name in ["/etc/passwd", "..", "../x", "a/../../x", "a/../x", "~/x", "~root/x", "x\0y", "//x", "./../x"]
        {
            assert!(matches!(files.named(name), Err(Refusal::Outside { .. })), "{name}");
            assert_eq!(Files::None.named(name), Err(Refusal::None));
        }
        assert!(files.own(Path::new("/nowhere/guest/games")).is_ok());
        for path in ["/nowhere/guests", "/nowhere", "games", "/nowhere/guest/../x"] {
            assert!(files.own(Path::new(path)).is_err(), "{path}");
        }
    }

    #[test]
    fn what_was_saved_is_named_so_that_it_can_be_found() {
        let here = std::env::current_dir().expect("a folder").join("x.svg");
        assert_eq!(Files::Anywhere.saved("", Path::new("x.svg")), format!("Saved to {}.", here.display()));
        assert_eq!(Files::Anywhere.saved("2 games", Path::new("/a/x.pgn")), "Saved 2 games to /a/x.pgn.");
        let guest = Files::Under(PathBuf::from("/nowhere/guest"));
        let path = guest.named("my/x.svg").expect("a name");
        let message = "Saved the game as my/x.svg in your folder. To get it: ssh HOST archive > heterodox.tar";
        assert_eq!(guest.saved("the game", &path), message);
        assert_eq!(guest.shown("/nowhere/guest/x.svg: exists"), "x.svg: exists");
    }

    proptest! {
        #[test]
        fn no_text_leads_out_of_the_folder(parts in prop::collection::vec(prop::sample::select(vec![
            "..", ".", "/", "//", "~", "a", " ", "\\", "\0", "é", "...", "~/", "../", "/..", "-",
        ]), 0..12)) {
            let root = Path::new("/nowhere/guest");
            if let Ok(path) = Files::Under(root.to_owned()).named(&parts.concat()) {
                prop_assert!(path.starts_with(root));
                prop_assert!(path.components().all(|part| part != Component::ParentDir));
            }
        }
    }
}
