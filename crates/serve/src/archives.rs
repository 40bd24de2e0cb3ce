//! How many archives are sent at the same time: each takes a thread, and reads everything that is kept of a member.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use thiserror::Error;

use super::settings::Limits;
use crate::club::member::MemberId;

/// Why an archive is not sent now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(super) enum Busy {
    /// The member has as many as a member can have.
    #[error("another one of yours is being sent; try again when it is done")]
    Own,
    /// The server sends as many as it can.
    #[error("the server sends as many archives as it can; try again in a minute")]
    All,
}

impl Busy {
    /// The name of the limit.
    pub(super) const fn limit(self) -> &'static str {
        match self {
            Busy::Own => "archives_per_member",
            Busy::All => "archives",
        }
    }
}

/// The archives that are being sent, by their members.
#[derive(Debug, Default)]
pub(super) struct Archives(Mutex<BTreeMap<MemberId, usize>>);

/// An archive that is being sent, until this is dropped.
#[derive(Debug)]
pub(super) struct Sending(Arc<Archives>, MemberId);

impl Archives {
    fn counts(&self) -> MutexGuard<'_, BTreeMap<MemberId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an archive of this member, if it is not one too many.
    pub(super) fn begin(self: &Arc<Archives>, who: MemberId, limits: &Limits) -> Result<Sending, Busy> {
        let mut counts = self.counts();
        if counts.get(&who).is_some_and(|own| *own >= limits.archives_per_member) {
            return Err(Busy::Own);
        }
        if counts.values().sum::<usize>() >= limits.archives {
            return Err(Busy::All);
        }
        *counts.entry(who).or_default() += 1;
        Ok(Sending(Arc::clone(self), who))
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        let mut counts = self.0.counts();
        if let Some(own) = counts.get_mut(&self.1) {
            *own -= 1;
            if *own == 0 {
                counts.remove(&self.1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_has_one_and_the_server_four() {
        let (archives, limits) = (Arc::new(Archives::default()), Limits::default());
        let begin = |who: i64| archives.begin(MemberId::Member(who), &limits);
        let first = begin(1).expect("room");
        assert_eq!(begin(1).err(), Some(Busy::Own));
        let others: Vec<Sending> = (2..5).map(|who| begin(who).expect("room")).collect();
        assert_eq!(begin(5).err(), Some(Busy::All));
        drop(first);
        let _fifth = begin(5).expect("room again");
        assert_eq!(begin(1).err(), Some(Busy::All));
        drop(others);
        assert!(begin(1).is_ok());
    }
}
