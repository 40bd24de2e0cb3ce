//! Colour means something: red refuses or warns, and nothing else is red. Hints, what is done and what people say have
//! colours of their own, and names stand beside the colour of their pieces.

use heterodox::cli::picture::{bare_world, frame, scripted};
use heterodox::games::built_in;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::theme::{Role, Theme};

use crate::app::{keys, place, shown, wait};

const SIZE: (u16, u16) = (120, 40);

fn app(game: &str, seat: &SeatKind, moves: &str, pressed: &str) -> App {
    let mut setup = MatchSetup::against_computer(built_in(game).expect("a game"), 1);
    setup.seats[1..].fill(seat.clone());
    let mut world = bare_world("slate", "true", "unicode", SIZE);
    world.theme = Theme::chart();
    scripted(Some(setup), world, moves, pressed).expect("a game")
}

fn people(moves: &str, pressed: &str) -> App {
    app("sanctuary", &SeatKind::Human("Ann".to_owned()), moves, pressed)
}

/// The role in which these words are shown.
#[track_caller]
fn role(app: &App, words: &str) -> Role {
    let at = place(app, words);
    let buffer = frame(app, SIZE);
    Theme::charted(buffer[at].fg).expect("a role")
}

#[test]
fn red_refuses_and_nothing_else() {
    for (app, words, wanted) in [
        (people("", "g e 1 Enter g e 7 Enter"), "The Swiss Guard does not go", Role::Warning),
        (people("", "v"), "Character set: ", Role::Notice),
        (people("e2e4 e7e5", "b b Enter"), "Back to the current move.", Role::Notice),
        (app("sanctuary", &SeatKind::Computer(1), "", "c"), "Coach o", Role::Notice),
    ] {
        assert_eq!(role(&app, words), wanted, "{words}:\n{}", shown(&app));
    }
}

#[test]
fn a_hint_is_advice() {
    let mut app = people("", "H");
    assert_eq!(role(&app, "Looking for a move"), Role::Notice);
    wait(&mut app, "Hint: ", true);
    assert_eq!(role(&app, "Hint: "), Role::Advice);
    // A refusal after it is one again.
    keys(&mut app, "g e 1 Enter g e 7 Enter");
    assert_eq!(role(&app, "The Swiss Guard does not go"), Role::Warning);
}

#[test]
fn the_end_is_no_warning() {
    let app = people("d1e3 d8e6 e3a7 e6a2 a7b8 a2c4 a1a8", "");
    let buffer = frame(&app, SIZE);
    let red: Vec<_> = buffer
        .area
        .positions()
        .filter(|&at| Theme::charted(buffer[at].fg) == Some(Role::Warning) && buffer[at].symbol() != " ")
        .collect();
    assert_eq!(red, [], "{}", shown(&app));
}

/// White may be called Black, and Red is pink.
#[test]
fn names_have_the_colour_of_their_pieces_beside_them() {
    for (game, names) in [
        ("sanctuary", [("White", Role::Piece1), ("Black", Role::Piece2)]),
        ("holywar", [("White", Role::Piece1), ("Red", Role::Army1)]),
    ] {
        let app = app(game, &SeatKind::Computer(1), "", "");
        let buffer = frame(&app, SIZE);
        for (name, army) in names {
            let (x, y) = place(&app, &format!("■ {name}"));
            assert_eq!(Theme::charted(buffer[(x, y)].fg), Some(army), "{name} of {game}");
        }
    }
    // Without colours it would say nothing.
    let plain = bare_world("slate", "none", "unicode", SIZE);
    let setup = MatchSetup::against_computer(built_in("sanctuary").expect("a game"), 1);
    let app = scripted(Some(setup), plain, "", "").expect("a game");
    assert!(!shown(&app).contains('■') && shown(&app).contains("  Black · computer 1"), "{}", shown(&app));
}
