//! Games in which captured pieces go to the hand of whoever took them.

use heterodox::cli::picture::{bare_world, scripted};
use heterodox::games::shelf;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;

use crate::app::{keys, shown};

/// White has dropped a Pawn on b7, and can take the Rook with it.
fn crazyhouse() -> App {
    let mut setup = MatchSetup::against_computer(shelf::named("crazyhouse").expect("a game").game(), 3);
    setup.seats.fill(SeatKind::Human(String::new()));
    let moves = "e2e4 a7a6 d1h5 a6a5 b1c3 a5a4 f1b5 a4a3 b2a3 b7b6 h5d5 c7c6 P@b7 c6c5";
    scripted(Some(setup), bare_world("slate", "true", "unicode", (80, 24)), moves, "").expect("a game")
}

#[test]
fn all_that_a_pawn_becomes_is_read_in_a_small_window() {
    let mut app = crazyhouse();
    keys(&mut app, "g b 7 Enter g a 8 Enter");
    assert!(shown(&app).contains("‹Queen› Rook  Bishop  Knight"), "{}", shown(&app));
}

#[test]
fn what_goes_to_the_hand_is_not_shown_once_more() {
    let mut app = crazyhouse();
    keys(&mut app, "g b 7 Enter g a 8 Enter Enter");
    assert!(shown(&app).contains("reserve  R"), "{}", shown(&app));
    assert!(!shown(&app).contains("taken"), "{}", shown(&app));
}
