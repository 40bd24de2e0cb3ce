//! Which connections are taken. So many are open in all, and from one network, and so many new ones come from one network
//! in a minute. Some places are kept for members: who somebody is is known only after the login, so a connection that logs
//! in has none of these places, and one that waits for too many others to log in is cut instead of the newest one. Nobody
//! who is idle at the door keeps others out.

mod networks;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::time::Instant;

use thiserror::Error;

use super::settings::Limits;
use crate::club::address::{Network, Width, networks};
use crate::club::member::MemberId;
use networks::Networks;

/// Why a connection is refused, in words for its user.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(crate) enum Refused {
    /// There are as many as there may be.
    #[error("The server is full. Try again later.")]
    Full,
    /// The places that are left are for members.
    #[error("The server is full for guests and new players. Try again later.")]
    Kept,
    /// This network has as many as it may have.
    #[error("The limit of connections from your {} is reached: {most} at a time.", place(*.width))]
    Open {
        /// The network.
        width: Width,
        /// The limit.
        most: usize,
    },
    /// This network has made too many in the last minute.
    #[error("Your {} has made many connections in the last minute. Wait for a minute.", place(*.0))]
    Rate(Width),
}

const fn place(width: Width) -> &'static str {
    match width {
        Width::Address => "address",
        Width::Bits56 | Width::Bits48 => "network",
    }
}

impl Refused {
    /// The setting whose limit was reached.
    pub(crate) const fn setting(self) -> &'static str {
        match self {
            Refused::Full => "connections",
            Refused::Kept => "kept_for_members",
            Refused::Open { width: Width::Address, .. } => "per_address",
            Refused::Open { width: Width::Bits56, .. } => "per_network_56",
            Refused::Open { width: Width::Bits48, .. } => "per_network_48",
            Refused::Rate(Width::Address) => "new_per_minute",
            Refused::Rate(Width::Bits56) => "new_per_minute_56",
            Refused::Rate(Width::Bits48) => "new_per_minute_48",
        }
    }
}

/// What kind of place a connection has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// It logs in.
    Door,
    /// A guest, somebody whose key is new, or a member who has a place already.
    Common,
    /// The first connection of a member.
    Member(MemberId),
    /// It reads pages.
    Reader,
}

/// The connections that are open, and the networks that they came from.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    open: BTreeMap<u64, (IpAddr, Place)>,
    /// Those that log in; the oldest has the smallest number.
    door: BTreeSet<u64>,
    common: usize,
    /// Those that read pages.
    readers: usize,
    /// The members who have a place, with their first connections.
    members: HashMap<MemberId, u64>,
    networks: Networks,
}

impl Gate {
    /// Somebody knocks. The networks of an address have so many new connections in a minute.
    pub(crate) fn knock(&mut self, address: IpAddr, limits: &Limits, now: Instant) -> Result<(), Refused> {
        self.networks.knock(address, limits, now)
    }

    /// Takes the connection with this number, or says why not. The result is a connection that has to be cut because too
    /// many log in; it has left already. A connection that is taken must leave.
    pub(crate) fn admit(&mut self, number: u64, address: IpAddr, limits: &Limits) -> Result<Option<u64>, Refused> {
        self.networks.check(address, limits)?;
        let is_full = self.open.len() >= limits.connections;
        if is_full && self.door.is_empty() {
            return Err(Refused::Full);
        }
        let crowded = is_full || self.door.len() >= limits.logging_in;
        let cut = if crowded { self.longest_at_the_door() } else { None };
        if let Some(cut) = cut {
            self.leave(cut);
        }
        self.networks.enter(address);
        self.open.insert(number, (address, Place::Door));
        self.door.insert(number);
        Ok(cut)
    }

    /// Takes a connection that reads pages, or says why not. Readers have at most half of the places that are not kept for members,
    /// and push nobody out.
    pub(crate) fn admit_reader(&mut self, number: u64, address: IpAddr, limits: &Limits) -> Result<(), Refused> {
        self.networks.check(address, limits)?;
        let places = limits.connections - limits.kept();
        if self.readers >= places.div_ceil(2) || self.open.len() >= places {
            return Err(Refused::Full);
        }
        self.networks.enter(address);
        self.open.insert(number, (address, Place::Reader));
        self.readers += 1;
        Ok(())
    }

    /// Of those that log in, the one that has waited longest from the network with the most of them: who floods the door
    /// pushes out their own connections first.
    fn longest_at_the_door(&self) -> Option<u64> {
        let widest = |number: &u64| networks(self.open.get(number)?.0).last().map(|(_, network)| network);
        let mut counts: HashMap<Option<Network>, usize> = HashMap::new();
        for number in &self.door {
            *counts.entry(widest(number)).or_default() += 1;
        }
        self.door.iter().rev().max_by_key(|number| counts.get(&widest(number))).copied()
    }

    /// A connection has logged in, as this member if the key was known. It gets a place, or hears why it has to go.
    pub(crate) fn log_in(&mut self, number: u64, member: Option<MemberId>, limits: &Limits) -> Result<(), Refused> {
        let Some((_, place)) = self.open.get_mut(&number).filter(|(_, place)| *place == Place::Door) else {
            // It was cut meanwhile.
            return Err(Refused::Full);
        };
        if let Some(member) = member.filter(|member| !self.members.contains_key(member)) {
            *place = Place::Member(member);
            self.members.insert(member, number);
        } else {
            // Members use the places that are kept for them first.
            let common = self.common + self.readers + self.members.len().saturating_sub(limits.kept());
            if common + limits.kept() >= limits.connections {
                return Err(Refused::Kept);
            }
            *place = Place::Common;
            self.common += 1;
        }
        self.door.remove(&number);
        Ok(())
    }

    /// A connection has ended.
    pub(crate) fn leave(&mut self, number: u64) {
        let Some((address, place)) = self.open.remove(&number) else { return };
        match place {
            Place::Door => drop(self.door.remove(&number)),
            Place::Common => self.common -= 1,
            Place::Member(member) => drop(self.members.remove(&member)),
            Place::Reader => self.readers -= 1,
        }
        self.networks.leave(address);
    }

    /// How many log in at this moment, and how many guests and new players are here.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.door.len(), self.common)
    }
}

#[cfg(test)]
mod tests;
