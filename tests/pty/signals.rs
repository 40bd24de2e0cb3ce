//! However the program ends, the terminal is given back: by every signal while it draws as fast as it
//! can, by a fault of its own, by a limit of the system, and on a terminal that takes nothing.
//! `HETERODOX_THOROUGH=1` does all of it more often.

use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;
use std::thread;
use std::time::Duration;

use crate::support::{Folder, Session, as_nobody, limited, program};
use pty_process::blocking::Command;
use rustix::process::Signal;

const SIZE: (u16, u16) = (80, 24);
const GAME: &str = "play sanctuary --seat white=human --seat black=human";
/// Draws everything again, twice.
const REDRAW: &[u8] = b"\x0c\x0c";

/// So often, or more often where there is time.
fn rounds(usual: usize) -> usize {
    if std::env::var_os("HETERODOX_THOROUGH").is_some() { usual * 10 } else { usual }
}

fn game(home: &Folder) -> Command {
    program(home.path()).args(GAME.split_whitespace())
}

/// A game that is drawn.
fn begin(command: Command) -> Session {
    let session = Session::start(command, SIZE);
    session.wait("the board", |screen| screen.contains("White to move") && screen.contains("? keys"));
    assert!(session.on_alternate_screen() && !session.is_cooked());
    session
}

/// Waits until much more has been drawn.
fn draw(session: &Session, bytes: usize) {
    let end = session.count() + bytes;
    session.watch(|| session.count() >= end);
}

/// Did it end by this signal, as a shell tells it?
fn ended_by(status: ExitStatus, signal: i32) -> bool {
    status.code() == Some(128 + signal) || status.signal() == Some(signal)
}

/// Every signal whose usual effect is the end of a program, but for the one that cannot be handled,
/// and those of a pipe and a file that is too long, which are told as errors.
fn deadly() -> Vec<i32> {
    let named = [
        Signal::HUP,
        Signal::INT,
        Signal::QUIT,
        Signal::ILL,
        Signal::TRAP,
        Signal::ABORT,
        Signal::BUS,
        Signal::FPE,
        Signal::USR1,
        Signal::SEGV,
        Signal::USR2,
        Signal::ALARM,
        Signal::TERM,
        Signal::XCPU,
        Signal::VTALARM,
        Signal::PROF,
        Signal::SYS,
    ];
    let mut all: Vec<i32> = named.into_iter().map(Signal::as_raw).collect();
    #[cfg(target_os = "linux")]
    all.extend([Signal::STKFLT, Signal::IO, Signal::POWER].map(Signal::as_raw).into_iter().chain([34, 35, 50, 64]));
    all
}

#[test]
fn every_signal_gives_the_terminal_back_while_it_is_drawn() {
    for round in 0..rounds(5) {
        for signal in deadly() {
            let home = Folder::new("signal");
            let mut session = begin(game(&home));
            let keys = session.flood(REDRAW);
            draw(&session, 20_000 + round * 777);
            session.signal_number(signal);
            let status = session.ended();
            drop(keys);
            assert!(ended_by(status, signal), "{signal}: {status:?}");
            session.assert_given_back(&format!("signal {signal}, round {round}"));
        }
    }
}

#[test]
fn a_second_signal_takes_nothing_from_the_first() {
    for round in 0..rounds(20) {
        let home = Folder::new("twice");
        let mut session = begin(game(&home));
        let keys = (round % 2 == 0).then(|| session.flood(REDRAW));
        draw(&session, if keys.is_some() { 10_000 } else { 0 });
        drop(keys);
        // The first as a key or as a signal: the second comes when the terminal has its old modes, or
        // not yet.
        if round % 4 < 2 {
            session.send("\x03");
        } else {
            session.signal(Signal::INT);
        }
        let moment = Duration::from_micros(60 * (round as u64 % 25));
        thread::sleep(moment);
        session.signal(Signal::INT);
        session.signal(Signal::TERM);
        session.ended();
        session.assert_given_back(&format!("round {round}, second after {moment:?}"));
        assert!(session.after_leaving().is_some(), "round {round}: it was never left");
    }
}

#[test]
fn what_was_typed_ahead_is_not_left_for_the_shell() {
    for round in 0..rounds(3) {
        let home = Folder::new("ahead");
        let mut session = begin(game(&home));
        let shell = session.other_end();
        // All of it is typed before the program can read any.
        session.signal(Signal::STOP);
        session.wait_until_stopped();
        session.fill(b"echo typed\r");
        session.signal(Signal::TERM);
        session.signal(Signal::CONT);
        assert!(ended_by(session.ended(), Signal::TERM.as_raw()));
        session.assert_given_back("typed ahead");
        assert_eq!(session.left_to_read(&shell), "", "round {round}");
    }
}

#[test]
#[cfg(debug_assertions)]
fn a_fault_gives_the_terminal_back_and_says_so() {
    let words = "heterodox: aborted, probably because there is no memory left; your game is saved.";
    for (fault, code, said) in [
        ("draw", Ok(101), "This is a bug in the program; your game is saved."),
        ("frame:thread", Ok(101), "This is a bug in the program; your game is saved."),
        ("frame:abort", Err(Signal::ABORT), words),
        ("frame:memory", Err(Signal::ABORT), words),
        ("frame:stack", Err(Signal::ABORT), "has overflowed its stack"),
    ] {
        for _ in 0..rounds(2) {
            let home = Folder::new("fault");
            let mut session = Session::start(game(&home).env("HETERODOX_FAULT", fault), SIZE);
            let status = session.ended();
            let ended = status.code().ok_or_else(|| status.signal());
            assert_eq!(ended, code.map_err(|signal| Some(signal.as_raw())), "{fault}");
            session.assert_given_back(fault);
            let rest = session.after_leaving().expect("it was left");
            assert!(rest.contains(said), "{fault}: {rest:?}");
            assert!(fault != "frame:thread" || rest.contains("a fault was asked for"), "{rest:?}");
        }
    }
}

#[test]
#[cfg(debug_assertions)]
fn a_fault_in_contained_work_leaves_the_screen_alone() {
    let home = Folder::new("contained");
    let mut session = begin(game(&home).env("HETERODOX_FAULT", "frame:contained"));
    session.send("me4\r");
    session.expect("Black to move");
    session.catch_up();
    assert!(session.on_alternate_screen() && !session.text().contains("fault"));
    session.send("\x03");
    assert_eq!(session.ended().code(), Some(0));
    session.assert_given_back("contained");
}

#[test]
fn threads_that_cannot_be_had_are_told_on_a_terminal_as_it_was() {
    let home = Folder::new("threads");
    let mut ran = 0;
    for threads in 1..=14 {
        let Some(command) = as_nobody(home.path(), 61_000 + threads, threads, GAME) else { return };
        let data = home.path().join(format!("data-{threads}"));
        let mut session = Session::start(command.env("HETERODOX_DATA", &data), SIZE);
        let begun = std::cell::Cell::new(false);
        session.watch(|| {
            begun.set(session.text().contains("White to move") && session.text().contains("? keys"));
            begun.get() || session.has_ended()
        });
        if begun.get() {
            ran += 1;
            session.send("\x03");
        }
        let status = session.ended();
        session.assert_given_back(&format!("{threads} threads: {status:?}"));
        assert!(begun.get() || !session.text().trim().is_empty(), "{threads} threads: nothing is said");
        assert!(!session.text().contains("panicked"), "{threads} threads: {}", session.text());
    }
    assert!(ran > 0 && ran < 14, "{ran} of 14 began");
}

#[test]
fn memory_that_cannot_be_had_leaves_the_terminal_as_it_was() {
    // From what is too little for the first screen to what is enough for a search.
    for megabytes in (20..=400).step_by(if rounds(1) > 1 { 10 } else { 40 }) {
        let home = Folder::new("memory");
        let limits = format!("ulimit -v {}; ulimit -c 0", megabytes * 1024);
        let command = limited(home.path(), &limits, "play armies --seat red=human --seat blue=computer:5");
        let mut session = Session::start(command, SIZE);
        session.watch(|| session.text().contains("? keys") || session.has_ended());
        if !session.has_ended() {
            // A hint, an analysis, and what takes more.
            for keys in ["H", "a", "\x1b", "?", "\x1b"] {
                let _ = session.try_send(keys);
                session.settle();
            }
            // Behind an Escape that was not read yet it would be another key.
            for _ in 0..60 {
                let _ = session.try_send("\x03");
                if session.ended_within(Duration::from_secs(2)).is_some() {
                    break;
                }
            }
        }
        let status = session.ended();
        session.assert_given_back(&format!("{megabytes} MB: {status:?}"));
    }
}

#[test]
fn time_that_is_used_up_ends_it_in_order() {
    for limits in ["ulimit -S -t 1; ulimit -H -t 20", "ulimit -t 2"] {
        let home = Folder::new("time");
        let seats = "--seat white=computer:10 --seat black=computer:10";
        let mut session = Session::start(limited(home.path(), limits, &format!("play sanctuary {seats}")), SIZE);
        let status = session.ended();
        assert!(ended_by(status, Signal::XCPU.as_raw()), "{limits}: {status:?}");
        session.assert_given_back(limits);
        session.expect("ulimit -t");
    }
}

#[test]
fn a_terminal_that_takes_nothing_keeps_nothing_alive() {
    for signal in [Signal::TERM, Signal::ABORT, Signal::HUP] {
        let home = Folder::new("frozen");
        let mut session = begin(game(&home));
        session.freeze(true);
        // More than the system keeps for a terminal.
        for _ in 0..200 {
            session.send(REDRAW);
            thread::sleep(Duration::from_millis(2));
        }
        session.signal(signal);
        let status = session.ended();
        assert!(ended_by(status, signal.as_raw()), "{signal:?}: {status:?}");
        assert!(session.is_cooked(), "{signal:?}");
        session.freeze(false);
        session.watch(|| session.after_leaving().is_some());
        session.assert_given_back(&format!("{signal:?}"));
    }
}
