//! Moves in motion in a real terminal: they end, nothing is written after that, keys typed meanwhile are not lost, and
//! a program that is killed meanwhile has saved the move.

use heterodox::games::built_in;
use heterodox::rules::variant::Opening;

use crate::support::{Folder, Session, program};

const SIZE: (u16, u16) = (120, 40);

fn start(home: &Folder) -> Session {
    let mut command = program(home.path()).args(["play", "sanctuary"]);
    for seat in ["White=human", "Black=human"] {
        command = command.args(["--seat", seat]);
    }
    let session = Session::start(command, SIZE);
    session.wait("the board", |screen| screen.contains("White to move") && screen.contains("? keys"));
    session.settle();
    session
}

/// The number of frames in what was written.
fn frames(written: &str) -> usize {
    written.matches("\x1b[?2026h").count()
}

#[test]
fn a_move_is_seen_and_then_nothing_is_written() {
    let home = Folder::new("motion");
    let session = start(&home);
    session.send("md1e3");
    session.rest();
    let before = session.count();
    session.send("\r");
    session.expect("Black to move");
    // It comes to rest.
    session.rest();
    let count = frames(&session.written_since(before));
    assert!((1..=6).contains(&count), "{count} frames");
}

/// All keys at once: each move ends the motion of the one before, and none is lost.
#[test]
fn keys_that_come_during_the_motion_are_played() {
    let home = Folder::new("motion-keys");
    let session = start(&home);
    let mut position = built_in("sanctuary").expect("a game").begin(Opening::Start).expect("the start");
    for ply in 0..8_usize {
        let legal = position.legal();
        let mv = legal[ply * 11 % legal.len()];
        session.send(format!("m{}\r", position.machine(mv)));
        let shown = position.display(mv);
        position.play(mv).expect("it is legal");
        // A move counts once it is on the disk, as without motion.
        session.expect(&shown);
        let turn = format!("{} to move", position.spec().seat(position.turn()).name);
        session.wait(&turn, |screen| screen.contains(&turn));
    }
}

#[test]
fn a_kill_during_the_motion_loses_nothing() {
    let home = Folder::new("motion-kill");
    let mut session = start(&home);
    session.send("md1e3");
    session.settle();
    let before = session.count();
    session.send("\r");
    // The first frame of the motion is on its way, so the others are not.
    session.watch(|| session.count() > before);
    session.child.kill().expect("it can be killed");
    session.child.wait().expect("it ends");
    let again = Session::start(program(home.path()), SIZE);
    again.expect("Continue the last game");
    again.send("\r");
    again.wait("the move", |screen| screen.contains("Black to move") && screen.contains("Ae3"));
}
