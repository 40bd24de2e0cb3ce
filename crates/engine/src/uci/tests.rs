//! Tests of the engine that a session keeps between searches, and of the answer to a search that panics.

use std::sync::Mutex;
use std::time::Instant;

use super::*;
use crate::escape;
use crate::eval::skill::Skills;
use crate::interface::Report;
use crate::limits::Stop;
use crate::rules::mv::Move;

fn conversation() -> (Uci, Arc<Mutex<Vec<u8>>>) {
    let heard: Arc<Mutex<Vec<u8>>> = Arc::default();
    let out: Output = Arc::clone(&heard) as Output;
    (Uci::new(out, Registry::default()), heard)
}

fn text(heard: &Mutex<Vec<u8>>) -> String {
    String::from_utf8_lossy(&heard.lock().expect("no panic")).into_owned()
}

#[test]
fn the_table_is_made_when_it_is_asked_whether_it_is_ready() {
    let (mut uci, heard) = conversation();
    assert!(uci.engine.is_none());
    uci.line("isready").expect("it listens");
    assert!(uci.engine.is_some());
    assert_eq!(text(&heard), "readyok\n");
    // The engine no longer fits the option and is created again before the next search.
    uci.line("setoption name Hash value 2").expect("it listens");
    assert!(uci.engine.is_none());
    uci.line("isready").expect("it listens");
    assert!(uci.engine.is_some());
}

struct Faulty;

impl Engine for Faulty {
    fn think(&mut self, _: &dyn Position, _: &Limits, _: &Stop, _: &mut dyn FnMut(&Report)) -> Option<Move> {
        panic!("this one is faulty")
    }

    fn forget(&mut self) {}

    fn skills(&self) -> &'static Skills {
        &Skills::UNTUNED
    }
}

#[test]
fn a_search_that_panics_is_told_and_any_move_is_played() {
    let (mut uci, heard) = conversation();
    uci.engine = Some(Box::new(Faulty));
    uci.line("go depth 3").expect("it listens");
    let end = Instant::now() + Duration::from_secs(300);
    while !text(&heard).contains("bestmove ") {
        assert!(Instant::now() < end, "{}", text(&heard));
        std::thread::yield_now();
    }
    let output = text(&heard);
    assert!(output.starts_with("info string the search failed: this one is faulty"), "{output}");
    assert!(!output.contains("bestmove 0000"), "{output}");
    // The next search uses a new engine.
    uci.line("go depth 1").expect("it listens");
    uci.stop();
    assert_eq!(text(&heard).matches("bestmove ").count(), 2, "{}", text(&heard));
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
        let output = std::mem::take(&mut *heard.lock().expect("no panic"));
        let output = String::from_utf8_lossy(&output);
        let moves: Vec<&str> = output.lines().filter(|line| line.starts_with("bestmove")).collect();
        assert_eq!(moves, ["bestmove 0000"; 2], "{bad}: {output}");
        assert!(output.lines().all(|line| line.starts_with("info string") || line == "bestmove 0000"), "{output}");
        assert_eq!(output.matches("there is no position").count(), 4, "{output}");
    }
    for good in ["position startpos", "ucinewgame", "setoption name UCI_Variant value sanctuary"] {
        uci.line("position").expect("it listens");
        uci.line(good).expect("it listens");
        uci.line("go depth 1").expect("it listens");
        uci.stop();
    }
    let output = text(&heard);
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
    let output = text(&heard);
    assert!(!output.contains(|letter| escape::is_hidden(letter) && letter != '\n'), "{output:?}");
    assert!(output.matches("info string").count() >= 4, "{output}");
}

/// A perft of this depth would never end by itself.
#[test]
fn a_count_ends_with_the_input() {
    let (mut uci, heard) = conversation();
    uci.patience = Duration::ZERO;
    uci.talk(&b"go perft 60\n"[..]).expect("it ends");
    assert_eq!(text(&heard), "info string go perft: stopped\n");
}

#[test]
fn shuffled_arrays_are_those_of_a_relative() {
    let (mut uci, heard) = conversation();
    let castles = "position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1h1";
    for line in ["setoption name UCI_Variant value chess", "setoption name UCI_Chess960 value true", castles] {
        uci.line(line).expect("it listens");
        assert_eq!(text(&heard), "", "{line}");
    }
    assert_eq!(uci.game().spec().id, "chess960");
    for line in ["setoption name UCI_Chess960 value maybe", "setoption name UCI_Chess960 value false", castles] {
        uci.line(line).expect("it listens");
    }
    assert_eq!(uci.game().spec().id, "chess");
    // Without shuffled arrays the files are read as the rights of chess, and a King takes no own Rook.
    assert!(text(&heard).contains("your Rook stands on h1"), "{}", text(&heard));
    // A game without such a relative stays.
    uci.line("setoption name UCI_Chess960 value true").expect("it listens");
    let other = uci.games.games()[0].spec().id;
    uci.line(&format!("setoption name UCI_Variant value {other}")).expect("it listens");
    assert_eq!(uci.game().spec().id, other);
}
