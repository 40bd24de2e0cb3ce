//! How a server enters among those of the club.

use std::thread;
use std::time::{Duration, Instant, SystemTime};

use thiserror::Error;

use crate::club::store::{NodeRow, Store, StoreError};

/// A server of the club that is there, so that this one cannot be.
#[derive(Debug)]
pub struct StillThere(NodeRow);

/// Why this server cannot enter among those of the club.
#[derive(Debug, Error)]
pub enum Entering {
    /// Another one is there.
    #[error("{}", said(.0))]
    Refused(StillThere),
    /// The store does not answer.
    #[error(transparent)]
    Store(StoreError),
}

fn said(StillThere(other): &StillThere) -> String {
    if other.address.is_empty() {
        "another server uses this database, and does not share it: start both with --node".to_owned()
    } else {
        format!("the server {} uses this database: give this one an address of its own with --node", other.address)
    }
}

/// How often a server that cannot enter yet looks again.
const AGAIN: Duration = Duration::from_millis(250);

/// A server that gives no sign for this time, while another one waits for its place, has ended: it would have given two.
const ENDED: Duration = Duration::from_millis(4500);

/// Enters this server among those of the club. One that has just been killed may still seem to be there with the same
/// address: it is waited for, until it gives a sign or is known to have ended.
pub(super) fn enter(store: &Store, address: &str) -> Result<(), Entering> {
    let (begun, mut first): (Instant, Option<NodeRow>) = (Instant::now(), None);
    loop {
        let ended = first.clone().filter(|_| begun.elapsed() >= ENDED);
        let now: SystemTime = (store.time())();
        match store.enter_node(address, ended, now) {
            Ok(Ok(_)) => return Ok(()),
            Ok(Err(other)) => match &first {
                Some(first) if first.id == other.id && first.seen == other.seen => {}
                Some(first) if first.id == other.id => return Err(Entering::Refused(StillThere(other))),
                _ => first = Some(other),
            },
            Err(StoreError::Away(_)) if begun.elapsed() < ENDED => {}
            Err(error) => return Err(Entering::Store(error)),
        }
        thread::sleep(AGAIN);
    }
}
