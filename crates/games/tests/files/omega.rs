//! Omega Chess: corners, and steps of three squares.

use super::{chess, moves, position, told};
use heterodox_kernel::variant::{Opening, Variant as _};

/// Counted by `tests/data/walks/omega.py`.
const POSITIONS: &[(&str, u32, u64)] = &[
    (
        "w**********w/*1r4k2r*/*pppp2pppp*/*10*/*5P4*/*10*/*10*/*10*/*10*/*P9*/*1R3K2R1*/W**********W w KQ - 0 1",
        2,
        1_548,
    ),
    (
        "w**********w/*5k1r2*/*p1pp2pppp*/*10*/*P5P3*/*10*/*3p2p3*/*10*/*10*/*PPPPPPPPPP*/*1R3K2R1*/W**********W w KQ - 0 1",
        3,
        66_396,
    ),
];

#[test]
fn counts_of_omega_are_those_of_a_program_of_its_own() {
    for &(fen, depth, leaves) in POSITIONS {
        assert_eq!(position("omega", fen).perft(depth), leaves, "{fen} at depth {depth}");
    }
}

#[test]
fn the_corners_are_squares_beside_the_board() {
    let rows = "1**********1/*5k4*/*10*/*10*/*10*/*10*/*10*/*10*/*p9*/*1B8*/*5K4*/W**********1 w - - 0 1";
    let all = moves(position("omega", rows).as_ref());
    let of = |square: &str| all.iter().filter_map(|text| text.strip_prefix(square)).collect::<Vec<_>>().join(" ");
    // The Wizard leaves its corner by a step and by two leaps, and the Bishop goes as far as the corner.
    assert_eq!(of("w1"), "a0 a2 c0");
    assert!(of("b1").starts_with("a0 a2 c0 c2"), "{}", of("b1"));
    let empty = rows.replace("W**********1", "1**********1");
    assert!(moves(position("omega", &empty).as_ref()).contains(&"b1w1".to_owned()));
}

#[test]
fn a_file_says_steps_of_three_squares() {
    let usual = "fmWfceFifmnD";
    for long in ["fmWfceFifmW3", "fmWfceFifmnDifmnH"] {
        let game = chess(&[(usual, long)]).expect("it is read");
        // Counted by Fairy-Stockfish, with its setting for triple steps.
        let pawns =
            game.begin(Opening::Fen("4k3/2p1p1p1/8/8/1P1P1P1P/8/P1P1P1P1/4K3 w - - 0 1")).expect("a position");
        assert_eq!(pawns.perft(4), 56_103, "{long}");
    }
    // Aslant as well, as a Berolina Pawn goes.
    assert!(chess(&[(usual, "fmFfceWifmnAifmnG")]).is_ok());
    for (long, expected) in [
        ("fmWfceFifmW4", "expected a double or triple step of single ones, W or F"),
        ("fmWfceFifmH", "expected a double or triple step of single ones, W or F"),
    ] {
        let mistakes = told(&chess(&[(usual, long)]).expect_err(long));
        assert!(mistakes.iter().any(|told| told.contains(expected)), "{mistakes:?}");
    }
}
