//! What cannot be done: it is not asked for, and the key says why.

#[path = "support/app.rs"]
mod app;

use app::{keys, shown};
use heterodox::cli::picture::{bare_world, scripted};
use heterodox::games::GAMES;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::world::World;

fn world(size: (u16, u16)) -> World {
    bare_world("classic", "256", "unicode", size)
}

/// Sanctuary between two people.
fn setup() -> MatchSetup {
    let mut setup = MatchSetup::against_computer(GAMES[2].spec().id, 3).expect("a game");
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
        ("u", "nothing to take back"),
        ("U", "Nothing was taken back"),
        ("b", "No move has been made"),
        ("w", "the position now"),
        ("o", "No move has been made"),
        ("!", "No computer is thinking"),
        ("D", "No move has been made"),
        ("x", "Only computers among themselves"),
        ("T", "Nobody has stopped"),
        (",", "one level only"),
        ("1", "the number 1 in reserve"),
    ];
    told(&mut app, &board);
    keys(&mut app, "i");
    assert!(shown(&app).contains("of White:"), "{}", shown(&app));
    keys(&mut app, "Esc");
    assert!(!shown(&app).contains("of White:"), "{}", shown(&app));
    setup.takebacks = false;
    app = scripted(Some(setup), world((120, 40)), "d1e3", "").expect("a game");
    told(&mut app, &[("u", "no move is taken back")]);
    keys(&mut app, "V");
    let review = [
        ("Right", "No move comes after"),
        ("Down", "No other move"),
        ("Tab", "No variation comes after"),
        ("X", "No capture comes before"),
        ("c", "No check comes after"),
        ("y", "No mistake is marked before"),
        ("u", "Nothing was changed"),
        ("U", "No change was undone"),
        ("P", "the main line"),
        ("O", "not looked at the whole game"),
        ("s", "came from no file"),
        ("+", "not playing by itself"),
    ];
    told(&mut app, &review);
    keys(&mut app, "Left");
    for nothing in ["d", "!"] {
        told(&mut app, &[("Left", "begins here"), (nothing, "No move has been made")]);
    }
}

#[test]
fn nothing_is_asked_of_a_game_that_is_over() {
    let over = "d1e3 d8e6 e3a7 e6a2 a7b8 a2c4 a1a8";
    let setup = setup();
    let mut given_up = scripted(Some(setup.clone()), world((80, 24)), "", "m z z Enter Esc").expect("a game");
    assert!(shown(&given_up).contains("\"zz\" is no move"), "{}", shown(&given_up));
    keys(&mut given_up, "R y");
    assert!(shown(&given_up).contains("White 0, Black 1."), "only the end is told:\n{}", shown(&given_up));
    let mut app = scripted(Some(setup), world((80, 24)), over, "").expect("a game");
    for key in ["H", "R", "D"] {
        keys(&mut app, "Esc");
        let before = shown(&app);
        keys(&mut app, key);
        assert_eq!(shown(&app), before.replace("White 1, Black 0.", "The game is over."), "{key}");
    }
    keys(&mut app, "V End");
    told(&mut app, &[("p", "is over here"), ("}", "comes after this one"), ("{", "comes before this one")]);
}
