//! Why the server does not start.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use thiserror::Error;

use super::host_key::HostKeyError;
use super::settings::SettingsError;
use crate::club::ClubError;
use crate::escape;

/// Why the server does not start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The settings of the operator cannot be read.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The host key cannot be used or made.
    #[error(transparent)]
    HostKey(#[from] HostKeyError),
    /// The club cannot be opened.
    #[error(transparent)]
    Club(#[from] ClubError),
    /// The address of the database is none.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Database(#[from] crate::club::store::server::AddressError),
    /// The program cannot use a database on a server.
    #[cfg(not(feature = "cluster"))]
    #[error("a database on a server: this program was built without the feature `cluster`")]
    NoCluster,
    /// A server that shares nothing has no address for others.
    #[error("--node: several servers need a database that they share: expected --database too")]
    NodeAlone,
    /// Another server of the club is there.
    #[error(transparent)]
    Entering(#[from] super::entering::Entering),
    /// The folder of the server cannot be made.
    #[error("{}: {error}", escape::path(.path))]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another server uses the folder.
    #[error("{}: another server uses this folder (heterodox serve --data FOLDER status asks it)", escape::path(.path))]
    Running {
        /// The folder.
        path: PathBuf,
    },
    /// The file for the log cannot be opened.
    #[error("the log {}: {error}", escape::path(.path))]
    Log {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Nobody can connect to this address.
    #[error("listening on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// The system gives no threads or signals.
    #[error("starting the server: {0}")]
    System(io::Error),
}
