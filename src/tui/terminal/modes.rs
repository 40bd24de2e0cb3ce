//! What is changed in the terminal and must be undone, whichever way the program ends. There is one
//! of it for the whole process, since a signal handler and the panic hook must find it; a process has
//! no second terminal. Nothing here allocates or takes a lock that it waits for, and no write can
//! block, so that all of it may run in a signal handler and on a terminal that takes no bytes.

use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::getpgrp;
use rustix::stdio::{stderr, stdin, stdout};
use rustix::termios::{OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcgetpgrp, tcsetattr};

use super::gate::{Found, Gate, Until};

/// What a window is called is kept, and taken again at the end.
const KEEP_TITLE: &[u8] = b"\x1b[22;0t";
/// Where there is no alternate screen the clearing is all that tells our picture from the shell's.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[m\x1b[H\x1b[2J\x1b[?25l\x1b[?2004h";
/// Cleared before the alternate screen is left: where there is none, the shell goes on on a clean one.
const LEAVE: &[u8] =
    b"\x1b[?2026l\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[m\x1b[H\x1b[2J\x1b[?1049l\x1b[?25h\x1b[23;0t";
/// Ends whatever sequence a frame was cut in.
const CUT: &[u8] = b"\x18\x1b\\";
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1006h";
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1000l";

/// The system takes that much for a terminal in one piece, and never waits in the middle of one that
/// it has begun to take.
const PIECE: usize = 2048;
/// How often a writer that waits for the terminal looks whether it should still write.
const LOOKING: Duration = Duration::from_millis(10);
/// A terminal that takes no bytes must not keep the program alive longer than this.
const LAST_WORDS: Duration = Duration::from_millis(300);
/// How long it is looked for what is typed ahead.
const TYPED: Duration = Duration::from_millis(20);

static GATE: Gate = Gate::new();
/// How the terminal was before. Held only for as long as it takes to copy it.
static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);
static MOUSE: AtomicBool = AtomicBool::new(false);
/// Was a frame left in the middle?
static CUT_SHORT: AtomicBool = AtomicBool::new(false);

/// Has the terminal been given back for good?
pub(super) fn is_over() -> bool {
    GATE.is_over()
}

/// Takes the terminal, or takes it again: another program may have changed it meanwhile.
pub(super) fn enter() -> io::Result<()> {
    let entered = GATE.enter(|again| {
        if !again {
            let now = tcgetattr(stdin())?;
            *BEFORE.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(now);
        }
        if let Some(mut modes) = before() {
            modes.make_raw();
            tcsetattr(stdin(), OptionalActions::Now, &modes)?;
        }
        if !again {
            write(KEEP_TITLE)?;
        }
        write(ENTER)?;
        write(if MOUSE.load(Ordering::SeqCst) { MOUSE_ON } else { b"" })
    });
    entered.unwrap_or(Ok(()))
}

/// Do the keys go to somebody else?
pub(super) fn in_background() -> bool {
    tcgetpgrp(stdin()).is_ok_and(|front| front != getpgrp())
}

/// Gives the terminal back, once. Whatever fails, fails: it may be gone.
pub(super) fn leave(until: Until) {
    GATE.leave(until, LAST_WORDS, give_back);
}

/// Writes a frame, all of it or, where the terminal is not ours, nothing.
pub(super) fn frame(bytes: &[u8]) -> io::Result<()> {
    GATE.write(|| write(bytes)).unwrap_or(Ok(()))
}

/// Mouse on or off, now and whenever the terminal is taken again.
pub(super) fn set_mouse(on: bool) {
    MOUSE.store(on, Ordering::SeqCst);
    let _ = frame(if on { MOUSE_ON } else { MOUSE_OFF });
}

/// Says something where errors are told, after the terminal was given back.
pub(super) fn say(text: &[u8]) {
    let _ = rustix::io::write(stderr(), text);
}

/// None while it is being copied, which only a signal handler can see.
fn before() -> Option<Termios> {
    BEFORE.try_lock().ok()?.clone()
}

fn give_back(found: Found) {
    let stuck = !takes_bytes(Instant::now() + LAST_WORDS);
    if stuck {
        // What waits there is a picture that nobody needs any more.
        let _ = tcflush(stdout(), QueueSelector::OFlush);
    }
    let cut = stuck || found == Found::Stuck || CUT_SHORT.load(Ordering::SeqCst);
    say_last(if cut { CUT } else { b"" });
    say_last(LEAVE);
    // The system stops whoever changes a terminal from the background, and it has other modes by then.
    if !in_background() {
        drop_typed();
        if let Some(modes) = before() {
            let _ = tcsetattr(stdin(), OptionalActions::Now, &modes);
        }
    }
}

/// Throws away what was typed and not read: the shell must not take it for commands. What is on its
/// way through the system arrives only when there is room.
fn drop_typed() {
    let end = Instant::now() + TYPED;
    loop {
        let _ = tcflush(stdin(), QueueSelector::IFlush);
        let mut watched = [PollFd::from_borrowed_fd(stdin(), PollFlags::IN)];
        let _ = poll(&mut watched, Some(&span(Duration::from_millis(1))));
        if watched[0].revents() != PollFlags::IN || Instant::now() >= end {
            return;
        }
    }
}

/// Writes what is short, as far as the terminal takes it now.
fn say_last(mut bytes: &[u8]) {
    while !bytes.is_empty() && takes_bytes(Instant::now()) && put(&mut bytes).is_ok() {}
}

/// Writes everything as the terminal takes it; stops in the middle only where it takes nothing and is
/// no longer ours.
fn write(mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        if takes_bytes(Instant::now() + LOOKING) {
            put(&mut bytes)?;
        } else if !GATE.is_open() {
            CUT_SHORT.store(true, Ordering::SeqCst);
            break;
        }
    }
    Ok(())
}

/// Writes a piece.
fn put(bytes: &mut &[u8]) -> io::Result<()> {
    match rustix::io::write(stdout(), &bytes[..bytes.len().min(PIECE)]) {
        Ok(written) => *bytes = &bytes[written..],
        Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

/// Waits until the terminal takes bytes, or is gone, which writing will tell; but not beyond `end`.
fn takes_bytes(end: Instant) -> bool {
    loop {
        let mut watched = [PollFd::from_borrowed_fd(stdout(), PollFlags::OUT)];
        let left = end.saturating_duration_since(Instant::now());
        match poll(&mut watched, Some(&span(left))) {
            Ok(1..) => return true,
            Err(rustix::io::Errno::INTR) if !left.is_zero() => {}
            _ => return false,
        }
    }
}

fn span(time: Duration) -> Timespec {
    Timespec { tv_sec: time.as_secs() as i64, tv_nsec: i64::from(time.subsec_nanos()) }
}
