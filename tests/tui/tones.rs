//! Colour means something: red refuses or warns, and nothing else is red. Hints, what is done and what people say have
//! colours of their own, and names stand beside the colour of their pieces.

use heterodox::cli::picture::{bare_world, frame, scripted};
use heterodox::games::built_in;
use heterodox::paths::Paths;
use heterodox::paths::files::Files;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::screens::home::Home;
use heterodox::tui::theme::{Role, Theme};

use crate::app::{chosen_row, keys, place, shown, wait};
use crate::folder::Folder;

const SIZE: (u16, u16) = (120, 40);
const SIZES: [(u16, u16); 3] = [(80, 24), SIZE, (200, 60)];

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
pub(crate) fn role(app: &App, words: &str) -> Role {
    let at = place(app, words);
    let buffer = frame(app, app.world.facts.size);
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

/// The first screen in a window of this size, with a folder of its own, and these keys pressed.
fn client(home: &Folder, size: (u16, u16), names: &str) -> App {
    let mut world = bare_world("slate", "true", "unicode", size);
    world.theme = Theme::chart();
    world.client.paths = Some(Paths {
        config_file: home.path().join("config.toml"),
        themes_dir: home.path().join("themes"),
        data_dir: home.path().to_owned(),
    });
    let screen = Home::new(&world);
    let mut app = App::new(world, vec![Box::new(screen)]);
    keys(&mut app, names);
    app
}

/// Goes to a row of a list that begins so.
fn go_to(app: &mut App, row: &str) {
    keys(app, "Home");
    for _ in 0..60 {
        if chosen_row(app).starts_with(row) {
            return;
        }
        keys(app, "Down");
    }
    panic!("no {row} in\n{}", shown(app));
}

#[test]
fn lists_and_forms_warn_only_of_what_is_refused() {
    let home = Folder::new("tones-lists");
    for size in SIZES {
        let mut app = client(&home, size, "v");
        assert_eq!(role(&app, "Character set: "), Role::Notice);
        keys(&mut app, "v v");
        for (row, pressed, words, wanted) in [
            ("Saved games", "C-r", "Nothing has been deleted", Role::Warning),
            ("New game", "Down Down Enter x / y Enter", "field: expected 6", Role::Warning),
            ("Settings", "v", "Character set: ", Role::Notice),
        ] {
            go_to(&mut app, row);
            keys(&mut app, "Enter");
            keys(&mut app, pressed);
            assert_eq!(role(&app, words), wanted, "{row}:\n{}", shown(&app));
            while !shown(&app).contains("Quit") {
                keys(&mut app, "Esc");
            }
        }
    }
}

#[test]
fn what_was_shared_or_saved_is_told_and_no_warning() {
    let mut app = people("", "Y f");
    assert_eq!(role(&app, "The position was sent"), Role::Notice);
    // A guest has no files.
    app.world.client.files = Files::None;
    keys(&mut app, "Y s");
    assert_eq!(role(&app, "Not saved: "), Role::Warning);
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
