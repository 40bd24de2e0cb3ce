//! One connection, as the server keeps it: who it is, what it does, and its socket, which can be shut at any time. A
//! connection that has not logged in can be ended in no other way.

use std::net::{IpAddr, Shutdown, SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::card::Card;
use super::player::Who;
use super::refusals::Refusals;
use super::settings::Limits;
use super::wire::{Due, Wire};
use crate::club::Dismissed;
use crate::club::member::Member;

/// What a connection does, besides its way to the login.
#[derive(Default)]
struct State {
    who: Option<Who>,
    member: Option<Member>,
    wire: Option<Arc<Wire>>,
    /// Since when it has to end.
    ending: Option<Instant>,
    /// Why it has ended, if the server knows.
    reason: Option<&'static str>,
    refusals: Refusals,
}

pub(super) struct Connection {
    pub(super) number: u64,
    pub(super) address: IpAddr,
    pub(super) since: Instant,
    /// The number of a guest: that of the connection by which they came into the club.
    guest: u64,
    /// None for one that another server leads.
    socket: Option<TcpStream>,
    /// The name and port by which others reach the club, as the server knows that leads it.
    public: Option<(String, u16)>,
    state: Mutex<State>,
}

impl Connection {
    pub(super) fn new(number: u64, address: IpAddr, socket: TcpStream) -> Connection {
        let (since, socket, state) = (Instant::now(), Some(socket), Mutex::default());
        Connection { number, address, since, guest: number, socket, public: None, state }
    }

    /// A connection that another server leads here.
    pub(super) fn led(number: u64, card: &Card) -> Connection {
        let (address, guest, public) = (card.address, card.guest, card.public.clone());
        Connection { number, address, since: Instant::now(), guest, socket: None, public, state: Mutex::default() }
    }

    /// The number that its user has as a guest.
    pub(super) const fn guest(&self) -> u64 {
        self.guest
    }

    /// The name and port by which others reach the club, as the server knows that leads it.
    pub(super) fn public(&self) -> Option<(String, u16)> {
        self.public.clone()
    }

    /// The address of the server to which it was made.
    pub(super) fn local(&self) -> Option<SocketAddr> {
        self.socket.as_ref()?.local_addr().ok()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_who(&self, who: Who) {
        self.state().who = Some(who);
    }

    pub(super) fn set_member(&self, member: &Member) {
        self.state().member = Some(member.clone());
    }

    /// The member of the club, once the client has started.
    pub(super) fn member(&self) -> Option<Member> {
        self.state().member.clone()
    }

    /// Whether this connection is meant.
    pub(super) fn is(&self, whose: Dismissed) -> bool {
        let state = self.state();
        match whose {
            Dismissed::Member(id) => state.member.as_ref().is_some_and(|member| member.id == id),
            Dismissed::Key(digest) => state.who.as_ref().and_then(Who::key) == Some(digest),
        }
    }

    pub(super) fn set_wire(&self, wire: Arc<Wire>) {
        self.state().wire = Some(wire);
    }

    pub(super) fn who(&self) -> Option<Who> {
        self.state().who.clone()
    }

    pub(super) fn wire(&self) -> Option<Arc<Wire>> {
        self.state().wire.clone()
    }

    /// Why it has ended. The first reason counts.
    pub(super) fn note_reason(&self, reason: &'static str) {
        self.state().reason.get_or_insert(reason);
    }

    pub(super) fn reason(&self) -> Option<&'static str> {
        self.state().reason
    }

    /// Counts a request that is refused. Returns whether it is the first of its kind, and how many there are.
    pub(super) fn refused(&self, what: &'static str) -> (bool, u64) {
        self.state().refusals.add(what)
    }

    /// The kinds of requests of which more than one was refused, and how many more.
    pub(super) fn more_refused(&self) -> Vec<(&'static str, u64)> {
        self.state().refusals.more()
    }

    /// Whether it has to end.
    pub(super) fn is_ending(&self) -> bool {
        self.state().ending.is_some()
    }

    /// From now on it has a few seconds to end.
    pub(super) fn must_end(&self, reason: &'static str) {
        self.note_reason(reason);
        self.state().ending.get_or_insert_with(Instant::now);
    }

    /// Ends it: a client saves its games and tells its user, everything else is cut.
    pub(super) fn end(&self, words: &str, reason: &'static str) {
        self.must_end(reason);
        match self.wire() {
            Some(wire) => wire.end(words),
            None => self.cut(),
        }
    }

    /// Closes the socket, whatever is going on.
    pub(super) fn cut(&self) {
        if let Some(socket) = &self.socket {
            let _ = socket.shutdown(Shutdown::Both);
        }
        if let Some(wire) = self.wire() {
            wire.hang_up();
        }
    }

    /// Does the socket take nothing at this moment?
    fn is_full(&self) -> bool {
        let Some(socket) = &self.socket else { return false };
        let mut room = [PollFd::new(socket, PollFlags::OUT)];
        matches!(poll(&mut room, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })), Ok(0))
    }

    /// Does what the time asks for; the answer is for the log.
    pub(super) fn look(&self, limits: &Limits, now: Instant) -> Option<&'static str> {
        let (wire, ending) = {
            let mut state = self.state();
            // Where no client is left, there is nothing to do but to close the line.
            if state.wire.as_ref().is_some_and(|wire| wire.is_cut()) {
                state.ending.get_or_insert(now);
            }
            (state.wire.clone(), state.ending)
        };
        if let Some(since) = ending {
            // A client that cannot say its last words in this time is cut.
            if now.saturating_duration_since(since) >= LAST_WORDS {
                self.cut();
            }
            return None;
        }
        let Some(wire) = wire else {
            // A login without a terminal is none.
            if now.saturating_duration_since(self.since) < limits.login() {
                return None;
            }
            self.note_reason("login");
            self.cut();
            return Some("deadline");
        };
        match wire.due(limits, self.is_full(), now) {
            Due::Nothing => None,
            Due::Stalled => Some("parked"),
            Due::Stuck => {
                self.note_reason(STUCK);
                self.cut();
                Some(STUCK)
            }
            Due::Warning => {
                wire.notice("Are you there? Without a key you are logged out in a minute; your games are kept.");
                None
            }
            Due::Idle => {
                self.end("You were logged out, because no key was pressed for a long time.", "idle");
                None
            }
        }
    }
}

/// Why a connection is cut that takes nothing of its archive.
pub(super) const STUCK: &str = "stuck";

/// How long a client may take to save and to tell its user.
const LAST_WORDS: std::time::Duration = std::time::Duration::from_secs(4);
