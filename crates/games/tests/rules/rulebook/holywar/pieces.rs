//! Holywar: how the pieces move.

use crate::rulebook::scene::{Table, refused, table};

fn game(picture: &str, rest: &str) -> Table {
    table("holywar", picture, rest)
}

#[test]
fn a_pawn_steps_once_and_captures_diagonally_forward() {
    let open = game(
        "
    8  k                    .
    4     .  s  .  s  .  .
    3     P  .  P  .  .  P
    1  .                    K
       a  b  c  d  e  f  g  h",
        "w",
    );
    open.goals_from("d3").are("c4 d4 e4");
    open.goals_from("b3").are("b4 c4");
    open.goals_from("g3").are("g4");
    let blocked = game(
        "
    8  k                    .
    4     .  S  s  S  .  .
    3     .  .  P  .  .  .
    1  .                    K
       a  b  c  d  e  f  g  h",
        "w",
    );
    blocked.moves_from("d3").are("");
    let red = game(
        "
    8  k                    .
    6     .  .  p  .  .  p
    5     .  S  .  S  .  .
    1  .                    K
       a  b  c  d  e  f  g  h",
        "b",
    );
    red.goals_from("d6").are("c5 d5 e5");
    red.goals_from("g6").are("g5");
}

#[test]
fn there_is_no_double_step_and_no_en_passant() {
    let second_rank = game(
        "
    8  k                    .
    4     .  .  .  p  .  .
    2     P  .  .  .  .  P
    1  .                    K
       a  b  c  d  e  f  g  h",
        "w",
    );
    second_rank.moves_from("b2").are("b2b3");
    let beside = "
    8  k                    .
    4     .  .  P  p  .  .
    1  .                    K
       a  b  c  d  e  f  g  h";
    refused("holywar", beside, "b - d3 0 1").says(&["en passant", "d3"]);
}

#[test]
fn on_its_seventh_rank_a_pawn_becomes_squire_bishop_crusader_or_lady_and_never_a_king() {
    let white = game(
        "
    8  .                    k
    7     .  b  .  .  .  .
    6     .  .  P  .  .  .
    1  .                    K
       a  b  c  d  e  f  g  h",
        "w",
    );
    white.moves_from("d6").are("d6d7s d6d7b d6d7c d6d7l d6c7s d6c7b d6c7c d6c7l");
    white.after("d6c7c").shows(
        "
    8  .                    k
    7     .  C  .  .  .  .
    1  .                    K",
    );
    let red = game(
        "
    8  .                    k
    3     p  .  .  .  .  .
    2     .  B  .  .  .  .
    1  .                    K
       a  b  c  d  e  f  g  h",
        "b",
    );
    red.moves_from("b3").are("b3b2s b3b2b b3b2c b3b2l b3c2s b3c2b b3c2c b3c2l");
}

#[test]
fn a_pawn_is_accepted_on_its_own_second_rank_but_not_in_a_corner_or_where_it_must_promote() {
    let kings = "8  k                    .\n1  .                    K\n";
    let own_second = format!("{kings}7     .  p  .  .  .  .\n2     P  .  .  .  .  .");
    game(&own_second, "w").legal().are("b2b3 h1g2");
    game(&own_second, "b").legal().are("c7c6 a8b7");
    refused("holywar", &format!("{kings}7     P  .  .  .  .  ."), "w").says(&["b7", "Pawn", "White"]);
    refused("holywar", &format!("{kings}2     .  .  .  .  p  ."), "w").says(&["f2", "Pawn", "Red"]);
    let corner = "8  k                    .\n2     .  K  .  .  .  .\n";
    refused("holywar", &format!("{corner}1  P                    ."), "w").says(&["a1", "Pawn", "White"]);
    refused("holywar", &format!("{corner}1  .                    p"), "w").says(&["h1", "Pawn", "Red"]);
    refused("holywar", "8  k                    P\n1  .                    K", "w").says(&["h8", "Pawn", "White"]);
}

const ALL_EIGHT: &str = "b3 b5 c2 c6 e2 e6 f3 f5";

#[test]
fn a_squire_goes_to_the_squares_of_a_knights_move() {
    let open = game(
        "
    8  k                    .
    4     .  .  S  .  .  .
    1  .                    K
       a  b  c  d  e  f  g  h",
        "w",
    );
    open.goals_from("d4").are(ALL_EIGHT);
}

#[test]
fn a_squire_with_one_of_its_two_routes_open_is_not_blocked() {
    let straight_filled = game(
        "
    8  k                    .
    5     .  .  b  .  .  .
    4     .  B  S  B  .  .
    3     .  .  b  .  .  .
    1  .                    K
       a  b  c  d  e  f  g  h",
        "w",
    );
    straight_filled.goals_from("d4").are(ALL_EIGHT);
    let diagonal_filled = game(
        "
    8  k                    .
    5     .  s  .  S  .  .
    4     .  .  S  .  .  .
    3     .  S  .  s  .  .
    1  .                    K
       a  b  c  d  e  f  g  h",
        "w",
    );
    diagonal_filled.goals_from("d4").are(ALL_EIGHT);
}

#[test]
fn a_squire_is_blocked_where_both_squares_next_to_it_hold_a_piece_of_either_side() {
    let one_pair = game(
        "
    8  k                    .
    6     .  .  .  b  .  .
    5     .  .  p  B  .  .
    4     .  .  S  .  .  .
    1  .                    K
       a  b  c  d  e  f  g  h",
        "w",
    );
    one_pair.goals_from("d4").are("b3 b5 c2 c6 e2 f3 f5");
    let other_pair = game(
        "
    8  k                    .
    4     .  .  S  S  .  .
    3     .  .  .  s  .  .
    1  .                    K
       a  b  c  d  e  f  g  h",
        "w",
    );
    other_pair.goals_from("d4").are("b3 b5 c2 c6 e2 e6 f5");
    let ring = game(
        "
    8  k                    .
    5     .  p  p  p  .  .
    4     .  P  S  P  .  .
    3     .  P  P  P  .  .
    1  .                    K
       a  b  c  d  e  f  g  h",
        "w",
    );
    ring.moves_from("d4").are("");
}

#[test]
fn a_squire_entering_or_leaving_a_corner_cannot_be_blocked() {
    let leaving = game(
        "
    8  k                    .
    3     .  p  .  .  .  .
    2     P  .  .  .  .  .
    1  S                    K
       a  b  c  d  e  f  g  h",
        "w",
    );
    leaving.goals_from("a1").are("b3 c2");
    let entering = game(
        "
    8  k                    .
    3     S  p  .  .  .  .
    2     P  S  .  .  .  .
    1  .                    K
       a  b  c  d  e  f  g  h",
        "w",
    );
    // b3: d2 lies beyond c3 and c2, both filled; a1 beyond b2 and a square that does not exist.
    entering.goals_from("b3").are("a1 c5 d4");
    entering.moves_from("c2").have("c2a1");
    let red = game(
        "
    8  .                    s
    7     .  .  .  .  .  p
    6     .  .  .  .  .  s
    2     K  .  .  .  .  .
    1  .                    k
       a  b  c  d  e  f  g  h",
        "b",
    );
    red.moves_from("h8").are("h8f7");
    red.after("h8f7 b2b3").moves_from("g6").have("g6h8");
}

#[test]
fn a_squire_blocked_on_both_routes_gives_no_check_and_its_blockers_are_pinned() {
    let picture = "
    8  k                    .
    6     .  .  .  s  .  .
    5     .  .  S  P  .  .
    4     .  .  K  .  .  .
       a  b  c  d  e  f  g  h";
    let blocked = game(picture, "w");
    blocked.checked().are("");
    blocked.moves_from("d5").are("");
    let open = game(
        "
    8  k                    .
    6     .  .  .  s  .  .
    5     .  .  .  P  .  .
    4     .  .  K  .  .  .
       a  b  c  d  e  f  g  h",
        "w",
    );
    open.checked().are("White");
}

#[test]
fn a_bishop_slides_into_the_corners_and_a_crusader_is_bishop_or_squire() {
    let picture = |letter: char| {
        format!(
            "
    7     k  .  .  .  .  .
    4     .  .  {letter}  .  .  .
    2     .  .  .  .  .  K
       a  b  c  d  e  f  g  h"
        )
    };
    let lines = "e5 f6 g7 h8 c3 b2 a1 c5 b6 e3 f2";
    game(&picture('B'), "w").goals_from("d4").are(lines);
    game(&picture('C'), "w").goals_from("d4").are(&format!("{lines} {ALL_EIGHT}"));
    game(&picture('L'), "w").goals_from("d4").are(&format!("{lines} c4 e4 d3 d5"));
}

#[test]
fn the_lady_is_not_royal() {
    let attacked = game(
        "
    8  k                    .
    6     b  .  .  .  .  .
    4     .  .  L  .  .  .
    3     .  .  .  .  .  P
    1  .                    K
       a  b  c  d  e  f  g  h",
        "w",
    );
    attacked.checked().are("");
    attacked.legal().have("g3g4 d4c5 d4b6 d4c4");
    let taken = attacked.after("g3g4");
    assert_eq!(taken.display("b6d4"), "Bxd4");
    taken.after("b6d4").goes_on();
}

#[test]
fn the_king_may_not_move_into_check_and_a_pinned_piece_may_not_leave() {
    let pinned = game(
        "
    8  k                    .
    6     .  .  .  .  b  .
    5     .  .  .  P  .  .
    4     .  .  K  .  .  b
       a  b  c  d  e  f  g  h",
        "w",
    );
    // f6 pins the Pawn on e5; g4 covers d7, e6, f5 and f3, e2.
    pinned.legal().are("e5f6 d4c3 d4c4 d4c5 d4d3 d4d5 d4e3 d4e4");
}
