//! The ends that the program does not choose: a memory that cannot be had, a stack that is full, a
//! processor that refuses. They come on the thread that failed, which never goes on, so that the
//! terminal is given back in the signal handler itself.
//!
//! This file is the one of the terminal with `unsafe`: no safe way to handle these signals exists,
//! since a handler may do little. Ours does only that: see `modes`.
#![expect(unsafe_code, reason = "signals of a failing program can only be handled so")]

use std::io;
use std::sync::OnceLock;

use libc::{SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP, c_int, c_void, siginfo_t};

use super::gate::Until;
use super::modes;

type Handler = extern "C" fn(c_int, *mut siginfo_t, *mut c_void);

/// What the program says at its end.
const SAID: [(c_int, &str); 7] = [
    (SIGABRT, "heterodox: aborted, probably because there is no memory left; your game is saved.\r\n"),
    (SIGBUS, "heterodox: ended by SIGBUS; your game is saved.\r\n"),
    (SIGFPE, "heterodox: ended by SIGFPE; your game is saved.\r\n"),
    (SIGILL, "heterodox: ended by SIGILL; your game is saved.\r\n"),
    (SIGSEGV, "heterodox: ended by SIGSEGV; your game is saved.\r\n"),
    (SIGSYS, "heterodox: ended by SIGSYS; your game is saved.\r\n"),
    (SIGTRAP, "heterodox: ended by SIGTRAP; your game is saved.\r\n"),
];

/// Who handled a signal before: the standard library tells of a full stack.
static EARLIER: [OnceLock<libc::sigaction>; SAID.len()] = [const { OnceLock::new() }; SAID.len()];

/// From now on these ends give the terminal back, if it is ours.
pub(super) fn watch() -> io::Result<()> {
    for ((signal, _), earlier) in SAID.iter().zip(&EARLIER) {
        if earlier.get().is_some() {
            continue;
        }
        // SAFETY: both structures are plain numbers, for which zeros are a value, and live for the call;
        // the handler has the form that SA_SIGINFO asks for. SA_ONSTACK since the stack may be full.
        let done = unsafe {
            let mut now: libc::sigaction = std::mem::zeroed();
            now.sa_sigaction = handle as Handler as usize;
            now.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigemptyset(&raw mut now.sa_mask);
            let mut before: libc::sigaction = std::mem::zeroed();
            // Known before it is needed.
            let asked = libc::sigaction(*signal, std::ptr::null(), &raw mut before);
            let _ = earlier.set(before);
            asked == 0 && libc::sigaction(*signal, &raw const now, std::ptr::null_mut()) == 0
        };
        if !done {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// Gives the terminal back and ends the program by the same signal.
extern "C" fn handle(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
    let known = SAID.iter().zip(&EARLIER).find(|((known, _), _)| *known == signal);
    let Some(((_, said), earlier)) = known else { return };
    // Whoever gave the terminal back for good has said why.
    let first = !modes::is_over();
    modes::leave(Until::Never);
    if first {
        modes::say(said.as_bytes());
    }
    if let Some(earlier) = earlier.get()
        && earlier.sa_flags & libc::SA_SIGINFO != 0
    {
        // SAFETY: with SA_SIGINFO the number is a function of this form, which the standard library has
        // given to the system; it is called as the system would have called it.
        let tell = unsafe { std::mem::transmute::<usize, Handler>(earlier.sa_sigaction) };
        tell(signal, info, context);
    }
    // SAFETY: both may be called in a handler. The signal comes as soon as this one returns, and then
    // has its usual effect.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}
