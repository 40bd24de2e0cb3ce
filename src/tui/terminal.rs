//! The terminal in which the program runs: set up, monitored, and restored however the program ends. The
//! module `modes` holds the terminal state of the whole process.

mod crash;
pub mod facts;
mod gate;
mod modes;
mod signals;

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::stdio::stdin;
use signal_hook::consts::SIGHUP;

use super::backend::Backend;
use super::input::Input;
use super::input::parser::Parser;
use crate::engine::uci_client::end_all;
use crate::escape;
use crate::task;
use gate::Until;

/// The exit code after a panic.
const PANICKED: i32 = 101;

/// An event of the terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// An input event.
    Input(Input),
    /// The program was continued after a suspend, with all modes set again.
    Resumed,
}

/// Standard output without buffer and lock. Frames are discarded while the program does not own the terminal.
#[derive(Debug)]
pub struct Screen;

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        modes::frame(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The terminal while the program uses it. It is restored on drop.
#[derive(Debug)]
pub struct Terminal(());

/// The columns and rows of the window.
fn size() -> (u16, u16) {
    match crossterm::terminal::window_size() {
        Ok(size) if size.columns > 0 && size.rows > 0 => (size.columns, size.rows),
        _ => (80, 24),
    }
}

impl Terminal {
    /// Sets up the terminal. Events go to `tell` from separate threads; `escape` is how long to wait after
    /// Escape for the rest of a sequence.
    pub fn open<F>(mouse: bool, escape: Duration, tell: F) -> io::Result<Terminal>
    where
        F: Fn(Event) + Send + Clone + 'static,
    {
        // All steps that can fail come before the terminal is changed, except for the change itself.
        crash::watch()?;
        restore_on_panic();
        let signals = signals::watch()?;
        let mut threads = Vec::new();
        let told = tell.clone();
        threads.push(start("signals", move || signals::heed(signals, told))?);
        threads.push(start("hang-up", || {
            wait_for_hang_up();
            end(128 + SIGHUP, "");
        })?);
        threads.push(start("input", move || {
            read(escape, tell);
            end(128 + SIGHUP, "");
        })?);
        let terminal = Terminal(());
        let (signals, others) = threads.split_at(1);
        go(signals);
        signals::begin_in_foreground();
        modes::set_mouse(mouse);
        modes::enter()?;
        go(others);
        Ok(terminal)
    }

    /// The columns and rows of the window.
    pub fn size(&self) -> (u16, u16) {
        size()
    }

    /// The backend that draws to the terminal.
    pub fn backend(&self) -> Backend<Screen> {
        let (columns, rows) = size();
        Backend::new(Screen, columns, rows)
    }

    /// Turns mouse reporting on or off.
    pub fn set_mouse(&self, on: bool) {
        modes::set_mouse(on);
    }

    /// Suspends the program and returns when the shell continues it. False if there is no job control.
    pub fn suspend(&self) -> bool {
        if !signals::has_job_control() {
            return false;
        }
        signals::sleep();
        signals::wait_for_foreground();
        let _ = modes::enter();
        true
    }

    /// Restores the terminal, finally.
    pub fn close(&self) {
        modes::leave(Until::Never);
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
    thread::Builder::new().name(name.to_owned()).spawn(wait)?;
    Ok(go)
}

fn go(threads: &[Sender<()>]) {
    for thread in threads {
        let _ = thread.send(());
    }
}

/// Restores the terminal and exits the process immediately.
fn end(code: i32, told: &str) -> ! {
    modes::leave(Until::Never);
    modes::say(told.as_bytes());
    // External engines would otherwise keep running.
    end_all();
    std::process::exit(code)
}

/// Restores the terminal before the panic message is printed, so that the message can be read. A panic in
/// contained work is reported by its owner, and the screen stays. A panic of the drawing thread, which opened
/// the terminal, ends the program by unwinding. After a panic of another thread the program would not react
/// any more, so it exits here.
fn restore_on_panic() {
    let drawing = thread::current().id();
    std::panic::set_hook(Box::new(move |info| {
        if task::is_contained() {
            task::note_place(info);
            return;
        }
        modes::leave(Until::Never);
        let info = info.to_string();
        let text =
            format!("heterodox: {}\r\nThis is a bug in the program; your game is saved.\r\n", escape::lines(&info));
        modes::say(text.as_bytes());
        if thread::current().id() != drawing {
            end(PANICKED, "");
        }
    }));
}

/// Blocks until the terminal hangs up. With no events requested, `poll` still reports a hangup, even if
/// SIGHUP is ignored.
fn wait_for_hang_up() {
    loop {
        let mut watched = [PollFd::from_borrowed_fd(stdin(), PollFlags::empty())];
        match poll(&mut watched, None) {
            Err(rustix::io::Errno::INTR) => {}
            Ok(_) if watched[0].revents().is_empty() => {}
            _ => return,
        }
    }
}

/// Reads input until the terminal is gone.
fn read<F: Fn(Event)>(escape: Duration, tell: F) {
    let mut parser = Parser::new();
    let mut bytes = [0; 4096];
    let patience = Timespec { tv_sec: 0, tv_nsec: escape.as_nanos() as i64 };
    loop {
        let mut watched = [PollFd::from_borrowed_fd(stdin(), PollFlags::IN)];
        let inputs = match poll(&mut watched, parser.pending().then_some(&patience)) {
            Err(rustix::io::Errno::INTR) => continue,
            Err(_) => return,
            Ok(0) => parser.flush(),
            // The input belongs to the foreground job; a read would stop this process with SIGTTIN.
            Ok(_) if modes::in_background() => {
                signals::wait_for_foreground();
                continue;
            }
            Ok(_) => match rustix::io::read(stdin(), &mut bytes) {
                Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => continue,
                Err(_) | Ok(0) => return,
                Ok(count) => parser.feed(&bytes[..count]),
            },
        };
        for input in inputs {
            tell(Event::Input(input));
        }
    }
}
