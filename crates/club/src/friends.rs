//! Friends: the members whom a member wants to see come. Nobody else learns of it.

use std::collections::BTreeSet;

use super::change_notifier::Topic;
use super::member::{Member, MemberId};
use super::{Club, ClubError};

/// The most friends of a member.
pub const MOST_FRIENDS: usize = 200;

impl Club {
    /// The friends of this person. Guests have none.
    pub fn friends(&self, of: MemberId) -> Result<BTreeSet<MemberId>, ClubError> {
        match of {
            MemberId::Member(number) => Ok(self.store.friends(number)?.into_iter().map(MemberId::Member).collect()),
            MemberId::Guest(_) => Ok(BTreeSet::new()),
        }
    }

    /// A member takes another one as a friend, or does not any more.
    pub fn set_friend(&self, of: &Member, other: MemberId, on: bool) -> Result<(), ClubError> {
        let (MemberId::Member(own), MemberId::Member(friend)) = (of.id, other) else {
            return Err(ClubError::Guest);
        };
        if own != friend && !self.store.set_friend(own, friend, on)? {
            return Err(ClubError::ManyFriends);
        }
        self.notifier.notify(Topic::Member(of.id));
        Ok(())
    }
}
