//! How members who are away are told what happens.

use std::net::IpAddr;
use std::path::PathBuf;

use serde::Deserialize;

use super::PublicAddress;
use crate::club::SSH_PORT;
use crate::club::outbox::{OutboxRules, is_mail};

/// How members who are away are told what happens.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Messages {
    /// Hosts to which messages are posted, each with its port if it is not that of HTTPS.
    pub(crate) hosts: Vec<String>,
    /// Whether plain HTTP and addresses of private networks may be used.
    pub(crate) private: bool,
    /// The most messages to a member in a day.
    pub(crate) per_day: usize,
    /// The mail server; without one there is no e-mail.
    pub(crate) mail: Option<MailSettings>,
}

/// The mail server that takes all e-mail.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MailSettings {
    /// Its name and its port.
    pub(crate) server: PublicAddress,
    /// The address of the sender.
    pub(crate) from: String,
    #[serde(default)]
    pub(crate) encryption: Encryption,
    /// Who sends, if the server asks for that.
    pub(crate) user: Option<String>,
    /// The file with the password, which is read for each message.
    pub(crate) password_file: Option<PathBuf>,
}

/// How the way to the mail server is encrypted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Encryption {
    /// From the word `STARTTLS` on.
    #[default]
    Starttls,
    /// From the beginning.
    Tls,
    /// Not at all: for a server on the same machine.
    None,
}

impl Default for Messages {
    fn default() -> Messages {
        let OutboxRules { hosts, private, per_day, .. } = OutboxRules::default();
        Messages { hosts, private, per_day, mail: None }
    }
}

impl Messages {
    /// The same as the club wants it.
    pub(crate) fn rules(&self) -> OutboxRules {
        let hosts = self.hosts.iter().map(|host| host.to_ascii_lowercase()).collect();
        OutboxRules { mail: self.mail.is_some(), hosts, private: self.private, per_day: self.per_day }
    }

    /// What cannot be used, and what was expected.
    pub(super) fn mistake(&self, has_address: bool) -> Option<String> {
        if self.rules().is_open() && !has_address {
            return Some("messages: expected public_address too, which stands in each of them".to_owned());
        }
        let mail = self.mail.as_ref()?;
        if !is_mail(&mail.from) {
            return Some(format!(
                "messages.mail.from = {:?}: expected an address such as play@example.org",
                mail.from
            ));
        }
        if mail.server.port == SSH_PORT {
            return Some(
                "messages.mail.server: expected a host and its port, such as smtp.example.org:587".to_owned(),
            );
        }
        if mail.user.is_some() != mail.password_file.is_some() {
            return Some("messages.mail: expected both user and password_file, or none".to_owned());
        }
        let host = &mail.server.host;
        let is_here = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        let is_open = mail.encryption == Encryption::None;
        if is_open && (!is_here || mail.user.is_some()) {
            let expected = "expected starttls or tls, as the server is on another machine or wants a password";
            return Some(format!("messages.mail.encryption = \"none\": {expected}"));
        }
        None
    }
}
