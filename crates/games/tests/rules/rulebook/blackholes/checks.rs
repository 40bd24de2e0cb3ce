//! Black Holes: checks through holes, pins, and pawns that travel.

use crate::rulebook::scene::{Table, refused, table};

fn game(picture: &str, rest: &str) -> Table {
    table("blackholes", picture, rest)
}

#[test]
fn a_king_is_in_check_through_holes() {
    let before = game(
        "
    8  .  .  H  .  k
    3  .  H  .  .  .
    2  R  .  .  .  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "w",
    );
    assert_eq!(before.display("a2a3"), "Ra3+");
    let check = before.after("a2a3");
    check.checked().are("Black");
    // Off the eighth rank, or a hole between; on d8 the King would still be hit.
    check.legal().are("e8d7 e8e7 H@d8");
    let picture = "
    8  .  .  H  .  k
    3  R  H  .  .  .
    1  K  .  .  .  .
       a  b  c  d  e";
    refused("blackholes", picture, "w").says(&["Black", "check"]);
    let far = game(
        "
    8  .  .  H  .  .
    7  .  .  .  .  k
    3  R  H  .  .  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "b",
    );
    far.moves_from("e7").are("e7e6 e7d6 e7d7");
}

#[test]
fn every_piece_but_the_king_gives_check_through_holes() {
    let checked = |picture: &str| game(picture, "b").checked();
    let pawn_ahead = "
    8  .  .  .  k  .
    6  .  .  .  H  .
    5  H  .  .  .  .
    4  P  .  .  .  .
    1  .  .  .  .  K";
    checked(pawn_ahead).are("Black");
    let pawn_by_two = "
    8  .  .  .  k  .
    6  .  .  .  H  .
    4  H  .  .  .  .
    2  P  .  .  .  .
    1  .  .  .  .  K";
    checked(pawn_by_two).are("Black");
    let pawn_aslant = "
    8  .  .  .  .  k
    6  .  .  H  .  .
    5  .  H  .  .  .
    4  P  .  .  .  .
    1  .  .  .  .  K";
    checked(pawn_aslant).are("Black");
    let knight = "
    8  .  .  .  .  k
    5  .  H  .  .  .
    4  .  .  H  .  .
    3  S  .  .  .  .
    1  .  .  .  .  K";
    checked(knight).are("Black");
    let bishop = "
    8  .  .  .  .  k
    6  .  .  H  .  .
    4  .  .  H  .  .
    2  B  .  .  .  .
    1  .  .  .  .  K";
    checked(bishop).are("Black");
    checked(&bishop.replace('B', "Q")).are("Black");
    checked(&bishop.replace('B', "R")).are("");
    let hole = "
    8  .  .  .  k  .
    6  H  .  .  H  .
    5  H  .  .  .  .
    1  .  .  .  .  K";
    checked(hole).are("Black");
    let king = "
    8  .  .  .  k  .
    6  .  .  .  H  .
    5  H  .  .  .  .
    4  K  .  .  .  .";
    checked(king).are("");
}

#[test]
fn a_relativistic_move_mates() {
    let before = game(
        "
    8  .  .  .  H  k
    7  .  .  R  .  .
    3  .  H  .  .  .
    2  R  .  .  .  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "w",
    );
    assert_eq!(before.display("a2a3"), "Ra3#");
    before.after("a2a3").ends("checkmate", "1 0");
}

#[test]
fn a_check_through_holes_is_met_by_taking_a_hole() {
    let check = game(
        "
    8  .  .  .  H  k
    7  .  .  h  h  .
    6  .  .  r  .  .
    3  R  H  .  .  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "b",
    );
    check.checked().are("Black");
    check.legal().are("e8e7 c6c7d7d8");
}

#[test]
fn a_piece_that_holds_off_a_relativistic_check_is_pinned() {
    let on_the_way_out = game(
        "
    8  .  .  H  s  k
    3  R  H  .  .  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "b",
    );
    on_the_way_out.checked().are("");
    on_the_way_out.moves_from("d8").are("");
    let on_the_way_in = game(
        "
    8  .  .  .  H  k
    3  R  .  b  H  .
    1  .  .  K  .  .
       a  b  c  d  e",
        "b",
    );
    on_the_way_in.checked().are("");
    on_the_way_in.moves_from("c3").are("");
    let on_a_leap = game(
        "
    8  .  .  .  .  k
    6  .  .  .  p  .
    4  .  .  H  .  .
    3  .  H  .  .  .
    1  S  .  .  .  K
       a  b  c  d  e",
        "b",
    );
    // The Knight goes in at b3, comes out of c4 and would leap on over d6 to e8.
    on_a_leap.checked().are("");
    on_a_leap.moves_from("d6").are("");
}

#[test]
fn a_pinned_piece_may_still_travel_round_to_where_it_stands() {
    let pinned = game(
        "
    8  k  .  r  .  .
    3  .  H  R  H  .
    1  .  .  K  .  .
       a  b  c  d  e",
        "w",
    );
    pinned.journeys("c3").are("c3b3d3c3 c3d3b3c3");
}

#[test]
fn a_pawn_promotes_where_a_relativistic_move_ends_also_to_a_hole() {
    let pawn = game(
        "
    6  H  .  H  .  .
    5  P  .  .  .  .
    3  .  .  .  .  k
    1  K  .  .  .  .
       a  b  c  d  e",
        "w",
    );
    pawn.moves_from("a5").are(
        "a5a6a6a7 a5a6a6a8q a5a6a6a8r a5a6a6a8b a5a6a6a8s a5a6a6a8h \
        a5a6c6c7 a5a6c6c8q a5a6c6c8r a5a6c6c8b a5a6c6c8s a5a6c6c8h",
    );
    assert_eq!(pawn.display("a5a6c6c8q"), "a5-a6-c6-c8=Q");
    pawn.after("a5a6c6c8h").shows(
        "
    8  .  .  H  .  .
    6  H  .  H  .  .
    3  .  .  .  .  k
    1  K  .  .  .  .",
    );
}

#[test]
fn a_pawn_passing_through_a_hole_on_the_last_rank_does_not_promote() {
    let pawn = game(
        "
    8  .  H  .  .  .
    7  .  P  .  .  .
    6  .  .  s  .  .
    3  .  .  H  .  k
    1  K  .  .  .  .
       a  b  c  d  e",
        "w",
    );
    pawn.moves_from("b7").are("b7b8c3c4 b7b8c3c5 b7b8c3c6");
    pawn.after("b7b8c3c6").shows(
        "
    8  .  H  .  .  .
    6  .  .  P  .  .
    3  .  .  H  .  k
    1  K  .  .  .  .",
    );
}

#[test]
fn a_relativistic_double_step_gives_no_right_of_en_passant() {
    let pawn = game(
        "
    8  k  .  .  .  .
    4  .  H  p  .  .
    2  .  P  .  .  .
    1  .  H  .  .  K
       a  b  c  d  e",
        "w",
    );
    let doubled = pawn.after("b2b4b1b4");
    doubled.shows(
        "
    8  k  .  .  .  .
    4  .  P  p  .  .
    1  .  H  .  .  K",
    );
    assert_eq!(doubled.rest(), "b - - 0 1");
    doubled.moves_from("c4").are("c4c3");
}

#[test]
fn en_passant_is_never_part_of_a_relativistic_move() {
    let right = game(
        "
    8  k  .  .  .  .
    5  .  H  p  P  .
    4  P  .  .  .  .
    1  .  .  .  .  K
       a  b  c  d  e",
        "w - c6 0 2",
    );
    right.moves_from("d5").are("d5d6 d5c6");
    right.after("a4b5b5c6").shows(
        "
    8  k  .  .  .  .
    6  .  .  P  .  .
    5  .  H  p  P  .
    1  .  .  .  .  K",
    );
}
