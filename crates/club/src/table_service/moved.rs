//! What happens when another server has taken a table: this one shows nothing of it any more, and its people are told.

use super::{TableService, TableServiceError};
use crate::record::event_log::LogError;
use crate::session::driver::MatchError;
use crate::session::table::TableError;
use crate::store::{StoreError, TableKey};

/// What those who were at a table read when another server has taken it.
pub const MOVED: &str = "This table has moved to another server.";

impl TableServiceError {
    /// Has another server the table?
    pub(super) const fn is_of_replaced(&self) -> bool {
        match self {
            TableServiceError::Store(StoreError::Replaced { .. }) => true,
            TableServiceError::Table(TableError::Match(MatchError::Log(error))) => LogError::is_of_replaced(error),
            _ => false,
        }
    }
}

impl TableService {
    /// The result of a write to a table that is owned here. If another server has the table, it is let go.
    pub(super) fn as_owner<T, E: Into<TableServiceError>>(
        &self,
        key: TableKey,
        done: Result<T, E>,
    ) -> Result<T, TableServiceError> {
        let done = done.map_err(Into::into);
        if done.as_ref().is_err_and(TableServiceError::is_of_replaced) {
            self.let_go(key);
        }
        done
    }

    /// Another server has a table: it is closed here, and stays in the store as it is.
    pub(super) fn let_go(&self, key: TableKey) {
        let Some(entry) = self.state().live.remove(key) else { return };
        self.state().live.note_gone(key, MOVED);
        self.forget_troubles(key);
        if let Some(table) = &entry.table {
            self.tables.close(table.id());
        }
        self.tell_gone(key);
        self.notify_table(&entry);
    }
}
