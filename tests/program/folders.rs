//! What lies in the folders of the program: pipes and devices in the place of files, what is too large,
//! what others write at the same time, files that may not grow, and who may read what is kept.

use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

use crate::support::run::{Run, names, run, shell};
use crate::support::script::Script;
use crate::support::{Folder, Session, games, program};
use heterodox::games::GAMES;
use heterodox::record::game::Game;
use heterodox::record::pgn;
use heterodox::record::tree::{Id, PlayedMove};
use rustix::fs::{CWD, Mode, mkfifoat};

const SIZE: (u16, u16) = (120, 40);

fn pipe(path: &Path) {
    mkfifoat(CWD, path, Mode::from_raw_mode(0o600)).expect("a pipe");
}

/// Games of different moves, every other one without a date.
fn many(count: usize) -> String {
    let game = |number: usize| {
        let mut game = Game::begin(GAMES[number % GAMES.len()], None, None).expect("a game");
        if number.is_multiple_of(2) {
            game.tags.set("Date", "2026.11.20");
        }
        let mut position = game.tree.start().fork();
        let mut at = Id::ROOT;
        for ply in 0..4 + number / 8 {
            let legal = position.legal();
            let text = position.machine(legal[(ply * 5 + number) % legal.len()]);
            at = game.tree.attach(at, PlayedMove::play(position.as_mut(), &text).expect("it is legal"));
        }
        pgn::write(&game)
    };
    (0..count).map(game).collect::<Vec<_>>().join("\n")
}

#[test]
fn several_programs_take_in_one_file_at_once() {
    let home = Folder::new("imports");
    let file = home.path().join("games.pgn");
    fs::write(&file, many(48)).expect("room");
    let argument = file.display().to_string();
    let runs: Vec<Run> = thread::scope(|scope| {
        let runs: Vec<_> = (0..6).map(|_| scope.spawn(|| run(home.path(), &["import", &argument]))).collect();
        runs.into_iter().map(|run| run.join().expect("no panic")).collect()
    });
    let mut taken = 0;
    for run in &runs {
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        taken += run.out.lines().count();
    }
    let files = names(&games(home.path()));
    assert_eq!((taken, files.len()), (48, 48), "each game once: {files:?}");
    let again = run(home.path(), &["import", &argument]);
    assert!(again.stderr.contains("48 games already saved"), "{}", again.stderr);
    // Without turns, as from pipes, no file comes to harm either.
    let home = Folder::new("imports-piped");
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                let run = shell(home.path(), "\"$0\" import - < \"$1\"", &file);
                assert_eq!(run.code, Some(0), "{}", run.stderr);
            });
        }
    });
    let dated = names(&games(home.path())).iter().filter(|name| name.starts_with("20261120-000000")).count();
    assert_eq!(dated, 24, "of the dated ones each is there once");
}

#[test]
fn a_file_that_may_not_grow_is_told_by_every_command_that_writes() {
    let home = Folder::new("no-growth");
    let file = home.path().join("games.pgn");
    fs::write(&file, many(8)).expect("room");
    for limit in ["0", "1"] {
        let run = shell(home.path(), &format!("ulimit -f {limit}; exec \"$0\" import \"$1\""), &file);
        if limit == "0" {
            assert_eq!(run.code, Some(1), "{}", run.stderr);
            assert!(run.stderr.contains("File too large"), "{}", run.stderr);
        }
        let halves = names(&games(home.path())).into_iter().filter(|name| name.contains(".half")).count();
        assert_eq!(halves, 0, "nothing half done is left");
    }
    let id = run(home.path(), &["import", &file.display().to_string()]);
    assert_eq!(id.code, Some(0), "{}", id.stderr);
    let target = home.path().join("out.pgn");
    let run = shell(home.path(), "ulimit -f 0; exec \"$0\" export 2026 --output \"$1\"", &target);
    assert_eq!((run.code, target.exists()), (Some(1), false), "{}", run.stderr);
    assert!(run.stderr.contains("out.pgn: File too large"), "{}", run.stderr);
    // What is printed into such a file is told too.
    let run = shell(home.path(), "ulimit -f 0; exec \"$0\" games > \"$1\"", &home.path().join("list"));
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stderr.contains("File too large"), "{}", run.stderr);
}

/// Puts something that is no file in each place where the program looks for one.
fn with_each(home: &Path, put: impl Fn(&Path)) {
    let (data, config) = (home.join("data"), home.join("config"));
    for folder in [data.join("games"), config.join("themes")] {
        fs::create_dir_all(folder).expect("a folder");
    }
    for path in [
        data.join("games/20261101-000000-armies-0000.journal"),
        data.join("games/20261101-000000-armies-0000.damaged-1"),
        data.join("games/20261101-000000-armies-0001.pgn"),
        data.join("games/.x.pgn.1-1.half"),
        data.join("index"),
        config.join("config.toml"),
        config.join("themes/other.toml"),
    ] {
        put(&path);
    }
}

#[test]
fn pipes_sockets_and_devices_in_the_place_of_files_hold_nobody_up() {
    type Put = fn(&Path);
    let puts: [(&str, Put); 3] = [
        ("a pipe", pipe),
        ("a socket", |path| drop(UnixListener::bind(path).expect("a socket"))),
        ("a device", |path| symlink("/dev/zero", path).expect("a link")),
    ];
    for (what, put) in puts {
        let home = Folder::new("kinds");
        with_each(home.path(), put);
        let told = format!("it is {what}, not a file");
        let listed = run(home.path(), &["games"]);
        assert_eq!(listed.code, Some(0), "{}", listed.stderr);
        assert_eq!(listed.stderr.matches(&told).count(), 3, "{}", listed.stderr);
        let themes = run(home.path(), &["themes"]);
        assert!(themes.stderr.contains(&told), "{}", themes.stderr);
        let checked = run(home.path(), &["config", "--check"]);
        assert!(checked.out.contains("config.toml: it is ") && checked.code == Some(1), "{}", checked.out);
        let mut session = Session::start(program(home.path()), SIZE);
        session.expect("New game");
        session.send("\x1b[B\r");
        session.expect("No games yet");
        session.send("\x1b");
        session.expect("New game");
        session.send("q");
        assert_eq!(session.ended().code(), Some(0));
        let refused = run(home.path(), &["export", "20261101"]);
        assert_ne!(refused.code, Some(0));
        assert!(refused.stderr.contains(&told), "{}", refused.stderr);
    }
}

#[test]
fn a_pipe_that_a_person_names_is_read() {
    let home = Folder::new("named");
    let file = home.path().join("games.pgn");
    fs::write(&file, many(3)).expect("room");
    let way = home.path().join("way");
    pipe(&way);
    let fed = |way: &Path, file: &Path| {
        let (way, file) = (way.to_owned(), file.to_owned());
        thread::spawn(move || fs::write(way, fs::read(file).expect("a file")).expect("somebody reads"))
    };
    let feeder = fed(&way, &file);
    let taken = run(home.path(), &["import", &way.display().to_string()]);
    assert_eq!((taken.code, taken.out.lines().count()), (Some(0), 3), "{}", taken.stderr);
    feeder.join().expect("no panic");
    let feeder = fed(&way, &file);
    let mut session = Session::start(program(home.path()).arg("review").arg(&way).args(["--game", "2"]), SIZE);
    session.expect("review");
    feeder.join().expect("no panic");
    session.send("q");
    session.expect("New game");
    session.send("q");
    assert_eq!(session.ended().code(), Some(0));
    let folder = run(home.path(), &["import", &home.path().display().to_string()]);
    assert!(folder.stderr.contains("it is a folder"), "{}", folder.stderr);
}

#[test]
fn files_that_are_too_large_are_told_with_their_bound() {
    let home = Folder::new("large");
    with_each(home.path(), |path| {
        // It has no bytes on the disk, and says that it has a hundred million.
        let is_pgn = path.extension().is_some_and(|ending| ending == "pgn");
        File::create(path).and_then(|file| file.set_len(if is_pgn { 0 } else { 100_000_000 })).expect("room");
    });
    let listed = run(home.path(), &["games"]);
    let bound = "it is larger than 64 MB, the limit for this file";
    assert_eq!((listed.code, listed.stderr.matches(bound).count()), (Some(0), 2), "{}", listed.stderr);
    let checked = run(home.path(), &["config", "--check"]);
    assert_eq!(checked.out.matches("it is larger than 32 MB").count(), 2, "{}", checked.out);
}

#[test]
fn what_the_program_keeps_is_for_its_owner_only() {
    let home = Folder::new("private");
    let file = home.path().join("games.pgn");
    fs::write(&file, many(2)).expect("room");
    let taken = shell(home.path(), "umask 022; exec \"$0\" import \"$1\"", &file);
    assert_eq!(taken.code, Some(0), "{}", taken.stderr);
    let script = Script::random("sanctuary", 2, 2);
    let mut session = Session::start(script.command(home.path()), SIZE);
    script.play(&session, 0, |_| false);
    // A setting is changed, and the game is written where a person wants it.
    session.send("E");
    session.expect("Settings");
    session.send("\x1b[C\x1b");
    let given = home.path().join("given.pgn");
    session.watch(|| script.shown(&session.title()) == Some(2));
    session.send(format!("W\x15{}\r", given.display()));
    session.expect("Saved to");
    session.send("\x03");
    assert_eq!(session.ended().code(), Some(0));
    // What was changed just now is not kept in the index.
    for path in names(&games(home.path())).iter().map(|name| games(home.path()).join(name)) {
        let file = File::options().append(true).open(path).expect("it is there");
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000)).expect("a time");
    }
    run(home.path(), &["games"]);
    let mut seen = Vec::new();
    let mut folders = vec![home.path().join("data"), home.path().join("config")];
    while let Some(folder) = folders.pop() {
        assert_eq!(mode(&folder), 0o700, "{}", folder.display());
        for path in fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                assert_eq!(mode(&path), 0o600, "{}", path.display());
                seen.push(path.extension().unwrap_or_default().to_string_lossy().into_owned());
            }
        }
    }
    seen.sort();
    assert_eq!(seen, ["", "journal", "pgn", "pgn", "toml"], "index, games and settings");
    // The tests run with some mask, and the file has what it leaves.
    let usual = home.path().join("usual");
    File::create(&usual).expect("room");
    assert_eq!(mode(&given), mode(&usual));
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}
