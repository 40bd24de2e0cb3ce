//! Sanctuary Chess, as the rule book tells it.

mod ends;

use crate::rulebook::scene::{Table, opening, refused, table};
use heterodox_kernel::variant::Opening;

fn game(picture: &str, rest: &str) -> Table {
    table("sanctuary", picture, rest)
}

#[test]
fn the_start_has_sixteen_pawn_moves_and_nine_leaps() {
    let start = game(
        "
    8  r  n  b  a  g  b  n  r
    7  p  p  p  p  p  p  p  p
    2  P  P  P  P  P  P  P  P
    1  R  N  B  A  G  B  N  R
       a  b  c  d  e  f  g  h",
        "w",
    );
    assert_eq!(start.fen(), opening("sanctuary", Opening::Start).fen());
    start.legal().are(
        "a2a3 b2b3 c2c3 d2d3 e2e3 f2f3 g2g3 h2h3 a2a4 b2b4 c2c4 d2d4 e2e4 f2f4 g2g4 h2h4 \
         b1a3 b1c3 g1f3 g1h3 d1c3 d1e3 e1c3 e1e3 e1g3",
    );
}

#[test]
fn the_archbishop_is_bishop_or_knight() {
    let open = game(
        "
    8  .  g  .  .  .  .  .  .
    4  .  .  .  A  .  .  .  .
    1  .  .  .  .  .  .  .  G
       a  b  c  d  e  f  g  h",
        "w",
    );
    open.goals_from("d4").are("c3 b2 a1 e3 f2 g1 c5 b6 a7 e5 f6 g7 h8 b3 b5 c2 c6 e2 e6 f3 f5");
}

#[test]
fn the_swiss_guard_leaps_one_or_two_squares_over_anything() {
    let sixteen = "d3 d2 d5 d6 c4 b4 e4 f4 c3 b2 e5 f6 c5 b6 e3 f2";
    let open = game(
        "
    8  .  g  .  .  .  .  .  .
    4  .  .  .  G  .  .  .  p
       a  b  c  d  e  f  g  h",
        "w",
    );
    open.goals_from("d4").are(sixteen);
    let walled = game(
        "
    8  .  g  .  .  .  .  .  .
    6  .  .  .  r  .  .  .  .
    5  .  .  P  P  n  .  .  .
    4  .  .  N  G  N  .  .  .
    3  .  .  b  R  R  .  .  .
       a  b  c  d  e  f  g  h",
        "w",
    );
    // Own pieces next to it stay where they are; it captures next to it and two squares away.
    walled.goals_from("d4").are("e5 c3 d2 d6 b4 f4 b2 f6 b6 f2");
}

#[test]
fn rook_bishop_and_knight_move_as_in_chess_and_nobody_castles() {
    let picture = |letter: char| {
        format!(
            "
    8  .  g  .  .  .  .  .  .
    4  .  .  .  {letter}  .  .  .  .
    1  .  .  .  .  .  .  .  G
       a  b  c  d  e  f  g  h"
        )
    };
    game(&picture('R'), "w").goals_from("d4").are("d1 d2 d3 d5 d6 d7 d8 a4 b4 c4 e4 f4 g4 h4");
    game(&picture('B'), "w").goals_from("d4").are("c3 b2 a1 e3 f2 g1 c5 b6 a7 e5 f6 g7 h8");
    game(&picture('N'), "w").goals_from("d4").are("b3 b5 c2 c6 e2 e6 f3 f5");
    refused("sanctuary", "8  g  .  .  .  .  .  .  .\n1  R  .  .  .  G  .  .  R", "w KQ - 0 1")
        .says(&["castling", "KQ"]);
}

#[test]
fn pawns_step_double_step_and_capture_as_in_chess() {
    let pawns = game(
        "
    8  .  g  .  .  .  .  .  .
    6  .  .  .  .  .  n  .  .
    5  .  .  .  .  P  .  .  .
    3  .  .  r  .  .  .  .  .
    2  P  .  .  P  .  .  .  P
    1  .  .  .  .  .  .  .  G
       a  b  c  d  e  f  g  h",
        "w",
    );
    pawns.goals_from("a2").are("a3 a4");
    pawns.goals_from("d2").are("d3 d4 c3");
    pawns.goals_from("e5").are("e6 f6");
}

#[test]
fn en_passant_answers_a_double_step_at_once() {
    let before = game(
        "
    8  .  g  .  .  .  .  .  .
    4  .  .  .  p  .  p  .  .
    2  .  .  .  .  P  .  .  .
    1  .  .  .  .  .  .  .  G
       a  b  c  d  e  f  g  h",
        "w",
    );
    let passed = before.after("e2e4");
    assert_eq!(passed.rest(), "b - e3 0 1");
    passed.moves_from("d4").are("d4d3 d4e3");
    passed.moves_from("f4").are("f4f3 f4e3");
    assert_eq!(passed.display("f4e3"), "fxe3");
    passed.after("f4e3").shows(
        "
    8  .  g  .  .  .  .  .  .
    4  .  .  .  p  .  .  .  .
    3  .  .  .  .  p  .  .  .
    1  .  .  .  .  .  .  .  G",
    );
    passed.after("b8b7 h1h2").moves_from("d4").are("d4d3");
}

#[test]
fn nothing_is_royal_so_there_is_no_check_and_every_piece_may_be_captured() {
    let hanging = game(
        "
    8  .  .  .  .  g  .  .  .
    7  .  .  .  .  .  .  .  p
    4  .  .  r  .  .  .  .  .
    2  P  .  .  .  .  .  .  .
    1  .  .  R  .  G  .  .  .
       a  b  c  d  e  f  g  h",
        "w",
    );
    hanging.checked().are("");
    // The Guard may be left hanging and may go where it is captured.
    hanging.legal().have("a2a3 c1c4 e1d1 e1c3");
    let attacked = hanging.after("c1c4");
    assert_eq!(hanging.display("c1c4"), "Rxc4");
    assert_eq!(attacked.after("h7h6").display("c4c8"), "Rc8", "no sign of check");
    attacked.after("h7h6 c4c8 h6h5 c8e8").goes_on();
}

#[test]
fn a_pawn_on_the_last_rank_becomes_a_refugee() {
    let pawn = game(
        "
    8  .  .  .  n  .  .  .  g
    7  .  .  .  .  P  .  .  .
    1  .  .  .  .  .  .  .  G
       a  b  c  d  e  f  g  h",
        "w",
    );
    pawn.moves_from("e7").are("e7e8f e7d8f");
    assert_eq!(pawn.display("e7e8f"), "e8=F");
    assert_eq!(pawn.display("e7d8f"), "exd8=F");
    assert_eq!(pawn.after("e7e8f").fen(), "3nF2g/8/8/8/8/8/8/7G b - - 0 1");
    let black = game(
        "
    8  .  .  .  .  .  .  .  g
    2  .  p  .  .  .  .  .  .
    1  .  .  .  .  .  .  .  G
       a  b  c  d  e  f  g  h",
        "b",
    );
    black.moves_from("b2").are("b2b1f");
    assert_eq!(black.after("b2b1f").fen(), "7g/8/8/8/8/8/8/1f5G w - - 0 2");
}

#[test]
fn a_refugee_never_moves_is_never_captured_and_blocks_lines_but_not_leaps() {
    let refugees = game(
        "
    8  r  .  .  F  g  n  .  .
    7  .  .  .  .  .  .  .  .
    5  a  .  .  .  .  .  .  .
    1  .  f  .  .  .  .  .  G
       a  b  c  d  e  f  g  h",
        "b",
    );
    refugees.moves_from("b1").are("");
    refugees.goals_from("a8").are("b8 c8 a7 a6");
    // The diagonal of the Archbishop ends before d8.
    refugees.goals_from("a5").are("b6 c7 b4 c3 d2 e1 b7 c6 c4 b3");
    refugees.goals_from("e8").are("c8 d7 e7 f7 g8 c6 e6 g6");
    refugees.after("a8b8").moves_from("d8").are("");
}

#[test]
fn a_refugee_stands_on_the_far_rank_only() {
    let guards = "8  g  .  .  .  .  .  .  .\n1  G  .  .  .  .  .  .  R\n";
    for (rank, square) in [("7", "e7"), ("4", "e4")] {
        refused("sanctuary", &format!("{guards}{rank}  .  .  .  .  F  .  .  ."), "w").says(&[square, "Refugee"]);
        refused("sanctuary", &format!("{guards}{rank}  .  .  .  .  f  .  .  ."), "w").says(&[square, "Refugee"]);
    }
    refused("sanctuary", "8  g  .  .  .  .  .  .  .\n1  G  .  .  .  F  .  .  R", "w").says(&["e1", "Refugee"]);
    refused("sanctuary", "8  g  .  .  .  f  .  .  .\n1  G  .  .  .  .  .  .  R", "w").says(&["e8", "Refugee"]);
}
