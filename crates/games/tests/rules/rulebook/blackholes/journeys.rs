//! Black Holes: relativistic moves, in at one own hole, out at another and on.

use crate::rulebook::scene::{Table, table};

fn game(picture: &str, rest: &str) -> Table {
    table("blackholes", picture, rest)
}

/// The inventor's example.
const E1: &str = "
    8  r  s  .  q  k
    7  p  .  p  p  p
    6  B  p  h  h  .
    5  .  .  .  h  H
    4  H  P  .  .  .
    3  .  .  .  S  .
    2  P  B  P  P  P
    1  R  H  .  Q  K
       a  b  c  d  e";

#[test]
fn e1_is_the_position_of_the_rule_book() {
    assert_eq!(game(E1, "w").fen(), "rs1qk/p1ppp/Bphh1/3hH/HP3/3S1/PBPPP/RH1QK w - - 0 1");
}

#[test]
fn e1_the_rook_on_a1_has_exactly_three_relativistic_moves() {
    let e1 = game(E1, "w");
    e1.journeys("a1").are("a1b1b1c1 a1b1b1d1 a1b1a4b4");
    assert_eq!(e1.display("a1b1b1c1"), "Ra1-b1-b1-c1");
    assert_eq!(e1.display("a1b1b1d1"), "Ra1-b1-b1xd1");
    assert_eq!(e1.display("a1b1a4b4"), "Ra1-b1-a4xb4");
}

#[test]
fn e1_the_bishop_on_b2_has_exactly_three_relativistic_moves() {
    let e1 = game(E1, "w");
    e1.journeys("b2").are("b2e5a4b5 b2e5a4c6 b2e5b1c2");
    assert_eq!(e1.display("b2e5a4b5"), "Bb2-e5-a4-b5");
    assert_eq!(e1.display("b2e5a4c6"), "Bb2-e5-a4xc6");
    assert_eq!(e1.display("b2e5b1c2"), "Bb2-e5-b1xc2");
}

#[test]
fn e1_the_relativistic_moves_of_everyone_else() {
    let e1 = game(E1, "w");
    e1.journeys("d1").are("d1b1b1a1 d1b1e5d5");
    e1.journeys("d3").are("d3e5a4b6 d3e5b1c3 d3e5b1d5");
    e1.journeys("a2").are("a2a4a4a5 a2a4a4a6 a2a4b1b2 a2a4e5e6 a2a4e5e7");
    for idle in ["a6", "b4", "c2", "d2", "e2", "e1", "a4", "b1", "e5"] {
        e1.journeys(idle).are("");
    }
}

#[test]
fn e1_of_the_white_pawns_only_d2_could_not_be_captured_by_black() {
    let e1 = game(E1, "b");
    for (pawn, captures) in [
        ("a2", "d7c6d5a2 e7d6d5a2"),
        // Not from e7: with that Pawn gone a2-a4-e5 goes on to e8.
        ("b4", "d7c6d6b4"),
        ("c2", "c7c6c6c2 d7d6c6c2 d6d5c6c2"),
        ("d2", ""),
        ("e2", "b8c6c6e2"),
    ] {
        e1.moves_to(pawn).are(captures);
    }
}

#[test]
fn a_rook_goes_on_in_the_direction_in_which_it_went_in() {
    let open = game(
        "
    8  .  .  .  .  k
    6  .  H  .  .  .
    3  R  .  .  H  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "w",
    );
    open.journeys("a3").are("a3d3d3e3 a3d3b6c6 a3d3b6d6 a3d3b6e6");
    let met = game(
        "
    8  .  .  .  .  k
    6  .  H  .  s  .
    3  R  .  .  H  P
    1  K  .  .  .  .
       a  b  c  d  e",
        "w",
    );
    met.journeys("a3").are("a3d3d3e3 a3d3b6c6 a3d3b6d6");
    assert_eq!(met.display("a3d3d3e3"), "Ra3-d3-d3xe3+");
    assert_eq!(met.display("a3d3b6d6"), "Ra3-d3-b6xd6");
    let shut_out = game(
        "
    8  .  .  .  .  k
    6  .  H  .  .  .
    3  R  .  P  H  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "w",
    );
    shut_out.journeys("a3").are("");
}

#[test]
fn a_bishop_goes_on_along_its_diagonal_and_a_queen_either_way() {
    let bishop = game(
        "
    8  .  .  .  .  .
    7  k  .  .  .  .
    6  .  H  .  .  .
    3  .  .  H  .  .
    1  B  .  .  .  K
       a  b  c  d  e",
        "w",
    );
    bishop.journeys("a1").are("a1c3c3d4 a1c3c3e5 a1c3b6c7 a1c3b6d8");
    let queen = game(
        "
    7  k  .  .  .  .
    5  .  .  H  .  .
    4  .  .  .  .  H
    2  .  .  Q  .  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "w",
    );
    let straight = "c2c5c5c6 c2c5c5c7 c2c5c5c8 c2c5e4e5 c2c5e4e6 c2c5e4e7 c2c5e4e8";
    queen.journeys("c2").are(&format!("{straight} c2e4c5d6 c2e4c5e7"));
}

#[test]
fn a_knight_goes_on_by_the_same_leap_once_or_more() {
    let open = game(
        "
    8  k  .  .  .  .
    3  .  H  .  .  .
    1  S  .  H  .  K
       a  b  c  d  e",
        "w",
    );
    // The leap of one to the right and two up, from either hole.
    open.journeys("a1").are("a1b3b3c5 a1b3b3d7 a1b3c1d3 a1b3c1e5");
    let met = game(
        "
    8  k  .  .  .  .
    5  .  .  p  .  .
    4  .  p  p  p  .
    3  .  H  p  .  .
    2  P  P  P  P  .
    1  S  .  H  .  K
       a  b  c  d  e",
        "w",
    );
    // Only the squares landed on count: c5 stops the leaps from b3, nothing those from c1.
    met.journeys("a1").are("a1b3b3c5 a1b3c1d3 a1b3c1e5");
}

#[test]
fn a_pawn_goes_in_straight_ahead_by_one_or_two_steps_or_diagonally() {
    let single = game(
        "
    8  k  .  .  .  .
    6  .  .  s  .  .
    4  .  .  H  H  .
    3  .  .  P  .  .
    1  .  .  .  .  K
       a  b  c  d  e",
        "w",
    );
    // Straight in at c4, diagonally in at d4.
    single.moves_from("c3").are(
        "c3c4c4c5 c3c4c4c6 c3c4d4d5 c3c4d4d6 c3c4d4d7 \
        c3c4d4d8q c3c4d4d8r c3c4d4d8b c3c4d4d8s c3c4d4d8h c3d4c4d5 c3d4c4e6 c3d4d4e5",
    );
    let double = game(
        "
    8  k  .  .  .  .
    6  .  s  .  .  .
    4  .  H  .  .  .
    2  .  P  .  .  .
    1  .  .  .  .  K
       a  b  c  d  e",
        "w",
    );
    double.moves_from("b2").are("b2b3 b2b4b4b5 b2b4b4b6");
    let filled = game(
        "
    8  k  .  .  .  .
    4  .  H  .  .  .
    3  .  S  .  .  .
    2  .  P  .  .  .
    1  .  .  .  .  K
       a  b  c  d  e",
        "w",
    );
    filled.moves_from("b2").are("");
    let third_rank = game(
        "
    8  k  .  .  .  .
    5  .  H  .  .  .
    3  .  P  .  .  .
    1  .  .  .  .  K
       a  b  c  d  e",
        "w",
    );
    third_rank.moves_from("b3").are("b3b4");
    let black = game(
        "
    8  k  .  .  .  .
    7  .  .  .  p  .
    5  .  .  .  h  .
    3  .  .  .  R  .
    1  .  .  .  .  K
       a  b  c  d  e",
        "b",
    );
    black.moves_from("d7").are("d7d6 d7d5d5d4 d7d5d5d3");
}

#[test]
fn a_hole_goes_through_holes_but_never_comes_out_of_itself() {
    let two = game(
        "
    8  k  .  .  .  .
    5  .  S  .  .  .
    3  .  H  .  .  .
    2  .  H  .  .  .
    1  .  .  .  .  K
       a  b  c  d  e",
        "w",
    );
    two.journeys("b2").are("b2b3b3b4 b2b3b3b5");
    two.journeys("b3").are("b3b2b2b1");
    let three = game(
        "
    8  k  .  .  .  .
    4  .  .  .  H  .
    3  .  H  .  .  .
    2  .  H  .  .  .
    1  .  .  .  .  K
       a  b  c  d  e",
        "w",
    );
    three.journeys("b3").are("b3b2b2b1 b3b2d4d3 b3b2d4d2 b3b2d4d1");
    three.journeys("d4").are("");
}

#[test]
fn the_king_goes_through_no_hole_and_enemy_holes_are_no_way_in() {
    let king = game(
        "
    8  k  .  .  .  .
    4  .  h  .  .  .
    3  .  .  .  .  .
    2  .  R  .  H  .
    1  .  .  .  H  K
       a  b  c  d  e",
        "w",
    );
    king.moves_from("e1").are("e1e2");
    king.journeys("b2").are("b2d2d2e2");
}

#[test]
fn a_move_may_end_on_its_own_start_square_or_take_the_hole_it_went_in_by() {
    let rook = game(
        "
    8  .  .  .  .  k
    3  .  .  .  .  K
    1  H  R  H  .  .
       a  b  c  d  e",
        "w - - 4 9",
    );
    rook.journeys("b1").are("b1c1c1d1 b1c1c1e1 b1c1a1b1 b1c1a1c1 b1a1c1b1 b1a1c1a1");
    assert_eq!(rook.display("b1c1a1b1"), "Rb1-c1-a1-b1");
    assert_eq!(rook.display("b1c1a1c1"), "Rb1-c1-a1xc1");
    let same = rook.after("b1c1a1b1");
    assert_eq!(same.rest(), "b - - 5 9", "a quiet ply");
    same.shows(
        "
    8  .  .  .  .  k
    3  .  .  .  .  K
    1  H  R  H  .  .",
    );
    let taken = rook.after("b1c1a1c1");
    assert_eq!(taken.rest(), "b - - 0 9", "a capture");
    taken.shows(
        "
    8  .  .  .  .  k
    3  .  .  .  .  K
    1  H  .  R  .  .",
    );
}

#[test]
fn own_pieces_and_holes_of_either_side_are_captured_but_never_the_own_king() {
    let rook = game(
        "
    8  .  .  .  .  k
    6  .  H  h  .  .
    4  .  H  H  .  .
    2  .  H  S  .  .
    1  R  H  .  K  .
       a  b  c  d  e",
        "w",
    );
    // From b1 only c1: the King stands on d1. From b2 the own Knight, from b4 an own hole, from b6 an
    // enemy's; from c4 the way is free.
    rook.journeys("a1").are("a1b1b1c1 a1b1b2c2 a1b1b4c4 a1b1b6c6 a1b1c4d4 a1b1c4e4");
    rook.after("a1b1b4c4").shows(
        "
    8  .  .  .  .  k
    6  .  H  h  .  .
    4  .  H  R  .  .
    2  .  H  S  .  .
    1  .  H  .  K  .",
    );
}
