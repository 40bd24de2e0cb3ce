//! Nets that were learnt for games of files: where they are, and how far the learning of one is. The net of `mine.toml`
//! is `mine.net` beside it; those of games of the program are in the data folder. What `heterodox-lab learn` works on is in a
//! folder beside the net.

mod progress;
mod state;

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::escape;
use crate::files;
use crate::games::file::FileVariant;
use crate::games::nets::{self, LearntNet, MOST_BYTES, NetFault, NetFile};
use crate::games::shelf;

pub use progress::{Progress, Stage, WorkLock, is_running, pause};
pub use state::{LearnState, LearnWatch};

/// The ending of a net.
const ENDING: &str = "net";
/// The ending of the folder of work.
const WORK: &str = "learn";
/// The folder of nets in the data folder.
const FOLDER: &str = "nets";

/// Where the net of a game is, and the work on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetPlace {
    /// The net.
    pub net: PathBuf,
    /// The folder of work.
    pub work: PathBuf,
}

/// What a place has for a game.
#[derive(Clone, Debug)]
pub enum FoundNet {
    /// No net.
    None,
    /// The net that the computer plays by.
    Used(Arc<LearntNet>),
    /// A file that is no net of these rules, and why, in words.
    Refused(String),
}

impl NetPlace {
    /// That of a game in this file.
    pub fn beside(file: &Path) -> NetPlace {
        NetPlace { net: file.with_extension(ENDING), work: file.with_extension(WORK) }
    }

    /// That of a game of the program.
    pub fn of_program(data: &Path, id: &str) -> NetPlace {
        let named = |ending| data.join(FOLDER).join(format!("{id}.{ending}"));
        NetPlace { net: named(ENDING), work: named(WORK) }
    }

    /// Reads the net of this place. From now on the computer plays the game by it, if it was learnt by the same rules.
    pub fn teach(&self, game: &FileVariant) -> FoundNet {
        let bytes = match files::read(&self.net, MOST_BYTES) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return FoundNet::None,
            Err(error) => return self.refused(&error),
        };
        let learnt = NetFile::read(&bytes).and_then(|file| nets::learn(game, &file));
        learnt.map_or_else(|fault: NetFault| self.refused(&fault), FoundNet::Used)
    }

    fn refused(&self, why: &dyn std::fmt::Display) -> FoundNet {
        FoundNet::Refused(format!("{}: {why}", escape::path(&self.net)))
    }
}

/// Reads the nets of the games of the shelf in the data folder. From now on the computer plays these games by them.
pub fn teach_shelf(data: &Path) {
    let Ok(entries) = std::fs::read_dir(data.join(FOLDER)) else { return };
    let paths = entries.flatten().map(|entry| entry.path());
    for path in paths.filter(|path| path.extension() == Some(OsStr::new(ENDING))) {
        let book =
            path.file_stem().and_then(OsStr::to_str).and_then(|id| shelf::all().iter().find(|book| book.id == id));
        if let Some(book) = book {
            NetPlace::of_program(data, book.id).teach(book.game());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_net_is_beside_its_file_or_in_the_data_folder() {
        let place = NetPlace::beside(Path::new("/a/my.game.toml"));
        assert_eq!((place.net, place.work), ("/a/my.game.net".into(), "/a/my.game.learn".into()));
        let place = NetPlace::of_program(Path::new("/d"), "chess");
        assert_eq!((place.net, place.work), ("/d/nets/chess.net".into(), "/d/nets/chess.learn".into()));
    }
}
