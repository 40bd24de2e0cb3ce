//! Who is at the other end. A verified key is a player: its fingerprint is the identity, and has a folder of its own
//! for settings and games. Without a key somebody is a guest, and nothing of theirs is kept.

use std::fmt::Write as _;
use std::path::Path;

use crate::paths::Paths;
use crate::paths::files::Files;
use crate::session::table::Identity;

/// Who has logged in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
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

    /// The identity at tables.
    pub fn identity(&self) -> Identity {
        match self {
            Who::Key(digest) => Identity::new(&format!("key:{}", Who::hex(digest))),
            Who::Guest(number) => Identity::new(&format!("guest:{number}")),
        }
    }

    /// What the log says: the beginning of the fingerprint.
    pub fn short(&self) -> String {
        match self {
            Who::Key(digest) => Who::hex(&digest[..6]),
            Who::Guest(_) => "guest".to_owned(),
        }
    }

    /// The paths and the files of this player below the folder of the server.
    pub fn files(&self, data: &Path) -> (Option<Paths>, Files) {
        match self {
            Who::Key(digest) => {
                let own = data.join("players").join(Who::hex(digest));
                let paths = Paths {
                    config_file: own.join("config.toml"),
                    themes_dir: own.join("themes"),
                    data_dir: own.clone(),
                };
                (Some(paths), Files::Under(own))
            }
            Who::Guest(_) => (None, Files::None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_its_own_files() {
        let data = Path::new("/srv/club");
        let (paths, files) = Who::Key([0xab; 32]).files(data);
        let folder = data.join("players").join("ab".repeat(32));
        assert_eq!(paths.map(|paths| paths.data_dir), Some(folder.clone()));
        assert_eq!(files, Files::Under(folder));
        assert_eq!(Who::Guest(3).files(data), (None, Files::None));
        assert_ne!(Who::Guest(3).identity(), Who::Guest(4).identity());
        assert_eq!(Who::Key([0xab; 32]).short(), "abababababab");
    }
}
