//! Opens the club's store: a file in the server's folder, or a database on a server.

use super::error::ServeError;
use super::server::Serve;
use super::settings::Settings;
use crate::club::DATABASE;
use crate::club::store::{Store, StoreError};

/// Opens the store for this server. The first server of a folder is the only one; another one changes nothing.
pub(super) fn open(serve: &Serve, settings: &Settings) -> Result<Store, ServeError> {
    let path = serve.data.join(DATABASE);
    let opened = match serve.database.as_ref().or(settings.database.as_ref()) {
        None => Store::serve(&path),
        #[cfg(feature = "cluster")]
        Some(address) => Store::serve_from(crate::club::store::server::Server::new(address)?, &path),
        #[cfg(not(feature = "cluster"))]
        Some(_) => return Err(ServeError::NoCluster),
    };
    opened.map_err(|refused| match refused {
        StoreError::InUse { .. } => ServeError::Running { path: serve.data.clone() },
        other => ServeError::Club(other.into()),
    })
}
