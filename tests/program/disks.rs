//! The program where games cannot be kept: no folder to write to, a disk that is full. It is told,
//! the game goes on, and what was kept stays.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::support::script::Script;
use crate::support::{Folder, Session, games, program};
use heterodox::games::Registry;
use heterodox::record::journal::{self, Journal};
use heterodox::record::pgn;
use heterodox::session::archive;

const SIZE: (u16, u16) = (120, 40);

/// Everything below a folder, hidden or not.
fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).expect("the folder").flatten().map(|entry| entry.path()).collect()
}

/// Leaves a game that is not saved, and gives back what the program says at its end.
fn leaves_unsaved(session: &mut Session, keys: &str) -> String {
    session.send(keys);
    session.expect("Leave anyway");
    session.send("l");
    if keys == "q" {
        session.expect("New game");
        session.send("q");
    }
    assert_eq!(session.ended().code(), Some(1), "the exit status tells it");
    assert_eq!(session.left_changed(), [""; 0]);
    plain(session)
}

/// The screen without its line ends, which come anywhere.
fn plain(session: &Session) -> String {
    session.text().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Plays a whole game that cannot be kept, to its end.
fn plays_unsaved(home: &Path, data: &Path) {
    for game in heterodox::games::GAMES {
        let script = Script::random(game.spec().id, 11, 6);
        let mut session = Session::start(script.command(home).env("HETERODOX_DATA", data), SIZE);
        session.wait("that nothing is saved", |screen| {
            let told = screen.split_whitespace().collect::<Vec<_>>().join(" ");
            told.contains("Not saved: ") && told.contains("You can keep playing.")
        });
        script.play(&session, 0, |_| false);
        for _ in 1..script.setup().seats.len() {
            let before = session.title();
            session.send("Ry");
            session.watch(|| session.title() != before);
        }
        session.expect("The end");
        session.wait("the title that it stays to be read in", |_| session.title().contains("NOT SAVED"));
        let told = leaves_unsaved(&mut session, "q");
        assert!(told.contains("moves were not saved"), "{told}");
    }
}

#[test]
fn where_nothing_can_be_written_a_game_is_played_unsaved() {
    let home = Folder::new("unsaved");
    let file = home.path().join("file");
    fs::write(&file, "no folder").expect("room");
    plays_unsaved(home.path(), &file);
    assert_eq!(fs::read(&file).expect("a file"), b"no folder");
    if Path::new("/proc/version").exists() {
        plays_unsaved(home.path(), Path::new("/proc/heterodox"));
    }
}

#[test]
fn in_a_home_that_is_read_only_a_game_is_played_unsaved() {
    let home = Folder::new("read-only");
    let data = home.path().join("data");
    fs::create_dir(&data).expect("a folder");
    fs::set_permissions(&data, fs::Permissions::from_mode(0o555)).expect("it is ours");
    if fs::create_dir(data.join("probe")).is_ok() {
        println!("skipped: permissions do not bind who runs this");
        return;
    }
    plays_unsaved(home.path(), &data);
    assert_eq!(files(&data), [""; 0].map(PathBuf::from));
}

#[test]
fn a_game_of_a_newer_program_is_refused_in_words() {
    let home = Folder::new("newer");
    let folder = games(home.path());
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("99990101-000000-sanctuary-0000.journal");
    let bytes = b"00000000 0 {\"do\":\"begin\",\"version\":2}\n";
    fs::write(&path, bytes).expect("room");
    let mut session = Session::start(program(home.path()).args(["resume", "9999"]), SIZE);
    assert_eq!(session.ended().code(), Some(1));
    let told = session.text().replace('\n', "");
    assert!(told.contains("it has format 2") && told.contains("a newer program is needed"), "{told}");
    assert_eq!((files(&folder), fs::read(&path).expect("a file")), (vec![path], bytes.to_vec()));
}

/// Lets no file of a program grow beyond this many bytes, as if the disk were full.
#[cfg(target_os = "linux")]
fn limit(session: &Session, bytes: Option<u64>) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let pid = Pid::from_raw(session.child.id() as i32).expect("a process");
    prlimit(Some(pid), Resource::Fsize, Rlimit { current: bytes, maximum: None }).expect("it is ours");
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_in_mid_line_loses_nothing_that_was_kept() {
    for (seed, game) in heterodox::games::GAMES.iter().enumerate() {
        let home = Folder::new("full");
        let script = Script::random(game.spec().id, seed as u64, 12);
        let mut session = Session::start(script.command(home.path()), SIZE);
        script.play(&session, 0, |shown| shown == 4);
        let path = journal::list(&games(home.path())).remove(0);
        let full = fs::metadata(&path).expect("a journal").len() + 20;
        limit(&session, Some(full));
        script.play(&session, 4, |shown| shown == 5);
        session.expect("Not saved: ");
        script.play(&session, 5, |shown| shown == 8);
        assert_eq!(fs::metadata(&path).expect("a journal").len(), full, "half a line was written");
        let found = journal::read(&path).expect("a journal");
        assert_eq!((found.problem.as_deref(), script.moves_in(&found)), (None, 4));
        if seed % 2 == 0 {
            // There is room again.
            limit(&session, None);
            session.expect("The game is saved again.");
            script.play(&session, 8, |shown| shown == 10);
            session.kill();
            assert_eq!(script.moves_in(&journal::read(&path).expect("a journal")), 10);
        } else {
            let told = leaves_unsaved(&mut session, "\x03");
            assert!(told.contains(&format!("{}: 4 moves were not saved: ", game.spec().title)), "{told}");
            assert!(told.replace(' ', "").contains(&script.at(8).fen().replace(' ', "")), "{told}");
            let again = Session::start(program(home.path()).arg("resume"), SIZE);
            again.watch(|| script.shown(&again.title()) == Some(4));
            script.play(&again, 4, |_| false);
            assert_eq!(script.moves_in(&journal::read(&path).expect("a journal")), 12);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_when_a_game_begins_is_told() {
    let home = Folder::new("full-first");
    let script = Script::random("sanctuary", 3, 8);
    let mut session = Session::start(script.command(home.path()), SIZE);
    script.play(&session, 0, |shown| shown == 1);
    limit(&session, Some(0));
    session.send("Ry");
    session.expect("Not saved: ");
    session.expect("The end");
    // The same game again: not even its first line can be written.
    session.send("N");
    session.expect("The last change was not saved.");
    session.send("l");
    session.wait("that nothing is saved", |screen| screen.contains("to move") && screen.contains("Not saved: "));
    script.play(&session, 0, |_| false);
    let told = leaves_unsaved(&mut session, "\x03");
    assert!(told.contains("8 moves were not saved") && told.contains("the last change was not saved"), "{told}");
    let left = files(&games(home.path()));
    assert_eq!(left.len(), 1, "no empty journal is left: {left:?}");
    assert_eq!(archive::settle_all(&games(home.path()), &Registry::default()), Vec::<String>::new());
    let goes_on = journal::unfinished(&games(home.path())).expect("the first game");
    assert_eq!(script.moves_in(&journal::read(&goes_on).expect("a journal")), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_whose_record_finds_no_room_is_settled_the_next_time() {
    for game in heterodox::games::GAMES {
        let home = Folder::new("no-room");
        let folder = games(home.path());
        let script = Script::random(game.spec().id, 21, 6);
        let mut session = Session::start(script.command(home.path()), SIZE);
        script.play(&session, 0, |_| false);
        for _ in 1..script.setup().seats.len() {
            let before = session.title();
            session.send("Ry");
            session.watch(|| session.title() != before);
        }
        session.expect("The end");
        session.settle();
        let path = journal::list(&folder).remove(0);
        let bytes = fs::read(&path).expect("a journal");
        // The record begins to be written, and there is no room for the rest of it.
        limit(&session, Some(100));
        session.send("q");
        session.expect("New game");
        assert_eq!(files(&folder), std::slice::from_ref(&path), "half a record is none");
        assert_eq!(fs::read(&path).expect("a journal"), bytes);
        session.send("q");
        assert_eq!(session.ended().code(), Some(0));
        assert_eq!(archive::settle_all(&folder, &Registry::default()), Vec::<String>::new());
        let record = path.with_extension(archive::ENDING);
        assert_eq!(files(&folder), std::slice::from_ref(&record));
        let read = pgn::read(&fs::read_to_string(record).expect("a file")).remove(0);
        assert_eq!(read.problems, []);
        assert!(read.game.expect("the game").shares.is_some());
    }
}

/// A game of four moves on a disk that is full by then, and the four more that were played.
#[cfg(target_os = "linux")]
fn full_disk(home: &Path, script: &Script) -> Session {
    let session = Session::start(script.command(home), SIZE);
    script.play(&session, 0, |shown| shown == 4);
    limit(&session, Some(0));
    script.play(&session, 4, |shown| shown == 8);
    session.expect("NOT SAVED");
    session
}

#[cfg(target_os = "linux")]
#[test]
fn that_it_is_not_saved_stays_on_the_screen() {
    let home = Folder::new("stays");
    let script = Script::random("sanctuary", 4, 8);
    let session = full_disk(home.path(), &script);
    for (keys, shown) in
        [("e", ""), ("?", "filter:"), ("\x1b", ""), ("t", ""), ("R", "Resign as"), ("n", ""), ("q", "Cancel")]
    {
        session.send(keys);
        session.expect(shown);
        if keys == "\x1b" {
            // Keys that come at once after it would be typed with Alt.
            session.wait("the help to go", |screen| !screen.contains("filter:"));
        }
        session.settle();
        let hidden = session.text().contains("Keys");
        assert!(hidden || session.title().contains("NOT SAVED"), "{keys}:\n{}", session.text());
    }
    // Whoever stays goes on, and nothing was lost by asking.
    session.send("c");
    session.wait("the question to go", |screen| !screen.contains("Leave anyway"));
    limit(&session, None);
    session.expect("The game is saved again.");
    assert!(!session.title().contains("NOT SAVED"));
    let path = journal::list(&games(home.path())).remove(0);
    assert_eq!(script.moves_in(&journal::read(&path).expect("a journal")), 8);
}

#[cfg(target_os = "linux")]
#[test]
fn whoever_tries_again_leaves_when_it_is_saved() {
    for keys in ["q", "\x03", "S"] {
        let home = Folder::new("try-again");
        let script = Script::random("armies", 6, 8);
        let mut session = full_disk(home.path(), &script);
        session.send(keys);
        session.expect("4 moves were not saved.");
        // A second Ctrl-C does not stand for an answer.
        session.send("\x03");
        session.settle();
        // It tries, and asks again.
        let written = session.count();
        session.send("t");
        session.watch(|| session.count() > written);
        session.settle();
        session.expect("4 moves were not saved.");
        limit(&session, None);
        session.send("t");
        if keys == "\x03" {
            assert_eq!(session.ended().code(), Some(0));
        } else {
            session.wait("the game to be left", |screen| {
                !screen.contains("Saving the game") && !screen.contains("Moves")
            });
            session.send("\x03");
            assert_eq!(session.ended().code(), Some(0), "{}", session.text());
        }
        let path = journal::list(&games(home.path())).remove(0);
        assert_eq!(script.moves_in(&journal::read(&path).expect("a journal")), 8);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_is_saved_elsewhere_when_its_disk_is_full() {
    use std::os::unix::fs::symlink;
    let home = Folder::new("elsewhere");
    let script = Script::random("holywar", 8, 8);
    let other = home.path().join("other");
    fs::create_dir(&other).expect("a folder");
    for pgn_ending in [false, true] {
        let session = Session::start(script.command(home.path()), SIZE);
        script.play(&session, 0, |shown| shown == 4);
        // Only the folder of the games takes nothing more.
        let folder = games(home.path());
        let away = folder.with_extension("away");
        fs::rename(&folder, &away).expect("a folder");
        symlink("/proc/heterodox", &folder).expect("a link to nowhere");
        script.play(&session, 4, |shown| shown == 8);
        session.expect("NOT SAVED");
        let mut session = session;
        session.send("\x03");
        session.expect("were not saved.");
        session.send(format!("s{}\r", home.path().join("none").join("x.pgn").display()));
        session.expect("No such file");
        let path = if pgn_ending { other.join("game.pgn") } else { other.clone() };
        session.send(format!("\x15{}\r", path.display()));
        assert_eq!(session.ended().code(), Some(0), "nothing is lost: {}", session.text());
        let told = session.text().replace(['\n', ' '], "");
        assert!(told.contains("Savedthegameto"), "{told}");
        fs::remove_file(&folder).expect("the link");
        fs::rename(&away, &folder).expect("a folder");
    }
    let journals = journal::list(&other);
    assert_eq!(journals.len(), 1);
    assert_eq!(script.moves_in(&journal::read(&journals[0]).expect("a journal")), 8);
    let text = fs::read_to_string(other.join("game.pgn")).expect("a file");
    assert_eq!(pgn::read(&text).remove(0).game.expect("the game").end().fen(), script.at(8).fen());
}

#[test]
fn a_record_that_cannot_be_placed_leaves_the_journal() {
    let folder = Folder::new("no-place");
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/journals/holywar.journal");
    // The name of the half that is written first is longer than any system takes.
    let path = folder.path().join(format!("{}.journal", "x".repeat(245)));
    fs::copy(&golden, &path).expect("room");
    assert!(
        archive::settle(&path, &Registry::default()).is_err_and(|why| why.to_string().contains("xxx.journal: "))
    );
    assert_eq!(archive::settle_all(folder.path(), &Registry::default()).len(), 1, "it is told each time");
    assert_eq!(files(folder.path()), std::slice::from_ref(&path));
    assert_eq!(fs::read(&path).expect("a file"), fs::read(&golden).expect("a file"));
    assert!(Journal::resume(&path).is_ok(), "its lock is free");
}
