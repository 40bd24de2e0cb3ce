//! Text fields of all screens: a Backspace too many and a text that is refused leave them open, so that the letters after
//! that are text and no commands.

use std::path::PathBuf;

use heterodox::cli::picture::{bare_world, scripted};
use heterodox::games::Registry;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::screens::review::Review;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::app::{keys, shown};
use super::menus::{app, home};

/// Is a text typed? The cursor of the terminal is in the field then.
fn types(app: &App) -> bool {
    let (columns, rows) = app.world.facts.size;
    app.draw(&mut Buffer::empty(Rect::new(0, 0, columns, rows))).is_some()
}

fn game(name: &str) -> App {
    let mut setup = MatchSetup::against_computer(Registry::default().find(name).expect("a game"), 1);
    setup.seats.iter_mut().for_each(|seat| *seat = SeatKind::Human(String::new()));
    scripted(Some(setup), bare_world("classic", "256", "unicode", (80, 24)), "", "").expect("it begins")
}

fn review() -> App {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/review/sanctuary.pgn");
    let review = Review::open(&path, 1, &Registry::default()).expect("a game");
    App::new(bare_world("classic", "256", "unicode", (80, 24)), vec![Box::new(review)])
}

fn menu() -> App {
    app((80, 24), "")
}

fn board() -> App {
    game("sanctuary")
}

/// How a field is opened, and a text in it that is refused, if it refuses any.
type Case = (&'static str, fn() -> App, &'static str, Option<&'static str>);

const CASES: &[Case] = &[
    ("a move", board, "m", Some("q q")),
    ("a square", board, "g", Some("q q")),
    ("a file of a game", board, "W C-u", Some("/ q / q / q")),
    ("a move in a review", review, "m", Some("q q")),
    ("a move number", review, "G", Some("q")),
    ("a mark", review, "Right !", Some("q")),
    ("a comment", review, ";", None),
    ("a file of a review", review, "W C-u", Some("/ q / q / q")),
    ("the search of a page", menu, "Down Down Enter Enter /", Some("q q q q q")),
    ("a value of the settings", menu, "Down Down Down Enter Enter", Some("q q")),
    ("a seat", menu, "Enter Down Down Down Enter", Some("c o m p u t e r : q")),
    ("a clock", menu, "Enter Down Down Down Down Down Enter", Some("q q")),
    ("a move in a lesson", menu, "Down Down Down Down Enter Enter Down Enter m", Some("q q")),
    ("a square in the explorer", board, "I g", Some("q q")),
    ("the filter of the help", board, "?", None),
];

#[test]
fn a_backspace_too_many_leaves_a_field_open() {
    for (name, open, to, _) in CASES {
        let mut app = open();
        keys(&mut app, to);
        assert!(types(&app), "{name}:\n{}", shown(&app));
        keys(&mut app, "C-u Backspace Backspace q");
        assert!(types(&app), "{name}: q is a letter of the text:\n{}", shown(&app));
    }
}

#[test]
fn a_refused_text_stays_in_its_field() {
    for (name, open, to, refused) in CASES {
        let Some(refused) = refused else { continue };
        let mut app = open();
        keys(&mut app, to);
        keys(&mut app, refused);
        keys(&mut app, "Enter");
        assert!(types(&app), "{name}:\n{}", shown(&app));
        let text: String = refused.split(' ').collect();
        assert!(shown(&app).contains(&text), "{name}:\n{}", shown(&app));
    }
}

#[test]
fn the_reason_of_a_refusal_leaves_a_board_with_the_text() {
    let refusals =
        [("a square", "g q q Enter", "There is no square"), ("a file", "W C-u / q / q / q Enter", "/q/q/q")];
    for (name, refused, reason) in refusals {
        let mut app = board();
        keys(&mut app, refused);
        assert!(shown(&app).contains(reason), "{name}:\n{}", shown(&app));
        keys(&mut app, "Esc");
        assert!(!types(&app) && !shown(&app).contains(reason), "{name}:\n{}", shown(&app));
    }
}

#[test]
fn a_refused_key_is_asked_for_again() {
    let (_folder, world) = home("refused-key", None);
    let mut app = scripted(None, world, "", "Down Down Down Enter End Enter Enter").expect("keys");
    keys(&mut app, "Down");
    assert!(shown(&app).contains("already used"), "{}", shown(&app));
    keys(&mut app, "q");
    assert!(shown(&app).contains("Key bindings"), "q is an answer and leaves nothing:\n{}", shown(&app));
}
