//! How many new members there may be: from one network and in all, in a day. Who comes then plays as a guest.

use std::net::IpAddr;
use std::sync::PoisonError;
use std::time::{Duration, SystemTime};

use thiserror::Error;

use super::member::Member;
use super::moment::hours;
use super::{Club, ClubError};

/// How long a new member counts.
pub const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How many new members there may be, and how long one who never does anything is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemberLimits {
    /// New members from one network in a day. An IPv6 network of 56 bits may have twice, one of 48 bits four times as many.
    pub per_network: usize,
    /// New members in all in a day.
    pub per_day: usize,
    /// After this time a member who has never done anything is removed.
    pub unused: Duration,
}

impl Default for MemberLimits {
    fn default() -> MemberLimits {
        MemberLimits { per_network: 10, per_day: 200, unused: 14 * DAY }
    }
}

/// Where somebody comes from whose key may be new, and how many may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Arrival {
    /// The address.
    pub(crate) from: IpAddr,
    /// How many new members there may be.
    pub(crate) most: MemberLimits,
}

/// Why a new key makes no member now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotNow {
    /// There are enough from this network.
    #[error("The limit of new members from your network is reached: {most} a day. Come again in {}.", hours(*wait))]
    Network {
        /// How many may.
        most: usize,
        /// When one more may.
        wait: Duration,
    },
    /// There are enough from everywhere.
    #[error("The limit of new members is reached: {most} a day. Come again in {}.", hours(*wait))]
    Day {
        /// How many may.
        most: usize,
        /// When one more may.
        wait: Duration,
    },
}

impl NotNow {
    /// The setting whose limit was reached.
    pub const fn setting(self) -> &'static str {
        match self {
            NotNow::Network { .. } => "new_members_per_network",
            NotNow::Day { .. } => "new_members_per_day",
        }
    }
}

impl Club {
    /// How many new members there may be.
    pub(crate) fn member_limits(&self) -> MemberLimits {
        *self.member_limits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets how many new members there may be. Those who are here stay.
    pub fn set_member_limits(&self, limits: MemberLimits) {
        *self.member_limits.lock().unwrap_or_else(PoisonError::into_inner) = limits;
    }

    /// The member with this key, and the name of their folder. A new key makes a new member with this folder, or the inner
    /// error says why not now.
    pub fn arrive(
        &self,
        digest: [u8; 32],
        folder: &str,
        from: IpAddr,
        now: SystemTime,
    ) -> Result<Result<(Member, String), NotNow>, ClubError> {
        let arrival = Arrival { from, most: self.member_limits() };
        let arrived = self.store.arrive(digest, folder, arrival, now)?;
        if let Err(why) = arrived {
            self.reached.note(why.setting());
        }
        Ok(arrived)
    }
}
