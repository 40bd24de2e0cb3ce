//! A rematch: the same people at a new table, each one seat further, when all of them want it.

use std::collections::BTreeSet;

use super::finished::Finished;
use super::{Hall, HallError, Seat, Terms, Wanted, lock};
use crate::club::member::{Member, MemberId};
use crate::club::store::TableKey;

impl Hall {
    /// A person wants to play a finished game again. Returns the new table once all people of the game want it.
    pub fn rematch(&self, who: &Member, key: TableKey) -> Result<Option<TableKey>, HallError> {
        let _alone = lock(&self.changes);
        let finished = self.finished(key)?.ok_or(HallError::NoTable)?;
        let people: BTreeSet<MemberId> = finished.seats.iter().filter_map(|seat| seat.player.person()).collect();
        if !people.contains(&who.id) {
            return Err(HallError::NotSeated);
        }
        let want: BTreeSet<MemberId> = self.store.note_again(key, who.id)?.into_iter().collect();
        self.bell.ring();
        if !people.iter().all(|person| want.contains(person)) {
            return Ok(None);
        }
        let Finished { setup, rated, seats, .. } = finished;
        let mut players: Vec<Seat> = seats.into_iter().map(|seat| seat.player).collect();
        players.rotate_right(1);
        let terms = Terms {
            game: setup.game,
            start: setup.start,
            clock: setup.clock,
            rated,
            private: self.store.is_private(key)?,
            invited: Vec::new(),
            seats: vec![Wanted::Open; players.len()],
        };
        let table = self.add(who.id, &terms, players)?;
        self.store.forget_again(key)?;
        Ok(Some(table))
    }

    /// Who wants to play a finished game again, while others have not said so.
    pub fn wants_rematch(&self, key: TableKey) -> Result<Vec<MemberId>, HallError> {
        Ok(self.store.who_wants_again(key)?)
    }
}
