//! Armies of Faith 1: check, passing, Kings that fall, and how the game ends.

use super::game;
use crate::rulebook::scene::{from_text, opening};
use heterodox_kernel::variant::Opening;

#[test]
fn a_king_is_in_check_from_any_living_opponent_and_no_move_may_leave_it_there() {
    let check = game(
        "
    level 1
    d  . rR  .  .  .  .  .  .  .
    a rK  .  .  . gR  .  .  .  .
    level 2
    f  .  .  .  .  .  .  .  . oR
    level 3
    i oK  .  .  .  .  .  .  . gK
       r  s  t  u  v  w  x  y  z",
        "r rog - 0 1",
    );
    check.checked().are("Red");
    check.legal().are("ra1rb1 ra1sb1 ra1ra2 ra1sa2 ra1rb2 sd1sa1");
    let by_two = game(
        "
    level 1
    e oR  .  .  .  .  .  .  .  .
    d  . rR  .  .  .  .  .  .  .
    a rK  .  .  . gR  .  .  .  .
    level 3
    i  .  .  .  . oK  .  .  . gK
       r  s  t  u  v  w  x  y  z",
        "r rog - 0 1",
    );
    by_two.legal().are("ra1sb1 ra1ra2 ra1sa2 ra1rb2");
}

/// Green attacks Red's King and every cell round it.
const MATED: &str = "
    level 1
    b  .  .  .  . gR  .  .  .  .
    a rK  .  .  . gR  .  .  . oR
    level 2
    b  .  .  .  . gR  .  .  .  .
    a  .  .  .  . gR  .  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . gK
    e  .  .  .  .  . oK  .  .  .
       r  s  t  u  v  w  x  y  z";

#[test]
fn a_player_in_check_without_a_legal_move_must_pass() {
    let mated = game(MATED, "r rog - 0 1");
    mated.checked().are("Red");
    mated.legal().are("0000");
    assert_eq!(mated.display("0000"), "--");
    assert_eq!(mated.after("0000").rest(), "o rog - 1 1");
}

#[test]
fn a_player_not_in_check_without_a_legal_move_must_pass_too() {
    let stalemated = game(
        "
    level 1
    d  . gR  .  .  .  .  .  .  .
    b  .  .  .  . gR  .  .  .  .
    a rK  .  .  .  .  .  .  .  .
    level 2
    b  .  .  .  . gR  .  .  .  .
    a  .  .  .  . gR  .  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . gK
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    stalemated.checked().are("");
    stalemated.legal().are("0000");
    stalemated.after("0000").goes_on();
}

#[test]
fn nobody_else_may_pass() {
    opening("armies", Opening::Start).not_possible("0000").says(&["0000"]);
}

#[test]
fn a_king_still_attacked_when_the_attackers_turn_begins_falls_to_the_attacker() {
    let fallen = game(MATED, "r rog - 57 1").after("0000 za1ya1");
    assert_eq!(fallen.falls(), ["Red>Green"]);
    assert_eq!(fallen.rest(), "g og - 0 1");
    fallen.shows(
        "
    level 1
    b  .  .  .  . gR  .  .  .  .
    a  .  .  .  . gR  .  . oR  .
    level 2
    b  .  .  .  . gR  .  .  .  .
    a  .  .  .  . gR  .  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . gK
    e  .  .  .  .  . oK  .  .  .",
    );
    // Then Green moves.
    fallen.legal().have("va1ra1");
}

#[test]
fn the_others_may_still_rescue_a_king() {
    let rescued = game(MATED, "r rog - 57 1").after("0000 za1va1");
    assert!(rescued.falls().is_empty());
    assert_eq!(rescued.rest(), "g rog - 0 1");
}

#[test]
fn with_two_armies_left_the_mated_one_passes_and_the_other_has_won() {
    let without_orange = MATED.replace("oR", " .").replace("oK", " .");
    let last = game(&without_orange, "r rg - 0 1").after("0000");
    last.ends("last-army", "0 0 1 0");
    assert_eq!(last.falls(), ["Red>Green"]);
    assert_eq!(last.rest(), "g g - 0 1");
}

#[test]
fn a_text_with_an_attacked_king_has_the_elimination_carried_out_on_reading() {
    let pending = "
    level 1
    h  .  .  .  . gN  .  .  .  .
    e gK  .  .  . rR  .  .  .  .
    level 2
    a rK  .  .  .  .  .  .  .  .
    level 3
    i oK  .  .  .  .  .  .  . gP
       r  s  t  u  v  w  x  y  z";
    let read = game(pending, "r rog - 57 12");
    assert_eq!(read.rest(), "r ro - 0 12");
    read.shows(
        "
    level 1
    e  .  .  .  . rR  .  .  .  .
    level 2
    a rK  .  .  .  .  .  .  .  .
    level 3
    i oK  .  .  .  .  .  .  .  .",
    );
    read.goes_on();
    // Not Red's turn: nothing happens yet.
    assert_eq!(game(pending, "o rog - 57 12").rest(), "o rog - 57 12");
    let last = game(&pending.replace("oK", " ."), "r rg - 57 12");
    last.ends("last-army", "1 0 0 0");
}

#[test]
fn a_removal_can_open_the_line_to_the_next_king() {
    let chain = "
    level 1
    i  .  .  .  . oK  .  .  .  .
    g  .  .  .  . bK  .  .  .  .
    d  .  .  .  . gK gP  .  .  .
    a  .  .  .  . rR  .  .  .  .
    level 2
    a rK  .  .  .  .  .  .  .  .
       r  s  t  u  v  w  x  y  z";
    game(chain, "r rogb - 3 5").ends("last-army", "1 0 0 0");
    let stopped = game(&chain.replace("    g ", "    h  .  .  .  . oP  .  .  .  .\n    g "), "r rogb - 3 5");
    stopped.goes_on();
    assert_eq!(stopped.rest(), "r ro - 0 5");
}

#[test]
fn a_king_uncovered_by_a_third_army_can_fall_without_a_turn_of_its_own() {
    let covered = game(
        "
    level 1
    i  .  .  .  . oK  .  .  .  .
    c  .  .  .  . bP  .  .  .  .
    a  .  .  .  . rR  .  .  .  .
    level 2
    i bK  .  .  .  .  .  .  . gK
    a rK  .  .  .  .  .  .  .  .
       r  s  t  u  v  w  x  y  z",
        "b rogb - 9 3",
    );
    let uncovered = covered.after("vc1wc1");
    assert_eq!(uncovered.falls(), ["Orange>Red"]);
    assert_eq!(uncovered.rest(), "r rgb - 0 4");
    uncovered.goes_on();
    assert!(covered.after("vc1vb1").falls().is_empty());
}

#[test]
fn a_chain_in_play_makes_the_third_checkmate_and_wins() {
    let covered = game(
        "
    level 1
    i  .  .  .  . bK  .  .  .  .
    g  .  .  .  . gK  .  .  .  .
    e  .  .  .  . oK  .  .  .  .
    c  .  .  .  . bP  .  .  .  .
    a  .  .  .  . rR  .  .  .  .
    level 2
    a rK  .  .  .  .  .  .  .  .
       r  s  t  u  v  w  x  y  z",
        "b rogb - 9 3",
    );
    let last = covered.after("vc1wc1");
    assert_eq!(last.falls(), ["Orange>Red", "Green>Red", "Blue>Red"]);
    last.ends("last-army", "1 0 0 0");
}

#[test]
fn only_kings_left_is_a_draw_among_the_living() {
    let four = "
    level 1
    i bK  .  .  .  .  .  .  . gK
    a rK  .  .  .  .  .  .  . oK
       r  s  t  u  v  w  x  y  z";
    game(four, "g").ends("dead", "1/4 1/4 1/4 1/4");
    game(&four.replace("bK", " ."), "g").ends("dead", "1/3 1/3 1/3 0");
    game(&four.replace("bK", " .").replace("rK", " ."), "g").ends("dead", "0 1/2 1/2 0");
    let last_pawn = game(&four.replace("bK  .", "bK rP"), "b");
    last_pawn.goes_on();
    last_pawn.after("ri1si1").ends("dead", "1/4 1/4 1/4 1/4");
}

#[test]
fn the_third_occurrence_is_a_draw_among_the_living() {
    let three = game(
        "
    level 1
    i  .  .  .  .  .  .  .  . gK
    e  .  .  .  . gP  .  .  .  .
    a rK  .  .  .  .  .  .  . oK
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    let round = "ra1ra2 za1za2 zi1zi2 ra2ra1 za2za1 zi2zi1";
    let second = three.after(round);
    second.goes_on();
    second.after(round).ends("repetition", "1/3 1/3 1/3 0");
}

#[test]
fn two_hundred_plies_without_capture_pawn_move_or_elimination_are_a_draw() {
    let late = game(
        "
    level 1
    i  .  .  .  .  .  .  .  . gK
    e  .  .  .  . gP  .  .  .  .
    b  .  .  .  .  .  .  .  . gN
    a rK  .  .  .  .  .  .  . oK
       r  s  t  u  v  w  x  y  z",
        "g rog - 199 80",
    );
    late.after("zi1zi2").ends("plies", "1/3 1/3 1/3 0");
    late.after("ve1ue1").goes_on();
    let early = game(
        "
    level 1
    i  .  .  .  .  .  .  .  . gK
    e  .  .  .  . gP  .  .  .  .
    a rK  .  .  .  .  .  .  . oK
       r  s  t  u  v  w  x  y  z",
        "g rog - 198 80",
    );
    early.after("zi1zi2").goes_on();
    assert_eq!(from_text("armies", &early.after("zi1zi2").fen()).rest(), "r rog - 199 81");
}

/// Red and Green are walled in behind their own pawns and nobody is in check.
pub(crate) const WALLED: &str = "
    level 1
    i  .  .  .  .  .  .  . rP rR
    h  .  .  .  .  .  .  .  . rP
    b gP  .  .  .  .  .  .  .  .
    a gR gP  .  .  .  .  .  .  .
    level 2
    i  .  .  .  .  .  .  . rP rK
    h  .  .  .  .  .  .  . rP rP
    b gP gP  .  .  .  .  .  .  .
    a gK gP  .  .  .  .  .  .  .
    level 3
    i  .  .  .  .  .  .  . rP rR
    h  .  .  .  .  .  .  .  . rP
    b gP  .  .  .  .  .  .  .  .
    a gR gP  .  .  .  .  .  .  .
       r  s  t  u  v  w  x  y  z";

#[test]
fn as_many_passes_in_a_row_as_living_players_are_a_draw() {
    let walled = game(WALLED, "r rg - 5 40");
    walled.legal().are("0000");
    let once = walled.after("0000");
    assert_eq!(once.rest(), "g rg - 6 40");
    once.legal().are("0000");
    once.after("0000").ends("passes", "1/2 0 1/2 0");
}

#[test]
fn passes_are_counted_within_a_game_and_not_part_of_the_text() {
    let once = game(WALLED, "r rg - 5 40").after("0000");
    let read = from_text("armies", &once.fen());
    read.after("0000").goes_on();
    read.after("0000 0000").ends("passes", "1/2 0 1/2 0");
}

#[test]
fn a_move_or_an_event_starts_the_count_of_passes_anew() {
    let with_orange = WALLED.replacen("a gR gP  .  .  .  .  .  .  .", "a gR gP  .  .  .  .  .  . oK", 1);
    let three = game(&with_orange, "r rog - 5 40");
    let moved = three.after("0000 za1ya1 0000 0000 ya1za1 0000");
    moved.goes_on();
    let left = three.after("0000 out:o 0000");
    left.goes_on();
    left.after("0000").ends("passes", "1/2 0 1/2 0");
}
