//! New members: so many come from one network and in all in a day. What counts is kept for that day, so it outlives a
//! restart and the deletion of an account; it does not say which member came from where.

use std::convert::Infallible;
use std::net::IpAddr;
use std::time::{Duration, SystemTime};

use super::sql::{Connection, params};

use super::members::{add_member, find};
use super::{Store, StoreError};
use crate::address::{Width, network, networks};
use crate::arrival::{Arrival, DAY, NotNow};
use crate::member::Member;
use crate::moment::seconds;

/// How many times as many may come from a network of this width as from one address.
const fn factor(width: Width) -> usize {
    match width {
        Width::Address => 1,
        Width::Bits56 => 2,
        Width::Bits48 => 4,
    }
}

/// Counts a new member, or says why there cannot be one now.
fn count(connection: &Connection, arrival: Arrival, now: i64) -> Result<Result<(), NotNow>, StoreError> {
    let Arrival { from, most } = arrival;
    let day = DAY.as_secs() as i64;
    // A clock that was set back leaves times that have not come yet.
    let sql = "DELETE FROM arrivals WHERE time <= ?1 OR time > ?2";
    connection.execute(sql, params![now - day, now + day])?;
    let sql = "SELECT time, network FROM arrivals ORDER BY time";
    let rows: Vec<(i64, String)> = connection.all(sql, params![], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let known: Vec<(i64, IpAddr)> =
        rows.iter().filter_map(|(time, text)| Some((*time, text.parse().ok()?))).collect();
    // One more can come when the oldest of so many is a day old.
    let wait = |times: &[i64], most: usize| {
        let oldest = *times.get(times.len().checked_sub(most)?)?;
        Some(Duration::from_secs((oldest + day - now).max(0) as u64))
    };
    for (width, network) in networks(from) {
        let most = most.per_network * factor(width);
        let times: Vec<i64> =
            known.iter().filter(|(_, address)| network.contains(*address)).map(|(time, _)| *time).collect();
        if let Some(wait) = wait(&times, most) {
            return Ok(Err(NotNow::Network { most, wait }));
        }
    }
    let times: Vec<i64> = known.iter().map(|(time, _)| *time).collect();
    if let Some(wait) = wait(&times, most.per_day) {
        return Ok(Err(NotNow::Day { most: most.per_day, wait }));
    }
    let sql = "INSERT INTO arrivals (time, network) VALUES (?1, ?2)";
    connection.execute(sql, params![now, network(from).to_string()])?;
    Ok(Ok(()))
}

impl Store {
    /// The member with this key, and the name of their folder. A new key makes a new member with this folder, unless as
    /// many have come as may. An outer error is one of the database, an inner one a refusal.
    pub(crate) fn arrive(
        &self,
        digest: [u8; 32],
        folder: &str,
        arrival: Arrival,
        now: SystemTime,
    ) -> Result<Result<(Member, String), NotNow>, StoreError> {
        self.find_or_add(digest, folder, now, move |connection, now| count(connection, arrival, now))
    }

    /// The same wherever its owner comes from: nobody is refused.
    pub fn member_of_key(
        &self,
        digest: [u8; 32],
        folder: &str,
        now: SystemTime,
    ) -> Result<(Member, String), StoreError> {
        let Ok(found) = self.find_or_add(digest, folder, now, |_, _| Ok(Ok::<_, Infallible>(())))?;
        Ok(found)
    }

    /// The member with this key. A new one is made if `count` takes them.
    fn find_or_add<E: Send + 'static>(
        &self,
        digest: [u8; 32],
        folder: &str,
        now: SystemTime,
        count: impl FnOnce(&Connection, i64) -> Result<Result<(), E>, StoreError> + Send + 'static,
    ) -> Result<Result<(Member, String), E>, StoreError> {
        let (known, is_back) =
            self.read(|connection| Ok((find(connection, digest)?, is_back(connection, digest)?)))?;
        if let Some(found) = known.as_ref().filter(|_| is_back) {
            return Ok(Ok(found.clone()));
        }
        let (folder, now) = (folder.to_owned(), seconds(now));
        let written = self.write(move |connection| {
            // Another connection with this key may have been faster, or the member may be gone.
            if let Some(found) = find(connection, digest)? {
                let sql = "UPDATE members SET returned = ?2 WHERE returned IS NULL
                           AND id = (SELECT member FROM keys WHERE digest = ?1)";
                connection.execute(sql, params![digest, now])?;
                return Ok(Ok(found));
            }
            match count(connection, now)? {
                Ok(()) => Ok(Ok(add_member(connection, digest, &folder, now)?)),
                Err(why) => Ok(Err(why)),
            }
        });
        match (written, known) {
            // Who is known comes in also while nothing can be written.
            (Err(_), Some(found)) => Ok(Ok(found)),
            (written, _) => written,
        }
    }
}

/// Has the member with this key logged in a second time?
fn is_back(connection: &Connection, digest: [u8; 32]) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM members JOIN keys ON keys.member = members.id
               WHERE keys.digest = ?1 AND members.returned IS NOT NULL)";
    Ok(connection.one(sql, params![digest], |row| row.get(0))?)
}
