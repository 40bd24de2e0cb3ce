//! Fatal signals: out of memory, stack overflow, invalid instructions. The failing thread cannot continue, so
//! the signal handler itself restores the terminal.
//!
//! Only this file of the terminal code uses `unsafe`: there is no safe way to handle these signals, because a
//! handler may call only async-signal-safe functions. This one calls only those: see `modes`.
#![expect(unsafe_code, reason = "signals of a failing program can only be handled so")]

use std::io;
use std::sync::OnceLock;

use libc::{SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP, c_int, c_void, siginfo_t};

use super::gate::Until;
use super::modes;

type Handler = extern "C" fn(c_int, *mut siginfo_t, *mut c_void);

/// The message printed for each signal.
const SAID: [(c_int, &str); 7] = [
    (SIGABRT, "heterodox: aborted, probably because there is no memory left; your game is saved.\r\n"),
    (SIGBUS, "heterodox: ended by SIGBUS; your game is saved.\r\n"),
    (SIGFPE, "heterodox: ended by SIGFPE; your game is saved.\r\n"),
    (SIGILL, "heterodox: ended by SIGILL; your game is saved.\r\n"),
    (SIGSEGV, "heterodox: ended by SIGSEGV; your game is saved.\r\n"),
    (SIGSYS, "heterodox: ended by SIGSYS; your game is saved.\r\n"),
    (SIGTRAP, "heterodox: ended by SIGTRAP; your game is saved.\r\n"),
];

/// The previous handlers of these signals: that of the standard library reports a stack overflow.
static EARLIER: [OnceLock<libc::sigaction>; SAID.len()] = [const { OnceLock::new() }; SAID.len()];

/// Installs the handlers that restore the terminal if the program owns it.
pub(super) fn watch() -> io::Result<()> {
    for ((signal, _), earlier) in SAID.iter().zip(&EARLIER) {
        if earlier.get().is_some() {
            continue;
        }
        // SAFETY: both structures are plain numbers, for which zeros are valid, and live for the call; the
        // handler has the signature that SA_SIGINFO requires. SA_ONSTACK, because the stack may be full.
        let done = unsafe {
            let mut now: libc::sigaction = std::mem::zeroed();
            now.sa_sigaction = handle as Handler as usize;
            now.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigemptyset(&raw mut now.sa_mask);
            let mut before: libc::sigaction = std::mem::zeroed();
            // The previous handler is stored before the new one can need it.
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

/// Restores the terminal and ends the program by the same signal.
extern "C" fn handle(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
    let known = SAID.iter().zip(&EARLIER).find(|((known, _), _)| *known == signal);
    let Some(((_, said), earlier)) = known else { return };
    // If the terminal was already restored for good, the reason was printed then.
    let first = !modes::is_over();
    modes::leave(Until::Never);
    if first {
        modes::say(said.as_bytes());
    }
    if let Some(earlier) = earlier.get()
        && earlier.sa_flags & libc::SA_SIGINFO != 0
    {
        // SAFETY: with SA_SIGINFO the number is a function of this signature, which the standard library has
        // passed to the system; it is called as the system would call it.
        let tell = unsafe { std::mem::transmute::<usize, Handler>(earlier.sa_sigaction) };
        tell(signal, info, context);
    }
    // SAFETY: both are async-signal-safe. The signal is delivered when this handler returns, and then has its
    // default effect.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}
