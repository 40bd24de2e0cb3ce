//! Where a session goes that leaves this server: to a table of another one.

use serde::{Deserialize, Serialize};

use crate::club::Way;

/// What an errand is sent as, beside what is drawn: a kind of extended data.
pub(crate) const ERRAND: u32 = 2;

/// Where a session wants to go: to a table of another server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Errand {
    /// The table.
    pub(crate) table: i64,
    /// The code of a private table.
    pub(crate) code: Option<String>,
    /// The table has moved, so a move that was typed last may not have been played.
    #[serde(default)]
    pub(crate) has_moved: bool,
}

impl Errand {
    /// The errand on this way.
    pub(crate) fn by(Way { table, code, has_moved }: Way) -> Errand {
        Errand { table: table.0, code, has_moved }
    }
}
