//! Pieces that promote instead of moving.

use heterodox_kernel::outcome::Cause;
use heterodox_kernel::pick::{Mark, Pick};
use heterodox_kernel::variant::{Opening, Variant as _};

use super::{chess, moves, moves_from, position, told};

/// Positions of Sittuyin with all armies on the board, and the sequences of legal plies that Fairy-Stockfish counts.
const POSITIONS: &[(&str, u32, u64)] = &[
    ("8/2k2r2/3snp1p/pps1pPp1/2P1P1PP/PP1S1N2/2F1NS2/3KR2R[] w - - 0 1", 4, 747_986),
    ("1k6/6P1/2P4r/3PP3/3pp3/R4p2/1p6/6K1[] w - - 0 1", 4, 434_705),
    ("1k6/8/8/8/3p4/5P2/8/6K1[] w - - 0 1", 6, 1_130_878),
];

#[test]
fn counts_of_sittuyin_are_those_of_another_program() {
    for &(fen, depth, leaves) in POSITIONS {
        assert_eq!(position("sittuyin", fen).perft(depth), leaves, "{fen} at depth {depth}");
    }
}

/// The moves of the piece on a square of Sittuyin.
fn from(fen: &str, square: &str) -> String {
    moves_from("sittuyin", fen, square)
}

#[test]
fn a_soldier_becomes_a_general_on_the_diagonals() {
    // Where it stands, or one step away; the Soldier that is not on a diagonal only moves.
    let two = "8/8/8/4P3/8/3P4/8/K6k[] w - - 0 1";
    assert_eq!(from(two, "e5"), "d4f d6f e5f e6 f4f f6f");
    assert_eq!(from(two, "d3"), "d4");
    // The last one does so everywhere, and nobody has two Generals.
    assert_eq!(from("8/8/8/8/8/3P4/8/K6k[] w - - 0 1", "d3"), "c2f c4f d3f d4 e2f e4f");
    assert_eq!(from("8/8/8/4P3/8/3P4/8/K5Fk[] w - - 0 1", "e5"), "e6");
    // Not in check, and never with an attack or a check.
    assert_eq!(from("8/8/8/4P3/r7/8/8/K6k[] w - - 0 1", "e5"), "");
    assert_eq!(from("8/8/3n4/4P3/8/8/8/K6k[] w - - 0 1", "e5"), "d4f d6 e6 f4f f6f");
}

#[test]
fn the_new_general_is_written_with_its_way() {
    let start = position("sittuyin", "8/8/8/4P3/8/3P4/8/K6k[] w - - 0 1");
    for (machine, shown) in [("e5e5f", "e5=F"), ("e5d6f", "e5d6=F"), ("e5e6", "e6")] {
        let mv = start.read(machine).expect(machine);
        assert_eq!(start.display(mv), shown);
        assert_eq!(start.read(shown).expect(shown), mv);
        assert_eq!(start.fork().play_text(shown).expect(shown).0, mv);
    }
    let at = |name: &str| Pick::Square(start.geometry().parse(name).expect("a square"));
    let stays = start.choices(&[at("e5")]).into_iter().find(|choice| choice.pick == at("e5")).expect("it can stay");
    assert_eq!((stays.mark, stays.moves), (Mark::Target, 1));
    let mut after = start.fork();
    after.play(start.read("e5e5f").expect("legal")).expect("legal");
    assert_eq!(after.fen(), "8/8/8/4F3/8/3P4/8/K6k[] b - - 0 1");
}

#[test]
fn the_reason_is_told() {
    let why = |fen: &str, square: &str, to: &str| {
        let game = position("sittuyin", fen);
        let at = |name: &str| Pick::Square(game.geometry().parse(name).expect("a square"));
        game.explain(&[at(square)], at(to)).expect("it cannot")
    };
    let two = "8/8/8/4P3/8/3P4/8/K6k[] w - - 0 1";
    assert_eq!(
        why(two, "d3", "d3"),
        "the Soldier promotes on marked squares only, as long as you have another one"
    );
    let attacks = "8/8/3n4/4P3/8/8/8/K6k[] w - - 0 1";
    assert_eq!(why(attacks, "e5", "e5"), "the new General would attack the Black Horse on d6");
    let checks = "4k3/8/8/4P3/8/8/8/K3R3[] w - - 0 1";
    assert_eq!(why(checks, "e5", "d6"), "a Soldier that promotes gives no check");
    let general = "8/8/8/4P3/8/8/8/K5Fk[] w - - 0 1";
    assert_eq!(why(general, "e5", "e5"), "a Soldier promotes only while there is something that it can become");
    let check = "8/8/8/4P3/r7/8/8/K6k[] w - - 0 1";
    assert!(why(check, "e5", "e5").contains("would be in check"), "{}", why(check, "e5", "e5"));
}

#[test]
fn nobody_has_to_promote() {
    // The King cannot move, and the Soldier is blocked.
    let rest = position("sittuyin", "8/8/4n3/4P3/8/8/1r6/K1k5[] w - - 0 1");
    assert!(rest.legal().is_empty());
    let outcome = rest.outcome().expect("it is over");
    assert_eq!((outcome.winner(), outcome.cause), (None, Cause::STALEMATE));
    // With another piece it has to.
    let more = position("sittuyin", "8/8/4n3/4P3/8/7P/7n/K1k5[] w - - 0 1");
    assert!(more.outcome().is_none());
}

#[test]
fn what_such_a_promotion_does_not_go_with_is_refused() {
    let promotes = "promote = { at = \"rank 8\", to = \"QRBN\" }";
    for (changes, expected) in [
        (
            vec![(promotes, "promote = { at = \"rank 8\", to = \"Q\", when = \"instead\", leaving = true }")],
            "piece.P.promote.when is \"instead\"; expected no leaving = true with it",
        ),
        (
            vec![(promotes, "promote = { at = \"rank 8\", to = \"Q\", when = \"sometimes\" }")],
            "piece.P.promote.when is \"sometimes\"; expected \"must\" or \"may\" or \"stuck\" or \"instead\"",
        ),
        (
            vec![
                (promotes, "promote = { at = \"rank 8\", to = \"Q\", when = \"instead\" }"),
                ("[end]", "[hand]\ngates = true\n[end]"),
            ],
            "expected no gates = true on more than 10 files or beside shuffle, swaps, drop = \"must\" or when = \"instead\"",
        ),
    ] {
        let mistakes = told(&chess(&changes).expect_err(expected));
        assert!(mistakes.iter().any(|told| told.contains(expected)), "{expected}: {mistakes:?}");
    }
    // In chess a Pawn would never leave the last rank but by promotion.
    let game =
        chess(&[(promotes, "promote = { at = \"ranks 7-8\", to = \"QN\", when = \"instead\" }")]).expect("read");
    let at = game.begin(Opening::Fen("8/P7/8/7k/8/8/P7/4K3 w - - 0 1")).expect("a position");
    let all = moves(at.as_ref());
    assert!(["a7a7n", "a7a8", "a7a8q", "a7b5n"].iter().all(|text| all.contains(&(*text).to_owned())), "{all:?}");
    // The same square with and without the promotion: the first is named by its squares and a stop.
    let plain = at.read("a7a8").expect("legal");
    assert_eq!(at.picks(plain).as_slice().last(), Some(&Pick::Stop));
}
