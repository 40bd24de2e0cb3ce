//! Pieces of files that promote, and pieces with a plus sign.

use heterodox_games::file::FileVariant;
use heterodox_kernel::pick::Pick;
use heterodox_kernel::variant::{Opening, Variant as _};

use super::{chess, moves, position, told};

const GENERALS: &str = r#"format = 1
id = "generals"
title = "Generals"
board = "5x5"
turned = true
opening = "lsk2/4p/5/P4/2KSL w - - 0 1"
[promote]
at = "rank 5"
when = "stuck"
leaving = true
[piece]
K = { name = "King", move = "K", royal = true }
S = { name = "Silver", move = "FfW", promote = "+S" }
L = { name = "Lance", move = "fR", promote = "+L" }
P = { name = "Pawn", move = "fW", promote = { to = "+P+S", when = "must" } }
"+S" = { name = "Gold Silver", move = "WfF" }
"+L" = { name = "Gold Lance", move = "WfF" }
"+P" = { name = "Tokin", move = "WfF" }
"#;

/// Generals with these texts in place of others.
fn generals(changes: &[(&str, &str)]) -> Result<&'static FileVariant, Vec<String>> {
    let mut text = GENERALS.to_owned();
    for (before, after) in changes {
        assert!(text.contains(before), "{before}");
        text = text.replacen(before, after, 1);
    }
    FileVariant::kept(&text, "mine.toml").map_err(|mistakes| told(&mistakes))
}

#[test]
fn each_piece_promotes_where_its_file_says() {
    let game = generals(&[]).expect("it is read");
    let at = |fen: &str| moves(game.begin(Opening::Fen(fen)).expect("a position").as_ref());
    // The Lance must promote where it would be stuck, the Silver may, and the Pawn must choose.
    assert_eq!(at("3k1/L4/5/5/K4 w - - 0 1")[3..], ["a4a5+"]);
    let silver = at("3k1/S4/5/5/K4 w - - 0 1");
    assert_eq!(silver[3..], ["a4a5", "a4a5+", "a4b3", "a4b5", "a4b5+"]);
    assert_eq!(at("3k1/P4/5/5/K4 w - - 0 1")[3..], ["a4a5+", "a4a5+s"]);
    // A move out of the zone may promote too.
    assert_eq!(at("S2k1/5/5/5/K4 w - - 0 1")[3..], ["a5b4", "a5b4+"]);
    assert_eq!(at("3k1/5/5/5/K2l1 b - - 0 1").iter().filter(|text| text.starts_with("d1")).count(), 0);
    assert_eq!(at("3k1/5/5/l4/2K2 b - - 0 1").last().map(String::as_str), Some("d5e5"));
}

#[test]
fn the_other_seat_promotes_on_its_own_far_side() {
    let game = generals(&[]).expect("it is read");
    let at = |fen: &str| moves(game.begin(Opening::Fen(fen)).expect("a position").as_ref());
    let black = at("k4/5/5/3l1/K4 b - - 0 1");
    assert!(black.contains(&"d2d1+".to_owned()) && !black.contains(&"d2d1".to_owned()), "{black:?}");
}

#[test]
fn a_short_form_needs_the_table() {
    for (before, after, expected) in [
        (
            "[promote]\nat = \"rank 5\"\nwhen = \"stuck\"\nleaving = true\n",
            "",
            "piece.S.promote is \"+S\"; expected a table",
        ),
        ("at = \"rank 5\"\n", "", "promote.at is missing; expected a zone on the board"),
        ("when = \"stuck\"", "when = \"never\"", "expected \"must\" or \"may\" or \"stuck\""),
        ("promote = \"+S\"", "promote = \"+X\"", "piece.S.promote is"),
        ("promote = \"+S\"", "promote = \"\"", "expected letters of other pieces of this file, each once"),
        ("promote = \"+S\"", "promote = \"+P+P\"", "expected letters of other pieces of this file, each once"),
        ("promote = \"+S\"", "promote = \"S\"", "expected letters of other pieces of this file, each once"),
        ("royal = true", "royal = true, promote = \"S\"", "at a piece that is not royal"),
        (
            "\"+L\" =",
            "\"+M\" =",
            "piece.+M is { name = \"Gold Lance\", move = \"WfF\" }; expected a piece M beside it",
        ),
        ("\"+L\" =", "\"L+\" =", "expected a key of one letter from A to Z, or of \"+\" and a letter"),
        (
            "{ to = \"+P+S\", when = \"must\" }",
            "{ at = \"rank 9\", to = \"+P\" }",
            "piece.P.promote.at is \"rank 9\"",
        ),
        ("{ to = \"+P+S\", when = \"must\" }", "{ when = \"must\" }", "piece.P.promote.to is missing"),
    ] {
        let told = generals(&[(before, after)]).expect_err(after);
        assert!(told.iter().any(|told| told.contains(expected)), "{after}: {told:?}");
    }
}

#[test]
fn grand_pawns_become_what_is_lost_alone() {
    let pawn = |fen: &str| -> Vec<String> {
        let all = moves(position("grand", fen).as_ref());
        all.into_iter().filter(|text| text.starts_with("a8") || text.starts_with("a9")).collect()
    };
    // All is there but a Knight: on the ninth rank the Pawn may promote, on the tenth it must.
    let army = "1NBQKCAB2/R8R w - - 0 1";
    assert_eq!(pawn(&format!("8k1/10/P9/10/10/10/10/10/{army}")), ["a8a9", "a8a9n"]);
    assert_eq!(pawn(&format!("8k1/P9/10/10/10/10/10/10/{army}")), ["a9a10n"]);
    let full = "1NBQKCABN1/R8R w - - 0 1";
    assert_eq!(pawn(&format!("8k1/10/P9/10/10/10/10/10/{full}")), ["a8a9"]);
    let stuck = format!("8k1/P9/10/10/10/10/10/10/{full}");
    assert_eq!(pawn(&stuck), [""; 0]);
    let game = position("grand", &stuck);
    let square = |label| Pick::Square(game.geometry().parse(label).expect("a square"));
    let why = game.explain(&[square("a9")], square("a10"));
    assert_eq!(why.as_deref(), Some("on a10 the Pawn must promote, and there is nothing to become"));
}

#[test]
fn each_seat_becomes_what_it_may_own() {
    let pawn = |fen: &str| -> Vec<String> {
        let all = moves(position("chigorin", fen).as_ref());
        all.into_iter().filter(|text| text.starts_with("a7a8") || text.starts_with("a2a1")).collect()
    };
    assert_eq!(pawn("8/P5k1/8/8/8/8/7p/K7 w - - 0 1"), ["a7a8c", "a7a8n", "a7a8r"]);
    assert_eq!(pawn("k7/8/8/8/8/8/p5K1/8 b - - 0 1"), ["a2a1b", "a2a1q", "a2a1r"]);
}

#[test]
fn a_piece_of_chess_that_promotes_is_marked_and_explained() {
    let knight = [(
        "\"Knight\", move = \"N\"",
        "\"Knight\", move = \"N\", promote = { at = \"rank 8\", to = \"R\", when = \"may\" }",
    )];
    let game = chess(&knight).expect("it is read");
    let at = game.begin(Opening::Fen("6k1/8/1N6/8/8/8/P7/K7 w - - 0 1")).expect("a position");
    let all = moves(at.as_ref());
    assert!(["b6a8", "b6a8r"].iter().all(|text| all.iter().any(|found| found == text)), "{all:?}");
    let square = |label| Pick::Square(at.geometry().parse(label).expect("a square"));
    assert_eq!(at.ask(&[square("b6"), square("a8")]), "the promotion of the Knight");
    assert_eq!(at.explain(&[square("b6")], square("b8")).map(|why| why.contains("Knight")), Some(true));
}
