//! The key by which players know the server. It is made at the first start, and readable by its owner only.

use std::fs::{self, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;
use russh::keys::ssh_key::{self, LineEnding};
use russh::keys::{Algorithm, HashAlg, PrivateKey};
use thiserror::Error;

use crate::escape;
use crate::files;

/// Why there is no host key.
#[derive(Debug, Error)]
pub enum HostKeyError {
    /// Reading or writing failed.
    #[error("the host key {}: {error}", escape::path(.path))]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Others than the owner can use it.
    #[error("{} has the mode {mode:03o}: others can use it; expected {expected:03o} (chmod {expected:o})", escape::path(.path))]
    Mode {
        /// The file or folder.
        path: PathBuf,
        /// Its mode.
        mode: u32,
        /// The mode that it should have.
        expected: u32,
    },
    /// It is not a key.
    #[error("the host key {}: {error}; expected an ed25519 key in the format of OpenSSH", escape::path(.path))]
    Key {
        /// The file.
        path: PathBuf,
        /// Why.
        error: ssh_key::Error,
    },
}

/// The longest file of a key.
const LONGEST_BYTES: u64 = 16 * 1024;

/// Whether only the owner can use it.
fn check(path: &Path, expected: u32) -> Result<(), HostKeyError> {
    let data = fs::metadata(path).map_err(|error| HostKeyError::Io { path: path.to_owned(), error })?;
    let mode = data.mode() & 0o777;
    let others = mode & 0o077;
    if others == 0 { Ok(()) } else { Err(HostKeyError::Mode { path: path.to_owned(), mode, expected }) }
}

/// The host key in this folder, which is made at the first start.
pub(crate) fn load(folder: &Path) -> Result<PrivateKey, HostKeyError> {
    let path = folder.join("host_key");
    let io = |error| HostKeyError::Io { path: path.clone(), error };
    check(folder, 0o700)?;
    let invalid = |error| HostKeyError::Key { path: path.clone(), error };
    match OpenOptions::new().read(true).open(&path) {
        Ok(file) => {
            check(&path, 0o600)?;
            let mut text = String::new();
            file.take(LONGEST_BYTES).read_to_string(&mut text).map_err(io)?;
            let key = PrivateKey::from_openssh(text).map_err(invalid)?;
            if key.algorithm() == Algorithm::Ed25519 {
                Ok(key)
            } else {
                Err(invalid(ssh_key::Error::AlgorithmUnknown))
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let key = PrivateKey::random(&mut UnwrapErr(SysRng), Algorithm::Ed25519).map_err(invalid)?;
            let text = key.to_openssh(LineEnding::LF).map_err(invalid)?;
            let mut temporary = files::temporary_file::TemporaryFile::beside(&path).map_err(io)?;
            temporary.file().write_all(text.as_bytes()).and_then(|()| temporary.file().sync_all()).map_err(io)?;
            temporary.replace(&path).map_err(io)?;
            check(&path, 0o600)?;
            Ok(key)
        }
        Err(error) => Err(io(error)),
    }
}

/// The fingerprint that players compare: `SHA256:…`.
pub(crate) fn fingerprint(key: &PrivateKey) -> String {
    key.fingerprint(HashAlg::Sha256).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn it_is_made_once_and_is_private() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).expect("it is ours");
        let first = load(folder.path()).expect("a new key");
        let path = folder.path().join("host_key");
        assert_eq!(fs::metadata(&path).expect("a file").mode() & 0o777, 0o600);
        assert_eq!(fingerprint(&load(folder.path()).expect("the same")), fingerprint(&first));
        assert!(fingerprint(&first).starts_with("SHA256:"));

        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("it is ours");
        let told = load(folder.path()).expect_err("others can read it").to_string();
        assert!(told.contains("has the mode 640") && told.contains("chmod 600"), "{told}");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("it is ours");
        fs::write(&path, "no key").expect("it is ours");
        assert!(matches!(load(folder.path()), Err(HostKeyError::Key { .. })));
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("it is ours");
        assert!(matches!(load(folder.path()), Err(HostKeyError::Mode { mode: 0o755, .. })));
    }
}
