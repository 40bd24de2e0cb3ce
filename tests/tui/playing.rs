//! The screen of a game: the strips of the seats, the list of moves, the end.

use crate::app::{click, keys, place, shown};
use heterodox::cli::picture::{bare_world, scripted};
use heterodox::games::built_in;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;

const OVER: &str = "d1e3 d8e6 e3a7 e6a2 a7b8 a2c4 a1a8";

fn sanctuary(size: (u16, u16), moves: &str, glyphs: &str, black: SeatKind) -> App {
    let mut setup = MatchSetup::against_computer(built_in("sanctuary").expect("a game"), 3);
    setup.seats = vec![SeatKind::Human(String::new()), black];
    scripted(Some(setup), bare_world("classic", "256", glyphs, size), moves, "").expect("a game")
}

fn people(size: (u16, u16), moves: &str) -> App {
    sanctuary(size, moves, "unicode", SeatKind::Human(String::new()))
}

/// The row of a text.
fn row(app: &App, text: &str) -> u16 {
    place(app, text).1
}

#[test]
fn both_seats_are_next_to_the_board_and_stay_there() {
    for size in [(80, 24), (120, 40), (200, 60), (300, 100), (64, 60)] {
        let start = people(size, "");
        let later = people(size, "d1e3 d8e6 e3a7 e6a2");
        for app in [&start, &later] {
            let text = shown(app);
            let columns = |line: &str| line.trim_start().starts_with("a  ") && line.contains("  h");
            let coordinates = text.lines().position(columns).expect("the coordinates") as u16;
            assert_eq!(row(app, "White · human"), coordinates + 1, "{size:?}\n{}", shown(app));
        }
        for name in ["White · human", "Black · human"] {
            assert_eq!(place(&start, name), place(&later, name), "{size:?}");
        }
        assert!(shown(&later).contains("taken P"), "{size:?}\n{}", shown(&later));
    }
}

#[test]
fn a_click_on_a_move_shows_it() {
    let mut app = people((120, 40), "e2e4 e7e5 g1f3");
    let at = place(&app, "e5  ");
    click(&mut app, at);
    assert!(shown(&app).contains("Black: e5") && shown(&app).contains("2 of 3"), "{}", shown(&app));
    let at = place(&app, "Nf3");
    click(&mut app, at);
    assert!(!shown(&app).contains("2 of 3"), "{}", shown(&app));
}

#[test]
fn the_end_says_who_won_and_goes_on_with_one_key() {
    let mut app = sanctuary((120, 40), OVER, "unicode", SeatKind::Human(String::new()));
    let large = shown(&app);
    for text in ["The end", "█▟▙█", "two safe pieces", "N rematch", "V review", "Y share"] {
        assert!(large.contains(text), "{text}\n{large}");
    }
    assert!(!large.contains("other side") && !large.contains("next level"), "{large}");
    keys(&mut app, "N");
    assert!(!shown(&app).contains("The end") && shown(&app).contains("White to move"), "{}", shown(&app));
    let ascii = shown(&sanctuary((120, 40), OVER, "ascii", SeatKind::Human(String::new())));
    assert!(ascii.contains("White wins") && ascii.is_ascii(), "{ascii}");
}

#[test]
fn after_a_loss_the_other_side_or_the_next_level_is_a_key_away() {
    let leave = |app: &mut App| keys(app, "R y");
    let mut app = sanctuary((120, 40), "", "unicode", SeatKind::Computer(3));
    keys(&mut app, "O");
    assert!(shown(&app).contains("The game is not over"), "{}", shown(&app));
    leave(&mut app);
    for text in ["resigned", "O other side", "L next level"] {
        assert!(shown(&app).contains(text), "{text}\n{}", shown(&app));
    }
    keys(&mut app, "L");
    assert!(shown(&app).contains("Black · computer 4"), "{}", shown(&app));
    leave(&mut app);
    keys(&mut app, "O");
    assert!(shown(&app).contains("White · computer 4"), "{}", shown(&app));
}
