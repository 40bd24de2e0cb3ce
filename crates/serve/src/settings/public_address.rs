//! The name by which others reach the server.

use std::net::SocketAddr;
use std::str::FromStr;

use serde::Deserialize;
use thiserror::Error;

use crate::club::SSH_PORT;

/// A host, and a port.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct PublicAddress {
    pub(crate) host: String,
    pub(crate) port: u16,
}

/// It is no name of a host.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0:?}: expected a host such as chess.example.org, or a host and a port such as chess.example.org:2222")]
pub(crate) struct NoHost(String);

impl TryFrom<String> for PublicAddress {
    type Error = NoHost;

    fn try_from(text: String) -> Result<PublicAddress, NoHost> {
        text.parse()
    }
}

impl FromStr for PublicAddress {
    type Err = NoHost;

    fn from_str(text: &str) -> Result<PublicAddress, NoHost> {
        if let Ok(address) = text.parse::<SocketAddr>() {
            return Ok(address.into());
        }
        let wrong = || NoHost(text.to_owned());
        let (host, port) = match text.split_once(':') {
            Some((host, port)) => (host, port.parse().ok().filter(|port| *port > 0).ok_or_else(wrong)?),
            None => (text, SSH_PORT),
        };
        // It stands in a line for a shell.
        let is_plain = |letter: u8| letter.is_ascii_alphanumeric() || b".-_".contains(&letter);
        let is_host = !host.is_empty() && host.bytes().all(is_plain) && !host.starts_with('-');
        if is_host { Ok(PublicAddress { host: host.to_owned(), port }) } else { Err(wrong()) }
    }
}

impl From<SocketAddr> for PublicAddress {
    fn from(address: SocketAddr) -> PublicAddress {
        PublicAddress { host: address.ip().to_canonical().to_string(), port: address.port() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_read_with_its_port() {
        for (text, host, port) in [
            ("chess.example.org", "chess.example.org", 22),
            ("chess.example.org:2222", "chess.example.org", 2222),
            ("192.0.2.1:23", "192.0.2.1", 23),
            ("[2001:db8::1]:2222", "2001:db8::1", 2222),
        ] {
            assert_eq!(text.parse(), Ok(PublicAddress { host: host.to_owned(), port }), "{text}");
        }
        for text in ["", ":22", "a b", "host:", "host:0", "host:65536", "-oProxyCommand=x", "a;b", "a:1:2", "$(x)"]
        {
            assert!(text.parse::<PublicAddress>().is_err(), "{text}");
        }
    }
}
