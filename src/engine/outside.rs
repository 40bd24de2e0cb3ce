//! Another program that speaks the protocol of chess engines: started, asked, watched and ended.
//! Whatever it does or fails to do comes back as words, never as a hang.

use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::limits::Stop;
use super::score::{Score, WIN};
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::timeline::Act;

/// How another program is run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// What it is called in messages.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Its options, by name.
    pub options: Vec<(String, String)>,
}

/// What it tells of its search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Told {
    /// How deep.
    pub depth: u32,
    /// For the seat to move.
    pub score: Score,
    /// How many positions.
    pub nodes: u64,
    /// The best line, as far as it is legal.
    pub line: Vec<Move>,
}

/// Another program that runs.
#[derive(Debug)]
pub struct Outside {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// The names of its options.
    options: Vec<String>,
}

/// How long it may take to begin, and to answer that it is ready.
const GREETING: Duration = Duration::from_secs(10);
/// How long it may take to leave by itself.
const PARTING: Duration = Duration::from_millis(200);
/// A line is cut after this many bytes.
const LONGEST: u64 = 64 * 1024;
/// How often it is seen whether somebody has said stop.
const LOOKING: Duration = Duration::from_millis(5);

impl Outside {
    /// Starts the program and waits until it is ready for this game.
    pub fn start(recipe: &Recipe, game: &str) -> Result<Outside, String> {
        Outside::start_within(recipe, game, GREETING)
    }

    /// The same with another patience.
    pub fn start_within(recipe: &Recipe, game: &str, patience: Duration) -> Result<Outside, String> {
        let name = recipe.name.clone();
        let (program, arguments) =
            recipe.command.split_first().ok_or_else(|| format!("engine {name}: there is no command"))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A group of its own: Ctrl-C at the terminal is meant for us.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| format!("engine {name}: {program}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("engine {name}: {program}: no pipes"));
        };
        let (sender, lines) = channel();
        let read = move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(line)) = read_line(&mut output) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new()
            .name("engine output".to_owned())
            .spawn(read)
            .map_err(|error| format!("engine {name}: {error}"))?;
        let mut outside = Outside { name, child, input, lines, options: Vec::new() };
        outside.say("uci")?;
        let mut options = Vec::new();
        outside.hear("uciok", patience, |line| {
            let name = line.strip_prefix("option name ").and_then(|rest| rest.split(" type ").next());
            options.extend(name.map(str::to_owned));
        })?;
        outside.options = options;
        for (name, value) in &recipe.options {
            outside.say(&format!("setoption name {name} value {value}"))?;
        }
        if outside.options.iter().any(|option| option == "UCI_Variant") {
            outside.say(&format!("setoption name UCI_Variant value {game}"))?;
        }
        outside.new_game(patience)?;
        Ok(outside)
    }

    /// Another game begins.
    pub fn new_game(&mut self, patience: Duration) -> Result<(), String> {
        self.say("ucinewgame")?;
        self.say("isready")?;
        self.hear("readyok", patience, |_| ())
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|error| format!("engine {}: it has ended ({error})", self.name))
    }

    /// Takes lines until one begins with this word.
    fn hear(&mut self, word: &str, patience: Duration, mut other: impl FnMut(&str)) -> Result<(), String> {
        let end = Instant::now() + patience;
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) if line.split_whitespace().next() == Some(word) => return Ok(()),
                Ok(line) => other(&line),
                Err(RecvTimeoutError::Timeout) => {
                    let waited = patience.as_millis();
                    return Err(format!("engine {}: no \"{word}\" within {waited} ms", self.name));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("engine {}: it has ended, \"{word}\" was expected", self.name));
                }
            }
        }
    }

    /// Asks for a move. `go` says what the search may use, `patience` how long an answer may take
    /// in any case. After `stop` an answer is wanted at once.
    pub fn search(
        &mut self,
        position: &dyn Position,
        go: &str,
        patience: Duration,
        stop: &Stop,
        told: &mut dyn FnMut(Told),
    ) -> Result<Move, String> {
        self.say(&place(position))?;
        self.say(&format!("go {go}"))?;
        let mut end = Instant::now() + patience;
        let mut stopped = false;
        loop {
            if stop.is_said() && !stopped {
                stopped = true;
                self.say("stop")?;
                end = end.min(Instant::now() + Duration::from_secs(2));
            }
            let line = match self.lines.recv_timeout(LOOKING) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) if Instant::now() >= end => {
                    return Err(format!("engine {}: no answer within {} ms", self.name, patience.as_millis()));
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("engine {}: it has ended, a move was expected", self.name));
                }
            };
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    let text = words.next().unwrap_or("");
                    let read = position.read(text);
                    return read.map_err(|error| format!("engine {}: it played {error}", self.name));
                }
                Some("info") => told(info(words, position)),
                _ => {}
            }
        }
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let end = Instant::now() + PARTING;
        while Instant::now() < end {
            if matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            thread::sleep(LOOKING);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A line, cut where it is too long; none at the end.
fn read_line(output: &mut BufReader<impl Read>) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if output.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    while line.last() != Some(&b'\n') && line.len() as u64 == LONGEST {
        let mut rest = Vec::new();
        if output.by_ref().take(LONGEST).read_until(b'\n', &mut rest)? == 0 || rest.last() == Some(&b'\n') {
            break;
        }
    }
    Ok(Some(String::from_utf8_lossy(&line).trim_end().to_owned()))
}

/// The line that sets the position: from its beginning, so that repetition is seen.
fn place(position: &dyn Position) -> String {
    let acts = position.acts();
    if acts.iter().any(|act| matches!(act, Act::Leave(_))) {
        return format!("position fen {}", position.fen());
    }
    let mut game = position.fork();
    while game.undo().is_some() {}
    let mut line = format!("position fen {}", game.fen());
    for (number, act) in acts.iter().enumerate() {
        let Act::Move(mv) = *act else { continue };
        line.push_str(if number == 0 { " moves " } else { " " });
        line.push_str(&game.machine(mv));
        if game.play(mv).is_err() {
            return format!("position fen {}", position.fen());
        }
    }
    line
}

/// What an `info` line tells.
fn info<'a>(mut words: impl Iterator<Item = &'a str>, position: &dyn Position) -> Told {
    let mut told = Told::default();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|text| text.parse::<i64>().ok());
        match word {
            "depth" => told.depth = number().unwrap_or(0).clamp(0, 1000) as u32,
            "nodes" => told.nodes = number().unwrap_or(0).max(0) as u64,
            "cp" => told.score = number().unwrap_or(0).clamp(-20_000, 20_000) as Score,
            "mate" => {
                let moves = number().unwrap_or(0).clamp(-400, 400) as Score;
                told.score = if moves > 0 { WIN + 1 - 2 * moves } else { -WIN - 2 * moves };
            }
            "pv" => {
                let mut next = position.fork();
                for text in words.by_ref().take(16) {
                    let Ok(mv) = next.read(text) else { break };
                    told.line.push(mv);
                    if next.play(mv).is_err() {
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    told
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;

    /// A program in a line of shell.
    fn program(script: &str) -> Recipe {
        let command = ["/bin/sh", "-c", script].map(str::to_owned).to_vec();
        Recipe { name: "test".to_owned(), command, options: vec![("Skill".to_owned(), "3".to_owned())] }
    }

    const POLITE: &str = "while read -r word rest; do case $word in \
        uci) echo 'option name UCI_Variant type combo'; echo uciok;; isready) echo readyok;; \
        go) echo \"info depth 4 score cp -31 nodes 77 pv MOVE zz\"; echo 'nonsense'; echo \"bestmove MOVE\";; \
        quit) exit;; esac; done";

    fn ask(script: &str, patience: u64) -> Result<(Move, Vec<Told>), String> {
        let position = GAMES[2].begin(Opening::Start).expect("the start");
        let patience = Duration::from_millis(patience);
        let mut outside = Outside::start_within(&program(script), position.spec().id, patience)?;
        let mut all = Vec::new();
        let mv = outside.search(position.as_ref(), "movetime 1", patience, &Stop::default(), &mut |told| {
            all.push(told);
        })?;
        Ok((mv, all))
    }

    #[test]
    fn a_polite_program_is_understood() {
        let (mv, told) = ask(&POLITE.replace("MOVE", "e2e4"), 5000).expect("a move");
        let position = GAMES[2].begin(Opening::Start).expect("the start");
        assert_eq!(position.machine(mv), "e2e4");
        assert_eq!((told[0].depth, told[0].score, told[0].nodes), (4, -31, 77));
        assert_eq!(told[0].line, [mv], "what is no move ends the line");
    }

    #[test]
    fn whatever_goes_wrong_is_told() {
        for (script, expected) in [
            (POLITE.replace("MOVE", "e2e5"), "it played \"e2e5\" is not legal"),
            (POLITE.replace("MOVE", ""), "it played \"\" is no move"),
            (POLITE.replace("go)", "gone)"), "no answer within 300 ms"),
            (POLITE.replace("go)", "go) exit;; gone)"), "it has ended"),
            (POLITE.replace("echo uciok", "sleep 5"), "no \"uciok\" within 300 ms"),
            ("exit 1".to_owned(), "it has ended"),
        ] {
            let problem = ask(&script, 300).expect_err("it fails");
            assert!(problem.starts_with("engine test: ") && problem.contains(expected), "{problem}");
        }
        let missing =
            Recipe { name: "x".to_owned(), command: vec!["/no/such/program".to_owned()], options: vec![] };
        let problem = Outside::start(&missing, "").expect_err("it fails");
        assert!(problem.starts_with("engine x: /no/such/program: "), "{problem}");
    }
}
