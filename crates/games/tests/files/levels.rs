//! Games on boards with levels.

use heterodox_games::file::FileVariant;
use heterodox_kernel::pick::Pick;
use heterodox_kernel::side::Side;
use heterodox_kernel::variant::{Opening, Variant as _};

use super::{moves, position, shelf, told};

/// The squares where a piece of Raumschach can go.
fn targets(fen: &str, from: &str) -> Vec<String> {
    let all = moves(position("raumschach", fen).as_ref());
    all.iter().filter_map(|mv| mv.strip_prefix(from)).map(str::to_owned).collect()
}

/// A position with Kings out of the way and this on level C.
fn on_level_c(level: &str, side: char) -> String {
    format!("5/5/5/K4/5|5/5/5/5/5|{level}|5/5/5/5/5|5/4k/5/5/5 {side} - - 0 1")
}

#[test]
fn a_piece_of_raumschach_moves_along_its_axes() {
    // In the middle of the cube, with nothing in the way.
    for (letter, count) in [('R', 12), ('B', 24), ('U', 16), ('Q', 52), ('N', 24)] {
        let there = targets(&on_level_c(&format!("5/5/2{letter}2/5/5"), 'w'), "Cc3");
        assert_eq!(there.len(), count, "{letter}: {there:?}");
    }
    // At the edge of the lowest level eleven of 26 cells around the King are there.
    assert_eq!(targets(&on_level_c("5/4p/5/5/5", 'w'), "Aa2").len(), 11);
}

#[test]
fn a_pawn_goes_ahead_or_up_and_takes_where_both_ways_meet() {
    let there = targets(&on_level_c("5/1p1p1/1pPp1/1p1p1/5", 'w'), "Cc3");
    assert_eq!(there, ["Cb4", "Cc4", "Cd4", "Dc3"]);
    // A Pawn of Black goes back and down.
    let fen = on_level_c("5/5/2p2/1N1N1/5", 'b').replacen("|5/5/5/5/5|", "|5/2N2/1NNN1/2N2/5|", 1);
    assert_eq!(targets(&fen, "Cc3"), ["Bb3", "Bc2", "Bd3", "Cb2", "Cc2", "Cd2"]);
}

#[test]
fn a_pawn_promotes_on_the_last_rank_of_the_last_level() {
    let fen = "5/5/5/5/K4|5/5/5/5/5|5/5/5/5/5|2P2/5/5/5/5|5/5/5/5/k4 w - - 0 1";
    assert_eq!(targets(fen, "Dc5"), ["Ec5b", "Ec5n", "Ec5q", "Ec5r", "Ec5u"]);
    let fen = "5/5/5/2p2/K4|5/5/5/5/2p2|5/5/5/5/5|5/5/5/5/5|5/5/5/5/k4 b - - 0 1";
    assert_eq!([targets(fen, "Ac2").len(), targets(fen, "Bc1").len()], [5, 5]);
    // Nor can a Pawn stand behind where it began.
    let fen = "5/5/5/5/K4|2P2/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/k4 w - - 0 1";
    assert_eq!(targets(fen, "Bc5"), ["Cc5"]);
    assert!(
        shelf("raumschach")
            .begin(Opening::Fen(&fen.replacen("2P2", "5", 1).replacen("5/5/K4", "5/5/KP3", 1)))
            .is_err()
    );
}

#[test]
fn the_board_is_the_same_for_both() {
    let game = shelf("raumschach").begin(Opening::Start).expect("it begins");
    assert_eq!(game.perft(2), 3_615);
    let black = game.if_turn_of(Side::new(1));
    assert_eq!(black.legal().len(), game.legal().len());
}

#[test]
fn squares_have_their_level_first() {
    let game = position("raumschach", &on_level_c("5/1n3/2P2/5/5", 'w'));
    let (takes, goes) = (game.read("Cc3Cb4").expect("legal"), game.read("Dc3").expect("legal"));
    assert_eq!((game.display(takes), game.display(goes)), ("Cc3xCb4".to_owned(), "Dc3".to_owned()));
    for (text, machine) in [("Cc3xCb4", "Cc3Cb4"), ("Cc3-Cc4", "Cc3Cc4"), ("xCb4", "Cc3Cb4"), ("KAb1", "Aa2Ab1")] {
        let (mv, _) = game.fork().play_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.machine(mv), machine, "{text}");
    }
    // Two Rooks: the column, the rank, or the whole square.
    let rooks = position("raumschach", &on_level_c("R4/5/5/5/R3R", 'w'));
    let shown = |text: &str| rooks.display(rooks.read(text).expect("legal"));
    assert_eq!([shown("Ca1Cc1"), shown("Ca5Ca3"), shown("Ce1Cc1")], ["RaCc1", "R5Ca3", "ReCc1"]);
    for &mv in &rooks.legal() {
        assert_eq!(rooks.read(&rooks.display(mv)).expect("it is read"), mv);
    }
}

#[test]
fn what_stands_in_the_way_is_told() {
    let game = shelf("raumschach").begin(Opening::Start).expect("it begins");
    let at = |name: &str| Pick::Square(game.geometry().parse(name).expect("a square"));
    let why = game.explain(&[at("Aa1")], at("Ca1")).expect("it is blocked");
    assert!(why.contains("your Bishop on Ba1"), "{why}");
}

#[test]
fn a_picture_has_an_empty_line_between_levels() {
    let text = "format = 1\nid = \"steps\"\ntitle = \"Steps\"\nboard = \"\"\"\n...\n.#.\n\n.#.\n...\"\"\"\n\
                opening = \"2k/K*1|1*1/R2 w - - 0 1\"\n[piece]\nK = { name = \"King\", move = \"K\", royal = true }\n\
                R = { name = \"Rook\", move = \"R\" }\n";
    let game = FileVariant::kept(text, "steps.toml").unwrap_or_else(|mistakes| panic!("{:?}", told(&mistakes)));
    let start = game.begin(Opening::Start).expect("it begins");
    assert_eq!(start.geometry().len(), 10);
    let rook: Vec<String> = moves(start.as_ref()).into_iter().filter(|mv| mv.starts_with('B')).collect();
    assert_eq!(rook, ["Ba1Ba2", "Ba1Bb1", "Ba1Bc1"]);
}

#[test]
fn what_has_no_meaning_with_levels_is_refused() {
    let book = heterodox_games::shelf::named("raumschach").expect("it is on the shelf");
    for (before, after, expected) in [
        ("move = \"N\"", "move = \"nN\"", "piece.N.move is \"nN\": n has no meaning on a board with levels"),
        ("move = \"K\"", "move = \"KisO2\"", "piece.K.move is \"KisO2\": O has no meaning on a board with levels"),
        ("Ea5-Ee5", "a5-e5", "piece.P.promote.at is \"a5-e5\"; expected a zone"),
        ("Ea5-Ee5", "level F", "piece.P.promote.at is \"level F\"; expected a zone"),
        ("turned = true", "shuffle = \"960\"", "shuffle is \"960\"; expected it on a board without levels"),
        (
            "[credits]",
            "[hand]\ngates = true\n[credits]",
            "hand.gates is true; expected it on a board without levels",
        ),
        ("[credits]", "[win]\nrow = { count = 3 }\n[credits]", "expected it on a board without levels"),
        ("5x5x5", "5x5x1", "board is \"5x5x1\"; expected \"8x8\" (files and ranks), \"5x5x5\" (and levels)"),
        ("5x5x5", "9x9x9", "board is \"9x9x9\"; expected"),
    ] {
        let text = book.text.replacen(before, after, 1);
        let mistakes = told(&FileVariant::kept(&text, "mine.toml").expect_err(after));
        assert!(mistakes.iter().any(|told| told.contains(expected)), "{after}: {mistakes:?}");
    }
}
