//! Armies of Faith 1: promotion, its limits, and the arrival that wins.

use super::{all_cells, game, local, name, on_board, picture};
use crate::rulebook::scene::from_text;

#[test]
fn from_next_to_the_corner_a_pawn_may_promote_on_either_edge_and_must_in_the_corner() {
    let pawn = game(
        "
    level 1
    i  .  .  .  .  .  .  .  . gN
    h  .  .  .  .  .  .  . rP  .
    a rK  .  .  .  .  .  .  .  .
    level 3
    e  .  .  .  . gK  .  .  .  .
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    pawn.moves_from("yh1").are(
        "yh1zh1 yh1zh1r yh1zh1n yh1zh1c yh1zh1f yh1zh1j \
         yh1yi1 yh1yi1r yh1yi1n yh1yi1c yh1yi1f yh1yi1j \
         yh1zi1r yh1zi1n yh1zi1c yh1zi1f yh1zi1j",
    );
    pawn.after("yh1zi1j").shows(
        "
    level 1
    i  .  .  .  .  .  .  .  . rJ
    a rK  .  .  .  .  .  .  .  .
    level 3
    e  .  .  .  . gK  .  .  .  .",
    );
    assert_eq!(pawn.after("yh1zh1").rest(), "g rg - 0 1");
}

#[test]
fn the_columns_and_kinds_of_every_army() {
    // In its own local cells the opposite army's Knights and Camels start at these places.
    let optional = [(7, 8), (6, 8), (8, 7), (8, 6)];
    let starts = [(3, 0), (2, 1), (2, 2), (1, 2), (0, 3)];
    for (army, enemy, kinds) in [('r', 'g', "rncfj"), ('o', 'b', "rncat"), ('g', 'r', "rncat"), ('b', 'o', "rncat")]
    {
        for (u, v, z) in all_cells().filter(|&(u, v, _)| (u, v) != (8, 8) && (u, v) != (0, 0)) {
            let from = local(army, u, v, z);
            let mut expected = Vec::new();
            let twice = if starts.contains(&(u, v)) { vec![(2, 0), (0, 2)] } else { Vec::new() };
            for (du, dv) in [(1, 0), (0, 1)].into_iter().chain(twice) {
                let (u, v) = (u + du, v + dv);
                if !on_board((u, v, z)) {
                    continue;
                }
                let plain = format!("{}{}", name(from), name(local(army, u, v, z)));
                if optional.contains(&(u, v)) || (u, v) == (8, 8) {
                    expected.extend(kinds.chars().map(|kind| format!("{plain}{kind}")));
                }
                if (u, v) != (8, 8) {
                    expected.push(plain);
                }
            }
            // The enemy's King stands at the side corner that is further away.
            let far = if u > v { local(army, 0, 8, 1) } else { local(army, 8, 0, 1) };
            let pieces = [
                (format!("{army}P"), from),
                (format!("{army}K"), local(army, 0, 0, 1)),
                (format!("{enemy}K"), far),
            ];
            game(&picture(&pieces), &army.to_string()).moves_from(&name(from)).equal(expected);
        }
    }
}

/// Red has all pieces of its array and a pawn before the corner.
const FULL: &str = "
    level 1
    h  .  .  .  .  .  .  .  . rP
    g  .  .  .  .  .  .  .  . rP
    d  .  .  .  .  .  .  .  . oK
    level 2
    b rC rC rC rC rJ rF  .  .  .
    a rK rR rR rR rN rN rN rN  .
    level 3
    g  .  .  .  .  . gK  .  .  .
    a  .  .  .  .  . oR  .  .  .
       r  s  t  u  v  w  x  y  z";

#[test]
fn only_a_kind_of_which_the_army_has_fewer_than_in_its_array_can_be_chosen() {
    for (piece, spare) in [("rR", 'r'), ("rN", 'n'), ("rC", 'c'), ("rF", 'f'), ("rJ", 'j')] {
        let one_less = game(&FULL.replacen(piece, " .", 1), "r rog - 0 1");
        one_less.moves_from("zh1").are(&format!("zh1zi1{spare}"));
    }
    let two_less = game(&FULL.replacen("rN", " .", 2).replacen("rJ", " .", 1), "r rog - 0 1");
    two_less.moves_from("zh1").are("zh1zi1n zh1zi1j");
}

#[test]
fn on_an_optional_column_with_nothing_to_choose_the_pawn_stays_a_pawn() {
    let full = game(&FULL.replacen("rP", " .", 1), "r rog - 0 1");
    full.moves_from("zg1").are("zg1zh1");
    let one_less = game(&FULL.replacen("rP", " .", 1).replacen("rN", " .", 1), "r rog - 0 1");
    one_less.moves_from("zg1").are("zg1zh1 zg1zh1n");
    assert_eq!(one_less.display("zg1zh1n"), "zh1=N");
}

#[test]
fn a_pawn_that_arrives_with_nothing_to_choose_wins_at_once() {
    let full = game(FULL, "r rog - 6 30");
    full.moves_from("zh1").are("zh1zi1");
    let won = full.after("zh1zi1");
    won.ends("pawn-arrival", "1 0 0 0");
    // Orange's turn has not begun: Green's King is attacked from wa3 and still stands.
    assert_eq!(won.rest(), "o rog - 0 30");
    from_text("armies", &won.fen()).ends("pawn-arrival", "1 0 0 0");
    assert_eq!(from_text("armies", &won.fen()).fen(), won.fen());
    // Any other move of Red lets that turn begin.
    assert_eq!(full.after("ra2ra1").rest(), "o ro - 0 30");
}

#[test]
fn a_pawn_on_its_own_forced_column_has_won_whatever_there_is_to_choose() {
    let arrived = "
    level 1
    a  .  .  .  .  .  .  .  . oK
    level 2
    a rK  .  .  .  .  .  .  .  .
    level 3
    i oP  .  .  .  .  .  .  .  .
    g  .  .  .  .  . gK  .  .  .
       r  s  t  u  v  w  x  y  z";
    for side in ["r", "o", "g"] {
        game(arrived, side).ends("pawn-arrival", "0 1 0 0");
    }
    // Another army's corner column means nothing.
    game(&arrived.replace("oP", "rP"), "r").goes_on();
}

#[test]
fn the_columns_stay_the_same_when_the_opposite_army_is_gone() {
    let without_green = game(
        "
    level 1
    h  .  .  .  .  .  .  .  . rP
    a  .  .  .  .  .  .  .  . oK
    level 2
    i  .  .  .  .  . rP  .  .  .
    a rK  .  .  .  .  .  .  .  .
       r  s  t  u  v  w  x  y  z",
        "r",
    );
    without_green.moves_from("zh1").are("zh1zi1r zh1zi1n zh1zi1c zh1zi1f zh1zi1j");
    without_green.moves_from("wi2").are("wi2xi2 wi2xi2r wi2xi2n wi2xi2c wi2xi2f wi2xi2j");
}
