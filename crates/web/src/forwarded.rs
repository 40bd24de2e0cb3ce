//! For whom a proxy asks. Only proxies that the operator names are believed.

use std::net::{IpAddr, SocketAddr};

use hyper::HeaderMap;
use hyper::header::{FORWARDED, HeaderName};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// An address as proxies write it: alone, with a port, in brackets or in quotes.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let plain = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    text.parse().ok().or_else(with_port).or_else(plain).map(|address: IpAddr| address.to_canonical())
}

/// All addresses of a header, the nearest proxy last. `None` stands for one that cannot be read.
fn addresses(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let texts = |name: &HeaderName| -> Vec<String> {
        let all = headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default().to_owned());
        all.flat_map(|text| text.split(',').map(str::to_owned).collect::<Vec<_>>()).collect()
    };
    let plain: Vec<_> = texts(&X_FORWARDED_FOR).iter().map(|text| address(text)).collect();
    if !plain.is_empty() {
        return plain;
    }
    let of = |text: &String| {
        let mut pairs = text.split(';').filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(name, _)| name.eq_ignore_ascii_case("for")).and_then(|(_, value)| address(value))
    };
    texts(&FORWARDED).iter().map(of).collect()
}

/// For whom a proxy asks: the last address that is not one of the proxies. Without one it is the proxy itself.
pub(crate) fn client(peer: IpAddr, headers: &HeaderMap, is_proxy: impl Fn(IpAddr) -> bool) -> IpAddr {
    let mut client = peer;
    for address in addresses(headers).into_iter().rev() {
        // What is before something that cannot be read is not believed.
        let Some(address) = address.filter(|_| is_proxy(client)) else { break };
        client = address;
    }
    client
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(peer: &str, header: &'static str, value: &str) -> String {
        let mut headers = HeaderMap::new();
        headers.insert(header, value.parse().expect("a value"));
        let proxies: Vec<IpAddr> = ["127.0.0.1", "10.0.0.1"].map(|text| text.parse().expect("an address")).to_vec();
        client(peer.parse().expect("an address"), &headers, |address| proxies.contains(&address)).to_string()
    }

    #[test]
    fn only_proxies_are_believed_and_only_for_the_next_address() {
        for (peer, header, value, expected) in [
            ("127.0.0.1", "x-forwarded-for", "192.0.2.7", "192.0.2.7"),
            ("192.0.2.1", "x-forwarded-for", "192.0.2.7", "192.0.2.1"),
            ("127.0.0.1", "x-forwarded-for", "1.1.1.1, 192.0.2.7", "192.0.2.7"),
            ("127.0.0.1", "x-forwarded-for", "192.0.2.7, 10.0.0.1", "192.0.2.7"),
            ("127.0.0.1", "x-forwarded-for", "192.0.2.7, nonsense", "127.0.0.1"),
            ("127.0.0.1", "x-forwarded-for", "", "127.0.0.1"),
            ("127.0.0.1", "x-forwarded-for", "::ffff:192.0.2.7", "192.0.2.7"),
            ("127.0.0.1", "forwarded", "for=192.0.2.7;proto=https", "192.0.2.7"),
            ("127.0.0.1", "forwarded", "proto=https; For=\"[2001:db8::7]:4711\"", "2001:db8::7"),
            ("127.0.0.1", "forwarded", "for=unknown", "127.0.0.1"),
        ] {
            assert_eq!(of(peer, header, value), expected, "{peer} {header}: {value}");
        }
    }
}
