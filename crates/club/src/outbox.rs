//! Messages to members who are away: it is their move, somebody challenges them, a tournament starts. A member names an
//! address and confirms it with a code that was sent there. What happens is gathered, and somebody who is here is told
//! nothing. The server sends the messages.

mod address;
mod due;
pub mod words;

use std::net::IpAddr;
use std::sync::PoisonError;
use std::time::{Duration, Instant, SystemTime};

pub use address::{Address, AddressError, WebAddress, is_mail};
pub use due::{GATHERED, PAUSE, due};
use thiserror::Error;

use super::arrival::DAY;
use super::change_notifier::Topic;
use super::code::error::CodeError;
use super::code::{Code, VALID};
use super::member::MemberId;
pub use super::store::OutboxAddress;
use super::store::{NewAddress, StoreError, Typed};
use super::table_service::TableService;
use super::{Club, ClubError, Visit};

/// The most codes to a member or to an address in a day.
pub(crate) const MOST_CODES: usize = 3;

/// After so many wrong codes an address is forgotten.
pub(crate) const MOST_WRONG: i64 = 5;

/// So often a message is tried.
pub(crate) const RETRIES: u32 = 5;

/// What was being sent for so long, by a server that is gone, is tried again.
pub(crate) const TRIED_AGAIN: Duration = Duration::from_secs(2 * 60);

/// How long after this many tries the next one is.
pub(crate) fn retry(tries: u32) -> Duration {
    Duration::from_secs(30 << (2 * tries.min(5)))
}

/// Where messages may go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutboxRules {
    /// Is there a server that takes e-mail?
    pub mail: bool,
    /// The hosts to which messages may be posted, each with its port if it is not the usual one.
    pub hosts: Vec<String>,
    /// Are plain HTTP and addresses of private networks allowed?
    pub private: bool,
    /// The most messages to a member in a day.
    pub per_day: usize,
}

impl Default for OutboxRules {
    fn default() -> OutboxRules {
        OutboxRules { mail: false, hosts: Vec::new(), private: false, per_day: 20 }
    }
}

impl OutboxRules {
    /// Is there any way to send a message?
    pub const fn is_open(&self) -> bool {
        self.mail || !self.hosts.is_empty()
    }
}

/// A message that is to be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutMessage {
    /// The number.
    pub id: i64,
    /// Where it goes.
    pub address: String,
    /// What it says.
    pub words: String,
    /// The code that ends the messages.
    pub stop: String,
    /// When it was written.
    pub made: SystemTime,
    /// How often it was tried, with this time.
    pub tries: u32,
}

/// What became of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It was taken at the other end.
    Sent,
    /// It may be taken later.
    Again,
    /// It will not be taken.
    Refused,
}

/// Why a member is not told by message.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OutboxError {
    /// No message goes to the address.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// There were too many codes.
    #[error("{MOST_CODES} codes a day can be sent: try again tomorrow")]
    Codes,
    /// The code is not the one that was sent.
    #[error("this is not the code that was sent to the address")]
    Wrong,
    /// There is nothing to confirm.
    #[error("there is no code to type any more: name the address again")]
    Nothing,
}

impl TableService {
    /// Notes what has happened for a member who is away and wants messages.
    pub(crate) fn tell_away(&self, who: MemberId, about: String, words: String) -> Result<(), StoreError> {
        let MemberId::Member(member) = who else { return Ok(()) };
        if self.is_here(who) {
            return Ok(());
        }
        self.store().add_outbox_line(member, (about, words), self.now())
    }
}

impl Club {
    /// Sets where messages may go.
    pub fn set_outbox_rules(&self, rules: OutboxRules) {
        *self.outbox_rules.lock().unwrap_or_else(PoisonError::into_inner) = rules;
    }

    /// Where messages may go.
    pub fn outbox_rules(&self) -> OutboxRules {
        self.outbox_rules.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Writes the messages that are due.
    pub fn write_outbox(&self, now: SystemTime) -> Result<(), ClubError> {
        let rules = self.outbox_rules();
        for (member, first) in self.store.outbox_waits()? {
            let address = self.store.outbox_address(member)?;
            if self.tables.is_here(MemberId::Member(member)) || address.is_none() {
                self.store.drop_outbox_lines(member)?;
                continue;
            }
            let after = now.checked_sub(DAY).unwrap_or(SystemTime::UNIX_EPOCH);
            let address = address.map(|found| found.address).unwrap_or_default();
            let sent = self.store.outbox_sent(member, &address, after)?;
            if due(first, &sent, rules.per_day) <= now {
                self.store.write_outbox(member, words::news, now)?;
            }
        }
        Ok(())
    }

    /// Takes the next message that is to be sent.
    pub fn take_outbox(&self, now: SystemTime) -> Result<Option<OutMessage>, ClubError> {
        Ok(self.store.take_outbox(now)?)
    }

    /// Notes what became of a message.
    pub fn note_outbox(&self, message: &OutMessage, how: Outcome, now: SystemTime) -> Result<(), ClubError> {
        Ok(self.store.note_outbox(message, how, now)?)
    }

    /// The owner of a code, at this address, wants no more messages.
    pub fn stop_outbox(&self, typed: &str, from: IpAddr, moment: Instant) -> Result<(), ClubError> {
        let network = super::address::network(from);
        if !self.attempts().may(network, moment) {
            return Err(CodeError::Many.into());
        }
        let stopped = match Code::parse(typed) {
            Ok(code) => self.store.stop_outbox(&code.dashed())?,
            Err(_) => None,
        };
        let Some(member) = stopped else {
            self.attempts().note(network, moment);
            return Err(CodeError::NoMessages.into());
        };
        self.notifier.notify(Topic::Member(MemberId::Member(member)));
        Ok(())
    }
}

impl Visit {
    /// Where this member is told.
    pub fn outbox_address(&self) -> Result<Option<OutboxAddress>, ClubError> {
        Ok(self.club.store.outbox_address(self.account()?)?)
    }

    /// Wants messages at this address: a code is sent there.
    pub fn set_outbox_address(&self, typed: &str, now: SystemTime) -> Result<(), ClubError> {
        let member = self.account()?;
        let address = Address::parse(typed, &self.club.outbox_rules()).map_err(OutboxError::Address)?;
        let code = Code::random_short().map_err(ClubError::Random)?;
        let stop = Code::random_long().map_err(ClubError::Random)?;
        let new = NewAddress {
            member,
            address: address.to_string(),
            digest: code.digest(),
            stop: stop.dashed(),
            words: words::confirm(&code.to_string(), VALID.as_secs() / 60),
        };
        if !self.club.store.set_outbox_address(new, now)? {
            return Err(OutboxError::Codes.into());
        }
        self.club.notifier.notify(Topic::Member(self.member.id));
        Ok(())
    }

    /// Confirms the address with the code that was sent there.
    pub fn confirm_outbox_address(&self, typed: &str, now: SystemTime) -> Result<(), ClubError> {
        let member = self.account()?;
        let code = Code::parse(typed)?;
        let since = now.checked_sub(VALID).unwrap_or(SystemTime::UNIX_EPOCH);
        let typed = self.club.store.confirm_outbox_address(member, code.digest(), since)?;
        self.club.notifier.notify(Topic::Member(self.member.id));
        match typed {
            Typed::Right => Ok(()),
            Typed::Wrong => Err(OutboxError::Wrong.into()),
            Typed::Nothing => Err(OutboxError::Nothing.into()),
        }
    }

    /// Wants no more messages.
    pub fn remove_outbox_address(&self) -> Result<(), ClubError> {
        self.club.store.remove_outbox_address(self.account()?)?;
        self.club.notifier.notify(Topic::Member(self.member.id));
        Ok(())
    }
}
