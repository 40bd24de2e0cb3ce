//! Pieces in hand that come in behind the first moves of others.

use heterodox_kernel::pick::Pick;
use heterodox_kernel::variant::Opening;

use super::{chess, moves, position, shelf, told};

#[test]
fn they_come_to_the_square_that_a_piece_leaves() {
    let mut game = shelf("seirawan").begin(Opening::Start).expect("a game");
    assert_eq!(game.legal().len(), 28);
    let mv = game.read("b1c3h").expect("a Hawk comes to b1");
    assert_eq!(game.display(mv), "Nc3/H");
    assert_eq!(game.read("Nc3/H"), Ok(mv));
    assert_eq!(game.sentences(mv), ["Knight lets a Hawk in."]);
    assert_ne!(game.read("Nc3"), Ok(mv));
    let at = |name: &str| Pick::Square(game.geometry().parse(name).expect("a square"));
    let so_far = [at("b1"), at("c3")];
    assert_eq!(game.choices(&so_far).len(), 3, "a Hawk, an Elephant, or nothing");
    assert_eq!(game.ask(&so_far), "the piece in hand for b1");
    game.act("b1c3h").expect("it is legal");
    assert_eq!(game.fen(), "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/RHBQKBNR[Ehe] b KQCDFGkqbcdfg - 1 1");
    for mv in ["g8f6", "c3b5", "f6g8"] {
        game.act(mv).expect("it is legal");
    }
    // The Knight of g8 is back, but it has moved.
    assert_eq!(game.fen(), "rnbqkbnr/pppppppp/8/1N6/8/8/PPPPPPPP/RHBQKBNR[Ehe] w KQCDFGkqbcdf - 4 3");
}

#[test]
fn castling_lets_one_in_behind_king_or_rook() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R[HEhe] w KQkq - 0 1";
    let game = position("seirawan", fen);
    let castlings: Vec<String> = moves(game.as_ref())
        .into_iter()
        .filter(|mv| ["e1g1", "e1c1", "h1e1", "a1e1"].iter().any(|castles| mv.starts_with(castles)))
        .collect();
    let expected = ["a1e1e", "a1e1h", "e1c1", "e1c1e", "e1c1h", "e1g1", "e1g1e", "e1g1h", "h1e1e", "h1e1h"];
    assert_eq!(castlings, expected);
    for (mv, display, after) in [
        ("e1g1h", "O-O/H", "r3k2r/8/8/8/8/8/8/R3HRK1[Ehe] b Akq - 1 1"),
        ("a1e1e", "O-O-O/E", "r3k2r/8/8/8/8/8/8/E1KR3R[Hhe] b Hkq - 1 1"),
    ] {
        let mut game = game.fork();
        let read = game.read(mv).expect(mv);
        assert_eq!(game.display(read), display);
        game.act(mv).expect("it is legal");
        assert_eq!(game.fen(), after);
        assert_eq!(position("seirawan", after).hash(), game.hash());
    }
}

#[test]
fn a_gate_is_closed_by_a_capture_and_by_an_empty_hand() {
    let mut taken = position("seirawan", "4k2r/8/8/8/8/8/8/R3K2R[He] b KQ - 0 1");
    taken.act("h8h1").expect("it is legal");
    assert_eq!(taken.fen().split(' ').nth(2), Some("Q"));
    let mut last = position("seirawan", "4k3/8/8/8/8/8/8/R3K1N1[He] w QG - 0 1");
    last.act("g1f3h").expect("it is legal");
    assert_eq!(last.fen().split(' ').nth(2), Some("Q"), "the Rook and the King let nothing in any more");
    assert!(position("seirawan", &last.fen()).hash() == last.hash());
}

#[test]
fn gates_that_cannot_be_are_told() {
    let begin = |rights: &str| {
        let fen = format!("4k3/8/8/8/8/8/8/R3K2R[He] w {rights} - 0 1");
        shelf("seirawan").begin(Opening::Fen(&fen)).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(begin("KQ"), Ok(()));
    assert_eq!(begin("AEH"), Ok(()));
    for wrong in ["KQB", "KQH", "AA", "KQx"] {
        let error = begin(wrong).expect_err(wrong);
        assert!(error.contains("the files of other pieces that have not moved"), "{error}");
    }
    let mistakes =
        chess(&[("[end]", "[hand]\ngates = true\n[end]"), ("format = 1", "format = 1\nshuffle = \"960\"")]);
    let mistakes = told(&mistakes.expect_err("both name files"));
    assert!(mistakes.iter().any(|told| told.contains("no gates = true on more than 10 files or beside shuffle")));
}
