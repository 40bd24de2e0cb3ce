//! Black Holes, as the rule book tells it: drops, holes, pieces and the ends of a game.

mod checks;
mod journeys;

use crate::rulebook::scene::{Table, opening, refused, table};
use heterodox_kernel::variant::Opening;

fn game(picture: &str, rest: &str) -> Table {
    table("blackholes", picture, rest)
}

#[test]
fn the_start_has_ten_pawn_moves_two_knight_moves_and_no_room_for_a_drop() {
    let start = game(
        "
    8  r  s  b  q  k
    7  p  p  p  p  p
    2  P  P  P  P  P
    1  R  S  B  Q  K
       a  b  c  d  e",
        "w",
    );
    assert_eq!(start.fen(), opening("blackholes", Opening::Start).fen());
    start.legal().are("a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 b1a3 b1c3");
    start.after("b1a3").legal().are("a7a6 a7a5 b7b6 b7b5 c7c6 c7c5 d7d6 d7d5 e7e6 e7e5 b8a6 b8c6");
    start.after("b1c3 b8c6").drops().are("H@b1");
    start.after("b1c3 b8c6 a2a4").drops().are("H@b8");
}

#[test]
fn a_hole_is_dropped_on_any_empty_square_of_the_own_first_rank_and_the_reserve_never_runs_out() {
    let many = game(
        "
    8  .  .  .  .  k
    3  H  H  H  H  H
    1  K  .  H  .  h
       a  b  c  d  e",
        "w",
    );
    many.drops().are("H@b1 H@d1");
    let black = many.after("H@b1");
    black.drops().are("H@a8 H@b8 H@c8 H@d8");
    black.after("H@a8").shows(
        "
    8  h  .  .  .  k
    3  H  H  H  H  H
    1  K  H  H  .  h",
    );
}

#[test]
fn a_drop_may_block_a_check_and_no_drop_may_leave_one() {
    let along_the_rank = game(
        "
    8  .  .  .  .  k
    1  r  .  .  .  K
       a  b  c  d  e",
        "w",
    );
    along_the_rank.legal().are("H@b1 H@c1 H@d1 e1d2 e1e2");
    let along_the_file = game(
        "
    8  k  .  .  .  .
    7  .  .  .  .  r
    1  .  .  .  .  K
       a  b  c  d  e",
        "w",
    );
    along_the_file.legal().are("e1d1 e1d2");
}

#[test]
fn holes_block_lines_for_everyone_and_nobody_captures_one_by_a_normal_move() {
    let lines = game(
        "
    8  .  .  k  .  .
    5  H  .  .  .  .
    3  Q  .  h  .  .
    1  .  .  .  K  .
       a  b  c  d  e",
        "w",
    );
    // Up to but not onto the own hole on a5 and the enemy's on c3; d6 along the diagonal, never e7.
    lines.goals_from("a3").are("a2 a1 a4 b3 b2 c1 b4 c5 d6 e7");
    let around = game(
        "
    8  .  .  .  .  k
    5  .  .  h  .  .
    4  .  .  P  .  .
    3  .  S  .  .  .
    1  h  .  h  .  K
       a  b  c  d  e",
        "w",
    );
    // The Pawn has a hole ahead; three of the Knight's leaps end on holes.
    around.moves_from("c4").are("");
    around.goals_from("b3").are("a5 d4 d2");
    let pawn = game(
        "
    8  .  .  .  .  k
    5  .  h  .  h  .
    4  .  .  P  .  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "w",
    );
    pawn.moves_from("c4").are("c4c5");
    let king = game(
        "
    8  .  .  .  .  k
    2  h  h  .  .  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "w",
    );
    king.moves_from("a1").are("a1b1");
}

#[test]
fn a_hole_steps_one_square_in_any_direction_to_an_empty_square_and_never_captures() {
    let hole = game(
        "
    8  .  .  .  .  k
    5  .  .  p  s  .
    4  .  .  H  .  .
    3  .  P  h  .  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "w",
    );
    hole.moves_from("c4").are("c4b5 c4b4 c4d4 c4d3");
}

#[test]
fn queen_rook_bishop_knight_and_king_move_as_in_chess_and_there_is_no_castling() {
    let picture = |letter: char| {
        format!(
            "
    8  .  k  .  .  .
    4  .  .  {letter}  .  .
    1  .  .  .  .  K
       a  b  c  d  e"
        )
    };
    let straight = "c1 c2 c3 c5 c6 c7 c8 a4 b4 d4 e4";
    let slanted = "b3 a2 d3 e2 b5 a6 d5 e6";
    game(&picture('R'), "w").goals_from("c4").are(straight);
    game(&picture('B'), "w").goals_from("c4").are(slanted);
    game(&picture('Q'), "w").goals_from("c4").are(&format!("{straight} {slanted}"));
    game(&picture('S'), "w").goals_from("c4").are("a3 a5 b2 b6 d2 d6 e3 e5");
    let home = game(
        "
    8  .  k  .  .  .
    1  R  .  .  .  K
       a  b  c  d  e",
        "w",
    );
    home.goals_from("e1").are("d1 d2 e2");
    refused("blackholes", "8  k  .  .  .  .\n1  R  .  .  .  K", "w K - 0 1").says(&["castling", "K"]);
}

#[test]
fn a_pawn_promotes_on_the_last_rank_to_queen_rook_bishop_knight_or_hole() {
    let white = game(
        "
    8  .  .  r  .  h
    7  .  .  .  P  .
    5  k  .  .  .  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "w",
    );
    white.moves_from("d7").are("d7d8q d7d8r d7d8b d7d8s d7d8h d7c8q d7c8r d7c8b d7c8s d7c8h");
    white.after("d7c8h").shows(
        "
    8  .  .  H  .  h
    5  k  .  .  .  .
    1  K  .  .  .  .",
    );
    let black = game(
        "
    5  k  .  .  .  .
    2  .  .  .  p  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "b",
    );
    black.moves_from("d2").are("d2d1q d2d1r d2d1b d2d1s d2d1h");
}

#[test]
fn a_pawn_on_its_own_second_rank_may_double_step_also_when_it_came_back_there() {
    let far = game(
        "
    8  .  .  .  .  k
    4  .  .  H  .  .
    3  .  .  P  .  .
    1  .  H  .  .  K
       a  b  c  d  e",
        "w",
    );
    far.moves_from("c3").have("c3c4b1b2");
    let back = far.after("c3c4b1b2 e8e7");
    back.moves_from("b2").have("b2b3 b2b4");
    assert_eq!(back.after("b2b4").rest(), "b - - 0 2");
}

#[test]
fn en_passant_answers_a_normal_double_step_at_once_only() {
    let before = game(
        "
    8  .  .  .  .  k
    7  .  .  p  .  .
    5  .  P  .  P  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "b",
    );
    let passed = before.after("c7c5");
    assert_eq!(passed.rest(), "w - c6 0 2");
    passed.moves_from("b5").are("b5b6 b5c6");
    passed.moves_from("d5").are("d5d6 d5c6");
    assert_eq!(passed.display("b5c6"), "bxc6");
    let taken = passed.after("d5c6");
    taken.shows(
        "
    8  .  .  .  .  k
    6  .  .  P  .  .
    5  .  P  .  .  .
    1  K  .  .  .  .",
    );
    assert_eq!(taken.rest(), "b - - 0 2");
    let late = passed.after("a1a2 e8e7");
    late.moves_from("b5").are("b5b6");
    assert_eq!(before.after("c7c6").rest(), "w - - 0 2");
}

#[test]
fn en_passant_must_not_uncover_the_own_king() {
    let along_the_rank = game(
        "
    8  .  .  .  k  .
    5  K  .  p  P  r
       a  b  c  d  e",
        "w - c6 0 2",
    );
    // The text keeps the square: a pawn stands so that it could capture there, the King aside.
    assert_eq!(along_the_rank.rest(), "w - c6 0 2");
    along_the_rank.moves_from("d5").are("d5d6");
}

#[test]
fn checkmate_wins_but_a_hole_may_be_dropped_into_a_check_from_afar() {
    let afar = game(
        "
    8  .  .  .  .  k
    7  R  .  .  .  .
    6  .  R  .  .  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "w",
    );
    assert_eq!(afar.display("b6b8"), "Rb8+");
    afar.after("b6b8").legal().are("H@c8 H@d8");
    let near = game(
        "
    8  .  .  .  .  k
    7  R  .  .  .  .
    6  .  .  .  Q  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "w",
    );
    assert_eq!(near.display("d6e7"), "Qe7#");
    near.after("d6e7").ends("checkmate", "1 0");
}

#[test]
fn no_room_for_a_drop_and_no_other_move_is_stalemate() {
    let before = game(
        "
    8  r  b  q  b  k
    7  p  p  p  p  p
    6  H  H  H  H  H
    1  K  .  .  .  .
       a  b  c  d  e",
        "w",
    );
    // The holes stop the Pawns and cannot be captured.
    before.after("a1a2").ends("stalemate", "1/2 1/2");
    before.after("c6c5").goes_on();
}

#[test]
fn there_are_no_dead_positions() {
    let kings = game(
        "
    8  .  .  .  .  k
    1  K  .  .  .  .
       a  b  c  d  e",
        "w",
    );
    kings.goes_on();
    kings.legal().are("H@b1 H@c1 H@d1 H@e1 a1a2 a1b1 a1b2");
}

const COUNTED: &str = "
    8  .  .  .  .  k
    6  .  .  s  .  .
    4  .  P  .  .  .
    3  .  H  R  H  .
    2  .  P  .  .  .
    1  K  .  .  .  .
       a  b  c  d  e";

#[test]
fn captures_pawn_moves_and_drops_restart_the_count_of_plies() {
    let game = game(COUNTED, "w - - 57 40");
    for restarts in ["b4b5", "H@c1", "c3c6", "c3b3d3b3", "c3b3b3a3 e8e7 a1b1 c6b4", "b2b3b3b4"] {
        assert!(game.after(restarts).rest().contains(" - - 0 "), "{restarts}: {}", game.after(restarts).rest());
    }
}

#[test]
fn king_steps_hole_steps_and_quiet_relativistic_moves_do_not() {
    let game = game(COUNTED, "w - - 57 40");
    for quiet in ["a1b1", "b3a3", "c3c5", "c3b3b3a3", "c3b3d3c3"] {
        assert_eq!(game.after(quiet).rest(), "b - - 58 40", "{quiet}");
    }
}

#[test]
fn a_relativistic_pawn_move_restarts_the_count_even_when_it_ends_where_it_began() {
    let round_trip = game(
        "
    8  .  .  .  .  k
    4  .  .  H  .  .
    3  .  .  P  .  .
    2  .  .  H  .  .
    1  K  .  .  .  .
       a  b  c  d  e",
        "w - - 57 40",
    );
    assert_eq!(round_trip.after("c3c4c2c3").rest(), "b - - 0 40");
}

#[test]
fn a_hundred_quiet_plies_draw() {
    let last = game(COUNTED, "w - - 99 60");
    last.after("a1b1").ends("plies", "1/2 1/2");
    last.after("b3a3").ends("plies", "1/2 1/2");
    last.after("H@c1").goes_on();
    last.after("c3b3d3b3").goes_on();
}

#[test]
fn the_third_occurrence_counts_across_drops_and_captures() {
    let start = game(
        "
    8  k  .  .  .  .
    3  .  .  .  .  K
    1  .  .  H  R  .
       a  b  c  d  e",
        "w",
    );
    // White drops a hole, captures it and goes home; the King of Black walks a triangle.
    let round = "H@b1 a8b8 d1c1c1b1 b8a7 b1c1c1d1 a7a8";
    let twice = start.after(round);
    twice.shows(
        "
    8  k  .  .  .  .
    3  .  .  .  .  K
    1  .  .  H  R  .",
    );
    twice.goes_on();
    twice.after(round).ends("repetition", "1/2 1/2");
}
