//! A file or text with several games. One game at a time is read, and it can be written back to its place.

use std::fs;
use std::io::{self, BufRead, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::game::Game;
use super::pgn::{self, Header, Lister, MOST_BYTES, Problem};
use crate::files::temporary_file::TemporaryFile;
use crate::files::{open, open_games};
use crate::games::Registry;

/// Why a file with games cannot be read or written. `name` is the name of the file in messages.
#[derive(Debug, Error)]
pub enum PoolError {
    /// The file cannot be read or written.
    #[error("{name}: {error}")]
    Io {
        /// The file.
        name: String,
        /// The cause.
        error: io::Error,
    },
    /// It is a folder.
    #[error("{name}: it is a folder, expected a file with games")]
    Folder {
        /// The folder.
        name: String,
    },
    /// There is no game in it.
    #[error("{name}: there is no game in it")]
    Empty {
        /// The file.
        name: String,
    },
    /// It has no game with this number.
    #[error("{name}: there is no game {number}: expected 1 to {count}")]
    NoGame {
        /// The file.
        name: String,
        /// The number.
        number: usize,
        /// The number of games in it.
        count: usize,
    },
    /// No part of the game can be read.
    #[error("{}", problems(.0).join("; "))]
    Unreadable(Vec<Problem>),
    /// The games do not come from a file.
    #[error("{name}: the games were not read from a file; save the game under a new name")]
    NoPlace {
        /// The name of the text.
        name: String,
    },
    /// It has changed since it was read.
    #[error("{name}: another program has changed it; save the game under another name")]
    Changed {
        /// The file.
        name: String,
    },
}

fn problems(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

/// The games of a file, or of a text without a file.
#[derive(Debug)]
pub struct Pool {
    /// Its name in messages.
    name: String,
    path: Option<PathBuf>,
    /// The text, if there is no file.
    bytes: Vec<u8>,
    headers: Vec<Header>,
    /// The games that are known.
    games: Registry,
}

fn list(input: impl BufRead) -> io::Result<Vec<Header>> {
    Lister::new(input).collect()
}

impl Pool {
    /// The games of a file.
    pub fn file(path: &Path, games: &Registry) -> Result<Pool, PoolError> {
        let name = path.display().to_string();
        if path.is_dir() {
            return Err(PoolError::Folder { name });
        }
        let headers = match open_games(path).and_then(|file| list(BufReader::new(file))) {
            Ok(headers) => headers,
            Err(error) => return Err(PoolError::Io { name, error }),
        };
        Pool { name, path: Some(path.to_owned()), bytes: Vec::new(), headers, games: games.clone() }.some()
    }

    /// The games of a text.
    pub fn text(name: &str, bytes: Vec<u8>, games: &Registry) -> Result<Pool, PoolError> {
        let headers = list(bytes.as_slice()).map_err(|error| PoolError::Io { name: name.to_owned(), error })?;
        Pool { name: name.to_owned(), path: None, bytes, headers, games: games.clone() }.some()
    }

    fn some(self) -> Result<Pool, PoolError> {
        if self.headers.is_empty() { Err(PoolError::Empty { name: self.name }) } else { Ok(self) }
    }

    /// The number of games.
    pub fn count(&self) -> usize {
        self.headers.len()
    }

    /// The path of the file, if there is one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The text of a game as it is in the file, up to the largest size that is read.
    fn chunk(&self, header: &Header) -> io::Result<Vec<u8>> {
        let length = header.length.min(MOST_BYTES as u64);
        let Some(path) = &self.path else {
            let from = (header.offset as usize).min(self.bytes.len());
            let to = (from + length as usize).min(self.bytes.len());
            return Ok(self.bytes[from..to].to_vec());
        };
        let mut file = open(path)?;
        file.seek(SeekFrom::Start(header.offset))?;
        let mut bytes = Vec::with_capacity(length as usize);
        file.take(length).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads a game by its number, from 1, with a list of its problems.
    pub fn read(&self, number: usize) -> Result<(Game, Vec<String>), PoolError> {
        let none = || PoolError::NoGame { name: self.name.clone(), number, count: self.count() };
        let header = self.headers.get(number.wrapping_sub(1)).ok_or_else(none)?;
        let bytes = self.chunk(header).map_err(|error| self.failed(error))?;
        let parsed = pgn::read_one(bytes, header.length, number, header.line, &self.name, &self.games);
        match parsed.game {
            Some(game) => Ok((game, problems(&parsed.problems))),
            None => Err(PoolError::Unreadable(parsed.problems)),
        }
    }

    fn failed(&self, error: io::Error) -> PoolError {
        PoolError::Io { name: self.name.clone(), error }
    }

    /// Replaces a game in the file. Fails without writing if the file has changed since it was read.
    pub fn replace(&mut self, number: usize, game: &Game) -> Result<(), PoolError> {
        let failed = |error| PoolError::Io { name: self.name.clone(), error };
        let (Some(path), Some(header)) = (&self.path, self.headers.get(number.wrapping_sub(1))) else {
            return Err(PoolError::NoPlace { name: self.name.clone() });
        };
        // If the path is a symbolic link, the link stays and its target is written.
        let path = fs::canonicalize(path).map_err(failed)?;
        let now = open_games(&path).and_then(|file| list(BufReader::new(file))).map_err(failed)?;
        if now.get(number - 1) != Some(header) || now.len() != self.headers.len() {
            return Err(PoolError::Changed { name: self.name.clone() });
        }
        let end = header.offset + header.length;
        // Only the owner can read the new file until it is complete; then it gets the permissions of the old one.
        let written = TemporaryFile::beside(&path).and_then(|mut temporary| {
            splice(&path, &mut temporary, header.offset, end, &pgn::write(game))?;
            temporary.replace(&path)
        });
        written.map_err(failed)?;
        let headers = open_games(&path).and_then(|file| list(BufReader::new(file))).map_err(failed)?;
        self.headers = headers;
        Ok(())
    }
}

/// Copies a file, with the part between two offsets replaced by another text.
fn splice(path: &Path, temporary: &mut TemporaryFile, from: u64, to: u64, text: &str) -> io::Result<()> {
    let mut source = open(path)?;
    let rights = source.metadata()?.permissions();
    let target = temporary.file();
    io::copy(&mut (&source).take(from), target)?;
    target.write_all(text.as_bytes())?;
    source.seek(SeekFrom::Start(to))?;
    let mut rest = BufReader::new(source);
    if !rest.fill_buf()?.is_empty() {
        target.write_all(b"\n")?;
        io::copy(&mut rest, target)?;
    }
    target.set_permissions(rights)?;
    target.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::folder::Folder;
    use crate::games::GAMES;
    use crate::record::tree::Id;

    fn text(count: usize) -> String {
        let game = |at: usize| {
            let mut game = Game::begin(GAMES[at % GAMES.len()], None, None).expect("a game");
            game.tags.set("Round", (at + 1).to_string());
            pgn::write(&game)
        };
        (0..count).map(game).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn one_game_is_written_and_the_others_stay() {
        let home = Folder::new("pool");
        let folder = home.path().to_owned();
        let path = folder.join("games.pgn");
        for number in 1..=5 {
            fs::write(&path, text(5)).expect("room");
            let mut pool = Pool::file(&path, &Registry::default()).expect("games");
            assert_eq!(pool.count(), 5);
            let before: Vec<Game> = (1..=5).map(|number| pool.read(number).expect("a game").0).collect();
            let mut changed = before[number - 1].clone();
            changed.tree.notes_mut(Id::ROOT).comments.push("a word".to_owned());
            pool.replace(number, &changed).expect("room");
            for (at, game) in before.iter().enumerate() {
                let expected = if at + 1 == number { &changed } else { game };
                let (found, lines) = pool.read(at + 1).expect("a game");
                assert_eq!((&found, lines), (expected, Vec::new()), "{at}");
            }
            fs::write(&path, text(6)).expect("room");
            let message = pool.replace(number, &changed).expect_err("another file");
            assert!(matches!(message, PoolError::Changed { .. }), "{message}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let bytes = format!("{}\n[Variant \"Holywar\"]\n\n1. nonsense *\n", text(1)).into_bytes();
        let lines = bytes.split(|&byte| byte == b'\n').count();
        let pool = Pool::text("input", bytes, &Registry::default()).expect("games");
        let (game, message) = pool.read(2).expect("a game");
        assert_eq!(game.tree.length(), 0);
        assert!(
            message[0].starts_with(&format!("input: game 2, line {}, move 1 of White", lines - 1)),
            "{message:?}"
        );
        assert!(pool.read(0).is_err() && pool.read(3).is_err());
        assert!(Pool::text("input", Vec::new(), &Registry::default()).is_err());
    }
}
