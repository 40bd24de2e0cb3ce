//! Castling by data.

use heterodox_kernel::pick::Pick;
use heterodox_kernel::position::Position;

use super::{moves, position, told};

fn why(position: &dyn Position, from: &str, to: &str) -> String {
    let square = |name: &str| Pick::Square(position.geometry().parse(name).expect("a square"));
    position.explain(&[square(from)], square(to)).unwrap_or_default()
}

#[test]
fn it_needs_rights_room_and_safety() {
    let open = position("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let castles = |position: &dyn Position| {
        moves(position).into_iter().filter(|mv| ["e1g1", "e1c1", "e8g8", "e8c8"].contains(&mv.as_str())).count()
    };
    assert_eq!(castles(open.as_ref()), 2);
    for (fen, to, told) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "g1", "the King or that Rook has moved, so they cannot castle"),
        ("r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", "c1", "between King and Rook stands your Knight on b1"),
        ("r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1", "g1", "a King in check does not castle"),
        ("r3k2r/8/8/8/5r2/8/8/R3K2R w KQkq - 0 1", "g1", "the King would be in check on f1"),
        ("r3k2r/8/8/8/6r1/8/8/R3K2R w KQkq - 0 1", "g1", "the King would be in check on g1"),
    ] {
        let position = position("chess", fen);
        assert!(!moves(position.as_ref()).contains(&format!("e1{to}")), "{fen}");
        assert!(why(position.as_ref(), "e1", to).contains(told), "{fen}: {}", why(position.as_ref(), "e1", to));
    }
    // The Rook may pass an attacked square.
    let passed = position("chess", "r3k2r/8/8/8/1r6/8/8/R3K3 w Qkq - 0 1");
    assert!(moves(passed.as_ref()).contains(&"e1c1".to_owned()));
}

#[test]
fn both_pieces_go_and_rights_are_lost() {
    let mut game = position("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let mv = game.read("e1g1").expect("it castles");
    assert_eq!(game.display(mv), "O-O");
    game.act("e1g1").expect("it is legal");
    assert_eq!(game.fen(), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    game.act("a8a1").expect("it is legal");
    assert_eq!(game.fen(), "4k2r/8/8/8/8/8/8/r4RK1 w k - 0 2");
    let wide = position("capablanca", "r4k3r/10/10/10/10/10/10/R4K3R b KQkq - 0 1");
    let mv = wide.read("f8c8").expect("three squares to the left");
    assert_eq!(wide.display(mv), "O-O-O");
    let mut after = wide.fork();
    after.act("f8c8").expect("it is legal");
    assert_eq!(after.fen(), "2kr5r/10/10/10/10/10/10/R4K3R w KQ - 1 2");
}

#[test]
fn a_piece_that_is_not_royal_castles_through_attacks() {
    let castles = |id: &str| {
        let all = moves(position(id, "rnb1kbnr/pppppppp/8/7Q/3q4/8/PPP1PPPP/R3KBNR w KQkq - 0 1").as_ref());
        all.contains(&"e1c1".to_owned())
    };
    assert_eq!((castles("extinction"), castles("chess")), (true, false));
}

#[test]
fn rights_that_the_pieces_cannot_have_are_refused() {
    let begin = |fen| super::shelf("chess").begin(heterodox_kernel::variant::Opening::Fen(fen)).map(|_| ());
    for (fen, expected) in [
        ("r3k2r/8/8/8/8/8/8/R3K1R1 w K - 0 1", "the Rook of White on h1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w QK - 0 1", "letters of KQkq in that order, or -"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", "letters of KQkq in that order, or -"),
    ] {
        let error = begin(fen).expect_err(fen).to_string();
        assert!(error.contains(expected), "{error}");
    }
    let without = super::chess(&[("KisO2", "K")]).expect_err("the opening has rights");
    assert!(told(&without)[0].contains("the setup start"), "{:?}", told(&without));
}
