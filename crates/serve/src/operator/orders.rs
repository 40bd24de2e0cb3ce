//! What the server answers its operator, and does for them. Everything that changes something is in the log.

use std::fmt::{Display, Write as _};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime};

use super::closed::Closed;
use super::order_error::OrderError;
use super::whom::{Whom, whom};
use super::{Ask, Prune};
use crate::club::ClubError;
use crate::club::keep::Removed;
use crate::club::member::{Member, MemberId};
use crate::club::store::{Ban, TableKey};
use crate::club::table_service::{CLOSED, Seat, TableServiceError};
use crate::connection::Connection;
use crate::escape;
use crate::record::date::stamp;
use crate::server::{Server, lock};
use crate::variants;

/// The longest line that is shown to everybody, in characters.
const LONGEST: usize = 200;

/// How long the operator waits while something is removed.
const LONG: Duration = Duration::from_secs(5);

/// How many reports are listed: the newest.
const REPORTS: usize = 20;

/// What is known since the start.
pub(super) struct Started {
    pub(super) address: SocketAddr,
    pub(super) host_key: String,
    pub(super) at: SystemTime,
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

pub(super) fn kick(server: &Server, word: &str) -> Result<String, OrderError> {
    let whom = whom(server, word)?;
    let count = end(server, &whom, "The operator of the server has ended your session.", "kicked");
    server.log.note("operator", &[("what", &"kick"), ("who", &whom.name()), ("sessions", &count)]);
    if count == 0 { Err(OrderError::NotHere(whom.name())) } else { Ok(format!("Ended sessions: {count}\n")) }
}

pub(super) fn ban(server: &Server, word: &str) -> Result<String, OrderError> {
    let whom = whom(server, word)?;
    let bans = match &whom {
        Whom::Address(address) => vec![Ban::Address(*address)],
        Whom::Network(network) => vec![Ban::Network(*network)],
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
    let members = match &whom {
        Whom::Member(member) => vec![member.clone()],
        Whom::Key(digest) => server.club.store.owner_of_key(*digest)?.into_iter().collect(),
        Whom::Address(_) | Whom::Network(_) => server.club.last_at(|address| whom.has(address))?,
    };
    let closed: Result<usize, TableServiceError> =
        members.iter().map(|member| server.club.tables.clear_out(member)).sum();
    let (who, tables) = (whom.name(), closed.as_ref().unwrap_or(&0));
    let fields: [(&str, &dyn Display); 5] =
        [("what", &"ban"), ("who", &who), ("bans", &count), ("sessions", &ended), ("tables", tables)];
    server.log.note("operator", &fields);
    let closed = closed?;
    Ok(format!("Bans: {count}\nEnded sessions: {ended}\nClosed tables: {closed}\n"))
}

/// Closes a table or a tournament. Those who play or wait at a table are told.
pub(super) fn close(server: &Server, closed: Closed) -> Result<String, OrderError> {
    match closed {
        Closed::Table(number) => {
            let people = server.club.tables.close_table(TableKey(number))?;
            server.tell(&people, CLOSED);
            server.log.note("operator", &[("what", &"close"), ("table", &number)]);
            Ok(format!("Closed table: {number}\n"))
        }
        Closed::Tournament(number) => {
            server.club.close_tournament(number).map_err(ClubError::from)?;
            server.log.note("operator", &[("what", &"close"), ("tournament", &number)]);
            Ok(format!("Closed tournament: {number}\n"))
        }
    }
}

/// Gives a member another name. The new one is the second word.
fn rename(server: &Server, words: &str) -> Result<String, OrderError> {
    let (word, new) = words.split_once(' ').map_or((words, None), |(word, new)| (word, Some(new)));
    let Whom::Member(Member { id: id @ MemberId::Member(_), .. }) = whom(server, word)? else {
        return Err(OrderError::NoMember(word.to_owned()));
    };
    let name = server.club.impose_name(id, new, SystemTime::now())?;
    server.tell(&[id], &format!("The operator of the server has changed your name to {name}."));
    server.log.note("operator", &[("what", &"rename"), ("who", &word), ("name", &name)]);
    Ok(format!("New name: {name}\n"))
}

/// The newest reports, or one of them.
fn reports(server: &Server, number: Option<i64>) -> Result<String, OrderError> {
    let mut all = server.club.reports()?;
    match number {
        Some(number) => {
            all.retain(|report| report.number == number);
            if all.is_empty() {
                return Err(OrderError::NoReport(number));
            }
        }
        None => drop(all.drain(..all.len().saturating_sub(REPORTS))),
    }
    Ok(all.iter().fold(String::new(), |mut text, report| {
        let _ = writeln!(text, "{report}");
        text
    }))
}

fn unban(server: &Server, word: &str) -> Result<String, OrderError> {
    let count = server.club.store.unban(word)?;
    server.log.note("operator", &[("what", &"unban"), ("who", &word), ("bans", &count)]);
    if count == 0 { Err(OrderError::NoBan(word.to_owned())) } else { Ok(format!("Removed bans: {count}\n")) }
}

pub(super) fn say(server: &Server, text: &str) -> String {
    let text: String = escape::line(text).chars().take(LONGEST).collect();
    let mut count = 0;
    for wire in server.all().iter().filter_map(|connection| connection.wire()) {
        wire.notice(&format!("The operator says: {text}"));
        count += 1;
    }
    server.log.note("operator", &[("what", &"say"), ("sessions", &count)]);
    format!("Told sessions: {count}\n")
}

/// Removes what is kept for a time only, or counts it. With much to remove the rest is left to the server, which goes on in
/// small steps.
fn prune(server: &Server, how: Prune) -> Result<String, OrderError> {
    let (store, keep) = (&server.club.store, server.club.tables.keep());
    if how == Prune::DryRun {
        return Ok(format!("Would be removed now:\n{}", store.passed(keep, SystemTime::now())?));
    }
    let (begun, mut all) = (Instant::now(), Removed::default());
    let is_done = loop {
        let removed = store.prune(keep, SystemTime::now())?;
        all += removed;
        if removed.is_nothing() || begun.elapsed() >= LONG {
            break removed.is_nothing();
        }
    };
    let fields: [(&str, &dyn Display); 4] =
        [("what", &"prune"), ("games", &all.games), ("events", &all.events), ("challenges", &all.challenges)];
    server.log.note("operator", &fields);
    let rest = if is_done { "" } else { "The server removes the rest in small steps.\n" };
    Ok(format!("Removed:\n{all}{rest}"))
}

fn status(server: &Server, started: &Started) -> Result<String, OrderError> {
    let settings = server.settings();
    let (waiting, thinking) = server.pool.queue();
    let members = server.club.store.count_members()?;
    let (logging_in, guests) = lock(&server.gate).counts();
    let mut text = format!(
        "Version: {}\nRunning since: {}Z\nListening on: {}\nHost key: {}\nConnections: {} of {}\nLogging in: {logging_in} of {}\n\
         Guests and new players: {guests} of {}\nSessions: {}\n\
         Members: {members}\nRemoved members: {}\nLogins: {}\nRefused: {}\nReports: {}\n\
         Lost lines of the log: {}\nSearches: {thinking} of {} at work, {waiting} waiting\n\
         Memory of computers: {} of {} MB\n",
        env!("CARGO_PKG_VERSION"),
        stamp(started.at).replace('-', "T"),
        started.address,
        started.host_key,
        server.all().len(),
        settings.limits.connections,
        settings.limits.logging_in,
        settings.limits.connections - settings.limits.kept(),
        server.clients.load(Ordering::SeqCst),
        server.club.removed_members(),
        server.counts.logins.load(Ordering::Relaxed),
        server.counts.refused.load(Ordering::Relaxed),
        server.counts.reports.load(Ordering::Relaxed),
        server.log.dropped(),
        settings.thinking.places(),
        server.pool.memory().0,
        settings.thinking.total_memory,
    );
    if server.club.store.node().is_some() {
        let _ = writeln!(text, "Tables taken over: {}", server.club.taken_tables());
    }
    for peer in server.club.peers() {
        let _ = writeln!(text, "Other server: {}", escape::line(&peer.address));
    }
    for (limit, count) in server.club.reached.all() {
        let _ = writeln!(text, "Limit reached: {limit} {count}");
    }
    for (doing, table, why) in server.club.tables.troubles() {
        let at = table.map_or_else(String::new, |key| format!(" table={}", key.0));
        let _ = writeln!(text, "Cannot be done now: {}{at}: {}", doing.word(), escape::line(&why));
    }
    Ok(text)
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
    for listed in server.club.tables.all() {
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
        Ask::Variants => Ok(variants::list(&variants::read(server))),
        Ask::Reports(number) => reports(server, *number),
        Ask::Close(closed) => close(server, *closed),
        Ask::Rename(words) => rename(server, words),
        Ask::Kick(who) => kick(server, who),
        Ask::Ban(who) => ban(server, who),
        Ask::Unban(who) => unban(server, who),
        Ask::Say(text) => Ok(say(server, text)),
        Ask::Prune(how) => prune(server, *how),
    }
}
