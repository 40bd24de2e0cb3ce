//! Games at tables under the screens of one terminal: left, taken up again, kept.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use heterodox::cli::picture::bare_world;
use heterodox::games::built_in;
use heterodox::paths::Paths;
use heterodox::record::journal::{self, JournalEvent};
use heterodox::rules::side::Side;
use heterodox::session::setup::{ClockSetup, MatchSetup, SeatKind};
use heterodox::session::table::Table;
use heterodox::session::table::command::SeatCommand;
use heterodox::tui::app::App;
use heterodox::tui::screens::home::Home;
use heterodox::tui::screens::play::Play;

use crate::app::{keys, shown, wait};
use crate::people::{game_for, others_play, people, until};
use crate::support::Folder;

fn app(folder: &Folder, setup: &MatchSetup) -> App {
    let mut world = bare_world("classic", "true", "unicode", (100, 40));
    world.client.paths = Some(paths(folder.path()));
    world.client.config.input.confirm = false;
    let play = Play::start(setup.clone(), &world).expect("a game");
    let home = Home::new(&world);
    App::new(world, vec![Box::new(home), Box::new(play)])
}

fn paths(folder: &Path) -> Paths {
    let variable =
        |name: &str| matches!(name, "HETERODOX_DATA" | "HETERODOX_CONFIG").then(|| folder.display().to_string());
    Paths::find(variable).expect("a home")
}

fn only(app: &App) -> Arc<Table> {
    let [table] = &app.world.client.tables.list()[..] else { panic!("one table") };
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
    let mut setup = MatchSetup::against_computer(built_in(game_for(2)).expect("a game"), 1);
    setup.clock = ClockSetup::read("10+0").expect("a clock");
    let mut app = app(&folder, &setup);
    let table = only(&app);
    let text = first_text(&table);
    typed(&mut app, &text);
    assert!(!table.newest().lines.is_empty(), "{}", shown(&app));
    keys(&mut app, "q");
    assert!(shown(&app).contains("Continue (clock runs)"), "{}", shown(&app));
    until("the computer moves", || table.newest().lines.len() >= 2);
    assert!(table.newest().flag_falls().is_some(), "the clock runs");
    wait(&mut app, "move 2", true);
    let path = table.path().expect("a journal");
    assert!(!journal::is_free(&path), "it is still played here");
    keys(&mut app, "Enter");
    assert!(Arc::ptr_eq(&only(&app), &table), "it is the same table");
    assert!(shown(&app).contains(&table.newest().lines[1].text), "{}", shown(&app));
    // Leaving the program pauses it, and keeps it.
    let lines = table.newest().lines.len();
    app.quit();
    let told = app.take_exit_message().expect("it is saved");
    assert!(told.contains("is saved. To continue: heterodox resume"), "{told}");
    assert!(!told.contains('\n') && !told.contains('/'), "the position is in the file, not in the shell: {told}");
    drop(app);
    assert!(journal::is_free(&path));
    let records = journal::read(&path).expect("a journal").records;
    assert_eq!(records.len(), 1 + lines + 1, "the last one has the clocks: {records:?}");
    assert!(matches!(records.last(), Some(JournalEvent::Clock { .. })), "{records:?}");
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
        (words.contains("b c d e"), words.contains("e d c b"))
    };
    assert_eq!(labels(&app), (true, false), "{}", shown(&app));
    keys(&mut app, "f q Enter");
    assert_eq!(labels(&app), (false, true), "{}", shown(&app));
    let path = table.path().expect("a journal");
    // It is no event of the game; and the same eyes see it so again when it is taken up from the file.
    let records = journal::read(&path).expect("a journal").records;
    assert!(!records.iter().any(|record| matches!(record, JournalEvent::Look { .. })), "{records:?}");
    keys(&mut app, "q");
    app.world.client.tables.close(table.id());
    drop(table);
    let play = Play::resume(&path, &app.world).expect("the game");
    drop(play);
    assert_eq!(app.world.table_views.turned(&only(&app)), Some(Side::new(1)));
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
    assert!(table.newest().status.thinking.is_none(), "nobody is asked");
    others_play();
    assert_eq!(table.newest().lines.len(), lines, "nobody looks, nobody plays");
    keys(&mut app, "Enter");
    until("they play on", || table.newest().lines.len() > lines);
}

/// What the program says when it ends is true: there is something to continue, or nothing is said.
#[test]
fn a_game_without_a_move_is_not_offered_again() {
    let folder = Folder::new("app-untouched");
    let stays = |folder: &Folder| {
        let files = fs::read_dir(folder.path().join("games")).into_iter().flatten().flatten();
        files.filter(|file| file.path().extension().is_some_and(|ending| ending == journal::ENDING)).count()
    };
    for leave in ["C-c", "q"] {
        let mut app = app(&folder, &people(game_for(2)));
        keys(&mut app, leave);
        app.quit();
        assert_eq!(app.take_exit_message(), None, "{leave}");
        drop(app);
        assert_eq!(stays(&folder), 0, "{leave}");
    }
    // A move that was taken back can be played again, so that game is kept.
    let mut app = app(&folder, &people(game_for(2)));
    let table = only(&app);
    let text = first_text(&table);
    typed(&mut app, &text);
    until("it is written", || !table.newest().status.waiting && !table.newest().lines.is_empty());
    keys(&mut app, "u");
    until("it is taken back", || !table.newest().status.waiting && table.newest().lines.is_empty());
    app.quit();
    assert!(app.take_exit_message().is_some_and(|told| told.contains("heterodox resume")));
    drop((app, table));
    assert_eq!(stays(&folder), 1);
}

#[test]
fn the_same_game_again_closes_the_table_of_the_one_before() {
    let folder = Folder::new("app-again");
    let setup = MatchSetup { clock: ClockSetup::read("10+0").expect("a clock"), ..people(game_for(2)) };
    let mut app = app(&folder, &setup);
    let before = only(&app);
    let text = first_text(&before);
    typed(&mut app, &text);
    until("it is written", || !before.newest().status.waiting && !before.newest().lines.is_empty());
    let path = before.path().expect("a journal");
    keys(&mut app, "N");
    let after = only(&app);
    assert_ne!(after.id(), before.id());
    assert!(journal::is_free(&path) && after.newest().lines.is_empty(), "no clock runs on beside it");
    let records = journal::read(&path).expect("a journal").records;
    assert!(
        matches!(records[1..], [JournalEvent::Act { .. }, JournalEvent::Clock { .. }]),
        "it is kept: {records:?}"
    );
}

#[test]
fn a_game_that_was_left_and_is_not_saved_any_more_is_shown_before_the_end() {
    let folder = Folder::new("app-unsaved");
    let setup = MatchSetup { clock: ClockSetup::read("10+0").expect("a clock"), ..people(game_for(2)) };
    let mut app = app(&folder, &setup);
    let table = only(&app);
    let text = first_text(&table);
    typed(&mut app, &text);
    until("it is written", || !table.newest().status.waiting && !table.newest().lines.is_empty());
    keys(&mut app, "q");
    // What goes on cannot be written.
    let (games, away) = (folder.path().join("games"), folder.path().join("away"));
    fs::rename(&games, &away).expect("a folder");
    fs::write(&games, "a file in its place").expect("a file");
    let seat = table.handle(&app.world.client.identity);
    let view = table.newest();
    seat.command(SeatCommand::Play(view.position.legal()[0], 1)).expect("it holds all seats");
    until("that is known", || table.newest().status.unsaved);
    keys(&mut app, "C-c");
    assert!(!app.over() && shown(&app).contains("NOT SAVED"), "{}", shown(&app));
    // Now it is a game on the screen like others, and nothing is asked once it is saved.
    fs::remove_file(&games).expect("it is there");
    fs::rename(&away, &games).expect("a folder");
    until("it is saved again", || !table.newest().status.unsaved);
    app.wake(Instant::now());
    keys(&mut app, "C-c");
    assert!(app.over() && app.take_losses().is_empty());
}
