//! A connection that is open, until this is dropped: its place is free again however it ends, also after a panic.

use std::sync::Arc;

use super::connection::Connection;
use super::server::Server;

/// An open connection of the server.
pub(super) struct Open {
    server: Arc<Server>,
    connection: Arc<Connection>,
    error: Option<russh::Error>,
}

impl Open {
    pub(super) fn new(server: Arc<Server>, connection: Arc<Connection>) -> Open {
        Open { server, connection, error: None }
    }

    /// It ends, perhaps with an error.
    pub(super) fn ends(&mut self, error: Option<russh::Error>) {
        self.error = error;
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.server.closed(&self.connection, self.error.as_ref());
    }
}
