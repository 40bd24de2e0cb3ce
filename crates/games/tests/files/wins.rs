//! Ends by what is left, by rows, and by coming somewhere.

use heterodox_games::file::FileVariant;
use heterodox_kernel::position::Position;
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::{Opening, Variant as _};

const HEAD: &str = "format = 1\nid = \"mine\"\ntitle = \"Mine\"\nboard = \"5x5\"\n\
                    opening = \"nkr2/5/5/5/NKR2 w - - 0 1\"\n[piece]\nN = { name = \"Knight\", move = \"N\" }\n\
                    K = { name = \"Man\", move = \"K\" }\nR = { name = \"Rook\", move = \"R\" }\n";

/// A position of a game with these tables.
fn position(tables: &str, fen: &str) -> Box<dyn Position> {
    let text = format!("{HEAD}{tables}");
    let game = FileVariant::read(&text, "mine").unwrap_or_else(|mistakes| panic!("{mistakes:?}\n{tables}"));
    let game: &'static FileVariant = Box::leak(Box::new(game));
    game.begin(Opening::Fen(fen)).unwrap_or_else(|error| panic!("{error}: {fen}"))
}

/// The id of the cause, and the share of the first seat.
fn end(tables: &str, fen: &str) -> Option<(&'static str, f64)> {
    let outcome = position(tables, fen).outcome()?;
    Some((outcome.cause.id, outcome.shares[Side::FIRST].value()))
}

#[test]
fn few_pieces_of_a_group_end_the_game() {
    for (keys, fen, expected) in [
        ("pieces = \"N R\"", "nkr2/5/5/5/NK3 b - - 0 1", Some(("extinct", 0.0))),
        ("pieces = \"NR\"", "nkr2/5/5/5/NK3 b - - 0 1", None),
        ("pieces = \"NR\", left = 1", "nkr2/5/5/5/NK3 b - - 0 1", Some(("extinct", 0.0))),
        ("pieces = \"NR\", left = 1, rival = 3", "nkr2/5/5/5/NK3 b - - 0 1", None),
        ("pieces = \"N\", result = \"win\"", "1kr2/5/5/5/NK3 b - - 0 1", Some(("extinct", 0.0))),
        // Who has moved is looked at first.
        ("pieces = \"N\"", "1kr2/5/5/5/1K3 b - - 0 1", Some(("extinct", 0.0))),
        ("pieces = \"N\"", "1kr2/5/5/5/1K3 w - - 0 1", Some(("extinct", 1.0))),
    ] {
        assert_eq!(end(&format!("[win]\nextinction = {{ {keys} }}\n"), fen), expected, "{keys}: {fen}");
    }
}

#[test]
fn pieces_in_a_row_end_the_game_for_who_has_moved() {
    for (keys, fen, expected) in [
        ("count = 3", "nkr2/5/5/5/NKR2 b - - 0 1", Some(("row", 1.0))),
        ("count = 3", "nkr2/5/5/5/NKR2 w - - 0 1", Some(("row", 0.0))),
        ("count = 3, result = \"loss\"", "nk3/5/5/5/NKR2 b - - 0 1", Some(("row", 0.0))),
        ("count = 3, pieces = \"NK\"", "nk3/5/5/5/NKR2 b - - 0 1", None),
        ("count = 3", "nk3/5/2R2/1K3/N4 b - - 0 1", Some(("row", 1.0))),
        ("count = 3", "nk3/5/R4/1K3/2N2 b - - 0 1", Some(("row", 1.0))),
        ("count = 3, ways = \"straight\"", "nk3/5/2R2/1K3/N4 b - - 0 1", None),
        ("count = 3, ways = \"diagonal\"", "nk3/5/5/5/NKR2 b - - 0 1", None),
        ("count = 4", "nk3/5/5/5/NKR2 b - - 0 1", None),
    ] {
        assert_eq!(end(&format!("[win]\nrow = {{ {keys} }}\n"), fen), expected, "{keys}: {fen}");
    }
}

#[test]
fn a_goal_can_be_that_of_one_player_and_must_be_held() {
    let one = "[win]\nreach = { at = { White = \"rank 5\" }, piece = \"K\" }\n";
    assert_eq!(end(one, "nK3/5/5/5/1kR2 b - - 0 1"), Some(("reached", 1.0)));
    assert_eq!(end(one, "n4/5/1K3/5/1kR2 w - - 0 1"), None);
    let held = "[win]\nreach = { at = \"c3\", piece = \"N\", stay = \"must\" }\n";
    assert_eq!(end(held, "1k3/5/2N2/5/1K3 b - - 0 1"), None);
    assert_eq!(end(held, "1k3/5/2N2/5/1K3 w - - 0 1"), Some(("reached", 1.0)));
    let either = "[win]\nreach = { at = \"rank 5\", piece = \"K\", safe = true, stay = \"may\" }\n";
    assert_eq!(end(either, "K3r/5/1k3/5/5 b - - 0 1"), None);
    assert_eq!(end(either, "K4/4r/5/1k3/5 w - - 0 1"), Some(("reached", 1.0)));
    assert_eq!(end(either, "K4/4r/5/1k3/5 b - - 0 1"), Some(("reached", 1.0)));
    assert_eq!(end(either, "K4/5/5/5/3k1 w - - 0 1"), Some(("both", 0.5)));
}

#[test]
fn a_draw_can_be_won() {
    let fen = "nk3/5/5/5/NK3 w - - 100 60";
    assert_eq!(end("", fen), Some(("plies", 0.5)));
    assert_eq!(end("[end]\ndraw = \"Black\"\n", fen), Some(("plies", 0.0)));
    assert_eq!(end("[end]\ndraw = \"White\"\n", fen), Some(("plies", 1.0)));
    assert_eq!(end("[end]\ndraw = \"nobody\"\n", fen), Some(("plies", 0.5)));
}

#[test]
fn mistakes_in_these_tables_are_told() {
    for (tables, key) in [
        ("[win]\nextinction = { pieces = \"X\" }\n", "win.extinction.pieces is \"X\""),
        ("[win]\nextinction = { left = 1 }\n", "win.extinction.pieces is missing"),
        ("[win]\nrow = { count = 1 }\n", "win.row.count is 1"),
        ("[win]\nrow = { ways = \"up\" }\n", "win.row.ways is \"up\""),
        ("[win]\nreach = { at = { Red = \"rank 5\" } }\n", "win.reach.at.Red is \"rank 5\""),
        ("[win]\nreach = { at = { White = \"rank 9\" } }\n", "win.reach.at.White is \"rank 9\""),
        ("[win]\nreach = { at = \"c3\", answer = true, stay = \"must\" }\n", "win.reach.stay is \"must\""),
        ("[end]\ndraw = \"Red\"\n", "end.draw is \"Red\""),
    ] {
        let mistakes = FileVariant::mistakes(&format!("{HEAD}{tables}"), "mine");
        let told: Vec<String> = mistakes.iter().map(|mistake| mistake.fault.to_string()).collect();
        assert!(told.len() == 1 && told[0].starts_with(key), "{tables}: {told:?}");
    }
}
