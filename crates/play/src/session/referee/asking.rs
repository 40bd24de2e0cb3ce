//! The open question: which player was asked for a move, and what it has told so far.

use crate::players::Thought;
use crate::rules::side::Side;

/// The open question to a player, if there is one.
#[derive(Default)]
pub(super) struct Asking {
    /// The ticket of the question, and the seat that was asked.
    open: Option<(u64, Side)>,
    /// The last ticket that was given out.
    tickets: u64,
    /// The ticket of the question whose player waits for a place to think.
    queued: Option<u64>,
    thought: Option<Thought>,
}

impl Asking {
    /// Asks a seat. Returns the ticket of the question.
    pub(super) fn ask(&mut self, side: Side) -> u64 {
        self.tickets += 1;
        self.open = Some((self.tickets, side));
        self.thought = None;
        self.tickets
    }

    /// No question is open any more. True if one was.
    pub(super) fn end(&mut self) -> bool {
        self.thought = None;
        self.open.take().is_some()
    }

    pub(super) fn seat(&self) -> Option<Side> {
        self.open.map(|(_, side)| side)
    }

    /// The ticket of the open question.
    pub(super) fn ticket(&self) -> Option<u64> {
        self.open.map(|(ticket, _)| ticket)
    }

    /// Is this the ticket of the open question?
    pub(super) fn is(&self, ticket: u64) -> bool {
        self.ticket() == Some(ticket)
    }

    /// What the player has thought of last.
    pub(super) const fn thought(&self) -> Option<&Thought> {
        self.thought.as_ref()
    }

    pub(super) fn think(&mut self, thought: Thought) {
        self.thought = Some(thought);
    }

    /// The player with this ticket waits for a place to think, or nobody waits any more.
    pub(super) const fn queue(&mut self, ticket: Option<u64>) {
        self.queued = ticket;
    }

    /// Does the player that was asked wait for a place to think?
    pub(super) fn is_queued(&self) -> bool {
        self.queued.is_some_and(|ticket| self.is(ticket))
    }
}
