//! Games in files of the user: one that is named, and all of the folder `variants` beside the settings.

mod imported;
mod offered;
mod watched;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::escape;
use crate::games::file::{FileVariant, MOST_BYTES, Mistakes};
use crate::games::{Registry, RegistryError};
use crate::nets::NetPlace;
use crate::record::course::Course;
use crate::rules::spec::Spec;
use crate::rules::variant::Variant as _;

pub use imported::{ImportedGames, import, is_import};
pub use offered::OfferedGames;
pub use watched::{GamePath, WatchedFile, WatchedFolder};

/// The ending of such a file.
pub const ENDING: &str = "toml";

/// The most files of a folder that are read.
const MOST: usize = 64;

/// Why the file of a game gives none.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameFileError {
    /// It cannot be read.
    #[error("{path}: {reason}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        reason: String,
    },
    /// It has mistakes: a line for each.
    #[error("{}", .0.join("\n"))]
    Mistakes(Vec<String>),
}

/// Is this the name of such a file?
pub fn is_game(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == ENDING)
}

/// Where the puzzles of a game in this file are: in `mine.puzzles.pgn` beside `mine.toml`.
pub fn puzzles_beside(path: &Path) -> PathBuf {
    path.with_extension("puzzles.pgn")
}

/// The game in this file. From now on the computer plays it by the net beside the file, if there is one of its rules.
pub fn read(path: &Path) -> Result<&'static FileVariant, GameFileError> {
    let game = of_text(&text(path)?, path)?;
    NetPlace::beside(path).teach(game);
    Ok(game)
}

/// The text in this file.
fn text(path: &Path) -> Result<String, GameFileError> {
    let failed = |error: &dyn std::fmt::Display| GameFileError::Unreadable {
        path: escape::path(path),
        reason: error.to_string(),
    };
    let mut bytes = Vec::new();
    let open = File::open(path).map_err(|error| failed(&error))?;
    open.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    String::from_utf8(bytes).map_err(|error| failed(&error.utf8_error()))
}

/// The game of a text that stands in this file.
fn of_text(text: &str, path: &Path) -> Result<&'static FileVariant, GameFileError> {
    let name = escape::path(path);
    checked(FileVariant::kept(text, &name), &name)
}

/// The game of a text that somebody has sent, who calls it so.
pub fn of_others(text: &str, name: &str) -> Result<&'static FileVariant, GameFileError> {
    checked(FileVariant::kept_of_others(text, name), name)
}

/// A game whose lessons have no mistakes either.
fn checked(
    game: Result<&'static FileVariant, Mistakes>,
    name: &str,
) -> Result<&'static FileVariant, GameFileError> {
    let game =
        game.map_err(|mistakes| GameFileError::Mistakes(mistakes.iter().map(ToString::to_string).collect()))?;
    let wrong: Vec<String> = Course::mistakes(game, name).iter().map(ToString::to_string).collect();
    if wrong.is_empty() { Ok(game) } else { Err(GameFileError::Mistakes(wrong)) }
}

/// The error of a file whose game cannot have its name.
fn taken(path: &Path, error: &RegistryError) -> GameFileError {
    GameFileError::Unreadable { path: escape::path(path), reason: error.to_string() }
}

/// A file of the folder.
#[derive(Clone, Debug)]
pub struct OwnGame {
    /// Where it is.
    pub path: PathBuf,
    /// Its game, or why it gives none.
    pub game: Result<&'static FileVariant, GameFileError>,
}

impl OwnGame {
    /// The name of the file without its ending.
    pub fn stem(&self) -> String {
        self.path.file_stem().map(|stem| escape::line(&stem.to_string_lossy()).into_owned()).unwrap_or_default()
    }
}

/// Says that a game has other rules than the file of the same id has now.
pub(crate) fn other_rules(game: &'static Spec, games: &Registry) -> Option<String> {
    let (own, known) = (FileVariant::of(game)?, games.file(game.id)?);
    (own.source().is_some() && own.digest() != known.digest()).then(|| {
        format!(
            "The rules of {} have changed since this game began. It keeps those it began with.",
            known.spec().title
        )
    })
}

/// All games of a folder, in the order of their names. From now on these games know them. Nothing if there is no such
/// folder.
pub fn learn_all(folder: &Path, games: &Registry) -> Vec<OwnGame> {
    let learnt = |path: PathBuf| {
        let learn = |game| games.learn(game).map(|()| game).map_err(|error| taken(&path, &error));
        let game = read(&path).and_then(learn);
        OwnGame { path, game }
    };
    files(folder).into_iter().map(learnt).collect()
}

/// The same for a folder that alone says which games there are: a game is no longer found by its name when its file is
/// gone, and of two files with one id the first counts.
pub fn learn_only(folder: &Path, games: &Registry) -> Vec<OwnGame> {
    let mut learnt: BTreeMap<&str, &'static FileVariant> = BTreeMap::new();
    let mut found = Vec::new();
    for path in files(folder) {
        let game = read(&path).and_then(|game| {
            let id = game.spec().id;
            let first = learnt.get(id).map(|known| RegistryError::Taken { id, known: known.spec().title });
            first.map_or_else(|| games.learn(game), Err).map_err(|error| taken(&path, &error))?;
            learnt.insert(id, game);
            Ok(game)
        });
        found.push(OwnGame { path, game });
    }
    let learnt: Vec<&'static FileVariant> = learnt.into_values().collect();
    games.keep_learnt(&learnt);
    found
}

/// The files of games in a folder, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    // A pipe with such a name would be waited for.
    let is_plain = |path: &PathBuf| is_game(path) && fs::metadata(path).is_ok_and(|facts| facts.is_file());
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_plain).collect();
    paths.sort_unstable();
    paths.truncate(MOST);
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::shelf;

    #[test]
    fn a_folder_is_learnt_with_what_is_wrong_in_it() {
        let folder = std::env::temp_dir().join(format!("heterodox-own-games-{}", std::process::id()));
        fs::create_dir_all(folder.join("folder.toml")).expect("room");
        let chess = shelf::all()[0].text;
        let mine = chess.replacen("\"chess\"", "\"mychess\"", 1).replacen("\"Chess\"", "\"My Chess\"", 1);
        fs::write(folder.join("b.toml"), &mine).expect("room");
        fs::write(folder.join("a.toml"), "format = 7").expect("room");
        fs::write(folder.join("c.toml"), mine.replacen("mychess", "holywar", 1)).expect("room");
        fs::write(folder.join("d.txt"), &mine).expect("room");
        let games = Registry::default();
        let found = learn_all(&folder, &games);
        fs::remove_dir_all(&folder).expect("it is there");
        let names: Vec<String> = found.iter().map(OwnGame::stem).collect();
        assert_eq!(names, ["a", "b", "c"]);
        assert!(matches!(&found[0].game, Err(GameFileError::Mistakes(lines)) if lines.len() > 3), "{found:?}");
        assert!(found[1].game.is_ok());
        let taken = found[2].game.as_ref().expect_err("the id is another game's").to_string();
        assert!(taken.contains("there is a game of that name already, Holywar"), "{taken}");
        assert!(games.find("mychess").is_some() && games.clone().file("mychess").is_some());
        assert!(games.games().iter().all(|game| game.spec().id != "mychess"));
        assert!(learn_all(&folder, &games).is_empty());
    }
}
