//! How many connections are taken: in all, from one address, and new ones from one address in a minute. All addresses
//! of an IPv6 network of 64 bits are one, because one person has as many of them.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::settings::Limits;
use crate::club::address::network;

const MINUTE: Duration = Duration::from_secs(60);

/// How many addresses are remembered for their connections of the last minute.
const MOST_REMEMBERED: usize = 10_000;

/// Why a connection is refused, in words for its user.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refused {
    /// There are as many as there may be.
    #[error("The server is full. Try again later.")]
    Full,
    /// This address has as many as it may have.
    #[error("The limit of connections from your address is reached: {most} at a time.")]
    Address {
        /// The limit.
        most: usize,
    },
    /// This address has made too many in the last minute.
    #[error("Your address has made many connections in the last minute. Wait for a minute.")]
    Rate,
}

/// The connections that are open, and the new ones of the last minute.
#[derive(Debug, Default)]
pub struct Gate {
    all: usize,
    open: HashMap<IpAddr, usize>,
    new: HashMap<IpAddr, VecDeque<Instant>>,
}

impl Gate {
    /// Takes a connection, or says why not. A connection that is taken must be let out.
    pub fn admit(&mut self, address: IpAddr, limits: &Limits, now: Instant) -> Result<(), Refused> {
        let from = network(address);
        if self.new.len() >= MOST_REMEMBERED {
            self.new.retain(|_, times| times.back().is_some_and(|&last| now.duration_since(last) < MINUTE));
        }
        if self.new.len() >= MOST_REMEMBERED && !self.new.contains_key(&from) {
            return Err(Refused::Full);
        }
        let times = self.new.entry(from).or_default();
        while times.front().is_some_and(|&first| now.duration_since(first) >= MINUTE) {
            times.pop_front();
        }
        if times.len() >= limits.new_per_minute {
            return Err(Refused::Rate);
        }
        times.push_back(now);
        if self.all >= limits.connections {
            return Err(Refused::Full);
        }
        let open = self.open.entry(from).or_default();
        if *open >= limits.per_address {
            return Err(Refused::Address { most: limits.per_address });
        }
        *open += 1;
        self.all += 1;
        Ok(())
    }

    /// A connection that was taken has ended.
    pub fn leave(&mut self, address: IpAddr) {
        let from = network(address);
        if let Some(open) = self.open.get_mut(&from) {
            *open -= 1;
            self.all -= 1;
            if *open == 0 {
                self.open.remove(&from);
            }
        }
    }

    /// The number of connections.
    pub fn count(&self) -> usize {
        self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn limits() -> Limits {
        Limits { connections: 5, per_address: 2, new_per_minute: 4, ..Limits::default() }
    }

    #[test]
    fn an_address_has_so_many_and_no_more() {
        let (mut gate, now) = (Gate::default(), Instant::now());
        let one = address("192.0.2.1");
        assert_eq!(gate.admit(one, &limits(), now), Ok(()));
        assert_eq!(gate.admit(address("::ffff:192.0.2.1"), &limits(), now), Ok(()), "the same address");
        assert_eq!(gate.admit(one, &limits(), now), Err(Refused::Address { most: 2 }));
        gate.leave(one);
        assert_eq!(gate.admit(one, &limits(), now), Ok(()));
        gate.leave(one);
        assert_eq!(gate.admit(one, &limits(), now), Err(Refused::Rate));
        assert_eq!(gate.admit(one, &limits(), now + MINUTE), Ok(()));
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let (mut gate, now) = (Gate::default(), Instant::now());
        for at in 1..=2 {
            assert_eq!(gate.admit(address(&format!("2001:db8::{at}")), &limits(), now), Ok(()));
        }
        assert_eq!(gate.admit(address("2001:db8:0:0:ffff::9"), &limits(), now), Err(Refused::Address { most: 2 }));
        assert_eq!(gate.admit(address("2001:db8:0:1::1"), &limits(), now), Ok(()));
    }

    #[test]
    fn all_together_are_limited_too() {
        let (mut gate, now) = (Gate::default(), Instant::now());
        for at in 1..=5 {
            assert_eq!(gate.admit(address(&format!("192.0.2.{at}")), &limits(), now), Ok(()));
        }
        assert_eq!(gate.admit(address("192.0.2.9"), &limits(), now), Err(Refused::Full));
        gate.leave(address("192.0.2.1"));
        gate.leave(address("192.0.2.77"));
        assert_eq!(gate.count(), 4);
        assert_eq!(gate.admit(address("192.0.2.9"), &limits(), now), Ok(()));
    }
}
