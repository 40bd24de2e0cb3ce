//! The account of a member: its keys, whose sessions end when they change, and how it is deleted.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;
use std::time::SystemTime;

pub use super::fingerprint::{fingerprint, of_fingerprint};
use super::member::MemberId;
use super::nodes::Change;
use super::{Club, ClubError, Visit};
use crate::zone::Zone;

/// The folder with the folders of all members.
pub const PLAYERS: &str = "players";

/// Whose sessions have to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dismissed {
    /// All sessions of a member.
    Member(MemberId),
    /// All sessions with this key.
    Key([u8; 32]),
}

/// A time of the store as a day in UTC, for the operator and for archives.
pub fn day(seconds: i64) -> String {
    format!("{} UTC", Zone::UTC.day(seconds))
}

impl Club {
    /// The folder with the folders of all members.
    pub(super) fn players(&self) -> PathBuf {
        self.store.path().with_file_name(PLAYERS)
    }

    /// Asks the server to end these sessions; their users read the words.
    pub(crate) fn dismiss(&self, whose: Dismissed, words: String) {
        self.tell_others(Change::dismiss(whose, words.clone()));
        self.dismiss_here(whose, words);
    }

    /// The same for the sessions at this server.
    pub(super) fn dismiss_here(&self, whose: Dismissed, words: String) {
        self.dismissed.lock().unwrap_or_else(PoisonError::into_inner).push((whose, words));
    }

    /// Takes the sessions that have to end.
    pub fn take_dismissed(&self) -> Vec<(Dismissed, String)> {
        std::mem::take(&mut *self.dismissed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Removes the folders of members who are gone. To be called at the start and after a session has ended: a folder
    /// that is still in use is removed later.
    pub fn sweep(&self) -> Result<(), ClubError> {
        for name in self.store.removed_folders()? {
            // The name comes from the store, and is a name.
            let Some(name) = Path::new(&name).file_name() else { continue };
            let path = self.players().join(name);
            match fs::remove_dir_all(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(ClubError::File { path, error }),
                _ => self.store.folder_is_removed(&name.to_string_lossy())?,
            }
        }
        Ok(())
    }
}

/// Whether there is a file in this folder that somebody would miss.
pub(super) fn is_used(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let (config, index) = (Path::new("config.toml"), Path::new("index"));
    { entries }.any(|entry| {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() { is_used(&path) } else { name.as_os_str() != config && name.as_os_str() != index }
    })
}

impl Visit {
    /// The folder of this member.
    pub(super) fn folder(&self) -> Result<PathBuf, ClubError> {
        let (name, _) = self.club.store.folder_of(self.account()?)?;
        Ok(self.club.players().join(name))
    }

    /// What the folder of this member has that would be lost with it.
    pub(super) fn has_files(&self) -> Result<Option<&'static str>, ClubError> {
        Ok(is_used(&self.folder()?).then_some("games or lessons"))
    }

    /// The keys of this member, the oldest first.
    pub fn keys(&self) -> Result<Vec<super::store::KeyRow>, ClubError> {
        Ok(self.club.store.keys_of(self.account()?)?)
    }

    /// How many codes for a lost key this member has.
    pub fn codes_left(&self) -> Result<usize, ClubError> {
        Ok(self.club.store.recovery_codes(self.account()?)?)
    }

    /// Deletes this account. Its sessions end, and its folder is removed when they have.
    pub fn delete(&self, now: SystemTime) -> Result<(), ClubError> {
        match self.club.store.games_with_others(self.account()?)? {
            0 => self.club.tables.clear_out(&self.member)?,
            tables => return Err(ClubError::Playing(tables)),
        };
        self.club.store.remove_member(self.account()?, now)?.map_err(ClubError::Playing)?;
        self.club.forget_entrant(self.member.id)?;
        let words = "Your account was deleted. Thank you for playing.".to_owned();
        self.club.dismiss(Dismissed::Member(self.member.id), words);
        Ok(())
    }
}
