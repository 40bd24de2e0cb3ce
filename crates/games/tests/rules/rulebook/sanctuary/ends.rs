//! Sanctuary Chess: the win by two safe pieces, and the draws.

use crate::rulebook::scene::{Table, from_text, table};

fn game(picture: &str, rest: &str) -> Table {
    table("sanctuary", picture, rest)
}

#[test]
fn two_safe_pieces_on_the_far_rank_win() {
    let before = game(
        "
    8  .  .  .  .  R  .  .  .
    7  .  .  .  .  .  .  .  .
    5  .  .  .  .  .  .  .  R
    4  g  .  .  .  .  .  .  .
    1  G  .  .  .  .  .  .  .
       a  b  c  d  e  f  g  h",
        "w",
    );
    assert_eq!(before.display("h5h8"), "Rhh8", "a win has no suffix");
    before.after("h5h8").ends("sanctuary", "1 0");
    let black = game(
        "
    8  g  .  .  .  .  .  .  .
    5  .  .  .  .  .  .  .  G
    3  .  .  .  n  .  .  .  .
    1  r  .  .  .  .  .  .  .
       a  b  c  d  e  f  g  h",
        "b",
    );
    black.after("d3f2").goes_on();
    black.after("d3c1").ends("sanctuary", "0 1");
}

#[test]
fn two_safe_ones_of_three_win() {
    let before = game(
        "
    8  R  .  B  .  .  .  .  .
    6  .  .  .  n  .  .  .  .
    5  .  .  .  .  .  .  .  R
    1  G  .  .  .  .  .  .  .
       a  b  c  d  e  f  g  h",
        "w",
    );
    // The Knight hits the Bishop on c8 only.
    before.after("h5h8").ends("sanctuary", "1 0");
}

#[test]
fn one_safe_piece_and_an_attacked_one_do_not_win() {
    let before = game(
        "
    8  .  .  B  .  .  .  .  .
    6  .  .  .  n  .  .  .  .
    5  .  .  .  .  .  .  .  R
    1  G  .  .  .  .  .  .  .
       a  b  c  d  e  f  g  h",
        "w",
    );
    before.after("h5h8").goes_on();
    // Two attacked by the same piece: one reply takes either, so none counts.
    let fork = game(
        "
    8  .  .  B  .  .  .  .  .
    6  .  .  .  n  .  .  .  .
    5  .  .  .  .  R  .  .  .
    1  G  .  .  .  .  .  .  .
       a  b  c  d  e  f  g  h",
        "w",
    );
    fork.after("e5e8").goes_on();
    fork.after("e5e8 d6c8").shows(
        "
    8  .  .  n  .  R  .  .  .
    1  G  .  .  .  .  .  .  .",
    );
}

#[test]
fn a_piece_that_shields_another_on_the_rank_makes_it_safe() {
    let before = game(
        "
    8  r  .  B  .  .  .  .  .
    5  .  .  .  .  R  .  .  R
    1  G  .  .  .  .  .  .  .
       a  b  c  d  e  f  g  h",
        "w",
    );
    // The Rook hits c8 and nothing behind it: e8 and h8 would both be safe, one alone is not enough.
    before.after("e5e8").goes_on();
    before.after("e5e8 a8a5 h5h8").ends("sanctuary", "1 0");
    before.after("e5e8 a8b8 h5h8").ends("sanctuary", "1 0");
}

#[test]
fn only_the_mover_is_judged() {
    let before = game(
        "
    8  R  .  .  .  .  .  .  R
    4  r  .  .  .  .  .  .  .
    2  .  .  .  .  .  .  .  P
    1  G  .  .  .  .  .  .  .
       a  b  c  d  e  f  g  h",
        "b",
    );
    // Black's Rook leaves the file a: both white Rooks are safe now, but it is Black who has moved.
    let left = before.after("a4d4");
    left.goes_on();
    left.after("h2h3").ends("sanctuary", "1 0");
    before.after("a4a8").goes_on();
}

#[test]
fn arriving_by_a_capture_wins_too_and_so_does_a_capture_of_the_last_attacker() {
    let arrival = game(
        "
    8  B  .  .  .  .  .  .  n
    5  .  .  .  .  .  .  .  R
    2  g  .  .  .  .  .  .  .
    1  .  .  .  G  .  .  .  .
       a  b  c  d  e  f  g  h",
        "w",
    );
    arrival.after("h5h8").ends("sanctuary", "1 0");
    let attacker = game(
        "
    8  B  .  .  R  .  .  .  .
    7  .  .  .  .  .  .  .  .
    3  .  .  .  r  .  .  .  .
    2  g  .  .  .  G  .  .  .
       a  b  c  d  e  f  g  h",
        "w",
    );
    attacker.after("e2d3").ends("sanctuary", "1 0");
}

#[test]
fn refugees_count_and_are_always_safe() {
    let pawns = game(
        "
    8  .  F  .  .  .  .  .  r
    7  .  .  .  .  P  .  .  .
    2  g  .  .  .  .  .  .  .
    1  .  .  .  G  .  .  .  .
       a  b  c  d  e  f  g  h",
        "w",
    );
    pawns.after("e7e8f").ends("sanctuary", "1 0");
    let attacked_bishop = game(
        "
    8  .  F  .  .  .  .  .  r
    6  .  .  B  .  .  .  .  .
    2  g  .  .  .  .  .  .  .
    1  .  .  .  G  .  .  .  .
       a  b  c  d  e  f  g  h",
        "w",
    );
    attacked_bishop.after("c6e8").goes_on();
    attacked_bishop.after("c6a8").ends("sanctuary", "1 0");
}

#[test]
fn a_position_text_can_be_a_game_already_won() {
    let won = "
    8  R  .  .  .  .  .  .  R
    4  .  .  g  .  .  .  .  .
    1  G  .  .  .  .  .  .  .
       a  b  c  d  e  f  g  h";
    game(won, "b").ends("sanctuary", "1 0");
    game(won, "w").goes_on();
}

#[test]
fn a_win_comes_before_stalemate() {
    let last_piece = game(
        "
    8  R  .  .  .  .  .  .  n
    5  .  .  .  .  .  .  .  R
       a  b  c  d  e  f  g  h",
        "w",
    );
    last_piece.after("h5h8").ends("sanctuary", "1 0");
}

#[test]
fn stalemate_draws_also_with_only_refugees_left() {
    let last_mover = game(
        "
    5  .  .  .  .  n  .  .  R
    1  .  .  f  .  .  .  .  G
       a  b  c  d  e  f  g  h",
        "w",
    );
    last_mover.after("h5e5").ends("stalemate", "1/2 1/2");
    let blocked_pawn = game(
        "
    6  .  .  .  .  p  .  .  .
    4  .  .  .  .  P  .  .  .
    3  .  .  .  .  .  G  .  .
       a  b  c  d  e  f  g  h",
        "b",
    );
    blocked_pawn.after("e6e5 f3f2").ends("stalemate", "1/2 1/2");
}

#[test]
fn a_position_where_neither_side_has_two_pieces_is_dead() {
    let guards = game(
        "
    5  .  .  .  .  n  .  .  .
    4  .  .  .  G  .  .  .  g
       a  b  c  d  e  f  g  h",
        "w",
    );
    guards.goes_on();
    guards.after("d4e5").ends("dead", "1/2 1/2");
    // Pawns and refugees are counted.
    let pawn = "5  .  .  .  .  .  .  .  .\n4  .  .  .  G  .  .  P  g";
    game(pawn, "w").goes_on();
    let refugee = "8  .  F  .  .  .  .  .  .\n4  .  .  .  G  .  .  .  g";
    game(refugee, "w").goes_on();
    from_text("sanctuary", "8/8/8/8/P6p/8/8/8 w - - 0 1").ends("dead", "1/2 1/2");
}
