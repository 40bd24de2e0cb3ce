//! A rematch: the same people at a new table, each one seat further, when all of them want it. Who looks at the end of the
//! old game meanwhile is told who wants it, and where the new game is.

use std::collections::BTreeSet;

use super::finished::Finished;
use super::{Seat, TableService, TableServiceError, Terms, Wanted, lock};
use crate::change_notifier::Topic;
use crate::member::{Member, MemberId};
use crate::store::{Origin, TableKey};

/// What becomes of a finished game while somebody looks at it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rematch {
    /// Who wants to play again, while others have not said so.
    pub want: Vec<MemberId>,
    /// The next game, once all wanted it, and its invitation code if it is private.
    pub next: Option<(TableKey, Option<String>)>,
}

impl TableService {
    /// A person wants to play a finished game again. Returns the new table once all people of the game want it.
    pub fn rematch(&self, who: &Member, key: TableKey) -> Result<Option<TableKey>, TableServiceError> {
        self.finish_now(key)?;
        let _alone = lock(&self.changes);
        let finished = self.finished(key)?.ok_or(TableServiceError::NoTable)?;
        let people = people_of(&finished);
        if !people.contains(&who.id) {
            return Err(TableServiceError::NotSeated);
        }
        if let Some((next, _)) = self.rematch_of(key).next.filter(|(next, _)| self.entry_or_over(*next).is_ok()) {
            // Another of the people was faster.
            return Ok(Some(next));
        }
        let want: BTreeSet<MemberId> = self.store.note_again(key, who.id)?.into_iter().collect();
        let all = people.iter().all(|person| want.contains(person));
        let next = if all { Some(self.play_again(key, who.id, finished)?) } else { None };
        let code = |next| self.state().live.get(next).and_then(|entry| entry.row.code.clone());
        let rematch = match next {
            Some(next) => Rematch { want: Vec::new(), next: Some((next, code(next))) },
            None => Rematch { want: want.into_iter().collect(), next: None },
        };
        if let Some(entry) = self.state().live.get_over_mut(key) {
            entry.rematch = rematch;
        }
        self.notifier.notify(Topic::Table(key));
        if let Some(next) = next {
            self.notify_table_at(next);
        }
        Ok(next)
    }

    /// Stores the end of a game of which the table service has not heard yet: people see it a moment earlier.
    fn finish_now(&self, key: TableKey) -> Result<(), TableServiceError> {
        let finished = self.alone(|| {
            let is_there = self.state().live.get(key).is_some();
            if is_there { self.finish(key) } else { Ok(None) }
        })?;
        if let Some(finished) = finished {
            self.tell(&finished);
        }
        Ok(())
    }

    /// A person does not want a rematch any more.
    pub fn no_rematch(&self, who: &Member, key: TableKey) -> Result<(), TableServiceError> {
        let _alone = lock(&self.changes);
        self.store.take_again_back(key, who.id)?;
        if let Some(entry) = self.state().live.get_over_mut(key) {
            entry.rematch.want.retain(|wants| *wants != who.id);
        }
        self.notifier.notify(Topic::Table(key));
        Ok(())
    }

    fn play_again(&self, key: TableKey, host: MemberId, finished: Finished) -> Result<TableKey, TableServiceError> {
        let Finished { setup, rated, seats, .. } = finished;
        let mut players: Vec<Seat> = seats.into_iter().map(|seat| seat.player).collect();
        for seat in &mut players {
            // The name of today.
            if let Some(MemberId::Member(number)) = seat.person()
                && let Some(member) = self.store.member(number)?
            {
                *seat = Seat::of(&member);
            }
        }
        players.rotate_right(1);
        let terms = Terms {
            game: setup.game,
            start: setup.start,
            clock: setup.clock,
            // An older game may be rated without a clock.
            rated: rated && setup.clock.is_some(),
            private: self.store.is_private(key)?,
            seats: vec![Wanted::Open; players.len()],
        };
        let new = self.new_table(host, &terms, players)?;
        self.add(new, Origin::Rematch(key))?.ok_or(TableServiceError::NoTable)
    }

    /// Who wants to play a finished game again, and where it is played then.
    pub fn rematch_of(&self, key: TableKey) -> Rematch {
        self.state().live.get_over(key).map(|entry| entry.rematch.clone()).unwrap_or_default()
    }
}

fn people_of(finished: &Finished) -> BTreeSet<MemberId> {
    finished.seats.iter().filter_map(|seat| seat.player.person()).collect()
}
