//! The terminal of this process as a Unix system has it: its window, its modes, its bytes, and waiting for them. That is by
//! `select`, because on macOS `poll` does not know terminals, least of all `/dev/tty`, which is standard input after `review - <
//! FILE`. What a signal handler needs neither allocates nor takes a lock.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd};
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::select::{FdSet, select};
use nix::sys::time::{TimeVal, TimeValLike as _};
use nix::unistd::getpgrp;
use rustix::stdio::{dup2_stdin, stderr, stdin, stdout};
use rustix::termios::{
    OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcgetpgrp, tcgetwinsize, tcsetattr,
};
use signal_hook::consts::SIGHUP;

/// The exit code of a program whose terminal has hung up.
pub(super) const HUNG_UP: i32 = 128 + SIGHUP;

/// How often a system that does not tell of a hang-up is asked.
#[cfg(not(target_os = "linux"))]
const LOOKING: Duration = Duration::from_millis(500);

/// What is waited for.
#[derive(Clone, Copy)]
enum What {
    Bytes,
    Room,
}

fn wait(terminal: BorrowedFd<'_>, what: What, limit: Option<Duration>) -> Result<bool, Errno> {
    let mut watched = FdSet::new();
    watched.insert(terminal);
    let mut limit = limit.map(|limit| TimeVal::microseconds(limit.as_micros().min(i64::MAX as u128) as i64));
    let (bytes, room) = match what {
        What::Bytes => (Some(&mut watched), None),
        What::Room => (None, Some(&mut watched)),
    };
    Ok(select(terminal.as_raw_fd() + 1, bytes, room, None, limit.as_mut())? > 0)
}

/// Waits until a read does not block: there are bytes, or the terminal is gone. Without a limit it waits for ever.
pub(super) fn has_bytes(limit: Option<Duration>) -> io::Result<bool> {
    Ok(wait(stdin(), What::Bytes, limit)?)
}

/// Waits until a write does not block: there is room, or the terminal is gone.
pub(super) fn has_room(limit: Duration) -> io::Result<bool> {
    Ok(wait(stdout(), What::Room, Some(limit))?)
}

/// Reads what has come from the terminal.
pub(super) fn read(bytes: &mut [u8]) -> io::Result<usize> {
    Ok(rustix::io::read(stdin(), bytes)?)
}

/// Writes to the terminal, and says how many bytes it took.
pub(super) fn write(bytes: &[u8]) -> io::Result<usize> {
    Ok(rustix::io::write(stdout(), bytes)?)
}

/// Is this no more than a reason to try again?
pub(super) fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock)
}

/// Writes to standard error.
pub(super) fn say(text: &[u8]) {
    let _ = rustix::io::write(stderr(), text);
}

/// Drops what was typed and not read.
pub(super) fn drop_unread() {
    let _ = tcflush(stdin(), QueueSelector::IFlush);
}

/// Drops what was written and is not shown yet.
pub(super) fn drop_unshown() {
    let _ = tcflush(stdout(), QueueSelector::OFlush);
}

/// Is the program a job in the background?
pub(super) fn in_background() -> bool {
    tcgetpgrp(stdin()).is_ok_and(|front| front.as_raw_pid() != getpgrp().as_raw())
}

/// The modes of the terminal: whether it gives keys as they are pressed.
#[derive(Clone, Debug)]
pub(super) struct Modes(Termios);

impl Modes {
    /// Those that it has now.
    pub(super) fn now() -> io::Result<Modes> {
        Ok(Modes(tcgetattr(stdin())?))
    }

    /// The same, but every key is given as it is pressed, and nothing is shown of it.
    pub(super) fn raw(mut self) -> Modes {
        self.0.make_raw();
        self
    }

    /// Gives them to the terminal.
    pub(super) fn set(&self) -> io::Result<()> {
        Ok(tcsetattr(stdin(), OptionalActions::Now, &self.0)?)
    }
}

/// The window of the terminal: its columns and rows, and its size in pixels, which is 0 where it is not told.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The columns of characters.
    pub columns: u16,
    /// The rows of characters.
    pub rows: u16,
    /// The width in pixels.
    pub width: u16,
    /// The height in pixels.
    pub height: u16,
}

/// The window of the terminal that shows standard output.
pub fn window() -> Option<Window> {
    let size = tcgetwinsize(stdout()).ok()?;
    Some(Window { columns: size.ws_col, rows: size.ws_row, width: size.ws_xpixel, height: size.ws_ypixel })
}

/// From now on standard input is the terminal, whatever it was.
pub fn read_keys_from_the_terminal() -> io::Result<()> {
    Ok(dup2_stdin(File::open("/dev/tty")?)?)
}

/// Has the terminal hung up? Its modes cannot be asked then.
#[cfg(any(test, not(target_os = "linux")))]
fn is_gone(terminal: BorrowedFd<'_>) -> bool {
    tcgetattr(terminal).is_err_and(|error| error != rustix::io::Errno::INTR)
}

/// Blocks until the terminal hangs up.
pub(super) fn wait_for_hang_up() {
    wait_for_end(stdin());
}

/// Blocks until a terminal hangs up. With no events requested, `poll` still reports a hang-up, even if SIGHUP is ignored.
#[cfg(target_os = "linux")]
fn wait_for_end(terminal: BorrowedFd<'_>) {
    use rustix::event::{PollFd, PollFlags, poll};

    loop {
        let mut watched = [PollFd::from_borrowed_fd(terminal, PollFlags::empty())];
        match poll(&mut watched, None) {
            Err(rustix::io::Errno::INTR) => {}
            Ok(_) if watched[0].revents().is_empty() => {}
            _ => return,
        }
    }
}

/// Blocks until a terminal hangs up.
#[cfg(not(target_os = "linux"))]
fn wait_for_end(terminal: BorrowedFd<'_>) {
    while !is_gone(terminal) {
        std::thread::sleep(LOOKING);
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::os::fd::AsFd as _;
    use std::sync::mpsc;
    use std::time::Instant;

    use rustix::fs::{Mode, OFlags, open};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    use super::*;

    const MOMENT: Duration = Duration::from_millis(20);
    const PATIENCE: Duration = Duration::from_secs(60);

    /// A terminal in raw mode: its far end, and the end of the program.
    fn terminal() -> (File, File) {
        let far = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&far).expect("it is ours");
        unlockpt(&far).expect("it is ours");
        let name = ptsname(&far, Vec::new()).expect("a name");
        let near = open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("it opens");
        let mut modes = tcgetattr(&near).expect("a terminal");
        modes.make_raw();
        tcsetattr(&near, OptionalActions::Now, &modes).expect("a terminal");
        (File::from(far), File::from(near))
    }

    #[test]
    fn bytes_and_room_are_waited_for() {
        let (mut far, mut near) = terminal();
        let began = Instant::now();
        assert_eq!(wait(near.as_fd(), What::Bytes, Some(MOMENT)), Ok(false));
        assert!(began.elapsed() >= MOMENT);
        assert_eq!(wait(near.as_fd(), What::Room, Some(MOMENT)), Ok(true));
        far.write_all(b"x").expect("it takes a byte");
        assert_eq!(wait(near.as_fd(), What::Bytes, None), Ok(true));
        let mut byte = [0];
        near.read_exact(&mut byte).expect("a byte");
        assert_eq!((byte, wait(near.as_fd(), What::Bytes, Some(Duration::ZERO))), (*b"x", Ok(false)));
    }

    #[test]
    fn a_terminal_that_takes_no_more_has_no_room() {
        let (_far, near) = terminal();
        let filling = near.try_clone().expect("a handle");
        rustix::io::ioctl_fionbio(&filling, true).expect("a terminal");
        // The system takes bytes out of its first buffer a little later, so it has room a few times more.
        let end = Instant::now() + PATIENCE;
        while wait(near.as_fd(), What::Room, Some(MOMENT)) != Ok(false) {
            assert!(Instant::now() < end, "it takes bytes without end");
            while rustix::io::write(&filling, &[b'x'; 1000]).is_ok() {}
        }
    }

    #[test]
    fn a_terminal_that_is_gone_blocks_nobody() {
        let (far, near) = terminal();
        assert!(!is_gone(near.as_fd()));
        let watched = near.try_clone().expect("a handle");
        let (told, heard) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            wait_for_end(watched.as_fd());
            let _ = told.send(());
        });
        assert!(heard.recv_timeout(MOMENT).is_err(), "it is there");
        drop(far);
        heard.recv_timeout(PATIENCE).expect("the hang-up is noticed");
        thread.join().expect("it ends");
        assert!(is_gone(near.as_fd()));
        assert_eq!(wait(near.as_fd(), What::Bytes, None), Ok(true));
        assert_eq!(wait(near.as_fd(), What::Room, Some(PATIENCE)), Ok(true));
    }
}
