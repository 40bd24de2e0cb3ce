//! Opens the club's store: a file in the server's folder, or a database on a server, which several servers may share.

use super::entering::enter;
use super::error::ServeError;
use super::server::Serve;
use super::settings::Settings;
use crate::club::DATABASE;
use crate::club::store::{Store, StoreError};

/// Opens the store for this server. The first server of a folder is the only one; another one changes nothing.
pub(super) fn open(serve: &Serve, settings: &Settings) -> Result<Store, ServeError> {
    let path = serve.data.join(DATABASE);
    let database = serve.database.as_ref().or(settings.database.as_ref());
    let node = serve.node.or(settings.node);
    let opened = match database {
        None if node.is_some() => return Err(ServeError::NodeAlone),
        None => Store::serve(&path),
        #[cfg(feature = "cluster")]
        Some(address) => Store::serve_from(crate::club::store::server::Server::new(address)?, &path),
        #[cfg(not(feature = "cluster"))]
        Some(_) => return Err(ServeError::NoCluster),
    };
    let store = opened.map_err(|refused| match refused {
        StoreError::InUse { .. } => ServeError::Running { path: serve.data.clone() },
        other => ServeError::Club(other.into()),
    })?;
    if database.is_some() {
        enter(&store, &node.map_or_else(String::new, |node| node.to_string()))?;
    }
    Ok(store)
}
