//! What is wrong in a file is said at once, with the line, the key, what was read and what was expected.

use heterodox_games::file::{FileVariant, MOST_BYTES};
use heterodox_kernel::variant::Variant as _;

use super::{chess, told};

#[test]
fn all_mistakes_are_told_at_once() {
    let text = r#"format = 1
id = "Mini"
titel = "Mini"
board = "8x9y"
opening = "rnbqkbnr/8 w"
[piece]
S = { name = "Silver", move = "FfV" }
K = { name = "King", move = "K", royl = true, promote = { at = "rank 12", to = "S" } }
Kk = { name = "Two", move = "W" }
Q = 7
[win]
reach = { piece = "X", count = 0 }
[end]
stalemate = "maybe"
quiet_plies = 0
"#;
    let mistakes = FileVariant::read(text, "mini.toml").expect_err("it is full of mistakes");
    let zone = "a zone on the board such as \"rank 8\", \"ranks 1-3\", \"file a\", \"squares d1 e1\" or \
                \"d1-f3\", and with levels \"level E\", \"levels A-B\" or \"Ea5-Ee5\"";
    let expected = [
        "mini.toml:1: title is missing; expected the name of the game",
        "mini.toml:2: id is \"Mini\"; expected a word of at most 32 small letters and digits",
        "mini.toml:3: titel: unknown key; did you mean title?",
        "mini.toml:4: board is \"8x9y\"; expected \"8x8\" (files and ranks), \"5x5x5\" (and levels), or a picture of lines \
         with . for each square, and an empty line between levels, with at most 256 squares",
        "mini.toml:7: piece.S.move is \"FfV\": no atom V; expected W F D N A H C Z G K R B Q O (character 3)",
        &format!("mini.toml:8: piece.K.promote.at is \"rank 12\"; expected {zone}"),
        "mini.toml:8: piece.K.royl: unknown key; did you mean royal?",
        "mini.toml:9: piece.Kk is { name = \"Two\", move = \"W\" }; expected a key of one letter from A to Z, or of \"+\" and a letter for what a piece becomes",
        "mini.toml:10: piece.Q is 7; expected a table",
        "mini.toml:12: win.reach.piece is \"X\"; expected letters of pieces of this file",
        &format!("mini.toml:12: win.reach.at is missing; expected {zone}"),
        "mini.toml:12: win.reach.count is 0; expected a number from 1 to 64",
        "mini.toml:14: end.stalemate is \"maybe\"; expected \"draw\" or \"loss\" or \"win\"",
        "mini.toml:15: end.quiet_plies is 0; expected a number from 1 to 10000, or \"none\"",
    ];
    assert_eq!(told(&mistakes), expected);
}

#[test]
fn each_key_refuses_what_it_cannot_mean() {
    let pawn = "fmWfceFifmnD";
    for (before, after, expected) in [
        ("format = 1", "format = 2", "format is 2; expected a number from 1 to 1"),
        ("format = 1\n", "", "format is missing; expected 1, the number of this format"),
        ("format = 1\n", "format = 1\nseats = [\"One\"]\n", "seats is [\"One\"]; expected two different names"),
        ("format = 1\n", "format = 1\nturned = 1\n", "turned is 1; expected true or false"),
        (pawn, "fmWfcFfceFifmnD", "e at all captures of a Pawn or at none"),
        (pawn, "fmWfceFifmW4", "a double or triple step of single ones"),
        ("\"Queen\", move = \"Q\"", "\"Queen\", move = \"QimD\"", "a piece with i that never comes back"),
        ("royal = true", "royal = true, pawn = true", "pawn = true for one piece only"),
        ("\"Queen\", move = \"Q\"", "\"Queen\", move = \"Q\", royal = true", "royal = true for one piece only"),
        ("to = \"QRBN\"", "to = \"QRBX\"", "piece.P.promote is"),
        ("to = \"QRBN\"", "to = \"QRBN\", when = \"never\"", "expected \"must\" or \"may\""),
        (
            "\"Queen\", move = \"Q\"",
            "\"Queen\", move = \"Q\", art = \"cat\"",
            "piece.Q.art is \"cat\"; expected one of king,",
        ),
        ("\"Queen\", move = \"Q\"", "\"Queen\", move = \"Q\", value = 9999", "a number from 0 to 5000"),
        (
            "move = \"Q\"",
            "move = \"Q\", owner = \"Red\"",
            "piece.Q.owner is \"Red\"; expected \"White\" or \"Black\"",
        ),
        ("move = \"Q\"", "move = \"Q\", owner = \"White\"", "the setup start"),
        ("name = \"Queen\", move", "move", "piece.Q.name is missing; expected its name"),
        ("rnbqkbnr/pppppppp", "rnbqkbn/pppppppp", "the setup start"),
        ("rnbqkbnr/pppppppp", "rnbqqbnr/pppppppp", "the setup start"),
        ("\"Queen\", move = \"Q\"", "\"Queen\", move = \"FisO2\"", "castling, the atom O, at one piece only"),
        ("KisO2", "KisO2isO3", "one way to castle to each side"),
        ("KisO2", "KDisO2", "a piece that castles and cannot go to the same square by another move"),
        ("move = \"N\"", "move = \"[R?sR?sR?sR?sR?sR?sR?sR]\"", "squares: 7 at most"),
        ("[end]", "[end", "mine.toml:14"),
    ] {
        let mistakes = chess(&[(before, after)]).expect_err(after);
        assert!(told(&mistakes).iter().any(|told| told.contains(expected)), "{after}: {:?}", told(&mistakes));
    }
}

#[test]
fn a_file_that_is_too_long_is_not_read() {
    let long = "#".repeat(MOST_BYTES + 1);
    let mistakes = FileVariant::read(&long, "long.toml").expect_err("it is too long");
    assert_eq!(told(&mistakes), ["long.toml:1: the file has 65537 bytes; expected at most 65536"]);
}

#[test]
fn the_same_mistakes_in_two_files_name_each_of_them() {
    let of = |name: &str| told(&FileVariant::kept("format = 1\nid = 7\n", name).expect_err("it has mistakes"));
    assert!(of("one.toml").iter().all(|told| told.starts_with("one.toml:")));
    assert!(of("other.toml").iter().all(|told| told.starts_with("other.toml:")));
}

#[test]
fn the_same_text_is_the_same_game() {
    let change = [("\"Chess\"", "\"Same Chess\"")];
    let (one, other) = (chess(&change).expect("it is read"), chess(&change).expect("it is read"));
    assert!(std::ptr::eq(one, other));
    assert!(one.source().is_some_and(|text| text.contains("Same Chess")));
}

/// Each path is looked at from each square, so all of a piece together are as many as those of one move can be.
#[test]
fn the_moves_of_a_piece_have_so_many_paths_together() {
    // Up to three steps in any directions: hundreds of paths.
    let more = |count| vec!["{ move = \"aKaaK\", from = \"rank 2\" }"; count].join(", ");
    let game = |count| {
        let knight = format!("N = {{ name = \"Knight\", more = [{}],", more(count));
        chess(&[("N = { name = \"Knight\",", &knight)])
    };
    assert!(game(1).is_ok(), "{:?}", game(1));
    let all = told(&game(20).expect_err("too many"));
    assert!(all.len() == 1 && all[0].contains("piece.N.more is moves of "), "{all:?}");
    assert!(all[0].contains("expected moves of at most 1024 paths together"), "{all:?}");
}
