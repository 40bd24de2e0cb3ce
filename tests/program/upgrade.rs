//! Data of every released version open in this one. The folder `tests/data/0.1` was made by 0.1 and is never changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use heterodox::session::puzzles::progress::Progress;
use serde_json::Value;

use crate::support::Folder;
use crate::support::run::run;

/// The versions, each with its folder.
const VERSIONS: &[&str] = &["0.1"];

fn kept(version: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(version)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("the data are there").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a file");
        }
    }
}

/// What the program says in plain lines when it is told these lines.
fn told(home: &Path, arguments: &[&str], lines: &str) -> String {
    let input = home.join("lines");
    fs::write(&input, lines).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_heterodox"))
        .args(arguments)
        .env("HETERODOX_CONFIG", home.join("config"))
        .env("HETERODOX_DATA", home.join("data"))
        .stdin(Stdio::from(fs::File::open(&input).expect("a file")))
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn settings_games_and_progress_of_older_versions_open() {
    for version in VERSIONS {
        let folder = Folder::new(&format!("upgrade-{version}"));
        let home = folder.path();
        copy(&kept(version).join("home"), home);
        let checked = run(home, &["config", "--check"]);
        assert_eq!(checked.code, Some(0), "{version}: {}{}", checked.out, checked.stderr);
        let listed = run(home, &["games", "--json"]);
        let listed: Value = serde_json::from_str(&listed.out).expect("JSON");
        let games = listed["games"].as_array().expect("a list");
        let of = |game: &str| {
            games.iter().find(|one| one["game"] == game).unwrap_or_else(|| panic!("{version}: {game}"))
        };
        assert_eq!(games.len(), 2, "{version}");
        assert_eq!((&of("holywar")["result"], &of("holywar")["utc"]), (&"0-1".into(), &"2026-11-30T11:04Z".into()));
        let going = of("sanctuary");
        assert_eq!((&going["unfinished"], &going["plies"]), (&true.into(), &3.into()), "{version}");
        assert_eq!((&going["players"][0]["name"], &going["players"][1]["name"]), (&"Ann".into(), &"Bea".into()));
        // The game goes on where it was, and is saved again.
        let id = going["id"].as_str().expect("an id");
        let played = told(home, &["resume", id, "--linear"], "e5d4\nquit\n");
        assert!(played.contains("Black: ") && played.contains("is saved"), "{version}: {played}");
        let record = run(home, &["export", id, "--pgn"]);
        let moves: String = record.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(moves.contains("1. e4 e5 2. d4 exd4"), "{version}: {}", record.out);
        let lessons = told(home, &["--linear"], "lessons blackholes\nsteps\nquit\n");
        assert!(lessons.contains("1. Drop a Hole, solved."), "{version}: {lessons}");
        let puzzles = Progress::read(&home.join("data")).expect("it is read");
        assert!(puzzles.attempts.len() == 1 && puzzles.attempts[0].is_solved(), "{version}: {puzzles:?}");
        assert_eq!((puzzles.runs.len(), puzzles.rating("holywar").value > 1000.0), (1, true), "{version}");
    }
}

#[cfg(feature = "serve")]
#[test]
fn the_club_of_older_versions_opens() {
    use heterodox::club::Club;
    use heterodox::players::Opponents;

    for version in VERSIONS {
        let folder = Folder::new(&format!("upgrade-club-{version}"));
        copy(&kept(version).join("club"), folder.path());
        let club = Club::open(folder.path(), &Opponents::default()).expect("it opens");
        let member = |name: &str| club.store.member_named(name).expect("the store").expect("a member");
        let (ann, ben) = (member("Ann"), member("Ben"));
        assert_eq!(club.enter(ann.clone()).zone().to_string(), "Europe/Berlin", "{version}");
        // One game is over and Ann was not told yet, one goes on after a move, and Ben waits for an answer.
        assert_eq!(club.tables.missed(&ann).expect("results").len(), 1, "{version}");
        let going = club.store.unfinished_tables().expect("tables");
        assert_eq!(going.len(), 1, "{version}");
        let seat = club.tables.handle(&ben, going[0].key, None).expect("a seat");
        assert_eq!(seat.table().newest().position.acts().len(), 1, "{version}");
        assert_eq!(club.tables.challenges(&ann).expect("them").len(), 1, "{version}");
    }
}
