//! Addresses of people. All addresses of an IPv6 network of 64 bits are one, because one person has as many of them. Where
//! many come from together, the networks around it count too: a provider gives a customer 56 or 48 bits.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// The network that an address counts for.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// How wide a network is that an address counts for. A wider one may have more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Width {
    /// One address; of IPv6 a network of 64 bits.
    Address,
    /// An IPv6 network of 56 bits.
    Bits56,
    /// An IPv6 network of 48 bits.
    Bits48,
}

/// The networks that an address counts for, the narrowest first. An IPv4 address counts for itself only.
pub fn networks(address: IpAddr) -> impl Iterator<Item = (Width, Network)> {
    let address = address.to_canonical();
    let widths: &[_] = match address {
        IpAddr::V4(_) => &[(Width::Address, 32)],
        IpAddr::V6(_) => &[(Width::Address, 64), (Width::Bits56, 56), (Width::Bits48, 48)],
    };
    widths.iter().map(move |&(width, bits)| (width, Network { address: first_bits(address, bits), bits }))
}

/// The addresses that begin with the same bits: `192.0.2.0/24`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Network {
    address: IpAddr,
    bits: u32,
}

/// The first bits of an address, at least one; the others are 0.
fn first_bits(address: IpAddr, bits: u32) -> IpAddr {
    match address {
        IpAddr::V4(v4) => IpAddr::V4((v4.to_bits() & u32::MAX << (32 - bits)).into()),
        IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() & u128::MAX << (128 - bits)).into()),
    }
}

impl Network {
    /// Reads an address, a slash and a number of bits. A network of no bits would be everybody, and is none.
    pub fn read(text: &str) -> Option<Network> {
        let (address, bits) = text.split_once('/')?;
        let (address, bits): (IpAddr, u32) = (address.parse().ok()?, bits.parse().ok()?);
        let canonical = address.to_canonical();
        // The first 96 bits of an IPv4 address in the form of IPv6 say that it is one.
        let bits = if address.is_ipv6() && canonical.is_ipv4() { bits.checked_sub(96)? } else { bits };
        let most = if canonical.is_ipv4() { 32 } else { 128 };
        (1..=most).contains(&bits).then(|| Network { address: first_bits(canonical, bits), bits })
    }

    /// Is this address one of the network?
    pub fn contains(&self, address: IpAddr) -> bool {
        let canonical = address.to_canonical();
        canonical.is_ipv4() == self.address.is_ipv4() && first_bits(canonical, self.bits) == self.address
    }
}

impl fmt::Display for Network {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.address, self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_counts_for_its_networks() {
        let of = |address: &str| {
            let all = networks(address.parse().expect("an address"));
            all.map(|(_, network)| network.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(of("192.0.2.7"), ["192.0.2.7/32"]);
        assert_eq!(of("::ffff:192.0.2.7"), ["192.0.2.7/32"]);
        let wide = ["2001:db8:1:2345::/64", "2001:db8:1:2300::/56", "2001:db8:1::/48"];
        assert_eq!(of("2001:db8:1:2345::7"), wide);
    }

    #[test]
    fn a_network_is_the_addresses_with_the_same_first_bits() {
        for (text, shown, inside, outside) in [
            ("192.0.2.77/24", "192.0.2.0/24", "192.0.2.200", "192.0.3.0"),
            ("192.0.2.4/31", "192.0.2.4/31", "192.0.2.5", "192.0.2.6"),
            ("192.0.2.4/32", "192.0.2.4/32", "::ffff:192.0.2.4", "192.0.2.5"),
            ("128.0.0.0/1", "128.0.0.0/1", "255.255.255.255", "127.255.255.255"),
            ("::ffff:192.0.2.4/120", "192.0.2.0/24", "192.0.2.9", "::1"),
            ("2001:db8:1:2::5/48", "2001:db8:1::/48", "2001:db8:1:ffff::1", "2001:db8:2::"),
            ("2001:db8::/128", "2001:db8::/128", "2001:db8::", "2001:db8::1"),
        ] {
            let network = Network::read(text).unwrap_or_else(|| panic!("{text}"));
            let is_in = |address: &str| network.contains(address.parse().expect("an address"));
            assert_eq!(
                (network.to_string().as_str(), is_in(inside), is_in(outside)),
                (shown, true, false),
                "{text}"
            );
        }
        for text in
            ["", "192.0.2.1", "192.0.2.1/", "192.0.2.1/0", "192.0.2.1/33", "::/129", "::ffff:1.2.3.4/90", "x/8"]
        {
            assert_eq!(Network::read(text), None, "{text}");
        }
    }
}
