//! What a journal promises: what was written is found, whatever is cut off or fails.

use super::*;
use proptest::prelude::*;
use std::sync::{Arc, Mutex};

fn begin() -> Record {
    let seats = vec!["human:Änne \"x\"".to_owned(), "computer:3".to_owned()];
    let (game, date) = ("a-game".to_owned(), "20261120-000000".to_owned());
    Record::Begin { version: VERSION, date, game, setup: None, fen: None, seats, clock: None, takebacks: true }
}

fn act(text: &str) -> Record {
    Record::Act { text: text.to_owned(), why: None, clocks: vec![1000, 2000] }
}

/// A disk in memory that can be full.
#[derive(Clone, Debug, Default)]
struct Memory {
    bytes: Arc<Mutex<Vec<u8>>>,
    room: Arc<Mutex<Option<usize>>>,
}

impl Disk for Memory {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut held = self.bytes.lock().expect("no panic");
        if self.room.lock().expect("no panic").is_some_and(|room| held.len() + bytes.len() > room) {
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        held.extend_from_slice(bytes);
        Ok(())
    }

    fn syncer(&self) -> io::Result<disk::Syncer> {
        Ok(Box::new(|| Ok(())))
    }
}

fn found(bytes: &[u8]) -> Result<Found, JournalError> {
    parse(bytes, Path::new("x.journal"))
}

fn written(records: &[Record]) -> Vec<u8> {
    records.iter().enumerate().map(|(at, record)| line::write(at as u64, record)).collect::<String>().into_bytes()
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("heterodox-journal-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_game_is_taken_up_where_it_ended() {
    let folder = Folder::new("resume");
    let mut journal = Journal::create(&folder.0, "g", 7).expect("a folder");
    let path = journal.path().to_owned();
    for record in [begin(), act("e2e4")] {
        assert!(journal.append(&record).1.is_ok());
    }
    assert!(matches!(Journal::resume(&path), Err(JournalError::Taken { .. })), "it is being played");
    assert_eq!(unfinished(&folder.0), None);
    drop(journal);
    assert_eq!(unfinished(&folder.0), Some(path.clone()));
    // A line torn by a sudden end.
    let torn = &line::write(2, &act("e7e5"))[..20];
    fs::write(&path, [&fs::read(&path).expect("it is there")[..], torn.as_bytes()].concat()).expect("a file");
    let (mut journal, found) = Journal::resume(&path).expect("a journal");
    assert_eq!((found.records, found.problem), (vec![begin(), act("e2e4")], None));
    let end = Record::End { cause: "resignation".to_owned(), words: "x".to_owned(), shares: vec![] };
    assert_eq!(journal.append(&end).0, 2);
    drop(journal);
    assert_eq!(unfinished(&folder.0), None);
    assert!(read(&path).expect("a journal").is_over());
    assert_eq!(find(&folder.0, &path.file_stem().expect("a name").to_string_lossy()), Some(path));
}

#[test]
fn a_full_disk_loses_nothing() {
    let memory = Memory::default();
    let mut journal = Journal::on(Box::new(memory.clone()));
    assert!(journal.append(&begin()).1.is_ok());
    *memory.room.lock().expect("no panic") = Some(10);
    for text in ["a", "b", "c"] {
        assert!(journal.append(&act(text)).1.is_err() && !journal.is_whole());
    }
    *memory.room.lock().expect("no panic") = None;
    assert!(journal.append(&act("d")).1.is_ok() && journal.is_whole());
    let found = found(&memory.bytes.lock().expect("no panic")).expect("a journal");
    assert_eq!(found.records, [begin(), act("a"), act("b"), act("c"), act("d")]);
}

#[test]
fn what_is_newer_or_none_is_refused() {
    let Record::Begin { date, game, seats, .. } = begin() else { unreachable!() };
    let newer = Record::Begin {
        version: VERSION + 1,
        date,
        game,
        setup: None,
        fen: None,
        seats,
        clock: None,
        takebacks: true,
    };
    assert!(matches!(found(&written(&[newer])), Err(JournalError::Newer { found: 2, .. })));
    for bytes in [&b""[..], b"\n", b"hello\n", b"00000000 0 {}\n", &written(&[act("e2e4")])] {
        assert!(matches!(found(bytes), Err(JournalError::NoJournal { .. })));
    }
}

proptest! {
    #[test]
    fn any_events_read_back(texts in prop::collection::vec(".{0,20}", 0..8), clocks in prop::collection::vec(any::<u64>(), 0..4)) {
        let mut records = vec![begin()];
        records.extend(texts.into_iter().map(|text| Record::Act { text, why: None, clocks: clocks.clone() }));
        prop_assert_eq!(found(&written(&records)).expect("a journal").records, records);
    }

    #[test]
    fn whatever_is_cut_off_the_rest_is_found(cut in 0..400_usize, spoiled in 0..400_usize) {
        let records = [begin(), act("e2e4"), act("e7e5"), Record::Undo { count: 1, clocks: vec![] }];
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
