//! Free positions: nobody wins or loses on them, and a King may be missing.

use heterodox_games::holywar::Holywar;
use heterodox_games::{GAMES, built_in};
use heterodox_kernel::fen::{Field, Found};
use heterodox_kernel::game::CompiledGame;
use heterodox_kernel::pick::Pick;
use heterodox_kernel::piece::Piece;
use heterodox_kernel::position::Position;
use heterodox_kernel::setup::{PositionError, Setup};
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::{Opening, Variant};

fn empty(game: &'static dyn Variant) -> Box<dyn Position> {
    let mut position = game.begin(Opening::Start).expect("the start");
    for square in position.geometry().squares() {
        position = position.placed(square, None).expect("an empty square is allowed");
    }
    position
}

#[test]
fn every_kind_that_moves_does_so_alone_on_the_board() {
    for game in GAMES {
        let spec = game.spec();
        for (side, kind) in spec.sides().flat_map(|side| spec.all_kinds().map(move |kind| (side, kind))) {
            let piece = Piece::new(side, kind);
            let board = empty(*game);
            let lone: Vec<_> = board
                .geometry()
                .squares()
                .filter_map(|square| Some((square, board.placed(square, Some(piece)).ok()?)))
                .collect();
            assert_eq!(lone.is_empty(), !spec.of(kind).owned_by(side), "{} {}", spec.id, spec.of(kind).name);
            let moves = lone.iter().any(|(square, position)| {
                assert_eq!(position.outcome(), None);
                !position.if_turn_of(side).choices(&[Pick::Square(*square)]).is_empty()
            });
            let can = spec.of(kind).owned_by(side) && !spec.of(kind).moves.is_empty();
            assert_eq!(moves, can, "{} {}", spec.id, spec.of(kind).name);
        }
    }
}

#[test]
fn a_free_position_says_why_not() {
    let sanctuary = built_in("sanctuary").expect("a game");
    let position = sanctuary.begin(Opening::Free("8/8/8/3N4/8/8/8/8 w - - 0 1")).expect("a free position");
    let at = |label: &str| Pick::Square(position.geometry().parse(label).expect("a square"));
    let why = position.explain(&[at("d5")], at("d6")).expect("a reason");
    assert!(why.contains("does not go from d5 to d6"), "{why}");
    assert_eq!(position.explain(&[at("d5")], at("e7")), None);
    // In a game it would be over: neither side has two pieces.
    let game = sanctuary.begin(Opening::Fen("8/8/8/3N4/8/8/8/8 w - - 0 1")).expect("a position");
    assert!(game.outcome().is_some() && game.legal().is_empty());
}

#[test]
fn a_second_king_takes_the_place_of_the_first() {
    let holywar = built_in("holywar").expect("a game");
    let position = holywar.begin(Opening::Start).expect("the start");
    let [b3, c4, d4] =
        ["b3", "c4", "d4"].map(|label| position.geometry().parse(label).expect("a square of the board"));
    let king = Piece::new(Side::FIRST, holywar.spec().kind('K').expect("a King"));
    let position = position.placed(c4, Some(king)).and_then(|one| one.placed(d4, Some(king))).expect("allowed");
    assert_eq!((position.piece(c4), position.piece(d4)), (None, Some(king)));
    // Nothing has to be dropped first.
    assert!(!position.choices(&[Pick::Square(b3)]).is_empty());
    let pawn = Piece::new(Side::FIRST, holywar.spec().kind('P').expect("a Pawn"));
    let a1 = position.geometry().parse("a1").expect("a corner");
    let why = position.placed(a1, Some(pawn)).err().expect("no Pawn stands there").to_string();
    assert_eq!(why, "a1: a Pawn of White cannot stand there");
}

#[test]
fn a_setup_need_not_be_a_position() {
    let text = "1******1/*3k2*/*6*/*6*/*6*/*6*/*6*/1******1[] w - - 0 1";
    let setup = Setup::<Holywar>::read(Holywar::tables(), text).expect("a text without mistakes");
    let missing = PositionError::Royals { seat: "White", count: 0, kind: "King" };
    assert_eq!(setup.position(), Err(missing));
    assert_eq!(setup.free().expect("a board to try things on").fen(), text);
    let board = setup.position();
    assert_eq!(board.unwrap_err().to_string(), "White has 0 Kings, expected exactly one");

    let error =
        Setup::<Holywar>::read(Holywar::tables(), &text.replace("3k2", "3k1")).expect_err("a square is missing");
    assert_eq!(
        (error.field, &error.found, &*error.expected),
        (Field::Rank(Holywar::SPEC.geometry().rank_name(6), None), &Found::Count(7, "square"), "8")
    );
    let error =
        Setup::<Holywar>::read(Holywar::tables(), &text.replace(" w ", " x ")).expect_err("nobody has this letter");
    assert_eq!(error.to_string(), "side \"x\": expected one of w b");
}
