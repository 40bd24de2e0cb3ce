//! The key bar and the help of many screens in many states: every key that is shown does something there, by key and by a
//! press of the mouse, and every row of the help does.

use std::path::PathBuf;

use heterodox::cli::picture::{bare_world, frame, press, scripted};
use heterodox::config::{GlyphSet, PieceSetting};
use heterodox::games::{Registry, built_in};
use heterodox::session::setup::{MatchSetup, SeatKind, Start};
use heterodox::tui::action::{ACTIONS, Action};
use heterodox::tui::app::App;
use heterodox::tui::pressed::keys_of;
use heterodox::tui::screen::possible;
use heterodox::tui::screens::review::Review;
use ratatui::buffer::Buffer;

use super::app::{click, keys, shown};
use super::menus::app;

const SIZE: (u16, u16) = (120, 40);

/// A screen in a state.
pub(crate) struct State<'a> {
    pub(crate) name: &'static str,
    pub(crate) open: &'a dyn Fn() -> App,
}

/// What a user can notice of the program.
#[derive(PartialEq, Debug)]
struct Seen {
    frame: Option<Buffer>,
    requests: usize,
    mouse: bool,
    glyphs: GlyphSet,
    pieces: PieceSetting,
}

fn seen(app: &App) -> Seen {
    let is_there = !app.over();
    Seen {
        frame: is_there.then(|| frame(app, app.world.facts.size)),
        requests: app.world.requests.len(),
        mouse: app.world.mouse,
        glyphs: app.world.glyphs.name,
        pieces: app.world.client.config.look.pieces,
    }
}

/// Does the program do something? From an end of a list or of a board, some keys do only after another one.
fn does(open: &dyn Fn() -> App, act: &dyn Fn(&mut App)) -> bool {
    let before: &[&[Action]] = &[
        &[],
        &[Action::Down],
        &[Action::Up],
        &[Action::Right],
        &[Action::Left],
        &[Action::Last],
        &[Action::LevelUp],
        &[Action::LevelDown],
    ];
    before.iter().any(|first| {
        let mut app = open();
        for &action in *first {
            app.act(action);
        }
        let was = seen(&app);
        act(&mut app);
        seen(&app) != was
    })
}

/// The keys that a state shows and that do nothing.
pub(crate) fn idle_keys(State { name, open }: &State<'_>) -> Vec<String> {
    let app = open();
    let drawn = keys_of(app.top().expect("a screen"), &app.world);
    assert!(!drawn.is_empty(), "{name} shows no keys:\n{}", shown(&app));
    // A press is the key, so both are tried at once.
    let idle = drawn.into_iter().filter(|(place, _)| !does(open, &|app| click(app, (place.x, place.y))));
    idle.map(|(_, stroke)| format!("{name}: {stroke} is shown and does nothing\n{}", shown(&app))).collect()
}

/// The rows of the help of a state that do nothing.
pub(crate) fn idle_rows(State { name, open }: &State<'_>) -> Vec<String> {
    let app = open();
    let top = app.top().expect("a screen");
    let context = top.context();
    let rows =
        ACTIONS.iter().filter(|row| row.contexts.contains(&context) && possible(top, row.action, &app.world));
    let idle = rows.filter(|row| !does(open, &|app| app.act(row.action)));
    idle.map(|row| format!("{name}: \"{}\" is in the help and does nothing", row.title)).collect()
}

pub(crate) fn check(states: &[State<'_>]) {
    let faults: Vec<String> =
        states.iter().flat_map(|state| [idle_keys(state), idle_rows(state)].concat()).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn game(name: &str, seats: &[SeatKind], fen: Option<&str>, moves: &str, names: &str) -> App {
    let mut setup = MatchSetup::against_computer(built_in(name).expect("a game"), 1);
    for (seat, kind) in setup.seats.iter_mut().zip(seats.iter().cycle()) {
        seat.clone_from(kind);
    }
    setup.start = fen.map_or(Start::Usual, |fen| Start::Fen(fen.to_owned()));
    scripted(Some(setup), bare_world("classic", "true", "unicode", SIZE), moves, names).expect("a game")
}

fn people(name: &str, moves: &str, names: &str) -> App {
    game(name, &[SeatKind::Human(String::new())], None, moves, names)
}

fn review(file: &str, names: &str) -> App {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/review").join(file);
    let review = Review::open(&path, 1, &Registry::default()).expect("a game");
    let mut app = App::new(bare_world("classic", "true", "unicode", SIZE), vec![Box::new(review)]);
    press(&mut app, names).expect("keys");
    app
}

/// A game that White wins.
const WON: &str = "d1e3 d8e6 e3a7 e6a2 a7b8 a2c4 a1a8";

#[test]
fn what_menus_show_works() {
    let menu = |names: &'static str| move || app(SIZE, names);
    check(&[
        State { name: "home", open: &menu("") },
        State { name: "home, a card", open: &menu("Right") },
        State { name: "new game", open: &menu("Enter") },
        State { name: "new game, a seat", open: &menu("Enter Down Down Down") },
        State { name: "rules", open: &menu("Down Down Enter") },
        State { name: "pages", open: &menu("Down Down Enter Enter PgDn") },
        State { name: "settings", open: &menu("Down Down Down Enter") },
        State { name: "settings, keys", open: &menu("Down Down Down Enter End") },
        State { name: "bindings", open: &menu("Down Down Down Enter End Enter") },
        State { name: "courses", open: &menu("Down Down Down Down Enter") },
        State { name: "steps", open: &menu("Down Down Down Down Enter Enter") },
        State { name: "puzzles", open: &menu("Down Down Down Down Down Enter") },
        State { name: "puzzles, none of one's own", open: &menu("Down Down Down Down Down Enter Down Down") },
    ]);
}

#[test]
fn what_boards_show_works() {
    let menu = |names: &'static str| move || app(SIZE, names);
    check(&[
        State { name: "own turn", open: &|| people("holywar", "", "") },
        State { name: "after a move", open: &|| people("sanctuary", "e2e4 e7e5", "") },
        State { name: "a piece is picked", open: &|| people("sanctuary", "e2e4 e7e5", "g f 1 Enter") },
        State { name: "explained", open: &|| people("sanctuary", "", "g b 1 i") },
        State { name: "looking back", open: &|| people("sanctuary", "e2e4 e7e5", "b") },
        State { name: "three levels", open: &|| people("armies", "", "") },
        State { name: "the end", open: &|| people("sanctuary", WON, "") },
        State { name: "the end, looking back", open: &|| people("sanctuary", WON, "b") },
        State { name: "explorer", open: &|| people("sanctuary", "", "g d 1 I") },
        State { name: "explorer, nothing shown", open: &|| people("sanctuary", "", "g d 1 I Esc") },
        State { name: "lesson", open: &menu("Down Down Down Down Enter Enter Down Enter") },
        State { name: "puzzle", open: &menu("Down Down Down Down Down Enter Enter") },
        State { name: "puzzle, solution", open: &menu("Down Down Down Down Down Enter Enter A") },
    ]);
}

#[test]
fn what_reviews_show_works() {
    check(&[
        State { name: "review", open: &|| review("sanctuary.pgn", "") },
        State { name: "review, a variation", open: &|| review("sanctuary.pgn", "Right Down Right") },
        State { name: "review, end", open: &|| review("holywar.pgn", "End") },
        State { name: "review, on the board", open: &|| review("sanctuary.pgn", "Right Enter") },
    ]);
}

/// The words of the row of keys.
fn bar(app: &App) -> String {
    shown(app).lines().last().unwrap_or_default().trim().to_owned()
}

#[test]
fn the_bar_names_what_the_keys_do_now() {
    // After the end both the panel and the row say what N does.
    let over = people("sanctuary", WON, "");
    assert!(shown(&over).contains("N rematch") && !shown(&over).contains("N restart"), "{}", shown(&over));
    let mut board = people("sanctuary", "e2e4", "a");
    assert!(!bar(&board).contains("a analysis"), "{}", bar(&board));
    keys(&mut board, "a g b 1 i");
    assert!(bar(&board).contains("I explore") && bar(&board).contains("i close"), "{}", bar(&board));
    keys(&mut board, "i");
    assert!(shown(&board).contains("Sanctuary") && !shown(&board).contains("Explorer"), "{}", shown(&board));
    assert!(bar(&board).contains("i piece"), "the second i closes what the first has opened: {}", bar(&board));
    keys(&mut board, "t");
    assert!(bar(&board).contains("t hide threats"), "{}", bar(&board));
    let mut analysed = review("sanctuary.pgn", "");
    assert!(bar(&analysed).contains("A analyse game"), "{}", bar(&analysed));
    keys(&mut analysed, "A");
    assert!(bar(&analysed).contains("A stop analysing"), "{}", bar(&analysed));
    let leaves = app(SIZE, "");
    assert!(bar(&leaves).contains("q quit"), "{}", bar(&leaves));
}

#[test]
fn a_solved_lesson_says_how_to_go_on() {
    let lesson = || app((120, 40), "Down Down Down Down Enter Down Down Enter Enter");
    let mut app = lesson();
    assert!(bar(&app).contains("Enter pick"), "{}", bar(&app));
    keys(&mut app, "m A x d 5 Enter");
    assert!(shown(&app).contains("Solved"), "{}", shown(&app));
    assert!(bar(&app).contains("Enter next step") && !bar(&app).contains("pick"), "{}", bar(&app));
    check(&[State {
        name: "lesson, solved",
        open: &|| {
            let mut app = lesson();
            keys(&mut app, "m A x d 5 Enter");
            app
        },
    }]);
}

#[test]
fn a_dialog_hides_the_keys_below_it() {
    for names in ["R", "?", ":", "Y"] {
        let app = people("sanctuary", "e2e4 e7e5", names);
        assert!(!bar(&app).contains("Enter pick") && !bar(&app).contains("? keys"), "{names}: {}", bar(&app));
    }
    let over = people("sanctuary", WON, "?");
    assert!(!shown(&over).contains("N rematch"), "{}", shown(&over));
    // When it is closed they are there again.
    assert!(bar(&people("sanctuary", "e2e4 e7e5", "R n")).contains("Enter pick"));
}

#[test]
fn the_keys_of_a_field_are_pressed_too() {
    let mut app = people("sanctuary", "", "m e 2 e 4");
    let at = super::app::place(&app, "play");
    click(&mut app, at);
    assert!(shown(&app).contains("Black to move"), "{}", shown(&app));
    let mut form = super::menus::app(SIZE, "Enter Down Down Down Enter");
    assert!(bar(&form).starts_with("Enter take it"), "{}", bar(&form));
    let at = super::app::place(&form, "cancel");
    click(&mut form, at);
    assert!(bar(&form).contains("Enter type"), "{}", bar(&form));
}

#[test]
fn a_row_that_cannot_be_chosen_keeps_the_bar_of_the_selection() {
    let mut app = app(SIZE, "Down Down Down Down Down Enter Down Down");
    assert!(super::app::chosen_row(&app).starts_with("From your games"), "{}", shown(&app));
    assert!(!bar(&app).contains("Enter choose"), "{}", bar(&app));
    keys(&mut app, "Enter");
    assert!(shown(&app).contains("no puzzles of your own yet"), "the key says why: {}", shown(&app));
}

#[test]
fn only_a_host_that_can_suspend_offers_it() {
    let help = |can: bool| {
        let mut world = bare_world("classic", "true", "unicode", SIZE);
        world.facts.can_suspend = can;
        scripted(None, world, "", "? s u s p").expect("keys")
    };
    assert!(shown(&help(true)).contains("suspend"));
    assert!(shown(&help(false)).contains("no command matches"), "{}", shown(&help(false)));
    let mut app = help(false);
    keys(&mut app, "Esc C-z");
    assert!(app.world.requests.is_empty());
    assert!(shown(&app).contains("cannot be suspended"), "{}", shown(&app));
}
