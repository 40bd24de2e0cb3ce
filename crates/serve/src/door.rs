//! Who is let in: before the login by the address, after it by the key. A connection has its number before it has a place.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use thiserror::Error;

use super::connection::Connection;
use super::gate::Refused;
use super::player::Who;
use super::server::{BANNED, Server, lock};

/// Why somebody is not let in, in words for them.
#[derive(Debug, Error)]
pub(super) enum TurnedAway {
    /// A limit is reached.
    #[error(transparent)]
    Limit(#[from] Refused),
    /// The operator keeps their address out.
    #[error("{BANNED}")]
    Banned,
    /// The store does not answer.
    #[error("The club's store is being replaced: try again in a moment.")]
    Away,
    /// It is not known who is kept out.
    #[error("The server cannot read its list of bans, so it lets nobody in now. Try again later.")]
    Unknown,
}

/// The numbers of readers of pages begin here: no connection of a terminal has one of them.
const READERS: u64 = 1 << 63;

impl Server {
    /// Gives a new connection a number and a place at the door, or says why not.
    pub(super) fn let_in(&self, address: IpAddr) -> Result<u64, TurnedAway> {
        let settings = self.settings();
        let limits = &settings.limits;
        let knocked = lock(&self.gate).knock(address, limits, Instant::now());
        knocked.map_err(|why| self.turn_away(why))?;
        self.check_bans(address)?;
        let number = self.next_number().map_err(|error| {
            self.log.note("failed", &[("what", &"number"), ("error", &error)]);
            TurnedAway::Away
        })?;
        let admitted = lock(&self.gate).admit(number, address, limits);
        let cut = admitted.map_err(|why| self.turn_away(why))?;
        // Nobody else counts: connections are accepted one after the other.
        self.count.store(number, Ordering::Relaxed);
        let cut = cut.and_then(|cut| lock(&self.connections).get(&cut).cloned());
        if let Some(connection) = cut {
            self.club.reached.note("logging_in");
            connection.note_reason("crowded");
            connection.cut();
        }
        Ok(number)
    }

    /// Gives somebody who reads pages a place at the gate, until it is left; `None` if a limit is reached or the address is kept
    /// out. A request that a proxy sends on is no new connection.
    pub(super) fn let_read(&self, address: IpAddr, is_new: bool) -> Option<u64> {
        let settings = self.settings();
        let limits = &settings.limits;
        if is_new {
            let knocked = lock(&self.gate).knock(address, limits, Instant::now());
            knocked.map_err(|why| self.turn_away(why)).ok()?;
        }
        self.check_bans(address).ok()?;
        let number = READERS | self.readers.fetch_add(1, Ordering::Relaxed);
        let admitted = lock(&self.gate).admit_reader(number, address, limits);
        admitted.map_err(|why| self.turn_away(why)).ok()?;
        Some(number)
    }

    /// A connection is refused because of a limit.
    fn turn_away(&self, why: Refused) -> Refused {
        self.turned_away.fetch_add(1, Ordering::Relaxed);
        self.counts.refused.fetch_add(1, Ordering::Relaxed);
        self.club.reached.note(why.setting());
        why
    }

    /// Refuses an address that is kept out, also while it is not known which ones are.
    fn check_bans(&self, address: IpAddr) -> Result<(), TurnedAway> {
        let why = match self.club.store.is_address_banned(address) {
            Ok(false) => return Ok(()),
            Ok(true) => {
                self.log.note("refused", &[("what", &"banned"), ("address", &address)]);
                TurnedAway::Banned
            }
            Err(error) => {
                self.log.note("failed", &[("what", &"bans"), ("error", &error)]);
                TurnedAway::Unknown
            }
        };
        self.counts.refused.fetch_add(1, Ordering::Relaxed);
        Err(why)
    }

    /// A ban that was made since the first look has not found this connection, so its address is looked for once more.
    pub(super) fn check_bans_again(&self, connection: &Connection) {
        if let Err(why) = self.check_bans(connection.address) {
            connection.end(&why.to_string(), "banned");
        }
    }

    /// Somebody has logged in: they get a place, or read why they have to go.
    pub(super) async fn give_place(self: &Arc<Server>, connection: &Connection, who: &Who) -> Result<(), Refused> {
        let member = match who.key() {
            Some(digest) => {
                let club = Arc::clone(&self.club);
                let found = tokio::task::spawn_blocking(move || club.store.owner_of_key(digest)).await;
                // Whoever cannot be found has no place of a member.
                found.ok().and_then(Result::ok).flatten()
            }
            None => None,
        };
        let settings = self.settings();
        let placed = lock(&self.gate).log_in(connection.number, member.map(|member| member.id), &settings.limits);
        placed.map_err(|why| {
            connection.note_reason("full");
            self.turn_away(why)
        })
    }
}
