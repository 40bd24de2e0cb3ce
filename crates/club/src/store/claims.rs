//! Who owns a table: the server whose claim has its newest epoch. Each write of an owner shows the claim, in the same
//! transaction, so that a server that was replaced changes nothing any more.

use super::sql::{Connection, params};

use super::{NodeId, StoreError, TableKey};

/// The claim of an owner to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The table.
    pub key: TableKey,
    /// The epoch of the owner. The next owner has a greater one.
    pub epoch: u64,
}

/// The epoch of a new table.
pub(super) const FIRST: u64 = 0;

/// The newest epoch of a table; `None` if the table is gone.
pub(super) fn newest(connection: &Connection, key: TableKey) -> Result<Option<u64>, StoreError> {
    let epoch: Option<Option<i64>> =
        connection.first("SELECT epoch FROM tables WHERE id = ?1", params![key.0], |row| row.get(0))?;
    Ok(epoch.flatten().map(|epoch| epoch as u64))
}

/// Refuses what an owner who was replaced wants to write. The row is written, so that no other one can take the
/// table before the end of the transaction.
pub(super) fn hold(connection: &Connection, claim: Claim) -> Result<(), StoreError> {
    let sql = "UPDATE tables SET epoch = epoch WHERE id = ?1 AND epoch = ?2";
    let held = connection.execute(sql, params![claim.key.0, claim.epoch as i64])?;
    if held == 1 {
        return Ok(());
    }
    Err(StoreError::Replaced { claim, newest: newest(connection, claim.key)? })
}

/// Takes a table for a server, no matter who has it.
pub(super) fn take(
    connection: &Connection,
    key: TableKey,
    node: Option<NodeId>,
) -> Result<Option<Claim>, StoreError> {
    let sql = "UPDATE tables SET epoch = coalesce(epoch + 1, 0), node = ?2 WHERE id = ?1";
    connection.execute(sql, params![key.0, node.map(|node| node.0)])?;
    Ok(newest(connection, key)?.map(|epoch| Claim { key, epoch }))
}
