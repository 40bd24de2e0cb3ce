//! How games that are files end.

use heterodox_kernel::position::Position;
use heterodox_kernel::variant::{Opening, Variant as _};

use super::{chess, position};

/// The id of the cause, and the share of the first seat.
fn end(position: &dyn Position) -> Option<(&'static str, f64)> {
    let outcome = position.outcome()?;
    Some((outcome.cause.id, outcome.shares[heterodox_kernel::side::Side::FIRST].value()))
}

#[test]
fn ends_are_those_of_the_file() {
    for (id, fen, expected) in [
        ("chess", "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", Some(("checkmate", 1.0))),
        ("chess", "7k/5Q2/5K2/8/8/8/8/8 b - - 0 1", Some(("stalemate", 0.5))),
        ("chess", "7k/8/5K2/8/8/8/8/8 b - - 0 1", Some(("dead", 0.5))),
        ("chess", "7k/8/5KB1/8/8/8/8/8 w - - 0 1", Some(("dead", 0.5))),
        ("chess", "7k/8/5KR1/8/8/8/8/8 w - - 0 1", None),
        ("chess", "7k/8/5KR1/8/8/8/8/8 w - - 100 90", Some(("plies", 0.5))),
        // A Shah without a piece to move loses; so does a bare one, unless it bares the other at once.
        ("shatranj", "7k/5R2/5K2/8/8/8/8/8 b - - 0 1", Some(("bare", 1.0))),
        ("shatranj", "7k/6R1/8/8/8/8/8/K7 b - - 0 1", None),
        ("shatranj", "7k/8/8/8/8/8/8/K7 b - - 0 1", Some(("dead", 0.5))),
        ("shatranj", "8/8/8/8/8/p1k5/P7/K7 w - - 0 1", None),
        ("shatranj", "1r6/8/8/8/8/p1k5/P7/K7 w - - 0 1", Some(("stalemate", 0.0))),
        ("shatranj", "1r6/8/8/8/8/p1k5/P7/7K w - - 140 90", Some(("plies", 0.5))),
        ("kingofthehill", "7k/8/8/3K4/8/8/8/8 b - - 0 1", Some(("reached", 1.0))),
        ("kingofthehill", "7k/8/8/2K5/8/8/8/8 b - - 0 1", None),
        ("kingofthehill", "8/8/8/2K1k3/8/8/8/8 w - - 0 1", Some(("reached", 0.0))),
        ("3check", "7k/8/8/2K5/8/8/8/7R b +2+0 - 0 1", None),
        ("3check", "7k/8/8/2K5/8/8/8/7R b +3+0 - 0 1", Some(("checks", 1.0))),
        ("breakthrough", "P7/8/8/8/8/8/8/7p b - - 0 1", Some(("reached", 1.0))),
        ("breakthrough", "8/P7/8/8/8/8/8/8 b - - 0 1", Some(("extinct", 1.0))),
        ("losalamos", "k5/2Q3/1K4/6/6/6 b - - 0 1", Some(("stalemate", 0.5))),
    ] {
        assert_eq!(end(position(id, fen).as_ref()), expected, "{id}: {fen}");
    }
}

#[test]
fn checks_are_counted_and_read_back() {
    let mut game = position("3check", "7k/8/8/2K5/8/8/8/6R1 w +1+0 - 0 1");
    game.act("g1h1").expect("it is legal");
    assert_eq!(game.fen(), "7k/8/8/2K5/8/8/8/7R b +2+0 - 1 1");
    assert_eq!(game.seat_notes(heterodox_kernel::side::Side::FIRST)[0].to_string(), "2 of 3 checks");
    game.act("h8g8").expect("it is legal");
    game.act("h1g1").expect("it is legal");
    assert_eq!(end(game.as_ref()), Some(("checks", 1.0)));
}

#[test]
fn stalemate_is_what_the_file_says() {
    let stuck = "7k/5Q2/5K2/8/8/8/8/8 b - - 0 1";
    for (word, share) in [("draw", 0.5), ("loss", 1.0), ("win", 0.0)] {
        let game = chess(&[("stalemate = \"draw\"", &format!("stalemate = \"{word}\""))]).expect("it is read");
        let position = game.begin(Opening::Fen(stuck)).expect("a position");
        assert_eq!(end(position.as_ref()), Some(("stalemate", share)), "{word}");
    }
}

#[test]
fn repetition_and_quiet_plies_can_be_without_end() {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for (times, ends) in [("3", true), ("5", false), ("\"none\"", false)] {
        let game = chess(&[("repetition = 3", &format!("repetition = {times}"))]).expect("it is read");
        let mut position = game.begin(Opening::Start).expect("a game");
        for mv in shuffle.iter().cycle().take(8) {
            position.act(mv).expect("it is legal");
        }
        assert_eq!(position.outcome().is_some(), ends, "{times}");
    }
}

#[test]
fn two_safe_pieces_win_where_a_file_asks_for_them() {
    let game =
        chess(&[("[end]", "[win]\nreach = { piece = \"QRBN\", at = \"rank 8\", count = 2, safe = true }\n[end]")]);
    let game = game.expect("it is read");
    let of = |fen| end(game.begin(Opening::Fen(fen)).expect("a position").as_ref());
    assert_eq!(of("NN6/7k/8/8/8/8/8/K7 b - - 0 1"), Some(("reached", 1.0)));
    assert_eq!(of("NN5r/7k/8/8/8/8/8/K7 b - - 0 1"), None);
    assert_eq!(of("N7/7k/8/8/8/8/8/K7 b - - 0 1"), None);
}

#[test]
fn moves_of_other_pieces_can_be_progress() {
    let plies = |line: &str| {
        let game =
            chess(&[("stalemate = \"draw\"", &format!("stalemate = \"draw\"\n{line}"))]).expect("it is read");
        let mut position = game.begin(Opening::Start).expect("the start");
        for text in ["g1f3", "b8c6", "h1g1", "c6b8", "g1h1"] {
            position.act(text).expect("it is legal");
        }
        let counted = position.plies();
        // A position comes back all the same, though progress was between.
        for text in ["b8c6", "h1g1", "c6b8", "g1h1"] {
            position.act(text).expect("it is legal");
        }
        (counted, position.occurrences())
    };
    assert_eq!(plies(""), (5, 2));
    assert_eq!(plies("progress = \"N\""), (1, 2));
    assert_eq!(plies("progress = \"R\""), (0, 2));
}
