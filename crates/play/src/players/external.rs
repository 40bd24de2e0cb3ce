//! A seat played by an external UCI engine. The engine starts when the game starts, so that its start-up time does
//! not count on its clock; everything that can block runs on a thread of its own.

use std::sync::Arc;
use std::sync::mpsc::{SendError, Sender, channel};
use std::time::{Duration, Instant};

use super::thinking_slots::{EngineSeat, ThinkingSlots};
use super::{Answer, Expected, Player, PlayerError, Question, Reply, Thought};
use crate::engine::uci_client::{EngineCommand, EngineInfo, Signal, UciClient};
use crate::rules::position::Position;
use crate::task;

/// An external engine that can play a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalEngine {
    /// The command that runs it.
    pub command: EngineCommand,
    /// Does its failure lose the game? Otherwise the game stops.
    pub loses: bool,
    /// Thinking time per move in games without a clock.
    pub think: Duration,
    /// How much longer than its time an answer may take before a timeout.
    pub patience: Duration,
}

/// The default timeout after the thinking time has passed.
pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

struct Job {
    question: Question,
    answer: Answer,
    signal: Arc<Signal>,
}

/// A task of the engine thread.
enum Order {
    /// Start the engine for this game.
    Prepare(&'static str, Arc<Signal>),
    Answer(Box<Job>),
}

/// A seat played by an external engine.
pub(crate) struct External {
    name: String,
    engine: Option<ExternalEngine>,
    pool: ThinkingSlots,
    jobs: Option<Sender<Order>>,
    asked: Option<Arc<Signal>>,
    /// Ends the wait for an engine that is started before the first question.
    preparing: Arc<Signal>,
}

impl External {
    /// The engine with this name; if it is not in the settings, every question fails. The pool says how many may run.
    pub(crate) fn new(name: &str, engine: Option<ExternalEngine>, pool: ThinkingSlots) -> External {
        External { name: name.to_owned(), engine, pool, jobs: None, asked: None, preparing: Arc::default() }
    }

    /// Starts the engine thread, if there is none.
    fn begin(&mut self) {
        let (None, Some(engine)) = (&self.jobs, self.engine.clone()) else { return };
        let (sender, jobs) = channel::<Order>();
        let pool = self.pool.clone();
        let work = move || {
            let mut client = None;
            while let Ok(order) = jobs.recv() {
                let job = match order {
                    Order::Answer(job) => job,
                    Order::Prepare(game, signal) => {
                        // An error is reported when a move is requested.
                        let start = || start((&engine, &pool), &mut client, game, &signal).map(|_| ());
                        let _ = task::contain(start);
                        continue;
                    }
                };
                if !job.signal.void.is_requested() {
                    let (ticket, signal) = (job.question.ticket, Arc::clone(&job.signal));
                    if let Err(why) = task::contain(|| ask((&engine, &pool), &mut client, &job)) {
                        client = None;
                        if !signal.void.is_requested() {
                            let error = Box::new(PlayerError::Creation(why));
                            let failed = PlayerError::External { name: engine.command.name.clone(), error };
                            (job.answer)(ticket, Reply::Failed(failed, false));
                        }
                    }
                }
            }
        };
        if task::spawn("engine", work).is_ok() {
            self.jobs = Some(sender);
        }
    }
}

/// The limits after `go`, and the timeout of the answer, when this much time has passed since the question.
fn go(engine: &ExternalEngine, question: &Question, passed: Duration) -> (String, Duration) {
    let Some((left, increment)) = question.clock else {
        return (format!("movetime {}", engine.think.as_millis()), engine.think + engine.patience);
    };
    let left = left.saturating_sub(passed);
    let (spec, own) = (question.position.spec(), question.position.turn());
    let clock = |side| {
        let letter = spec.seat(side).letter;
        let time = question.clocks.map_or(left, |clocks| if side == own { left } else { clocks[side] });
        format!("{letter}time {} {letter}inc {}", time.as_millis(), increment.as_millis())
    };
    (spec.sides().map(clock).collect::<Vec<_>>().join(" "), left + engine.patience)
}

/// An engine that runs, and is counted as long as it does.
type Running = Option<(UciClient, EngineSeat)>;

/// The engine, started if it is not running.
fn start<'a>(
    (engine, pool): (&ExternalEngine, &ThinkingSlots),
    running: &'a mut Running,
    game: &str,
    signal: &Signal,
) -> Result<&'a mut UciClient, PlayerError> {
    let (client, _) = match running {
        Some(running) => running,
        none => {
            let seat = pool.engine().map_err(|count| PlayerError::ManyEngines { count })?;
            let client = UciClient::start_within(&engine.command, game, engine.patience, &signal.void)?;
            none.insert((client, seat))
        }
    };
    Ok(client)
}

fn ask((engine, pool): (&ExternalEngine, &ThinkingSlots), client: &mut Running, job: &Job) {
    let Job { question, answer, signal } = job;
    let (ticket, position) = (question.ticket, question.position.as_ref());
    let begun = Instant::now();
    let started = start((engine, pool), client, position.spec().id, signal);
    // The clock has run while the engine was started.
    let (go, patience) = go(engine, question, begun.elapsed());
    let found = started.and_then(|client| {
        let found = client.search(position, &go, patience, signal, &mut |info| {
            if !info.line.is_empty() && !signal.void.is_requested() {
                answer(ticket, Reply::Thought(thought(&info, position, begun.elapsed())));
            }
        });
        Ok(found?)
    });
    if signal.void.is_requested() {
        // An error of a cancelled question is not a failure.
        if found.is_err() {
            *client = None;
        }
        return;
    }
    match found {
        Ok(mv) => {
            signal.wait(question.pace.saturating_sub(begun.elapsed()));
            if !signal.void.is_requested() {
                answer(ticket, Reply::Move(mv));
            }
        }
        Err(why) => {
            // The next question starts a new process.
            *client = None;
            let loses = engine.loses && !matches!(why, PlayerError::ManyEngines { .. });
            answer(ticket, Reply::Failed(why, loses));
        }
    }
}

fn thought(info: &EngineInfo, position: &dyn Position, time: Duration) -> Thought {
    let mut next = position.fork();
    let mut moves = Vec::new();
    for &mv in &info.line {
        moves.push(next.display(mv));
        if next.play(mv).is_err() {
            break;
        }
    }
    let line = Expected { score: info.score, seats: None, moves };
    Thought { depth: info.depth, lines: vec![line], nodes: info.nodes, time }
}

impl Player for External {
    fn prepare(&mut self, position: &dyn Position) {
        self.begin();
        if let Some(jobs) = &self.jobs {
            let _ = jobs.send(Order::Prepare(position.spec().id, Arc::clone(&self.preparing)));
        }
    }

    fn ask(&mut self, question: Question, answer: Answer) {
        self.stop();
        self.begin();
        let ticket = question.ticket;
        let failed = |job: Job, error| {
            let why = PlayerError::External { name: self.name.clone(), error: Box::new(error) };
            (job.answer)(ticket, Reply::Failed(why, self.engine.as_ref().is_some_and(|engine| engine.loses)));
        };
        let signal = Arc::new(Signal::default());
        self.asked = Some(Arc::clone(&signal));
        let job = Box::new(Job { question, answer, signal });
        match &self.jobs {
            Some(jobs) => {
                // Sending fails only if the thread has panicked; the next question starts a new one.
                if let Err(SendError(Order::Answer(job))) = jobs.send(Order::Answer(job)) {
                    failed(*job, PlayerError::ThreadEnded);
                    self.jobs = None;
                }
            }
            None if self.engine.is_some() => failed(*job, PlayerError::NoThread { why: None }),
            None => {
                let why = PlayerError::NotInSettings { name: self.name.clone() };
                (job.answer)(ticket, Reply::Failed(why, false));
            }
        }
    }

    fn stop(&mut self) {
        if let Some(asked) = self.asked.take() {
            asked.void.request();
        }
    }

    fn hurry(&mut self) {
        if let Some(asked) = &self.asked {
            asked.now.request();
        }
    }
}

impl Drop for External {
    fn drop(&mut self) {
        self.preparing.void.request();
        self.stop();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;
    use std::path::Path;
    use std::sync::mpsc::Receiver;

    fn engine(script: &str) -> ExternalEngine {
        let command = ["/bin/sh", "-c", script].map(str::to_owned).to_vec();
        let command = EngineCommand { name: "test".to_owned(), command, options: Vec::new() };
        ExternalEngine {
            command,
            loses: true,
            think: Duration::from_millis(1),
            patience: Duration::from_millis(400),
        }
    }

    /// One that has as long as a busy machine needs.
    fn patient(script: &str) -> ExternalEngine {
        ExternalEngine { patience: Duration::from_secs(3600), ..engine(script) }
    }

    /// An engine that always answers with the same move, which is legal in the start position.
    const POLITE: &str = "while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; \
        go) echo 'info depth 2 score cp 5 nodes 9 pv e2e4'; echo bestmove e2e4;; quit) exit;; esac; done";

    /// Waits until scripts have written this many bytes here.
    fn written(mark: &Path, bytes: u64) {
        let end = Instant::now() + Duration::from_secs(60);
        while std::fs::metadata(mark).map_or(0, |file| file.len()) < bytes {
            assert!(Instant::now() < end, "it has not begun");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn ask(player: &mut External, ticket: u64) -> Receiver<(u64, Reply)> {
        let (sender, answers) = channel();
        let position = GAMES[2].begin(Opening::Start).expect("the start");
        let question = Question { ticket, position, clock: None, clocks: None, pace: Duration::ZERO };
        player.ask(
            question,
            Box::new(move |ticket, reply| {
                let _ = sender.send((ticket, reply));
            }),
        );
        answers
    }

    #[test]
    fn it_thinks_and_moves_again_and_again() {
        let mut player = External::new("test", Some(patient(POLITE)), ThinkingSlots::default());
        for ticket in 1..4 {
            let answers = ask(&mut player, ticket);
            assert!(
                matches!(answers.recv(), Ok((at, Reply::Thought(thought))) if at == ticket && thought.depth == 2)
            );
            assert!(matches!(answers.recv(), Ok((at, Reply::Move(_))) if at == ticket));
        }
    }

    #[test]
    fn it_runs_before_it_is_asked() {
        let folder = tempfile::tempdir().expect("a folder");
        let mark = folder.path().join("mark");
        let marks = patient(&format!("echo > '{}'; {POLITE}", mark.display()));
        let mut player = External::new("test", Some(marks), ThinkingSlots::default());
        let position = GAMES[2].begin(Opening::Start).expect("the start");
        player.prepare(position.as_ref());
        written(&mark, 1);
        let reply = ask(&mut player, 1).iter().last();
        assert!(matches!(reply, Some((1, Reply::Move(_)))), "{reply:?}");
    }

    #[test]
    fn a_failure_is_told_and_a_fresh_one_is_started() {
        for script in ["exit", "sleep 9", &POLITE.replace("move e2e4", "move e2e5")] {
            let mut player = External::new("test", Some(engine(script)), ThinkingSlots::default());
            for ticket in 1..3 {
                let last = ask(&mut player, ticket).iter().last();
                assert!(matches!(last, Some((_, Reply::Failed(_, true)))), "{script}: {last:?}");
            }
        }
        let reply = ask(&mut External::new("gone", None, ThinkingSlots::default()), 1).recv();
        assert!(matches!(reply, Ok((1, Reply::Failed(why, false))) if why.to_string().contains("no engine gone")));
    }

    #[test]
    fn no_more_engines_run_at_once_than_the_pool_allows() {
        let pool = ThinkingSlots::shared(1, 1);
        let of_session = || External::new("test", Some(patient(POLITE)), pool.of("one"));
        let (mut first, mut second) = (of_session(), of_session());
        assert!(matches!(ask(&mut first, 1).iter().last(), Some((1, Reply::Move(_)))));
        let Some((1, Reply::Failed(why, loses))) = ask(&mut second, 1).iter().last() else {
            panic!("it is refused")
        };
        assert!(why.to_string().contains("reached (1 at a time)") && !loses, "{why}");
        assert_eq!(pool.engines(), 1);
        drop(first);
        let end = Instant::now() + Duration::from_secs(60);
        while pool.engines() > 0 {
            assert!(Instant::now() < end, "its process has ended");
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(matches!(ask(&mut second, 2).iter().last(), Some((2, Reply::Move(_)))));
    }

    #[test]
    fn a_void_question_is_not_answered() {
        let slow = POLITE.replace("go)", "go) sleep 1;");
        let mut player = External::new("test", Some(patient(&slow)), ThinkingSlots::default());
        let answers = ask(&mut player, 1);
        player.stop();
        assert!(answers.iter().next().is_none());
    }

    #[test]
    fn in_a_hurry_it_is_told_to_stop_and_what_it_says_then_counts() {
        // It searches until `stop`, and writes a byte when it begins.
        let folder = tempfile::tempdir().expect("a folder");
        let mark = folder.path().join("mark");
        let begins = format!("go) printf x >> '{}';; stop) echo", mark.display());
        let thinks = POLITE.replace("go) echo 'info depth 2 score cp 5 nodes 9 pv e2e4'; echo", &begins);
        let mut player = External::new("test", Some(patient(&thinks)), ThinkingSlots::default());
        let answers = ask(&mut player, 1);
        written(&mark, 1);
        player.hurry();
        assert!(matches!(answers.recv(), Ok((1, Reply::Move(_)))));
        // The answer to a cancelled question is dropped, and the engine can answer the next one.
        let void = ask(&mut player, 2);
        written(&mark, 2);
        player.stop();
        let answers = ask(&mut player, 3);
        written(&mark, 3);
        player.hurry();
        assert!(matches!(answers.recv(), Ok((3, Reply::Move(_)))) && void.iter().next().is_none());
    }

    #[test]
    fn nobody_waits_for_one_that_does_not_greet() {
        let folder = tempfile::tempdir().expect("a folder");
        let mark = folder.path().join("mark");
        let silent = patient(&format!("printf x > '{}'; sleep 3600", mark.display()));
        let mut player = External::new("test", Some(silent), ThinkingSlots::default());
        let begun = Instant::now();
        let void = ask(&mut player, 1);
        written(&mark, 1);
        drop(player);
        // The thread drops the callback when it ends the engine.
        assert!(void.iter().next().is_none() && begun.elapsed() < Duration::from_secs(300));
    }

    #[test]
    fn the_clocks_of_all_seats_are_told_by_their_letters() {
        for game in GAMES {
            let position = game.begin(Opening::Start).expect("the start");
            let spec = position.spec();
            let clocks = crate::rules::side::BySide::from_fn(|side| Duration::from_secs(60 + side.index() as u64));
            let clock = Some((Duration::from_secs(60), Duration::from_secs(5)));
            let question = Question { ticket: 1, position, clock, clocks: Some(clocks), pace: Duration::ZERO };
            let (words, patience) = go(&engine(""), &question, Duration::ZERO);
            assert_eq!(patience, Duration::from_millis(60_400));
            let (later, patience) = go(&engine(""), &question, Duration::from_secs(9));
            assert_eq!(patience, Duration::from_millis(51_400));
            let own = |time| format!("{}time {time} ", spec.seats[0].letter);
            assert_eq!(later, words.replace(&own(60_000), &own(51_000)), "the clock has run since the question");
            for (at, seat) in spec.seats.iter().enumerate() {
                let expected = format!("{0}time {1} {0}inc 5000", seat.letter, 60_000 + 1000 * at);
                assert!(words.contains(&expected), "{words}");
            }
            let (words, patience) = go(&engine(""), &Question { clock: None, ..question }, Duration::ZERO);
            assert_eq!((words.as_str(), patience), ("movetime 1", Duration::from_millis(401)));
        }
    }
}
