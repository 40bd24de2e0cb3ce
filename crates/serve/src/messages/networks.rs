//! Which addresses anybody can reach. Members name where messages go, so nothing is sent into the network of the operator.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

fn is_public_old(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    match a {
        0 | 10 | 127 | 224.. => false,
        100 => !(64..128).contains(&b),
        169 => b != 254,
        172 => !(16..32).contains(&b),
        192 => !(b == 168 || b == 0 && (c == 0 || c == 2) || b == 88 && c == 99),
        198 => !(b == 18 || b == 19 || b == 51 && c == 100),
        203 => !(b == 0 && c == 113),
        _ => true,
    }
}

fn is_public_new(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    match parts[0] {
        // A translator leads to the old address at the end.
        0x64 if parts[1] == 0xff9b && parts[2..6] == [0; 4] => {
            let [.., a, b, c, d] = address.octets();
            is_public_old(Ipv4Addr::new(a, b, c, d))
        }
        // Tunnels that lead to old addresses, and addresses of documents.
        0x2001 => parts[1] >= 0x200 && parts[1] != 0xdb8,
        0x2002 | 0x3fff => false,
        first => first & 0xe000 == 0x2000,
    }
}

/// Can anybody reach this address?
pub(super) fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_old(address),
        IpAddr::V6(address) => is_public_new(address),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_private_networks_are_known() {
        for text in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "fc00::1",
            "fd00::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "3fff::1",
            "100::1",
        ] {
            assert!(!is_public(text.parse().expect(text)), "{text}");
        }
        for text in [
            "1.1.1.1",
            "9.9.9.9",
            "100.63.0.1",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "192.169.0.1",
            "198.20.0.1",
            "223.255.255.255",
            "::ffff:1.1.1.1",
            "64:ff9b::101:101",
            "2606:4700::1111",
            "2a00::1",
            "2001:4860:4860::8888",
        ] {
            assert!(is_public(text.parse().expect(text)), "{text}");
        }
    }
}
