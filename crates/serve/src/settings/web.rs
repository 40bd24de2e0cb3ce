//! The settings of the pages for browsers.

use std::net::{IpAddr, SocketAddr};

use serde::Deserialize;
use thiserror::Error;

/// The pages for browsers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WebSettings {
    /// Where they are served; nowhere if nothing is said.
    pub(crate) listen: Option<SocketAddr>,
    /// Where others find them: `https://chess.example.org`.
    pub(crate) address: Option<WebAddress>,
    /// The proxies that are believed when they say for whom they ask.
    pub(crate) proxies: Vec<IpAddr>,
}

/// An address of pages, without a slash at the end.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct WebAddress(String);

/// It is no address of pages.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0:?}: expected an address such as https://chess.example.org")]
pub(crate) struct NoWebAddress(String);

impl TryFrom<String> for WebAddress {
    type Error = NoWebAddress;

    fn try_from(text: String) -> Result<WebAddress, NoWebAddress> {
        let short = text.strip_suffix('/').unwrap_or(&text);
        let host = short.strip_prefix("https://").or_else(|| short.strip_prefix("http://")).unwrap_or_default();
        let is_plain = |letter: u8| letter.is_ascii_alphanumeric() || b".-:[]".contains(&letter);
        if host.is_empty() || !host.bytes().all(is_plain) {
            return Err(NoWebAddress(text));
        }
        Ok(WebAddress(short.to_owned()))
    }
}

impl From<WebAddress> for String {
    fn from(address: WebAddress) -> String {
        address.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_host_with_its_scheme() {
        let read = |text: &str| WebAddress::try_from(text.to_owned()).ok().map(String::from);
        for (text, expected) in [
            ("https://chess.example.org/", Some("https://chess.example.org")),
            ("http://127.0.0.1:8080", Some("http://127.0.0.1:8080")),
            ("chess.example.org", None),
            ("https://", None),
            ("https://a/b", None),
            ("https://a\"b", None),
            ("ftp://a", None),
        ] {
            assert_eq!(read(text).as_deref(), expected, "{text}");
        }
    }
}
