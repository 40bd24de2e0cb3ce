//! Holywar, as the rule book tells it.

mod exchange;
mod pieces;

use crate::rulebook::scene::{Table, from_text, opening, refused, refused_text, table};
use heterodox_games as games;
use heterodox_kernel::variant::Opening;

fn game(picture: &str, rest: &str) -> Table {
    table("holywar", picture, rest)
}

fn named(name: &str) -> Table {
    opening("holywar", Opening::Named(name))
}

/// Every letter dropped on every square.
fn drops(letters: &str, squares: &str) -> Vec<String> {
    let on = |square: &str| letters.chars().map(|letter| format!("{letter}@{square}")).collect::<Vec<_>>();
    squares.split_whitespace().flat_map(on).collect()
}

#[test]
fn the_first_move_drops_any_reserve_piece_behind_the_own_pawns() {
    let start = game(
        "
    8  .                    .
    7     .  .  .  .  .  .
    6     p  p  p  p  p  p
    5     .  .  .  .  .  .
    4     .  .  .  .  .  .
    3     P  P  P  P  P  P
    2     .  .  .  .  .  .
    1  .                    .
       a  b  c  d  e  f  g  h",
        "[KLCCBBSSklccbbss] w",
    );
    assert_eq!(start.fen(), opening("holywar", Opening::Start).fen());
    start.legal().equal(drops("KLCBS", "a1 h1 b2 c2 d2 e2 f2 g2"));
    let replies = start.after("K@e2");
    replies.legal().equal(drops("KLCBS", "a8 h8 b7 c7 d7 e7 f7 g7"));
    let third = replies.after("S@h8");
    third.legal().equal(drops("LCBS", "a1 h1 b2 c2 d2 f2 g2"));
}

#[test]
fn the_move_number_grows_after_each_drop_of_red_and_a_drop_restarts_the_plies() {
    let start = named("free");
    assert!(start.fen().ends_with("[KLCCBBSSklccbbss] w - - 0 1"), "{}", start.fen());
    assert!(start.after("C@e2").fen().ends_with("[KLCBBSSklccbbss] b - - 0 1"));
    assert!(start.after("C@e2 S@h8").fen().ends_with("[KLCBBSSklccbbs] w - - 0 2"));
}

#[test]
fn after_sixteen_drops_all_squares_are_filled_and_white_moves() {
    let last = named("free").after("K@e2 K@e7 L@d2 L@d7 C@a1 C@a8 C@h1 C@h8 B@c2 B@c7 B@f2 B@f7 S@b2 S@b7 S@g2");
    last.legal().are("S@g7");
    let filled = last.after("S@g7");
    assert_eq!(filled.fen(), "c******c/*sblkbs*/*pppppp*/*6*/*6*/*PPPPPP*/*SBLKBS*/C******C[] w - - 0 9");
    // Six pawn steps; Squires and Crusaders are shut in; King and Lady may change places.
    filled.legal().are("b3b4 c3c4 d3d4 e3e4 f3f4 g3g4 e2d2");
}

#[test]
fn while_a_player_has_a_reserve_dropping_is_the_only_move() {
    let one_left = game(
        "
    8  k                    .
    6     p  .  .  .  .  .
    3     P  P  .  .  .  .
    2     S  .  L  K  .  .
    1  B                    .
       a  b  c  d  e  f  g  h",
        "[S] w",
    );
    one_left.legal().are("S@h1 S@c2 S@f2 S@g2");
    // Red has none left, so Red moves.
    one_left.after("S@h1").legal().are("b6b5 a8b7");
}

#[test]
fn a_drop_must_not_leave_the_own_king_in_check() {
    let pinned_to_one_square = game(
        "
    8  .                    k
    7     .  .  .  .  .  b
    1  K                    .
       a  b  c  d  e  f  g  h",
        "[LS] w",
    );
    pinned_to_one_square.legal().are("L@b2 S@b2");
}

#[test]
fn the_king_is_not_dropped_into_check() {
    let long_diagonal = game(
        "
    8  .                    k
    7     .  .  .  .  .  b
    3     P  .  .  .  .  .
       a  b  c  d  e  f  g  h",
        "[K] w",
    );
    long_diagonal.legal().are("K@c2 K@d2 K@e2 K@f2 K@g2 K@h1");
}

#[test]
fn cathedral_is_the_order_of_a_chess_set() {
    named("cathedral").shows(
        "
    8  c                    c
    7     s  b  l  k  b  s
    6     p  p  p  p  p  p
    3     P  P  P  P  P  P
    2     S  B  L  K  B  S
    1  C                    C",
    );
    assert_eq!(
        named("cathedral").fen(),
        "c******c/*sblkbs*/*pppppp*/*6*/*6*/*PPPPPP*/*SBLKBS*/C******C[] w - - 0 1"
    );
}

#[test]
fn crusade_has_the_bishops_in_the_corners() {
    named("crusade").shows(
        "
    8  b                    b
    7     s  c  l  k  c  s
    6     p  p  p  p  p  p
    3     P  P  P  P  P  P
    2     S  C  L  K  C  S
    1  B                    B",
    );
}

#[test]
fn vigil_has_the_king_in_the_corner() {
    named("vigil").shows(
        "
    8  k                    s
    7     l  c  b  b  c  s
    6     p  p  p  p  p  p
    3     P  P  P  P  P  P
    2     L  C  B  B  C  S
    1  K                    S",
    );
}

/// Every order of the letters left over, in alphabetical order, each once.
fn orders(left: &str, so_far: &str, found: &mut Vec<String>) {
    if left.is_empty() {
        found.push(so_far.to_owned());
    }
    for (place, letter) in left.char_indices() {
        if !left[..place].contains(letter) {
            let rest = format!("{}{}", &left[..place], &left[place + 1..]);
            orders(&rest, &format!("{so_far}{letter}"), found);
        }
    }
}

#[test]
fn the_shuffles_are_all_orders_with_bishops_on_both_colours_in_alphabetical_order() {
    let mut all = Vec::new();
    orders("BBCCKLSS", "", &mut all);
    // a1, b2, d2 and f2 are dark; c2, e2, g2 and h1 are light.
    let dark = |order: &str| order.char_indices().filter(|&(at, c)| c == 'B' && [0, 1, 3, 5].contains(&at)).count();
    all.retain(|order| dark(order) == 1);
    assert_eq!(all.len(), 2880);
    for (number, order) in all.iter().enumerate() {
        let (red, inner) = (order.to_lowercase(), 1..7);
        let expected = format!(
            "{}******{}/*{}*/*pppppp*/*6*/*6*/*PPPPPP*/*{}*/{}******{}[] w - - 0 1",
            &red[..1],
            &red[7..],
            &red[inner.clone()],
            &order[inner],
            &order[..1],
            &order[7..],
        );
        assert_eq!(named(&format!("shuffle:{number}")).fen(), expected, "shuffle:{number}");
    }
}

#[test]
fn the_first_the_last_and_two_middle_shuffles_worked_out_by_hand() {
    // 720 orders begin with B, 720 with C, 360 with K, 360 with L, 720 with S.
    for (number, order) in [(0, "BCBCKLSS"), (720, "CBBCKLSS"), (1440, "KBBCCLSS"), (2879, "SSLKCBCB")] {
        let fen = named(&format!("shuffle:{number}")).fen();
        let white = format!("/*{}*/{}******{}[] w", &order[1..7], &order[..1], &order[7..]);
        assert!(fen.contains(&white), "shuffle:{number}: {fen}");
    }
}

#[test]
fn there_is_no_shuffle_2880() {
    let holywar = games::built_in("holywar").unwrap();
    for name in ["shuffle:2880", "shuffle:-1", "shuffle:x", "nave"] {
        let error = holywar.begin(Opening::Named(name)).err().expect("the opening is refused").to_string();
        for part in [name, "cathedral", "crusade", "vigil", "shuffle:0"] {
            assert!(error.contains(part), "\"{error}\" does not say \"{part}\"");
        }
    }
}

#[test]
fn a_corner_touches_the_rest_only_diagonally() {
    let dark = game(
        "
    8  .                    .
    7     .  .  .  .  .  k
    5     .  .  p  .  .  .
    4     .  .  P  .  .  .
    2     K  .  .  .  .  .
    1  .                    .",
        "w",
    );
    dark.legal().are("b2a1 b2c2 b2b3 b2c3");
    dark.after("b2b3").legal().are("g7h8 g7f7 g7f6 g7g6");
    dark.after("b2a1 g7h8").legal().are("a1b2");
    dark.after("b2a1 g7h8 a1b2").legal().are("h8g7");
    let light = game(
        "
    8  .                    .
    7     k  .  .  .  .  .
    5     .  .  p  .  .  .
    4     .  .  P  .  .  .
    2     .  .  .  .  .  K
    1  .                    .",
        "w",
    );
    light.legal().are("g2h1 g2f2 g2f3 g2g3");
    light.after("g2g3").legal().are("b7a8 b7c7 b7b6 b7c6");
    light.after("g2h1 b7a8").legal().are("h1g2");
    light.after("g2h1 b7a8 h1g2").legal().are("a8b7");
}

#[test]
fn squares_that_do_not_exist_take_no_piece() {
    refused_text("holywar", "k******1/*6*/*6*/*6*/*6*/*6*/*6*/1B*****K[] w - - 0 1").says(&["rank 1", "column b"]);
    refused_text("holywar", "k******1/*6*/*6*/B6*/*6*/*6*/*6*/1******K[] w - - 0 1").says(&["rank 5", "column a"]);
    refused_text("holywar", "k******1/*6*/*6*/*6*/*6*/**5*/*6*/1******K[] w - - 0 1").says(&["rank 3", "column b"]);
    from_text("holywar", "k******1/*6*/*6*/*p5*/*P5*/*6*/*6*/1******K[] w - - 0 1").legal().are("h1g2");
}

#[test]
fn the_reserve_is_part_of_the_position_text_in_the_order_klcbs() {
    let home = "
    8  k                    .
    1  K                    .";
    game(home, "[LCCBBSSlccbbss] w").drops().equal(drops("LCBS", "h1 b2 c2 d2 e2 f2 g2"));
    refused("holywar", home, "[CL] w").says(&["reserve", "before"]);
    refused("holywar", home, "[lL] w").says(&["reserve", "before"]);
    refused("holywar", home, "[LL] w").says(&["reserve", "L"]);
    refused("holywar", home, "[SSS] w").says(&["reserve", "S"]);
    refused("holywar", home, "[ccc] w").says(&["reserve", "c"]);
    refused("holywar", home, "[P] w").says(&["reserve", "P"]);
    refused("holywar", home, "[K] w").says(&["White", "2 Kings"]);
    refused("holywar", home, "[k] w").says(&["Red", "2 Kings"]);
    refused_text("holywar", "k******1/*6*/*6*/*6*/*6*/*6*/*6*/1******K w - - 0 1").says(&["reserve"]);
}

#[test]
fn a_game_that_starts_from_drops_needs_no_king_on_the_board() {
    game("8  .                    .", "[Kk] w").legal().equal(drops("K", "a1 h1 b2 c2 d2 e2 f2 g2"));
    refused("holywar", "8  k                    .", "[L] w").says(&["White", "0 Kings"]);
}
