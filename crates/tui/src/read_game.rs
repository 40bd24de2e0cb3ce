//! A saved game that was read for a review, and where it comes from.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::games::Registry;
use crate::record::game::Game;
use crate::record::journal;
use crate::record::pool::{Pool, PoolError};
use crate::session::archive::{ArchiveError, read_journal};

/// The source of the game.
pub enum Source {
    /// One game of a PGN file or text.
    Pool {
        /// All games of the file.
        pool: Pool,
        /// The number of the game, from 1.
        number: usize,
    },
    /// An unfinished game, read from its journal; the journal is not changed.
    Journal(PathBuf),
    /// The game on the play screen below this one.
    Board,
}

/// Why a game cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file with the game cannot be read.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// The journal cannot be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}

/// A game that was read for a review. It can be read on another thread.
pub struct ReadGame {
    pub(crate) game: Game,
    /// Where it comes from.
    pub(crate) source: Source,
    /// What could not be read.
    pub(crate) problem: Option<String>,
}

impl ReadGame {
    /// Reads a game of a file, or a journal.
    pub(crate) fn file(path: &Path, number: usize, games: &Registry) -> Result<ReadGame, ReadError> {
        if journal::is_named_so(path) {
            let (game, problem) = read_journal(path, games)?;
            return Ok(ReadGame { game, source: Source::Journal(path.to_owned()), problem });
        }
        Ok(ReadGame::pool(Pool::file(path, games)?, number)?)
    }

    /// Reads a game of a pool.
    pub(crate) fn pool(pool: Pool, number: usize) -> Result<ReadGame, PoolError> {
        let (game, problems) = pool.read(number)?;
        let problem = (!problems.is_empty()).then(|| problems.join("; "));
        Ok(ReadGame { game, source: Source::Pool { pool, number }, problem })
    }
}
