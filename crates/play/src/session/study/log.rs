//! The games of a study in a PGN file. It grows by one whole game at a time.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::Study;
use crate::escape;
use crate::games::Registry;
use crate::record::game::Game;
use crate::record::pgn::{Reader, write};

/// Why a file cannot be continued.
#[derive(Debug, Error)]
pub enum LogError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// A game of it is of another study.
    #[error("{path}, game {number}: expected \"{expected}\", found \"{found}\"; give another file")]
    Other {
        /// The file.
        path: String,
        /// The number of the game in the file.
        number: usize,
        /// The name of this study.
        expected: String,
        /// The name of the other one.
        found: String,
    },
    /// The rules of the game have changed since.
    #[error("{path}, game {number}: it was played by other rules of the same game; give another file")]
    Changed {
        /// The file.
        path: String,
        /// The number of the game in the file.
        number: usize,
    },
    /// A game in the middle cannot be read.
    #[error("{path}, game {number}: it cannot be read; give another file")]
    Unreadable {
        /// The file.
        path: String,
        /// The number of the game in the file.
        number: usize,
    },
}

/// An open file of games.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// Opens the file of this study, or makes it, and reads its games. A game at its end that was not written as a whole is
    /// removed.
    pub fn open(path: &Path, study: &Study<'_>, registry: &Registry) -> Result<(Log, Vec<Game>), LogError> {
        let failed = |error| LogError::File { path: escape::path(path), error };
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        let mut log = Log { path: path.to_owned(), file };
        let mut text = Vec::new();
        log.file.seek(SeekFrom::Start(0)).and_then(|_| log.file.read_to_end(&mut text)).map_err(failed)?;
        let whole = whole(&text);
        if whole < text.len() {
            log.file.set_len(whole as u64).map_err(failed)?;
        }
        let games = log.read(&text[..whole], study, registry)?;
        Ok((log, games))
    }

    fn read(&self, text: &[u8], study: &Study<'_>, registry: &Registry) -> Result<Vec<Game>, LogError> {
        let path = || escape::path(&self.path);
        let mut games = Vec::new();
        for (at, parsed) in Reader::new(text).of(registry).enumerate() {
            let (number, expected) = (at + 1, study.event());
            let parsed = parsed.map_err(|error| LogError::File { path: path(), error })?;
            let stops = parsed.problems.iter().any(|problem| problem.stops);
            let game =
                parsed.game.filter(|_| !stops).ok_or_else(|| LogError::Unreadable { path: path(), number })?;
            let (event, round) = ["Event", "Round"].map(|tag| game.tags.get(tag).unwrap_or_default()).into();
            if event != expected || round != number.to_string() {
                let found = if event == expected { format!("round {round}") } else { event.to_owned() };
                return Err(LogError::Other { path: path(), number, expected, found });
            }
            if game.tree.start().variant().source() != study.variant.source() {
                return Err(LogError::Changed { path: path(), number });
            }
            games.push(game);
        }
        Ok(games)
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Game) -> Result<(), LogError> {
        let text = write(game) + "\n";
        let failed = |error| LogError::File { path: escape::path(&self.path), error };
        self.file.write_all(text.as_bytes()).map_err(failed)
    }
}

/// The length of the games that were written as a whole: each ends with an empty line behind its moves.
fn whole(text: &[u8]) -> usize {
    let mut whole = 0;
    let mut has_moves = false;
    let mut at = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        at += line.len();
        match line {
            b"\n" if has_moves => (whole, has_moves) = (at, false),
            b"\n" => {}
            line => has_moves = !line.starts_with(b"["),
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_was_cut_off_does_not_count() {
        let game = "[Event \"a\"]\n[Round \"1\"]\n\n1. e4 { [%eval 0.1] }\ne5 *\n\n";
        let all = game.repeat(2);
        for cut in 0..=all.len() {
            let expected = [all.len(), game.len(), 0].into_iter().find(|&whole| whole <= cut);
            assert_eq!(Some(whole(&all.as_bytes()[..cut])), expected, "{cut}");
        }
    }
}
