//! Waits for a terminal: for bytes to read, for room to write, for its end. By `select`, because on macOS `poll` does not know
//! terminals, least of all `/dev/tty`, which is standard input after `review - < FILE`. Nothing here allocates or takes a
//! lock, so a signal handler may wait too.

use std::os::fd::{AsRawFd as _, BorrowedFd};
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::select::{FdSet, select};
use nix::sys::time::{TimeVal, TimeValLike as _};
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
pub(super) fn has_bytes(terminal: BorrowedFd<'_>, limit: Option<Duration>) -> Result<bool, Errno> {
    wait(terminal, What::Bytes, limit)
}

/// Waits until a write does not block: there is room, or the terminal is gone.
pub(super) fn has_room(terminal: BorrowedFd<'_>, limit: Duration) -> Result<bool, Errno> {
    wait(terminal, What::Room, Some(limit))
}

/// Has the terminal hung up? Its modes cannot be asked then.
#[cfg(any(test, not(target_os = "linux")))]
fn is_gone(terminal: BorrowedFd<'_>) -> bool {
    rustix::termios::tcgetattr(terminal).is_err_and(|error| error != rustix::io::Errno::INTR)
}

/// Blocks until the terminal hangs up. With no events requested, `poll` still reports a hang-up, even if SIGHUP is ignored.
#[cfg(target_os = "linux")]
pub(super) fn wait_for_hang_up(terminal: BorrowedFd<'_>) {
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

/// Blocks until the terminal hangs up.
#[cfg(not(target_os = "linux"))]
pub(super) fn wait_for_hang_up(terminal: BorrowedFd<'_>) {
    while !is_gone(terminal) {
        std::thread::sleep(LOOKING);
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::{Read as _, Write as _};
    use std::os::fd::AsFd as _;
    use std::sync::mpsc;
    use std::time::Instant;

    use rustix::fs::{Mode, OFlags, open};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

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
        assert_eq!(has_bytes(near.as_fd(), Some(MOMENT)), Ok(false));
        assert!(began.elapsed() >= MOMENT);
        assert_eq!(has_room(near.as_fd(), MOMENT), Ok(true));
        far.write_all(b"x").expect("it takes a byte");
        assert_eq!(has_bytes(near.as_fd(), None), Ok(true));
        let mut byte = [0];
        near.read_exact(&mut byte).expect("a byte");
        assert_eq!((byte, has_bytes(near.as_fd(), Some(Duration::ZERO))), (*b"x", Ok(false)));
    }

    #[test]
    fn a_terminal_that_takes_no_more_has_no_room() {
        let (_far, near) = terminal();
        let filling = near.try_clone().expect("a handle");
        rustix::io::ioctl_fionbio(&filling, true).expect("a terminal");
        // The system takes bytes out of its first buffer a little later, so it has room a few times more.
        let end = Instant::now() + PATIENCE;
        while has_room(near.as_fd(), MOMENT) != Ok(false) {
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
            wait_for_hang_up(watched.as_fd());
            let _ = told.send(());
        });
        assert!(heard.recv_timeout(MOMENT).is_err(), "it is there");
        drop(far);
        heard.recv_timeout(PATIENCE).expect("the hang-up is noticed");
        thread.join().expect("it ends");
        assert!(is_gone(near.as_fd()));
        assert_eq!(has_bytes(near.as_fd(), None), Ok(true));
        assert_eq!(has_room(near.as_fd(), PATIENCE), Ok(true));
    }
}
