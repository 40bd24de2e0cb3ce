//! The screen of a game: the strips of the seats, the list of moves, the end.

use crate::app::{click, keys, place, shown, wait};
use heterodox::cli::picture::{bare_world, frame, scripted};
use heterodox::config::PieceSetting;
use heterodox::games::GAMES;
use heterodox::games::built_in;
use heterodox::session::setup::{MatchSetup, SeatKind};
use heterodox::tui::app::App;
use heterodox::tui::theme::{Role, Theme};

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
fn the_footer_names_the_keys_of_a_typed_move() {
    let mut app = people((80, 24), "");
    for (typed, told) in [
        // Tab is shown where it adds something.
        ("m", "Enter play  Esc cancel"),
        ("m G g", "Enter play  Tab complete  Esc cancel"),
        ("g", "Enter go there  Esc cancel"),
    ] {
        keys(&mut app, typed);
        let text = shown(&app);
        assert!(text.lines().last().is_some_and(|footer| footer.trim() == told), "{text}");
        keys(&mut app, "Esc");
    }
}

#[test]
fn a_click_on_a_move_shows_it() {
    let mut app = people((120, 40), "e2e4 e7e5 g1f3");
    let at = place(&app, "e5  ");
    click(&mut app, at);
    assert!(shown(&app).contains("Black: Pawn e7 to e5") && shown(&app).contains("2 of 3"), "{}", shown(&app));
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

/// A game of people with its pieces drawn.
fn drawn(id: &str, size: (u16, u16), moves: &str, style: PieceSetting) -> App {
    let game = GAMES.iter().find(|game| game.spec().id == id).expect("a game");
    let mut setup = MatchSetup::against_computer(*game, 3);
    setup.seats.fill(SeatKind::Human(String::new()));
    let mut world = bare_world("slate", "true", "unicode", size);
    world.client.config.look.pieces = style;
    scripted(Some(setup), world, moves, "").expect("a game")
}

/// How many characters of a row are parts of drawn pieces.
fn parts(app: &App, row: u16, from: u16) -> usize {
    let frame = frame(app, app.world.facts.size);
    let is_part = |symbol: &str| {
        symbol.chars().any(|letter| matches!(letter, '\u{2580}'..='\u{259f}' | '\u{1fb00}'..='\u{1fb3b}'))
    };
    (from..frame.area.right()).filter(|&x| is_part(frame[(x, row)].symbol())).count()
}

#[test]
fn reserve_and_taken_pieces_are_drawn_beside_the_board() {
    for size in [(80, 24), (120, 40), (200, 60)] {
        let mut app = drawn("holywar", size, "", PieceSetting::Sextants);
        // Each of the five kinds has its letter.
        let squire = place(&app, "S×2");
        assert_eq!(place(&app, "B×2").1, squire.1, "{size:?}\n{}", shown(&app));
        // No letter touches the next piece, which takes four columns.
        assert!(place(&app, "C×2").0 + 8 <= place(&app, "B×2").0, "{size:?}\n{}", shown(&app));
        assert!(parts(&app, squire.1, 40) >= 8, "{size:?}\n{}", shown(&app));
        assert!(!shown(&app).contains("reserve  K"), "{}", shown(&app));
        let own = shown(&app).lines().enumerate().filter(|(_, line)| line.contains("S×2")).map(|(y, _)| y).max();
        click(&mut app, (squire.0 - 2, own.expect("two seats") as u16));
        assert!(shown(&app).contains("Drop the Squire"), "{size:?}\n{}", shown(&app));
        let app = drawn("sanctuary", size, "d1e3 d8e6 e3a7 e6a2 a7b8 a2c4 a1a8", PieceSetting::Sextants);
        assert!(!shown(&app).contains("taken") && shown(&app).contains("+8"), "{size:?}\n{}", shown(&app));
        assert!(shown(&app).contains("2 of 2 safe"), "{size:?}\n{}", shown(&app));
    }
    // Letters where a piece has no room or the terminal no sextants.
    let app = drawn("holywar", (120, 40), "", PieceSetting::Quadrants);
    assert!(shown(&app).contains("reserve  K"), "{}", shown(&app));
}

#[test]
fn one_level_is_shown_large() {
    let mut app = drawn("armies", (80, 24), "", PieceSetting::Sextants);
    assert!(shown(&app).contains("level 3") && shown(&app).contains("T Nintu"), "{}", shown(&app));
    keys(&mut app, "Z");
    assert!(!shown(&app).contains("level 3") && parts(&app, 3, 0) > 10, "{}", shown(&app));
    keys(&mut app, ".");
    assert!(shown(&app).contains("level 2"), "{}", shown(&app));
    keys(&mut app, "Z");
    assert!(shown(&app).contains("level 3"), "{}", shown(&app));
    let mut app = drawn("sanctuary", (80, 24), "", PieceSetting::Sextants);
    keys(&mut app, "Z");
    assert!(shown(&app).contains("only one level"), "{}", shown(&app));
}

/// Who won, and each key that goes on, also where panels are narrow or there is none.
#[test]
fn the_end_is_told_in_every_window() {
    for size in [(40, 12), (60, 16), (80, 24), (64, 60), (120, 40), (300, 100)] {
        for style in [PieceSetting::Letters, PieceSetting::Sextants] {
            let mut app = drawn("sanctuary", size, OVER, style);
            let text = shown(&app);
            assert!(text.contains("White wins") || text.contains("█▟▙█"), "{size:?}\n{text}");
            for key in ["N rematch", "V review"] {
                assert!(text.contains(key), "{key} {size:?}\n{text}");
            }
            keys(&mut app, "N");
            assert!(shown(&app).contains("White to move"), "{size:?}\n{}", shown(&app));
        }
    }
    let mut app = sanctuary((40, 12), "", "unicode", SeatKind::Computer(3));
    keys(&mut app, "R y");
    for key in ["Black wins", "N rematch", "L next level", "O other side"] {
        assert!(shown(&app).contains(key), "{key}\n{}", shown(&app));
    }
    let last = "gK8/9/9/9/9/9/9/9/8rK|9/9/9/9/9/9/9/9/9|9/9/9/9/9/9/9/9/rRrR7 r rg - 0 1";
    let mut setup = MatchSetup::against_computer(built_in("armies").expect("a game"), 3);
    setup.seats.fill(SeatKind::Human(String::new()));
    setup.start = heterodox::session::setup::Start::Fen(last.to_owned());
    let mut app = scripted(Some(setup), bare_world("classic", "256", "unicode", (80, 24)), "", "").expect("a game");
    keys(&mut app, "R y");
    for key in ["Green wins", "N rematch", "Y share"] {
        assert!(shown(&app).contains(key), "{key}\n{}", shown(&app));
    }
}

/// The words of the winner are in the colour of the winner's army, a draw is not; nobody is in check any more.
#[test]
fn the_end_has_the_colour_of_the_winner() {
    let won = "e2d2 c6c5 c3c4 d7b5 d2c3 b5b4";
    let role = |moves: &str, setup: &str, keys: &str| {
        let mut begin = MatchSetup::against_computer(built_in("holywar").expect("a game"), 3);
        begin.seats.fill(SeatKind::Human(String::new()));
        begin.start = heterodox::session::setup::Start::Named(setup.to_owned());
        let mut app =
            scripted(Some(begin), bare_world("slate", "true", "unicode", (120, 40)), moves, keys).expect("a game");
        assert!(shown(&app).contains("The end"), "{}", shown(&app));
        assert!(!shown(&app).contains("in check"), "{}", shown(&app));
        app.world.theme = Theme::chart();
        let frame = frame(&app, (120, 40));
        let block = frame.content.iter().find(|cell| "█▙▟▛▜".contains(cell.symbol()) && cell.symbol() != " ");
        Theme::charted(block.expect("large letters").fg)
    };
    assert_eq!(role(won, "cathedral", ""), Some(Role::Army1));
    assert_eq!(role("e2d2 c6c5", "cathedral", "D y g c 3 Enter Enter g c 4 Enter Enter D"), Some(Role::Title));
}

/// The accuracy is shown when the whole game was analysed, and not before.
#[test]
fn the_end_shows_how_accurate_both_sides_were_once_that_is_known() {
    let mut app = people((120, 40), OVER);
    assert!(!shown(&app).contains("ccuracy"), "{}", shown(&app));
    keys(&mut app, "V A");
    wait(&mut app, "Analysis finished", true);
    keys(&mut app, "O");
    assert!(shown(&app).contains("accuracy"), "{}", shown(&app));
    // The analysis is a change of the game, which is not saved.
    keys(&mut app, "Esc Esc d");
    let text = shown(&app);
    assert!(text.contains("Accuracy: White ") && text.contains(" %, Black "), "{text}");
    // Another game knows nothing.
    keys(&mut app, "N");
    assert!(!shown(&app).contains("ccuracy"), "{}", shown(&app));
}

/// A game that was resigned while pieces were dropped shows no places for drops any more.
#[test]
fn after_the_end_nothing_can_be_picked() {
    let mut app = drawn("holywar", (80, 24), "", PieceSetting::Letters);
    assert!(shown(&app).contains('•') && shown(&app).contains("‹"), "{}", shown(&app));
    keys(&mut app, "R y");
    assert!(!shown(&app).contains('•') && !shown(&app).contains("‹"), "{}", shown(&app));
}
