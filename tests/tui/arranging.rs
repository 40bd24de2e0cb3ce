//! Holywar begins with drops: the rest of a reserve can be left to the program.

use heterodox::cli::picture::{bare_world, scripted};
use heterodox::games::built_in;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;

use crate::app::{keys, shown, wait};

fn game(id: &str, size: (u16, u16), red: SeatKind, moves: &str) -> App {
    let mut setup = MatchSetup::against_computer(built_in(id).expect("a game"), 1);
    setup.seats = vec![SeatKind::Human(String::new()), red];
    scripted(Some(setup), bare_world("slate", "true", "unicode", size), moves, "").expect("a game")
}

fn human() -> SeatKind {
    SeatKind::Human(String::new())
}

fn footer(app: &App) -> String {
    shown(app).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn the_key_is_shown_while_it_applies() {
    for size in [(40, 12), (80, 24), (120, 40)] {
        let app = game("holywar", size, human(), "");
        assert!(size.0 < 80 || footer(&app).contains("G set up for me"), "{size:?}: {}", footer(&app));
    }
    let dropped = "K@d2 K@d7 L@a1 L@a8 C@b2 C@b7 C@c2 C@c7 B@e2 B@e7 B@f2 B@f7 S@g2 S@g7 S@h1 S@h8";
    for mut app in [game("holywar", (120, 40), human(), dropped), game("sanctuary", (120, 40), human(), "")] {
        assert!(!footer(&app).contains("set up for me"), "{}", footer(&app));
        keys(&mut app, "G");
        assert!(shown(&app).contains("You have no pieces to set up now."), "{}", shown(&app));
    }
}

#[test]
fn a_player_and_the_computer_come_to_the_first_move() {
    let mut app = game("holywar", (120, 40), SeatKind::Computer(1), "");
    keys(&mut app, "G");
    wait(&mut app, "move 9", true);
    wait(&mut app, "White to move", true);
    let text = shown(&app);
    assert!(!footer(&app).contains("set up for me") && text.contains("piece"), "{text}");
}

/// With two people each decides for their own side, and what was taken back is not dropped again.
#[test]
fn only_the_own_reserve_is_dropped() {
    let mut app = game("holywar", (120, 40), human(), "");
    keys(&mut app, "G");
    assert!(shown(&app).contains("Red to drop") || shown(&app).contains("Red to move"), "{}", shown(&app));
    for _ in 0..8 {
        // Red drops what its cursor offers, and White's next piece follows.
        let before = shown(&app);
        keys(&mut app, "Enter Enter");
        assert_ne!(shown(&app), before);
    }
    wait(&mut app, "White to move", true);
    let mut app = game("holywar", (120, 40), human(), "");
    keys(&mut app, "G u");
    let text = shown(&app);
    assert!(text.contains("White to drop") || text.contains("White to move"), "{text}");
    assert!(footer(&app).contains("set up for me"), "{text}");
}
