//! Games at tables, without any terminal: several people who sit or watch, what each may do, and what
//! each sees. At the end the same game under the screens of one terminal.

#[path = "support/app.rs"]
mod app;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use heterodox::games::GAMES;
use heterodox::players::Staff;
use heterodox::record::journal;
use heterodox::rules::mv::Move;
use heterodox::rules::side::{Side, Sides};
use heterodox::session::driver::Notify;
use heterodox::session::setup::{ClockSetup, MatchSetup, SeatKind};
use heterodox::session::table::command::{Refusal, SeatCommand};
use heterodox::session::table::events::{Event, Happened, KEPT};
use heterodox::session::table::{GameView, Identity, SeatHandle, Subscription, Table, Tables};

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("heterodox-tables-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn silent() -> Notify {
    Arc::new(|| {})
}

/// A waker, and what it was called for.
fn bell() -> (Notify, Receiver<()>) {
    let (sender, rings) = channel();
    let sender = std::sync::Mutex::new(sender);
    let ring = move || {
        let _ = sender.lock().expect("no panic").send(());
    };
    (Arc::new(ring), rings)
}

fn people(game: &str) -> MatchSetup {
    let mut setup = MatchSetup::against_computer(game, 1).expect("a game");
    setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new()));
    setup
}

/// The game with so many seats.
fn game_for(seats: usize) -> &'static str {
    GAMES.iter().map(|game| game.spec()).find(|spec| spec.seats.len() == seats).expect("one has").id
}

fn until(what: &str, so: impl Fn() -> bool) {
    let began = Instant::now();
    while !so() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

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
    let table = tables.start_open(people(game_for(4)), &host, Some(folder), &Staff::default()).expect("a table");
    let seats = ["ann", "bo", "cy", "di"].into_iter().enumerate();
    let seats = seats.map(|(at, name)| table.take_seat(&Identity::new(name), Side::new(at)).expect("it is free"));
    let seats = seats.collect();
    (table, seats)
}

#[test]
fn four_people_play_two_watch_and_all_see_the_same() {
    let folder = Folder::new("four");
    let tables = Tables::new(silent());
    let (table, seats) = four(&tables, &folder.0);
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
        (play(&watchers[0]), "Only who sits at this table can do that.".to_owned()),
        (seats[1].command(SeatCommand::Resign(Side::FIRST)), format!("{} is not your seat.", name(0))),
        (watchers[1].command(SeatCommand::Draw(Side::FIRST)), format!("{} is not your seat.", name(0))),
        (
            seats[0].command(SeatCommand::Undo),
            "Only one person who holds all seats can take a move back.".to_owned(),
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
    let resumed = again.resume(&path, &Identity::local(), &Staff::default()).expect("the game");
    assert_eq!(told(&resumed.newest()).0, told(&newest).0);
    assert_eq!(told(&resumed.newest()).1, told(&newest).1);
}

#[test]
fn a_reader_that_never_reads_costs_the_others_nothing() {
    let tables = Tables::new(silent());
    let host = Identity::new("host");
    let table = tables.start(people(game_for(2)), &host, None, &Staff::default()).expect("a table");
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
    let table = tables.start_open(setup.clone(), &ann, None, &Staff::default()).expect("a table");
    let seats = [(&ann, 0), (&bo, 1)].map(|(who, at)| table.take_seat(who, Side::new(at)).expect("it is free"));
    let _eyes = seats[0].subscribe(silent());
    play(&seats[0]).expect("its turn");
    let asked = [
        SeatCommand::Hold(true),
        SeatCommand::Pause(true),
        SeatCommand::Undo,
        SeatCommand::Redo,
        SeatCommand::Step,
        SeatCommand::Pace(Duration::ZERO),
    ];
    for what in asked {
        let refused = seats[1].command(what.clone()).expect_err("others sit here too");
        assert!(matches!(refused, Refusal::NotAlone { .. }), "{what:?}");
        assert!(refused.to_string().starts_with("Only one person who holds all seats can "), "{refused}");
    }
    assert!(!table.newest().status.held && table.newest().falls().is_some(), "the clock runs on");

    // At one terminal both are held by one, and the clocks stop while it does something else.
    let table = tables.start(setup, &ann, None, &Staff::default()).expect("a table");
    let seat = table.handle(&ann);
    let eyes = seat.subscribe(silent());
    play(&seat).expect("its turn");
    seat.command(SeatCommand::Hold(true)).expect("nobody else sits here");
    assert!(table.newest().status.held && table.newest().falls().is_none());
    // Whoever has gone holds nothing.
    drop(eyes);
    assert!(!table.newest().status.held && table.newest().falls().is_some());
}

#[test]
fn without_a_clock_computers_stop_until_somebody_looks() {
    let mut setup = people(game_for(2));
    setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Computer(1));
    let tables = Tables::new(silent());
    let host = Identity::local();
    let table = tables.start(setup.clone(), &host, None, &Staff::default()).expect("a table");
    let seat = table.handle(&host);
    let eyes = seat.subscribe(silent());
    seat.command(SeatCommand::Pace(Duration::ZERO)).expect("its own table");
    until("they play", || table.newest().lines.len() >= 2);
    drop(eyes);
    let lines = table.newest().lines.len();
    assert!(table.newest().status.thinking.is_none(), "nobody is asked");
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(table.newest().lines.len(), lines);
    let eyes = table.handle(&Identity::new("eve")).subscribe(silent());
    until("they play on", || table.newest().lines.len() > lines);
    // What was stopped by a wish stays so.
    seat.command(SeatCommand::Pause(true)).expect("its own table");
    drop(eyes);
    let _eyes = seat.subscribe(silent());
    assert!(table.newest().status.paused);
}

#[test]
fn with_a_clock_a_game_goes_on_when_nobody_looks() {
    let mut setup = MatchSetup::against_computer(game_for(2), 1).expect("a game");
    setup.clock = Some(ClockSetup { start: Duration::from_secs(2), increment: Duration::ZERO });
    let (waker, rings) = bell();
    let tables = Tables::new(waker);
    let host = Identity::local();
    let table = tables.start(setup, &host, None, &Staff::default()).expect("a table");
    let seat = table.handle(&host);
    let eyes = seat.subscribe(silent());
    play(&seat).expect("its turn");
    drop(eyes);
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
        let table =
            tables.start(people(variant.spec().id), &host, Some(&folder.0), &Staff::default()).expect("a table");
        let seat = table.handle(&host);
        let eyes = seat.subscribe(waker);
        for _ in 0..3 {
            let lines = table.newest().lines.len();
            play(&seat).expect("its turn");
            until("it is played", || table.newest().lines.len() > lines && !table.newest().status.waiting);
        }
        let path = table.path().expect("a journal");
        assert!(Arc::ptr_eq(&tables.resume(&path, &host, &Staff::default()).expect("the table"), &table));
        assert!(!journal::is_free(&path), "the journal has one writer");
        tables.close(table.id());
        assert!(tables.list().is_empty() && journal::is_free(&path));
        assert_eq!(journal::read(&path).expect("a journal").records.len(), 4);
        assert_eq!(play(&seat).expect_err("closed").to_string(), "This table is closed.");
        assert_eq!(table.newest().lines.len(), 3, "what was seen last can be seen");
        drop((eyes, seat, table));
        while rings.try_recv().is_ok() {}
        assert!(rings.recv_timeout(Duration::from_secs(5)).is_err(), "nobody has the waker any more");
    }
}

#[test]
fn an_offer_is_seen_until_it_is_answered() {
    let tables = Tables::new(silent());
    let (ann, bo) = (Identity::new("ann"), Identity::new("bo"));
    let table = tables.start_open(people(game_for(2)), &ann, None, &Staff::default()).expect("a table");
    let seats = [(&ann, 0), (&bo, 1)].map(|(who, at)| table.take_seat(who, Side::new(at)).expect("it is free"));
    play(&seats[0]).expect("its turn");
    seats[0].command(SeatCommand::Draw(Side::FIRST)).expect("its own seat");
    assert_eq!(
        seats[0].command(SeatCommand::Draw(Side::FIRST)).expect_err("again").to_string(),
        format!("{} offers a draw already.", table.newest().position.spec().seat(Side::FIRST).name)
    );
    assert_eq!(table.newest().status.offers, Sides::only(Side::FIRST));
    seats[1].command(SeatCommand::Draw(Side::new(1))).expect("its own seat");
    assert_eq!(told(&table.newest()).3.as_deref(), Some("Draw agreed."));
    let mv = first_move(&table);
    let late = seats[0].command(SeatCommand::Play(mv, 1));
    assert_eq!(late.expect_err("too late").to_string(), "The game is over.");
}

mod terminal {
    //! The same under the screens of one terminal.

    use super::*;
    use crate::app::{keys, shown, wait};
    use heterodox::cli::picture::bare_world;
    use heterodox::paths::Paths;
    use heterodox::tui::app::App;
    use heterodox::tui::screens::home::Home;
    use heterodox::tui::screens::play::Play;

    fn app(folder: &Folder, setup: &MatchSetup) -> App {
        let mut world = bare_world("classic", "true", "unicode", (100, 40));
        world.paths = Some(paths(&folder.0));
        world.config.input.confirm = false;
        let play = Play::start(setup.clone(), &world).expect("a game");
        let home = Home::new(&world);
        App::new(world, vec![Box::new(home), Box::new(play)])
    }

    fn paths(folder: &Path) -> Paths {
        let variable = |name: &str| {
            matches!(name, "HETERODOX_DATA" | "HETERODOX_CONFIG").then(|| folder.display().to_string())
        };
        Paths::find(variable).expect("a home")
    }

    fn only(app: &App) -> Arc<Table> {
        let [table] = &app.world.tables.list()[..] else { panic!("one table") };
        Arc::clone(table)
    }

    fn first_text(table: &Table) -> String {
        let view = table.newest();
        view.position.machine(view.position.legal()[0])
    }

    /// Types a move.
    fn typed(app: &mut App, text: &str) {
        keys(app, "m");
        app.input(&heterodox::tui::input::Input::Paste(text.to_owned()), Instant::now());
        keys(app, "Enter");
    }

    #[test]
    fn a_game_with_a_clock_goes_on_after_its_screen_was_left() {
        let folder = Folder::new("app-clock");
        let mut setup = MatchSetup::against_computer(game_for(2), 1).expect("a game");
        setup.clock = ClockSetup::read("10+0").expect("a clock");
        let mut app = app(&folder, &setup);
        let table = only(&app);
        let text = first_text(&table);
        typed(&mut app, &text);
        assert!(!table.newest().lines.is_empty(), "{}", shown(&app));
        keys(&mut app, "q");
        assert!(shown(&app).contains("Continue (clock runs)"), "{}", shown(&app));
        until("the computer moves", || table.newest().lines.len() >= 2);
        assert!(table.newest().falls().is_some(), "the clock runs");
        wait(&mut app, "move 2", true);
        let path = table.path().expect("a journal");
        assert!(!journal::is_free(&path), "it is still played here");
        keys(&mut app, "Enter");
        assert!(Arc::ptr_eq(&only(&app), &table), "it is the same table");
        assert!(shown(&app).contains(&table.newest().lines[1].text), "{}", shown(&app));
        // Leaving the program pauses it, and keeps it.
        let lines = table.newest().lines.len();
        app.quit();
        assert!(app.take_farewell().is_some_and(|words| words.contains("is kept: heterodox resume")));
        drop(app);
        assert!(journal::is_free(&path));
        assert_eq!(journal::read(&path).expect("a journal").records.len(), 1 + lines);
    }

    #[test]
    fn how_the_board_was_turned_belongs_to_the_eyes() {
        let folder = Folder::new("app-turned");
        let mut app = app(&folder, &people(game_for(2)));
        let table = only(&app);
        let text = first_text(&table);
        typed(&mut app, &text);
        until("it is written", || !table.newest().status.waiting && !table.newest().lines.is_empty());
        app.wake(Instant::now());
        let labels = |app: &App| {
            let words = shown(app).split_whitespace().collect::<Vec<_>>().join(" ");
            (words.contains("a b c d"), words.contains("d c b a"))
        };
        assert_eq!(labels(&app), (true, false), "{}", shown(&app));
        keys(&mut app, "f q Enter");
        assert_eq!(labels(&app), (false, true), "{}", shown(&app));
        let path = table.path().expect("a journal");
        // It is no event of the game; and the same eyes see it so again when it is taken up from the file.
        let records = journal::read(&path).expect("a journal").records;
        assert!(!records.iter().any(|record| matches!(record, journal::Record::Look { .. })), "{records:?}");
        keys(&mut app, "q");
        app.world.tables.close(table.id());
        drop(table);
        let play = Play::resume(&path, &app.world).expect("the game");
        drop(play);
        assert_eq!(app.world.eyes.turned(&only(&app)), Some(Side::new(1)));
    }

    #[test]
    fn a_game_without_a_clock_waits_after_its_screen_was_left() {
        let folder = Folder::new("app-waits");
        let mut setup = people(game_for(2));
        setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Computer(1));
        let mut app = app(&folder, &setup);
        let table = only(&app);
        until("they play", || table.newest().lines.len() >= 2);
        keys(&mut app, "q");
        let lines = table.newest().lines.len();
        assert!(table.newest().status.thinking.is_none());
        std::thread::sleep(Duration::from_millis(400));
        assert_eq!(table.newest().lines.len(), lines, "nobody looks, nobody plays");
        keys(&mut app, "Enter");
        until("they play on", || table.newest().lines.len() > lines);
    }
}
