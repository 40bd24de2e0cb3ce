//! The rules that the kernel does not know by itself, and some that it does: castling, promotion to
//! four, the capture in passing that a pin forbids, texts, words, draws.

use heterodox::rules::outcome::Cause;
use heterodox::rules::pick::Pick;
use heterodox::rules::position::Position;
use heterodox::rules::variant::Opening;

use super::{games, position};

fn has(position: &dyn Position, text: &str) -> bool {
    position.legal().iter().any(|&mv| position.machine(mv) == text)
}

/// Why a move is not legal, as a person is told.
fn why_not(position: &dyn Position, text: &str) -> String {
    position.read(text).map(|_| ()).expect_err("it is not legal").to_string()
}

#[test]
fn both_sides_castle_both_ways() {
    let mut game = position(Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    for (text, shown, fen) in [
        ("e1g1", "O-O", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        ("e8c8", "O-O-O", "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"),
    ] {
        let mv = game.read(text).expect("it is legal");
        assert_eq!(game.read(shown), Ok(mv));
        assert_eq!(game.display(mv), shown);
        let effects = game.effects(mv);
        assert_eq!((effects.moved.len(), effects.removed.len(), effects.put.len()), (2, 0, 0));
        game.act(text).expect("it is legal");
        assert_eq!(game.fen(), fen);
        assert_eq!(game.hash(), position(Some(fen)).hash(), "the hash knows the rights");
    }
    assert!(game.undo().is_some() && game.undo().is_some());
    assert_eq!(game.fen(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
}

#[test]
fn castling_through_into_and_out_of_check_is_not_legal() {
    for (fen, text, told) in [
        ("4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1", "e1g1", "in check on f1"),
        ("4k3/8/8/8/8/8/6r1/R3K2R w KQ - 0 1", "e1g1", "in check on g1"),
        ("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "e1c1", "a King in check does not castle"),
        ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1", "stands your Knight on b1"),
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1", "has moved"),
    ] {
        let game = position(Some(fen));
        assert!(!has(game.as_ref(), text), "{fen}");
        let reason = why_not(game.as_ref(), text);
        assert!(reason.contains(told), "{reason}");
    }
    // What hits the Rook, or the square beside it on the long way, does not matter.
    for fen in ["4k3/8/8/8/8/8/r7/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/1r6/R3K3 w Q - 0 1"] {
        assert!(has(position(Some(fen)).as_ref(), "e1c1"), "{fen}");
    }
}

#[test]
fn rights_go_with_king_rook_and_capture() {
    for (text, left) in [("e1e2", "kq"), ("a1b1", "Kkq"), ("h1h8", "Qq"), ("a1a8", "Kk")] {
        let mut game = position(Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
        game.act(text).expect("it is legal");
        assert_eq!(game.fen().split(' ').nth(2), Some(left), "{text}");
    }
    // The same squares with other rights are another position.
    let fens = ["KQkq", "Kkq", "-"].map(|rights| format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1"));
    let hashes = fens.map(|fen| position(Some(&fen)).hash());
    assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2] && hashes[0] != hashes[2]);
}

#[test]
fn rights_that_cannot_be_are_refused() {
    let chess = games().find("chess").expect("it was added");
    for (rights, told) in [
        ("QK", "letters of KQkq in that order"),
        ("KK", "letters of KQkq in that order"),
        ("x", "letters of KQkq in that order"),
        ("k", "the Rook of Black on h8"),
    ] {
        let fen = format!("r3k3/8/8/8/8/8/8/R3K2R w {rights} - 0 1");
        let error = chess.begin(Opening::Fen(&fen)).map(|_| ()).expect_err("it is wrong").to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn a_pawn_becomes_one_of_four() {
    let game = position(Some("6n1/5P1k/8/8/8/8/8/K7 w - - 0 1"));
    let mut becomes: Vec<String> = game.legal().iter().map(|&mv| game.display(mv)).collect();
    becomes.retain(|text| text.contains('='));
    becomes.sort_unstable();
    let expected = ["f8=B", "f8=N+", "f8=Q", "f8=R", "fxg8=B+", "fxg8=N", "fxg8=Q+", "fxg8=R"];
    assert_eq!(becomes, expected);
}

#[test]
fn a_pin_forbids_the_capture_in_passing() {
    let mut game = position(Some("8/2p5/8/KP5r/8/8/8/7k b - - 0 1"));
    game.act("c7c5").expect("it is legal");
    assert!(!has(game.as_ref(), "b5c6"), "the Rook on h5 would hit the King");
    let mut free = position(Some("8/2p5/8/1P5r/K7/8/8/7k b - - 0 1"));
    free.act("c7c5").expect("it is legal");
    let mv = free.read("bxc6").expect("nothing forbids it");
    let effects = free.effects(mv);
    let label = |at| free.geometry().label(at).to_owned();
    assert_eq!(effects.removed.iter().map(|&(at, _)| label(at)).collect::<Vec<_>>(), ["c5"]);
}

#[test]
fn castling_is_picked_as_two_squares() {
    let game = position(Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    let square = |name: &str| Pick::Square(game.geometry().parse(name).expect("a square"));
    let offered: Vec<Pick> = game.choices(&[square("e1")]).iter().map(|choice| choice.pick).collect();
    assert!(offered.contains(&square("g1")) && offered.contains(&square("c1")));
    let mv = game.read("O-O").expect("it is legal");
    assert_eq!(game.picks(mv).as_slice(), [square("e1"), square("g1")]);
}

#[test]
fn too_few_pieces_are_a_draw() {
    for (fen, dead) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/3NK3 w - - 0 1", true),
        ("2b1k3/8/8/8/8/8/8/3BK3 w - - 0 1", true),
        ("4kb2/8/8/8/8/8/8/3BK3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
    ] {
        let cause = position(Some(fen)).outcome().map(|outcome| outcome.cause);
        assert_eq!(cause == Some(Cause::DEAD), dead, "{fen}");
    }
}
