//! Games at tables, without any terminal: several people who sit or watch, what each may do, and what
//! each sees.

mod consent;
mod evaluation;
mod lines;
mod logs;
mod own_time;
mod people;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use crate::folder::Folder;
use heterodox_games::{GAMES, built_in};
use heterodox_kernel::mv::Move;
use heterodox_kernel::side::{Side, Sides};
use heterodox_play::players::Opponents;
use heterodox_play::record::event_log::{EventLog, LogError, Logged, MemoryLog};
use heterodox_play::record::journal::{self, JournalEvent};
use heterodox_play::session::setup::{ClockSetup, MatchSetup, SeatKind};
use heterodox_play::session::table::command::{Refusal, SeatCommand, Seating};
use heterodox_play::session::table::events::{Event, Happened, KEPT};
use heterodox_play::session::table::{GameView, Identity, SeatHandle, Subscription, Table, Tables};
use people::{bell, game_for, others_play, people, silent, until};

fn first_move(table: &Table) -> Move {
    table.newest().position.legal()[0]
}

/// The first legal move by whoever asks for it.
fn play(seat: &SeatHandle) -> Result<(), Refusal> {
    let view = seat.table().newest();
    seat.command(SeatCommand::Play(view.position.legal()[0], view.position.acts().len()))
}

/// Waits until the last move is in the journal.
fn settled(table: &Table) {
    until("the move is written", || !table.newest().status.waiting);
}

/// Plays the first legal move for whoever is on turn, and waits until it is in the game.
fn play_on(seats: &[SeatHandle]) {
    let table = seats[0].table();
    let lines = table.newest().lines.len();
    let turn = table.newest().position.turn();
    play(&seats[turn.index()]).expect("it is their turn");
    until("the move enters the game", || table.newest().lines.len() > lines && !table.newest().status.waiting);
}

/// What a view tells, in a form that can be compared.
fn told(view: &GameView) -> (String, Vec<String>, Sides, Option<String>) {
    let lines = view.lines.iter().map(|line| line.text.clone()).collect();
    (view.position.fen(), lines, view.status.offers, view.status.ending.as_ref().map(|end| end.words.clone()))
}

fn announced(events: &[Event]) -> Vec<&str> {
    let words = events.iter().filter_map(|event| match &event.what {
        Happened::Announced(words) => Some(words.as_str()),
        _ => None,
    });
    words.collect()
}

/// Four people at one table of the game for four, each on a seat.
fn four(tables: &Tables, folder: &Path) -> (Arc<Table>, Vec<SeatHandle>) {
    let host = Identity::new("host");
    let table =
        tables.start_open(people(game_for(4)), &host, Some(folder), &Opponents::default()).expect("a table");
    let seats = ["ann", "bo", "cy", "di"].into_iter().enumerate();
    let seats = seats.map(|(at, name)| table.take_seat(&Identity::new(name), Side::new(at)).expect("it is free"));
    let seats = seats.collect();
    (table, seats)
}

#[test]
fn four_people_play_two_watch_and_all_see_the_same() {
    let folder = Folder::new("four");
    let tables = Tables::new(silent());
    let (table, seats) = four(&tables, folder.path());
    let mut readers: Vec<Subscription> = seats.iter().map(|seat| seat.subscribe(silent())).collect();
    let watchers = ["eve", "flo"].map(|name| table.handle(&Identity::new(name)));
    readers.extend(watchers.iter().map(|seat| seat.subscribe(silent())));

    // Each for its own seat, in turn.
    for ply in 0..8 {
        assert_eq!(seats[ply % 4].seats(), Sides::only(Side::new(ply % 4)));
        play_on(&seats);
    }
    // Who is not on turn, who holds another seat and who watches is refused, in words.
    let name = |side: usize| table.newest().position.spec().seat(Side::new(side)).name;
    let before = table.newest();
    let refusals = [
        (play(&seats[2]), format!("It is {}'s turn.", name(0))),
        (play(&watchers[0]), "Only players at this table can do that.".to_owned()),
        (seats[1].command(SeatCommand::Resign(Side::FIRST)), format!("{} is not your seat.", name(0))),
        (watchers[1].command(SeatCommand::Draw(Side::FIRST)), format!("{} is not your seat.", name(0))),
        (seats[1].command(SeatCommand::Claim(Side::FIRST)), format!("{} is not your seat.", name(0))),
        (seats[0].command(SeatCommand::Claim(Side::FIRST)), Refusal::NotWonYet { seat: name(0) }.to_string()),
        (seats[0].command(SeatCommand::Finish), "Only one person who holds all seats can show the end.".to_owned()),
        (
            seats[0].command(SeatCommand::Redo),
            "Only one person who holds all seats can play a move again.".to_owned(),
        ),
        (
            seats[0].command(SeatCommand::Play(before.position.legal()[0], 3)),
            "The board has changed since this move was chosen.".to_owned(),
        ),
        (table.take_seat(&Identity::new("eve"), Side::new(1)).map(|_| ()), format!("{} is taken by bo.", name(1))),
    ];
    for (refused, words) in refusals {
        assert_eq!(refused.expect_err(&words).to_string(), words);
    }
    assert!(Arc::ptr_eq(&before, &table.newest()), "what is refused changes nothing");

    // One is cut off while the others play on, and finds all of it when it is back.
    let known = readers[2].known();
    drop(readers.remove(2));
    until("the others see that", || !table.newest().status.present.contains(seats[2].identity()));
    play_on(&seats);
    play_on(&seats);
    readers.push(seats[2].subscribe_from(known, silent()));
    play_on(&seats);
    assert_eq!(seats[2].seats(), Sides::only(Side::new(2)), "the seat is still its own");
    // An offer and a resignation are seen by all, and told to each.
    seats[0].command(SeatCommand::Draw(Side::FIRST)).expect("its own seat");
    seats[1].command(SeatCommand::Resign(Side::new(1))).expect("its own seat");
    until("it has left", || !table.newest().position.living().has(Side::new(1)));
    settled(&table);

    let newest = table.newest();
    for reader in &readers {
        assert!(Arc::ptr_eq(&reader.newest(), &newest));
    }
    let news: Vec<_> = readers.iter_mut().map(Subscription::read).collect();
    for news in &news {
        assert_eq!((told(&news.view), news.missed), (told(&newest), 0));
        assert_eq!(news.events.last().map(|event| event.number), Some(newest.number));
        assert!(news.events.windows(2).all(|pair| pair[1].number == pair[0].number + 1), "none is left out");
        let words = announced(&news.events);
        assert!(words.contains(&format!("{} resigns.", name(1)).as_str()), "{words:?}");
    }
    // Each of them was told every move, also the one that was away.
    let lines = |at: usize| news[at].events.iter().filter(|event| matches!(event.what, Happened::Line(_))).count();
    assert_eq!((lines(0), lines(readers.len() - 1)), (12, 12), "{} lines", newest.lines.len());
    assert_eq!(newest.watchers().map(Identity::name).collect::<Vec<_>>(), ["eve", "flo"]);

    // The journal tells the same game.
    let path = table.path().expect("a journal");
    drop((readers, tables));
    assert_eq!(play(&seats[0]), Err(Refusal::Closed));
    let again = Tables::new(silent());
    let resumed = again.resume(&path, &Identity::local(), &Opponents::default()).expect("the game");
    assert_eq!(told(&resumed.newest()).0, told(&newest).0);
    assert_eq!(told(&resumed.newest()).1, told(&newest).1);
}

#[test]
fn a_reader_that_never_reads_costs_the_others_nothing() {
    let tables = Tables::new(silent());
    let host = Identity::new("host");
    let table = tables.start(people(game_for(2)), &host, None, &Opponents::default()).expect("a table");
    let seat = table.handle(&host);
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let watcher = table.handle(&Identity::new("slow"));
    let mut slow = watcher.subscribe(Arc::new(move || {
        counted.fetch_add(1, Ordering::SeqCst);
    }));
    let mut quick = table.handle(&Identity::new("quick")).subscribe(silent());
    let began = table.newest().number;
    slow.read();
    calls.store(0, Ordering::SeqCst);
    let mut seen = Vec::new();
    while table.newest().number < began + 1000 {
        play(&seat).expect("it holds all seats");
        seat.command(SeatCommand::Undo).expect("it holds all seats");
        seen.extend(quick.read().events);
    }
    assert_eq!(seen.last().map(|event| event.number), Some(table.newest().number));
    assert!(seen.windows(2).all(|pair| pair[1].number == pair[0].number + 1), "who reads sees all");
    // Whoever does not was woken once, and what is kept for it has a bound.
    assert_eq!(calls.load(Ordering::SeqCst), 1);
    let known = slow.known();
    let news = slow.read();
    assert_eq!(news.events.len(), KEPT);
    assert_eq!(known + news.missed + KEPT as u64, table.newest().number, "what is gone is told");
    assert_eq!(told(&news.view), told(&table.newest()));
    assert!(slow.read().events.is_empty());
}

#[test]
fn what_touches_others_is_for_one_who_holds_all_seats() {
    let clock = ClockSetup::read("10+0").expect("a clock");
    let setup = MatchSetup { clock, ..people(game_for(2)) };
    let tables = Tables::new(silent());
    let (ann, bo) = (Identity::new("ann"), Identity::new("bo"));
    let table = tables.start_open(setup.clone(), &ann, None, &Opponents::default()).expect("a table");
    let seats = [(&ann, 0), (&bo, 1)].map(|(who, at)| table.take_seat(who, Side::new(at)).expect("it is free"));
    let _eyes = seats[0].subscribe(silent());
    play(&seats[0]).expect("its turn");
    let asked = [SeatCommand::Hold(true), SeatCommand::Redo, SeatCommand::Step, SeatCommand::Pace(Duration::ZERO)];
    for what in asked {
        let refused = seats[1].command(what.clone()).expect_err("others sit here too");
        assert!(matches!(refused, Refusal::NotAlone { .. }), "{what:?}");
        assert!(refused.to_string().starts_with("Only one person who holds all seats can "), "{refused}");
    }
    assert!(!table.newest().status.held && table.newest().flag_falls().is_some(), "the clock runs on");

    // At one terminal both are held by one, and the clocks stop while it does something else.
    let table = tables.start(setup, &ann, None, &Opponents::default()).expect("a table");
    let seat = table.handle(&ann);
    let subscription = seat.subscribe(silent());
    play(&seat).expect("its turn");
    seat.command(SeatCommand::Hold(true)).expect("nobody else sits here");
    assert!(table.newest().status.held && table.newest().flag_falls().is_none());
    // Whoever has gone holds nothing.
    drop(subscription);
    assert!(!table.newest().status.held && table.newest().flag_falls().is_some());
}

/// A game of two computers that nobody looks at any more, and which is not over.
fn left_alone(tables: &Tables, host: &Identity) -> (Arc<Table>, SeatHandle) {
    let mut setup = people(game_for(2));
    setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Computer(1));
    // Computers of level 1 can end a game before this thread runs again.
    for _ in 0..100 {
        let table = tables.start(setup.clone(), host, None, &Opponents::default()).expect("a table");
        let seat = table.handle(host);
        let subscription = seat.subscribe(silent());
        seat.command(SeatCommand::Pace(Duration::from_millis(20))).expect("its own table");
        until("they play", || table.newest().lines.len() >= 2);
        drop(subscription);
        if table.newest().status.ending.is_none() {
            return (table, seat);
        }
    }
    panic!("every game is over at once");
}

#[test]
fn without_a_clock_computers_stop_until_somebody_looks() {
    let tables = Tables::new(silent());
    let (table, seat) = left_alone(&tables, &Identity::local());
    let lines = table.newest().lines.len();
    assert!(table.newest().status.thinking.is_none(), "nobody is asked");
    others_play();
    assert_eq!(table.newest().lines.len(), lines);
    let subscription = table.handle(&Identity::new("eve")).subscribe(silent());
    until("they play on", || table.newest().lines.len() > lines);
    // What was stopped by a wish stays so.
    let paused = seat.command(SeatCommand::Pause(true));
    assert!(paused.is_ok() || table.newest().status.ending.is_some(), "{paused:?}");
    drop(subscription);
    let _eyes = seat.subscribe(silent());
    assert!(table.newest().status.paused || paused.is_err());
}

#[test]
fn with_a_clock_a_game_goes_on_when_nobody_looks() {
    let mut setup = MatchSetup::against_computer(built_in(game_for(2)).expect("a game"), 1);
    setup.clock = Some(ClockSetup { start: Duration::from_secs(6), increment: Duration::ZERO, each_move: false });
    let (waker, rings) = bell();
    let tables = Tables::new(waker);
    let host = Identity::local();
    let table = tables.start(setup, &host, None, &Opponents::default()).expect("a table");
    let seat = table.handle(&host);
    let subscription = seat.subscribe(silent());
    play(&seat).expect("its turn");
    drop(subscription);
    until("the computer moves", || table.newest().lines.len() >= 2);
    // Nobody moves, and the time is over.
    until("a clock falls", || table.newest().status.ending.is_some());
    assert_eq!(table.newest().status.ending.as_ref().map(|ending| ending.cause.as_str()), Some("time"));
    assert!(rings.try_iter().count() > 0, "who owns the tables was told");
}

#[test]
fn a_table_that_goes_leaves_no_thread_and_a_whole_journal() {
    for variant in GAMES {
        let folder = Folder::new(&format!("close-{}", variant.spec().id));
        let (waker, rings) = bell();
        let tables = Tables::new(silent());
        let host = Identity::local();
        let table = tables
            .start(people(variant.spec().id), &host, Some(folder.path()), &Opponents::default())
            .expect("a table");
        let seat = table.handle(&host);
        let subscription = seat.subscribe(waker);
        for _ in 0..3 {
            let lines = table.newest().lines.len();
            play(&seat).expect("its turn");
            until("it is played", || table.newest().lines.len() > lines && !table.newest().status.waiting);
        }
        let path = table.path().expect("a journal");
        assert!(Arc::ptr_eq(&tables.resume(&path, &host, &Opponents::default()).expect("the table"), &table));
        assert!(!journal::is_free(&path), "the journal has one writer");
        tables.close(table.id());
        assert!(tables.list().is_empty() && journal::is_free(&path));
        assert_eq!(journal::read(&path).expect("a journal").records.len(), 4);
        assert_eq!(play(&seat).expect_err("closed").to_string(), "This table is closed.");
        assert_eq!(table.newest().lines.len(), 3, "what was seen last can be seen");
        drop((subscription, seat, table));
        // It ends when nobody has the waker any more.
        assert!(rings.iter().count() < 100);
    }
}

#[test]
fn an_offer_is_seen_until_it_is_answered() {
    let tables = Tables::new(silent());
    let (ann, bo) = (Identity::new("ann"), Identity::new("bo"));
    let table = tables.start_open(people(game_for(2)), &ann, None, &Opponents::default()).expect("a table");
    let seats = [(&ann, 0), (&bo, 1)].map(|(who, at)| table.take_seat(who, Side::new(at)).expect("it is free"));
    play(&seats[0]).expect("its turn");
    seats[0].command(SeatCommand::Draw(Side::FIRST)).expect("its own seat");
    assert_eq!(
        seats[0].command(SeatCommand::Draw(Side::FIRST)).expect_err("again").to_string(),
        format!("{} has already offered a draw.", table.newest().position.spec().seat(Side::FIRST).name)
    );
    assert_eq!(table.newest().status.offers, Sides::only(Side::FIRST));
    // It is declined, and not offered again before the next move, whatever the client is.
    let decline = || seats[1].command(SeatCommand::DeclineDraw(Side::new(1)));
    assert_eq!((decline(), decline()), (Ok(()), Err(Refusal::NoDraw)));
    let again = seats[0].command(SeatCommand::Draw(Side::FIRST));
    assert!(matches!(again, Err(Refusal::OfferedOnce { .. })), "{again:?}");
    play(&seats[1]).expect("its turn");
    play(&seats[0]).expect("its turn");
    seats[0].command(SeatCommand::Draw(Side::FIRST)).expect("it has moved since");
    seats[1].command(SeatCommand::Draw(Side::new(1))).expect("its own seat");
    assert_eq!(told(&table.newest()).3.as_deref(), Some("Draw agreed."));
    let late = seats[0].command(SeatCommand::Play(first_move(&table), 3));
    assert_eq!(late.expect_err("too late").to_string(), "The game is over.");
}

/// Red has three Rooks and a Knight, the others have their Kings.
const WON: &str = "bK8/9/9/9/9/9/9/9/oK7gK|9/9/9/9/4rR4/4rR4/4rR4/9/4rK4|9/9/9/9/9/9/9/9/rN8 r rogb - 0 9";

#[test]
fn a_claim_is_seen_by_all_until_all_agree() {
    let tables = Tables::new(silent());
    let mut setup = people(game_for(4));
    setup.start = heterodox_play::session::setup::Start::Fen(WON.to_owned());
    let names = ["ann", "bo", "cid", "dee"].map(Identity::new);
    let table = tables.start_open(setup, &names[0], None, &Opponents::default()).expect("a table");
    let seats: Vec<_> = (0..4).map(|at| table.take_seat(&names[at], Side::new(at)).expect("it is free")).collect();
    let mut reader = table.handle(&Identity::new("eve")).subscribe(silent());
    let claim = |at: usize| seats[at].command(SeatCommand::Claim(Side::new(at)));
    assert_eq!(claim(1), Err(Refusal::NotWonYet { seat: "Orange" }));
    for at in 0..4 {
        assert!(table.newest().status.ending.is_none());
        claim(at).expect("its own seat");
        settled(&table);
        if at < 3 {
            assert_eq!(claim(at), Err(Refusal::Claimed { seat: table.newest().position.spec().seats[at].name }));
        }
    }
    assert_eq!(told(&table.newest()).3.as_deref(), Some("Red wins by a claim: all agreed."));
    assert!(reader.read().events.iter().any(|event| event.what == Happened::Claimed(Side::FIRST)));
}

/// A log that others can look at, and write.
#[derive(Clone, Default)]
struct SharedLog {
    events: Arc<Mutex<MemoryLog>>,
    /// Must an event be stored before anybody sees it?
    binds: bool,
}

impl SharedLog {
    fn held(&self) -> MutexGuard<'_, MemoryLog> {
        self.events.lock().expect("no panic")
    }
}

impl EventLog for SharedLog {
    fn claim(&mut self) -> Result<u64, LogError> {
        self.held().claim()
    }

    fn append(&mut self, number: u64, epoch: u64, event: &JournalEvent) -> Result<(), LogError> {
        self.held().append(number, epoch, event)
    }

    fn read_from(&mut self, number: u64) -> Result<Vec<Logged>, LogError> {
        self.held().read_from(number)
    }

    fn next(&self) -> u64 {
        self.held().next()
    }

    fn is_binding(&self) -> bool {
        self.binds
    }

    fn text(&self) -> String {
        self.held().text()
    }
}

/// The handle for all seats of a game on this log, after its first move.
fn begun_on(log: &SharedLog, tables: &Tables) -> SeatHandle {
    let (host, setup) = (Identity::local(), people(game_for(2)));
    let table = tables
        .start_on(setup.clone(), Seating::all(&host, &setup), Box::new(log.clone()), &Opponents::default())
        .expect("a table");
    let seat = table.handle(&host);
    let _reader = seat.subscribe(silent());
    play(&seat).expect("its turn");
    settled(&table);
    seat
}

#[test]
fn a_second_referee_of_a_game_cannot_write() {
    let tables = Tables::new(silent());
    let log = SharedLog::default();
    let seat = begun_on(&log, &tables);
    let (table, mut subscription) = (seat.table(), seat.subscribe(silent()));
    assert_eq!(log.next(), 2, "the game and a move");
    // Another process takes the game up.
    let newer = log.clone().claim().expect("a writer");
    log.clone().append(2, newer, &JournalEvent::Decline { what: None }).expect("the next");
    play(&seat).expect("its turn");
    until("that is told", || table.newest().status.unsaved);
    let refused = "Not saved: the writer of epoch 0 has been replaced by that of epoch 1. You can keep playing.";
    assert_eq!(announced(&subscription.read().events), [refused]);
    let events = log.held().read_from(0).expect("all");
    assert_eq!(events.iter().map(|logged| logged.epoch).collect::<Vec<_>>(), [0, 0, 1], "nothing of it is written");
}

#[test]
fn an_owner_that_was_replaced_never_shows_the_move_and_ends_the_game_here() {
    let (news, told) = channel();
    let tables = Tables::new(silent()).watched(Arc::new(move |_, what| {
        let _ = news.send(what);
    }));
    let log = SharedLog { binds: true, ..SharedLog::default() };
    let seat = begun_on(&log, &tables);
    let (table, mut subscription) = (seat.table(), seat.subscribe(silent()));
    let newer = log.clone().claim().expect("a writer");
    let before = table.newest();
    // The command is taken, and what comes of it is not shown.
    play(&seat).expect("its turn");
    until("the game ends here", || table.newest().status.failure.is_some());
    let after = table.newest();
    assert_eq!((after.lines.len(), after.position.hash()), (before.lines.len(), before.position.hash()));
    assert_eq!(after.status.failure.as_deref(), Some("This game is played on another server now"));
    assert_eq!(announced(&subscription.read().events), ["This game is played on another server now."]);
    assert_eq!(play(&seat), Err(Refusal::Closed));
    assert!(told.try_iter().any(|what| what.replaced), "the service is told");
    assert_eq!(log.next(), 2, "nothing of it is written");
    log.clone().append(2, newer, &JournalEvent::Decline { what: None }).expect("the other one goes on");
}
