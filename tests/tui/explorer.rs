//! The explorer: pieces are put and taken away by keys or by mouse, their moves change, and it says why not.

use heterodox::cli::picture::{bare_world, press, scripted};
use heterodox::games::{GAMES, built_in};
use heterodox::rules::variant::Opening;
use heterodox::session::setup::{MatchSetup, SeatKind, Start};
use heterodox::tui::app::App;
use heterodox::tui::screens::explorer::Explorer;
use heterodox::tui::view::View;
use proptest::prelude::*;

use crate::app::{click, place, shown};

/// The explorer with an empty board.
fn empty(game: &str, size: (u16, u16)) -> App {
    let position = built_in(game).expect("a game").begin(Opening::Start).expect("the start");
    let explorer = Explorer::of(position.as_ref(), View::FIRST, None);
    let mut app = App::new(bare_world("classic", "true", "unicode", size), vec![Box::new(explorer)]);
    press(&mut app, "C").expect("a key");
    app
}

fn told(app: &App, words: &str) {
    let shown = shown(app);
    assert!(shown.contains(words), "\"{words}\" is not in\n{shown}");
}

#[test]
fn moves_change_while_pieces_are_put() {
    let mut app = empty("sanctuary", (80, 24));
    // The Archbishop is the first kind; then a Pawn of Black in its way.
    press(&mut app, "g d 4 a").expect("keys");
    told(&app, "White Archbishop on d4: 21 squares");
    press(&mut app, "g g 7").expect("keys");
    told(&app, "It can go to g7.");
    press(&mut app, "g f 6 c S-Tab S-Tab a").expect("keys");
    told(&app, "White Archbishop on d4: 19 squares");
    told(&app, "Archbishop takes the Black Pawn on f6.");
    press(&mut app, "g g 7").expect("keys");
    told(&app, "The Archbishop is blocked on f6 (the Black Pawn on f6).");
    press(&mut app, "g f 6 d").expect("keys");
    told(&app, "White Archbishop on d4: 21 squares");
    // A move is played, and the piece goes on from there.
    press(&mut app, "g g 7 Enter").expect("keys");
    told(&app, "White Archbishop on g7:");
}

#[test]
fn it_says_what_cannot_be_put() {
    let mut app = empty("sanctuary", (80, 24));
    press(&mut app, "S-Tab S-Tab g a 1 a").expect("keys");
    told(&app, "A1: a Pawn of White cannot stand there.");
    press(&mut app, "d").expect("a key");
    told(&app, "There is no piece here to take away.");
    press(&mut app, "Enter").expect("a key");
    told(&app, "There is no piece here: put one.");
}

#[test]
fn the_mouse_alone_is_enough() {
    let mut app = empty("blackholes", (80, 24));
    let at = place(&app, " R ");
    click(&mut app, (at.0 + 1, at.1));
    click(&mut app, (38, 12));
    told(&app, "White Rook on");
    let moves = place(&app, "moves");
    let remove = place(&app, "remove");
    click(&mut app, remove);
    click(&mut app, (38, 12));
    told(&app, "Pick a piece to see its moves");
    click(&mut app, moves);
    click(&mut app, (38, 12));
    told(&app, "There is no piece here");
}

#[test]
fn it_opens_from_a_game_and_from_its_rules() {
    let mut setup = MatchSetup::against_computer(built_in("blackholes").expect("a game"), 1);
    setup.seats.fill(SeatKind::Human(String::new()));
    setup.start = Start::Fen("rs1qk/p1ppp/Bphh1/3hH/HP3/3S1/PBPPP/RH1QK w - - 0 1".to_owned());
    let world = || bare_world("classic", "true", "unicode", (80, 24));
    let mut app = scripted(Some(setup.clone()), world(), "", "g a 1 i i").expect("a game");
    told(&app, "Explorer: Black Holes");
    told(&app, "White Rook on a1");
    // In b1, out a4: its own Pawn on b4, and why not further.
    press(&mut app, "g b 1 Enter g a 4 Enter g c 4").expect("keys");
    told(&app, "Out a4 it keeps its direction and ends on b4 only.");
    press(&mut app, "q").expect("a key");
    told(&app, "Mate the King");
    let mut app = scripted(Some(setup), world(), "", "r I").expect("a game");
    told(&app, "Explorer: Black Holes");
    press(&mut app, "q q").expect("keys");
    told(&app, "Mate the King");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
    #[test]
    fn any_keys_are_survived(game in 0..4_usize, keys in prop::collection::vec(0..17_usize, 0..60)) {
        let names = ["a", "d", "c", "Tab", "S-Tab", "Enter", "Up", "Down", "Left", "Right", ",", ".", "f", "Z", "C", "Esc", "M"];
        let position = GAMES[game].begin(Opening::Start).expect("the start");
        for size in [(80, 24), (40, 12)] {
            let explorer = Explorer::of(position.as_ref(), View::FIRST, None);
            let mut app = App::new(bare_world("classic", "none", "ascii", size), vec![Box::new(explorer)]);
            for &key in &keys {
                if app.over() {
                    break;
                }
                press(&mut app, names[key]).expect("a key");
                prop_assert!(app.over() || shown(&app).is_ascii());
            }
        }
    }
}
