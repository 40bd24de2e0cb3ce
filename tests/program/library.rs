//! The saved games: found by typing, marked, put away and brought back, named, taken in and given
//! away; read as text and held against frames.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use crate::app::{PATIENCE, chosen_row, shown};
use crate::saved::{Data, data, game};
use heterodox::cli::picture::{bare_world, frame, scripted, text};
use heterodox::paths::Paths;
use heterodox::record::pgn;
use heterodox::tui::app::App;
use heterodox::tui::input::Input;
use heterodox::tui::theme::Theme;
use heterodox::tui::world::World;
use ratatui::buffer::Buffer;

fn world(data: &Data, size: (u16, u16), glyphs: &str) -> World {
    let mut world = bare_world("classic", "256", glyphs, size);
    let folder = data.0.path();
    world.client.paths = Some(Paths {
        config_file: folder.join("config.toml"),
        themes_dir: folder.join("themes"),
        data_dir: folder.join("data"),
    });
    world
}

/// The list, when everything in it has been read.
fn open(data: &Data, size: (u16, u16)) -> App {
    opened(world(data, size, "unicode"))
}

fn opened(world: World) -> App {
    let mut app = scripted(None, world, "", "").expect("keys");
    // An unfinished game comes first on the first screen.
    let down = if shown(&app).contains("Continue") { "Down Down Enter" } else { "Down Enter" };
    keys(&mut app, down);
    app
}

/// Presses keys, each when everything before it has been done.
fn keys(app: &mut App, names: &str) {
    settle(app);
    for name in names.split_whitespace() {
        crate::app::keys(app, name);
        settle(app);
    }
}

fn settle(app: &mut App) {
    let begun = Instant::now();
    loop {
        app.wake(Instant::now());
        let shown = shown(app);
        if !["reading ", "loading ", "Opening ", "importing ", "exporting ", "deleting ", "restoring "]
            .iter()
            .any(|busy| shown.contains(busy))
        {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "it is never done:\n{shown}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Types a text.
fn write(app: &mut App, text: &str) {
    app.input(&Input::Paste(text.to_owned()), Instant::now());
    settle(app);
}

fn files(data: &Data) -> Vec<String> {
    let entries = fs::read_dir(data.0.join("data/games")).expect("a folder").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn typing_finds_games_and_escape_finds_all_again() {
    let data = data("typing");
    let mut app = open(&data, (80, 24));
    assert!(shown(&app).contains("7 games · newest first"), "{}", shown(&app));
    assert!(chosen_row(&app).contains("2026-11-05") && chosen_row(&app).contains("in progress"), "{}", shown(&app));
    keys(&mut app, "j ö r g");
    assert!(shown(&app).contains("1 of 7 games"), "{}", shown(&app));
    assert!(chosen_row(&app).contains("Jörg - comp 5"), "{}", shown(&app));
    keys(&mut app, "C-u b e a Space 1 - 0");
    assert!(shown(&app).contains("1 of 7 games") && chosen_row(&app).contains("blackholes"), "{}", shown(&app));
    keys(&mut app, "x x");
    assert!(shown(&app).contains("No game matches the filter."), "{}", shown(&app));
    keys(&mut app, "Esc");
    assert!(shown(&app).contains("7 games"), "{}", shown(&app));
    keys(&mut app, "q");
    assert!(shown(&app).contains("filter: q"), "letters are words here: {}", shown(&app));
    keys(&mut app, "Esc Esc");
    assert!(shown(&app).contains("New game"), "{}", shown(&app));
}

#[test]
fn every_order_is_reached_and_the_choice_goes_with_it() {
    let data = data("orders");
    let mut app = open(&data, (120, 40));
    keys(&mut app, "End");
    let oldest = "2026-10-03 blackholes";
    assert!(chosen_row(&app).contains(oldest), "{}", shown(&app));
    for words in ["oldest first", "by game", "by players", "by result", "longest first", "newest first"] {
        keys(&mut app, "C-o");
        assert!(shown(&app).contains(words) && chosen_row(&app).contains(oldest), "{}", shown(&app));
    }
}

#[test]
fn an_unfinished_game_goes_on_and_a_finished_one_is_looked_through() {
    let data = data("open");
    let mut app = open(&data, (80, 24));
    keys(&mut app, "Down Enter");
    assert!(shown(&app).contains("Armies of Faith 1 · review"), "{}", shown(&app));
    keys(&mut app, "q");
    keys(&mut app, "Up C-f");
    assert!(shown(&app).contains("· review") && shown(&app).contains("· *"), "{}", shown(&app));
    keys(&mut app, "q");
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("White to move") || shown(&app).contains("Moves"), "{}", shown(&app));
    keys(&mut app, "q");
    if shown(&app).contains("▌ No") {
        keys(&mut app, "y");
    }
    assert!(shown(&app).contains("Saved games") && chosen_row(&app).contains("2026-11-05"), "{}", shown(&app));
}

#[test]
fn what_is_deleted_comes_back() {
    let data = data("delete");
    let mut app = open(&data, (80, 24));
    let before = files(&data);
    keys(&mut app, "Down Delete");
    assert!(shown(&app).contains("is in the trash") && shown(&app).contains("6 games"), "{}", shown(&app));
    assert!(chosen_row(&app).contains("2026-11-03"), "the next one is chosen: {}", shown(&app));
    // More than one are asked about, and come back together.
    keys(&mut app, "Tab Tab Delete");
    assert!(shown(&app).contains("Move 2 games to the trash?"), "{}", shown(&app));
    keys(&mut app, "y");
    assert!(shown(&app).contains("4 games"), "{}", shown(&app));
    keys(&mut app, "C-r");
    assert!(shown(&app).contains("2 files are back") && shown(&app).contains("6 games"), "{}", shown(&app));
    keys(&mut app, "C-r");
    assert!(shown(&app).contains("7 games"), "{}", shown(&app));
    let after: Vec<String> = files(&data).into_iter().filter(|name| name != "trash").collect();
    assert_eq!(after, before);
    // One of two games in a file does not go alone.
    keys(&mut app, "b e a Delete");
    assert!(shown(&app).contains("two.pgn holds 2 games"), "{}", shown(&app));
    keys(&mut app, "C-t Delete y");
    assert!(shown(&app).contains("No game matches the filter"), "{}", shown(&app));
}

#[test]
fn games_get_names() {
    let data = data("rename");
    let mut app = open(&data, (80, 24));
    keys(&mut app, "C-n");
    assert!(shown(&app).contains("name: 20261105"), "{}", shown(&app));
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("this game is in progress"), "{}", shown(&app));
    keys(&mut app, "Esc Down F2 C-u");
    write(&mut app, "two");
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("the file two.pgn exists already"), "{}", shown(&app));
    keys(&mut app, "C-u");
    write(&mut app, "the great war");
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("Renamed to the great war.pgn."), "{}", shown(&app));
    assert!(files(&data).contains(&"the great war.pgn".to_owned()));
    assert!(chosen_row(&app).contains("2026-11-04") && shown(&app).contains("the great war"), "{}", shown(&app));
}

#[test]
fn games_are_given_away_and_taken_in() {
    let data = data("exchange");
    let mut app = open(&data, (80, 24));
    let out = data.0.join("out");
    keys(&mut app, "C-t C-e C-u");
    write(&mut app, &out.join("all.pgn").display().to_string());
    assert!(shown(&app).contains("7 games to:"), "{}", shown(&app));
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("No such file"), "the folder is missing: {}", shown(&app));
    fs::create_dir_all(&out).expect("a folder");
    keys(&mut app, "C-e C-u");
    write(&mut app, &out.join("all.pgn").display().to_string());
    keys(&mut app, "Enter");
    let all = fs::read_to_string(out.join("all.pgn")).expect("it is there");
    assert_eq!(pgn::read(&all).iter().filter(|parsed| parsed.game.is_some()).count(), 7, "{}", shown(&app));
    // The next form by its ending, and never over a file that is there.
    keys(&mut app, "C-t Down C-e C-u");
    write(&mut app, &out.join("all.pgn").display().to_string());
    keys(&mut app, "Enter");
    assert!(
        shown(&app).split_whitespace().collect::<String>().contains("thisfileexistsalready"),
        "{}",
        shown(&app)
    );
    keys(&mut app, "Tab Enter");
    let fen = fs::read_to_string(out.join("all.fen")).expect("it is there");
    assert_eq!(fen.lines().count(), 1, "{fen}");
    keys(&mut app, "C-e C-u");
    write(&mut app, &out.join("one.cast").display().to_string());
    keys(&mut app, "Enter");
    assert!(fs::read_to_string(out.join("one.cast")).expect("it is there").starts_with("{\"env\""));
    keys(&mut app, "C-e C-u");
    write(&mut app, "games.doc");
    keys(&mut app, "Enter");
    assert!(shown(&app).contains(".pgn, .fen, .txt, .cast or .svg"), "{}", shown(&app));
    keys(&mut app, "Esc C-g");
    write(&mut app, &out.join("none.pgn").display().to_string());
    keys(&mut app, "Enter");
    assert!(shown(&app).split_whitespace().collect::<String>().contains("nosuchfile"), "{}", shown(&app));
    keys(&mut app, "C-u");
    let more = all + "\n" + &game(0, ["Cid", "Dan"], "2025.01.01", "0-1", 17);
    fs::write(out.join("more.pgn"), more).expect("room");
    write(&mut app, &out.join("more.pgn").display().to_string());
    keys(&mut app, "Enter");
    let told = shown(&app).split_whitespace().collect::<String>();
    assert!(told.contains("1gameimported;7gamesalreadysaved"), "{}", shown(&app));
    assert!(shown(&app).contains("8 games"), "{}", shown(&app));
}

#[test]
fn everything_that_is_wrong_with_a_file_is_told() {
    let data = data("wrong");
    let mut app = open(&data, (80, 24));
    let people = ["Cid", "Dan"];
    let [one, other] =
        [5, 8].map(|plies| game(2, people, "2025.01.01", "0-1", plies).replace(" 0-1\n", " e9 0-1\n"));
    let path = data.0.join("wrong.pgn");
    fs::write(&path, [one, game(0, people, "2025.01.02", "0-1", 6), other].join("\n")).expect("room");
    keys(&mut app, "C-g");
    write(&mut app, &path.display().to_string());
    keys(&mut app, "Enter");
    let told = shown(&app);
    assert!(told.contains("Problems in") && told.contains("game 1") && told.contains("game 3"), "{told}");
    keys(&mut app, "Esc");
    assert!(shown(&app).contains("10 games"), "{}", shown(&app));
}

/// What must not be done while a line is typed is not done.
#[test]
fn keys_of_the_list_wait_for_the_line_that_is_typed() {
    let data = data("typed");
    let mut app = open(&data, (80, 24));
    keys(&mut app, "Down C-n C-d C-t C-o C-r Up");
    assert!(shown(&app).contains("7 games · newest first") && shown(&app).contains("name: "), "{}", shown(&app));
    assert!(chosen_row(&app).contains("2026-11-04") && !shown(&app).contains("marked"), "{}", shown(&app));
}

#[test]
fn statistics_are_of_what_is_shown() {
    let data = data("statistics");
    let mut app = open(&data, (80, 24));
    keys(&mut app, "C-p");
    assert!(shown(&app).contains("7 games, 1 of them unfinished"), "{}", shown(&app));
    assert!(shown(&app).contains("4 games, 2 won, 1 drawn, 1 lost"), "{}", shown(&app));
    assert!(shown(&app).contains("Level 3"), "{}", shown(&app));
    keys(&mut app, "Esc h o l y C-p");
    assert!(shown(&app).contains("1 game; 24 plies on average."), "{}", shown(&app));
}

/// The key only starts the reading, however large the file is; the review opens when it was read.
#[test]
fn no_key_waits_for_the_file_of_a_review() {
    let data = data("opening");
    let mut app = open(&data, (80, 24));
    keys(&mut app, "Down");
    crate::app::keys(&mut app, "Enter");
    assert!(shown(&app).contains("Opening the game…") && !shown(&app).contains("· review"), "{}", shown(&app));
    settle(&mut app);
    assert!(shown(&app).contains("· review"), "{}", shown(&app));
    // What cannot be read is told in the list.
    keys(&mut app, "q");
    for file in files(&data) {
        let path = data.0.join("data/games").join(file);
        fs::write(path, "").expect("room");
    }
    crate::app::keys(&mut app, "Enter");
    settle(&mut app);
    assert!(!shown(&app).contains("· review"), "{}", shown(&app));
}

#[test]
fn clicks_and_the_wheel_choose() {
    let data = data("mouse");
    let mut app = open(&data, (80, 24));
    let row = shown(&app).lines().position(|line| line.contains("2026-11-02")).expect("it is shown") as u16;
    app.input(&Input::Press(5, row), Instant::now());
    settle(&mut app);
    assert!(chosen_row(&app).contains("2026-11-02"), "{}", shown(&app));
    app.input(&Input::Wheel(-1, 5, 5), Instant::now());
    assert!(chosen_row(&app).contains("2026-11-03"), "{}", shown(&app));
    app.input(&Input::Press(5, row - 1), Instant::now());
    settle(&mut app);
    assert!(shown(&app).contains("· review"), "{}", shown(&app));
}

#[test]
fn help_palette_and_footer_are_of_the_table() {
    let data = data("help");
    let mut app = open(&data, (80, 24));
    let last = shown(&app).lines().last().unwrap_or_default().to_owned();
    assert!(last.contains("Enter choose  Tab mark  C-o sort") && last.ends_with("? keys"), "{last}");
    keys(&mut app, "? d e l e t e");
    assert!(
        shown(&app).contains("Delete C-d") && shown(&app).contains("move games to the trash"),
        "{}",
        shown(&app)
    );
    keys(&mut app, "Esc : s t a t i s t i c s Enter");
    assert!(shown(&app).contains("of them unfinished"), "{}", shown(&app));
}

#[test]
fn the_times_of_a_game_are_a_graph_and_a_game_without_times_has_none() {
    let data = data("times");
    let timed = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/review/sanctuary.pgn");
    fs::copy(timed, data.0.join("data/games/a.pgn")).expect("room");
    let graph = |words: &str, size| {
        let mut app = open(&data, size);
        write(&mut app, words);
        let shown = shown(&app);
        assert!(shown.contains("1 of 8 games"), "{shown}");
        shown.lines().find(|line| line.contains("up to ")).map(str::to_owned)
    };
    for size in [(80, 24), (120, 40), (200, 60)] {
        let line = graph("ann computer", size).expect("the game has times");
        assert!(line.contains("time ") && line.contains('█') && line.contains("up to 0:"), "{line}");
        assert_eq!(graph("jörg", size), None);
    }
    // Below the list there is no room for it.
    assert_eq!(graph("ann computer", (40, 20)), None);
}

#[test]
fn without_a_home_or_games_it_says_so() {
    let mut app = opened(bare_world("classic", "256", "unicode", (80, 24)));
    assert!(shown(&app).contains("No home folder was found"), "{}", shown(&app));
    keys(&mut app, "Delete C-e C-g C-n Enter Tab C-t End");
    let empty = Data::empty("library");
    let app = {
        let mut app = open(&empty, (80, 24));
        settle(&mut app);
        app
    };
    assert!(shown(&app).contains("No games yet"), "{}", shown(&app));
}

#[test]
fn a_file_that_cannot_be_read_is_told() {
    let data = data("broken");
    fs::write(data.0.join("data/games/broken.journal"), "nonsense").expect("room");
    let mut app = open(&data, (80, 24));
    settle(&mut app);
    let told = shown(&app).split_whitespace().collect::<String>();
    assert!(told.contains("broken.journal") && shown(&app).contains("7 games"), "{}", shown(&app));
}

fn drawn(data: &Data, size: (u16, u16), glyphs: &str, names: &str) -> Buffer {
    let mut world = world(data, size, glyphs);
    world.theme = Theme::chart();
    let mut app = opened(world);
    keys(&mut app, names);
    frame(&app, size)
}

#[test]
fn frames_are_as_they_were() {
    let data = data("frames");
    let mut wrong = String::new();
    for size in [(80, 24), (120, 40), (200, 60), (40, 20), (40, 12)] {
        for (name, glyphs, names) in [
            ("library", "unicode", "Down Down Down Down Tab Up"),
            ("library-ascii", "ascii", "Down"),
            ("library-export", "unicode", "Down C-e"),
            ("library-statistics", "unicode", "C-p"),
        ] {
            wrong += &crate::chart::changes(name, &drawn(&data, size, glyphs, names));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_window_is_survived_and_ascii_has_nothing_else() {
    let data = data("windows");
    for columns in (20..130).step_by(9) {
        for rows in (8..46).step_by(5) {
            for names in ["", "Down C-e", "C-p"] {
                let shown = text(&drawn(&data, (columns, rows), "ascii", names));
                // What people are called is shown as well as it can be.
                let other: String = shown.chars().filter(|letter| !letter.is_ascii()).collect();
                assert_eq!(other, "", "{columns}x{rows}\n{shown}");
            }
        }
    }
}
