//! A disk that fails in every possible way, in any order, and loses power: everything that was reported as written
//! or synced must be recovered.

use super::*;
use std::sync::{Arc, Mutex, MutexGuard};

/// The contents of a disk, and its current faults.
#[expect(clippy::struct_excessive_bools, reason = "a disk can fail in all these ways at once")]
#[derive(Debug, Default)]
struct State {
    /// The contents that programs see; `None` if the file was deleted.
    seen: Option<Vec<u8>>,
    /// The contents after a power failure.
    kept: Vec<u8>,
    /// Which bytes of `seen` have not been synced.
    dirty: Vec<bool>,
    full: bool,
    /// The most bytes that one write accepts; 0 for no limit.
    bite: usize,
    denied: bool,
    stuck: bool,
    failing: bool,
}

#[derive(Clone, Debug, Default)]
struct Memory(Arc<Mutex<State>>);

impl Memory {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no panic")
    }

    fn seen(&self) -> Vec<u8> {
        self.state().seen.clone().unwrap_or_default()
    }
}

fn fails(when: bool, kind: io::ErrorKind) -> io::Result<()> {
    if when { Err(kind.into()) } else { Ok(()) }
}

impl Disk for Memory {
    fn length(&mut self) -> io::Result<Option<u64>> {
        Ok(self.state().seen.as_ref().map(|bytes| bytes.len() as u64))
    }

    fn renew(&mut self) -> io::Result<()> {
        let mut state = self.state();
        fails(state.denied, io::ErrorKind::PermissionDenied)?;
        (state.seen, state.kept, state.dirty) = (Some(Vec::new()), Vec::new(), Vec::new());
        Ok(())
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.state();
        fails(state.denied, io::ErrorKind::PermissionDenied)?;
        let State { seen: Some(seen), dirty, full, bite, .. } = &mut *state else {
            return Err(io::ErrorKind::NotFound.into());
        };
        let at = at as usize;
        // Overwriting existing bytes needs no space.
        let room = if *full { seen.len().saturating_sub(at) } else { usize::MAX };
        let count = bytes.len().min(room).min(if *bite == 0 { usize::MAX } else { *bite });
        fails(count == 0, io::ErrorKind::StorageFull)?;
        let end = seen.len().max(at + count);
        seen.resize(end, 0);
        dirty.resize(end, true);
        seen[at..at + count].copy_from_slice(&bytes[..count]);
        dirty[at..at + count].fill(true);
        Ok(count)
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        let mut state = self.state();
        fails(state.stuck, io::ErrorKind::Other)?;
        if let Some(seen) = &mut state.seen {
            seen.truncate(length as usize);
        }
        state.dirty.truncate(length as usize);
        Ok(())
    }

    fn syncer(&self) -> disk::Syncer {
        let disk = self.clone();
        Box::new(move || {
            let mut state = disk.state();
            let State { seen: Some(seen), kept, dirty, failing, .. } = &mut *state else { return Ok(()) };
            if *failing {
                // Like a real system: the error is reported once, then the dirty data is forgotten.
                dirty.fill(false);
                return Err(io::Error::other("the disk is broken"));
            }
            kept.resize(seen.len(), 0);
            for (at, dirty) in dirty.iter_mut().enumerate().filter(|(_, dirty)| **dirty) {
                kept[at] = seen[at];
                *dirty = false;
            }
            Ok(())
        })
    }

    fn path(&self) -> Option<&Path> {
        None
    }
}

#[derive(Clone, Debug)]
enum PlayedMove {
    Append,
    Sync,
    Again,
    Full(bool),
    Bite(usize),
    Denied(bool),
    Stuck(bool),
    Failing(bool),
    /// Another program deletes the file, or shortens it.
    Vanish,
    Shorten(usize),
    /// The program is killed and started again.
    Kill,
    /// The power fails; this many unsynced bytes have reached the disk.
    Power(usize),
}

fn deeds() -> impl Strategy<Value = Vec<PlayedMove>> {
    let deed = prop_oneof![
        10 => Just(PlayedMove::Append),
        8 => Just(PlayedMove::Sync),
        2 => Just(PlayedMove::Again),
        2 => any::<bool>().prop_map(PlayedMove::Full),
        2 => (0..9_usize).prop_map(PlayedMove::Bite),
        2 => any::<bool>().prop_map(PlayedMove::Denied),
        2 => any::<bool>().prop_map(PlayedMove::Stuck),
        2 => any::<bool>().prop_map(PlayedMove::Failing),
        1 => Just(PlayedMove::Vanish),
        1 => (0..500_usize).prop_map(PlayedMove::Shorten),
        2 => Just(PlayedMove::Kill),
        2 => (0..200_usize).prop_map(PlayedMove::Power),
    ];
    prop::collection::vec(deed, 1..60)
}

/// A game on a failing disk, with what was reported about it.
struct Run {
    disk: Memory,
    journal: Journal,
    syncer: disk::Syncer,
    /// All events appended, before and after the last restart.
    all: Vec<JournalEvent>,
    /// The number of events reported as written, and as synced.
    written: usize,
    synced: usize,
    made: usize,
    /// Has a sync failed since the last write?
    doubted: bool,
}

impl Run {
    fn new() -> Run {
        let disk = Memory::default();
        let journal = Journal::on(Box::new(disk.clone()));
        let syncer = journal.syncer();
        let mut run =
            Run { disk, journal, syncer, all: Vec::new(), written: 0, synced: 0, made: 0, doubted: false };
        run.append();
        run
    }

    fn append(&mut self) {
        let record = if self.all.is_empty() { begin() } else { act(&format!("move {} é", self.made)) };
        self.made += 1;
        self.all.push(record);
        let (number, written) = self.journal.append(&self.all[self.all.len() - 1]);
        assert_eq!(number as usize, self.all.len() - 1);
        self.told(&written);
    }

    fn told(&mut self, written: &io::Result<()>) {
        // If the file is a new one, nothing is synced yet.
        if self.journal.take_notice().is_some() {
            (self.written, self.synced) = (0, 0);
        }
        if written.is_ok() {
            (self.written, self.doubted) = (self.all.len(), false);
            assert!(self.journal.is_whole());
        }
    }

    fn sync(&mut self) {
        match (self.syncer)() {
            // A successful sync after a failed one proves nothing.
            Ok(()) if self.doubted => {}
            Ok(()) => self.synced = self.synced.max(self.written),
            Err(_) => {
                self.journal.doubt();
                self.doubted = true;
            }
        }
    }

    /// Restarts from the contents of the disk, which must have at least this many events.
    fn restart(&mut self, promised: usize) {
        let bytes = self.disk.seen();
        let path = Path::new("x.journal");
        match Journal::again(Box::new(self.disk.clone()), &bytes, path) {
            Ok((journal, found)) => {
                assert!(self.all.starts_with(&found.records), "in order, nothing twice");
                assert!(found.records.len() >= promised, "{} of {promised}", found.records.len());
                (self.journal, self.all) = (journal, found.records.clone());
                if found.problem.is_some() {
                    // The player sees a message, and then the game continues from there.
                    self.disk.state().stuck = false;
                    self.journal.log.trim().expect("it can be cut");
                }
            }
            Err(error) => {
                assert_eq!(promised, 0, "{error}");
                self.disk.state().seen = None;
                (self.journal, self.all) = (Journal::on(Box::new(self.disk.clone())), Vec::new());
            }
        }
        self.syncer = self.journal.syncer();
        (self.written, self.doubted) = (self.all.len(), true);
        // What is there after a power failure is on the disk.
        let state = self.disk.state();
        self.synced =
            if Some(&state.kept) == state.seen.as_ref() { self.written } else { self.synced.min(self.written) };
        drop(state);
        if self.all.is_empty() {
            self.append();
        }
    }

    fn take(&mut self, deed: &PlayedMove) {
        match *deed {
            PlayedMove::Append => self.append(),
            PlayedMove::Sync => self.sync(),
            PlayedMove::Again => {
                let written = self.journal.catch_up();
                self.told(&written);
            }
            PlayedMove::Full(so) => self.disk.state().full = so,
            PlayedMove::Bite(bite) => self.disk.state().bite = bite,
            PlayedMove::Denied(so) => self.disk.state().denied = so,
            PlayedMove::Stuck(so) => self.disk.state().stuck = so,
            PlayedMove::Failing(so) => self.disk.state().failing = so,
            PlayedMove::Vanish => {
                let mut state = self.disk.state();
                (state.seen, state.kept, state.dirty) = (None, Vec::new(), Vec::new());
                drop(state);
                (self.written, self.synced) = (0, 0);
            }
            PlayedMove::Shorten(length) => {
                let mut state = self.disk.state();
                state.dirty.truncate(length);
                state.kept.truncate(length);
                if let Some(seen) = &mut state.seen {
                    seen.truncate(length);
                }
                drop(state);
                (self.written, self.synced) = (0, 0);
            }
            PlayedMove::Kill => self.restart(self.written),
            PlayedMove::Power(more) => {
                {
                    let mut state = self.disk.state();
                    let seen = state.seen.take().unwrap_or_default();
                    let State { kept, dirty, .. } = &mut *state;
                    // Only the first unsynced bytes reach the disk; gaps are filled with zeros.
                    let waits: Vec<usize> = (0..seen.len()).filter(|&at| dirty[at]).take(more).collect();
                    for at in waits {
                        kept.resize(kept.len().max(at + 1), 0);
                        kept[at] = seen[at];
                    }
                    (state.seen, state.dirty) = (Some(state.kept.clone()), vec![false; state.kept.len()]);
                }
                self.written = self.synced;
                self.restart(self.synced);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if std::env::var_os("HETERODOX_THOROUGH").is_some() { 20_000 } else { 800 }))]

    #[test]
    fn whatever_a_disk_does_what_was_promised_is_there(deeds in deeds()) {
        let mut run = Run::new();
        for deed in &deeds {
            run.take(deed);
        }
        // All faults are over, and no more moves are played.
        {
            let mut state = run.disk.state();
            (state.full, state.bite, state.denied, state.stuck, state.failing) = (false, 0, false, false, false);
        }
        prop_assert!(run.journal.catch_up().is_ok() && run.journal.is_whole());
        prop_assert!((run.syncer)().is_ok());
        prop_assert_eq!(&found(&run.disk.seen()).expect("a journal").records, &run.all);
    }
}

#[test]
fn a_full_disk_loses_nothing_wherever_it_ends() {
    let all = [begin(), act("a"), act("b"), act("c")];
    for bite in 1..9 {
        for fits in 0..=written(&all).len() / bite {
            let disk = Memory::default();
            let mut journal = Journal::on(Box::new(disk.clone()));
            disk.state().bite = bite;
            let mut failed = false;
            for record in &all {
                // The disk is full in the middle of a line.
                disk.state().full = failed || disk.seen().len() > fits * bite;
                let fails = journal.append(record).1.is_err();
                assert_eq!(fails, !journal.is_whole());
                failed |= fails;
            }
            let there = disk.seen();
            if there.contains(&b'\n') {
                let found = found(&there).expect("a journal");
                assert!(all.starts_with(&found.records) && found.problem.is_none());
            }
            disk.state().full = false;
            assert!(journal.catch_up().is_ok() && journal.is_whole());
            assert_eq!(found(&disk.seen()).expect("a journal").records, all);
        }
    }
}

#[test]
fn what_a_failed_sync_dropped_is_written_once_more() {
    let disk = Memory::default();
    let mut journal = Journal::on(Box::new(disk.clone()));
    let mut syncer = journal.syncer();
    assert!(journal.append(&begin()).1.is_ok() && syncer().is_ok());
    disk.state().failing = true;
    assert!(journal.append(&act("a")).1.is_ok() && syncer().is_err());
    journal.doubt();
    disk.state().failing = false;
    assert!(journal.catch_up().is_ok() && syncer().is_ok());
    assert_eq!(found(&disk.state().kept).expect("a journal").records, [begin(), act("a")]);
}
