//! What somebody has of a table: a handle to act with, and a subscription to look with.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::command::{Command, Refusal, SeatCommand};
use super::events::{Entered, News};
use super::{GameView, Identity, Table};
use crate::rules::side::Sides;
use crate::session::driver::Notify;

/// Somebody at a table, on a seat or beside it.
#[derive(Clone, Debug)]
pub struct SeatHandle {
    table: Arc<Table>,
    identity: Identity,
}

impl SeatHandle {
    pub(super) const fn new(table: Arc<Table>, identity: Identity) -> SeatHandle {
        SeatHandle { table, identity }
    }

    /// The table.
    pub const fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// Who it is.
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The seats it may act for; none for whoever only watches.
    pub fn seats(&self) -> Sides {
        self.table.newest().seats_of(&self.identity)
    }

    /// Asks for something. When this returns, the newest view has what came of it.
    pub fn command(&self, what: SeatCommand) -> Result<(), Refusal> {
        self.table.command(&Command { by: self.identity.clone(), what })
    }

    /// Looks from now on. The waker is called from any thread when there is something new, once until
    /// that is read; it must not wait for anything.
    pub fn subscribe(&self, waker: Notify) -> Subscription {
        self.enter(None, waker)
    }

    /// Looks again, after having known everything up to this event.
    pub fn subscribe_from(&self, known: u64, waker: Notify) -> Subscription {
        self.enter(Some(known), waker)
    }

    fn enter(&self, from: Option<u64>, waker: Notify) -> Subscription {
        let entered = self.table.enter(&self.identity, from, waker);
        Subscription { seat: self.clone(), entered }
    }
}

/// Somebody who looks at a table, until this is dropped.
pub struct Subscription {
    seat: SeatHandle,
    entered: Entered,
}

impl fmt::Debug for Subscription {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Subscription").field("seat", &self.seat).finish_non_exhaustive()
    }
}

impl Subscription {
    /// What is to be seen now.
    pub fn newest(&self) -> Arc<GameView> {
        // First this, so that what is published meanwhile wakes again.
        self.entered.woken.store(false, Ordering::Release);
        self.seat.table.newest()
    }

    /// What is to be seen now, and what has happened since this was asked last.
    pub fn read(&mut self) -> News {
        self.entered.woken.store(false, Ordering::Release);
        let news = self.seat.table.feed.after(self.entered.known);
        self.entered.known = news.view.number;
        news
    }

    /// The last event that was read: from here on it goes on after a break.
    pub const fn known(&self) -> u64 {
        self.entered.known
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.seat.table.leave(self.entered.id, &self.seat.identity);
    }
}
