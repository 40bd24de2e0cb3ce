//! Who is at the other end. A verified key belongs to a member of the club, who has a folder of their own for settings
//! and games. Without a key somebody is a guest, and nothing of theirs is kept.

use std::fmt::Write as _;
use std::net::IpAddr;
use std::path::Path;
use std::time::SystemTime;

use crate::club::account::PLAYERS;
use crate::club::arrival::NotNow;
use crate::club::member::Member;
use crate::club::{Club, ClubError};
use crate::paths::Paths;
use crate::paths::files::Files;

/// Who has logged in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    /// The owner of a key with this SHA-256 digest.
    Key([u8; 32]),
    /// A guest, by the number of the connection.
    Guest(u64),
}

impl Who {
    /// The digest as text that can be the name of a file.
    fn hex(digest: &[u8]) -> String {
        digest.iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    /// The digest of the key; a guest has none.
    pub(crate) const fn key(&self) -> Option<[u8; 32]> {
        match self {
            Who::Key(digest) => Some(*digest),
            Who::Guest(_) => None,
        }
    }

    /// What the log says: the beginning of the fingerprint.
    pub(crate) fn short(&self) -> String {
        match self {
            Who::Key(digest) => Who::hex(&digest[..6]),
            Who::Guest(_) => "guest".to_owned(),
        }
    }

    /// The member of the club, with their paths and files below the folder of the server. Who cannot become a member now
    /// is a guest on the connection with this number.
    pub(crate) fn member(
        &self,
        club: &Club,
        data: &Path,
        (number, from): (u64, IpAddr),
    ) -> Result<Player, ClubError> {
        let guest = |not_now| Player { member: Member::guest(number), paths: None, files: Files::None, not_now };
        match self {
            Who::Key(digest) => {
                let (member, folder) = match club.arrive(*digest, &Who::hex(digest), from, SystemTime::now())? {
                    Ok(found) => found,
                    Err(why) => return Ok(guest(Some(why))),
                };
                let own = data.join(PLAYERS).join(folder);
                let paths = Paths {
                    config_file: own.join("config.toml"),
                    themes_dir: own.join("themes"),
                    data_dir: own.clone(),
                };
                Ok(Player { member, paths: Some(paths), files: Files::Under(own), not_now: None })
            }
            Who::Guest(_) => Ok(guest(None)),
        }
    }
}

/// A member of the club with the files that they may use.
#[derive(Debug)]
pub(crate) struct Player {
    pub(crate) member: Member,
    /// Where their files are; nothing of a guest is kept.
    pub(crate) paths: Option<Paths>,
    /// The files that they may use.
    pub(crate) files: Files,
    /// Why the owner of a new key is a guest.
    pub(crate) not_now: Option<NotNow>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Folder;
    use crate::players::Opponents;

    /// The number of a connection, and its address.
    const FROM: (u64, IpAddr) = (3, IpAddr::V4(std::net::Ipv4Addr::LOCALHOST));

    #[test]
    fn every_member_has_their_own_files() {
        let folder = Folder::new("players");
        let data = folder.path();
        let club = Club::open(data, &Opponents::default()).expect("a club");
        let player = Who::Key([0xab; 32]).member(&club, data, FROM).expect("a member");
        let own = data.join("players").join("ab".repeat(32));
        assert_eq!(player.paths.map(|paths| paths.data_dir), Some(own.clone()));
        assert_eq!(player.files, Files::Under(own));
        assert_eq!(Who::Key([0xab; 32]).member(&club, data, FROM).expect("a member").member, player.member);
        assert_ne!(Who::Key([1; 32]).member(&club, data, FROM).expect("a member").member, player.member);
        let guest = Who::Guest(3).member(&club, data, FROM).expect("a guest");
        assert!(guest.member.is_guest() && guest.paths.is_none() && guest.files == Files::None);
        assert_eq!(Who::Key([0xab; 32]).short(), "abababababab");
    }
}
