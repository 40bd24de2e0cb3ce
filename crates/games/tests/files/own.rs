//! Captures of pieces of one's own side.

use heterodox_kernel::pick::{Mark, Pick};
use heterodox_kernel::position::Position;
use heterodox_kernel::variant::{Opening, Variant as _};

use super::{chess, moves, position, told};

/// Counted by `tests/data/walks/selfcapture.py`.
const POSITIONS: &[(&str, u32, u64)] =
    &[("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 263_672)];

#[test]
fn counts_of_self_capture_are_those_of_another_program() {
    for &(fen, depth, leaves) in POSITIONS {
        assert_eq!(position("selfcapture", fen).perft(depth), leaves, "{fen} at depth {depth}");
    }
}

#[test]
fn an_own_piece_is_taken_with_the_sign() {
    let game = position("selfcapture", "4k3/8/8/8/8/2N5/4P3/R3K2R w KQ - 0 1");
    let all = moves(game.as_ref());
    for own in ["a1e1", "c3e1"] {
        assert!(!all.contains(&own.to_owned()), "{own}: nobody takes the King");
    }
    let mv = game.read("c3e2").expect("legal");
    assert_eq!((game.display(mv), game.read("Nxe2").expect("legal")), ("Nxe2".to_owned(), mv));
    let at = |name: &str| Pick::Square(game.geometry().parse(name).expect("a square"));
    let choice = game.choices(&[at("c3")]).into_iter().find(|choice| choice.pick == at("e2")).expect("a choice");
    assert_eq!(choice.mark, Mark::OwnCapture);
    let mut after = game.fork();
    after.play(mv).expect("legal");
    assert_eq!(after.fen(), "4k3/8/8/8/8/8/4N3/R3K2R b KQ - 0 1");
    // The right to castle goes with the Rook.
    let rooks = position("selfcapture", "4k3/8/8/8/8/8/7R/R3K2R w KQ - 0 1");
    let mut taken = rooks.fork();
    taken.act("h2h1").expect("legal");
    assert_eq!(taken.fen(), "4k3/8/8/8/8/8/8/R3K2R b Q - 0 1");
    let why = rooks.explain(&[at("a1")], at("e1")).expect("it cannot");
    assert_eq!(why, "your King stands on e1");
}

#[test]
fn nothing_of_it_goes_to_a_hand() {
    let keys = "[hand]\ncaptures = true\n[law]\ncapture_own = \"may\"\n[end]";
    let game = chess(&[
        ("[end]", keys),
        ("PPPPPPPP/RNBQKBNR w", "PPPPPPPP/RNBQKBNR[] w"),
        ("pawn = true", "pawn = true, start = \"rank 2\""),
    ]);
    let game = game.unwrap_or_else(|mistakes| panic!("{:?}", told(&mistakes)));
    let mut start: Box<dyn Position> = game.begin(Opening::Start).expect("it begins");
    start.act("b1d2").expect("legal");
    assert_eq!(start.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPNPPPP/R1BQKBNR[] b KQkq - 0 1");
}

#[test]
fn what_it_does_not_go_with_is_refused() {
    for (law, expected) in [
        ("capture_own = \"must\"", "law.capture_own is \"must\"; expected \"never\" or \"may\""),
        ("capture_own = \"may\"\ncapture = \"must\"", "expected it without capture = \"must\" and explosion"),
        ("capture_own = \"may\"\nexplosion = {}", "expected it without capture = \"must\" and explosion"),
        (
            "capture_own = \"may\"\n[hand]\ngates = true",
            "law.capture_own is \"may\"; expected it without gates, swaps and shuffle",
        ),
    ] {
        let mistakes = told(&chess(&[("[end]", &format!("[law]\n{law}\n[end]"))]).expect_err(law));
        assert!(mistakes.iter().any(|told| told.contains(expected)), "{mistakes:?}");
    }
}
