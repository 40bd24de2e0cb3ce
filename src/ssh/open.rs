//! A connection that is open, until this is dropped: its place is free again however it ends, also after a panic.

use std::sync::Arc;

use super::connection::Connection;
use super::server::Server;

/// An open connection of the server.
pub(super) struct Open {
    pub(super) server: Arc<Server>,
    pub(super) connection: Arc<Connection>,
    /// Why it ended, if that was a fault.
    pub(super) error: Option<russh::Error>,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.server.closed(&self.connection, self.error.as_ref());
    }
}
