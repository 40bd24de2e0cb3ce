//! The versions of games of files: the rules by which rated games were played, in the order in which they came.

use std::time::SystemTime;

use super::sql::params;
use super::{Store, StoreError};
use crate::moment::seconds;
use crate::ratings::Ladder;

/// The most files of games in lists that are read at the start.
const MOST_FILES: usize = 128;

/// A version of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VersionRow {
    /// The id of the game.
    pub game: String,
    /// The digest of its rules.
    pub digest: String,
    /// What the game was called when the version came.
    pub title: String,
    /// The versions of a game are counted from 1.
    pub number: u32,
}

impl Store {
    /// A rated game is to be played in this ladder. The first one of a version gives it its number.
    pub(crate) fn note_version(&self, ladder: &Ladder, title: &str, now: SystemTime) -> Result<(), StoreError> {
        let Some(digest) = ladder.digest.clone() else { return Ok(()) };
        let (game, title) = (ladder.game.clone(), title.to_owned());
        self.write(move |connection| {
            let sql = "INSERT INTO versions (game, digest, title, number, seen)
                       SELECT CAST(?1 AS TEXT), CAST(?2 AS TEXT), CAST(?3 AS TEXT), 1 + coalesce(max(number), 0),
                       CAST(?4 AS BIGINT) FROM versions WHERE game = ?1 ON CONFLICT (game, digest) DO NOTHING";
            connection.execute(sql, params![game, digest, title, seconds(now)])?;
            Ok(())
        })
    }

    /// What open challenges, and results that somebody has not seen, say of games of files: the newest first events of logs.
    pub(crate) fn listed_files(&self) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            let sql = format!(
                "SELECT text FROM (
                     SELECT terms AS text, made AS time FROM challenges WHERE state = 'open'
                     UNION ALL
                     SELECT setup, ended FROM hall WHERE ended IS NOT NULL AND EXISTS
                         (SELECT 1 FROM seats WHERE game = hall.id AND seen = 0 AND person LIKE 'member:%')) AS lists
                 WHERE text LIKE '%\"file\":%' GROUP BY text ORDER BY max(time) DESC LIMIT {MOST_FILES}"
            );
            Ok(connection.all(&sql, params![], |row| row.get(0))?)
        })
    }

    /// The versions of all games of files, by game and number.
    pub fn versions(&self) -> Result<Vec<VersionRow>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT game, digest, title, number FROM versions ORDER BY game, number";
            Ok(connection.all(sql, params![], |row| {
                Ok(VersionRow { game: row.get(0)?, digest: row.get(1)?, title: row.get(2)?, number: row.get(3)? })
            })?)
        })
    }
}
