//! Who may not come in: keys and networks. Addresses and networks are in memory too, because every connection asks for
//! them, and because a ban must hold while the database cannot be read.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{MutexGuard, PoisonError};
use std::time::SystemTime;

use super::sql::{Connection, params};

use super::{Store, StoreError};
use crate::address::{Network, network};
use crate::fingerprint::fingerprint;
use crate::moment::seconds;

/// How the rows of addresses and networks begin.
const ADDRESS: &str = "address:";
const NETWORK: &str = "network:";

/// Who may not come in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ban {
    /// The owner of this key, with all of their keys.
    Key([u8; 32]),
    /// Everybody from this address; an IPv6 network of 64 bits is one.
    Address(IpAddr),
    /// Everybody from this network.
    Network(Network),
}

impl Ban {
    fn text(self) -> String {
        match self {
            Ban::Key(digest) => format!("key:{}", fingerprint(digest)),
            Ban::Address(address) => format!("{ADDRESS}{}", network(address)),
            Ban::Network(network) => format!("{NETWORK}{network}"),
        }
    }

    /// Reads the text of an address or a network.
    fn read(text: &str) -> Option<Ban> {
        let network = || Network::read(text.strip_prefix(NETWORK)?).map(Ban::Network);
        text.strip_prefix(ADDRESS).map_or_else(network, |address| address.parse().ok().map(Ban::Address))
    }
}

/// A ban as the operator sees it: an address that stands for a network says so.
fn shown(what: String) -> String {
    let address = what.strip_prefix(ADDRESS).and_then(|address| address.parse::<IpAddr>().ok());
    if address.is_some_and(|address| address.is_ipv6()) { format!("{what}/64") } else { what }
}

/// The digests of all keys of the member with this key.
fn keys(connection: &Connection, digest: [u8; 32]) -> Result<Vec<[u8; 32]>, StoreError> {
    let sql = "SELECT digest FROM keys WHERE digest = ?1
               OR member = (SELECT member FROM keys WHERE digest = ?1)";
    Ok(connection.all(sql, params![digest], |row| row.get(0))?)
}

fn holds(connection: &Connection, ban: Ban) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM bans WHERE what = ?1)";
    Ok(connection.one(sql, params![ban.text()], |row| row.get(0))?)
}

/// The bans of addresses and networks: their texts, and what they mean.
#[derive(Debug, Default)]
pub(super) struct KeptOut(HashMap<String, Ban>);

impl KeptOut {
    pub(super) fn read(connection: &Connection) -> Result<KeptOut, StoreError> {
        let sql = "SELECT what FROM bans WHERE what LIKE 'address:%' OR what LIKE 'network:%'";
        let texts: Vec<String> = connection.all(sql, params![], |row| row.get(0))?;
        Ok(KeptOut(texts.into_iter().filter_map(|text| Some((text.clone(), Ban::read(&text)?))).collect()))
    }

    fn has(&self, address: IpAddr) -> bool {
        let has_network = |ban: &Ban| matches!(ban, Ban::Network(network) if network.contains(address));
        self.0.contains_key(&Ban::Address(address).text()) || self.0.values().any(has_network)
    }
}

impl Store {
    /// The bans of addresses and networks as they were read last; they are read now if they never could be.
    fn kept_out(&self) -> Result<MutexGuard<'_, Option<KeptOut>>, StoreError> {
        let mut known = self.kept_out.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_none() {
            *known = Some(self.read(KeptOut::read)?);
        }
        Ok(known)
    }

    /// Reads again who is kept out: another server may have changed it.
    pub(crate) fn read_kept_out(&self) -> Result<(), StoreError> {
        let read = self.read(KeptOut::read)?;
        *self.kept_out.lock().unwrap_or_else(PoisonError::into_inner) = Some(read);
        Ok(())
    }

    /// Keeps somebody out from now on. The name is for the operator.
    pub fn ban(&self, bans: Vec<Ban>, name: &str, now: SystemTime) -> Result<(), StoreError> {
        let (name, now) = (name.to_owned(), seconds(now));
        let addresses: Vec<Ban> = bans.iter().filter(|ban| !matches!(ban, Ban::Key(_))).copied().collect();
        self.write(move |connection| {
            for ban in bans {
                let sql = "INSERT INTO bans (what, name, made) VALUES (?1, ?2, ?3)
                           ON CONFLICT (what) DO UPDATE SET name = ?2, made = ?3";
                connection.execute(sql, params![ban.text(), name, now])?;
            }
            Ok(())
        })?;
        if let Some(known) = self.kept_out()?.as_mut() {
            known.0.extend(addresses.into_iter().map(|ban| (ban.text(), ban)));
        }
        Ok(())
    }

    /// Lets somebody in again: a key or a network, or all that was banned by a name. Returns how many bans there were.
    pub fn unban(&self, what: &str) -> Result<usize, StoreError> {
        let what = match what.parse() {
            Ok(address) => Ban::Address(address).text(),
            Err(_) if what.starts_with("SHA256:") => format!("key:{what}"),
            Err(_) => Network::read(what).map_or_else(|| what.to_owned(), |network| Ban::Network(network).text()),
        };
        let removed = self.write(move |connection| {
            let sql = "DELETE FROM bans WHERE what = ?1 OR lower(name) = ?2 RETURNING what";
            let name = what.to_ascii_lowercase();
            Ok(connection.all(sql, params![what, name], |row| row.get::<_, String>(0))?)
        })?;
        if let Some(known) = self.kept_out()?.as_mut() {
            known.0.retain(|what, _| !removed.contains(what));
        }
        Ok(removed.len())
    }

    /// Whether the member with this key is kept out: a ban of one key counts for all keys of its owner.
    pub fn is_key_banned(&self, digest: [u8; 32]) -> Result<bool, StoreError> {
        self.read(|connection| {
            if holds(connection, Ban::Key(digest))? {
                return Ok(true);
            }
            for key in keys(connection, digest)? {
                if holds(connection, Ban::Key(key))? {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    /// Whether everybody from this address is kept out. An error says that this was never known.
    pub fn is_address_banned(&self, address: IpAddr) -> Result<bool, StoreError> {
        Ok(self.kept_out()?.as_ref().is_some_and(|known| known.has(address)))
    }

    /// All bans with their names and times, the newest first.
    pub fn bans(&self) -> Result<Vec<(String, String, i64)>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT what, name, made FROM bans ORDER BY made DESC, what";
            Ok(connection.all(sql, params![], |row| Ok((shown(row.get(0)?), row.get(1)?, row.get(2)?)))?)
        })
    }
}
