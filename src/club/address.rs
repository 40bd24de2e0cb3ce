//! Addresses of people. All addresses of an IPv6 network of 64 bits are one, because one person has as many of them.

use std::net::{IpAddr, Ipv6Addr};

/// The network that an address counts for.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        v4 @ IpAddr::V4(_) => v4,
    }
}
