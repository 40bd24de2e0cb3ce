//! The time zone of a member. It is stored by its name, and follows summer time.

use super::change_notifier::Topic;
use super::{ClubError, Visit};

pub use heterodox_play::zone::Zone;

impl Visit {
    /// The time zone of this member; UTC for guests and for who has not chosen one.
    pub fn zone(&self) -> Zone {
        self.club.present().zones.get(&self.member.id).cloned().unwrap_or_default()
    }

    /// Sets the time zone of this member, on all their connections.
    pub fn set_zone(&self, zone: Zone) -> Result<(), ClubError> {
        self.club.store.set_zone(self.account()?, &zone.to_string())?;
        self.club.present().zones.insert(self.member.id, zone);
        self.club.notifier.notify(Topic::Member(self.member.id));
        Ok(())
    }
}
