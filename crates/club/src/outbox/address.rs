//! Where a message goes: an e-mail address, or a page of a host that the operator allows, to which it is posted.

use std::fmt;

use thiserror::Error;

use super::OutboxRules;

/// The longest address, in bytes.
const LONGEST: usize = 200;

/// Where a message goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// An e-mail address.
    Mail(String),
    /// A page to which it is posted.
    Web(WebAddress),
}

/// A page on a host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebAddress {
    /// Is the way there encrypted?
    pub encrypted: bool,
    /// The name or the number of the host, in small letters.
    pub host: String,
    /// The port, if it is named.
    pub port: Option<u16>,
    /// From the first `/` on.
    pub path: String,
}

/// Why no message goes to such an address.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AddressError {
    /// It is no address.
    #[error("expected an e-mail address such as ann@example.org, or an address such as https://ntfy.sh/TOPIC")]
    NoAddress,
    /// The server sends no mail.
    #[error("this server sends no e-mail: expected an address that starts with https:// and one of {0}")]
    NoMail(String),
    /// The operator does not allow this host.
    #[error("expected {0}")]
    Host(String),
}

impl WebAddress {
    /// The host, with its port if that is named.
    pub fn authority(&self) -> String {
        self.port.map_or_else(|| self.host.clone(), |port| format!("{}:{port}", self.host))
    }

    /// The port to connect to.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(if self.encrypted { 443 } else { 80 })
    }

    fn parse(text: &str) -> Option<WebAddress> {
        let (encrypted, rest) = match text.split_once("://")? {
            ("https", rest) => (true, rest),
            ("http", rest) => (false, rest),
            _ => return None,
        };
        let (authority, path) = rest.find('/').map_or((rest, "/"), |at| rest.split_at(at));
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) => (host, Some(port.parse().ok().filter(|port| *port > 0)?)),
            None => (authority, None),
        };
        let is_page = path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#');
        let host = host.to_ascii_lowercase();
        (is_host(&host) && is_page).then(|| WebAddress { encrypted, host, port, path: path.to_owned() })
    }
}

/// A name of a host, or the number of one in the old form.
fn is_host(host: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty()
            && part.len() <= 63
            && !part.starts_with('-')
            && !part.ends_with('-')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    host.len() <= LONGEST && host.split('.').all(is_part)
}

/// An e-mail address as almost all are: letters, digits and a few signs, without quotes.
pub fn is_mail(text: &str) -> bool {
    let is_name = |name: &str| {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~.".contains(&byte);
        !name.is_empty()
            && name.len() <= 64
            && name.split('.').all(|part| !part.is_empty())
            && name.bytes().all(is_letter)
    };
    let parts = text.rsplit_once('@').filter(|_| text.len() <= LONGEST);
    parts.is_some_and(|(name, host)| is_name(name) && is_host(host) && host.contains('.'))
}

impl Address {
    /// Reads an address, if a message may go there.
    pub fn parse(typed: &str, rules: &OutboxRules) -> Result<Address, AddressError> {
        let text = typed.trim();
        let hosts = || rules.hosts.join(", ");
        if is_mail(text) {
            let (name, host) = text.rsplit_once('@').ok_or(AddressError::NoAddress)?;
            return if rules.mail {
                Ok(Address::Mail(format!("{name}@{}", host.to_ascii_lowercase())))
            } else {
                Err(AddressError::NoMail(hosts()))
            };
        }
        let web = WebAddress::parse(text).filter(|_| text.len() <= LONGEST).ok_or(AddressError::NoAddress)?;
        if !web.encrypted && !rules.private || !rules.hosts.iter().any(|host| *host == web.authority()) {
            return Err(AddressError::Host(match (rules.hosts.is_empty(), rules.mail) {
                (true, _) => "an e-mail address: this server posts to no host".to_owned(),
                (false, true) => format!("an e-mail address, or https:// and one of {}", hosts()),
                (false, false) => format!("https:// and one of {}", hosts()),
            }));
        }
        Ok(Address::Web(web))
    }

    /// What may stand in a log: the kind of the address, and the host of a page.
    pub fn kind(&self) -> String {
        match self {
            Address::Mail(_) => "mail".to_owned(),
            Address::Web(web) => web.authority(),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Mail(address) => out.write_str(address),
            Address::Web(web) => {
                let scheme = if web.encrypted { "https" } else { "http" };
                write!(out, "{scheme}://{}{}", web.authority(), web.path)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> OutboxRules {
        let hosts = ["ntfy.sh", "hooks.example.org:8443"].map(str::to_owned).to_vec();
        OutboxRules { mail: true, hosts, ..OutboxRules::default() }
    }

    #[test]
    fn an_address_is_read_and_written_the_same() {
        for (typed, read) in [
            ("ann@example.org", "ann@example.org"),
            (" Ann.B+chess@Example.ORG ", "Ann.B+chess@example.org"),
            ("https://ntfy.sh/topic", "https://ntfy.sh/topic"),
            ("https://NTFY.sh", "https://ntfy.sh/"),
            ("https://hooks.example.org:8443/a?b=c", "https://hooks.example.org:8443/a?b=c"),
        ] {
            let address = Address::parse(typed, &rules()).expect(typed);
            assert_eq!(address.to_string(), read);
            assert_eq!(Address::parse(read, &rules()), Ok(address));
        }
    }

    #[test]
    fn what_is_no_address_or_not_allowed_is_refused() {
        for typed in [
            "",
            "ann",
            "ann@",
            "@example.org",
            "ann@localhost",
            "a b@example.org",
            "ann@example.org\r\nBcc: x@example.org",
            "\"ann\"@example.org",
            "<ann@example.org>",
            "ann@example.org,bo@example.org",
            "ann@-example.org",
            "ftp://ntfy.sh/x",
            "https://ntfy.sh/a b",
            "https://ntfy.sh/\u{e9}",
            "https://ntfy.sh:0/x",
            "https://ntfy.sh:x/x",
            "https://user@ntfy.sh/x",
            "https://[::1]/x",
            "https:///x",
        ] {
            assert_eq!(Address::parse(typed, &rules()), Err(AddressError::NoAddress), "{typed:?}");
        }
        for typed in [
            "http://ntfy.sh/x",
            "https://ntfy.sh:443/x",
            "https://hooks.example.org/x",
            "https://127.0.0.1/x",
            "https://ntfy.sh.example.org/x",
        ] {
            assert!(matches!(Address::parse(typed, &rules()), Err(AddressError::Host(_))), "{typed:?}");
        }
        let no_mail = OutboxRules { mail: false, ..rules() };
        assert!(matches!(Address::parse("ann@example.org", &no_mail), Err(AddressError::NoMail(_))));
        let private = OutboxRules { private: true, ..rules() };
        assert!(Address::parse("http://ntfy.sh/x", &private).is_ok());
    }

    #[test]
    fn a_log_learns_no_address() {
        let kind = |typed: &str| Address::parse(typed, &rules()).expect("an address").kind();
        assert_eq!(kind("ann@example.org"), "mail");
        assert_eq!(kind("https://ntfy.sh/secret"), "ntfy.sh");
    }
}
