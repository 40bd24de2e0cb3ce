//! A game that cannot be saved, on the screen: it says so in every window, and every way out asks.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::app::{PATIENCE, give, keys, shown};
use crate::folder::Folder;
use heterodox::cli::picture::{bare_world, scripted};
use heterodox::games::GAMES;
use heterodox::paths::Paths;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::input::Input;

/// A home in which a file stands in the place of the folder of the games.
struct Home(Folder);

impl Home {
    fn new(name: &str) -> Home {
        let home = Folder::new(name);
        let path = home.path();
        fs::create_dir_all(path.join("data")).expect("a folder");
        fs::write(path.join("data/games"), "a file in its place").expect("room");
        Home(home)
    }

    /// Games can be kept from now on.
    fn mend(&self) {
        fs::remove_file(self.0.join("data/games")).expect("it is there");
    }

    /// A game of people in which so many moves were made.
    fn play(&self, at: usize, size: (u16, u16), plies: usize) -> App {
        let mut world = bare_world("classic", "256", "unicode", size);
        world.client.paths = Some(Paths {
            config_file: self.0.join("config.toml"),
            themes_dir: self.0.join("themes"),
            data_dir: self.0.join("data"),
        });
        let mut setup = MatchSetup::against_computer(GAMES[at], 1);
        setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new()));
        let mut position = setup.begin().expect("it begins");
        let mut app = scripted(Some(setup), world, "", "").expect("it begins");
        for _ in 0..plies {
            let mv = position.legal()[0];
            let before = first_line(&app);
            keys(&mut app, "m");
            give(&mut app, &Input::Paste(position.machine(mv)));
            keys(&mut app, "Enter");
            until(&mut app, |app| first_line(app) != before);
            position.play(mv).expect("it is legal");
        }
        wake(&mut app);
        app
    }
}

fn wake(app: &mut App) {
    app.wake(Instant::now());
}

/// Waits for what comes from other threads.
fn until(app: &mut App, so: impl Fn(&App) -> bool) {
    let end = Instant::now() + PATIENCE;
    loop {
        wake(app);
        if app.over() || so(app) {
            return;
        }
        assert!(Instant::now() < end, "it stands still:\n{}", shown(app));
        thread::sleep(Duration::from_millis(1));
    }
}

/// Without what is told of a disk.
fn first_line(app: &App) -> String {
    shown(app).lines().next().unwrap_or_default().replace("NOT SAVED", "")
}

fn files(folder: &Path) -> usize {
    fs::read_dir(folder).map_or(0, Iterator::count)
}

#[test]
fn every_window_with_a_board_says_it() {
    let home = Home::new("windows");
    for at in 0..GAMES.len() {
        let mut app = home.play(at, (80, 24), 2);
        let mut boards = 0;
        for columns in (20..200).step_by(13) {
            for rows in (8..60).step_by(5) {
                app.world.facts.size = (columns, rows);
                for step in ["", "e", "t", "t"] {
                    keys(&mut app, step);
                    let shown = shown(&app);
                    let first = shown.lines().next().unwrap_or_default();
                    if !shown.contains("needs ") {
                        boards += 1;
                        assert!(first.contains("NOT SAVED"), "{columns}x{rows} {step}\n{shown}");
                    }
                }
            }
        }
        assert!(boards > 40);
    }
}

#[test]
fn in_every_window_the_question_can_be_answered() {
    let home = Home::new("question");
    let mut app = home.play(0, (80, 24), 2);
    keys(&mut app, "q");
    for columns in (20..90).step_by(3) {
        for rows in 8..30 {
            app.world.facts.size = (columns, rows);
            let shown = shown(&app);
            for choice in ["Try again", "Save a copy", "Leave anyway", "Cancel"] {
                assert!(shown.contains(choice), "{columns}x{rows}\n{shown}");
            }
            assert!(shown.contains("2 moves"), "{columns}x{rows}\n{shown}");
        }
    }
    app.world.facts.size = (20, 8);
    keys(&mut app, "s");
    give(&mut app, &Input::Paste("x".repeat(3000)));
    for size in [(20, 8), (40, 12), (200, 60)] {
        app.world.facts.size = size;
        assert!(shown(&app).contains("to: "), "{}", shown(&app));
    }
}

#[test]
fn every_way_out_asks_and_each_answer_does_what_it_says() {
    for (way, after) in [("q", "New game"), ("S", "Start"), ("N y", "NOT SAVED"), ("C-c", "")] {
        let home = Home::new(&format!("ways-{}", way.replace(' ', "")));
        let mut app = home.play(2, (100, 40), 3);
        keys(&mut app, way);
        assert!(shown(&app).contains("3 moves were not saved"), "{way}\n{}", shown(&app));
        // Neither Escape nor a second Ctrl-C leaves it.
        keys(&mut app, "C-c C-c Esc");
        assert!(!app.over() && !shown(&app).contains("Leave anyway"), "{way}\n{}", shown(&app));
        keys(&mut app, way);
        // It is tried, and has failed.
        keys(&mut app, "t");
        until(&mut app, |app| shown(app).contains("3 moves were not saved"));
        assert!(!app.over(), "{way}");
        keys(&mut app, "Down Down Enter");
        assert_eq!(app.over(), after.is_empty());
        if !app.over() {
            assert!(shown(&app).contains(after), "{way}\n{}", shown(&app));
            app.end();
        }
        let losses = app.take_losses();
        assert_eq!(losses.len(), 1, "{way}: {losses:?}");
        let fen = losses[0].rsplit("The position is ").next().unwrap_or_default();
        assert!(losses[0].contains(": 3 moves were not saved: ") && fen.contains(' '), "{losses:?}");
        assert_eq!(app.take_exit_message(), None);
    }
}

#[test]
fn it_is_asked_from_above_the_board_too() {
    let home = Home::new("above");
    let mut app = home.play(0, (100, 40), 3);
    keys(&mut app, "V");
    assert!(shown(&app).contains("review"), "{}", shown(&app));
    keys(&mut app, "C-c");
    assert!(shown(&app).contains("3 moves were not saved"), "{}", shown(&app));
    keys(&mut app, "c");
    assert!(shown(&app).contains("review") && !app.over(), "what lay above stays: {}", shown(&app));
    keys(&mut app, "C-c");
    home.mend();
    keys(&mut app, "t");
    until(&mut app, App::over);
    assert_eq!(app.take_losses(), [""; 0]);
    assert_eq!(files(&home.0.join("data/games")), 1);
    assert!(app.take_exit_message().is_some_and(|told| told.contains("heterodox resume")));
}

#[test]
fn a_place_that_is_of_no_use_is_asked_for_again() {
    let home = Home::new("places");
    let mut app = home.play(1, (100, 40), 3);
    let other = home.0.join("other");
    fs::create_dir(&other).expect("a folder");
    let give = |app: &mut App, path: &Path| {
        keys(app, "C-u");
        give(app, &Input::Paste(path.display().to_string()));
        keys(app, "Enter");
    };
    keys(&mut app, "q s");
    give(&mut app, &home.0.join("none/x.pgn"));
    // The box is beside the board, up to the edge of the window.
    let told = |app: &App| {
        let lines = shown(app).lines().filter_map(|line| line.rsplit('│').nth(1)).collect::<String>();
        lines.replace(' ', "")
    };
    assert!(told(&app).contains("Nosuchfile") && shown(&app).contains("to: "), "{}", shown(&app));
    give(&mut app, &home.0.join("data/games"));
    let told = told(&app);
    assert!(told.contains("gamesexists") && files(&other) == 0, "{told}");
    give(&mut app, &other);
    assert!(shown(&app).contains("New game"), "{}", shown(&app));
    assert_eq!((files(&other), app.take_losses()), (1, Vec::new()));
    // One more move, and it is no longer all there.
    let mut app = home.play(1, (100, 40), 3);
    keys(&mut app, "C-c s");
    give(&mut app, &other.join("x.pgn"));
    assert!(app.over() && app.take_losses().is_empty());
    assert!(app.take_exit_message().is_some_and(|told| told.contains("x.pgn")));
}

#[test]
fn nothing_is_asked_where_nothing_is_lost() {
    let home = Home::new("nothing");
    // No move was made.
    let mut app = home.play(0, (100, 40), 0);
    keys(&mut app, "C-c");
    assert!(app.over() && app.take_losses().is_empty());
    home.mend();
    let mut app = home.play(0, (100, 40), 3);
    assert!(!shown(&app).contains("NOT SAVED"));
    keys(&mut app, "C-c");
    assert!(app.over() && app.take_losses().is_empty());
    // Where there is no home that was said, and nobody expects that games are kept.
    let mut setup = MatchSetup::against_computer(GAMES[0], 1);
    setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new()));
    let world = bare_world("classic", "256", "unicode", (100, 40));
    let mut app = scripted(Some(setup), world, "", "").expect("it begins");
    keys(&mut app, "C-c");
    assert!(app.over());
}
