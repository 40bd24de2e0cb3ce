//! Journals that programs of this version and of older ones have written are read for ever, and what
//! a newer one has written is left alone. The files of `tests/data/journals` are never written anew.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use heterodox_games::{GAMES, Registry};
use heterodox_play::players::Opponents;
use heterodox_play::record::journal::{self, Journal, JournalError};
use heterodox_play::session::archive::{read_journal, recover, settle, settle_all};
use heterodox_play::session::driver::Match;

use crate::folder::Folder;

/// A copy of a golden journal.
fn copy(folder: &Folder, golden: &Path) -> PathBuf {
    let path = folder.path().join(golden.file_name().expect("a name"));
    fs::copy(golden, &path).expect("room");
    path
}

fn golden() -> Vec<PathBuf> {
    let all = journal::list(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/journals"));
    for game in GAMES {
        let id = game.spec().id;
        let is_of = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(id));
        assert!(all.iter().any(is_of), "one of {id}");
    }
    all
}

/// What a journal tells, as text.
fn told(path: &Path) -> String {
    let found = journal::read(path).expect("a journal");
    let recovered = recover(&found, path, &Registry::default()).expect("the game");
    let (referee, mut text) = (&recovered.referee, String::new());
    let (position, setup) = (referee.position(), referee.setup());
    let spec = position.spec();
    let name = |side| spec.seat(side).name;
    let mut line = |name: &str, value: String| writeln!(text, "{name}: {value}").expect("a text takes all");
    line("game", setup.game.spec().id.to_owned());
    line("date", recovered.date.stamp().unwrap_or_default());
    line("seats", setup.seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
    line("start", format!("{:?}", setup.start));
    line("clock", setup.clock.map_or("none".to_owned(), |clock| clock.to_string()));
    line("takebacks", setup.takebacks.to_string());
    for entry in referee.lines() {
        let kind = if entry.is_move { "move" } else { "event" };
        line(kind, format!("{} {} {} (ply {})", entry.round, name(entry.side), entry.text, entry.ply));
    }
    line("fen", position.fen());
    let left = spec.sides().map(|side| referee.clock(side, Duration::ZERO));
    let left = left.map(|left| left.map_or("-".to_owned(), |left| left.as_millis().to_string()));
    line("left", left.collect::<Vec<_>>().join(" "));
    line("offered", referee.offered().map_or("nobody", name).to_owned());
    line("can go forward", referee.can_redo().to_string());
    let ending = referee.ending();
    let ended =
        ending.map(|ending| format!("{}, {} {}", ending.cause, ending.result(spec.seats.len()), ending.words));
    line("ending", ended.unwrap_or_else(|| "none".to_owned()));
    line("problem", recovered.problem.clone().unwrap_or_else(|| "none".to_owned()));
    text
}

#[test]
fn old_journals_are_read_as_ever() {
    for path in golden() {
        let expected = fs::read_to_string(path.with_extension("txt")).unwrap_or_default();
        let told = told(&path);
        assert_eq!(told, expected, "{}:\n{told}", path.display());
    }
}

#[test]
fn what_is_written_today_is_of_the_same_form() {
    let folder = Folder::new("form");
    for path in golden() {
        let mut journal = Journal::create(folder.path(), "copy", 0);
        for record in journal::read(&path).expect("a journal").records {
            assert!(journal.append(&record).1.is_ok());
        }
        let copy = journal.path().expect("a file").to_owned();
        assert_eq!(fs::read_to_string(copy).expect("a file"), fs::read_to_string(&path).expect("a file"));
    }
}

#[test]
fn old_journals_are_settled_or_gone_on_with() {
    for golden in golden() {
        let folder = Folder::new("old");
        let path = copy(&folder, &golden);
        let before = told(&path);
        let (game, problem) = read_journal(&path, &Registry::default()).expect("the game");
        assert_eq!(problem, None);
        let over = journal::is_over(&path);
        if !over {
            let taken = Match::resume(&path, &Opponents::default(), Arc::new(|| {})).expect("it goes on");
            assert_eq!(taken.view().position().fen(), game.end().fen());
            drop(taken);
            assert_eq!(told(&path), before);
        }
        let record = settle(&path, &Registry::default()).expect("it can be settled");
        assert_eq!((record.is_some(), path.exists()), (over, !over), "{}", golden.display());
    }
}

#[test]
fn a_mate_whose_end_was_not_written_is_an_end() {
    let all = golden();
    let golden = all.iter().find(|path| path.ends_with("holywar.journal")).expect("it ends by mate");
    let folder = Folder::new("mate");
    let path = copy(&folder, golden);
    let text = fs::read_to_string(&path).expect("a journal");
    let last = text.trim_end().rfind('\n').expect("several lines") + 1;
    assert!(text[last..].contains("checkmate"));
    // Killed in the middle of the line that tells the end.
    fs::write(&path, &text[..last + 20]).expect("room");
    assert_eq!(settle(&path, &Registry::default()).expect("it can be read"), None);
    assert_eq!(journal::unfinished(folder.path()), Some(path.clone()));
    let taken = Match::resume(&path, &Opponents::default(), Arc::new(|| {})).expect("it is taken up");
    assert_eq!(taken.view().ending().map(|ending| ending.cause.as_str()), Some("checkmate"));
    // By whoever has taken it up: the line has a mark of that.
    let (now, was) = (journal::read(&path).expect("a journal"), journal::read(golden).expect("a journal"));
    assert_eq!(now.records, was.records, "the end is written now");
    assert_eq!(fs::read_to_string(&path).expect("a journal")[..last], text[..last]);
    drop(taken);
    assert!(path.with_extension("pgn").exists() && !path.exists());
}

/// A journal of a later format, last written long ago.
fn newer(folder: &Folder) -> (PathBuf, Vec<u8>, SystemTime) {
    // What can be known of it is that its first line says so; the rest may be anything.
    let bytes = b"00000000 0 {\"do\":\"begin\",\"version\":2,\"game\":{\"of\":\"tomorrow\"}}\n\
                  00000000 1 {\"do\":\"end\"}\nhalf a li"
        .to_vec();
    let path = folder.path().join("99990101-000000-g-0000.journal");
    fs::write(&path, &bytes).expect("room");
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    File::options().write(true).open(&path).and_then(|file| file.set_modified(long_ago)).expect("a file");
    (path, bytes, long_ago)
}

#[test]
fn what_a_newer_program_wrote_is_refused_and_left_alone() {
    let folder = Folder::new("newer");
    let (path, bytes, written) = newer(&folder);
    let is_untouched = || {
        let time = fs::metadata(&path).and_then(|found| found.modified()).expect("a file");
        assert_eq!((fs::read(&path).expect("a file"), time), (bytes.clone(), written));
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1, "nothing is put beside it");
    };
    let refused = "it has format 2, and this program knows format 1; a newer program is needed";
    assert!(matches!(Journal::resume(&path), Err(JournalError::Newer { found: 2, .. })));
    is_untouched();
    let resumed = Match::resume(&path, &Opponents::default(), Arc::new(|| {}));
    assert!(resumed.err().is_some_and(|why| why.to_string().contains(refused)));
    is_untouched();
    assert!(settle(&path, &Registry::default()).is_err_and(|why| why.to_string().contains(refused)));
    is_untouched();
    let told = settle_all(folder.path(), &Registry::default());
    assert!(told.len() == 1 && told[0].contains(refused), "{told:?}");
    is_untouched();
    assert!(read_journal(&path, &Registry::default()).is_err_and(|why| why.to_string().contains(refused)));
    assert_eq!(journal::unfinished(folder.path()), None);
    is_untouched();
}

#[test]
fn what_a_newer_program_wrote_hides_no_older_game() {
    for golden in golden() {
        let folder = Folder::new("hides");
        let (path, ..) = newer(&folder);
        let old = copy(&folder, &golden);
        let found = journal::read(&old).expect("a journal");
        assert_eq!(journal::unfinished(folder.path()), (!found.is_over()).then_some(old));
        assert_eq!(settle_all(folder.path(), &Registry::default()).len(), 1, "that of the newer one is told");
        assert!(path.exists());
    }
}
