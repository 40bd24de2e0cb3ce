//! Pieces of files that hop over others.

use heterodox_kernel::variant::{Opening, Variant as _};

use super::{chess, moves, position};

/// The moves of a piece with these moves in Betza's notation, on d4.
fn goes(written: &str, placement: &str) -> String {
    let game = chess(&[("\"Queen\", move = \"Q\"", &format!("\"Queen\", move = \"{written}\""))]);
    let game = game.unwrap_or_else(|mistakes| panic!("{written}: {mistakes:?}"));
    let at = game.begin(Opening::Fen(&format!("{placement} w - - 0 1"))).expect("a position");
    let moves = moves(at.as_ref());
    let found: Vec<&str> = moves.iter().filter_map(|text| text.strip_prefix("d4")).collect();
    found.join(" ")
}

#[test]
fn hops_of_a_file_are_those_of_the_notation() {
    // Pieces on d5 and d7, b4, f4 and g4, e5, b2.
    let board = "1k6/3n4/8/3PP3/1n1Q1nn1/8/1P6/7K";
    for (written, expected) in [
        ("pR", "a4 d6 d7 g4"),
        ("cpR", "d7 g4"),
        ("mpR", "a4 d6"),
        ("gQ", "a1 a4 d6 f6 g4"),
        ("pR3", "a4 d6 d7 g4"),
        ("pR2", "d6"),
        ("gW3", "a4 d6 g4"),
        ("gW2", "d6"),
        ("fpB", "f6 g7 h8"),
        ("jD", "d6"),
        ("jA", "f6"),
        ("mRcpR", "c4 d1 d2 d3 d7 e4 g4"),
        // The first square is passed, whatever stands there.
        ("jR", "b4 d1 d2 d6 d7 f4"),
        // A Knight's leap, and again one from an occupied square, in the same direction.
        ("pafN", ""),
    ] {
        assert_eq!(goes(written, board), expected, "{written}");
    }
    assert_eq!(goes("pafN", "7k/8/2p3p1/8/3Q4/2P5/8/7K"), "b8");
    assert_eq!(goes("mpafN", "7k/8/2p5/8/3Q4/5P2/8/7K"), "b8 f8 h2 h6");
}

#[test]
fn castling_looks_at_the_board_after_it() {
    let castles = |fen: &str| {
        let moves = moves(position("shako", fen).as_ref());
        ["f2h2", "f2d2"].map(|text| moves.contains(&text.to_owned()))
    };
    assert_eq!(castles("5k4/10/10/10/10/10/10/10/1R3K2R1/10 w KQ - 0 1"), [true, true]);
    // Beside the King its Rook is what a Cannon goes over.
    assert_eq!(castles("5k4/10/10/10/10/10/10/10/1R3K3c/10 w Q - 0 1"), [false, false]);
    assert_eq!(castles("5k4/10/10/10/10/10/10/10/1R3K1NNc/10 w Q - 0 1"), [false, true]);
    assert_eq!(castles("5k4/10/10/10/10/10/7n2/10/1R3K2R1/10 w KQ - 0 1"), [false, true]);
}
