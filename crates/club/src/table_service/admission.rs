//! Whether somebody sits at a table, and whether they may see it: as its row says.

use super::invitation;
use crate::member::MemberId;
use crate::rules::side::Side;
use crate::store::TableRow;

/// The seat of a person at a table.
pub(super) fn seat_of(row: &TableRow, who: MemberId) -> Option<Side> {
    Some(Side::new(row.seats.iter().position(|seat| seat.person() == Some(who))?))
}

/// May this person see the table?
pub(super) fn admits(row: &TableRow, who: MemberId, code: Option<&str>) -> bool {
    let inside = row.host == who || seat_of(row, who).is_some();
    let given = code.map(invitation::read);
    row.code.as_ref().is_none_or(|code| inside || given.as_ref() == Some(code))
}
