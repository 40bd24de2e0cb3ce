//! Handling of signals on a separate thread: signals that end, suspend or continue the program, and changes
//! of the window size.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::SigSet;
use nix::unistd::{getpgrp, getsid};
use rustix::process::{Resource, Rlimit, Signal, getrlimit, kill_current_process_group, setrlimit};
use signal_hook::consts::{SIGCONT, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;

use super::gate::Until;
use super::tty::in_background;
use super::{end, modes, size};
use crate::wakes::{Event, Events};

/// The signals from outside that end the program. For those caused by the program itself, see `crash`.
const ENDS: &[Signal] = &[
    Signal::HUP,
    Signal::INT,
    Signal::QUIT,
    Signal::TERM,
    Signal::USR1,
    Signal::USR2,
    Signal::ALARM,
    Signal::VTALARM,
    Signal::PROF,
    Signal::XCPU,
    #[cfg(target_os = "linux")]
    Signal::IO,
    #[cfg(target_os = "linux")]
    Signal::POWER,
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    Signal::STKFLT,
];

/// The real-time signals, which have only numbers.
fn nameless() -> impl Iterator<Item = i32> {
    #[cfg(target_os = "linux")]
    return libc::SIGRTMIN()..=libc::SIGRTMAX();
    #[cfg(not(target_os = "linux"))]
    return std::iter::empty();
}

/// The seconds of CPU time reserved for an orderly exit before the hard limit.
const RESERVE_SECONDS: u64 = 1;

/// Installs the handlers, which replace the default effects of these signals. This thread and those that it starts
/// later leave the signals to the thread of `heed`: it then gets signals that were sent together in one piece, even
/// if the other threads have no processor to run on.
pub(super) fn watch() -> io::Result<Signals> {
    let ends = ENDS.iter().map(|signal| signal.as_raw());
    let signals = Signals::new(ends.chain([SIGWINCH, SIGCONT, SIGTSTP]))?;
    left_to_one().thread_block()?;
    for signal in nameless() {
        // Some of them may not be available.
        let _ = signals.handle().add_signal(signal);
    }
    warn_of_limit();
    Ok(signals)
}

/// The signals that one thread handles, except those that have only numbers.
fn left_to_one() -> SigSet {
    let ends = ENDS.iter().map(|signal| signal.as_raw());
    ends.chain([SIGWINCH, SIGCONT, SIGTSTP]).filter_map(|signal| signal.try_into().ok()).collect()
}

/// `ulimit -t` sets the soft and the hard limit to the same second, so the soft limit is lowered to get a
/// warning first.
fn warn_of_limit() {
    let limit = getrlimit(Resource::Cpu);
    if let Some(end) = limit.maximum
        && limit.current.is_none_or(|warning| warning >= end)
        && end > RESERVE_SECONDS
    {
        let _ = setrlimit(Resource::Cpu, Rlimit { current: Some(end - RESERVE_SECONDS), maximum: limit.maximum });
    }
}

/// Handles signals for the lifetime of the program.
pub(super) fn heed(mut signals: Signals, events: &Events) {
    // It cannot fail: the signals exist. Otherwise they would go to a thread that has not blocked them.
    let _ = left_to_one().thread_unblock();
    loop {
        let come: Vec<i32> = signals.wait().collect();
        end_by(&come);
        for signal in come {
            match signal {
                SIGWINCH => {
                    let (columns, rows) = size();
                    events.send(Event::Resized(columns, rows));
                }
                SIGTSTP if has_job_control() => sleep(),
                SIGCONT => {
                    // Continued, but in the background: the program stops again until the shell brings it to the
                    // foreground. A signal to end may have been sent together with SIGCONT, and it must not wait
                    // until then.
                    if in_background() {
                        thread::sleep(OTHERS);
                        end_by(&signals.pending().collect::<Vec<_>>());
                        if in_background() {
                            stop_in_background();
                            continue;
                        }
                    }
                    let _ = modes::enter();
                    if !ASKED.swap(false, Ordering::SeqCst) {
                        events.send(Event::Resumed);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Ends the program if one of these signals ends it.
fn end_by(signals: &[i32]) {
    for &signal in signals {
        if ![SIGWINCH, SIGTSTP, SIGCONT].contains(&signal) {
            end(128 + signal, if signal == Signal::XCPU.as_raw() { OUT_OF_TIME } else { "" });
        }
    }
}

/// How long to wait for a signal that was sent together with another.
const OTHERS: Duration = Duration::from_millis(200);
/// The polling interval for the foreground.
const LOOKING: Duration = Duration::from_millis(10);

const OUT_OF_TIME: &str =
    "heterodox: the limit of processor time (`ulimit -t`) was reached; your game is saved.\r\n";

/// Whether there is a shell that can continue the program: not if it is in the process group of the session
/// leader, or in one from outside its container, which has the number 0 there.
pub(super) fn has_job_control() -> bool {
    let group = getpgrp();
    group.as_raw() != 0 && getsid(None).is_ok_and(|session| session != group)
}

/// Whether the client has suspended itself. It draws everything when it goes on, so it is not told to do it once more.
/// The signals are those of the process, and so is this.
static ASKED: AtomicBool = AtomicBool::new(false);

/// Suspends the program for the client, until it is the foreground job again.
pub(super) fn suspend() {
    ASKED.store(true, Ordering::SeqCst);
    sleep();
    wait_for_foreground();
    // The system drops a SIGCONT that nobody has taken when the next signal to stop comes. What it would have cleared
    // must not hide the continuation after that.
    let end = Instant::now() + SEEN;
    while ASKED.load(Ordering::SeqCst) && Instant::now() < end {
        thread::sleep(Duration::from_millis(1));
    }
    ASKED.store(false, Ordering::SeqCst);
}

/// How long the thread of the signals may take to see that the program goes on.
const SEEN: Duration = Duration::from_millis(100);

/// Restores the terminal and stops the process until the shell continues it.
pub(super) fn sleep() {
    modes::leave(Until::Awake);
    if !modes::is_over() {
        let _ = kill_current_process_group(Signal::STOP);
    }
}

/// Stops the process as the system stops a background job that changes the terminal.
fn stop_in_background() {
    let _ = kill_current_process_group(Signal::TTOU);
}

/// Stops a program that was started in the background, if it has a shell that can continue it.
pub(super) fn begin_in_foreground() {
    if in_background() {
        let begun = Instant::now();
        stop_in_background();
        if begun.elapsed() > LOOKING {
            wait_for_foreground();
        }
    }
}

/// Waits until this is the foreground job; meanwhile the signal thread stops the process.
pub(super) fn wait_for_foreground() {
    while in_background() && !modes::is_over() {
        thread::sleep(LOOKING);
    }
}
