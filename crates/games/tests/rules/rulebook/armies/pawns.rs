//! Armies of Faith 1: pawn moves, and en passant with its four ways to end.

use super::{all_cells, game, local, name, on_board, picture};
use crate::rulebook::scene::{Table, refused};

/// The four armies, each with one that is an enemy.
const ARMIES: [(char, char); 4] = [('r', 'g'), ('o', 'b'), ('g', 'r'), ('b', 'o')];

#[test]
fn a_pawn_steps_away_from_either_edge_of_its_own_corner() {
    for (army, enemy, goals) in
        [('r', 'g', "we2 vf2"), ('o', 'b', "vf2 ue2"), ('g', 'r', "ue2 vd2"), ('b', 'o', "vd2 we2")]
    {
        let open = game(
            &format!(
                "
    level 1
    i  .  .  .  .  .  .  .  . {enemy}K
    level 2
    e  .  .  .  . {army}P  .  .  .  .
    level 3
    a {army}K  .  .  .  .  .  .  .  .
       r  s  t  u  v  w  x  y  z"
            ),
            &army.to_string(),
        );
        open.goals_from("ve2").are(goals);
    }
}

#[test]
fn a_pawn_captures_forward_and_a_level_up_or_down_or_forward_both_ways_at_once() {
    for (army, enemy, goals) in [
        ('r', 'g', "we1 we3 vf1 vf3 wf2"),
        ('o', 'b', "vf1 vf3 ue1 ue3 uf2"),
        ('g', 'r', "ue1 ue3 vd1 vd3 ud2"),
        ('b', 'o', "vd1 vd3 we1 we3 wd2"),
    ] {
        let drawn = "
    level 1
    f  .  .  .  x  x  x  .  .  .
    e  .  .  .  x  x  x  .  .  .
    d  .  .  .  x  x  x  .  .  .
    level 2
    f  .  .  .  x  x  x  .  .  .
    e  .  .  .  x  @  x  .  .  .
    d  .  .  .  x  x  x  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . xK
    f  .  .  .  x  x  x  .  .  .
    e  .  .  .  x  x  x  .  .  .
    d  .  .  .  x  x  x  .  .  .
    a @K  .  .  .  .  .  .  .  .
       r  s  t  u  v  w  x  y  z";
        let drawn = drawn.replace("@K", &format!("{army}K"));
        let drawn = drawn.replace(" x ", &format!("{enemy}C ")).replace(" @ ", &format!("{army}P "));
        let ringed = game(&drawn.replace('x', &enemy.to_string()), &army.to_string());
        // Among 26 enemies: never straight ahead, never back, never straight up or down.
        ringed.goals_from("ve2").are(goals);
    }
}

#[test]
fn a_pawn_double_steps_from_any_start_cell_of_its_army_and_from_no_other() {
    let starts = [(3, 0), (2, 1), (2, 2), (1, 2), (0, 3)];
    for (army, enemy) in ARMIES {
        for (u, v, z) in all_cells().filter(|&(u, v, _)| (u, v) != (0, 0) && u + v < 14 && u < 8 && v < 8) {
            let mut goals = vec![(u + 1, v), (u, v + 1)];
            if starts.contains(&(u, v)) {
                goals.extend([(u + 2, v), (u, v + 2)]);
            }
            let goals: Vec<String> = goals
                .into_iter()
                .map(|(u, v)| local(army, u, v, z))
                .filter(|&cell| on_board(cell))
                .map(name)
                .collect();
            let from = local(army, u, v, z);
            let pieces = [
                (format!("{army}P"), from),
                (format!("{army}K"), local(army, 0, 0, 1)),
                (format!("{enemy}K"), local(army, 8, 8, 1)),
            ];
            let table = game(&picture(&pieces), &army.to_string());
            table.goals_from(&name(from)).equal(goals);
        }
    }
}

#[test]
fn a_double_step_needs_both_cells_empty() {
    let blocked = game(
        "
    level 1
    d  .  . rR  .  .  .  .  .  .
    c  .  .  .  .  .  .  .  .  .
    b  .  . rP gR  .  .  .  .  .
    level 2
    a rK  .  .  .  .  .  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . gK
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    blocked.goals_from("tb1").are("tc1");
}

#[test]
fn a_pawn_that_steps_from_one_start_cell_to_another_may_double_step_again() {
    let before = game(
        "
    level 1
    b  .  . rP  .  .  .  .  .  .
    level 2
    a rK  .  .  .  .  .  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . gK
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    before.goals_from("tb1").are("ub1 vb1 tc1 td1");
    before.after("tb1tc1 zi3yi3").goals_from("tc1").are("uc1 vc1 td1 te1");
    before.after("tb1td1 zi3yi3").goals_from("td1").are("ud1 te1");
}

/// Red's pawn on ua2 can pass ub2, where a pawn of each other army could take it.
const PASSING: &str = "
    level 1
    i bK  .  .  .  .  .  .  .  .
    a  .  .  .  .  .  .  .  . oK
    level 2
    h  .  .  . oR  .  .  .  .  .
    e  .  .  .  .  .  .  .  . gP
    d  .  .  .  .  .  .  .  . oP
    c  .  . bP  . gP  .  .  .  .
    b  .  .  .  .  .  . oR  .  .
    a rK  .  . rP oP  .  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . gK
       r  s  t  u  v  w  x  y  z";

fn passed() -> Table {
    game(PASSING, "r rogb - 5 7").after("ua2uc2")
}

#[test]
fn after_a_double_step_each_opponent_may_answer_on_its_first_turn() {
    let passed = passed();
    assert_eq!(passed.rest(), "o rogb ub2>uc2 0 7");
    passed.goals_from("va2").are("vb2 ua2 ub2");
    let green = passed.after("za1ya1");
    assert_eq!(green.rest(), "g rogb ub2>uc2 1 7");
    green.goals_from("vc2").are("vb2 ub2");
    let blue = green.after("zi3yi3");
    assert_eq!(blue.rest(), "b rogb ub2>uc2 2 7");
    blue.goals_from("tc2").are("tb2 ub2");
    assert_eq!(blue.display("tc2ub2"), "tc2:ub2");
    let taken = blue.after("tc2ub2");
    assert_eq!(taken.rest(), "r rogb - 0 8");
    taken.shows(
        "
    level 1
    i bK  .  .  .  .  .  .  .  .
    a  .  .  .  .  .  .  . oK  .
    level 2
    h  .  .  . oR  .  .  .  .  .
    e  .  .  .  .  .  .  .  . gP
    d  .  .  .  .  .  .  .  . oP
    c  .  .  .  . gP  .  .  .  .
    b  .  .  . bP  .  . oR  .  .
    a rK  .  .  . oP  .  .  .  .
    level 3
    i  .  .  .  .  .  .  . gK  .",
    );
}

#[test]
fn a_piece_that_is_no_pawn_takes_nothing_in_passing() {
    let entered = passed().after("xb2ub2");
    assert_eq!(entered.rest(), "g rogb - 1 7");
    entered.shows(
        "
    level 1
    i bK  .  .  .  .  .  .  .  .
    a  .  .  .  .  .  .  .  . oK
    level 2
    h  .  .  . oR  .  .  .  .  .
    e  .  .  .  .  .  .  .  . gP
    d  .  .  .  .  .  .  .  . oP
    c  .  . bP rP gP  .  .  .  .
    b  .  .  . oR  .  .  .  .  .
    a rK  .  .  . oP  .  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . gK",
    );
}

#[test]
fn the_right_ends_when_the_army_of_the_double_step_is_to_move_again() {
    let red = passed().after("za1ya1 zi3yi3 ri1si1");
    assert_eq!(red.rest(), "r rogb - 3 8");
    red.after("ra2sa2").goals_from("va2").are("vb2 ua2");
    red.after("ra2sa2 ya1za1").goals_from("vc2").are("vb2");
    red.after("ra2sa2 ya1za1 yi3zi3").goals_from("tc2").are("tb2");
}

#[test]
fn the_right_ends_when_the_pawn_is_gone() {
    let in_passing = passed().after("va2ub2");
    assert_eq!(in_passing.rest(), "g rogb - 0 7");
    let by_the_rook = passed().after("uh2uc2");
    assert_eq!(by_the_rook.rest(), "g rogb - 0 7");
    by_the_rook.goals_from("vc2").are("vb2");
    let with_its_army = passed().after("out:r");
    assert_eq!(with_its_army.rest(), "o ogb - 0 7");
    with_its_army.goals_from("va2").are("vb2 ua2");
}

#[test]
fn the_right_ends_for_good_when_the_cell_passed_over_has_been_occupied() {
    let entered = passed().after("xb2ub2");
    // Now that is a plain capture of the Rook.
    entered.goals_from("vc2").are("vb2 ub2");
    let empty_again = entered.after("out:o");
    assert_eq!(empty_again.rest(), "g rgb - 0 7");
    empty_again.goals_from("vc2").are("vb2");
    empty_again.after("zi3yi3").goals_from("tc2").are("tb2");
}

#[test]
fn an_entry_is_written_while_some_living_army_on_the_way_round_can_use_it() {
    let only_blue =
        game(&PASSING.replace("bP  . gP  .", "bP  .  .  .").replace("rP oP", "rP  ."), "r").after("ua2uc2");
    assert_eq!(only_blue.rest(), "o rogb ub2>uc2 0 1");
    assert_eq!(only_blue.after("za1ya1 zi3yi3").rest(), "b rogb ub2>uc2 2 1");
    assert_eq!(only_blue.after("out:b").rest(), "o rog - 0 1");
    let only_orange = game(&PASSING.replace("bP  . gP  .", " .  .  .  ."), "r").after("ua2uc2");
    assert_eq!(only_orange.rest(), "o rogb ub2>uc2 0 1");
    assert_eq!(only_orange.after("za1ya1").rest(), "g rogb - 1 1");
    let nobody = game(&PASSING.replace("bP  . gP  .", " .  .  .  .").replace("rP oP", "rP  ."), "r");
    assert_eq!(nobody.after("ua2uc2").rest(), "o rogb - 0 1");
}

#[test]
fn entries_are_sorted_by_army() {
    let both = passed().after("zd2xd2");
    assert_eq!(both.rest(), "g rogb ub2>uc2,yd2>xd2 0 7");
    both.goals_from("ze2").are("ye2 zd2 yd2");
    both.goals_from("vc2").are("vb2 ub2");
    // Only Green could take Orange's pawn.
    assert_eq!(both.after("zi3yi3").rest(), "b rogb ub2>uc2 1 7");
}

const LANDED: &str = "
    level 1
    i bK  .  .  .  .  .  .  .  .
    a  .  .  .  .  .  .  .  . oK
    level 2
    e  .  .  .  .  .  .  .  . gP
    d  .  .  .  .  .  . oP  .  .
    c  .  . bP rP gP  .  .  .  .
    a rK  .  .  . oP  .  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . gK
       r  s  t  u  v  w  x  y  z";

#[test]
fn entries_are_read_as_they_are_written_and_useless_ones_are_dropped() {
    let whole = game(LANDED, "g rogb ub2>uc2,yd2>xd2 0 7");
    assert_eq!(whole.rest(), "g rogb ub2>uc2,yd2>xd2 0 7");
    whole.goals_from("vc2").are("vb2 ub2");
    // Blue comes before Red but has no pawn for yd2.
    assert_eq!(game(LANDED, "b rogb ub2>uc2,yd2>xd2 0 7").rest(), "b rogb ub2>uc2 0 7");
    let useless = LANDED.replace("bP rP gP", " . rP  .").replace("rK  .  .  . oP", "rK  .  .  .  .");
    assert_eq!(game(&useless, "o rogb ub2>uc2 0 7").rest(), "o rogb - 0 7");
}

#[test]
fn entries_that_fit_no_double_step_are_refused() {
    for (side, entry) in [
        ("g", "yd2>xd2,ub2>uc2"),
        ("g", "ub2>uc2,ub2>uc2"),
        ("g", "ub2"),
        ("g", "ub2>ud2"),
        ("g", "ub2>vb2"),
        ("g", "ub1>uc1"),
        ("g", "tc2>uc2"),
        ("g", "ub2>uc2,"),
        ("r", "ub2>uc2"),
        ("o", "yd2>xd2"),
    ] {
        refused("armies", LANDED, &format!("{side} rogb {entry} 0 7")).says(&["en passant"]);
    }
}
