//! What the server answers its operator, and does for them. Everything that changes something is in the log.

use std::fmt::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::SystemTime;

use thiserror::Error;

use super::{Ask, LONGEST as LONGEST_REQUEST};
use crate::club::ClubError;
use crate::club::account::{fingerprint, of_fingerprint};
use crate::club::address::network;
use crate::club::hall::Seat;
use crate::club::member::{Member, MemberId};
use crate::club::store::{Ban, StoreError};
use crate::escape;
use crate::record::date::stamp;
use crate::ssh::connection::Connection;
use crate::ssh::player::Who;
use crate::ssh::server::Server;

/// The longest line that is shown to everybody, in characters.
const LONGEST: usize = 200;

/// What is known since the start.
pub(super) struct Started {
    pub(super) address: SocketAddr,
    pub(super) host_key: String,
    pub(super) at: SystemTime,
}

/// What the operator means by a name.
enum Whom {
    Member(Member),
    Address(IpAddr),
    Key([u8; 32]),
}

impl Whom {
    fn is(&self, connection: &Connection) -> bool {
        match self {
            Whom::Member(member) => connection.member().is_some_and(|own| own.id == member.id),
            Whom::Address(address) => network(connection.address) == network(*address),
            Whom::Key(digest) => connection.who().as_ref().and_then(Who::key) == Some(*digest),
        }
    }

    fn name(&self) -> String {
        match self {
            Whom::Member(member) => member.shown_name(),
            Whom::Address(address) => network(*address).to_string(),
            Whom::Key(digest) => fingerprint(*digest),
        }
    }
}

/// Why the server does not do what the operator wants.
#[derive(Debug, Error)]
pub(super) enum OrderError {
    /// It is no request.
    #[error("expected one request in a line of less than {LONGEST_REQUEST} bytes")]
    Request,
    /// The club does not do it.
    #[error(transparent)]
    Club(#[from] ClubError),
    /// No session has this number.
    #[error("there is no session {0}")]
    NoSession(u64),
    /// Nobody has this name.
    #[error("nobody has the name {0}")]
    Nobody(String),
    /// They are not connected.
    #[error("{0} is not here")]
    NotHere(String),
    /// Nobody was kept out by this name.
    #[error("there is no ban of {0}")]
    NoBan(String),
}

impl From<StoreError> for OrderError {
    fn from(error: StoreError) -> OrderError {
        OrderError::Club(error.into())
    }
}

/// Whom a word of the operator means: a name, the number of a session, an address or a fingerprint.
fn whom(server: &Server, word: &str) -> Result<Whom, OrderError> {
    if let Ok(address) = word.parse() {
        return Ok(Whom::Address(address));
    }
    if let Some(digest) = of_fingerprint(word) {
        return Ok(Whom::Key(digest));
    }
    // No name begins with a digit, so a number is one of a session.
    if let Ok(number) = word.parse::<u64>() {
        let all = server.all();
        let member = all.iter().find(|connection| connection.number == number).map(|found| found.member());
        return member.flatten().map(Whom::Member).ok_or(OrderError::NoSession(number));
    }
    let here = server.club.here().into_iter().find(|member| member.shown_name().eq_ignore_ascii_case(word));
    let known = here.map_or_else(|| server.club.store.member_named(word), |member| Ok(Some(member)));
    known?.map(Whom::Member).ok_or_else(|| OrderError::Nobody(word.to_owned()))
}

/// Ends the sessions of somebody. Returns how many there were.
fn end(server: &Server, whom: &Whom, said: &str, reason: &'static str) -> usize {
    let all = server.all();
    let theirs: Vec<&Arc<Connection>> = all.iter().filter(|connection| whom.is(connection)).collect();
    for connection in &theirs {
        connection.end(said, reason);
    }
    theirs.len()
}

fn kick(server: &Server, word: &str) -> Result<String, OrderError> {
    let whom = whom(server, word)?;
    let count = end(server, &whom, "The operator of the server has ended your session.", "kicked");
    server.log.note("operator", &[("what", &"kick"), ("who", &whom.name()), ("sessions", &count)]);
    if count == 0 { Err(OrderError::NotHere(whom.name())) } else { Ok(format!("Ended sessions: {count}\n")) }
}

fn ban(server: &Server, word: &str) -> Result<String, OrderError> {
    let whom = whom(server, word)?;
    let bans = match &whom {
        Whom::Address(address) => vec![Ban::Address(*address)],
        Whom::Key(digest) => vec![Ban::Key(*digest)],
        Whom::Member(Member { id: MemberId::Member(number), .. }) => {
            let keys = server.club.store.keys_of(*number)?;
            keys.iter().map(|key| Ban::Key(key.digest)).collect()
        }
        // A guest has nothing but an address.
        Whom::Member(_) => {
            server.all().iter().filter(|own| whom.is(own)).map(|own| Ban::Address(own.address)).collect()
        }
    };
    let count = bans.len();
    server.club.store.ban(bans, &whom.name(), SystemTime::now())?;
    let ended = end(server, &whom, "The operator of the server has ended your session.", "banned");
    server.log.note("operator", &[("what", &"ban"), ("who", &whom.name()), ("bans", &count), ("sessions", &ended)]);
    Ok(format!("Bans: {count}\nEnded sessions: {ended}\n"))
}

fn unban(server: &Server, word: &str) -> Result<String, OrderError> {
    let count = server.club.store.unban(word)?;
    server.log.note("operator", &[("what", &"unban"), ("who", &word), ("bans", &count)]);
    if count == 0 { Err(OrderError::NoBan(word.to_owned())) } else { Ok(format!("Removed bans: {count}\n")) }
}

fn say(server: &Server, text: &str) -> String {
    let text: String = escape::line(text).chars().take(LONGEST).collect();
    let mut count = 0;
    for wire in server.all().iter().filter_map(|connection| connection.wire()) {
        wire.notice(&format!("The operator says: {text}"));
        count += 1;
    }
    server.log.note("operator", &[("what", &"say"), ("sessions", &count)]);
    format!("Told sessions: {count}\n")
}

fn status(server: &Server, started: &Started) -> Result<String, OrderError> {
    let settings = server.settings();
    let (waiting, thinking) = server.pool.queue();
    let members = server.club.store.count_members()?;
    Ok(format!(
        "Version: {}\nRunning since: {}Z\nListening on: {}\nHost key: {}\nConnections: {} of {}\nSessions: {}\n\
         Members: {members}\nLogins: {}\nRefused: {}\nSearches: {thinking} of {} at work, {waiting} waiting\n",
        env!("CARGO_PKG_VERSION"),
        stamp(started.at).replace('-', "T"),
        started.address,
        started.host_key,
        server.all().len(),
        settings.limits.connections,
        server.clients.load(Ordering::SeqCst),
        server.counts.logins.load(Ordering::Relaxed),
        server.counts.refused.load(Ordering::Relaxed),
        settings.thinking.places(),
    ))
}

/// The name of who is connected, as it is now.
fn name(server: &Server, connection: &Connection) -> String {
    let Some(member) = connection.member() else { return "(logging in)".to_owned() };
    server.club.name_of(member.id).unwrap_or_else(|_| member.shown_name())
}

fn players(server: &Server) -> String {
    server.all().iter().fold(String::new(), |mut text, connection| {
        let key = connection.who().map_or("none".to_owned(), |who| who.short());
        let idle = connection.wire().map_or(0, |wire| wire.idle().as_secs());
        let (number, address, seconds) =
            (connection.number, connection.address, connection.since.elapsed().as_secs());
        let name = name(server, connection);
        let _ = writeln!(text, "{number} {name} {address} key={key} seconds={seconds} idle={idle}");
        text
    })
}

fn seat(seat: &Seat) -> String {
    match seat {
        Seat::Open => "open".to_owned(),
        Seat::Person { name, .. } => name.clone(),
        Seat::Computer { level, .. } => format!("level-{level}"),
    }
}

/// The tables of people, and after them how many games each session has open, also against the computer.
fn tables(server: &Server) -> String {
    let mut text = String::new();
    for listed in server.club.hall.all() {
        let host = server.club.name_of(listed.host).unwrap_or_else(|_| listed.host.to_string());
        let state = if listed.started.is_some() { "playing" } else { "waiting" };
        let seats: Vec<String> = listed.seats.iter().map(seat).collect();
        let (key, game) = (listed.key.0, listed.setup.game.spec().id);
        let _ = writeln!(text, "table {key} {game} {state} host={host} seats={}", seats.join(","));
    }
    for connection in server.all() {
        let games = connection.wire().map_or(0, |wire| wire.games());
        if games > 0 {
            let _ = writeln!(text, "session {} {} games={games}", connection.number, name(server, &connection));
        }
    }
    text
}

fn bans(server: &Server) -> Result<String, OrderError> {
    let bans = server.club.store.bans()?;
    Ok(bans.into_iter().fold(String::new(), |mut text, (what, name, made)| {
        let _ = writeln!(text, "{what} {name} since {}", crate::club::account::day(made));
        text
    }))
}

/// Does what the operator wants. The answer is whole lines; an error is a line.
pub(super) fn answer(server: &Server, started: &Started, ask: &Ask) -> Result<String, OrderError> {
    match ask {
        Ask::Status => status(server, started),
        Ask::Players => Ok(players(server)),
        Ask::Tables => Ok(tables(server)),
        Ask::Bans => bans(server),
        Ask::Kick(who) => kick(server, who),
        Ask::Ban(who) => ban(server, who),
        Ask::Unban(who) => unban(server, who),
        Ask::Say(text) => Ok(say(server, text)),
    }
}
