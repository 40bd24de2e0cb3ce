//! The terminal the program was started in: taken over, watched, and given back as it was, however
//! the program ends. What is changed in it is kept in `modes`, the one place for the whole process.

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

/// How a program ends that has panicked.
const PANICKED: i32 = 101;

/// What the terminal tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// What a person did.
    Input(Input),
    /// The program is awake again, with all modes set.
    Resumed,
}

/// Standard output without buffer and lock, for as long as the terminal is ours: a frame that comes
/// later is written nowhere.
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

/// The terminal while the program has it. Gives it back when it goes.
#[derive(Debug)]
pub struct Terminal(());

/// Columns and rows of the window.
fn size() -> (u16, u16) {
    match crossterm::terminal::window_size() {
        Ok(size) if size.columns > 0 && size.rows > 0 => (size.columns, size.rows),
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
        // Whatever can fail comes before the terminal is changed, but for the change itself.
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
        modes::set_mouse(on);
    }

    /// Puts the program to sleep and comes back when the shell says so. False where there is no
    /// shell that could.
    pub fn suspend(&self) -> bool {
        if !signals::has_job_control() {
            return false;
        }
        signals::sleep();
        signals::wait_for_foreground();
        let _ = modes::enter();
        true
    }

    /// Gives the terminal back, for good.
    pub fn close(&self) {
        modes::leave(Until::Never);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.close();
    }
}

/// Starts a thread that waits until it may go; it ends where that is never said.
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

/// Ends the process without a way back through whatever it was doing.
fn end(code: i32, told: &str) -> ! {
    modes::leave(Until::Never);
    modes::say(told.as_bytes());
    // Programs at the board would go on by themselves.
    end_all();
    std::process::exit(code)
}

/// Restores the terminal before a panic is told, so that it can be read. Where work is contained its
/// owner tells it, and the screen stays. The thread that opens the terminal draws, and ends the program
/// by unwinding; a program without one of the others would go on unseen or deaf, so that it ends here.
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
            // Those keys are somebody else's, and the system stops whoever reads them.
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
