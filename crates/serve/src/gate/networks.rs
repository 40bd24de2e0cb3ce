//! The networks that connections come from, with what is open and what was new in the last minute. So many are
//! remembered; the one that was seen least lately, and from which nothing is open, makes room for another.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

use super::Refused;
use crate::club::address::{Network, Width, networks};
use crate::settings::Limits;

pub(super) const MINUTE: Duration = Duration::from_secs(60);

/// How many networks are remembered without an open connection.
pub(super) const MOST_REMEMBERED: usize = 10_000;

/// What is known of a network.
#[derive(Debug, Default)]
struct Seen {
    open: usize,
    /// The new connections of the last minute.
    new: VecDeque<Instant>,
    /// When it was seen last: a later turn is larger.
    turn: u64,
}

/// The networks of the connections of now and of the last minute.
#[derive(Debug, Default)]
pub(super) struct Networks {
    known: HashMap<Network, Seen>,
    /// Those from which nothing is open, by their turns.
    idle: BTreeMap<u64, Network>,
    turn: u64,
}

impl Limits {
    /// Open connections and new ones in a minute that a network of this width may have. A wider one has at least as many as
    /// the networks in it.
    fn of(&self, width: Width) -> (usize, usize) {
        let of = |address: usize, bits56: usize, bits48: usize| match width {
            Width::Address => address,
            Width::Bits56 => address.max(bits56),
            Width::Bits48 => address.max(bits56).max(bits48),
        };
        (
            of(self.per_address, self.per_network_56, self.per_network_48),
            of(self.new_per_minute, self.new_per_minute_56, self.new_per_minute_48),
        )
    }
}

impl Networks {
    /// Counts a new connection, or refuses it because of its networks. Who is refused takes no room.
    pub(super) fn knock(&mut self, address: IpAddr, limits: &Limits, now: Instant) -> Result<(), Refused> {
        for (width, network) in networks(address) {
            let Some(seen) = self.known.get_mut(&network) else { continue };
            while seen.new.front().is_some_and(|&first| now.saturating_duration_since(first) >= MINUTE) {
                seen.new.pop_front();
            }
            if seen.new.len() >= limits.of(width).1 {
                return Err(Refused::Rate(width));
            }
        }
        for (_, network) in networks(address) {
            self.see(network, |seen| seen.new.push_back(now));
        }
        self.forget();
        Ok(())
    }

    /// Whether one more connection from this address may be open.
    pub(super) fn check(&self, address: IpAddr, limits: &Limits) -> Result<(), Refused> {
        for (width, network) in networks(address) {
            let most = limits.of(width).0;
            if self.known.get(&network).is_some_and(|seen| seen.open >= most) {
                return Err(Refused::Open { width, most });
            }
        }
        Ok(())
    }

    pub(super) fn enter(&mut self, address: IpAddr) {
        for (_, network) in networks(address) {
            self.see(network, |seen| seen.open += 1);
        }
    }

    pub(super) fn leave(&mut self, address: IpAddr) {
        for (_, network) in networks(address) {
            self.see(network, |seen| seen.open -= 1);
        }
        self.forget();
    }

    /// Notes something about a network, which is the newest one now.
    fn see(&mut self, network: Network, note: impl FnOnce(&mut Seen)) {
        self.turn += 1;
        let seen = self.known.entry(network).or_default();
        self.idle.remove(&seen.turn);
        note(seen);
        seen.turn = self.turn;
        if seen.open == 0 {
            self.idle.insert(seen.turn, network);
        }
    }

    /// Makes room.
    fn forget(&mut self) {
        while self.idle.len() > MOST_REMEMBERED {
            if let Some((_, oldest)) = self.idle.pop_first() {
                self.known.remove(&oldest);
            }
        }
    }

    #[cfg(test)]
    pub(super) fn remembered(&self) -> usize {
        self.known.len()
    }
}
