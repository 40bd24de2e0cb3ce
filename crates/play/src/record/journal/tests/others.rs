//! Other programs change the files of a game while it is played.

use super::*;

/// A game with two lines, and the path of its file.
fn played(folder: &Folder) -> (Journal, PathBuf) {
    let mut journal = Journal::create(folder.path(), "g", 7);
    assert!(journal.append(&begin()).1.is_ok() && journal.append(&act("a")).1.is_ok());
    let path = journal.path().expect("a file").to_owned();
    (journal, path)
}

fn records(path: &Path) -> Vec<JournalEvent> {
    read(path).expect("a journal").records
}

#[test]
fn a_file_that_is_deleted_is_written_anew() {
    for whole_folder in [false, true] {
        let folder = Folder::new(&format!("deleted-{whole_folder}"));
        let (mut journal, path) = played(&folder);
        if whole_folder { fs::remove_dir_all(folder.path()) } else { fs::remove_file(&path) }.expect("it is there");
        assert!(journal.append(&act("b")).1.is_ok());
        assert!(journal.take_notice().is_some_and(|notice| notice.contains("is being saved again")));
        assert_eq!((journal.path(), records(&path)), (Some(&path as &Path), vec![begin(), act("a"), act("b")]));
        assert!(matches!(Journal::resume(&path), Err(JournalError::Taken { .. })), "it is ours again");
        assert!((journal.syncer())().is_ok() && journal.take_notice().is_none());
    }
}

#[test]
fn a_file_that_is_shortened_is_filled_again() {
    for length in [0, 10, 150] {
        let folder = Folder::new(&format!("shortened-{length}"));
        let (mut journal, path) = played(&folder);
        OpenOptions::new().write(true).open(&path).and_then(|file| file.set_len(length)).expect("a file");
        assert!(journal.append(&act("b")).1.is_ok());
        assert!(journal.take_notice().is_some_and(|notice| notice.contains("shortened")));
        assert_eq!(records(&path), [begin(), act("a"), act("b")]);
    }
}

#[test]
fn what_others_wrote_is_left_to_them() {
    for replaced in [false, true] {
        let folder = Folder::new(&format!("replaced-{replaced}"));
        let (mut journal, path) = played(&folder);
        let strange = [&fs::read(&path).expect("a file")[..], b"what another wrote\n"].concat();
        if replaced {
            fs::remove_file(&path).expect("it is there");
        }
        fs::write(&path, &strange).expect("a file");
        assert!(journal.append(&act("b")).1.is_ok());
        let now = journal.path().expect("a file").to_owned();
        assert!(journal.take_notice().is_some_and(|notice| notice.contains(&now.display().to_string())));
        assert_eq!(fs::read(&path).expect("a file"), strange);
        assert_eq!(records(&now), [begin(), act("a"), act("b")]);
        assert!(journal.append(&act("c")).1.is_ok() && journal.take_notice().is_none());
        drop(journal);
        assert_eq!(unfinished(folder.path()), Some(now), "the game itself comes first");
    }
}

#[test]
fn a_folder_that_comes_back_is_gone_on_with() {
    let folder = Folder::new("comes-back");
    let away = folder.path().with_extension("away");
    let (mut journal, path) = played(&folder);
    fs::rename(folder.path(), &away).expect("a folder");
    fs::write(folder.path(), "a file in its place").expect("a file");
    assert!(journal.append(&act("b")).1.is_err() && !journal.is_whole());
    fs::remove_file(folder.path()).expect("it is there");
    fs::rename(&away, folder.path()).expect("a folder");
    assert!(journal.catch_up().is_ok() && journal.take_notice().is_none());
    assert_eq!(records(&path), [begin(), act("a"), act("b")]);
}

#[test]
fn a_folder_that_cannot_be_made_is_made_later() {
    let folder = Folder::new("later");
    fs::remove_dir(folder.path()).expect("it is empty");
    fs::write(folder.path(), "a file in its place").expect("a file");
    let mut journal = Journal::create(folder.path(), "g", 7);
    assert!(journal.append(&begin()).1.is_err() && journal.append(&act("a")).1.is_err());
    assert!(journal.path().is_none() && journal.take_notice().is_none());
    fs::remove_file(folder.path()).expect("it is there");
    assert!(journal.catch_up().is_ok() && journal.take_notice().is_none());
    assert_eq!(records(journal.path().expect("a file")), [begin(), act("a")]);
}

#[test]
fn what_cannot_be_read_hides_no_game() {
    let folder = Folder::new("hides");
    let (journal, path) = played(&folder);
    drop(journal);
    fs::write(folder.path().join("99990101-000000-g-0000.journal"), "no journal\n").expect("a file");
    let newer = "00000000 0 {\"do\":\"begin\",\"version\":9}\n";
    let later = folder.path().join("99990102-000000-g-0000.journal");
    fs::write(&later, newer).expect("a file");
    assert_eq!(unfinished(folder.path()), Some(path));
    assert!(matches!(Journal::resume(&later), Err(JournalError::Newer { found: 9, .. })));
    assert_eq!(fs::read(&later).expect("a file"), newer.as_bytes(), "it is not touched");
}

#[test]
fn who_only_looks_takes_no_game_from_anybody() {
    let folder = Folder::new("looks");
    let (journal, path) = played(&folder);
    drop(journal);
    let over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(std::sync::atomic::Ordering::Relaxed) {
                let _ = unfinished(folder.path());
            }
        });
        for _ in 0..300 {
            assert!(Journal::resume(&path).is_ok());
        }
        over.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}
