//! Pieces that stay in a part of the board.

use heterodox_kernel::pick::Pick;
use heterodox_kernel::variant::{Opening, Variant as _};

use super::{chess, moves, position, told};

#[test]
fn a_piece_stays_in_its_region() {
    let palace = [
        ("move = \"KisO2\"", "move = \"K\", region = \"d1-f3\""),
        ("w KQkq", "w -"),
        ("\"B\" }", "\"B\", region = \"ranks 1-5\" }"),
    ];
    let game = chess(&palace).expect("it is read");
    let at = |fen| moves(game.begin(Opening::Fen(fen)).expect("a position").as_ref());
    assert_eq!(at("4k3/8/8/8/p7/P4K2/8/8 w - - 0 1"), ["f3e2", "f3e3", "f3f2"]);
    // The other one's palace is on the far side, and a King does not attack what is outside of it.
    assert_eq!(at("8/8/4k3/8/p7/P7/8/4K3 b - - 0 1"), ["e6d6", "e6d7", "e6e7", "e6f6", "e6f7"]);
    let bishop = at("4k3/8/8/8/p2B4/P7/8/4K3 w - - 0 1");
    assert!(bishop.contains(&"d4e5".to_owned()) && !bishop.contains(&"d4f6".to_owned()), "{bishop:?}");
    let mistakes = chess(&[("move = \"KisO2\"", "move = \"K\", region = \"palace\"")]).expect_err("no zone");
    assert!(told(&mistakes)[0].contains("piece.K.region is \"palace\"; expected a zone"), "{:?}", told(&mistakes));
}

/// The moves of the piece on a square of Xiangqi.
fn xiangqi(fen: &str, from: &str) -> String {
    let moves = moves(position("xiangqi", fen).as_ref());
    let found: Vec<&str> = moves.iter().filter_map(|text| text.strip_prefix(from)).collect();
    found.join(" ")
}

#[test]
fn more_moves_hold_in_their_zones() {
    assert_eq!(xiangqi("4k4/9/9/9/9/9/2P6/9/9/3K5 w - - 0 1", "c4"), "c5");
    assert_eq!(xiangqi("4k4/9/9/9/2P6/9/9/9/9/3K5 w - - 0 1", "c6"), "b6 c7 d6");
    assert_eq!(xiangqi("5k3/9/9/9/9/2p6/9/9/9/3K5 b - - 0 1", "c5"), "b5 c4 d5");
    let soldier = position("xiangqi", "4k4/9/9/9/9/9/2P6/9/9/3K5 w - - 0 1");
    let words = soldier.spec().kinds.iter().find(|kind| kind.letter == 'P').expect("a Soldier").words;
    assert_eq!(words, "steps one square ahead; from ranks 6-10 it also steps one square sideways");
    assert!(soldier.spec().rules.contains("it stays on ranks 1-5"), "{}", soldier.spec().rules);

    // A double step from a zone is one that can be captured in passing.
    let pawn = [("move = \"fmWfceFifmnD\"", "move = \"fmWfceF\", more = [{ move = \"fmnD\", from = \"rank 2\" }]")];
    let game = chess(&pawn).expect("it is read");
    let start = game.begin(Opening::Start).expect("it begins");
    assert_eq!(start.perft(3), 8_902);
    let passing = "rnbqkbnr/pppp1ppp/8/8/4p3/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 3";
    assert_eq!(
        game.begin(Opening::Fen(passing)).expect("a position").perft(3),
        position("chess", passing).perft(3)
    );
    for (more, expected) in [
        ("more = 3", "piece.R.more is 3; expected a list of tables"),
        ("more = [{ move = \"V\" }]", "piece.R.more.1.move is \"V\": no atom V"),
        ("more = [{ from = \"rank 1\" }]", "piece.R.more.1.move is missing"),
        ("more = [{ move = \"W\", from = \"rank 9\" }]", "piece.R.more.1.from is \"rank 9\"; expected a zone"),
        ("more = [{ move = \"W\", form = \"rank 1\" }]", "piece.R.more.1.form: unknown key; did you mean from?"),
        ("facing = \"forbidden\"", "expected it at the piece with royal = true"),
    ] {
        let mistakes = chess(&[("castles = true", &format!("castles = true, {more}"))]).expect_err(more);
        assert!(told(&mistakes).iter().any(|told| told.contains(expected)), "{:?}", told(&mistakes));
    }
}

#[test]
fn royal_pieces_may_not_see_each_other() {
    // The Generals stand on one file: what stands alone between stays on it.
    assert_eq!(xiangqi("4k4/9/9/9/9/9/9/4C4/9/4K4 w - - 0 1", "e3"), "e2 e4 e5 e6 e7 e8 e9");
    assert_eq!(xiangqi("4k4/9/9/9/9/9/9/4N4/9/4K4 w - - 0 1", "e3"), "");
    assert_eq!(xiangqi("4k4/9/4p4/9/9/9/9/4N4/9/4K4 w - - 0 1", "e3"), "c2 c4 d1 d5 f1 f5 g2 g4");
    assert_eq!(xiangqi("4k4/9/9/9/9/9/p8/9/9/3K5 w - - 0 1", "d1"), "d2");
    let game = position("xiangqi", "4k4/9/9/9/9/9/9/4C4/9/4K4 w - - 0 1");
    let at = |name: &str| Pick::Square(game.geometry().parse(name).expect("a square"));
    assert_eq!(
        game.explain(&[at("e3")], at("d3")).expect("it cannot"),
        "your King on e1 would be in check from the Black General on e10, because they would see each other along the file"
    );
    let seen = Opening::Fen("4k4/9/9/9/9/9/p8/9/9/4K4 w - - 0 1");
    assert!(super::shelf("xiangqi").begin(seen).is_err());
}

#[test]
fn royal_pieces_may_not_see_each_other_along_a_rank_either() {
    let royal = "royal = true";
    let of = |facing: &str| chess(&[(royal, &format!("{royal}, facing = \"{facing}\""))]).expect("it is read");
    // The Bishop alone between the Kings may not leave their rank.
    let fen = "8/8/8/k2B3K/8/8/P7/8 w - - 0 1";
    let free = |facing: &str| {
        let game = of(facing);
        let position = game.begin(Opening::Fen(fen)).expect("a position");
        let from = position.geometry().parse("d5").expect("a square");
        position.legal().into_iter().filter(|mv| mv.from == from).count()
    };
    assert_eq!(["allowed", "forbidden", "nowhere"].map(free), [12, 12, 0]);
    let game = of("nowhere");
    let position = game.begin(Opening::Fen(fen)).expect("a position");
    let at = |name: &str| Pick::Square(position.geometry().parse(name).expect("a square"));
    assert_eq!(
        position.explain(&[at("d5")], at("e6")).expect("it cannot"),
        "your King on h5 would be in check from the Black King on a5, because they would see each other along the rank"
    );
    // A King does not go where it would see the other one, and stands on no such square.
    let file = game.begin(Opening::Fen("8/8/8/k7/7K/8/P7/8 w - - 0 1")).expect("a position");
    assert!(file.legal().iter().all(|mv| file.geometry().coord(mv.to).y != 4), "{}", file.draw());
    assert!(game.begin(Opening::Fen("8/8/8/k6K/8/8/8/8 w - - 0 1")).is_err());
}
