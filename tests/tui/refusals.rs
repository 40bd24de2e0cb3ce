//! What cannot be done: it is not asked for, and the key says why.

use crate::app::{give, keys, shown};
use heterodox::cli::picture::{bare_world, scripted};
use heterodox::games::GAMES;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::input::Input;
use heterodox::tui::world::World;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

fn world(size: (u16, u16)) -> World {
    bare_world("classic", "256", "unicode", size)
}

/// Sanctuary between two people.
fn setup() -> MatchSetup {
    let mut setup = MatchSetup::against_computer(GAMES[2], 3);
    setup.seats.fill(SeatKind::Human(String::new()));
    setup
}

/// Each of these keys is answered with these words, and with nothing else.
fn told(app: &mut App, answers: &[(&str, &str)]) {
    for (key, why) in answers {
        keys(app, key);
        assert!(shown(app).contains(why), "{key}, {why}:\n{}", shown(app));
    }
}

#[test]
fn a_key_that_does_nothing_says_why() {
    let mut setup = setup();
    let mut app = scripted(Some(setup.clone()), world((120, 40)), "", "").expect("a game");
    let board = [
        ("u", "no move to take back"),
        ("U", "No move was taken back"),
        ("b", "No moves have been played"),
        ("w", "the current position"),
        ("o", "No moves have been played"),
        ("!", "No computer is thinking"),
        ("D", "No moves have been played"),
        ("x", "only when computers play each other"),
        ("T", "No player has stopped"),
        (",", "only one level"),
        ("1", "piece number 1 in reserve"),
    ];
    told(&mut app, &board);
    keys(&mut app, "i");
    assert!(shown(&app).contains("of White:"), "{}", shown(&app));
    keys(&mut app, "Esc");
    assert!(!shown(&app).contains("of White:"), "{}", shown(&app));
    setup.takebacks = false;
    app = scripted(Some(setup), world((120, 40)), "d1e3", "").expect("a game");
    told(&mut app, &[("u", "cannot be taken back")]);
    keys(&mut app, "V");
    let review = [
        ("Right", "the last move"),
        ("Down", "no other variation"),
        ("Tab", "no variations after"),
        ("X", "no captures before"),
        ("c", "no checks after"),
        ("y", "No mistakes are marked before"),
        ("u", "nothing to undo"),
        ("U", "nothing to redo"),
        ("P", "in the main line"),
        ("O", "not been analysed"),
        ("s", "has no file yet"),
        ("+", "Autoplay is off"),
    ];
    told(&mut app, &review);
    keys(&mut app, "Left");
    for nothing in ["d", "!"] {
        told(&mut app, &[("Left", "the start of the game"), (nothing, "There is no move here")]);
    }
}

#[test]
fn a_pasted_move_that_cannot_be_played_yet_stays_in_its_field() {
    let mut setup = MatchSetup::against_computer(GAMES[2], 3);
    setup.seats.fill(SeatKind::Computer(10));
    let mut app = scripted(Some(setup), world((80, 24)), "", "x").expect("a game");
    give(&mut app, &Input::Paste("d1e3".to_owned()));
    keys(&mut app, "Enter");
    let text = shown(&app);
    assert!(text.contains("but the game is paused") && text.contains("move: d1e3"), "{text}");
    keys(&mut app, "Esc");
    assert!(!shown(&app).contains("move: d1e3"), "{}", shown(&app));
}

#[test]
fn nothing_is_asked_of_a_game_that_is_over() {
    let over = "d1e3 d8e6 e3a7 e6a2 a7b8 a2c4 a1a8";
    let setup = setup();
    let mut given_up = scripted(Some(setup.clone()), world((80, 24)), "", "m z z Enter").expect("a game");
    assert!(shown(&given_up).contains("\"zz\" is not a move"), "{}", shown(&given_up));
    keys(&mut given_up, "Esc R y");
    let end = shown(&given_up);
    assert!(end.contains("White resigned.") && !end.contains("is not a move"), "only the end is told:\n{end}");
    let mut app = scripted(Some(setup), world((80, 24)), over, "").expect("a game");
    for key in ["H", "R", "D"] {
        keys(&mut app, "Esc");
        let before = shown(&app);
        keys(&mut app, key);
        assert_eq!(shown(&app).replace(" The game is over.", ""), before, "{key}");
    }
    keys(&mut app, "V End");
    told(
        &mut app,
        &[("p", "is over here"), ("}", "the last game of the file"), ("{", "the first game of the file")],
    );
}

/// A long refusal moves the field up by a row, and the cursor goes with it.
#[test]
fn the_cursor_stays_behind_what_is_typed() {
    let mut setup = MatchSetup::against_computer(GAMES[3], 1);
    setup.seats.fill(SeatKind::Human(String::new()));
    for width in [80, 100, 120, 200] {
        let mut app = scripted(Some(setup.clone()), world((width, 40)), "", "").expect("a game");
        keys(&mut app, "m P s b 1 Enter");
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, 40));
        let cursor = app.draw(&mut buffer).expect("a field");
        let text = shown(&app);
        let rows: Vec<&str> = text.lines().collect();
        let field = rows.iter().position(|row| row.contains("move: Psb1")).expect("the field");
        assert!(rows[field + 1].contains("No Pawn goes to sb1"), "{text}");
        assert_eq!(usize::from(cursor.y), field, "{width} columns:\n{text}");
    }
}
