//! The games that were played to learn: a file that grows by one whole line at a time. Each line is the seed and a game.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use heterodox_play::files;

use super::LearnError;
use crate::lines::Lines;
use crate::trainer::GameLog;

/// The name of the file.
pub(super) const NAME: &str = "games.tsv";

/// The most bytes of a position with its share of the line.
const MOST_BYTES_OF_POSITION: u64 = 400;

/// An open file of games.
pub(super) struct GameFile {
    path: PathBuf,
    file: File,
}

/// How much is in it.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Known {
    pub(super) games: usize,
    pub(super) positions: usize,
    pub(super) seed: u64,
}

impl GameFile {
    /// Opens the file in a folder of work, or makes it. A line at its end that was not written as a whole is removed.
    pub(super) fn open(work: &Path, most: usize) -> Result<(GameFile, Known), LearnError> {
        let path = work.join(NAME);
        let failed = |error| LearnError::file(&path, error);
        if let Err(error) = files::create(&path)
            && error.kind() != io::ErrorKind::AlreadyExists
        {
            return Err(failed(error));
        }
        files::open_within(&path, most as u64 * MOST_BYTES_OF_POSITION).map_err(failed)?;
        let mut file = OpenOptions::new().read(true).append(true).open(&path).map_err(failed)?;
        let whole = whole(&mut file).map_err(failed)?;
        file.set_len(whole).map_err(failed)?;
        let mut known = Known::default();
        read(&path, &mut |seed, log| {
            known.games += 1;
            known.positions += log.positions.len();
            known.seed = seed;
        })?;
        Ok((GameFile { path, file }, known))
    }

    /// Adds a game.
    pub(super) fn add(&mut self, log: &GameLog, seed: u64) -> Result<(), LearnError> {
        let line = format!("{seed}\t{log}\n");
        self.file.write_all(line.as_bytes()).map_err(|error| LearnError::file(&self.path, error))
    }

    /// All games of a folder of work.
    pub(super) fn all(work: &Path) -> Result<Vec<GameLog>, LearnError> {
        let mut logs = Vec::new();
        read(&work.join(NAME), &mut |_, log| logs.push(log))?;
        Ok(logs)
    }
}

/// The length of the whole lines.
fn whole(file: &mut File) -> io::Result<u64> {
    file.seek(SeekFrom::Start(0))?;
    let (mut at, mut whole) = (0, 0);
    for byte in BufReader::new(file).bytes() {
        at += 1;
        if byte? == b'\n' {
            whole = at;
        }
    }
    Ok(whole)
}

fn read(path: &Path, hear: &mut dyn FnMut(u64, GameLog)) -> Result<(), LearnError> {
    let failed = |error| LearnError::file(path, error);
    let mut lines = Lines::new(files::open(path).map_err(failed)?);
    let mut number = 0;
    while let Some(line) = lines.next_line().map_err(failed)? {
        number += 1;
        let wrong = || LearnError::strange(path, format!("line {number} is no game"));
        let text = line.ok().and_then(|line| std::str::from_utf8(line).ok()).ok_or_else(wrong)?;
        let (seed, log) = text.split_once('\t').ok_or_else(wrong)?;
        hear(seed.parse().map_err(|_| wrong())?, log.parse().map_err(|_| wrong())?);
    }
    Ok(())
}
