//! Holywar: King and Lady change places, and the game ends.

use crate::rulebook::scene::{Table, table};

fn game(picture: &str, rest: &str) -> Table {
    table("holywar", picture, rest)
}

#[test]
fn king_and_lady_change_places_with_any_lady_next_to_the_king() {
    let ladies = game(
        "
    7     k  .  .  .  .  .
    4     .  .  L  .  .  .
    3     .  .  .  K  .  .
    2     L  .  .  .  L  .
       a  b  c  d  e  f  g  h",
        "w - - 7 12",
    );
    // Six empty squares, two Ladies next to the King; the third is too far away.
    ladies.goals_from("e3").are("d2 e2 d3 f3 e4 f4 d4 f2");
    assert_eq!(ladies.display("e3d4"), "Ke3<>Ld4");
    assert_eq!(ladies.display("e3f2"), "Ke3<>Lf2");
    assert_eq!(ladies.display("e3d2"), "Kd2");
    let changed = ladies.after("e3d4");
    changed.shows(
        "
    7     k  .  .  .  .  .
    4     .  .  K  .  .  .
    3     .  .  .  L  .  .
    2     L  .  .  .  L  .",
    );
    assert_eq!(changed.rest(), "b - - 8 12", "an exchange counts as a quiet ply");
    changed.after("b7b6").moves_from("d4").have("d4e3");
}

#[test]
fn the_exchange_works_across_a_corner_and_only_with_an_own_lady() {
    let corner = game(
        "
    8  k                    .
    2     L  .  .  .  .  .
    1  K                    .
       a  b  c  d  e  f  g  h",
        "w",
    );
    corner.moves_from("a1").are("a1b2");
    assert_eq!(corner.display("a1b2"), "Ka1<>Lb2");
    let theirs = game(
        "
    8  k                    .
    3     .  .  .  K  .  .
    2     .  .  .  l  .  .
       a  b  c  d  e  f  g  h",
        "w",
    );
    assert_eq!(theirs.display("e3e2"), "Kxe2");
}

#[test]
fn the_exchange_also_leads_out_of_check() {
    let check = game(
        "
    8  k                    .
    5     .  .  .  .  .  b
    3     .  .  .  K  .  .
    2     .  .  L  .  .  .
       a  b  c  d  e  f  g  h",
        "w",
    );
    check.checked().are("White");
    // On e3 the Lady stands between.
    check.legal().are("e3d2 e3e2 e3f2 e3d3 e3f3 e3d4 e3e4");
    assert_eq!(check.display("e3d2"), "Ke3<>Ld2");
}

#[test]
fn the_exchange_must_not_lead_into_check() {
    let one_covered = game(
        "
    8  k                    .
    6     .  .  .  .  .  b
    4     .  .  L  .  .  .
    3     .  .  L  K  .  .
    1  .                    .
       a  b  c  d  e  f  g  h",
        "w",
    );
    // The Bishop covers f5, e4 and d3; the Lady on d4 may still change places.
    one_covered.goals_from("e3").are("d2 e2 f2 f3 d4 f4");
    one_covered.not_possible("e3d3").says(&["e3d3", "check", "Bishop", "g6"]);
}

#[test]
fn checkmate_wins() {
    let white = game(
        "
    8  k                    .
    3     .  .  B  .  .  .
    1  .                    K
       a  b  c  d  e  f  g  h",
        "w",
    );
    assert_eq!(white.display("d3e4"), "Be4#");
    white.after("d3e4").ends("checkmate", "1 0");
    let red = game(
        "
    8  k                    .
    6     .  .  .  b  .  .
    1  .                    K
       a  b  c  d  e  f  g  h",
        "b",
    );
    assert_eq!(red.display("e6d5"), "Bd5#");
    red.after("e6d5").ends("checkmate", "0 1");
}

#[test]
fn checkmate_while_pieces_are_still_in_reserve_counts_too() {
    // Nothing can be dropped between Bishop and King, and with a reserve the King cannot step aside.
    let check = game(
        "
    8  .                    k
    5     .  .  .  .  .  .
    4     .  b  .  .  .  .
    2     .  .  .  K  .  .
       a  b  c  d  e  f  g  h",
        "[S] w",
    );
    check.ends("checkmate", "0 1");
}

#[test]
fn stalemate_draws() {
    let before = game(
        "
    8  k                    .
    4     .  .  .  S  .  .
    1  .                    K
       a  b  c  d  e  f  g  h",
        "w",
    );
    before.after("e4d6").ends("stalemate", "1/2 1/2");
    assert_eq!(before.display("e4d6"), "Sd6");
}

#[test]
fn two_bare_kings_are_a_dead_position_but_not_while_a_piece_is_in_reserve() {
    let last = game(
        "
    7     k  .  .  .  .  .
    5     .  .  .  s  .  .
    4     .  .  .  K  .  .
       a  b  c  d  e  f  g  h",
        "w",
    );
    last.goes_on();
    last.after("e4e5").ends("dead", "1/2 1/2");
    let bare = "
    7     k  .  .  .  .  .
    4     .  .  .  K  .  .
       a  b  c  d  e  f  g  h";
    game(bare, "w").ends("dead", "1/2 1/2");
    game(bare, "[S] w").goes_on();
    game(bare, "[s] w").goes_on();
}
