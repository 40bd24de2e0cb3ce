//! A table that is about to be opened, and how it comes into the list.

use super::{LiveTable, Rematch, Seat, TableService, TableServiceError, Terms, invitation, lock};
use crate::member::MemberId;
use crate::ratings::Ladder;
use crate::record::date::Date;
use crate::session::setup::MatchSetup;
use crate::store::{Claim, Origin, TableKey, TableRow};

/// A table that is not in the store yet, so it has no number.
#[derive(Clone, Debug)]
pub struct NewTable {
    pub(crate) row: TableRow,
    setup: MatchSetup,
}

impl TableService {
    /// A table with these seats, which is not opened yet.
    pub(crate) fn new_table(
        &self,
        host: MemberId,
        terms: &Terms,
        seats: Vec<Seat>,
    ) -> Result<NewTable, TableServiceError> {
        let (mut setup, now) = (terms.setup(), self.now());
        setup.seats = seats.iter().map(Seat::kind).collect();
        let begin = setup.to_event(Date::of(now));
        let row = TableRow {
            key: TableKey(0),
            host,
            setup: serde_json::to_string(&begin).unwrap_or_default(),
            seats,
            rated: terms.rated,
            tournament: None,
            code: terms.private.then(invitation::new_code),
            opened: now,
            started: None,
        };
        if let Some(ladder) = Ladder::of(&setup).filter(|_| terms.rated) {
            self.store.note_version(&ladder, terms.game.spec().title, now)?;
        }
        Ok(NewTable { row, setup })
    }

    /// Opens a table. `None` if what it follows from is not there any more.
    pub(crate) fn add(&self, new: NewTable, origin: Origin) -> Result<Option<TableKey>, TableServiceError> {
        let Some(claim) = self.store.open_table(new.row.clone(), origin)? else { return Ok(None) };
        self.adopt(new, claim)?;
        Ok(Some(claim.key))
    }

    /// Puts a table in the list that the store has now, and starts its game if nobody is missing.
    fn adopt(&self, NewTable { mut row, setup }: NewTable, claim: Claim) -> Result<(), TableServiceError> {
        row.key = claim.key;
        let rematch = Rematch::default();
        self.state().live.add(LiveTable { row, claim, setup, is_hosted: false, table: None, rematch });
        self.start_if_full(claim.key)
    }

    /// A tournament has opened a table.
    pub(crate) fn adopt_bout(&self, new: NewTable, claim: Claim) -> Result<(), TableServiceError> {
        let _alone = lock(&self.changes);
        let adopted = self.adopt(new, claim);
        self.notify_table_at(claim.key);
        adopted
    }
}
