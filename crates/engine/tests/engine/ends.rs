//! The search asks the rules what an end without a mate means.

use heterodox_engine::interface::{EngineOptions, create};
use heterodox_engine::limits::{Limits, Stop};
use heterodox_engine::score::{DECIDED, won};
use heterodox_games::Registry;
use heterodox_games::file::FileVariant;
use heterodox_kernel::variant::Opening;

/// Games with a King and Pawns that end otherwise than chess.
fn games(ends: &[(&str, &str)]) -> Registry {
    ends.iter().fold(Registry::default(), |games, (id, end)| {
        let text = format!(
            "format = 1\nid = \"{id}\"\ntitle = \"{id}\"\nopening = \"k7/8/8/8/8/8/PPPPPPPP/K7 w - - 0 1\"\n[piece]\n\
             K = {{ name = \"King\", move = \"K\", royal = true }}\nP = {{ name = \"Pawn\", move = \"fmWfcF\", pawn = true }}\n\
             [end]\n{end}\n"
        );
        let game = FileVariant::read(&text, id).unwrap_or_else(|mistakes| panic!("{id}: {mistakes:?}"));
        games.with_file(Box::leak(Box::new(game))).expect("its name is free")
    })
}

#[test]
fn a_stalemate_is_won_or_lost_where_the_rules_say_so() {
    // The Pawn's step to a7 leaves Black without a move and without a check.
    let games = games(&[("loses", "stalemate = \"loss\""), ("wins", "stalemate = \"win\"")]);
    for (id, plays) in [("loses", true), ("wins", false)] {
        let position = games
            .find(id)
            .expect("a game")
            .begin(Opening::Fen("k7/8/PK6/8/8/8/8/8 w - - 0 1"))
            .expect("a position");
        let mut engine = create(&games, id, EngineOptions::default()).expect("an engine");
        let mut score = None;
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let best = engine.think(position.as_ref(), &limits, &Stop::default(), &mut |report| {
            score = report.lines.first().map(|line| line.score);
        });
        assert_eq!(best.map(|mv| position.machine(mv) == "a6a7"), Some(plays), "{id}");
        let score = score.expect("a report");
        assert!(if plays { score == won(1) } else { score.abs() < DECIDED }, "{id}: {score}");
    }
}

#[test]
fn a_position_that_comes_back_is_a_draw_only_where_repetitions_end_a_game() {
    let games = games(&[("threefold", ""), ("forever", "repetition = \"none\"")]);
    for (id, score) in [("threefold", Some(-50)), ("forever", None)] {
        let start = Opening::Fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        let mut position = games.find(id).expect("a game").begin(start).expect("a position");
        for text in ["e1d1", "e8d8", "d1e1"] {
            position.act(text).expect(text);
        }
        let mut engine = create(&games, id, EngineOptions::default()).expect("an engine");
        // Back to where the game began, at the price of a draw.
        let back = position.read("d8e8").expect("a legal move");
        let limits = Limits { depth: Some(1), moves: vec![back], contempt: 50, ..Limits::default() };
        let mut told = None;
        engine.think(position.as_ref(), &limits, &Stop::default(), &mut |report| {
            told = report.lines.first().map(|line| line.score);
        });
        let told: i32 = told.expect("a report");
        match score {
            Some(score) => assert!((told - score).abs() <= 1, "{id}: {told}, expected {score}"),
            None => assert!(told < -60, "{id}: {told}, expected what a Pawn less is worth"),
        }
    }
}

/// The score of a move, and of the best one, after these moves of Shogi.
fn scores_after(fen: &str, moves: &[&str], named: &str, depth: u32) -> i32 {
    let games = Registry::default();
    let mut position = games.find("shogi").expect("a game").begin(Opening::Fen(fen)).expect("a position");
    for text in moves {
        position.act(text).expect(text);
    }
    let mut engine = create(&games, "shogi", EngineOptions::default()).expect("an engine");
    let mv = position.read(named).expect("a legal move");
    let limits = Limits { depth: Some(depth), moves: vec![mv], ..Limits::default() };
    let mut told = None;
    engine.think(position.as_ref(), &limits, &Stop::default(), &mut |report| {
        told = report.lines.first().map(|line| line.score);
    });
    told.expect("a report")
}

#[test]
fn the_search_knows_that_checks_without_end_lose() {
    let fen = "9/4k4/9/9/R8/9/9/9/8K[] w - - 0 1";
    let chase = ["e8e9", "a8a9", "e9e8", "a9a8"];
    // The position after the first check has occurred three times, and the fourth is one check away.
    let moves: Vec<&str> = ["a5a8"].into_iter().chain(chase).chain(chase).chain(chase).take(12).collect();
    assert_eq!(scores_after(fen, &moves, "a9a8", 2), -won(1));
    // One move before, the other player goes where that check follows, and is not lost.
    assert!(scores_after(fen, &moves[..11], "e9e8", 3) > -DECIDED);
    // Without a check on the way the same position is a draw: the Rook leaves the rank once.
    let quiet = ["e8e9", "a8a5", "e9e8", "a5a8"];
    let moves: Vec<&str> = ["a5a8"].into_iter().chain(quiet).chain(chase).chain(chase).take(12).collect();
    assert!(scores_after(fen, &moves, "a9a8", 2).abs() <= 1);
}
