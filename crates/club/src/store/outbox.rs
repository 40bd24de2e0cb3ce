//! What members are told by message while they are away: where, what waits to be told, and the messages.

use std::time::SystemTime;

use super::sql::{Connection, Row, params};
use super::{Store, StoreError};
use crate::arrival::DAY;
use crate::moment::{moment, seconds};
use crate::outbox::{MOST_CODES, MOST_WRONG, OutMessage, Outcome, RETRIES, TRIED_AGAIN, retry};

/// Where a member is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutboxAddress {
    /// The address as text.
    pub address: String,
    /// Was the code typed that was sent there?
    pub confirmed: bool,
    /// The code that ends the messages.
    pub(crate) stop: String,
}

/// What became of a code that was typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Typed {
    Right,
    Wrong,
    /// There is nothing to confirm, or there is not any more after too many wrong codes.
    Nothing,
}

/// A new address that is not confirmed yet.
pub(crate) struct NewAddress {
    pub(crate) member: i64,
    pub(crate) address: String,
    /// SHA-256 of the code.
    pub(crate) digest: [u8; 32],
    pub(crate) stop: String,
    /// The message with the code.
    pub(crate) words: String,
}

fn add(
    connection: &Connection,
    (member, address, stop): (i64, &str, &str),
    (kind, words): (&str, &str),
    now: i64,
) -> Result<(), StoreError> {
    connection.execute(
        "INSERT INTO outbox (id, member, address, kind, words, stop, made, state, tries, due)
         VALUES ((SELECT 1 + coalesce(max(id), 0) FROM outbox), ?1, ?2, ?3, ?4, ?5, ?6, 'waits', 0, ?6)",
        params![member, address, kind, words, stop, now],
    )?;
    let before = now - 2 * DAY.as_secs() as i64;
    connection.execute("DELETE FROM outbox WHERE made < ?1", params![before])?;
    Ok(())
}

/// Forgets what a member was to be told.
fn forget(connection: &Connection, member: i64) -> Result<(), StoreError> {
    connection.execute("DELETE FROM outbox_addresses WHERE member = ?1", params![member])?;
    connection.execute("DELETE FROM outbox_lines WHERE member = ?1", params![member])?;
    // Those that were sent still count.
    let sql = "UPDATE outbox SET state = 'failed' WHERE member = ?1 AND state IN ('waits', 'sending')";
    connection.execute(sql, params![member])?;
    Ok(())
}

impl Store {
    /// Where a member is told.
    pub(crate) fn outbox_address(&self, member: i64) -> Result<Option<OutboxAddress>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT address, code IS NULL, stop FROM outbox_addresses WHERE member = ?1";
            let read = |row: &Row<'_>| {
                Ok(OutboxAddress { address: row.get(0)?, confirmed: row.get(1)?, stop: row.get(2)? })
            };
            Ok(connection.first(sql, params![member], read)?)
        })
    }

    /// Takes an address, and writes the message with its code. False if there were too many codes for the member or the
    /// address within a day.
    pub(crate) fn set_outbox_address(&self, new: NewAddress, now: SystemTime) -> Result<bool, StoreError> {
        self.write(move |connection| {
            let NewAddress { member, address, digest, stop, words } = &new;
            let now = seconds(now);
            let sql =
                "SELECT count(*) FROM outbox WHERE kind = 'code' AND (member = ?1 OR address = ?2) AND made > ?3";
            let since = now - DAY.as_secs() as i64;
            let count: i64 = connection.one(sql, params![*member, address, since], |row| row.get(0))?;
            if count >= MOST_CODES as i64 {
                return Ok(false);
            }
            forget(connection, *member)?;
            let sql =
                "INSERT INTO outbox_addresses (member, address, code, wrong, stop) VALUES (?1, ?2, ?3, 0, ?4)";
            connection.execute(sql, params![*member, address, *digest, stop])?;
            add(connection, (*member, address, stop), ("code", words), now)?;
            Ok(true)
        })
    }

    /// A member has typed a code with this digest. After too many wrong ones the address is forgotten.
    pub(crate) fn confirm_outbox_address(
        &self,
        member: i64,
        digest: [u8; 32],
        since: SystemTime,
    ) -> Result<Typed, StoreError> {
        self.write(move |connection| {
            let sql = "SELECT code, wrong FROM outbox_addresses WHERE member = ?1 AND code IS NOT NULL
                       AND EXISTS (SELECT 1 FROM outbox WHERE outbox.member = ?1 AND kind = 'code' AND made > ?2)";
            let read = |row: &Row<'_>| Ok((row.get::<_, [u8; 32]>(0)?, row.get::<_, i64>(1)?));
            let found = connection.first(sql, params![member, seconds(since)], read)?;
            let Some((code, wrong)) = found else { return Ok(Typed::Nothing) };
            if code == digest {
                let sql = "UPDATE outbox_addresses SET code = NULL WHERE member = ?1";
                connection.execute(sql, params![member])?;
                return Ok(Typed::Right);
            }
            if wrong + 1 >= MOST_WRONG {
                forget(connection, member)?;
                return Ok(Typed::Nothing);
            }
            connection
                .execute("UPDATE outbox_addresses SET wrong = wrong + 1 WHERE member = ?1", params![member])?;
            Ok(Typed::Wrong)
        })
    }

    /// A member wants no more messages.
    pub(crate) fn remove_outbox_address(&self, member: i64) -> Result<(), StoreError> {
        self.write(move |connection| forget(connection, member))
    }

    /// The owner of this code wants no more messages. Returns the member.
    pub(crate) fn stop_outbox(&self, stop: &str) -> Result<Option<i64>, StoreError> {
        let stop = stop.to_owned();
        self.write(move |connection| {
            let sql = "SELECT member FROM outbox_addresses WHERE stop = ?1";
            let member: Option<i64> = connection.first(sql, params![stop], |row| row.get(0))?;
            member.map_or(Ok(()), |member| forget(connection, member))?;
            Ok(member)
        })
    }

    /// Notes what has happened, for a member with an address that was confirmed. It takes the place of what was noted of the
    /// same thing before.
    pub(crate) fn add_outbox_line(
        &self,
        member: i64,
        (about, words): (String, String),
        now: SystemTime,
    ) -> Result<(), StoreError> {
        // Few members want messages.
        if !self.outbox_address(member)?.is_some_and(|found| found.confirmed) {
            return Ok(());
        }
        self.write(move |connection| {
            let sql = "INSERT INTO outbox_lines (member, about, time, words) VALUES (?1, ?2, ?3, ?4)
                       ON CONFLICT (member, about) DO UPDATE SET words = excluded.words";
            connection.execute(sql, params![member, about, seconds(now), words])?;
            Ok(())
        })
    }

    /// A member has come and sees it all.
    pub(crate) fn drop_outbox_lines(&self, member: i64) -> Result<(), StoreError> {
        self.write(move |connection| {
            connection.execute("DELETE FROM outbox_lines WHERE member = ?1", params![member])?;
            Ok(())
        })
    }

    /// Who has something to be told, with the time of the first.
    pub(crate) fn outbox_waits(&self) -> Result<Vec<(i64, SystemTime)>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT member, min(time) FROM outbox_lines GROUP BY member ORDER BY 2";
            Ok(connection.all(sql, params![], |row| Ok((row.get(0)?, moment(row.get(1)?))))?)
        })
    }

    /// When messages went to this member or this address after a time, the oldest first.
    pub(crate) fn outbox_sent(
        &self,
        member: i64,
        address: &str,
        after: SystemTime,
    ) -> Result<Vec<SystemTime>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT made FROM outbox WHERE kind = 'news' AND (member = ?1 OR address = ?2) AND made > ?3
                       ORDER BY made";
            Ok(connection.all(sql, params![member, address, seconds(after)], |row| Ok(moment(row.get(0)?)))?)
        })
    }

    /// Writes a message to a member of all that waits to be told. Another server may have been faster.
    pub(crate) fn write_outbox(
        &self,
        member: i64,
        words: impl Fn(&[String]) -> String + Send + 'static,
        now: SystemTime,
    ) -> Result<(), StoreError> {
        self.write(move |connection| {
            let sql = "SELECT address, stop FROM outbox_addresses WHERE member = ?1 AND code IS NULL";
            let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
            let address = connection.first(sql, params![member], read)?;
            let sql = "SELECT words FROM outbox_lines WHERE member = ?1 ORDER BY time, about";
            let lines: Vec<String> = connection.all(sql, params![member], |row| row.get(0))?;
            connection.execute("DELETE FROM outbox_lines WHERE member = ?1", params![member])?;
            if let Some((address, stop)) = address.filter(|_| !lines.is_empty()) {
                add(connection, (member, &address, &stop), ("news", &words(&lines)), seconds(now))?;
            }
            Ok(())
        })
    }

    /// Takes the message that is due, so that nobody else sends it for a while.
    pub(crate) fn take_outbox(&self, now: SystemTime) -> Result<Option<OutMessage>, StoreError> {
        let due =
            "SELECT id FROM outbox WHERE state IN ('waits', 'sending') AND due <= ?1 ORDER BY due, id LIMIT 1";
        // Often, so nothing is written if there is none.
        let found = |connection: &Connection| -> Result<Option<i64>, StoreError> {
            Ok(connection.first(due, params![seconds(now)], |row| row.get(0))?)
        };
        if self.read(found)?.is_none() {
            return Ok(None);
        }
        self.write(move |connection| {
            let now = seconds(now);
            let Some(id) = connection.first(due, params![now], |row| row.get::<_, i64>(0))? else {
                return Ok(None);
            };
            let sql = "UPDATE outbox SET state = 'sending', tries = tries + 1, due = ?2 WHERE id = ?1
                       RETURNING id, address, words, stop, made, tries";
            let until = now + TRIED_AGAIN.as_secs() as i64;
            let read = |row: &Row<'_>| {
                Ok(OutMessage {
                    id: row.get(0)?,
                    address: row.get(1)?,
                    words: row.get(2)?,
                    stop: row.get(3)?,
                    made: moment(row.get(4)?),
                    tries: row.get::<_, i64>(5)? as u32,
                })
            };
            Ok(Some(connection.one(sql, params![id, until], read)?))
        })
    }

    /// Notes what became of a message that was taken.
    pub(crate) fn note_outbox(
        &self,
        message: &OutMessage,
        how: Outcome,
        now: SystemTime,
    ) -> Result<(), StoreError> {
        let (id, tries) = (message.id, message.tries);
        let state = match how {
            Outcome::Sent => "sent",
            Outcome::Again if tries < RETRIES => "waits",
            Outcome::Again | Outcome::Refused => "failed",
        };
        let due = seconds(now + retry(tries));
        self.write(move |connection| {
            let sql = "UPDATE outbox SET state = ?2, due = ?3 WHERE id = ?1 AND state = 'sending' AND tries = ?4";
            connection.execute(sql, params![id, state, due, i64::from(tries)])?;
            Ok(())
        })
    }
}
