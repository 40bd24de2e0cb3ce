//! Pieces that stay in a part of the board.

use heterodox_kernel::variant::{Opening, Variant as _};

use super::{chess, moves, told};

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
