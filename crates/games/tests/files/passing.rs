//! Passing, royal pieces that see each other, Cannons that shun Cannons, and points at the end: Janggi.

use heterodox_kernel::outcome::Cause;
use heterodox_kernel::pick::{Mark, Pick};
use heterodox_kernel::position::Position;
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::{Opening, Variant as _};

use super::{chess, moves, moves_from, position, shelf, told};

/// Positions of Janggi, and the sequences of legal plies that Fairy-Stockfish counts.
const POSITIONS: &[(&str, u32, u64)] = &[
    ("4k4/4a4/4c4/9/4P4/9/9/4C4/4A4/4K3R w - - 0 1", 4, 56_354),
    ("3k5/4c4/9/9/9/9/9/4C4/9/3K1A3 w - - 0 1", 4, 150),
    ("2b1kar2/3c5/2P1n4/9/2N6/6c2/9/3A1C3/4K4/2R3B2 w - - 0 1", 4, 458_402),
    ("3ak4/3c1P3/3R5/9/9/9/5p3/3p1C3/4K4/3A5 w - - 0 1", 5, 287_088),
];

#[test]
fn counts_of_janggi_are_those_of_another_program() {
    for &(fen, depth, leaves) in POSITIONS {
        assert_eq!(position("janggi", fen).perft(depth), leaves, "{fen} at depth {depth}");
    }
}

/// The moves of the piece on a square of Janggi.
fn from(fen: &str, square: &str) -> String {
    moves_from("janggi", fen, square)
}

fn after(start: &dyn Position, moves: &[&str]) -> Box<dyn Position> {
    let mut game = start.fork();
    for text in moves {
        game.act(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    game
}

#[test]
fn pieces_go_along_the_lines_of_the_palaces() {
    // A Chariot in a corner, a Soldier in the palace of the rival, a General in the middle.
    assert_eq!(from("9/4k4/9/9/9/9/9/3R5/9/5K3 w - - 0 1", "d3").split(' ').filter(|to| *to == "e2").count(), 1);
    assert_eq!(from("3k5/9/5P3/9/9/9/9/9/9/5K3 w - - 0 1", "f8"), "e8 e9 f9 g8");
    assert_eq!(from("3k5/9/9/p8/9/9/9/9/4K4/9 w - - 0 1", "e2"), "d1 d2 d3 e1 e2 e3 f1 f2 f3");
    // The Elephant goes one square straight and two aslant, over empty squares.
    assert_eq!(from("3k5/9/9/9/9/4B4/9/9/9/5K3 w - - 0 1", "e5"), "b3 b7 c2 c8 g2 g8 h3 h7");
    assert_eq!(from("3k5/9/9/9/4p4/4B4/9/9/9/5K3 w - - 0 1", "e5"), "b3 b7 c2 g2 h3 h7");
}

#[test]
fn cannons_shun_cannons() {
    // Over the Soldier, and not over the Cannon of either side, of which it takes none.
    assert_eq!(from("3k5/9/4p4/9/4P4/9/9/9/4C4/5K3 w - - 0 1", "e2"), "e7 e8");
    assert_eq!(from("3k5/9/4c4/9/4P4/9/9/9/4C4/5K3 w - - 0 1", "e2"), "e7");
    assert_eq!(from("3k5/9/4p4/9/4c4/9/9/9/4C4/5K3 w - - 0 1", "e2"), "");
    let game = position("janggi", "3k5/9/4c4/9/4P4/9/9/9/4C4/5K3 w - - 0 1");
    let at = |name: &str| Pick::Square(game.geometry().parse(name).expect("a square"));
    assert_eq!(game.explain(&[at("e2")], at("e8")).expect("it cannot"), "the Cannon takes no Cannon");
    // Along the lines of the palace too.
    assert_eq!(from("3k5/9/9/9/9/9/9/3C5/4A4/5K3 w - - 0 1", "d3"), "");
    assert_eq!(from("3k5/9/9/9/9/9/9/3C5/4A4/4K4 w - - 0 1", "d3"), "f1");
}

#[test]
fn a_player_may_pass() {
    let start = shelf("janggi").begin(Opening::Start).expect("it begins");
    let pass = start.read("e2e2").expect("it is legal");
    assert_eq!((start.display(pass), start.read("--").expect("legal")), ("--".to_owned(), pass));
    assert_eq!(start.sentences(pass), ["Cho passes."]);
    let at = |name: &str| Pick::Square(start.geometry().parse(name).expect("a square"));
    let stays = start.choices(&[at("e2")]).into_iter().find(|choice| choice.pick == at("e2")).expect("it can stay");
    assert_eq!(stays.mark, Mark::Target);
    // Both pass: Han has one and a half points more.
    let once = after(start.as_ref(), &["e2e2"]);
    assert!(once.outcome().is_none());
    let twice = after(once.as_ref(), &["e9e9"]);
    let outcome = twice.outcome().expect("it is over");
    assert_eq!((outcome.winner(), outcome.cause.id), (Some(Side::new(1)), "points"));
    assert!(twice.legal().is_empty() && twice.perft(1) == 0);
    // A move in between begins anew.
    assert!(after(start.as_ref(), &["e2e2", "a7b7", "e2e2"]).outcome().is_none());
    // Nobody passes in check.
    assert!(position("janggi", "4k4/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1").read("e1e1").is_err());
}

#[test]
fn generals_that_see_each_other_offer_the_end() {
    let before = position("janggi", "3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1");
    let offered = after(before.as_ref(), &["e1d1"]);
    assert!(offered.outcome().is_none());
    // Han goes out of sight, or passes and ends the game; Cho has a Chariot more.
    assert_eq!(moves(offered.as_ref()), ["d10d10", "d10e10", "d10e9"]);
    let at = |name: &str| Pick::Square(offered.geometry().parse(name).expect("a square"));
    assert_eq!(
        offered.explain(&[at("d10")], at("d9")).expect("it cannot"),
        "the two Generals would still see each other: end that, or pass and end the game"
    );
    let ended = after(offered.as_ref(), &["d10d10"]);
    let outcome = ended.outcome().expect("it is over");
    assert_eq!((outcome.winner(), outcome.cause.id), (Some(Side::FIRST), "points"));
    assert_eq!(ended.seat_notes(Side::FIRST)[0].to_string(), "13 points");
    assert_eq!(ended.seat_notes(Side::new(1))[0].to_string(), "1.5 points");
}

#[test]
fn points_decide_what_would_be_a_draw() {
    let start = position("janggi", "3k5/9/9/9/9/9/9/9/9/4K3R w - - 99 1");
    let outcome = after(start.as_ref(), &["i1i2"]).outcome().expect("it is over");
    assert_eq!((outcome.winner(), outcome.cause.id), (Some(Side::FIRST), "points"));
    // Without points both passes are a draw.
    let game = chess(&[("[end]", "[law]\npass = \"may\"\n[end]")]).expect("it is read");
    let start = game.begin(Opening::Start).expect("it begins");
    assert_eq!(start.legal().len(), 21);
    let twice = after(start.as_ref(), &["e1e1", "e8e8"]);
    let outcome = twice.outcome().expect("it is over");
    assert_eq!((outcome.winner(), outcome.cause), (None, Cause::PASSES));
    // A pass is no move of the King: it can still castle.
    assert!(after(start.as_ref(), &["e1e1", "a7a6"]).fen().contains(" KQkq "));
}

#[test]
fn what_these_keys_do_not_go_with_is_refused() {
    let royal = "royal = true";
    for (changes, expected) in [
        (vec![("[end]", "[law]\npass = \"must\"\n[end]")], "law.pass is \"must\"; expected \"never\" or \"may\""),
        (
            vec![("[end]", "[hand]\ngates = true\n[law]\npass = \"may\"\n[end]")],
            "law.pass is \"may\"; expected it beside a piece with royal = true, without gates and walls of choice",
        ),
        (
            vec![(royal, "royal = true, facing = \"offered\"")],
            "piece.K.facing is \"offered\"; expected it beside pass = \"may\" in [law]",
        ),
        (vec![("castles = true", "castles = true, shy = true, move = \"R\"")], "duplicate key"),
        (
            vec![(royal, "royal = true, shy = true")],
            "piece.K.shy is true; expected it at a piece that is not royal",
        ),
        (
            vec![("move = \"B\"", "move = \"BpB\", shy = true")],
            "piece.B.move is \"BpB\"; expected p or g before R, B or Q",
        ),
        (
            vec![("move = \"B\"", "move = \"pB3\", shy = true")],
            "piece.B.move is \"pB3\"; expected p or g before R, B or Q",
        ),
        (
            vec![("too_few = \"BN\"", "points = { K = 1 }")],
            "end.points.K is 1; expected the letters of a piece that is not royal, or second",
        ),
        (
            vec![("too_few = \"BN\"", "points = { Q = 9.25 }")],
            "end.points.Q is 9.25; expected points up to 1000 in halves, such as 13 or 1.5",
        ),
        (
            vec![("too_few = \"BN\"", "points = { Q = 9 }\ndraw = \"White\"")],
            "end.draw is \"White\"; expected it or points",
        ),
    ] {
        let mistakes = told(&chess(&changes).expect_err(expected));
        assert!(mistakes.iter().any(|told| told.contains(expected)), "{expected}: {mistakes:?}");
    }
}
