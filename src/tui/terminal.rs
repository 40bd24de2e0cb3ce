//! The terminal the program was started in: taken over, watched, and given back as it was, however
//! the program ends. Everything here goes around the standard streams' locks, so that whatever the
//! program is doing when a signal comes, the terminal is restored.

pub mod facts;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Signal;
use rustix::stdio::{stderr, stdin, stdout};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;

use super::backend::Backend;
use super::input::Input;
use super::input::parser::Parser;
use crate::engine::outside::end_all;
use crate::escape;
use crate::task;

const ENTER: &[u8] = b"\x1b[22;0t\x1b[?1049h\x1b[?25l\x1b[?2004h";
const LEAVE: &[u8] = b"\x1b[?2026l\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[m\x1b[?1049l\x1b[?25h\x1b[23;0t";
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1006h";
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1000l";

/// A terminal that takes no bytes must not keep the program alive longer than this.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// What the terminal tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// What a person did.
    Input(Input),
    /// The program is awake again, with all modes set.
    Resumed,
}

/// Standard output without buffer and lock.
#[derive(Debug)]
pub struct Screen;

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(rustix::io::retry_on_intr(|| rustix::io::write(stdout(), bytes))?)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What must be undone.
#[derive(Debug, Default)]
struct Modes {
    /// Are they set?
    on: AtomicBool,
    mouse: AtomicBool,
}

impl Modes {
    fn enter(&self) -> io::Result<()> {
        if !self.on.swap(true, Ordering::SeqCst) {
            crossterm::terminal::enable_raw_mode()?;
            let mouse = if self.mouse.load(Ordering::SeqCst) { MOUSE_ON } else { b"" };
            Screen.write_all(&[ENTER, mouse].concat())?;
        }
        Ok(())
    }

    /// Undoes everything, once. Whatever fails, fails: the terminal may be gone.
    fn leave(&self) {
        if self.on.swap(false, Ordering::SeqCst) {
            let _ = crossterm::terminal::disable_raw_mode();
            let _ = Screen.write_all(LEAVE);
        }
    }

    /// Ends the process without a way back through whatever it was doing.
    fn end(self: &Arc<Modes>, code: i32) -> ! {
        let modes = Arc::clone(self);
        let (done, wait) = std::sync::mpsc::channel();
        thread::spawn(move || {
            modes.leave();
            let _ = done.send(());
        });
        let _ = wait.recv_timeout(LAST_WORDS);
        // Programs at the board would go on by themselves.
        end_all();
        std::process::exit(code)
    }
}

/// The terminal while the program has it.
#[derive(Debug)]
pub struct Terminal {
    modes: Arc<Modes>,
}

/// Columns and rows of the window.
fn size() -> (u16, u16) {
    match rustix::termios::tcgetwinsize(stdout()) {
        Ok(size) if size.ws_col > 0 && size.ws_row > 0 => (size.ws_col, size.ws_row),
        _ => (80, 24),
    }
}

impl Terminal {
    /// Takes the terminal over. What it tells goes to `tell` from threads of its own; `escape` is
    /// how long a lone Escape waits for what may follow.
    pub fn open<F>(mouse: bool, escape: Duration, tell: F) -> io::Result<Terminal>
    where
        F: Fn(Event) + Send + Clone + 'static,
    {
        let modes = Arc::new(Modes::default());
        modes.mouse.store(mouse, Ordering::SeqCst);
        let signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGWINCH, SIGCONT, SIGTSTP])?;
        restore_on_panic(&modes);
        modes.enter()?;
        let (watched, told) = (Arc::clone(&modes), tell.clone());
        thread::Builder::new().name("signals".to_owned()).spawn(move || heed(signals, &watched, told))?;
        let watched = Arc::clone(&modes);
        thread::Builder::new().name("hang-up".to_owned()).spawn(move || {
            wait_for_hang_up();
            watched.end(128 + SIGHUP);
        })?;
        let watched = Arc::clone(&modes);
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            read(escape, tell);
            watched.end(128 + SIGHUP);
        })?;
        Ok(Terminal { modes })
    }

    /// Columns and rows.
    pub fn size(&self) -> (u16, u16) {
        size()
    }

    /// What pictures are drawn with.
    pub fn backend(&self) -> Backend<Screen> {
        let (columns, rows) = size();
        Backend::new(Screen, columns, rows)
    }

    /// Mouse on or off.
    pub fn set_mouse(&self, on: bool) {
        self.modes.mouse.store(on, Ordering::SeqCst);
        let _ = Screen.write_all(if on { MOUSE_ON } else { MOUSE_OFF });
    }

    /// Puts the program to sleep and comes back when the shell says so. False where there is no
    /// shell that could.
    pub fn suspend(&self) -> bool {
        if !has_job_control() {
            return false;
        }
        sleep(&self.modes);
        let _ = self.modes.enter();
        true
    }

    /// Gives the terminal back.
    pub fn close(&self) {
        self.modes.leave();
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.modes.leave();
    }
}

/// A program in the group of its session's leader has no shell that could wake it again.
fn has_job_control() -> bool {
    match (rustix::process::getsid(None), rustix::process::getpgrp()) {
        (Ok(session), group) => session != group,
        _ => false,
    }
}

fn sleep(modes: &Modes) {
    modes.leave();
    let _ = rustix::process::kill_current_process_group(Signal::STOP);
}

/// Restores the terminal before a panic is told, so that it can be read.
fn restore_on_panic(modes: &Arc<Modes>) {
    let modes = Arc::clone(modes);
    std::panic::set_hook(Box::new(move |info| {
        // What is contained is told by whoever asked for it, on the screen that stays.
        if task::is_contained() {
            return task::note_place(info);
        }
        modes.leave();
        let info = info.to_string();
        let text =
            format!("heterodox: {}\r\nThis is a fault of the program; the game is kept.\r\n", escape::lines(&info));
        let _ = rustix::io::write(stderr(), text.as_bytes());
    }));
}

fn heed<F: Fn(Event)>(mut signals: Signals, modes: &Arc<Modes>, tell: F) {
    for signal in signals.forever() {
        match signal {
            SIGWINCH => {
                let (columns, rows) = size();
                tell(Event::Input(Input::Resize(columns, rows)));
            }
            SIGTSTP if has_job_control() => sleep(modes),
            SIGTSTP => {}
            SIGCONT => {
                let _ = modes.enter();
                tell(Event::Resumed);
            }
            _ => modes.end(128 + signal),
        }
    }
}

/// Blocks until the other end of the terminal is gone. Asked for no events, `poll` still tells of
/// that, also when the signal for it is ignored.
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

/// Reads until the terminal is gone.
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
