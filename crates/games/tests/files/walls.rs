//! Walls.

use heterodox_kernel::pick::Pick;
use heterodox_kernel::position::Position;
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::{Opening, Variant as _};

use super::{chess, moves, position, shelf, told};

/// Where the piece on a square can go.
fn goals(position: &dyn Position, from: &str) -> Vec<String> {
    let mut goals: Vec<String> =
        moves(position).iter().filter_map(|mv| Some(mv.strip_prefix(from)?[..2].to_owned())).collect();
    goals.dedup();
    goals
}

#[test]
fn nobody_enters_a_wall_or_passes_it() {
    let game = chess(&[("[end]", "[wall]\nname = \"Rock\"\n[end]")]).expect("it is read");
    let fen = "4k3/8/8/8/R2*4/8/8/4K3 w - - 0 1";
    let position = game.begin(Opening::Fen(fen)).expect("a position");
    assert_eq!(position.fen(), fen);
    assert_eq!(goals(position.as_ref(), "a4"), ["a1", "a2", "a3", "a5", "a6", "a7", "a8", "b4", "c4"]);
    let at = |name: &str| Pick::Square(position.geometry().parse(name).expect("a square"));
    let why = position.explain(&[at("a4")], at("f4")).unwrap_or_default();
    assert!(why.contains("Rock"), "{why}");
    // For Black it is no piece to take, and it shields the King.
    let black = game.begin(Opening::Fen("4k3/8/8/8/8/8/r2*K3/8 b - - 0 1")).expect("no check through a wall");
    assert_eq!(goals(black.as_ref(), "a2"), ["a1", "a3", "a4", "a5", "a6", "a7", "a8", "b2", "c2"]);
    assert!(!black.checked().has(Side::FIRST));
    // A wall is no army.
    let dead = game.begin(Opening::Fen("4k3/8/8/8/3*4/8/8/4K3 w - - 0 1")).expect("a position");
    assert_eq!(dead.outcome().map(|outcome| outcome.cause.id), Some("dead"));
}

/// The picture of a wall is that of the key, of its name, or a hole.
#[test]
fn a_wall_has_a_picture() {
    for (keys, file) in [
        ("", "wall.txt"),
        ("name = \"Rock\"", "hole.txt"),
        ("name = \"Rook\"", "rook.txt"),
        ("name = \"Rook\"\nart = \"wall\"", "wall.txt"),
    ] {
        let game = chess(&[("[end]", &format!("[wall]\n{keys}\n[end]"))]).expect("it is read");
        let wall = game.spec().kinds.last().and_then(|kind| kind.art).expect("a picture");
        assert!(wall.file.ends_with(file), "{keys}: {}", wall.file);
    }
    let mistakes = told(&chess(&[("[end]", "[wall]\nart = \"moat\"\n[end]")]).expect_err("no such picture"));
    assert!(
        mistakes.len() == 1 && mistakes[0].contains("wall.art") && mistakes[0].contains("moat"),
        "{mistakes:?}"
    );
}

#[test]
fn a_move_leaves_a_wall_behind() {
    let mut game = shelf("snailtrail").begin(Opening::Start).expect("a game");
    for (mv, fen) in [("a1b2", "6p/7/7/7/7/1P5/*6 b - - 1 1"), ("g7f6", "6*/5p1/7/7/7/1P5/*6 w - - 2 2")] {
        game.act(mv).expect("it is legal");
        assert_eq!(game.fen(), fen);
    }
    assert!(!goals(game.as_ref(), "b2").contains(&"a1".to_owned()));
    let shut = position("snailtrail", "6p/7/7/7/7/**5/P*5 w - - 0 1");
    assert_eq!(shut.outcome().and_then(|outcome| outcome.winner()), Some(Side::new(1)));
}

#[test]
fn a_move_names_the_square_of_its_wall() {
    let mut game = shelf("amazons").begin(Opening::Start).expect("a game");
    let mv = game.read("d1d7g7").expect("an Amazon goes and shoots");
    assert_eq!(game.display(mv), "Qd1-d7/g7");
    assert_eq!(game.read("Qd1-d7/g7"), Ok(mv));
    let at = |name: &str| Pick::Square(game.geometry().parse(name).expect("a square"));
    assert_eq!(game.ask(&[at("d1"), at("d7")]), "the square for the Arrow");
    assert!(game.read("d1d7d1").is_ok(), "back over the square that it has left");
    assert!(game.read("d1d7e9").is_err(), "no Knight");
    game.act("d1d7g7").expect("it is legal");
    assert_eq!(game.fen(), "3q2q3/10/10/q2Q2*2q/10/10/Q8Q/10/10/6Q3 b - - 1 1");
    assert!(!goals(game.as_ref(), "g10").contains(&"g7".to_owned()));
}

#[test]
fn a_wall_comes_where_the_file_says() {
    let game = shelf("isolation").begin(Opening::Start).expect("a game");
    assert_eq!(game.legal().len(), 5 * 45);
    assert!(game.read("c1c2c1").is_err(), "where a piece began stays");
    assert!(game.read("c1c2f8").is_ok());
}

#[test]
fn walls_of_choice_are_refused_beside_moves_that_name_more() {
    let mistakes =
        told(&chess(&[("[end]", "[wall]\nafter_move = \"anywhere\"\n[end]")]).expect_err("Pawns promote"));
    let expected =
        "walls of choice beside pieces that neither castle nor promote nor swap, without Pawns and without a hand";
    assert!(mistakes.iter().any(|told| told.contains(expected)), "{mistakes:?}");
    let mistakes = told(&chess(&[("[end]", "[wall]\nafter_move = \"before\"\n[end]")]).expect_err("no such word"));
    assert!(mistakes.iter().any(|told| told.contains("\"never\" or \"behind\" or \"reach\" or \"anywhere\"")));
    let error =
        shelf("chess").begin(Opening::Fen("4k3/8/8/8/3*4/8/8/4K3 w - - 0 1")).map(|_| ()).expect_err("no wall");
    assert!(error.to_string().contains("no * in column d"), "{error}");
}
