//! What is common to all games: how a game ends, and which end comes first.

mod display;
mod text;

use crate::rulebook::armies::falls::WALLED;
use crate::rulebook::scene::table;

#[test]
fn checkmate_comes_before_the_count_of_plies() {
    let last = table(
        "holywar",
        "
    8  k                    .
    3     .  .  B  .  .  .
    1  .                    K
       a  b  c  d  e  f  g  h",
        "w - - 99 80",
    );
    last.after("d3e4").ends("checkmate", "1 0");
    last.after("d3c4").ends("plies", "1/2 1/2");
}

#[test]
fn a_win_in_sanctuary_comes_before_the_count_of_plies() {
    let last = table(
        "sanctuary",
        "
    8  R  .  .  .  .  .  .  .
    5  .  .  .  .  .  .  .  R
    3  .  .  g  .  .  .  .  .
       a  b  c  d  e  f  g  h",
        "w - - 99 80",
    );
    last.after("h5h8").ends("sanctuary", "1 0");
    last.after("h5h7").ends("plies", "1/2 1/2");
}

#[test]
fn stalemate_comes_before_a_dead_position() {
    let bare = "
    8  k                    .
    6     .  K  .  .  .  .
    1  .                    .
       a  b  c  d  e  f  g  h";
    table("holywar", bare, "b").ends("stalemate", "1/2 1/2");
    table("holywar", bare, "w").ends("dead", "1/2 1/2");
    let lone = table(
        "sanctuary",
        "
    5  .  .  .  .  n  .  .  R
       a  b  c  d  e  f  g  h",
        "w",
    );
    lone.ends("dead", "1/2 1/2");
    table("sanctuary", "5  .  .  .  .  .  .  .  R", "b").ends("stalemate", "1/2 1/2");
    table("sanctuary", "5  .  .  .  .  .  .  .  R", "w").ends("dead", "1/2 1/2");
}

#[test]
fn stalemate_comes_before_the_count_of_plies() {
    let last = table(
        "holywar",
        "
    8  k                    .
    4     .  .  .  S  .  .
    1  .                    K
       a  b  c  d  e  f  g  h",
        "w - - 99 80",
    );
    last.after("e4d6").ends("stalemate", "1/2 1/2");
    last.after("e4f6").ends("plies", "1/2 1/2");
}

#[test]
fn a_dead_position_comes_before_the_count_of_plies() {
    let bare = "
    7     k  .  .  .  .  .
    4     .  .  .  K  .  .
    8  .                    .
    1  .                    .";
    table("holywar", bare, "w - - 100 80").ends("dead", "1/2 1/2");
    let kings = "
    level 1
    i  .  .  .  .  .  .  .  . gK
    a rK  .  .  .  .  .  .  .  .";
    table("armies", kings, "r rg - 200 80").ends("dead", "1/2 0 1/2 0");
}

const SHUFFLE: &str = "
    8  k                    .
    6     .  .  .  .  .  p
    3     .  .  .  .  .  P
    1  .                    K
       a  b  c  d  e  f  g  h";

#[test]
fn repetition_comes_before_the_count_of_plies() {
    let round = "h1g2 a8b7 g2h1 b7a8";
    let together = table("holywar", SHUFFLE, "w - - 92 80").after(round).after(round);
    together.ends("repetition", "1/2 1/2");
    assert_eq!(together.rest(), "w - - 100 84");
    let one_before = table("holywar", SHUFFLE, "w - - 93 80").after(round).after("h1g2 a8b7 g2h1");
    one_before.ends("plies", "1/2 1/2");
}

#[test]
fn the_count_of_plies_comes_before_the_passes() {
    table("armies", WALLED, "r rg - 198 80").after("0000 0000").ends("plies", "1/2 0 1/2 0");
    table("armies", WALLED, "r rg - 197 80").after("0000 0000").ends("passes", "1/2 0 1/2 0");
}

#[test]
fn the_third_occurrence_is_a_draw_and_the_first_position_counts() {
    let start = table("holywar", SHUFFLE, "w");
    let round = "h1g2 a8b7 g2h1 b7a8";
    start.after(round).goes_on();
    start.after(round).after("h1g2 a8b7 g2h1").goes_on();
    start.after(round).after(round).ends("repetition", "1/2 1/2");
}

#[test]
fn the_right_of_en_passant_is_part_of_a_position() {
    let landed = "
    8  g  .  .  .  .  .  .  .
    4  .  .  .  p  P  .  .  .
    1  .  .  .  .  .  .  .  G
       a  b  c  d  e  f  g  h";
    let round = "a8a7 h1h2 a7a8 h2h1";
    table("sanctuary", landed, "b - - 0 1").after(round).after(round).ends("repetition", "1/2 1/2");
    // With the right the first position is another one: so far it has come twice without it.
    table("sanctuary", landed, "b - e3 0 1").after(round).after(round).goes_on();
}

#[test]
fn the_side_to_move_is_part_of_a_position() {
    let start = table(
        "sanctuary",
        "
    8  g  .  .  .  .  .  .  .
    5  p  .  .  .  .  .  .  .
    4  P  .  .  .  .  .  .  .
    1  .  .  .  .  .  .  .  G
       a  b  c  d  e  f  g  h",
        "w",
    );
    // White's Guard goes round a triangle: the same placement comes back with Black to move.
    let board = start.after("h1h2 a8b8 h2g2 b8a8 g2h1");
    board.shows(
        "
    8  g  .  .  .  .  .  .  .
    5  p  .  .  .  .  .  .  .
    4  P  .  .  .  .  .  .  .
    1  .  .  .  .  .  .  .  G",
    );
    // The third time in all, and the second with Black to move.
    board.after("a8b8 h1h2 b8a8 h2h1").goes_on();
    board.after("a8b8 h1h2 b8a8 h2h1 a8b8 h1h2 b8a8 h2h1").ends("repetition", "1/2 1/2");
}

#[test]
fn a_hundred_plies_without_capture_pawn_move_or_drop_are_a_draw() {
    let holywar = "
    8  .                    k
    6     .  .  .  .  .  p
    5     .  .  .  .  P  .
    3     .  .  .  .  L  K
    1  .                    .
       a  b  c  d  e  f  g  h";
    let last = table("holywar", holywar, "w - - 99 80");
    last.after("g3g2").ends("plies", "1/2 1/2");
    last.after("g3f3").ends("plies", "1/2 1/2");
    last.after("f5f6").goes_on();
    last.after("f5g6").goes_on();
    table("holywar", holywar, "w - - 98 80").after("g3g2").goes_on();
    table("holywar", holywar, "w - - 100 80").ends("plies", "1/2 1/2");
    let sanctuary = "
    8  g  .  .  .  .  .  .  .
    5  .  p  .  .  .  .  .  .
    4  P  .  .  .  .  .  .  .
    1  R  .  .  .  .  .  .  .
       a  b  c  d  e  f  g  h";
    let last = table("sanctuary", sanctuary, "w - - 99 80");
    last.after("a1b1").ends("plies", "1/2 1/2");
    last.after("a4a5").goes_on();
    last.after("a4b5").goes_on();
    let drop = table("holywar", "8  k                    .\n1  K                    .", "[SS] w - - 99 80");
    drop.after("S@c2").goes_on();
    assert!(drop.after("S@c2").rest().contains(" 0 80"));
}
