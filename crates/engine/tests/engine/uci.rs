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
