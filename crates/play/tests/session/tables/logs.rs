//! Tables on logs that are no files: games that are resumed from them, and a log that does not answer.

use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use heterodox_kernel::side::Side;
use heterodox_play::players::Opponents;
use heterodox_play::record::event_log::{EventLog, LogError, Logged, MemoryLog};
use heterodox_play::record::journal::{self, JournalEvent};
use heterodox_play::session::setup::{MatchSetup, SeatKind};
use heterodox_play::session::table::command::{Refusal, SeatCommand, Seating};
use heterodox_play::session::table::{Identity, SeatHandle, Tables};

use super::people::{game_for, people, silent, until};
use crate::folder::Folder;

/// A log that stays when its table is gone, and whose appends can be made to wait, as on a disk that hangs.
#[derive(Clone, Default)]
struct Store(Arc<(Mutex<Content>, Condvar)>);

#[derive(Default)]
struct Content {
    log: MemoryLog,
    hangs: bool,
    /// How many appends wait.
    waiting: usize,
}

impl Store {
    fn held(&self) -> MutexGuard<'_, Content> {
        self.0.0.lock().expect("no panic")
    }

    fn hang(&self, hangs: bool) {
        self.held().hangs = hangs;
        self.0.1.notify_all();
    }
}

impl EventLog for Store {
    fn claim(&mut self) -> Result<u64, LogError> {
        self.held().log.claim()
    }

    fn append(&mut self, number: u64, epoch: u64, event: &JournalEvent) -> Result<(), LogError> {
        let mut held = self.held();
        held.waiting += 1;
        held = self.0.1.wait_while(held, |held| held.hangs).expect("no panic");
        held.waiting -= 1;
        held.log.append(number, epoch, event)
    }

    fn read_from(&mut self, number: u64) -> Result<Vec<Logged>, LogError> {
        self.held().log.read_from(number)
    }

    fn next(&self) -> u64 {
        self.held().log.next()
    }

    fn text(&self) -> String {
        self.held().log.text()
    }
}

fn play(seat: &SeatHandle) -> Result<(), Refusal> {
    let view = seat.table().newest();
    seat.command(SeatCommand::Play(view.position.legal()[0], view.position.acts().len()))
}

/// One person against the computer.
fn against_computer() -> MatchSetup {
    let mut setup = people(game_for(2));
    setup.seats[1] = SeatKind::Computer(1);
    setup
}

#[test]
fn a_log_that_hangs_holds_its_own_table_only() {
    let tables = Tables::new(silent());
    let host = Identity::local();
    let setup = against_computer();
    let stores = [Store::default(), Store::default()];
    let open = |store: &Store| {
        let seating = Seating::all(&host, &setup);
        tables.start_on(setup.clone(), seating, Box::new(store.clone()), &Opponents::default()).expect("a table")
    };
    let opened = [open(&stores[0]), open(&stores[1])];
    let seats = [opened[0].handle(&host), opened[1].handle(&host)];
    let _eyes = [seats[0].subscribe(silent()), seats[1].subscribe(silent())];
    // The computer of the first table is asked, and its answer cannot be written.
    seats[0].command(SeatCommand::Pace(std::time::Duration::from_millis(300))).expect("its own table");
    play(&seats[0]).expect("its turn");
    until("the computer is asked", || opened[0].newest().status.thinking.is_some());
    stores[0].hang(true);
    until("the answer is being written", || stores[0].held().waiting == 1);
    // The other table plays on, move after move.
    for moves in 1..4 {
        until("it is the person's turn", || {
            let view = opened[1].newest();
            view.position.turn() == Side::FIRST && !view.status.waiting
        });
        play(&seats[1]).expect("its turn");
        until("the computer answers", || opened[1].newest().position.acts().len() == 2 * moves);
    }
    // Whoever looks at the first still sees it.
    assert_eq!(opened[0].newest().position.acts().len(), 1);
    stores[0].hang(false);
    until("the answer is written", || opened[0].newest().position.acts().len() == 2);
}

#[test]
fn a_game_goes_on_from_any_log_with_those_who_sat_there() {
    let setup = people(game_for(2));
    let (ann, bo, eve) = (Identity::new("ann"), Identity::new("bo"), Identity::new("eve"));
    let store = Store::default();
    let tables = Tables::new(silent());
    let table = tables
        .start_on(setup.clone(), Seating::open(&ann), Box::new(store.clone()), &Opponents::default())
        .expect("a table");
    let seats = [(&ann, 0), (&bo, 1)].map(|(who, at)| table.take_seat(who, Side::new(at)).expect("it is free"));
    for seat in [&seats[0], &seats[1], &seats[0]] {
        until("the last move is written", || !table.newest().status.waiting);
        play(seat).expect("its turn");
    }
    until("the last move is written", || !table.newest().status.waiting);
    let before = table.newest();
    assert_eq!(tables.close(table.id()), None);

    let again = tables.resume_on(Box::new(store.clone()), &eve, &Opponents::default()).expect("it goes on");
    assert_eq!(again.newest().position.fen(), before.position.fen());
    assert_eq!(again.newest().lines, before.lines);
    assert!(again.take_seat(&eve, Side::new(1)).is_err(), "bo sits there");
    assert_eq!(play(&again.handle(&eve)), Err(Refusal::NotSeated));
    assert_eq!(play(&again.handle(&bo)), Ok(()));
    until("the move is written", || !again.newest().status.waiting);
    // The older writer can no longer append.
    let events = store.held().log.read_from(0).expect("all");
    assert_eq!(events.iter().map(|logged| logged.epoch).max(), Some(1));

    // What is no game, or does not fit, is refused.
    let refused = |log: MemoryLog| {
        let resumed = tables.resume_on(Box::new(log), &eve, &Opponents::default());
        resumed.expect_err("it is refused").to_string()
    };
    assert_eq!(refused(MemoryLog::default()), "there is no event in the log");
    let mut wrong = MemoryLog::default();
    let epoch = wrong.claim().expect("a writer");
    wrong.append(0, epoch, &events[0].event).expect("the next");
    let act = JournalEvent::Act { text: "nonsense".to_owned(), why: None, clocks: Vec::new() };
    wrong.append(1, epoch, &act).expect("the next");
    assert_eq!(refused(wrong), "event 1 of the log does not fit the game");
}

#[test]
fn those_who_sit_are_in_the_journal_and_the_user_of_the_program_is_not() {
    let folder = Folder::new("owners");
    let setup = people(game_for(2));
    let (ann, bo, local) = (Identity::new("ann"), Identity::new("bo"), Identity::local());
    for (host, named) in [(&local, false), (&ann, true)] {
        let tables = Tables::new(silent());
        let table = tables.start(setup.clone(), host, Some(folder.path()), &Opponents::default()).expect("a table");
        let seat = table.handle(host);
        play(&seat).expect("its turn");
        until("the move is written", || !table.newest().status.waiting);
        let path = table.path().expect("a journal");
        drop((seat, table, tables));
        let text = std::fs::read_to_string(&path).expect("a journal");
        assert_eq!(text.contains("\"by\":\"ann\""), named, "{text}");
        assert_eq!(journal::read(&path).expect("a journal").problem, None);
        // A journal without names belongs to whoever resumes it, as in older versions.
        let tables = Tables::new(silent());
        let table = tables.resume(&path, &bo, &Opponents::default()).expect("it goes on");
        assert_eq!(table.handle(&bo).seats().count(), if named { 0 } else { 2 });
        assert_eq!(play(&table.handle(host)).is_ok(), named);
    }
}
