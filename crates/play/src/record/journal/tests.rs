//! Tests of the journal: everything written is recovered, whatever is cut off or fails.

use std::fs::{self, OpenOptions};
use std::path::PathBuf;

use super::*;
use crate::files::folder::Folder;
use crate::record::event_log::contract::begin;
use proptest::prelude::*;

mod faults;
mod others;

fn act(text: &str) -> JournalEvent {
    JournalEvent::Act { text: text.to_owned(), why: None, clocks: vec![1000, 2000] }
}

fn found(bytes: &[u8]) -> Result<Found, JournalError> {
    parse(bytes, Path::new("x.journal"))
}

fn written(records: &[JournalEvent]) -> Vec<u8> {
    records
        .iter()
        .enumerate()
        .map(|(at, record)| line::written(at as u64, 0, record))
        .collect::<String>()
        .into_bytes()
}

/// A folder of one test, removed at its end.
#[test]
fn a_game_is_taken_up_where_it_ended() {
    let folder = Folder::new("resume");
    let mut journal = Journal::create(folder.path(), "g", 7);
    for record in [begin(), act("e2e4")] {
        assert!(journal.append(&record).1.is_ok());
    }
    let path = journal.path().expect("a file").to_owned();
    let taken = Journal::resume(&path).expect_err("it is being played").to_string();
    // The holder of a lock is known only on systems with this file.
    if Path::new("/proc/locks").exists() {
        assert!(taken.contains(&format!("heterodox (process {}", std::process::id())), "{taken}");
    }
    assert_eq!(unfinished(folder.path()), None);
    drop(journal);
    assert_eq!(unfinished(folder.path()), Some(path.clone()));
    // An incomplete line, as a crash leaves it.
    let torn = &line::written(2, 0, &act("e7e5"))[..20];
    fs::write(&path, [&fs::read(&path).expect("it is there")[..], torn.as_bytes()].concat()).expect("a file");
    let (mut journal, found) = Journal::resume(&path).expect("a journal");
    assert_eq!((found.records, found.problem), (vec![begin(), act("e2e4")], None));
    let end = JournalEvent::End { cause: "resignation".to_owned(), words: "x".to_owned(), shares: vec![] };
    assert_eq!(journal.append(&end).0, 2);
    drop(journal);
    assert_eq!(unfinished(folder.path()), None);
    assert!(read(&path).expect("a journal").is_over());
    assert_eq!(find(folder.path(), &path.file_stem().expect("a name").to_string_lossy()), Some(path));
}

#[test]
fn a_torn_end_is_no_end() {
    let folder = Folder::new("torn-end");
    fs::create_dir_all(folder.path()).expect("a folder");
    let path = folder.path().join("20260101-000000-g-0000.journal");
    // Long enough that the part read at the end starts inside a character for one of the two shifts.
    let end = JournalEvent::End { cause: "resignation".to_owned(), words: "é".repeat(3000), shares: vec![] };
    for shift in 0..2 {
        let lines = [begin(), act(&"é".repeat(3000)), act(&"e".repeat(shift)), end.clone()];
        let mut bytes = written(&lines[..3]);
        fs::write(&path, &bytes).expect("a file");
        assert_eq!(unfinished(folder.path()), Some(path.clone()), "{shift}");
        bytes = written(&lines);
        let short =
            line::written(3, 0, &JournalEvent::End { cause: String::new(), words: String::new(), shares: vec![] });
        let torn = [&written(&lines[..3])[..], &short.as_bytes()[..short.len() - 1]].concat();
        fs::write(&path, torn).expect("a file");
        assert_eq!(unfinished(folder.path()), Some(path.clone()), "half an end is none");
        fs::write(&path, [&written(&lines[..3])[..], short.as_bytes()].concat()).expect("a file");
        assert_eq!(unfinished(folder.path()), None);
        assert!(found(&bytes).expect("a journal").is_over());
    }
}

#[test]
fn what_is_cut_is_kept_beside() {
    let folder = Folder::new("cut");
    fs::create_dir_all(folder.path()).expect("a folder");
    let path = folder.path().join("20260101-000000-g-0000.journal");
    let mut bytes = written(&[begin(), act("a"), act("b"), act("c")]);
    let at = written(&[begin(), act("a")]).len() + 12;
    bytes[at] ^= 1;
    fs::write(&path, &bytes).expect("a file");
    let (mut journal, found) = Journal::resume(&path).expect("a journal");
    assert!(found.problem.as_ref().is_some_and(|problem| problem.contains("line 3: its checksum is wrong")));
    assert_eq!(fs::read(&path).expect("a file"), bytes, "nothing is cut unasked");
    journal.cut(found.records.len());
    assert!(journal.catch_up().is_ok() && journal.is_whole());
    drop(journal);
    assert_eq!(fs::read(&path).expect("a file"), bytes, "nor where nothing is written");
    let aside = path.with_extension("damaged-1");
    assert!(!aside.exists());
    let (mut journal, found) = Journal::resume(&path).expect("a journal");
    journal.cut(found.records.len());
    let (line, written) = journal.append(&act("d"));
    assert_eq!((line, written.is_ok(), journal.is_whole()), (2, true, true));
    assert!(journal.take_notice().is_some_and(|text| text.contains("damaged-1")));
    assert_eq!(fs::read(&aside).expect("a file"), bytes);
    assert_eq!(read(&path).expect("a journal").records, [begin(), act("a"), act("d")]);
    assert_eq!(list(folder.path()), std::slice::from_ref(&path), "the damaged file is no game");
}

#[test]
fn what_is_newer_or_none_is_refused() {
    let JournalEvent::Begin { date, game, seats, .. } = begin() else { unreachable!() };
    let newer = JournalEvent::Begin {
        version: VERSION + 1,
        date,
        game,
        file: None,
        setup: None,
        fen: None,
        seats,
        clock: None,
        takebacks: true,
    };
    assert!(matches!(found(&written(&[newer])), Err(JournalError::Newer { found: 2, .. })));
    let stranger = "00000000 0 {\"do\":\"begin\",\"version\":7,\"what\":[]}\n";
    assert!(matches!(found(stranger.as_bytes()), Err(JournalError::Newer { found: 7, .. })));
    for bytes in [&b""[..], b"\n", b"hello\n", b"00000000 0 {}\n", &written(&[act("e2e4")])] {
        assert!(matches!(found(bytes), Err(JournalError::NoJournal { .. })));
    }
}

proptest! {
    #[test]
    fn any_events_read_back(texts in prop::collection::vec(".{0,20}", 0..8), clocks in prop::collection::vec(any::<u64>(), 0..4)) {
        let mut records = vec![begin()];
        records.extend(texts.into_iter().map(|text| JournalEvent::Act { text, why: None, clocks: clocks.clone() }));
        prop_assert_eq!(found(&written(&records)).expect("a journal").records, records);
    }

    #[test]
    fn whatever_is_cut_off_the_rest_is_found(cut in 0..400_usize, spoiled in 0..400_usize) {
        let records = [begin(), act("e2e4"), act("e7e5"), JournalEvent::Undo { count: 1, clocks: vec![] }];
        let mut bytes = written(&records);
        let whole = bytes.len();
        bytes.truncate(whole.saturating_sub(cut));
        if let Ok(found) = found(&bytes) {
            prop_assert!(records.starts_with(&found.records) && found.problem.is_none());
        }
        let mut bytes = written(&records);
        let at = spoiled % whole;
        bytes[at] ^= 1;
        if let Ok(found) = found(&bytes) {
            prop_assert!(records.starts_with(&found.records) && found.records.len() < records.len());
        }
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = found(&bytes);
    }
}
