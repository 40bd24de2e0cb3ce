//! A member on one connection.

use std::sync::Arc;

use super::Club;
use super::member::Member;

/// A member on one connection, until this is dropped.
#[derive(Debug)]
pub struct Visit {
    /// The club.
    pub club: Arc<Club>,
    /// Who it is.
    pub member: Member,
    number: u64,
}

impl Visit {
    pub(super) const fn new(club: Arc<Club>, member: Member, number: u64) -> Visit {
        Visit { club, member, number }
    }

    /// The number of the visit in this process. A later visit has a larger one.
    pub const fn number(&self) -> u64 {
        self.number
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.club.leave(self.number);
    }
}
