//! The limits of connections, of people and of what they keep.

use std::time::Duration;

use serde::Deserialize;

use crate::club::arrival::{DAY, MemberLimits};
use crate::club::challenge::MostChallenges;
use crate::club::table_service::MostTables;
use crate::paths::quota::Quota;

/// The limits of connections.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    pub(crate) connections: usize,
    /// Those of them that only members get, half of them at most.
    pub(crate) kept_for_members: usize,
    /// Connections that have not logged in.
    pub(crate) logging_in: usize,
    /// Connections from one address; an IPv6 network of 64 bits is one address.
    pub(crate) per_address: usize,
    /// The same of an IPv6 network of 56 bits.
    pub(crate) per_network_56: usize,
    /// The same of an IPv6 network of 48 bits.
    pub(crate) per_network_48: usize,
    /// New connections from one address in a minute.
    pub(crate) new_per_minute: usize,
    /// The same of an IPv6 network of 56 bits.
    pub(crate) new_per_minute_56: usize,
    /// The same of an IPv6 network of 48 bits.
    pub(crate) new_per_minute_48: usize,
    /// Seconds until the login must be done.
    pub(crate) login_seconds: u64,
    /// Attempts to log in on one connection.
    pub(crate) login_attempts: usize,
    /// Refused requests after which a connection is closed.
    pub(crate) refused_requests: u64,
    /// Seconds that must pass between two exchanges of keys.
    pub(crate) exchange_seconds: u64,
    /// Variables of the environment that are taken.
    pub(crate) variables: usize,
    /// Bytes of the name and the value of a variable.
    pub(crate) variable_bytes: usize,
    /// The largest screen: columns.
    pub(crate) columns: u16,
    /// The largest screen: rows.
    pub(crate) rows: u16,
    /// Bytes of input a second.
    pub(crate) input_bytes: u32,
    /// Bytes a second that are read of a connection, whatever they are.
    pub(crate) line_bytes: u32,
    /// Seconds between two signs of life.
    pub(crate) keepalive_seconds: u64,
    /// Missing signs of life after which a connection is closed.
    pub(crate) keepalive_missed: usize,
    /// Minutes without a key until a connection is closed.
    pub(crate) idle_minutes: u64,
    /// The same during a game.
    pub(crate) idle_game_minutes: u64,
    /// Seconds that a person may be away from a live game before the others can do something about it.
    pub(crate) grace_seconds: u64,
    /// Minutes that a game of a tournament waits for somebody who is away; then it is lost for them.
    pub(crate) away_minutes: u64,
    /// Seconds after which a terminal that takes no output is parked: nothing is drawn until it does.
    pub(crate) stalled_seconds: u64,
    /// Tables that a member can have opened and that wait, or where nobody else plays.
    pub(crate) tables_per_member: usize,
    /// The same for a guest.
    pub(crate) tables_per_guest: usize,
    /// Open challenges of a member to everybody.
    pub(crate) challenges_to_all: usize,
    /// Open challenges of a member.
    pub(crate) challenges_per_member: usize,
    /// Challenges that wait for one member.
    pub(crate) challenges_waiting: usize,
    /// Open challenges on the server.
    pub(crate) challenges: usize,
    /// Archives that are sent at the same time.
    pub(crate) archives: usize,
    /// The same to one member.
    pub(crate) archives_per_member: usize,
    /// Seconds after which an archive ends of which nothing is taken.
    pub(crate) archive_stalled_seconds: u64,
    /// New members from one network in a day.
    pub(crate) new_members_per_network: usize,
    pub(crate) new_members_per_day: usize,
    /// Days after which a member who never did anything is removed.
    pub(crate) unused_member_days: u64,
    /// Files that a member can keep.
    pub(crate) member_files: usize,
    /// Megabytes that the files of a member can have together.
    pub(crate) member_megabytes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        let MostChallenges { to_all, member, waiting, all } = MostChallenges::default();
        let MemberLimits { per_network, per_day, unused } = MemberLimits::default();
        Limits {
            connections: 200,
            kept_for_members: 40,
            logging_in: 50,
            per_address: 4,
            per_network_56: 12,
            per_network_48: 24,
            new_per_minute: 30,
            new_per_minute_56: 60,
            new_per_minute_48: 120,
            login_seconds: 15,
            login_attempts: 4,
            refused_requests: 20,
            exchange_seconds: 10,
            variables: 16,
            variable_bytes: 128,
            columns: 240,
            rows: 80,
            input_bytes: 4096,
            line_bytes: 65_536,
            keepalive_seconds: 20,
            keepalive_missed: 3,
            idle_minutes: 20,
            idle_game_minutes: 60,
            grace_seconds: 120,
            away_minutes: 10,
            stalled_seconds: 30,
            tables_per_member: 3,
            tables_per_guest: 1,
            challenges_to_all: to_all,
            challenges_per_member: member,
            challenges_waiting: waiting,
            challenges: all,
            archives: 4,
            archives_per_member: 1,
            archive_stalled_seconds: 60,
            new_members_per_network: per_network,
            new_members_per_day: per_day,
            unused_member_days: unused.as_secs() / DAY.as_secs(),
            member_files: 2000,
            member_megabytes: 20,
        }
    }
}

impl Limits {
    /// How many places only members get.
    pub(crate) fn kept(&self) -> usize {
        self.kept_for_members.min(self.connections / 2)
    }

    /// How long a login may take.
    pub(crate) fn login(&self) -> Duration {
        Duration::from_secs(self.login_seconds)
    }

    /// How much time must pass between two exchanges of keys.
    pub(crate) fn exchange(&self) -> Duration {
        Duration::from_secs(self.exchange_seconds)
    }

    /// How long a connection may be without a key.
    pub(crate) fn idle(&self, playing: bool) -> Duration {
        Duration::from_secs(60 * if playing { self.idle_game_minutes } else { self.idle_minutes })
    }

    /// How much a member can keep.
    pub(crate) const fn quota(&self) -> Quota {
        Quota { bytes: self.member_megabytes << 20, files: self.member_files }
    }

    /// How many new members there may be.
    pub(crate) fn members(&self) -> MemberLimits {
        MemberLimits {
            per_network: self.new_members_per_network,
            per_day: self.new_members_per_day,
            unused: DAY * u32::try_from(self.unused_member_days).unwrap_or(u32::MAX),
        }
    }

    /// How many tables somebody can have opened.
    pub(crate) fn most_tables(&self) -> MostTables {
        MostTables { member: self.tables_per_member, guest: self.tables_per_guest }
    }

    /// After what time an archive ends of which nothing is taken.
    pub(crate) fn archive_stalled(&self) -> Duration {
        Duration::from_secs(self.archive_stalled_seconds)
    }

    /// How many open challenges there can be.
    pub(crate) const fn most_challenges(&self) -> MostChallenges {
        MostChallenges {
            to_all: self.challenges_to_all,
            member: self.challenges_per_member,
            waiting: self.challenges_waiting,
            all: self.challenges,
        }
    }

    /// After what time a terminal that takes no output is parked.
    pub(crate) fn stalled(&self) -> Duration {
        Duration::from_secs(self.stalled_seconds)
    }

    /// The numbers that must be 1 at least, with their names.
    pub(super) fn least(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("limits.connections", self.connections as u64),
            ("limits.logging_in", self.logging_in as u64),
            ("limits.per_address", self.per_address as u64),
            ("limits.per_network_56", self.per_network_56 as u64),
            ("limits.per_network_48", self.per_network_48 as u64),
            ("limits.new_per_minute", self.new_per_minute as u64),
            ("limits.new_per_minute_56", self.new_per_minute_56 as u64),
            ("limits.new_per_minute_48", self.new_per_minute_48 as u64),
            ("limits.login_seconds", self.login_seconds),
            ("limits.login_attempts", self.login_attempts as u64),
            ("limits.refused_requests", self.refused_requests),
            ("limits.exchange_seconds", self.exchange_seconds),
            ("limits.columns", u64::from(self.columns)),
            ("limits.rows", u64::from(self.rows)),
            ("limits.input_bytes", u64::from(self.input_bytes)),
            ("limits.line_bytes", u64::from(self.line_bytes)),
            ("limits.keepalive_seconds", self.keepalive_seconds),
            ("limits.keepalive_missed", self.keepalive_missed as u64),
            ("limits.idle_minutes", self.idle_minutes),
            ("limits.idle_game_minutes", self.idle_game_minutes),
            ("limits.grace_seconds", self.grace_seconds),
            ("limits.away_minutes", self.away_minutes),
            ("limits.stalled_seconds", self.stalled_seconds),
            ("limits.tables_per_member", self.tables_per_member as u64),
            ("limits.tables_per_guest", self.tables_per_guest as u64),
            ("limits.challenges_to_all", self.challenges_to_all as u64),
            ("limits.challenges_per_member", self.challenges_per_member as u64),
            ("limits.challenges_waiting", self.challenges_waiting as u64),
            ("limits.challenges", self.challenges as u64),
            ("limits.archives", self.archives as u64),
            ("limits.archives_per_member", self.archives_per_member as u64),
            ("limits.archive_stalled_seconds", self.archive_stalled_seconds),
            ("limits.new_members_per_network", self.new_members_per_network as u64),
            ("limits.new_members_per_day", self.new_members_per_day as u64),
            ("limits.unused_member_days", self.unused_member_days),
            ("limits.member_files", self.member_files as u64),
            ("limits.member_megabytes", self.member_megabytes),
        ]
    }
}
