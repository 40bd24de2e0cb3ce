//! What the engine answers to another program.

use std::sync::{Arc, Mutex};

use heterodox_base::escape;
use heterodox_engine::uci::{Output, Uci};
use heterodox_games::Registry;

type Heard = Arc<Mutex<Vec<u8>>>;

fn conversation() -> (Uci, Heard) {
    let heard: Heard = Arc::default();
    let out: Output = Arc::clone(&heard) as Output;
    (Uci::new(out, Registry::default()), heard)
}

/// What was told since this was asked last.
fn told(heard: &Heard) -> String {
    String::from_utf8(std::mem::take(&mut *heard.lock().expect("no panic"))).expect("text")
}

#[test]
fn a_position_that_cannot_be_used_leaves_none() {
    let (mut uci, heard) = conversation();
    for bad in ["position startpos moves e2e9", "position fen nonsense", "position", "position startpos moves 0000"]
    {
        uci.line("position startpos").expect("it listens");
        uci.line(bad).expect("it listens");
        for line in ["go depth 1", "go infinite", "go perft 1", "d", "stop"] {
            uci.line(line).expect("it listens");
        }
        let output = told(&heard);
        let moves: Vec<&str> = output.lines().filter(|line| line.starts_with("bestmove")).collect();
        assert_eq!(moves, ["bestmove 0000"; 2], "{bad}: {output}");
        assert!(output.lines().all(|line| line.starts_with("info string") || line == "bestmove 0000"), "{output}");
        assert_eq!(output.matches("there is no position").count(), 4, "{output}");
    }
    for good in ["position startpos", "ucinewgame", "setoption name UCI_Variant value sanctuary"] {
        uci.line("position").expect("it listens");
        uci.line(good).expect("it listens");
        uci.line("go depth 1").expect("it listens");
        uci.line("stop").expect("it listens");
    }
    let output = told(&heard);
    assert!(output.matches("bestmove ").count() == 3 && !output.contains("bestmove 0000"), "{output}");
}

#[test]
fn no_word_of_the_input_is_told_as_a_command_to_a_terminal() {
    let (mut uci, heard) = conversation();
    for line in
        ["go \u{1}\u{1b}]0;x\u{7} nodes 1", "go nodes \u{202e}x", "setoption name \u{85} value 1", "position \u{7}"]
    {
        uci.line(line).expect("it listens");
        uci.line("stop").expect("it listens");
    }
    let output = told(&heard);
    assert!(!output.contains(|letter| escape::is_hidden(letter) && letter != '\n'), "{output:?}");
    assert!(output.matches("info string").count() >= 4, "{output}");
}

/// The game that is played.
fn game(uci: &mut Uci, heard: &Heard) -> String {
    uci.line("position startpos").expect("it listens");
    uci.line("d").expect("it listens");
    let all = told(heard);
    all.lines().find_map(|line| line.strip_prefix("Game: ")).unwrap_or_else(|| panic!("{all}")).to_owned()
}

#[test]
fn chess_is_played_where_no_game_is_named() {
    let (mut uci, heard) = conversation();
    assert_eq!(game(&mut uci, &heard), "chess");
    for line in ["position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5", "go depth 2", "stop"] {
        uci.line(line).expect("it listens");
    }
    let answer = told(&heard);
    assert!(answer.contains("bestmove ") && !answer.contains("bestmove 0000"), "{answer}");
    // Another one stays chosen for all games that follow.
    for line in ["setoption name UCI_Variant value holywar", "ucinewgame"] {
        uci.line(line).expect("it listens");
    }
    assert_eq!(game(&mut uci, &heard), "holywar");
}

/// Only its placement and who moves, or without its last numbers.
#[test]
fn a_fen_may_end_early() {
    let (mut uci, heard) = conversation();
    let begin = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (fen, whole) in [("b", "b - - 0 1"), ("w KQkq", "w KQkq - 0 1"), ("w KQkq - 7", "w KQkq - 7 1")] {
        uci.line(&format!("position fen {begin} {fen}")).expect("it listens");
        uci.line("d").expect("it listens");
        let answer = told(&heard);
        assert!(answer.contains(&format!("Fen: {begin} {whole}\n")), "{fen}: {answer}");
    }
    for short in ["position fen", &format!("position fen {begin}")] {
        uci.line(short).expect("it listens");
        assert!(told(&heard).contains("info string position: FEN"), "{short}");
    }
}

/// As programs for Xiangqi write: no word `position`, a Red side, and ranks from 0.
#[test]
fn xiangqi_is_played_with_ranks_from_zero_too() {
    let (mut uci, heard) = conversation();
    uci.line("setoption name UCI_Variant value xiangqi").expect("it listens");
    let begin = "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r";
    let by_both = |uci: &mut Uci, line: &str, go: &str| {
        uci.line(line).expect("it listens");
        uci.line(go).expect("it listens");
        uci.line("stop").expect("it listens");
        told(&heard)
    };
    let own = by_both(&mut uci, "position startpos moves h3e3 h10g8", "go depth 1 searchmoves a1a2");
    let other = by_both(&mut uci, &format!("{begin} moves h2e2 h9g7"), "go depth 1 searchmoves a0a1");
    assert!(own.contains("pv a1a2") && own.contains("bestmove a1a2"), "{own}");
    assert!(other.contains("pv a0a1") && other.contains("bestmove a0a1"), "{other}");
    // The next position says it anew.
    let again = by_both(&mut uci, "startpos moves h2e2", "go depth 2");
    let answer = again.lines().find_map(|line| line.strip_prefix("bestmove ")).unwrap_or_else(|| panic!("{again}"));
    let answer = answer.split(' ').next().expect("a move");
    assert_eq!(by_both(&mut uci, &format!("startpos moves h2e2 {answer}"), "d").matches("info string").count(), 0);
    assert!(by_both(&mut uci, "position startpos moves h2e2", "d").contains("info string position: move 1"));
}

#[test]
fn shuffled_arrays_are_those_of_a_relative() {
    let (mut uci, heard) = conversation();
    let castles = "position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1h1";
    for line in ["setoption name UCI_Variant value chess", "setoption name UCI_Chess960 value true", castles] {
        uci.line(line).expect("it listens");
        assert_eq!(told(&heard), "", "{line}");
    }
    assert_eq!(game(&mut uci, &heard), "chess960");
    for line in ["setoption name UCI_Chess960 value maybe", "setoption name UCI_Chess960 value false", castles] {
        uci.line(line).expect("it listens");
    }
    // Without shuffled arrays the files are read as the rights of chess, and a King takes no own Rook.
    let refused = told(&heard);
    assert!(refused.contains("your Rook stands on h1"), "{refused}");
    assert_eq!(game(&mut uci, &heard), "chess");
    // A game without such a relative stays.
    for line in ["setoption name UCI_Chess960 value true", "setoption name UCI_Variant value holywar"] {
        uci.line(line).expect("it listens");
    }
    assert_eq!(game(&mut uci, &heard), "holywar");
}
