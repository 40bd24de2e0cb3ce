//! A client for external UCI engines: starts, queries, watches and ends another program. All its failures are
//! returned as messages; it never blocks without a timeout.

mod error;
mod process;
mod talk;

use std::time::{Duration, Instant};

use super::limits::Stop;
use crate::escape;
use crate::rules::mv::Move;
use crate::rules::position::{MoveError, Position};
pub use error::{ClientError, ClientFault};
use process::{Process, Silence};
pub use process::{end_all, leave_all};
pub use talk::EngineInfo;

/// How an external engine is run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineCommand {
    /// Its name in messages.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Its UCI options: names and values.
    pub options: Vec<(String, String)>,
}

/// Signals to a search of an external engine.
#[derive(Default, Debug)]
pub struct Signal {
    /// Answer immediately.
    pub now: Stop,
    /// The question is cancelled.
    pub void: Stop,
}

impl Signal {
    /// Waits for this time, or until a signal is set.
    pub fn wait(&self, time: Duration) {
        let end = Instant::now() + time;
        while !self.now.is_requested() && !self.void.is_requested() && Instant::now() < end {
            std::thread::sleep(process::LOOKING.min(end.saturating_duration_since(Instant::now())));
        }
    }
}

/// A running external engine.
#[derive(Debug)]
pub struct UciClient {
    name: String,
    process: Process,
}

/// Timeout for the start of an engine and for its `readyok`.
const GREETING: Duration = Duration::from_secs(10);
/// Timeout for the answer after `stop`.
const STOPPING: Duration = Duration::from_secs(10);
/// Timeout after a cancelled question: shorter, because a new process can be started faster.
const GIVING_UP: Duration = Duration::from_secs(2);
/// Minimum time between two progress reports: people do not read faster, and parsing a line takes time.
const TELLING: Duration = Duration::from_millis(120);
/// The UCI option that selects the game.
const VARIANT: &str = "UCI_Variant";

impl UciClient {
    /// Starts the program and waits until it is ready for this game.
    pub fn start(command: &EngineCommand, game: &str) -> Result<UciClient, ClientError> {
        UciClient::start_within(command, game, GREETING, &Stop::default())
    }

    /// Like [`UciClient::start`], with a given timeout and a stop flag that ends the wait.
    pub fn start_within(
        command: &EngineCommand,
        game: &str,
        patience: Duration,
        void: &Stop,
    ) -> Result<UciClient, ClientError> {
        let name = command.name.clone();
        let failed = |fault| ClientError { name: name.clone(), fault };
        let (program, arguments) = command.command.split_first().ok_or_else(|| failed(ClientFault::NoCommand))?;
        let process = Process::start(program, arguments).map_err(|error| {
            failed(ClientFault::NotStarted { program: program.clone(), why: error.to_string() })
        })?;
        let client = UciClient { name, process };
        client.process.say("uci");
        let mut knows_variants = false;
        client.hear("uciok", patience, void, |line| {
            let option = line.strip_prefix("option name ").and_then(|rest| rest.split(" type ").next());
            knows_variants |= option == Some(VARIANT);
        })?;
        // Options come first, because they may add games to a program. A game option set by the user stays.
        for (name, value) in &command.options {
            client.process.say(&format!("setoption name {name} value {value}"));
        }
        if knows_variants && !command.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(VARIANT)) {
            client.process.say(&format!("setoption name {VARIANT} value {game}"));
        }
        client.process.say("ucinewgame");
        client.ready(patience, void)?;
        Ok(client)
    }

    fn failed(&self, fault: ClientFault) -> ClientError {
        ClientError { name: self.name.clone(), fault }
    }

    /// Sends `ucinewgame` and waits until the engine is ready.
    pub fn new_game(&mut self, patience: Duration) -> Result<(), ClientError> {
        self.process.say("ucinewgame");
        self.ready(patience, &Stop::default())
    }

    /// Sends `isready` and waits for `readyok`. All output before that is ignored.
    fn ready(&self, patience: Duration, void: &Stop) -> Result<(), ClientError> {
        self.process.say("isready");
        self.hear("readyok", patience, void, |_| ())
    }

    /// Reads lines until one starts with this word.
    fn hear(
        &self,
        word: &str,
        patience: Duration,
        void: &Stop,
        mut other: impl FnMut(&str),
    ) -> Result<(), ClientError> {
        let end = Instant::now() + patience;
        loop {
            // Checked on every line: an engine that prints other lines without end must time out too.
            if Instant::now() >= end || void.is_requested() {
                return Err(self.failed(ClientFault::Silent { word: word.to_owned(), patience }));
            }
            match self.process.hear() {
                Ok(line) if line.split_whitespace().next() == Some(word) => return Ok(()),
                Ok(line) => other(&line),
                Err(Silence::Still) => {}
                Err(Silence::Ended) => {
                    return Err(self.failed(ClientFault::Ended { word: word.to_owned() }));
                }
            }
        }
    }

    /// Searches for a move. `go` contains the search limits, `patience` is the timeout of the answer in any case.
    pub fn search(
        &mut self,
        position: &dyn Position,
        go: &str,
        patience: Duration,
        signal: &Signal,
        report: &mut dyn FnMut(EngineInfo),
    ) -> Result<Move, ClientError> {
        // A late answer to an earlier question must not be taken as the answer to this one.
        self.ready(patience.min(GREETING), &signal.void)?;
        self.process.say(&talk::place(position));
        self.process.say(&format!("go {go}"));
        let begun = Instant::now();
        let (mut end, mut stopped, mut given_up) = (begun + patience, false, false);
        let (mut last, mut due): (Option<String>, Instant) = (None, begun);
        loop {
            let now = Instant::now();
            if signal.void.is_requested() && !given_up {
                given_up = true;
                end = end.min(now + GIVING_UP);
            }
            if (given_up || signal.now.is_requested()) && !stopped {
                stopped = true;
                self.process.say("stop");
                end = end.min(now + STOPPING);
            }
            if now >= end {
                return Err(self.failed(ClientFault::NoAnswer { after: rounded(begun.elapsed()) }));
            }
            if now >= due
                && let Some(line) = last.take()
            {
                report(talk::info(&line, position));
                due = Instant::now() + TELLING;
            }
            let line = match self.process.hear() {
                Ok(line) => line,
                Err(Silence::Still) => continue,
                Err(Silence::Ended) => {
                    return Err(self.failed(ClientFault::EndedSearch));
                }
            };
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    if let Some(line) = last {
                        report(talk::info(&line, position));
                    }
                    return self.taken(words.next().unwrap_or_default(), position);
                }
                Some("info") if talk::is_best_line(&line) => last = Some(line),
                _ => {}
            }
        }
    }

    /// Parses the move that the engine played.
    fn taken(&self, text: &str, position: &dyn Position) -> Result<Move, ClientError> {
        // The move is quoted in a message for people, so it is shortened.
        let short: String = text.chars().take(20).collect();
        let played = escape::line(&short).into_owned();
        position.read(text).map_err(|error| {
            self.failed(match error {
                MoveError::Illegal(_, why) => ClientFault::Illegal { played, why },
                MoveError::Unreadable(..) => ClientFault::NoMove { played },
            })
        })
    }
}

/// A time rounded for messages.
fn rounded(time: Duration) -> Duration {
    Duration::from_millis(if time.as_secs() > 0 { time.as_secs() * 1000 } else { time.as_millis() as u64 })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;

    /// An engine written as a shell script.
    fn program(script: &str) -> EngineCommand {
        let command = ["/bin/sh", "-c", script].map(str::to_owned).to_vec();
        EngineCommand { name: "test".to_owned(), command, options: vec![("Skill".to_owned(), "3".to_owned())] }
    }

    const POLITE: &str = "while read -r word rest; do case $word in \
        uci) echo 'option name UCI_Variant type combo'; echo uciok;; isready) echo readyok;; \
        go) echo \"info depth 4 score cp -31 nodes 77 pv MOVE zz\"; echo 'nonsense'; echo \"bestmove MOVE\";; \
        quit) exit;; esac; done";

    fn ask(script: &str, patience: u64) -> Result<(Move, Vec<EngineInfo>), ClientError> {
        let position = GAMES[2].begin(Opening::Start).expect("the start");
        let patience = Duration::from_millis(patience);
        let mut client = UciClient::start_within(&program(script), position.spec().id, patience, &Stop::default())?;
        let mut all = Vec::new();
        let mv = client.search(position.as_ref(), "movetime 1", patience, &Signal::default(), &mut |infos| {
            all.push(infos);
        })?;
        Ok((mv, all))
    }

    #[test]
    fn a_polite_program_is_understood() {
        let (mv, infos) = ask(&POLITE.replace("MOVE", "e2e4"), 5000).expect("a move");
        let position = GAMES[2].begin(Opening::Start).expect("the start");
        assert_eq!(position.machine(mv), "e2e4");
        assert_eq!((infos[0].depth, infos[0].score, infos[0].nodes), (4, -31, 77));
        assert_eq!(infos[0].line, [mv], "what is no move ends the line");
    }

    #[test]
    fn chatter_is_no_answer() {
        for script in [
            POLITE.replace("go)", "go) while :; do echo info depth 1 pv e2e4 e7e5; done;; gone)"),
            "while :; do echo hello; done".to_owned(),
        ] {
            let problem = ask(&script, 300).expect_err("it fails").to_string();
            assert!(problem.contains("within"), "{problem}");
        }
    }

    #[test]
    fn an_answer_too_many_is_dropped() {
        let script = POLITE.replace("echo \"bestmove MOVE\"", "echo bestmove e2e4; echo bestmove e2e5");
        let position = GAMES[2].begin(Opening::Start).expect("the start");
        let patience = Duration::from_secs(3);
        let void = Stop::default();
        let mut client =
            UciClient::start_within(&program(&script), position.spec().id, patience, &void).expect("it runs");
        for _ in 0..3 {
            let mv = client.search(position.as_ref(), "movetime 1", patience, &Signal::default(), &mut |_| ());
            assert_eq!(mv.map(|mv| position.machine(mv)).as_deref(), Ok("e2e4"));
        }
    }

    #[test]
    fn whatever_goes_wrong_is_told() {
        for (script, expected) in [
            (POLITE.replace("MOVE", "e2e5"), "played e2e5, which is not legal: the Pawn"),
            (POLITE.replace("MOVE", ""), "played \"\", which is not a move"),
            (POLITE.replace("go)", "gone)"), "no answer within 3"),
            (POLITE.replace("go)", "go) exit;; gone)"), "it has ended"),
            (POLITE.replace("echo uciok", "sleep 5"), "no \"uciok\" within 300ms"),
            ("exit 1".to_owned(), "it has ended"),
        ] {
            let problem = ask(&script, 300).expect_err("it fails").to_string();
            assert!(problem.starts_with("engine test: ") && problem.contains(expected), "{problem}");
        }
        let missing =
            EngineCommand { name: "x".to_owned(), command: vec!["/no/such/program".to_owned()], options: vec![] };
        let problem = UciClient::start(&missing, "").expect_err("it fails").to_string();
        assert!(problem.starts_with("engine x: /no/such/program cannot be started: "), "{problem}");
    }
}
