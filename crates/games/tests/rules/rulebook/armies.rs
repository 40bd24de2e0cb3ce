//! Armies of Faith 1, as the rule book tells it: the array, the turns and the position text.

mod events;
pub(crate) mod falls;
mod moves;
mod pawns;
mod points;
mod presets;
mod promotion;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::rulebook::scene::{Table, from_text, opening, refused, refused_text, table};
use heterodox_kernel::variant::Opening;

fn game(picture: &str, rest: &str) -> Table {
    table("armies", picture, rest)
}

fn start() -> Table {
    opening("armies", Opening::Start)
}

/// A cell: x, y and z from 0.
type Cell = (i8, i8, i8);

fn name((x, y, z): Cell) -> String {
    let along = |first: u8, by: i8| char::from(first + by.unsigned_abs());
    [along(b'r', x), along(b'a', y), along(b'1', z)].iter().collect()
}

fn on_board((x, y, z): Cell) -> bool {
    (0..9).contains(&x) && (0..9).contains(&y) && (0..3).contains(&z)
}

fn all_cells() -> impl Iterator<Item = Cell> {
    (0..3).flat_map(|z| (0..9).flat_map(move |y| (0..9).map(move |x| (x, y, z))))
}

/// The cell `right` and `left` steps from an army's corner.
fn local(army: char, right: i8, left: i8, level: i8) -> Cell {
    let (x, y) = match army {
        'r' => (right, left),
        'o' => (8 - left, right),
        'g' => (8 - right, 8 - left),
        _ => (left, 8 - right),
    };
    (x, y, level)
}

/// The picture of these pieces, for boards that are made by the hundred.
fn picture(pieces: &[(String, Cell)]) -> String {
    let on: BTreeMap<Cell, &str> = pieces.iter().map(|(piece, cell)| (*cell, piece.as_str())).collect();
    let mut drawn = String::new();
    for z in 0..3 {
        let _ = writeln!(drawn, "level {}", z + 1);
        for y in (0..9).rev() {
            let _ = write!(drawn, "{}", char::from(b'a' + y as u8));
            for x in 0..9 {
                let _ = write!(drawn, " {:>2}", on.get(&(x, y as i8, z)).unwrap_or(&"."));
            }
            drawn.push('\n');
        }
    }
    drawn
}

/// The starting pieces of an army in local cells, as the rule book lists them.
fn array(army: char) -> Vec<(String, Cell)> {
    let (first, third) = if army == 'r' { ('J', 'F') } else { ('T', 'A') };
    let lists: [&[(char, i8, i8)]; 3] = [
        &[(first, 0, 0), ('N', 1, 0), ('N', 2, 0), ('C', 0, 1), ('C', 0, 2)],
        &[('K', 0, 0), ('R', 2, 0), ('R', 1, 1), ('R', 0, 2)],
        &[(third, 0, 0), ('C', 1, 0), ('C', 2, 0), ('N', 0, 1), ('N', 0, 2)],
    ];
    let mut pieces = Vec::new();
    for (z, list) in (0..3).zip(lists) {
        pieces.extend(list.iter().map(|&(kind, u, v)| (format!("{army}{kind}"), local(army, u, v, z))));
        let pawns = [(3, 0), (2, 1), (2, 2), (1, 2), (0, 3)];
        pieces.extend(pawns.iter().map(|&(u, v)| (format!("{army}P"), local(army, u, v, z))));
    }
    pieces
}

#[test]
fn the_start_is_the_text_of_the_rule_book() {
    let text = "bTbCbCbP1gPgNgNgT/bN1bP3gP1gC/bNbPbP3gPgPgC/bP7gP/9/rP7oP/rCrPrP3oPoPoN/rC1rP3oP1oN/\
                rJrNrNrP1oPoCoCoT|bK1bRbP1gPgR1gK/1bRbP3gPgR1/bRbPbP3gPgPgR/bP7gP/9/rP7oP/rRrPrP3oPoPoR/\
                1rRrP3oPoR1/rK1rRrP1oPoR1oK|bAbNbNbP1gPgCgCgA/bC1bP3gP1gN/bCbPbP3gPgPgN/bP7gP/9/rP7oP/\
                rNrPrP3oPoPoC/rN1rP3oP1oC/rFrCrCrP1oPoNoNoA r rogb - 0 1";
    assert_eq!(start().fen(), text);
    assert_eq!(from_text("armies", text).fen(), text);
}

#[test]
fn every_army_has_29_pieces_15_of_them_pawns_in_its_own_local_cells() {
    let mut pieces = Vec::new();
    for army in "rogb".chars() {
        let own = array(army);
        assert_eq!(own.len(), 29);
        assert_eq!(own.iter().filter(|(piece, _)| piece.ends_with('P')).count(), 15);
        pieces.extend(own);
    }
    start().shows(&picture(&pieces));
}

#[test]
fn knights_and_camels_share_columns_and_each_army_has_two_camels_of_each_colour() {
    for army in "rogb".chars() {
        let array = array(army);
        let of = |kind: char| -> Vec<Cell> {
            array.iter().filter(|(piece, _)| piece.ends_with(kind)).map(|&(_, cell)| cell).collect()
        };
        let columns = |kind| {
            let mut columns: Vec<(i8, i8)> = of(kind).iter().map(|&(x, y, _)| (x, y)).collect();
            columns.sort_unstable();
            columns
        };
        assert_eq!(columns('N'), columns('C'));
        let odd = of('C').iter().filter(|(x, y, z)| (x + y + z) % 2 == 1).count();
        assert_eq!((of('C').len(), odd), (4, 2));
    }
}

#[test]
fn nothing_is_attacked_by_an_anu_at_the_start() {
    let text = start().fen();
    for (army, anu) in [("o", "za3"), ("g", "zi3"), ("b", "ri3")] {
        let table = from_text("armies", &text.replace(" r rogb", &format!(" {army} rogb")));
        let goals = table.goals_from(anu);
        let taken: Vec<String> = "rogb".chars().flat_map(array).map(|(_, cell)| name(cell)).collect();
        goals.lack(&taken.join(" "));
    }
}

#[test]
fn the_falcon_is_shut_in_until_a_pawn_moves() {
    start().moves_from("ra3").are("");
    let opened = start().after("tc3uc3 xc3xd3 xg3wg3 tg3tf3");
    // Over sb3 and tc3, then straight up the board: ggo.
    opened.moves_from("ra3").are("ra3td3");
}

#[test]
fn turns_go_anticlockwise_from_red_and_the_round_grows_when_they_come_to_red() {
    let mut table = start();
    for (act, rest) in [
        ("tc3uc3", "o rogb - 0 1"),
        ("xc3xd3", "g rogb - 0 1"),
        ("xg3wg3", "b rogb - 0 1"),
        ("tg3tf3", "r rogb - 0 2"),
        ("ta2sa2", "o rogb - 1 2"),
    ] {
        table = table.after(act);
        assert_eq!(table.rest(), rest, "after {act}");
    }
}

#[test]
fn the_round_also_grows_when_the_turn_passes_the_place_of_a_dead_red() {
    let two = game(
        "
    level 1
    i bK  .  .  .  .  .  .  .  .
    b  .  .  .  . bP  .  .  .  .
    a  .  .  .  .  .  .  .  . oK
       r  s  t  u  v  w  x  y  z",
        "o ob - 3 9",
    );
    assert_eq!(two.after("za1ya1").rest(), "b ob - 4 9");
    assert_eq!(two.after("za1ya1 ri1si1").rest(), "o ob - 5 10");
}

const TWO_KINGS: &str = "
    level 1
    a rK  .  .  .  .  .  .  .  .
    level 2
    e  .  .  .  . rR  .  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . gK
       r  s  t  u  v  w  x  y  z";

#[test]
fn the_living_are_written_in_turn_order_and_never_rotated() {
    let green = game(TWO_KINGS, "g rg - 0 1");
    assert_eq!(green.rest(), "g rg - 0 1");
    assert_eq!(green.after("zi3yi3").rest(), "r rg - 1 2");
    refused("armies", TWO_KINGS, "g gr - 0 1").says(&["gr"]);
    refused("armies", TWO_KINGS, "g rrg - 0 1").says(&["rrg"]);
    refused("armies", TWO_KINGS, "g - - 0 1").says(&["\"-\""]);
    refused("armies", TWO_KINGS, "g rgx - 0 1").says(&["rgx"]);
    refused("armies", TWO_KINGS, "o rg - 0 1").says(&["side", "o"]);
    refused("armies", TWO_KINGS, "w rg - 0 1").says(&["side", "w"]);
}

#[test]
fn every_living_army_has_exactly_one_king_and_a_dead_one_nothing() {
    refused("armies", TWO_KINGS, "g rog - 0 1").says(&["Orange", "King"]);
    let twice = TWO_KINGS.replace("rR", "rK");
    refused("armies", &twice, "g rg - 0 1").says(&["Red", "2 Kings"]);
    let ghost = TWO_KINGS.replace("rR", "bR");
    refused("armies", &ghost, "g rg - 0 1").says(&["ve2", "Blue"]);
}

#[test]
fn only_egypt_has_falcon_and_jackal_and_only_mesopotamia_anu_and_nintu() {
    for (piece, owner, kind) in
        [("rA", "Red", "Anu"), ("rT", "Red", "Nintu"), ("gF", "Green", "Falcon"), ("gJ", "Green", "Jackal")]
    {
        refused("armies", &TWO_KINGS.replace("rR", piece), "g rg - 0 1").says(&["ve2", owner, kind]);
    }
    for piece in ["rF", "rJ", "gA", "gT"] {
        game(&TWO_KINGS.replace("rR", piece), "g rg - 0 1").goes_on();
    }
}

#[test]
fn a_pawn_is_accepted_on_every_cell_but_pawns_of_two_armies_cannot_both_have_arrived() {
    for army in ['r', 'g'] {
        for cell in all_cells().filter(|&cell| cell != (0, 0, 0) && cell != (8, 8, 2)) {
            let pieces = [("rK".into(), (0, 0, 0)), ("gK".into(), (8, 8, 2)), (format!("{army}P"), cell)];
            let side = if army == 'r' { "g" } else { "r" };
            let table = game(&picture(&pieces), side);
            assert!(table.rest().starts_with(&format!("{side} rg")), "{}", name(cell));
        }
    }
    let both = "
    level 1
    a rK  .  .  .  .  .  .  .  .
    level 2
    i  .  .  .  .  .  .  .  . rP
    a gP  .  .  .  .  .  .  .  .
    level 3
    i  .  .  .  .  .  .  .  . gK
       r  s  t  u  v  w  x  y  z";
    refused("armies", both, "r").says(&["Red", "Green", "arrived"]);
}

#[test]
fn the_form_of_the_text_is_kept() {
    let empty = "9/9/9/9/9/9/9/9";
    let text = |level1: &str, level2: &str| format!("{level1}|{level2}|{empty}/6gK2 r rg - 0 1");
    from_text("armies", &text(&format!("{empty}/rK8"), &format!("{empty}/8rR"))).goes_on();
    refused_text("armies", &text(&format!("{empty}/rK44"), &format!("{empty}/9")))
        .says(&["level 1", "rank a", "digits"]);
    refused_text("armies", &text(&format!("{empty}/rK8"), &format!("{empty}/8"))).says(&["level 2", "rank a", "8"]);
    refused_text("armies", &text(&format!("{empty}/rK8"), &format!("{empty}/rR9")))
        .says(&["level 2", "rank a", "10"]);
    refused_text("armies", &text(&format!("{empty}/rK8"), empty)).says(&["level 2", "8 ranks"]);
    refused_text("armies", &text(&format!("{empty}/rk8"), &format!("{empty}/9"))).says(&["level 1", "rank a"]);
    refused_text("armies", &text(&format!("{empty}/xK8"), &format!("{empty}/9"))).says(&["level 1", "rank a", "x"]);
    refused_text("armies", &text(&format!("{empty}/rK*7"), &format!("{empty}/9")))
        .says(&["level 1", "rank a", "s"]);
    refused_text("armies", &format!("{empty}/rK8|{empty}/6gK2 r rg - 0 1")).says(&["2 levels"]);
    refused_text("armies", &text(&format!("{empty}/rK8"), &format!("{empty}/9")).replace(" - 0", " - x"))
        .says(&["plies", "x"]);
}
