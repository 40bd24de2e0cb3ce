//! Several royal pieces.

use heterodox_games::file::FileVariant;
use heterodox_kernel::pick::Pick;
use heterodox_kernel::position::Position;
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::{Opening, Variant as _};

use super::{chess, moves, position, told};

/// Is this a legal move?
fn can(position: &dyn Position, mv: &str) -> bool {
    moves(position).contains(&mv.to_owned())
}

#[test]
fn two_kings_are_lost_when_both_are_attacked() {
    // One King may be left in danger, and may go there.
    let one = position("spartan", "k6k/8/8/8/8/8/8/R3K3 b - - 0 1");
    assert!(!one.checked().has(Side::new(1)));
    assert!(can(one.as_ref(), "h8g8") && can(one.as_ref(), "a8a7"));
    // Both are attacked along the rank: one of them has to go to safety, or it is mate.
    let both = position("spartan", "R6k/8/8/8/8/8/8/k3K2R b - - 0 1");
    assert!(both.checked().has(Side::new(1)));
    assert!(can(both.as_ref(), "h8g7") && can(both.as_ref(), "a1b2"));
    assert!(!can(both.as_ref(), "h8g8") && !can(both.as_ref(), "a1a2"));
    let mate = position("spartan", "k3R2k/pp4pp/8/8/8/8/8/R3K3 b - - 0 1".replace('p', "h").as_str());
    let outcome = mate.outcome().expect("neither can go");
    assert_eq!((outcome.cause.id, outcome.winner()), ("checkmate", Some(Side::FIRST)));
}

#[test]
fn one_of_two_kings_can_be_taken_and_the_last_one_not() {
    let mut game = position("spartan", "k6k/8/8/8/8/8/8/R3K3 w - - 0 1");
    let mv = game.read("a1a8").expect("it takes a King");
    assert_eq!(game.display(mv), "Rxa8+");
    game.act("a1a8").expect("it is legal");
    assert!(game.outcome().is_none() && game.checked().has(Side::new(1)));
    assert!(!can(game.as_ref(), "h8g8") && can(game.as_ref(), "h8g7"));
    let at = |name: &str| Pick::Square(game.geometry().parse(name).expect("a square"));
    assert_eq!(game.explain(&[at("h8")], at("g8")).as_deref(), Some("your King would be in check"));
}

#[test]
fn a_pawn_becomes_a_king_where_one_is_lost() {
    let promotes = |fen: &str| can(position("spartan", fen).as_ref(), "b2a1k");
    assert!(promotes("k7/8/8/8/8/8/1h6/4K3 b - - 0 1"));
    assert!(!promotes("k6k/8/8/8/8/8/1h6/4K3 b - - 0 1"));
}

/// Chess in which each player may have several Kings, with this word.
fn kings(word: &str) -> &'static FileVariant {
    let change = [("royal = true", &*format!("royal = \"{word}\""))];
    chess(&change).expect("it is read")
}

#[test]
fn a_word_says_which_kings_must_be_safe() {
    let fen = "4k3/8/8/8/8/8/r7/K3K3 w - - 0 1";
    for (word, checked, goes) in [("each", true, false), ("last", false, true), ("together", false, true)] {
        let game = kings(word).begin(Opening::Fen(fen)).expect(word);
        assert_eq!((game.checked().has(Side::FIRST), can(game.as_ref(), "e1f1")), (checked, goes), "{word}");
    }
    let both = "4k3/8/8/8/8/8/8/K2rK3 w - - 0 1";
    for (word, checked, stays) in [("each", true, false), ("last", false, true), ("together", true, false)] {
        let game = kings(word).begin(Opening::Fen(both)).expect(word);
        assert_eq!((game.checked().has(Side::FIRST), can(game.as_ref(), "e1f1")), (checked, stays), "{word}");
    }
}

#[test]
fn only_a_lone_king_castles() {
    let castles = |fen: &str| {
        let game = kings("last").begin(Opening::Fen(fen)).expect("a position");
        can(game.as_ref(), "e1g1")
    };
    assert!(castles("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    assert!(!castles("4kr2/8/8/8/8/8/8/4K2R w K - 0 1"), "f1 is attacked");
    assert!(castles("4kr2/8/8/8/8/8/8/K3K2R w K - 0 1"), "the King is not the last one");
}

#[test]
fn mistakes_are_told() {
    let mistakes = told(&chess(&[("royal = true", "royal = \"all\"")]).expect_err("there is no such word"));
    let expected = "piece.K.royal is \"all\"; expected true or false, or \"together\", \"last\" or \"each\"";
    assert!(mistakes.iter().any(|told| told.contains(expected)), "{mistakes:?}");
    let two = chess(&[]).expect("it is read").begin(Opening::Fen("4k3/8/8/8/8/8/8/K3K3 w - - 0 1"));
    assert!(two.map(|_| ()).expect_err("two Kings").to_string().contains("expected exactly one"));
}
