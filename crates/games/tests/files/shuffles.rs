//! Chess960: King and Rooks begin anywhere, and castling ends where it does in chess.

use heterodox_kernel::pick::{Mark, Pick};
use heterodox_kernel::variant::Opening;

use super::{chess, moves, position, shelf, told};

/// Counted with Fairy-Stockfish.
const COUNTS: &[(&str, u64)] = &[
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 12_189),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 18_002),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 10_471),
    ("1rrk3r/8/8/8/8/8/8/RRK1R2R w HBhb - 0 1", 1_743),
    ("rk2r3/8/8/8/8/8/8/R1K1R1R1 w EAea - 0 1", 18_510),
];

#[test]
fn counts_are_those_of_another_program() {
    for &(fen, leaves) in COUNTS {
        assert_eq!(position("chess960", fen).perft(3), leaves, "{fen}");
    }
}

#[test]
fn rights_have_the_letter_of_a_file_where_the_side_is_not_enough() {
    for (given, written) in [
        ("1rrk3r/8/8/8/8/8/8/RRK1R2R w HBhb - 0 1", "KBkq"),
        ("1rrk3r/8/8/8/8/8/8/RRK1R2R w KQkq - 0 1", "KQkq"),
        ("rk2r3/8/8/8/8/8/8/R1K1R1R1 w EAea - 0 1", "EQkq"),
        ("3k4/8/8/8/8/8/8/R1K1R1R1 w - - 0 1", "-"),
    ] {
        let placed = given.split(' ').next().expect("the placement");
        let game = position("chess960", given);
        assert!(game.fen().starts_with(&format!("{placed} w {written} ")), "{}", game.fen());
        assert_eq!(position("chess960", &game.fen()).hash(), game.hash());
    }
    for wrong in ["Z", "KK", "KH", "C", "kx", "D"] {
        let fen = format!("1rrk3r/8/8/8/8/8/8/RRK1R2R w {wrong} - 0 1");
        let error = shelf("chess960").begin(Opening::Fen(&fen)).map(|_| ()).expect_err(wrong).to_string();
        assert!(error.contains("KQkq, or files such as HAha"), "{error}");
    }
}

#[test]
fn the_king_takes_its_rook_to_castle() {
    let mut game = position("chess960", "4k3/8/8/8/8/8/8/1R4KR w HB - 0 1");
    let at = |name: &str| Pick::Square(game.geometry().parse(name).expect("a square"));
    let marks: Vec<Mark> = game
        .choices(&[at("g1")])
        .iter()
        .filter(|choice| choice.pick == at("h1"))
        .map(|choice| choice.mark)
        .collect();
    assert_eq!(marks, [Mark::Partner]);
    let mv = game.read("g1h1").expect("it castles");
    assert_eq!(game.display(mv), "O-O");
    let long = game.read("g1b1").expect("it castles to the other side");
    assert_eq!(game.display(long), "O-O-O");
    game.act("g1h1").expect("it is legal");
    assert_eq!(game.fen(), "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1");
}

#[test]
fn a_rook_that_goes_may_open_a_line_to_its_king() {
    // The King stays on c1, and its Rook goes away from b1.
    let open = position("chess960", "4k3/8/8/8/8/8/8/1RK5 w B - 0 1");
    assert!(moves(open.as_ref()).contains(&"c1b1".to_owned()));
    let shielded = position("chess960", "4k3/8/8/8/8/8/8/rRK5 w B - 0 1");
    assert!(!moves(shielded.as_ref()).contains(&"c1b1".to_owned()));
    let at = |name: &str| Pick::Square(shielded.geometry().parse(name).expect("a square"));
    let why = shielded.explain(&[at("c1")], at("b1")).unwrap_or_default();
    assert!(why.contains("the King would be in check on c1"), "{why}");
}

#[test]
fn arrays_have_numbers() {
    let game = shelf("chess960");
    let begin = |name| game.begin(Opening::Named(name)).map(|position| position.fen());
    assert_eq!(begin("shuffle:0").expect("an array"), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    assert_eq!(begin("shuffle:518"), begin("start"));
    let error = begin("shuffle:960").expect_err("there are 960").to_string();
    assert!(error.contains("shuffle:0 to shuffle:959"), "{error}");
}

#[test]
fn an_opening_that_is_no_array_is_told() {
    let change = [("format = 1", "format = 1\nshuffle = \"960\""), ("RNBQKBNR", "RNBKQBNR")];
    let mistakes = chess(&change).expect_err("the ranks differ");
    assert!(told(&mistakes).iter().any(|told| told.contains("shuffle is \"960\"; expected an opening on 8 files")));
    let mistakes = chess(&[("format = 1", "format = 1\nshuffle = \"961\"")]).expect_err("there is no such number");
    assert!(told(&mistakes).iter().any(|told| told.contains("expected \"960\"")), "{:?}", told(&mistakes));
}
