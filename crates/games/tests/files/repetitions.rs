//! Positions that come back: who loses, and who gave check all the time.

use heterodox_kernel::position::Position;
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::{Opening, Variant as _};

use super::{chess, position, told};

/// The id of the cause, and the share of the first seat, after these moves again and again.
fn after(mut position: Box<dyn Position>, cycle: &[&str]) -> (usize, Option<(&'static str, f64)>) {
    for (plies, mv) in cycle.iter().cycle().enumerate().take(100) {
        if let Some(outcome) = position.outcome() {
            return (plies, Some((outcome.cause.id, outcome.shares[Side::FIRST].value())));
        }
        position.act(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
    (100, None)
}

#[test]
fn who_gives_check_with_every_move_loses() {
    // The first check begins the repetition, and the position after it occurs for the fourth time after twelve plies more.
    let mut game = position("shogi", "9/4k4/9/9/R8/9/9/9/8K[] w - - 0 1");
    game.act("a5a8").expect("it is legal");
    let (plies, end) = after(game, &["e8e9", "a8a9", "e9e8", "a9a8"]);
    assert_eq!((plies, end), (12, Some(("perpetual", 0.0))));
}

#[test]
fn a_check_now_and_then_is_a_draw() {
    let fen = "9/4k4/9/9/R8/9/9/9/8K[] w - - 0 1";
    let mut game = position("shogi", fen);
    game.act("a5a8").expect("it is legal");
    // On a5 the Rook gives no check.
    let (plies, end) = after(game, &["e8e9", "a8a5", "e9e8", "a5a8"]);
    assert_eq!(plies, 11);
    assert_eq!(end, Some(("repetition", 0.5)));
}

#[test]
fn the_first_player_of_minishogi_loses_a_repetition() {
    let (plies, end) = after(super::shelf("minishogi").begin(Opening::Start).expect("a game"), &CYCLE);
    assert_eq!((plies, end), (12, Some(("repetition", 0.0))));
    let mut checked = position("minishogi", "4k/5/5/R4/K4[] w - - 0 1");
    checked.act("a2e2").expect("it is legal");
    let (_, end) = after(checked, &["e5d5", "e2d2", "d5e5", "d2e2"]);
    assert_eq!(end, Some(("perpetual", 0.0)), "the checks count first");
}

/// Two Golds come and go.
const CYCLE: [&str; 4] = ["b1b2", "d5d4", "b2b1", "d4d5"];

#[test]
fn a_file_says_who_loses() {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for (table, expected) in [
        ("{ times = 2 }", (4, ("repetition", 0.5))),
        // Black brings the first position back.
        ("{ times = 2, loser = \"repeater\" }", (4, ("repetition", 1.0))),
        ("{ times = 2, loser = \"rival\" }", (4, ("repetition", 0.0))),
        ("{ loser = \"Black\", perpetual_check = \"loss\" }", (8, ("repetition", 1.0))),
        ("{ loser = \"nobody\" }", (8, ("repetition", 0.5))),
    ] {
        let game = chess(&[("repetition = 3", &format!("repetition = {table}"))]).expect("it is read");
        let (plies, end) = after(game.begin(Opening::Start).expect("a game"), &shuffle);
        assert_eq!((plies, end.expect("an end")), expected, "{table}");
    }
}

#[test]
fn the_checks_of_a_chess_game_count_where_a_file_says_so() {
    let chase = ["a8a7", "h8h7", "a7a8", "h7h8"];
    for (word, end) in [("loss", ("perpetual", 0.0)), ("draw", ("repetition", 0.5))] {
        let table = format!("repetition = {{ perpetual_check = \"{word}\" }}");
        let game = chess(&[("repetition = 3", &table)]).expect("it is read");
        let mut start = game.begin(Opening::Fen("k7/8/8/8/8/8/8/K6R w - - 0 1")).expect("a position");
        start.act("h1h8").expect("it is legal");
        assert_eq!(after(start, &chase).1, Some(end), "{word}");
    }
}

#[test]
fn mistakes_in_the_table_are_told() {
    for (table, expected) in [
        ("{ loser = \"Red\" }", "\"nobody\" or \"repeater\" or \"rival\" or \"White\" or \"Black\""),
        ("{ times = 1 }", "end.repetition.times is 1; expected a number from 2 to 100"),
        ("{ often = 3 }", "end.repetition.often: unknown key"),
        (
            "{ perpetual_check = \"win\" }",
            "end.repetition.perpetual_check is \"win\"; expected \"draw\" or \"loss\"",
        ),
        ("\"never\"", "end.repetition is \"never\"; expected a number from 2 to 100, or \"none\""),
    ] {
        let mistakes = chess(&[("repetition = 3", &format!("repetition = {table}"))]).expect_err(table);
        assert!(told(&mistakes).iter().any(|told| told.contains(expected)), "{table}: {:?}", told(&mistakes));
    }
}

#[test]
fn a_draw_that_has_to_be_claimed_ends_nothing() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut game = position("chess", fen).claimed();
    for mv in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(120) {
        game.act(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
        assert_eq!(game.outcome(), None);
    }
    for mv in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        game.act(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
    assert_eq!(game.fork().outcome().map(|outcome| outcome.cause.id), Some("checkmate"));
}
