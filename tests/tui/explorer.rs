//! The explorer: pieces are put and taken away by keys or by mouse, their moves change, and it says why not.

use heterodox::cli::picture::{bare_world, press, scripted};
use heterodox::games::{GAMES, built_in};
use heterodox::rules::variant::Opening;
use heterodox::session::setup::{MatchSetup, SeatKind, Start};
use heterodox::tui::app::App;
use heterodox::tui::input::Input;
use heterodox::tui::screens::explorer::Explorer;
use heterodox::tui::view::View;
use proptest::prelude::*;

use crate::app::{click, give, place, shown};

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
    // A message may take two lines.
    let words_shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words_shown.contains(words), "\"{words}\" is not in\n{shown}");
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

/// As on the board of a game: a piece goes with the mouse, and makes its move where the button is released.
#[test]
fn a_piece_is_dragged_to_where_it_can_go() {
    let mut app = empty("sanctuary", (80, 24));
    press(&mut app, "g d 4 a g f 6 c S-Tab S-Tab a g d 4 Enter").expect("keys");
    let square = |app: &App, label: &str| {
        let shown = shown(app);
        let rows: Vec<&str> = shown.lines().collect();
        let mut letters = label.chars();
        let (file, rank) = (letters.next().expect("a file"), letters.next().expect("a rank"));
        let files = rows.iter().find(|row| row.split_whitespace().collect::<String>() == "abcdefgh");
        let x = files.and_then(|row| row.chars().position(|letter| letter == file)).expect("a file");
        let y = rows.iter().position(|row| row.trim_start().starts_with(&format!("{rank} "))).expect("a rank");
        (x as u16, y as u16)
    };
    let (from, free, blocked) = (square(&app, "d4"), square(&app, "d6"), square(&app, "g7"));
    let drag = |app: &mut App, from: (u16, u16), to: (u16, u16)| {
        give(app, &Input::Press(from.0, from.1));
        app.take_dirty();
        give(app, &Input::Drag(to.0, to.1));
        assert!(app.take_dirty(), "the piece is seen where the mouse is");
        let row = shown(app).lines().nth(to.1.into()).expect("a row").to_owned();
        assert_eq!(row.chars().nth(to.0.into()), Some('A'), "{}", shown(app));
        give(app, &Input::Release(to.0, to.1));
    };
    drag(&mut app, from, blocked);
    told(&app, "The Archbishop is blocked on f6 (the Black Pawn on f6).");
    told(&app, "White Archbishop on d4:");
    let knight = square(&app, "c6");
    drag(&mut app, from, knight);
    told(&app, "White Archbishop on c6:");
    // Where it cannot go at all it stays, and it is said why.
    drag(&mut app, knight, free);
    told(&app, "White Archbishop on c6:");
    // A release on the square of the press is a click.
    give(&mut app, &Input::Press(knight.0, knight.1));
    give(&mut app, &Input::Release(knight.0, knight.1));
    told(&app, "White Archbishop on c6:");
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
    let mut app = scripted(Some(setup.clone()), world(), "", "g a 1 I").expect("a game");
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

#[test]
fn drops_are_tried_from_a_reserve_of_one() {
    let mut app = empty("holywar", (80, 24));
    press(&mut app, "D").expect("a key");
    told(&app, "White drops a King: 8 squares");
    told(&app, "It can be dropped on e2.");
    press(&mut app, "g e 4").expect("keys");
    told(&app, "A King is dropped on a1, h1, b2, c2, d2, e2, f2 and g2 only.");
    press(&mut app, "g c 2 Enter").expect("keys");
    told(&app, "White King on c2:");
    // Another one takes its place, and then pieces move again, although a game would begin with more drops.
    press(&mut app, "D g f 2 Enter").expect("keys");
    told(&app, "White King on f2:");
    press(&mut app, "g f 3 Enter").expect("keys");
    told(&app, "White King on f3:");
    // The other side drops in its own zone.
    press(&mut app, "c Tab D").expect("keys");
    told(&app, "Red drops a Lady: 8 squares");
    press(&mut app, "S-Tab S-Tab").expect("keys");
    told(&app, "Pick a piece to see its moves");

    let mut app = empty("blackholes", (80, 24));
    press(&mut app, "D g c 1 Enter").expect("keys");
    told(&app, "Hole: steps one square any way to an empty square");
    press(&mut app, "D g c 1").expect("keys");
    told(&app, "C1 is taken by your Hole.");
    let mut app = empty("sanctuary", (80, 24));
    press(&mut app, "D").expect("a key");
    told(&app, "Nothing is dropped in this game.");
}

#[test]
fn the_mouse_drops_turns_clears_and_leaves() {
    let position = built_in("holywar").expect("a game").begin(Opening::Start).expect("the start");
    for size in [(80, 24), (120, 40), (40, 20)] {
        let explorer = Explorer::of(position.as_ref(), View::FIRST, None);
        let mut app = App::new(bare_world("classic", "true", "unicode", size), vec![Box::new(explorer)]);
        if size.0 >= 80 {
            let drop = place(&app, "remove  drop");
            click(&mut app, (drop.0 + 9, drop.1));
            told(&app, "White drops a King: 8 squares");
            let lady = place(&app, " L ");
            click(&mut app, (lady.0 + 1, lady.1));
            told(&app, "White drops a Lady: 8 squares");
        }
        let row = |app: &App, row: usize| shown(app).lines().nth(row).unwrap_or_default().to_owned();
        let names = |app: &App| (0..usize::from(size.1)).map(|at| row(app, at)).collect::<Vec<_>>().join("\n");
        let before = names(&app);
        let turn = place(&app, "turn  leave");
        click(&mut app, turn);
        assert_ne!(names(&app), before, "the board is turned");
        let clear = place(&app, "clear  turn");
        click(&mut app, clear);
        told(&app, "Pick a piece");
        let leave = place(&app, " leave");
        click(&mut app, (leave.0 + 1, leave.1));
        assert!(app.over());
    }
}

#[test]
fn special_rules_are_reasons_too() {
    let explorer = |game: &str, fen: &str, keys: &str| {
        let position = built_in(game).expect("a game").begin(Opening::Free(fen)).expect("a free position");
        let explorer = Explorer::of(position.as_ref(), View::FIRST, None);
        let mut app = App::new(bare_world("classic", "none", "ascii", (120, 40)), vec![Box::new(explorer)]);
        press(&mut app, keys).expect("keys");
        app
    };
    let app = explorer("sanctuary", "8/8/8/3pP3/8/8/8/8 w - - 0 1", "g e 5 Enter g d 6");
    told(&app, "en passant takes the Black Pawn on d5 only right after its double step.");
    // Right after it, it can.
    let app = explorer("sanctuary", "8/3p4/8/4P3/8/8/8/8 b - - 0 1", "g d 7 Enter g d 5 Enter g e 5 Enter g d 6");
    told(&app, "takes the Black Pawn on d5");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
    #[test]
    fn any_keys_are_survived(game in 0..4_usize, keys in prop::collection::vec(0..18_usize, 0..60)) {
        let names = ["a", "d", "c", "Tab", "S-Tab", "Enter", "Up", "Down", "Left", "Right", ",", ".", "f", "Z", "C", "Esc", "M", "D"];
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
