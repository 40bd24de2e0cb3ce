//! Sends messages to members who are away, at addresses that they have confirmed. What is sent is in the store, so a server
//! that starts again sends what the last one has not.

mod connect;
mod mail;
mod networks;
mod post;
mod send_error;
#[cfg(test)]
mod tests;

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use super::connection::Connection;
use super::player_client::{FAILED, FINE};
use super::server::Server;
use super::settings::Settings;
use super::wire::Wire;
use crate::club::ClubError;
use crate::club::outbox::words::with_end;
use crate::club::outbox::{Address, OutMessage, Outcome};
use crate::task;
use mail::Letter;
use send_error::SendError;

/// How often the store is asked.
const LOOK: Duration = Duration::from_secs(1);

/// How many messages are sent at the same time.
const MOST: usize = 4;

/// The server as one names it after `ssh`.
fn named(settings: &Settings) -> String {
    match &settings.public_address {
        Some(address) if address.port == crate::club::SSH_PORT => address.host.clone(),
        Some(address) => format!("-p {} {}", address.port, address.host),
        None => String::new(),
    }
}

/// Sends a message by the settings of now.
fn send(settings: &Settings, message: &OutMessage) -> Result<(), SendError> {
    let rules = settings.messages.rules();
    let address = Address::parse(&message.address, &rules).map_err(|_| SendError::NotAllowed)?;
    let text = with_end(&message.words, &named(settings), &message.stop);
    match (&address, &settings.messages.mail) {
        (Address::Web(page), _) => post::post(page, &text, rules.private),
        (Address::Mail(to), Some(mail)) => {
            let OutMessage { id, made, stop, .. } = message;
            mail::send(mail, &Letter { to, text: &text, number: *id, made: *made, stop })
        }
        (Address::Mail(_), None) => Err(SendError::NotAllowed),
    }
}

/// Sends a message, and notes what became of it.
fn deliver(server: &Server, message: &OutMessage) {
    let settings = server.settings();
    let done = send(&settings, message);
    let how = match &done {
        Ok(()) => Outcome::Sent,
        Err(error) if error.is_final() => Outcome::Refused,
        Err(_) => Outcome::Again,
    };
    // Neither the address nor the words: both are secrets of the member.
    let kind =
        Address::parse(&message.address, &settings.messages.rules()).map_or("none".to_owned(), |to| to.kind());
    match &done {
        Ok(()) => server.log.note("message", &[("number", &message.id), ("to", &kind)]),
        Err(error) => {
            let fields: [(&str, &dyn std::fmt::Display); 5] = [
                ("what", &"message"),
                ("number", &message.id),
                ("to", &kind),
                ("try", &message.tries),
                ("error", error),
            ];
            server.log.note("failed", &fields);
        }
    }
    if let Err(error) = server.club.note_outbox(message, how, SystemTime::now()) {
        server.log.note("failed", &[("what", &"messages"), ("error", &error)]);
    }
}

/// Writes the messages that are due, and begins to send those for which there is room.
fn look(server: &Arc<Server>, sending: &Arc<AtomicUsize>) -> Result<(), ClubError> {
    if !server.settings().messages.rules().is_open() {
        return Ok(());
    }
    server.club.write_outbox(SystemTime::now())?;
    while sending.load(Ordering::SeqCst) < MOST {
        let Some(message) = server.club.take_outbox(SystemTime::now())? else { break };
        sending.fetch_add(1, Ordering::SeqCst);
        let (own, count) = (Arc::clone(server), Arc::clone(sending));
        let begun = task::spawn("message", move || {
            let _ = task::contain(|| deliver(&own, &message));
            count.fetch_sub(1, Ordering::SeqCst);
        });
        // It is tried again when its time is over.
        if begun.is_err() {
            sending.fetch_sub(1, Ordering::SeqCst);
            break;
        }
    }
    Ok(())
}

/// Sends messages on threads of their own until the server is gone.
pub(super) fn keep(server: Weak<Server>) -> io::Result<()> {
    task::spawn("messages", move || {
        let (sending, mut was) = (Arc::default(), String::new());
        while let Some(server) = server.upgrade() {
            let looked = task::contain(|| look(&server, &sending));
            let words = match looked {
                Ok(Ok(())) => String::new(),
                Ok(Err(error)) => error.to_string(),
                Err(panic) => panic.to_string(),
            };
            if !words.is_empty() && words != was {
                server.log.note("failed", &[("what", &"messages"), ("error", &words)]);
            }
            was = words;
            drop(server);
            thread::sleep(LOOK);
        }
    })?;
    Ok(())
}

/// Ends the messages of the owner of a code, for somebody who has no account perhaps, and ends the channel.
pub(super) fn start_stop(
    server: Arc<Server>,
    connection: Arc<Connection>,
    wire: Arc<Wire>,
    code: String,
) -> io::Result<()> {
    let alive = server.count_client();
    task::spawn("stop", move || {
        let _alive = alive;
        connection.note_reason("stop");
        let stopped = task::contain(|| server.club.stop_outbox(&code, connection.address, Instant::now()));
        let done = match &stopped {
            Ok(Ok(())) => wire.write(b"There will be no more messages.\n").is_ok(),
            Ok(Err(error)) => {
                if matches!(error, ClubError::Store(_)) {
                    server.failed(&connection, error);
                }
                let _ = wire.complain(&format!("The messages do not end: {error}.\n"));
                false
            }
            Err(_) => false,
        };
        wire.finish(if done { FINE } else { FAILED });
    })?;
    Ok(())
}
