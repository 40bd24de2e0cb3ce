//! Access to a table: a handle to send commands, and a subscription to observe the game.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::command::{Command, Refusal, SeatCommand};
use super::events::{Entered, News};
use super::{GameView, Identity, Table};
use crate::rules::side::Sides;
use crate::session::driver::Notify;

/// A player or spectator at a table.
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

    /// The identity of the player or spectator.
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The seats it may play for; none for a spectator.
    pub fn seats(&self) -> Sides {
        self.table.newest().seats_of(&self.identity)
    }

    /// Sends a command. When this returns, the newest view includes its effects.
    pub fn command(&self, what: SeatCommand) -> Result<(), Refusal> {
        self.table.command(&Command { by: self.identity.clone(), what })
    }

    /// Observes the table from now on. The waker is called from any thread when there is something new, and then
    /// not again until that is read; it must not block.
    pub fn subscribe(&self, waker: Notify) -> Subscription {
        self.enter(None, waker)
    }

    /// Observes the table again, with all events up to this one known.
    pub fn subscribe_from(&self, known: u64, waker: Notify) -> Subscription {
        self.enter(Some(known), waker)
    }

    fn enter(&self, from: Option<u64>, waker: Notify) -> Subscription {
        let entered = self.table.enter(&self.identity, from, waker);
        Subscription { seat: self.clone(), entered }
    }
}

/// An observer of a table, until this is dropped.
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
    /// The newest view.
    pub fn newest(&self) -> Arc<GameView> {
        // The flag is cleared first, so that anything published after this wakes the reader again.
        self.entered.woken.store(false, Ordering::Release);
        self.seat.table.newest()
    }

    /// The newest view, and the events since the last read.
    pub fn read(&mut self) -> News {
        self.entered.woken.store(false, Ordering::Release);
        let news = self.seat.table.feed.after(self.entered.known);
        self.entered.known = news.view.number;
        news
    }

    /// The number of the last event that was read: the place to continue from after a reconnection.
    pub const fn known(&self) -> u64 {
        self.entered.known
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.seat.table.leave(self.entered.id, &self.seat.identity);
    }
}
