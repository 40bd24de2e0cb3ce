//! The changes to the terminal that must be undone however the program ends. The state is global, because a
//! signal handler and the panic hook must reach it; a process has only one terminal. Nothing here allocates
//! or waits for a lock, and no write blocks, so all of it may run in a signal handler and on a terminal that
//! accepts no output.

use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::gate::{Found, Gate, Until};
use super::tty::{self, Modes, has_bytes, has_room, in_background};
use crate::host::control::{ENTER, KEEP_TITLE, LEAVE, focus, mouse};

/// Ends an escape sequence that was cut off.
const CUT: &[u8] = b"\x18\x1b\\";

/// The kernel accepts this many bytes for a terminal in one write, without blocking in the middle of it.
const PIECE_BYTES: usize = 2048;
/// The interval at which a waiting writer checks that it may still write.
const LOOKING: Duration = Duration::from_millis(10);
/// The time after which a terminal that accepts no output must not delay the exit any longer.
const LAST_WORDS: Duration = Duration::from_millis(300);
/// The maximum time for discarding unread input.
const TYPED: Duration = Duration::from_millis(20);

static GATE: Gate = Gate::new();
/// The original terminal modes. The lock is held only while they are copied.
static BEFORE: Mutex<Option<Modes>> = Mutex::new(None);
/// What is written before the terminal is restored. The lock is held only while it is set or written.
static EXIT_BYTES: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static MOUSE: AtomicBool = AtomicBool::new(false);
static FOCUS: AtomicBool = AtomicBool::new(false);
/// Whether a frame was cut off.
static CUT_SHORT: AtomicBool = AtomicBool::new(false);

/// Whether the terminal was restored for good.
pub(super) fn is_over() -> bool {
    GATE.is_over()
}

/// Sets up the terminal, or sets it up again after another program may have changed it.
pub(super) fn enter() -> io::Result<()> {
    let entered = GATE.enter(|again| {
        if !again {
            let now = Modes::now()?;
            *BEFORE.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(now);
        }
        if let Some(modes) = before() {
            modes.raw().set()?;
        }
        if !again {
            write(KEEP_TITLE)?;
        }
        write(ENTER)?;
        write(if FOCUS.load(Ordering::SeqCst) { focus(true) } else { b"" })?;
        write(if MOUSE.load(Ordering::SeqCst) { mouse(true) } else { b"" })
    });
    entered.unwrap_or(Ok(()))
}

/// Restores the terminal, once. Errors are ignored, because the terminal may be gone.
pub(super) fn leave(until: Until) {
    GATE.leave(until, LAST_WORDS, give_back);
}

/// Writes a whole frame, or nothing if the program does not own the terminal.
pub(super) fn frame(bytes: &[u8]) -> io::Result<()> {
    GATE.write(|| write(bytes)).unwrap_or(Ok(()))
}

/// Turns mouse reporting on or off, now and whenever the terminal is set up again.
pub(super) fn set_mouse(on: bool) -> io::Result<()> {
    MOUSE.store(on, Ordering::SeqCst);
    frame(mouse(on))
}

/// Sets what is written whenever the terminal is restored.
pub(super) fn set_exit_bytes(bytes: &[u8]) {
    let bytes = bytes.to_vec();
    // The earlier bytes are freed after the lock.
    let _earlier =
        std::mem::replace(&mut *EXIT_BYTES.lock().unwrap_or_else(std::sync::PoisonError::into_inner), bytes);
}

/// Turns reports about the focus on or off, now and whenever the terminal is set up again.
pub(super) fn set_focus(on: bool) -> io::Result<()> {
    FOCUS.store(on, Ordering::SeqCst);
    frame(focus(on))
}

/// Writes a message to standard error, after the terminal was restored.
pub(super) fn say(text: &[u8]) {
    tty::say(text);
}

/// The original modes; `None` while they are being copied, which only a signal handler can observe.
fn before() -> Option<Modes> {
    BEFORE.try_lock().ok()?.clone()
}

fn give_back(found: Found) {
    let stuck = !takes_bytes(Instant::now() + LAST_WORDS);
    if stuck {
        // The pending output is an outdated frame.
        tty::drop_unshown();
    }
    let cut = stuck || found == Found::Stuck || CUT_SHORT.load(Ordering::SeqCst);
    say_last(if cut { CUT } else { b"" });
    // The lock is taken only while the bytes are being set, which only a signal handler can observe.
    if let Ok(exit_bytes) = EXIT_BYTES.try_lock() {
        say_last(&exit_bytes);
    }
    say_last(LEAVE);
    // The system stops a background job that changes the terminal, and the modes are then those of another
    // job.
    if !in_background() {
        drop_typed();
        if let Some(modes) = before() {
            let _ = modes.set();
        }
    }
}

/// Discards unread input, so that the shell does not run it as commands. Input still in the system arrives
/// only when there is space, hence the loop.
fn drop_typed() {
    let end = Instant::now() + TYPED;
    loop {
        tty::drop_unread();
        if !has_bytes(Some(Duration::from_millis(1))).is_ok_and(|has| has) || Instant::now() >= end {
            return;
        }
    }
}

/// Writes a short text, as far as the terminal accepts it immediately.
fn say_last(mut bytes: &[u8]) {
    while !bytes.is_empty() && takes_bytes(Instant::now()) && put(&mut bytes).is_ok() {}
}

/// Writes all bytes as the terminal accepts them. Stops early only if the terminal accepts nothing and the
/// gate is closed.
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

/// Writes one piece.
fn put(bytes: &mut &[u8]) -> io::Result<()> {
    match tty::write(&bytes[..bytes.len().min(PIECE_BYTES)]) {
        Ok(written) => *bytes = &bytes[written..],
        Err(error) if tty::is_passing(&error) => {}
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Waits until the terminal accepts output or is gone (the write then fails), but not longer than `end`.
fn takes_bytes(end: Instant) -> bool {
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match has_room(left) {
            Ok(true) => return true,
            Err(error) if error.kind() == io::ErrorKind::Interrupted && !left.is_zero() => {}
            _ => return false,
        }
    }
}
