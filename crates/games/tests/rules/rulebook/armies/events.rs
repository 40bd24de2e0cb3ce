//! Armies of Faith 1: armies that resign or lose on time.

use super::game;
use crate::rulebook::scene::opening;
use heterodox_kernel::variant::Opening;

const FOUR: &str = "
    level 1
    i bK  .  .  .  .  .  .  . gK
    e  .  .  .  . bP  .  .  .  .
    c  . gP gN  .  .  .  .  .  .
    a rK  .  .  .  .  .  .  . oK
       r  s  t  u  v  w  x  y  z";

#[test]
fn an_army_may_leave_out_of_turn_its_pieces_go_and_the_plies_restart() {
    let left = game(FOUR, "r rogb - 120 40").after("out:g");
    assert_eq!(left.rest(), "r rob - 0 40");
    left.shows(
        "
    level 1
    i bK  .  .  .  .  .  .  .  .
    e  .  .  .  . bP  .  .  .  .
    a rK  .  .  .  .  .  .  . oK",
    );
    assert!(left.falls().is_empty(), "credited to nobody");
    assert_eq!(left.after("ra1ra2 za1za2").rest(), "b rob - 2 40");
}

#[test]
fn when_the_army_to_move_leaves_the_turn_passes_to_the_next_living_one() {
    let four = game(FOUR, "o rogb - 120 40");
    assert_eq!(four.after("out:o").rest(), "g rgb - 0 40");
    assert_eq!(four.after("out:g out:o").rest(), "b rb - 0 40");
    let blue = game(FOUR, "b rogb - 120 40");
    assert_eq!(blue.after("out:b").rest(), "r rog - 0 41");
    assert_eq!(blue.after("out:r out:b").rest(), "o og - 0 41");
    assert_eq!(game(FOUR, "r rogb - 120 40").after("out:r").rest(), "o ogb - 0 40");
}

#[test]
fn the_last_army_left_wins() {
    let start = opening("armies", Opening::Start);
    let last = start.after("out:o out:g out:b");
    last.ends("last-army", "1 0 0 0");
    last.not_possible("out:r").says(&["out:r"]);
    start.after("out:r out:o out:g").ends("last-army", "0 0 0 1");
    start.after("tc3uc3 out:b out:r out:o").ends("last-army", "0 0 1 0");
}

#[test]
fn an_army_leaves_once_and_events_are_in_no_legal_list() {
    let start = opening("armies", Opening::Start);
    start.legal().lack("out:r out:o out:g out:b");
    start.after("out:g").not_possible("out:g").says(&["out:g", "Green"]);
    start.not_possible("out:x").says(&["out:x"]);
}

#[test]
fn the_turn_that_begins_after_a_resignation_carries_out_eliminations() {
    let shielded = game(
        "
    level 1
    i  .  .  .  . gK  .  .  .  .
    c  .  .  .  . rN  .  .  .  .
    a  .  .  .  . oR  .  .  . oK
    level 2
    i bK  .  .  .  .  .  .  .  .
    a rK  .  .  .  .  .  .  .  .
       r  s  t  u  v  w  x  y  z",
        "r rogb - 9 3",
    );
    let begun = shielded.after("out:r");
    assert_eq!(begun.rest(), "o ob - 0 3");
    assert_eq!(begun.falls(), ["Green>Orange"]);
}
