//! A terminal in memory. The client has the host, and whoever stands for its user has the other end: for tests, and
//! as the shape of a channel of a server, whose bytes come and go on other threads.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::facts::Facts;
use super::{Host, control};
use crate::escape;
use crate::wakes::{Event, Events};

/// The number of events that are kept for a client that has not started; nobody types that much.
const MOST_EARLY: usize = 100;

/// What both ends share.
#[derive(Debug)]
struct Shared {
    size: (u16, u16),
    /// The client, once it has opened the terminal.
    client: Option<Events>,
    /// What happened before that.
    early: Vec<Event>,
    /// What was written and not taken yet.
    written: Vec<u8>,
    /// The texts that were copied to the clipboard.
    copied: Vec<String>,
    /// What is written before the terminal is restored.
    exit_bytes: Vec<u8>,
    closed: bool,
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The end of the client.
#[derive(Debug)]
pub struct MemoryHost {
    facts: Facts,
    shared: Arc<Mutex<Shared>>,
}

/// The end of the user. It can be cloned and used from any thread.
#[derive(Clone, Debug)]
pub struct UserEnd(Arc<Mutex<Shared>>);

impl MemoryHost {
    /// A terminal with these facts, and its other end.
    pub fn new(facts: Facts) -> (MemoryHost, UserEnd) {
        let shared = Shared {
            size: facts.size,
            client: None,
            early: Vec::new(),
            written: Vec::new(),
            copied: Vec::new(),
            exit_bytes: Vec::new(),
            closed: false,
        };
        let shared = Arc::new(Mutex::new(shared));
        (MemoryHost { facts, shared: Arc::clone(&shared) }, UserEnd(shared))
    }
}

impl UserEnd {
    fn send(&self, event: Event) {
        let client = {
            let mut shared = lock(&self.0);
            if shared.client.is_none() && shared.early.len() < MOST_EARLY {
                shared.early.push(event.clone());
            }
            shared.client.clone()
        };
        // Sending may wait for the client, which needs the lock.
        if let Some(client) = client {
            client.send(event);
        }
    }

    /// Types these bytes.
    pub fn send_bytes(&self, bytes: &[u8]) {
        self.send(Event::Bytes(bytes.to_vec()));
    }

    /// Changes the size of the window.
    pub fn resize(&self, columns: u16, rows: u16) {
        lock(&self.0).size = (columns, rows);
        self.send(Event::Resized(columns, rows));
    }

    /// Hangs up.
    pub fn hang_up(&self) {
        self.send(Event::Gone);
    }

    /// Takes what was written since the last call.
    pub fn take_written(&self) -> Vec<u8> {
        std::mem::take(&mut lock(&self.0).written)
    }

    /// Takes the texts that were copied to the clipboard since the last call.
    pub fn take_copied(&self) -> Vec<String> {
        std::mem::take(&mut lock(&self.0).copied)
    }

    /// Whether the client has restored the terminal.
    pub fn is_closed(&self) -> bool {
        lock(&self.0).closed
    }
}

impl Host for MemoryHost {
    fn facts(&self) -> Facts {
        Facts { size: self.size(), ..self.facts.clone() }
    }

    fn size(&self) -> (u16, u16) {
        lock(&self.shared).size
    }

    fn open(&mut self, events: Events, mouse: bool) -> io::Result<()> {
        self.write(&[control::KEEP_TITLE, control::ENTER].concat())?;
        self.set_mouse(mouse)?;
        let mut shared = lock(&self.shared);
        for event in shared.early.drain(..) {
            events.send(event);
        }
        shared.client = Some(events);
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut shared = lock(&self.shared);
        if !shared.closed {
            shared.written.extend_from_slice(bytes);
        }
        Ok(())
    }

    fn clipboard(&mut self, text: &str) -> io::Result<()> {
        lock(&self.shared).copied.push(text.to_owned());
        Ok(())
    }

    fn set_exit_bytes(&mut self, bytes: &[u8]) {
        lock(&self.shared).exit_bytes = bytes.to_vec();
    }

    fn close(&mut self) {
        let exit_bytes = std::mem::take(&mut lock(&self.shared).exit_bytes);
        let _ = self.write(&exit_bytes);
        let _ = self.write(control::LEAVE);
        lock(&self.shared).closed = true;
    }

    fn say(&mut self, words: &str) {
        let words = escape::lines(words).replace('\n', "\r\n");
        lock(&self.shared).written.extend_from_slice(format!("{words}\r\n").as_bytes());
    }
}
