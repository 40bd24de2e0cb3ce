//! What the evaluation of each game says of positions.

use heterodox_games::armies::Armies;
use heterodox_games::holywar::Holywar;
use heterodox_games::sanctuary::Sanctuary;
use heterodox_kernel::board::Board;
use heterodox_kernel::eval::evaluate::{Evaluate, counted, evaluate, evaluate_seats};
use heterodox_kernel::eval::net::DuelAccumulator;
use heterodox_kernel::side::Side;

#[test]
fn in_holywar_what_cannot_mate_counts_little() {
    let of = |pieces: &str| {
        let board: Board<Holywar> =
            Board::read(&format!("1******1/*3k2*/*6*/*6*/*6*/*{pieces}*/*6*/K******1[] w - - 0 1")).expect(pieces);
        Holywar::prospects(&board, Side::FIRST)
    };
    for (pieces, counts) in [
        ("B5", 4),
        ("S5", 4),
        ("B1B3", 4),
        ("B1BS2", 24),
        ("BS4", 24),
        ("BB4", 64),
        ("SS4", 64),
        ("C5", 64),
        ("L5", 64),
        ("BP4", 64),
    ] {
        assert_eq!(of(pieces), counts, "{pieces}");
    }
}

#[test]
fn in_sanctuary_a_lead_counts_less_against_few_pieces() {
    for (ranks, parts) in [
        // Equal pieces, and many men.
        ("r7/8/8/8/8/PPPPPP2/8/R7", [64, 64]),
        // One piece and two pieces of the rival.
        ("r7/8/8/8/8/PPPPPP2/8/RR6", [64, 40]),
        ("rr6/8/8/8/8/PPPPPP2/8/RRR5", [64, 56]),
        ("rrr5/8/8/8/8/PPPPPP2/8/RRRR4", [64, 64]),
        // Few men of its own too.
        ("r7/8/8/8/8/P7/8/RR6", [44, 40]),
        ("8/p7/8/8/8/8/8/RR6", [48, 40]),
        ("r7/8/8/8/8/8/8/RR6", [28, 40]),
    ] {
        let board: Board<Sanctuary> = Board::read(&format!("{ranks} w - - 0 40")).expect(ranks);
        let white = Side::FIRST;
        assert_eq!([Sanctuary::prospects(&board, white), Sanctuary::caution(&board, white)], parts, "{ranks}");
        assert_eq!(counted(&board, Side::new(1), 6_400), parts[0] * parts[1] / 64 * 100, "{ranks}");
    }
}

/// The evaluation for Red, who is to move, against Orange.
fn advantage(middle: &str) -> i32 {
    let board: Board<Armies> =
        Board::read(&format!("9/9/9/9/9/9/9/9/9|{middle}|9/9/9/9/9/9/9/9/9 r ro - 0 9")).expect("it is a position");
    let against = board.living().after(board.turn());
    evaluate(&board, against, None, &mut DuelAccumulator::default()) * Armies::prospects(&board, board.turn()) / 64
}

#[test]
fn trading_the_pieces_that_mate_is_no_gain() {
    let [before, after] =
        [advantage("4oK4/9/9/4oR4/9/4rR4/9/9/rK2rR4rR"), advantage("4oK4/9/9/9/9/9/9/9/rK2rR4rR")];
    assert!(before > 2 * after, "{before}, {after}");
    let plenty = advantage("4oK4/9/9/9/9/1rNrNrCrCrC3/9/9/rK2rR4rR");
    assert!(plenty > 2 * before, "{plenty}, {before}");
}

#[test]
fn the_last_piece_of_a_rival_is_a_gain_for_who_can_mate() {
    let [guarded, bare] = ["4oR4", "9"].map(|rook| advantage(&format!("4oK4/9/9/{rook}/9/2rR6/9/9/rK2rR4rR")));
    assert!(bare > 2 * guarded, "{bare}, {guarded}");
}

#[test]
fn a_king_with_one_piece_is_driven_to_the_edge_too() {
    let of = |upper| advantage(&format!("{upper}/9/9/9/9/oR8/rK1rRrRrRrN3"));
    let [edge, middle] = ["oK8/9/9", "9/9/4oK4"].map(of);
    assert!(edge > middle + 100, "{edge}, {middle}");
}

#[test]
fn a_late_pawn_is_worth_much_where_it_will_be_made_new() {
    let of = |upper| advantage(&format!("{upper}/rK2rRrRrRrNrN1"));
    let [near, far] = ["9/9/9/8rP/1oK7/9/9/9", "9/9/9/9/1oK7/9/9/3rP5"].map(of);
    assert!(near > far + 80, "{near}, {far}");
}

#[test]
fn with_two_armies_pieces_want_to_be_guarded() {
    // The orange Rook attacks along its file.
    let of = |rows| advantage(&format!("8oK/9/9/1oR7/9/{rows}/3rRrRrRrRrR1/rK8"));
    let [attacked, safe, guarded] = ["1rC7/2rR6", "rC8/2rR6", "1rC7/1rR7"].map(of);
    assert!(attacked + 30 < safe, "{attacked}, {safe}");
    assert!(attacked + 30 < guarded, "{attacked}, {guarded}");
}

#[test]
fn guarded_pieces_count_for_every_army_but_not_for_the_first_fall() {
    // From the fifth file the Rook guards the Knight, from the third file it does not.
    let worth = |rook: &str, aim: &str| {
        let text =
            format!("9/9/9/9/9/9/9/9/9|8oK/9/9/9/4rN4/9/{rook}/9/rK8|8gK/9/9/9/9/9/9/9/8bK r rogb - 0 9{aim}");
        let board: Board<Armies> = Board::read(&text).expect("it is a position");
        evaluate_seats(&board)[Side::FIRST]
    };
    let gain = |aim| worth("4rR4", aim) - worth("2rR6", aim);
    assert_eq!(gain("") - gain(" first-fall"), 5);
}
