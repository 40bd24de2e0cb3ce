//! The cards of the games on the first screen.

use heterodox::cli::picture::{frame, scripted};
use heterodox::config::PieceSetting;
use heterodox::games::{GAMES, Registry};
use heterodox::rules::variant::Opening;
use heterodox::tui::pieces::graphics::PLACEHOLDER;
use ratatui::layout::Rect;

use crate::app::shown;
use crate::menus::{app, press, world};

#[test]
fn games_are_cards_in_a_large_window_and_start_by_number() {
    for &size in &[(80, 24), (120, 40), (200, 60)] {
        let app = app(size, "");
        // The one nearest to chess is first.
        for (at, game) in Registry::default().easiest_first().into_iter().enumerate() {
            assert!(shown(&app).contains(&format!("{} {}", at + 1, game.spec().title)), "{}", shown(&app));
            let app = self::app(size, &format!("{}", at + 1));
            assert!(shown(&app).contains("computer 1"), "{size:?}\n{}", shown(&app));
        }
    }
    // From the list to the cards, among them, and back.
    for (keys, title) in [
        ("Right", "▌1 Sanctuary Chess"),
        ("Right Right", "▌2 Holywar"),
        ("Right Down", "▌3 Black Holes"),
        ("Right Down Right", "▌4 Armies of Faith 1"),
        ("Right Down Right Up Left", "▌1 Sanctuary Chess"),
        ("Right Left", "▌ New game"),
    ] {
        let app = app((120, 40), keys);
        assert!(shown(&app).contains(title), "{keys}\n{}", shown(&app));
    }
    // A press chooses a card, and a second one sets its game up.
    let mut app = app((120, 40), "");
    press(&mut app, "1 Sanctuary Chess");
    assert!(shown(&app).contains("▌1 Sanctuary Chess"), "{}", shown(&app));
    press(&mut app, "1 Sanctuary Chess");
    assert!(shown(&app).contains("‹ Sanctuary Chess ›"), "{}", shown(&app));
}

/// Where the terminal can draw pieces, the cards of the games show them drawn, at every rung.
#[test]
fn cards_show_drawn_pieces() {
    for (pieces, is_drawn) in [
        (PieceSetting::Quadrants, (|sign| "▘▝▖▗▚▞▛▜▙▟▀▄▌▐█".contains(sign)) as fn(char) -> bool),
        (PieceSetting::Sextants, |sign| ('\u{1fb00}'..='\u{1fb3b}').contains(&sign)),
        (PieceSetting::Pictures, |sign| sign == PLACEHOLDER),
    ] {
        for size in [(120, 40), (200, 60)] {
            let mut world = world(size);
            world.client.config.look.pieces = pieces;
            let app = scripted(None, world, "", "").expect("it begins");
            let buffer = frame(&app, size);
            let cards = [(41, 5), (size.0 / 2 + 21, 5), (41, size.1 / 2 + 3), (size.0 / 2 + 21, size.1 / 2 + 3)];
            for (x, y) in cards {
                let part = Rect::new(x, y, size.0 / 2 - 22, size.1 / 2 - 6);
                let drawn = part.positions().filter(|&at| buffer[at].symbol().chars().next().is_some_and(is_drawn));
                assert!(drawn.count() > 60, "{pieces:?} {size:?} {part:?}\n{}", shown(&app));
            }
        }
    }
}

/// The position on the card of a game is legal, and not one of its openings.
#[test]
fn cards_show_a_position_of_a_game_in_play() {
    for game in GAMES {
        let scene = game.spec().scene.expect("the built-in games have one");
        let position =
            game.begin(Opening::Fen(scene)).unwrap_or_else(|error| panic!("{}: {error}", game.spec().id));
        assert!(position.outcome().is_none() && !position.legal().is_empty() && position.round() > 3);
    }
}
