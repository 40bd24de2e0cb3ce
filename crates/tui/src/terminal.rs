//! The terminal of this process as a host: set up, monitored, and restored however the program ends. The module
//! `modes` holds the terminal state of the whole process; no other host uses it, the signals or the panic hook.

pub mod ask;
#[cfg_attr(unix, path = "terminal/crash/unix.rs")]
mod crash;
mod gate;
mod modes;
#[cfg_attr(unix, path = "terminal/signals/unix.rs")]
mod signals;
#[cfg_attr(unix, path = "terminal/tty/unix.rs")]
mod tty;

pub use tty::{Window, read_keys_from_the_terminal, window};

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use heterodox_base::output::REPORT;

use super::host::Host;
use super::host::cell_size::CellSize;
use super::host::facts::Facts;
use super::wakes::{Event, Events};
use crate::engine::uci_client::end_all;
use crate::escape;
use crate::task;
use gate::Until;

/// How long a thread may wait where the system gives none: one that brings a journal to the disk ends soon.
const ROOM: Duration = Duration::from_secs(1);
/// The time between two tries.
const LOOKING: Duration = Duration::from_millis(10);

/// The exit code of the process after a panic.
pub const PANICKED: i32 = 101;

/// The terminal of this process. It is restored on drop, if it was opened.
#[derive(Debug)]
pub struct Terminal {
    facts: Facts,
    is_open: bool,
}

/// The columns and rows of the window.
fn size() -> (u16, u16) {
    match window() {
        Some(Window { columns: columns @ 1.., rows: rows @ 1.., .. }) => (columns, rows),
        _ => (80, 24),
    }
}

/// The size of a cell, if the terminal has told the system how large its window is.
fn cell() -> Option<CellSize> {
    let window = window()?;
    CellSize::of_window((window.columns, window.rows), (window.width, window.height))
}

impl Terminal {
    /// The terminal of this process, described by the variables of its environment.
    pub fn new(facts: Facts) -> Terminal {
        Terminal { facts, is_open: false }
    }
}

impl Host for Terminal {
    fn facts(&self) -> Facts {
        Facts { size: size(), cell: cell(), can_suspend: signals::has_job_control(), ..self.facts.clone() }
    }

    fn size(&self) -> (u16, u16) {
        size()
    }

    fn cell(&self) -> Option<CellSize> {
        cell()
    }

    fn open(&mut self, events: Events, mouse: bool) -> io::Result<()> {
        // All steps that can fail come before the terminal is changed, except for the change itself.
        crash::watch()?;
        let signals = signals::watch()?;
        let mut threads = Vec::new();
        let sender = events.clone();
        threads.push(start("signals", move || signals::heed(signals, &sender))?);
        threads.push(start("hang-up", || {
            tty::wait_for_hang_up();
            end(tty::HUNG_UP, "");
        })?);
        threads.push(start("input", move || {
            read(&events);
            end(tty::HUNG_UP, "");
        })?);
        let (signals, others) = threads.split_at(1);
        self.is_open = true;
        go(signals);
        signals::begin_in_foreground();
        modes::set_mouse(mouse)?;
        modes::enter()?;
        go(others);
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        modes::frame(bytes)
    }

    fn set_mouse(&mut self, on: bool) -> io::Result<()> {
        modes::set_mouse(on)
    }

    fn set_exit_bytes(&mut self, bytes: &[u8]) {
        modes::set_exit_bytes(bytes);
    }

    fn set_focus(&mut self, on: bool) -> io::Result<()> {
        modes::set_focus(on)
    }

    fn suspend(&mut self) -> bool {
        if !signals::has_job_control() {
            return false;
        }
        signals::suspend();
        let _ = modes::enter();
        true
    }

    fn close(&mut self) {
        if self.is_open {
            modes::leave(Until::Never);
        }
    }

    fn say(&mut self, words: &str) {
        modes::say(format!("{}\r\n", escape::lines(words).replace('\n', "\r\n")).as_bytes());
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.close();
    }
}

/// Starts a thread that waits for a message on a channel before it begins. If the sender is dropped first,
/// the thread ends.
fn start(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<Sender<()>> {
    let (go, may): (_, Receiver<()>) = channel();
    let wait = move || {
        if may.recv().is_ok() {
            work();
        }
    };
    let end = Instant::now() + ROOM;
    let wait = Arc::new(Mutex::new(Some(wait)));
    loop {
        let own = Arc::clone(&wait);
        let run = move || {
            let wait = own.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(wait) = wait {
                wait();
            }
        };
        match thread::Builder::new().name(name.to_owned()).spawn(run) {
            Ok(_) => return Ok(go),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock && Instant::now() < end => {
                thread::sleep(LOOKING);
            }
            Err(error) => return Err(error),
        }
    }
}

fn go(threads: &[Sender<()>]) {
    for thread in threads {
        let _ = thread.send(());
    }
}

/// Restores the terminal and exits the process immediately.
fn end(code: i32, words: &str) -> ! {
    modes::leave(Until::Never);
    modes::say(words.as_bytes());
    // External engines would otherwise keep running.
    end_all();
    std::process::exit(code)
}

/// Sets the panic hook of this process. A panic in contained work is reported by its owner, and the screen stays; the
/// client is contained work too. After a panic of another thread the program would not react any more, so the
/// terminal is restored, the message is printed, and the process exits.
pub fn guard_panics() {
    let main = thread::current().id();
    std::panic::set_hook(Box::new(move |info| {
        if task::is_contained() {
            task::note_place(info);
            return;
        }
        modes::leave(Until::Never);
        let info = info.to_string();
        let text = format!(
            "heterodox: {}\r\nThis is a bug in the program; your game is saved.\r\n{REPORT}\r\n",
            escape::lines(&info)
        );
        modes::say(text.as_bytes());
        // A panic of the main thread ends the program by unwinding.
        if thread::current().id() != main {
            end(PANICKED, "");
        }
    }));
}

/// Reads input until the terminal is gone.
fn read(events: &Events) {
    let mut bytes = [0; 4096];
    loop {
        match tty::has_bytes(None) {
            Ok(false) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
            // The input belongs to the foreground job; a read would stop this process with SIGTTIN.
            Ok(_) if tty::in_background() => signals::wait_for_foreground(),
            Ok(_) => match tty::read(&mut bytes) {
                Err(error) if tty::is_passing(&error) => {}
                Err(_) | Ok(0) => return,
                Ok(count) => events.send(Event::Bytes(bytes[..count].to_vec())),
            },
        }
    }
}
