//! What the lobby keeps of the database.

use super::offers::Challenges;
use crate::club::table_service::Finished;
use crate::club::zone::Zone;

/// What is read from the database: only when something has changed that concerns the reader.
#[derive(Default)]
pub(super) struct FromStore {
    /// The results that were missed.
    pub(super) missed: Vec<Finished>,
    pub(super) challenges: Challenges,
    /// The time zone in which times are shown.
    pub(super) zone: Zone,
}
