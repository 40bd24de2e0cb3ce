//! A member on one connection.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::SystemTime;

use super::attention::KeyPresses;
use super::member::{Member, MemberId};
use super::name::Name;
use super::store::TableKey;
use super::{Club, ClubError};

/// The port that `ssh` uses if none is named.
pub const SSH_PORT: u16 = 22;

/// A member on one connection, until this is dropped.
#[derive(Debug)]
pub struct Visit {
    /// The club.
    pub club: Arc<Club>,
    /// Who it is.
    pub member: Member,
    number: u64,
    presses: KeyPresses,
    /// SHA-256 of the key of this connection.
    pub(super) key: Option<[u8; 32]>,
    /// Where the connection comes from, if it is known.
    pub(super) address: Option<IpAddr>,
    /// The name and the port by which others reach the server, as far as is known.
    reached_at: Option<(String, u16)>,
    /// How many wrong codes were typed here.
    pub(super) wrong_codes: u32,
    /// Leads this connection to the server of a table.
    leads: Option<Leads>,
}

/// Leads a connection to the server of a table.
#[derive(Clone)]
struct Leads(Lead);

/// Leads a connection to the server of a table.
pub type Lead = Arc<dyn Fn(Way) + Send + Sync>;

/// The way to a table at another server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The table.
    pub table: TableKey,
    /// The code of a private one.
    pub code: Option<String>,
    /// The other server has taken the table from this one.
    pub has_moved: bool,
}

impl fmt::Debug for Leads {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Leads")
    }
}

impl Visit {
    pub(super) fn new(club: Arc<Club>, member: Member, (number, presses): (u64, KeyPresses)) -> Visit {
        let (key, address, reached_at, wrong_codes, leads) = (None, None, None, 0, None);
        Visit { club, member, number, presses, key, address, reached_at, wrong_codes, leads }
    }

    /// The same on a connection that this leads to the servers of other tables.
    #[must_use]
    pub fn led_by(mut self, lead: Lead) -> Visit {
        self.leads = Some(Leads(lead));
        self
    }

    /// Leads this connection to the server of a table, if several servers can share the club.
    pub fn lead(&self) -> Option<Lead> {
        let Leads(lead) = self.leads.as_ref().filter(|_| self.club.store.node().is_some())?;
        Some(Arc::clone(lead))
    }

    /// Leads this connection to the server of a table, if another one has it. True if it is on its way.
    pub fn go_to(&self, key: TableKey, code: Option<&str>) -> bool {
        let Some(Leads(lead)) = &self.leads else { return false };
        let is_far = self.club.tables.place_of(key).is_some();
        if is_far {
            lead(Way { table: key, code: code.map(str::to_owned), has_moved: false });
        }
        is_far
    }

    /// The same at a server that others reach by this name and port.
    #[must_use]
    pub fn reached_at(mut self, host: String, port: u16) -> Visit {
        self.reached_at = Some((host, port));
        self
    }

    /// The line with which somebody else comes here under this name: that of a table, or of what is to be watched.
    pub fn invitation(&self, name: &str) -> Option<String> {
        let (host, port) = self.reached_at.as_ref()?;
        let port = if *port == SSH_PORT { String::new() } else { format!("-p {port} ") };
        Some(format!("ssh {port}{name}@{host}"))
    }

    /// The same with the key and the address of the connection.
    #[must_use]
    pub fn arrived(mut self, key: Option<[u8; 32]>, address: Option<IpAddr>) -> Visit {
        self.key = key;
        self.address = address;
        self
    }

    /// Is told when a key of the keyboard is pressed here.
    pub fn key_presses(&self) -> KeyPresses {
        self.presses.clone()
    }

    /// SHA-256 of the key of this connection.
    pub const fn key(&self) -> Option<[u8; 32]> {
        self.key
    }

    /// The number of the member in the store, if it is not a guest.
    pub(super) const fn account(&self) -> Result<i64, ClubError> {
        match self.member.id {
            MemberId::Member(number) => Ok(number),
            MemberId::Guest(_) => Err(ClubError::Guest),
        }
    }

    /// Chooses a name. Others see it at once.
    pub fn rename(&mut self, typed: &str, now: SystemTime) -> Result<(), ClubError> {
        let number = self.account()?;
        let name = Name::parse(typed, &self.club.games)?;
        self.club.store.rename(number, &name, now)??;
        self.member.name = Some(name.shown().to_owned());
        self.club.renamed(&self.member);
        Ok(())
    }

    /// Takes over what another connection of this member has changed. Returns whether there was something.
    pub fn refresh(&mut self) -> bool {
        let now = self.club.member_here(self.number);
        let changed = now.as_ref().is_some_and(|member| *member != self.member);
        self.member = now.filter(|_| changed).unwrap_or_else(|| self.member.clone());
        changed
    }

    /// The number of the visit in this process. A later visit has a larger one.
    pub const fn number(&self) -> u64 {
        self.number
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.club.leave(self.number);
    }
}
