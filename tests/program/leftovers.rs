//! What sudden ends have left in the folder of the games goes when it is seen; what is damaged stays, and
//! is listed with what can be read of it.

use std::fs::{self, File};
use std::path::PathBuf;

use crate::support::run::{names, run};
use crate::support::script::Script;
use crate::support::{Folder, Session, games, program};
use heterodox::record::journal;
use heterodox::record::pgn;
use rustix::process::Signal;

const SIZE: (u16, u16) = (120, 40);

#[test]
fn a_game_without_a_move_that_ended_suddenly_goes_when_it_is_seen() {
    for (signal, keys) in [(Signal::HUP, ""), (Signal::TERM, "f"), (Signal::KILL, "")] {
        let home = Folder::new("sudden");
        let script = Script::random("holywar", 1, 2);
        let mut session = Session::start(script.command(home.path()), SIZE);
        session.watch(|| script.shown(&session.title()) == Some(0));
        // To look at the board from another side is nothing that was done.
        session.send(keys);
        session.settle();
        session.signal(signal);
        session.ended();
        let folder = games(home.path());
        assert_eq!(names(&folder).len(), 1, "it ended suddenly");
        let first = Session::start(program(home.path()), SIZE);
        first.expect("New game");
        assert!(!first.text().contains("Continue"), "{}", first.text());
        drop(first);
        let listed = run(home.path(), &["games"]);
        assert_eq!((listed.code, listed.out.lines().count()), (Some(0), 1), "{}{}", listed.out, listed.stderr);
        assert_eq!(names(&folder), [""; 0]);
    }
    // One that began from a position of somebody's own stays, and so does one with a move.
    let fen = Script::random("holywar", 1, 6).at(6).fen();
    for (fen, plies) in [(Some(fen), 0), (None, 1)] {
        let home = Folder::new("stays");
        let script = Script::random("holywar", 1, plies);
        let mut command = script.command(home.path());
        if let Some(fen) = &fen {
            command = command.args(["--fen", fen]);
        }
        let mut session = Session::start(command, SIZE);
        session.expect("Holywar");
        session.expect("Pieces");
        if plies > 0 {
            script.play(&session, 0, |_| false);
        }
        session.kill();
        let listed = run(home.path(), &["games"]);
        assert!(listed.out.contains("in progress") && names(&games(home.path())).len() == 1, "{}", listed.out);
        let first = Session::start(program(home.path()), SIZE);
        first.expect("Continue");
    }
}

#[test]
fn what_sudden_ends_have_left_half_done_goes_and_nothing_else() {
    let home = Folder::new("left-over");
    let folder = games(home.path());
    fs::create_dir_all(&folder).expect("a folder");
    let name = |number: u32, ending: &str| folder.join(format!("20261101-00000{number}-armies-0000.{ending}"));
    let first = "00000000 0 {\"do\":\"begin\",\"version\":1";
    fs::write(name(1, "journal"), "").expect("room");
    fs::write(name(2, "journal"), first).expect("room");
    fs::write(folder.join(".x.pgn.1-1.half"), "half").expect("room");
    fs::write(name(3, "journal"), "something else").expect("room");
    fs::write(name(4, "journal"), format!("{first} {{\"do\":\"act\"")).expect("room");
    let held = File::create(name(5, "journal")).expect("room");
    held.lock().expect("a lock");
    let listed = run(home.path(), &["games"]);
    assert_eq!(listed.code, Some(0), "{}", listed.stderr);
    let left: Vec<String> = [3, 4, 5].map(|number| format!("20261101-00000{number}-armies-0000.journal")).into();
    assert_eq!(names(&folder), left);
}

/// A home with a game of six moves whose journal has a wrong byte in this line.
fn damaged(name: &str, line: usize) -> (Folder, PathBuf, Script, Vec<u8>) {
    let home = Folder::new(name);
    let script = Script::random("sanctuary", 7, 6);
    let mut session = Session::start(script.command(home.path()), SIZE);
    script.play(&session, 0, |_| false);
    session.kill();
    let path = journal::list(&games(home.path())).remove(0);
    let mut bytes = fs::read(&path).expect("a journal");
    let start = bytes.split_inclusive(|&byte| byte == b'\n').take(line - 1).map(<[u8]>::len).sum::<usize>();
    bytes[start + 12] ^= 1;
    fs::write(&path, &bytes).expect("room");
    (home, path, script, bytes)
}

#[test]
fn a_damaged_journal_that_is_looked_at_stays_as_it_is() {
    for keys in ["q", "\x03"] {
        let (home, path, script, bytes) = damaged("damaged-look", 2);
        let mut session = Session::start(program(home.path()), SIZE);
        session.expect("Continue");
        session.send("\r");
        session.watch(|| script.shown(&session.title()) == Some(0));
        session.send(keys);
        if keys == "q" {
            session.expect("Continue");
            session.send("q");
        }
        assert_eq!(session.ended().code(), Some(0));
        assert_eq!(fs::read(&path).expect("it is there"), bytes);
        assert_eq!(names(&games(home.path())).len(), 1);
        let listed = run(home.path(), &["games"]);
        assert!(listed.out.contains("damaged") && listed.out.contains("Seed 7"), "{}", listed.out);
        assert_eq!(fs::read(&path).expect("it is there"), bytes);
    }
}

#[test]
fn what_was_put_aside_is_listed_with_what_can_be_read() {
    let (home, path, script, bytes) = damaged("damaged-aside", 4);
    let mut session = Session::start(program(home.path()).arg("resume"), SIZE);
    session.watch(|| script.shown(&session.title()) == Some(2));
    session.send(format!("m{}\r", script.moves[2]));
    session.watch(|| script.shown(&session.title()) == Some(3));
    session.send("\x03");
    assert_eq!(session.ended().code(), Some(0));
    let aside = path.with_extension("damaged-1");
    assert_eq!(fs::read(&aside).expect("it is beside"), bytes);
    let listed = run(home.path(), &["games"]);
    let row = listed.out.lines().find(|line| line.contains("damaged")).expect("it is listed");
    assert!(row.contains("damaged-1") && row.contains("sanctuary") && row.contains("Seed 7"), "{row}");
    assert!(listed.out.contains("in progress"), "{}", listed.out);
    let json: serde_json::Value =
        serde_json::from_str(&run(home.path(), &["games", "--json", "--filter", "damaged"]).out).expect("JSON");
    let entry = &json["games"][0];
    assert_eq!((&entry["damaged"]["whole"], &entry["damaged"]["lines"]), (&6.into(), &7.into()), "{entry}");
    assert_eq!((&entry["plies"], &entry["unfinished"]), (&2.into(), &false.into()));
    // By its name it is given away as far as it can be read; without it the game itself is meant.
    let id = aside.file_name().expect("a name").to_string_lossy().into_owned();
    let text = run(home.path(), &["export", &id]);
    assert_eq!(pgn::read(&text.out).remove(0).game.expect("a game").tree.length(), 2, "{}", text.stderr);
    let text = run(home.path(), &["export", &id[..15]]);
    assert_eq!(pgn::read(&text.out).remove(0).game.expect("a game").tree.length(), 3, "{}", text.stderr);
    let shown = Session::start(program(home.path()).args(["review", &id]), SIZE);
    let words = |screen: &str| screen.split_whitespace().collect::<Vec<_>>().join(" ");
    shown.wait("what is wrong", |screen| words(screen).contains("its checksum is wrong"));
    drop(shown);
    // In the list it is told, and can be put away.
    let session = Session::start(program(home.path()), SIZE);
    session.expect("Continue");
    session.send("\x1b[B\x1b[B\r");
    session.expect("Saved games");
    session.send("damaged");
    session.expect("6 of 7 lines can be read");
    session.send("\x1b[3~");
    session.expect("in the trash");
    assert!(!aside.exists() && path.exists());
    // Where not even the first line can be read, the name tells what was played.
    let (home, ..) = damaged("damaged-first", 1);
    let listed = run(home.path(), &["games"]);
    let row = listed.out.lines().find(|line| line.contains("damaged")).expect("it is listed");
    assert!(row.contains("sanctuary"), "{row}");
}

/// Whatever bit of a journal is wrong, an export has the whole game, or it says what is missing and fails.
#[test]
fn an_export_of_a_damaged_journal_says_what_is_missing() {
    let (home, path, _, mut bytes) = damaged("damaged-export", 4);
    let id = path.file_stem().expect("a name").to_string_lossy().into_owned();
    for form in ["--pgn", "--fen", "--text", "--svg", "--animation"] {
        let run = run(home.path(), &["export", &id, form]);
        assert_eq!(run.code, Some(1), "{form}");
        assert!(run.stderr.contains("line 4: its checksum is wrong"), "{form}: {}", run.stderr);
        assert!(!run.out.is_empty(), "{form}: what can be read is given");
    }
    let given = home.path().join("given.pgn");
    let run_it = || run(home.path(), &["export", &id, "--output", &given.to_string_lossy()]);
    let written = run_it();
    assert_eq!((written.code, given.exists()), (Some(1), true), "{}", written.stderr);
    // The journal as it was, and then with one wrong bit at many places.
    let start = bytes.split_inclusive(|&byte| byte == b'\n').take(3).map(<[u8]>::len).sum::<usize>();
    bytes[start + 12] ^= 1;
    fs::write(&path, &bytes).expect("room");
    let whole = run(home.path(), &["export", &id]);
    assert_eq!((whole.code, whole.stderr.as_str()), (Some(0), ""));
    for bit in (0..8 * bytes.len()).step_by(8 * bytes.len() / 24 + 1).chain([8 * bytes.len() - 1]) {
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &bytes).expect("room");
        bytes[bit / 8] ^= 1 << (bit % 8);
        let run = run(home.path(), &["export", &id]);
        assert!(
            run.code == Some(0) && run.out == whole.out || run.code != Some(0) && !run.stderr.is_empty(),
            "bit {bit}"
        );
    }
}

/// A file that is far too large is told, and the others are listed.
#[test]
fn a_file_that_is_too_large_does_not_hold_the_list() {
    let (home, ..) = damaged("too-large", 4);
    let large = games(home.path()).join("large.pgn");
    let sparse = File::create(&large).and_then(|file| file.set_len(20 << 30));
    sparse.expect("a file without blocks");
    let listed = run(home.path(), &["games"]);
    assert!(
        listed.stderr.contains("large.pgn: it is larger than 512 MB, the limit for this file"),
        "{}",
        listed.stderr
    );
    assert!(listed.out.contains("Seed 7"), "{}", listed.out);
    let review = run(home.path(), &["export", "large"]);
    assert!(review.code != Some(0) && review.stderr.contains("larger than 512 MB"), "{}", review.stderr);
}
