//! Whom the operator means by a word.

use std::net::IpAddr;

use super::order_error::OrderError;
use crate::club::account::{fingerprint, of_fingerprint};
use crate::club::address::{Network, network};
use crate::club::member::Member;
use crate::connection::Connection;
use crate::player::Who;
use crate::server::Server;

/// What the operator means by a word.
pub(super) enum Whom {
    Member(Member),
    Address(IpAddr),
    Network(Network),
    Key([u8; 32]),
}

impl Whom {
    pub(super) fn is(&self, connection: &Connection) -> bool {
        match self {
            Whom::Member(member) => connection.member().is_some_and(|own| own.id == member.id),
            Whom::Address(_) | Whom::Network(_) => self.has(connection.address),
            Whom::Key(digest) => connection.who().as_ref().and_then(Who::key) == Some(*digest),
        }
    }

    /// Is this one of the addresses that the operator means?
    pub(super) fn has(&self, address: IpAddr) -> bool {
        match self {
            Whom::Address(own) => network(address) == network(*own),
            Whom::Network(network) => network.contains(address),
            Whom::Member(_) | Whom::Key(_) => false,
        }
    }

    /// The name for the log and the list of bans: addresses as they were given.
    pub(super) fn name(&self) -> String {
        match self {
            Whom::Member(member) => member.shown_name(),
            Whom::Address(address) => address.to_string(),
            Whom::Network(network) => network.to_string(),
            Whom::Key(digest) => fingerprint(*digest),
        }
    }
}

/// Whom a word of the operator means: a name, the number of a session, an address, a network or a
/// fingerprint.
pub(super) fn whom(server: &Server, word: &str) -> Result<Whom, OrderError> {
    if let Ok(address) = word.parse() {
        return Ok(Whom::Address(address));
    }
    if let Some(network) = Network::read(word) {
        return Ok(Whom::Network(network));
    }
    if let Some(digest) = of_fingerprint(word) {
        return Ok(Whom::Key(digest));
    }
    // No name begins with a digit, so a number is one of a session.
    if let Ok(number) = word.parse::<u64>() {
        let all = server.all();
        let member = all.iter().find(|connection| connection.number == number).map(|found| found.member());
        return member.flatten().map(Whom::Member).ok_or(OrderError::NoSession(number));
    }
    let here = server.club.here().into_iter().find(|member| member.shown_name().eq_ignore_ascii_case(word));
    let known = here.map_or_else(|| server.club.store.member_named(word), |member| Ok(Some(member)));
    known?.map(Whom::Member).ok_or_else(|| OrderError::Nobody(word.to_owned()))
}
