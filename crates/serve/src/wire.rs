//! The terminal of a player at the other end of a channel, as the connection sees it. Output waits until the channel has
//! taken it, so one frame at most is on its way, and the next one is drawn from the newest state. Input never waits: what
//! the client has no room for is dropped.

mod elsewhere;
#[cfg(test)]
mod tests;

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use russh::ChannelWriteHalf;
use russh::server::Msg;
use tokio::runtime::Handle;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::watch;

use super::errand::Errand;
use super::flow::Flow;
use super::packets::{Packets, Taken, give};
use super::settings::Limits;
use super::window::Window;
use crate::club::attention::KeyPresses;
use crate::tui::wakes::{Event, Events};
pub(super) use elsewhere::Piped;

/// How long the other end has to close a channel that is done.
const LONGEST_CLOSE: Duration = Duration::from_secs(2);

/// How long before the end a user without a key is warned.
const WARNING: Duration = Duration::from_secs(60);

/// How much is kept of what is typed before the client has started.
const MOST_EARLY_BYTES: usize = 1024;

/// How many notices are kept until the client has started.
const MOST_NOTICES: usize = 4;

/// The state that the client and its connection share.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct State {
    window: Window,
    /// The client, once it has opened its terminal.
    client: Option<Events>,
    /// What was typed before that, and what was to be shown.
    early: Vec<u8>,
    notices: Vec<String>,
    flow: Flow,
    last_key: Instant,
    /// Tells the club of keys, once the client has entered it.
    keys: Option<KeyPresses>,
    warned: bool,
    /// Is this an archive? Then it ends when nothing is taken of it.
    is_archive: bool,
    /// Since when output has waited for the channel.
    writing: Option<Instant>,
    /// Since when the socket takes nothing. Then no input is read either, so nothing may be drawn that could wait.
    full: Option<Instant>,
    parked: bool,
    /// Whether the client has to end, and the words for its user.
    ended: bool,
    words: Option<String>,
    /// The number of games of the client.
    games: Arc<AtomicUsize>,
    /// Where input is sent while the client runs at another server.
    pipe: Option<UnboundedSender<Piped>>,
    /// Where the client ends for, at another server.
    errand: Option<Errand>,
}

impl State {
    fn new(window: Window, flow: Flow, now: Instant) -> State {
        State {
            window,
            client: None,
            early: Vec::new(),
            notices: Vec::new(),
            flow,
            last_key: now,
            keys: None,
            warned: false,
            is_archive: false,
            writing: None,
            full: None,
            parked: false,
            ended: false,
            words: None,
            games: Arc::default(),
            pipe: None,
            errand: None,
        }
    }

    /// Ends the client.
    fn stop(&mut self) {
        self.ended = true;
        if let Some(pipe) = &self.pipe {
            let _ = pipe.send(Piped::End);
        }
        if let Some(client) = &self.client {
            client.offer(Event::Gone);
        }
    }

    fn due(&mut self, limits: &Limits, full: bool, now: Instant) -> Due {
        self.full = full.then(|| self.full.unwrap_or(now));
        // The server that has the client looks after it.
        if self.pipe.is_some() {
            return Due::Nothing;
        }
        let waits = |since: Instant, limit| now.saturating_duration_since(since) >= limit;
        if self.is_archive && self.writing.is_some_and(|since| waits(since, limits.archive_stalled())) {
            return Due::Stuck;
        }
        let waits = |since| !self.is_archive && waits(since, limits.stalled());
        let stalled = self.writing.is_some_and(waits) || self.full.is_some_and(waits);
        if stalled && !std::mem::replace(&mut self.parked, stalled) {
            return Due::Stalled;
        }
        self.parked = stalled;
        let limit = limits.idle(self.games.load(Ordering::Relaxed) > 0);
        let idle = now.saturating_duration_since(self.last_key);
        if self.ended || idle + WARNING < limit {
            Due::Nothing
        } else if idle >= limit {
            Due::Idle
        } else if self.warned {
            Due::Nothing
        } else {
            self.warned = true;
            Due::Warning
        }
    }
}

/// The end of the connection.
pub(super) struct Wire {
    runtime: Handle,
    channel: ChannelWriteHalf<Msg>,
    /// Nothing can be written any more.
    cut: watch::Sender<bool>,
    /// The largest screen.
    largest: (u16, u16),
    /// Has another server sent the session here?
    is_led: bool,
    state: Mutex<State>,
}

/// What must be done about a connection, as time passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Due {
    /// Nothing.
    Nothing,
    /// The user should press a key within a minute.
    Warning,
    /// There was no key for too long.
    Idle,
    /// The terminal takes no output.
    Stalled,
    /// Nothing is taken of an archive.
    Stuck,
}

impl Wire {
    pub(super) fn new(
        runtime: Handle,
        channel: ChannelWriteHalf<Msg>,
        window: Window,
        largest: (u16, u16),
        flow: Flow,
    ) -> Wire {
        let state = State::new(window.within(largest), flow, Instant::now());
        Wire { runtime, channel, cut: watch::Sender::new(false), largest, is_led: false, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same for an archive, which asks for no terminal.
    pub(super) fn for_archive(self) -> Wire {
        self.state().is_archive = true;
        self
    }

    /// The user has typed these bytes.
    pub(super) fn input(&self, bytes: &[u8]) {
        let mut state = self.state();
        let now = Instant::now();
        state.last_key = now;
        if let Some(keys) = &state.keys {
            keys.note();
        }
        state.warned = false;
        let taken = state.flow.take(bytes.len(), now);
        let bytes = &bytes[..taken];
        match &state.client {
            _ if bytes.is_empty() => {}
            _ if state.pipe.is_some() => {
                if let Some(pipe) = &state.pipe {
                    let _ = pipe.send(Piped::Bytes(bytes.to_vec()));
                }
            }
            Some(client) => drop(client.offer(Event::Bytes(bytes.to_vec()))),
            None => {
                let room = MOST_EARLY_BYTES.saturating_sub(state.early.len()).min(bytes.len());
                state.early.extend_from_slice(&bytes[..room]);
            }
        }
    }

    /// The window has another size, and perhaps other cells.
    pub(super) fn resize(&self, window: Window) {
        let mut state = self.state();
        state.window = window.within(self.largest);
        let (columns, rows) = state.window.size;
        if let Some(pipe) = &state.pipe {
            let _ = pipe.send(Piped::Resized(state.window));
        }
        if let Some(client) = &state.client {
            client.offer(Event::Resized(columns, rows));
        }
    }

    /// Shows words on the screen of the client.
    pub(super) fn notice(&self, words: &str) {
        let mut state = self.state();
        match &state.client {
            // The server that has the client shows it.
            _ if state.pipe.is_some() => {}
            Some(client) => drop(client.offer(Event::Notice(words.to_owned()))),
            // A client that is not there yet shows the first ones when it is.
            None if state.notices.len() < MOST_NOTICES => state.notices.push(words.to_owned()),
            None => {}
        }
    }

    /// Ends the client; its user reads these words.
    pub(super) fn end(&self, words: &str) {
        let mut state = self.state();
        state.words.get_or_insert_with(|| words.to_owned());
        state.stop();
    }

    /// Lets every write fail from now on: the other end is gone, or does not take anything.
    pub(super) fn hang_up(&self) {
        self.cut.send_replace(true);
        self.state().stop();
    }

    /// Whether the other end is gone.
    pub(super) fn is_cut(&self) -> bool {
        *self.cut.borrow()
    }

    /// The window as it is now.
    pub(super) fn window(&self) -> Window {
        self.state().window
    }

    /// The client has opened its terminal: it gets what has come before.
    pub(super) fn start(&self, events: Events) {
        let mut state = self.state();
        let early = std::mem::take(&mut state.early);
        if !early.is_empty() {
            events.offer(Event::Bytes(early));
        }
        for words in std::mem::take(&mut state.notices) {
            events.offer(Event::Notice(words));
        }
        if state.ended || state.errand.is_some() {
            events.offer(Event::Gone);
        }
        state.client = Some(events);
    }

    /// Takes the words of [`Wire::end`].
    pub(super) fn take_words(&self) -> Option<String> {
        self.state().words.take()
    }

    /// Tells the club of keys from now on.
    pub(super) fn tell_keys(&self, keys: KeyPresses) {
        self.state().keys = Some(keys);
    }

    /// The number of games of the client from now on.
    pub(super) fn count_games(&self, games: Arc<AtomicUsize>) {
        self.state().games = games;
    }

    /// How many games the client has open.
    pub(super) fn games(&self) -> usize {
        self.state().games.load(Ordering::Relaxed)
    }

    /// How long no key was pressed.
    pub(super) fn idle(&self) -> Duration {
        self.state().last_key.elapsed()
    }

    /// What must be done now; `full` says that the socket takes nothing. A warning and the news that a terminal is
    /// parked come once.
    pub(super) fn due(&self, limits: &Limits, full: bool, now: Instant) -> Due {
        self.state().due(limits, full, now)
    }

    /// Writes bytes and waits until the channel has taken them. For the thread of the client.
    pub(super) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        self.send(&[bytes], false)
    }

    /// The same for bytes in parts.
    pub(super) fn write_parts(&self, parts: &[&[u8]]) -> io::Result<()> {
        self.send(parts, false)
    }

    /// The same where errors go, so that they are no part of a file. For the thread of the client.
    pub(super) fn complain(&self, words: &str) -> io::Result<()> {
        self.send(&[words.as_bytes()], true)
    }

    fn send(&self, parts: &[&[u8]], is_error: bool) -> io::Result<()> {
        if self.is_cut() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let written = self.runtime.block_on(self.give(parts, is_error));
        self.state().writing = None;
        written
    }

    async fn give(&self, parts: &[&[u8]], is_error: bool) -> io::Result<()> {
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        let mut cut = self.cut.subscribe();
        let sending = async {
            let mut before: Option<Taken> = None;
            for packet in Packets::new(parts) {
                self.state().writing = Some(Instant::now());
                if let Some(before) = before.take() {
                    before.wait().await;
                }
                let (packet, taken) = give(packet);
                before = Some(taken);
                if is_error {
                    self.channel.extended_data_bytes(1, packet).await?;
                } else {
                    self.channel.data_bytes(packet).await?;
                }
            }
            Ok::<_, russh::Error>(())
        };
        tokio::select! {
            biased;
            _ = cut.wait_for(|cut| *cut) => Err(gone()),
            written = sending => written.map_err(|_| gone()),
        }
    }

    /// Closes the channel in order: the status, the end, and then the other end closes too. For the thread of the
    /// client.
    pub(super) fn finish(&self, status: u32) {
        let mut cut = self.cut.subscribe();
        let closing = async {
            let _ = self.channel.exit_status(status).await;
            let _ = self.channel.eof().await;
            let _ = self.channel.close().await;
            let _ = cut.wait_for(|cut| *cut).await;
        };
        // The clock of the runtime is only there inside.
        let _ = self.runtime.block_on(async { tokio::time::timeout(LONGEST_CLOSE, closing).await });
        self.hang_up();
    }
}
