//! Captured pieces that change sides and are dropped.

use heterodox_kernel::bits::Bits64;
use heterodox_kernel::board::Edit;
use heterodox_kernel::gait::Gait;
use heterodox_kernel::perft::perft;
use heterodox_kernel::pick::Pick;
use heterodox_kernel::piece::Kind;
use heterodox_kernel::position::Position;
use heterodox_kernel::spec::{DropRule, KindSpec, Movement, Spec, Zone};
use heterodox_kernel::variant::Opening;

use super::{AHEAD, BISHOP, KING, ROOK, begin, eight, game, kind, read};

const FOOT: Movement = Movement::both(Gait::Leap(&[AHEAD]));

// A Foot goes and captures ahead. A Tower is a Rook in hand.
game!(
    Hands,
    Bits64,
    Spec {
        kinds: &[
            KING,
            KindSpec { held_as: Some(Kind(1)), ..kind('R', "Rook", &[ROOK]) },
            KindSpec {
                held_as: Some(Kind(2)),
                drop: DropRule { most_a_file: Some(1), never_mates: true, ..DropRule::USUAL },
                ..kind('P', "Foot", &[FOOT])
            },
            KindSpec { held_as: Some(Kind(1)), ..kind('T', "Tower", &[ROOK, BISHOP]) },
        ],
        drops: Zone::Where(|_| true),
        setups: HANDS,
        ..eight("hands", 2)
    }
);

const HANDS: &[heterodox_kernel::spec::NamedSetup] =
    &[heterodox_kernel::spec::NamedSetup { name: "start", words: "", fen: "7k/8/8/8/8/8/8/K7[] w - - 0 1" }];

fn at(fen: &str) -> Box<dyn Position> {
    Box::new(begin::<Hands>(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

fn drops(fen: &str) -> String {
    let game = at(fen);
    let mut found: Vec<String> = game.legal().iter().map(|&mv| game.machine(mv)).collect();
    found.retain(|mv| mv.contains('@'));
    found.sort_unstable();
    found.join(" ")
}

fn why(fen: &str, kind: u8, to: &str) -> String {
    let game = at(fen);
    let square = game.geometry().parse(to).expect("a square");
    game.explain(&[Pick::Reserve(Kind(kind))], Pick::Square(square)).unwrap_or_default()
}

#[test]
fn a_captured_piece_goes_to_hand_as_its_plain_kind() {
    let mut game = at("7k/8/8/8/8/8/1t6/K7[] w - - 5 9");
    game.act("a1b2").expect("it is legal");
    assert_eq!(game.fen(), "7k/8/8/8/8/8/1K6/8[R] b - - 0 9");
    game.act("h8h7").expect("it is legal");
    game.act("R@c3").expect("it is legal");
    assert_eq!(game.fen(), "8/7k/8/8/8/2R5/1K6/8[] b - - 0 10");
    game.undo().expect("a move");
    assert_eq!(game.fen(), "8/7k/8/8/8/8/1K6/8[R] w - - 1 10");
    let typed = game.read("R@d4").expect("it is read");
    assert_eq!((game.machine(typed), game.display(typed)), ("R@d4".to_owned(), "R@d4".to_owned()));
}

#[test]
fn hashes_follow_what_is_in_hand() {
    let mut game = read::<Hands>("3rk3/3p4/8/8/8/8/3P4/3RK3[RPp] w - - 0 1").expect("a position");
    for turn in 0..60 {
        let legal = game.legal();
        let Some(&mv) = legal.get(turn * 31 % legal.len().max(1)) else { break };
        game = game.after(mv);
        assert_eq!(game.hash(), game.hash_from_scratch(), "after ply {turn}");
    }
    let one = read::<Hands>("3rk3/8/8/8/8/8/8/3RK3[P] w - - 0 1").expect("a position");
    let other = read::<Hands>("3rk3/8/8/8/8/8/8/3RK3[p] w - - 0 1").expect("a position");
    assert!(one != other && one.hash() != other.hash());
}

#[test]
fn a_drop_answers_a_check_and_avoids_mate() {
    let check = "r6k/8/8/8/8/8/8/K6r[RP] w - - 0 1";
    assert!(drops(check).is_empty(), "two checks cannot be answered: {}", drops(check));
    let one = "r6k/8/8/8/8/8/1r6/K7[RP] w - - 0 1";
    assert_eq!(drops(one), "P@a2 P@a3 P@a4 P@a5 P@a6 P@a7 R@a2 R@a3 R@a4 R@a5 R@a6 R@a7");
    assert!(why(one, 1, "c3").contains("your King on a1 would be in check from the Black Rook on a8"));
    // Without the Rook in hand it is mate.
    let mated = "r6k/8/8/8/8/8/7r/K6r[R] w - - 0 1";
    assert!(at(mated).outcome().is_some());
    assert!(at("r5k1/1r6/8/8/8/8/8/K7[R] w - - 0 1").outcome().is_none());
    assert!(at("r5k1/1r6/8/8/8/8/8/K7[] w - - 0 1").outcome().is_some());
}

#[test]
fn rules_of_drops_hold() {
    let pair = "7k/8/8/8/3P4/8/8/K7[P] w - - 0 1";
    assert!(!drops(pair).contains("@d") && !drops(pair).contains("P@c8") && drops(pair).contains("P@c7"));
    assert_eq!(why(pair, 2, "d6"), "your Foot on d4 stands on that file already");
    assert_eq!(why(pair, 2, "c8"), "a Foot on c8 could never move");
    assert_eq!(why(pair, 2, "d4"), "d4 is taken by your Foot");
    assert_eq!(why(pair, 1, "c3"), "no Rook is left in reserve");
    let mate = "7k/8/7K/8/8/8/8/6R1[P] w - - 0 1";
    assert!(!drops(mate).contains("P@h7") && drops(mate).contains("P@g7"));
    assert_eq!(why(mate, 2, "h7"), "a Foot must not mate when it is dropped");
    // A check that is no mate is allowed, and so is mate by the same piece on the board.
    assert!(drops("7k/8/7K/8/8/8/8/5R2[P] w - - 0 1").contains("P@h7"));
    let mut moved = at("7k/8/5K1P/8/8/8/8/6R1[] w - - 0 1");
    moved.act("h6h7").expect("it is legal");
    // The second seat's ranks are counted from its own side.
    assert!(drops("7k/8/8/8/8/8/8/K7[p] b - - 0 1").contains("P@c8"));
    assert_eq!(why("7k/8/8/8/8/8/8/K7[p] b - - 0 1", 2, "c1"), "a Foot on c1 could never move");
}

#[test]
fn counting_in_bulk_counts_each_drop() {
    let board = read::<Hands>("3rk3/3p4/8/8/8/8/3P4/3RK3[RPp] w - - 0 1").expect("a position");
    let after: u64 = board.legal().iter().map(|&mv| perft(&board.after(mv), 1)).sum();
    assert_eq!(board.count_moves(), board.legal().len() as u64);
    assert_eq!(perft(&board, 2), after);
}

#[test]
fn no_reserve_can_overflow() {
    let men = format!(
        "{}/{}/{}/{}/4k3/8/8/4K3[R] b - - 0 1",
        "r".repeat(8),
        "R".repeat(8),
        "R".repeat(8),
        "T".repeat(7) + "1"
    );
    let error = begin::<Hands>(Opening::Fen(&men)).map(|_| ()).expect_err("32 are too many").to_string();
    assert!(error.contains("32 pieces: expected at most 31 that can be in hand as a Rook"), "{error}");
    assert!(begin::<Hands>(Opening::Fen(&men.replace("[R]", "[]"))).is_ok());
    let held = format!("4k3/8/8/8/8/8/8/4K3[{}] w - - 0 1", "T");
    let error = begin::<Hands>(Opening::Fen(&held)).map(|_| ()).expect_err("no Tower is in hand").to_string();
    assert!(error.contains("at most 0 of \"T\""), "{error}");
}

#[test]
fn a_reserve_that_rules_change_is_part_of_the_position() {
    let mut board = *begin::<Hands>(Opening::Start).expect("a start").board();
    let (side, before) = (board.turn(), board.hash());
    let more = board.reserve(side).plus(Kind(1)).plus(Kind(2));
    let mut edit = Edit::new(&mut board);
    edit.set_reserve(side, more);
    assert_eq!(edit.board().hash_from_scratch(), edit.board().hash());
    edit.spend(Kind(2));
    assert_eq!((edit.board().reserve(side).count(Kind(1)), edit.board().reserve(side).total()), (1, 1));
    assert_eq!(edit.board().hash_from_scratch(), edit.board().hash());
    assert_ne!(board.hash(), before);
}
