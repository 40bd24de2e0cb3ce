//! The engine as another program talks with it: over pipes, with an input that ends, with little memory and
//! without threads.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::PATIENCE;

/// Without an end within any test.
const FOREVER: &str = "go movetime 100000000";

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Started by a line of shell in which `$0` is the program.
    fn start(line: &str) -> Engine {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", line, env!("CARGO_BIN_EXE_heterodox")]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("there is a shell");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("a pipe out"));
        Engine { child, input, output }
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("it listens");
    }

    /// The lines up to the one that begins so.
    fn hear(&mut self, beginning: &str) -> Vec<String> {
        self.hear_one_of(&[beginning])
    }

    /// The lines up to the one that begins in one of these ways.
    fn hear_one_of(&mut self, beginnings: &[&str]) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        while lines.last().is_none_or(|line| !beginnings.iter().any(|beginning| line.starts_with(beginning))) {
            let mut line = String::new();
            let count = self.output.read_line(&mut line).expect("it answers");
            assert!(count > 0, "it ended without {beginnings:?}: {lines:#?}");
            lines.push(line.trim_end().to_owned());
        }
        lines
    }

    /// The rest of what it says, once it has ended by itself.
    fn ended(mut self) -> String {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child can be waited for") {
                break status;
            }
            assert!(Instant::now() < end, "it goes on");
            std::thread::sleep(Duration::from_millis(5));
        };
        assert!(status.success(), "{status}");
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("text");
        rest
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_end_of_input_ends_a_search() {
    for go in [FOREVER, "go infinite", "go ponder", "go depth 90"] {
        let mut engine = Engine::start("exec \"$0\" engine");
        engine.say("isready");
        engine.hear("readyok");
        engine.say(go);
        engine.input = None;
        let mut rest = String::new();
        engine.output.read_to_string(&mut rest).expect("text");
        assert_eq!(rest.matches("bestmove ").count(), 1, "{go}: {rest}");
        engine.ended();
    }
}

#[test]
fn a_count_heeds_other_lines() {
    let mut engine = Engine::start("exec \"$0\" engine");
    engine.say("setoption name Threads value 2");
    engine.say("go perft 60");
    engine.say("isready");
    engine.hear("readyok");
    engine.say("stop");
    engine.hear("info string go perft: stopped");
    engine.say("go perft 60");
    // The next question stops it too.
    engine.say("go depth 1");
    engine.hear("bestmove ");
    for wrong in ["", "many", "4000000000"] {
        engine.say(&format!("go perft {wrong}"));
        engine.hear("info string go perft ");
    }
    engine.say("go perft 60");
    engine.say("quit");
    engine.ended();
    // In a pipe it is counted to its end.
    let mut engine = Engine::start("exec \"$0\" engine");
    engine.say("setoption name UCI_Variant value sanctuary");
    engine.say("go perft 3");
    engine.input = None;
    engine.hear("Nodes searched: ");
}

#[test]
fn unknown_words_are_told_and_skipped() {
    let mut engine = Engine::start("exec \"$0\" engine");
    engine.say("go turbo depth 2");
    let lines = engine.hear("bestmove ");
    assert!(lines[0].starts_with("info string go: \"turbo\" is unknown"), "{lines:?}");
    assert!(lines.last().is_some_and(|line| !line.contains("0000")), "{lines:?}");
}

#[test]
fn a_table_larger_than_memory_is_refused_in_words() {
    // The program itself has room; a table of 16 GB has none.
    let mut engine = Engine::start("ulimit -v 1500000 && exec \"$0\" engine");
    engine.say("setoption name Hash value 16384");
    engine.say("isready");
    let lines = engine.hear("readyok");
    assert!(
        lines[0].starts_with("info string there is not enough memory for a transposition table of 16384 MB;"),
        "{lines:?}"
    );
    engine.say("go depth 3");
    let lines = engine.hear("bestmove ");
    assert!(lines.last().is_some_and(|line| !line.contains("0000")), "{lines:?}");
    engine.say("quit");
    engine.ended();
}

/// Whatever is asked for, what there is room for is used, or refused in words; nothing ends the program.
#[test]
fn little_memory_is_told_and_ends_nothing() {
    for kilobytes in [100_000, 300_000, 600_000] {
        for (hash, threads, game) in [(16_384, 256, "sanctuary"), (64, 16, "armies")] {
            let mut engine = Engine::start(&format!("ulimit -v {kilobytes} && exec \"$0\" engine"));
            let place = format!("{kilobytes} kB, Hash {hash}, Threads {threads}");
            engine.say(&format!("setoption name UCI_Variant value {game}"));
            engine.say(&format!("setoption name Hash value {hash}"));
            engine.say(&format!("setoption name Threads value {threads}"));
            engine.say("isready");
            let lines = engine.hear("readyok");
            if threads == 256 {
                let all = lines.join("\n");
                assert!(all.contains("info string there is not enough memory for a"), "{place}: {all}");
                assert!(all.contains("256 threads; "), "{place}: {all}");
            }
            for go in ["go depth 2", "go nodes 2000"] {
                engine.say(go);
                let lines = engine.hear("bestmove ");
                assert_ne!(lines.last().map(String::as_str), Some("bestmove 0000"), "{place}: {lines:?}");
            }
            // How much is left for the thread of a count depends on the build.
            engine.say("go perft 2");
            let lines = engine.hear_one_of(&["Nodes searched", "info string "]);
            let told = lines.last().cloned().unwrap_or_default();
            assert!(told.starts_with("Nodes searched") || told.contains("thread"), "{place}: {told}");
            engine.say("quit");
            engine.ended();
        }
    }
}

/// The pages of a large table are there before the first search, and gone when it no longer fits the option.
#[cfg(target_os = "linux")]
#[test]
fn a_large_table_is_in_memory_when_the_engine_is_ready() {
    let mut engine = Engine::start("exec \"$0\" engine");
    engine.say("setoption name Hash value 160");
    engine.say("isready");
    engine.hear("readyok");
    let process = engine.child.id();
    let resident = || {
        let told = std::fs::read_to_string(format!("/proc/{process}/status")).expect("the system tells");
        let line = told.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it is told");
        line.split_whitespace().next().and_then(|word| word.parse::<usize>().ok()).expect("a number")
    };
    assert!(resident() >= 160 << 10, "{} kB", resident());
    engine.say("setoption name Hash value 2");
    engine.say("isready");
    engine.hear("readyok");
    assert!(resident() < 160 << 10, "{} kB", resident());
    engine.say("quit");
    engine.ended();
}

/// However many threads there are, the first depth is done before an answer.
#[test]
fn a_search_that_is_stopped_at_once_answers_with_what_wins() {
    let mut engine = Engine::start("exec \"$0\" engine");
    engine.say("setoption name UCI_Variant value sanctuary");
    engine.say("setoption name Threads value 64");
    // The Rook joins the Bishop on the far rank.
    engine.say("position fen B6n/8/8/7R/8/8/g7/3G4 w - - 0 40");
    engine.say("isready");
    engine.hear("readyok");
    for _ in 0..5 {
        engine.say("go infinite");
        engine.say("stop");
        let lines = engine.hear("bestmove ");
        assert!(lines[0].starts_with("info depth 1 ") && lines[0].contains("score mate 1"), "{lines:?}");
    }
    engine.say("quit");
    engine.ended();
}

#[test]
fn without_threads_it_still_answers() {
    let root = rustix::process::getuid().is_root();
    let drop = if root { "setpriv --reuid=54321 --regid=54321 --clear-groups" } else { "" };
    let missing = |name: &str| Command::new(name).arg("--version").output().is_err();
    if missing("prlimit") || root && missing("setpriv") {
        println!("skipped: there is no prlimit, or no setpriv for the superuser, whose threads are not limited");
        return;
    }
    // Only the program itself, then one thread more than that.
    for (threads, words) in [(1, Some("no thread could be started")), (2, None)] {
        let mut engine = Engine::start(&format!("exec {drop} prlimit --nproc={threads} \"$0\" engine"));
        engine.say("setoption name Threads value 4");
        engine.say("go depth 3");
        let lines = engine.hear("bestmove ");
        assert!(lines.last().is_some_and(|line| !line.contains("0000")), "{lines:?}");
        assert_eq!(lines.iter().any(|line| words.is_some_and(|words| line.contains(words))), words.is_some());
        assert_eq!(lines.iter().any(|line| line.starts_with("info depth 3")), words.is_none(), "{lines:?}");
        engine.say("quit");
        engine.ended();
    }
}
