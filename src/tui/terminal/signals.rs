//! The signals that are told by the system: which of them end the program, put it to sleep, wake it,
//! or say that the window has changed. A thread of its own heeds them.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{
    Resource, Rlimit, Signal, getpgrp, getrlimit, getsid, kill_current_process_group, setrlimit,
};
use signal_hook::consts::{SIGCONT, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;

use super::gate::Until;
use super::{Event, end, modes, size};
use crate::tui::input::Input;

/// Ends of the program that come from outside. What else would end it comes from within: see `crash`.
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

/// The signals that have numbers only.
fn nameless() -> impl Iterator<Item = i32> {
    #[cfg(target_os = "linux")]
    return libc::SIGRTMIN()..=libc::SIGRTMAX();
    #[cfg(not(target_os = "linux"))]
    return std::iter::empty();
}

/// So much of the processor's time is left for an end in order where the limit would kill.
const RESERVE: u64 = 1;

/// From now on none of them has its usual effect.
pub(super) fn watch() -> io::Result<Signals> {
    let ends = ENDS.iter().map(|signal| signal.as_raw());
    let signals = Signals::new(ends.chain([SIGWINCH, SIGCONT, SIGTSTP]))?;
    for signal in nameless() {
        // There may be fewer.
        let _ = signals.handle().add_signal(signal);
    }
    warn_of_limit();
    Ok(signals)
}

/// A shell's `ulimit -t` sets warning and end to the same second: the warning must come before.
fn warn_of_limit() {
    let limit = getrlimit(Resource::Cpu);
    if let Some(end) = limit.maximum
        && limit.current.is_none_or(|warning| warning >= end)
        && end > RESERVE
    {
        let _ = setrlimit(Resource::Cpu, Rlimit { current: Some(end - RESERVE), maximum: limit.maximum });
    }
}

/// Does what the signals say, for as long as the program lives.
pub(super) fn heed<F: Fn(Event)>(mut signals: Signals, tell: F) {
    loop {
        let come: Vec<i32> = signals.wait().collect();
        end_by(&come);
        for signal in come {
            match signal {
                SIGWINCH => {
                    let (columns, rows) = size();
                    tell(Event::Input(Input::Resize(columns, rows)));
                }
                SIGTSTP if has_job_control() => sleep(),
                // Awake, but not in front: the shell wakes it again when it is. Whoever wakes it may have
                // sent the end of it just before, which must not wait for that.
                SIGCONT if modes::in_background() => {
                    thread::sleep(OTHERS);
                    end_by(&signals.pending().collect::<Vec<_>>());
                    if modes::in_background() {
                        stop_in_background();
                    }
                }
                SIGCONT => {
                    let _ = modes::enter();
                    tell(Event::Resumed);
                }
                _ => {}
            }
        }
    }
}

/// Ends the program if one of these says so.
fn end_by(signals: &[i32]) {
    for &signal in signals {
        if ![SIGWINCH, SIGTSTP, SIGCONT].contains(&signal) {
            end(128 + signal, if signal == Signal::XCPU.as_raw() { OUT_OF_TIME } else { "" });
        }
    }
}

/// How long it is waited for a signal that was sent together with another.
const OTHERS: Duration = Duration::from_millis(200);
/// How often it is looked whether the keys go to this program.
const LOOKING: Duration = Duration::from_millis(10);

const OUT_OF_TIME: &str =
    "heterodox: the limit of processor time (`ulimit -t`) was reached; your game is saved.\r\n";

/// A program in the group of its session's leader has no shell that could wake it again.
pub(super) fn has_job_control() -> bool {
    getsid(None).is_ok_and(|session| session != getpgrp())
}

/// Gives the terminal back and stops until the shell says otherwise.
pub(super) fn sleep() {
    modes::leave(Until::Awake);
    if !modes::is_over() {
        let _ = kill_current_process_group(Signal::STOP);
    }
}

/// As the system stops those that change a terminal from the background.
fn stop_in_background() {
    let _ = kill_current_process_group(Signal::TTOU);
}

/// Stops a program that was started in the background, where somebody can wake it.
pub(super) fn begin_in_foreground() {
    if modes::in_background() {
        let begun = Instant::now();
        stop_in_background();
        if begun.elapsed() > LOOKING {
            wait_for_foreground();
        }
    }
}

/// Waits until the keys go to this program; the thread of the signals stops it meanwhile.
pub(super) fn wait_for_foreground() {
    while modes::in_background() && !modes::is_over() {
        thread::sleep(LOOKING);
    }
}
