//! The computer player: the engine on its own thread. It reports its search and answers when its time or its
//! nodes are used up, or when it is told to move at once.

use std::sync::mpsc::{Receiver, SendError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{Answer, Expected, Player, PlayerError, Question, Reply, Resources, Thought};
use crate::engine::interface::{Engine, EngineOptions, Line, Report, create_largest};
use crate::engine::levels;
use crate::engine::limits::{Limits, Stop};
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::task;

/// The number of levels; the highest level.
pub const LEVELS: u8 = levels::HIGHEST;

/// Minimum time per move, so that people can follow.
pub const PACE: Duration = Duration::from_millis(250);

/// Minimum time between two progress reports: people do not read faster.
const TELLING: Duration = Duration::from_millis(120);

/// The number of moves of a line in a report.
const TOLD_MOVES: usize = 8;

/// A command to a running search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    /// Continue.
    On,
    /// Answer immediately.
    Hurry,
    /// The question is cancelled.
    Void,
}

/// The signal that a running search checks.
#[derive(Debug)]
struct Signal {
    stop: Stop,
    word: Mutex<Word>,
    said: Condvar,
}

impl Signal {
    fn new() -> Signal {
        Signal { stop: Stop::default(), word: Mutex::new(Word::On), said: Condvar::new() }
    }

    fn say(&self, word: Word) {
        let mut now = self.word.lock().unwrap_or_else(PoisonError::into_inner);
        if *now != Word::Void {
            *now = word;
        }
        drop(now);
        self.stop.say();
        self.said.notify_all();
    }

    /// Waits for this time, or until a command is given.
    fn wait(&self, time: Duration) -> Word {
        let word = self.word.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.said.wait_timeout_while(word, time, |word| *word == Word::On);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

enum Job {
    /// Create the engine for this game.
    Prepare(&'static str),
    Answer(Box<(Question, Answer, Arc<Signal>)>),
}

/// A computer player.
#[derive(Debug)]
pub struct Computer {
    level: u8,
    seed: u64,
    resources: Resources,
    jobs: Option<Sender<Job>>,
    thinking: Option<Arc<Signal>>,
}

impl Computer {
    /// A computer player of this level. With the same seed, levels with a node limit play the same moves.
    pub fn new(level: u8, seed: u64, resources: Resources) -> Computer {
        Computer { level: level.clamp(1, LEVELS), seed, resources, jobs: None, thinking: None }
    }

    /// Sends a job to the thread, which is started if there is none. The thread ends when its channel is closed. A
    /// job that cannot be sent is returned.
    fn give(&mut self, job: Job) -> Result<(), Job> {
        if self.jobs.is_none() {
            let (sender, jobs) = channel::<Job>();
            let (level, seed, resources) = (self.level, self.seed, self.resources);
            let work = move || Seat { level, seed, resources, engine: None }.serve(&jobs);
            self.jobs = task::spawn("computer", work).ok().map(|_| sender);
        }
        let Some(jobs) = &self.jobs else { return Err(job) };
        jobs.send(job).map_err(|SendError(job)| {
            self.jobs = None;
            job
        })
    }
}

/// The engine options of a level for a game.
fn options(level: u8, game: &str, resources: Resources) -> EngineOptions {
    let threads = if level < LEVELS { 1 } else { resources.threads };
    let all = EngineOptions { threads, ..EngineOptions::default() }.within(game, resources.megabytes);
    levels::options(level, all)
}

/// The state of the engine thread.
struct Seat {
    level: u8,
    seed: u64,
    resources: Resources,
    engine: Option<(&'static str, Box<dyn Engine>)>,
}

impl Seat {
    fn serve(&mut self, jobs: &Receiver<Job>) {
        let mut told = None;
        while let Ok(job) = jobs.recv() {
            match job {
                // An error is reported when a move is requested.
                Job::Prepare(game) => told = self.ready(game).ok().flatten(),
                Job::Answer(asked) => {
                    let (question, answer, signal) = *asked;
                    let ticket = question.ticket;
                    if let Some(words) = told.take() {
                        answer(ticket, Reply::Told(words));
                    }
                    // A question that is already cancelled is skipped.
                    if signal.wait(Duration::ZERO) == Word::Void {
                        continue;
                    }
                    let done = task::contain(|| self.think(question, &answer, &signal));
                    let failed = match done {
                        Ok(Ok(())) => continue,
                        Ok(Err(why)) => why,
                        Err(panic) => {
                            // After a panic the engine is dropped; the next question creates a new one.
                            self.engine = None;
                            PlayerError::Search(panic)
                        }
                    };
                    if signal.wait(Duration::ZERO) != Word::Void {
                        answer(ticket, Reply::Failed(PlayerError::Computer(Box::new(failed)), false));
                    }
                }
            }
        }
    }

    /// Creates the engine for this game, if needed. Returns a message for the user, if there is one.
    fn ready(&mut self, game: &'static str) -> Result<Option<String>, PlayerError> {
        if self.engine.as_ref().is_some_and(|&(known, _)| known == game) {
            return Ok(None);
        }
        self.engine = None;
        let created = task::contain(|| create_largest(game, options(self.level, game, self.resources)));
        let (engine, told) = created.map_err(PlayerError::Creation)??;
        self.engine = Some((game, engine));
        Ok(told.map(|told| format!("The computer: {told}.")))
    }

    fn think(&mut self, question: Question, answer: &Answer, signal: &Signal) -> Result<(), PlayerError> {
        assert!(!self.resources.fails, "a fault was asked for");
        let begun = Instant::now();
        let Question { ticket, position, clock, pace, .. } = question;
        if let Some(words) = self.ready(position.spec().id)? {
            answer(ticket, Reply::Told(words));
        }
        let Some((_, engine)) = &mut self.engine else { return Ok(()) };
        let limits =
            levels::of_seat(self.level, engine.skills(), position.as_ref(), clock, self.resources.think, self.seed);
        let mut tell = |thought| {
            if signal.wait(Duration::ZERO) != Word::Void {
                answer(ticket, Reply::Thought(thought));
            }
        };
        let best = look(engine.as_mut(), position.as_ref(), &limits, &signal.stop, &mut tell);
        if let Some(best) = best
            && signal.wait(pace.saturating_sub(begun.elapsed())) != Word::Void
        {
            answer(ticket, Reply::Move(best));
        }
        Ok(())
    }
}

/// Searches for the best move and reports the search from time to time, and at its end.
pub(super) fn look(
    engine: &mut dyn Engine,
    position: &dyn Position,
    limits: &Limits,
    stop: &Stop,
    tell: &mut dyn FnMut(Thought),
) -> Option<Move> {
    let mut told: Option<Instant> = None;
    let mut last = None;
    let best = engine.think(position, limits, stop, &mut |report| {
        if told.is_none_or(|told| told.elapsed() >= TELLING) {
            told = Some(Instant::now());
            last = None;
            tell(thought(report, position));
        } else {
            last = Some(report.clone());
        }
    });
    if let Some(report) = last {
        tell(thought(&report, position));
    }
    best
}

/// A search report in the notation of the game.
fn thought(report: &Report, position: &dyn Position) -> Thought {
    let expected = |line: &Line| {
        let mut next = position.fork();
        let mut moves = Vec::new();
        for &mv in line.moves.iter().take(TOLD_MOVES) {
            // A hash collision in the transposition table may have given an illegal move.
            if !next.legal().contains(&mv) {
                break;
            }
            moves.push(next.display(mv));
            if next.play(mv).is_err() {
                break;
            }
        }
        Expected { score: line.score, seats: line.seats, moves }
    };
    Thought {
        depth: report.depth,
        lines: report.lines.iter().map(expected).collect(),
        nodes: report.nodes,
        time: report.time,
    }
}

impl Player for Computer {
    fn prepare(&mut self, position: &dyn Position) {
        // An error is ignored: the thread may start when a move is requested.
        let _ = self.give(Job::Prepare(position.spec().id));
    }

    fn ask(&mut self, question: Question, answer: Answer) {
        self.stop();
        let signal = Arc::new(Signal::new());
        self.thinking = Some(Arc::clone(&signal));
        if let Err(Job::Answer(refused)) = self.give(Job::Answer(Box::new((question, answer, signal)))) {
            let (question, answer, _) = *refused;
            let failed = PlayerError::Computer(Box::new(PlayerError::NoThread { why: None }));
            answer(question.ticket, Reply::Failed(failed, false));
        }
    }

    fn stop(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.say(Word::Void);
        }
    }

    fn hurry(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.say(Word::Hurry);
        }
    }
}

impl Drop for Computer {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;
    use std::thread;

    fn ask(computer: &mut Computer, ticket: u64, position: Box<dyn Position>, pace: u64) -> Receiver<(u64, Reply)> {
        let (sender, answers) = channel();
        let answer = move |ticket, reply| {
            let _ = sender.send((ticket, reply));
        };
        let pace = Duration::from_millis(pace);
        computer.ask(Question { ticket, position, clock: None, clocks: None, pace }, Box::new(answer));
        answers
    }

    fn moved(answers: &Receiver<(u64, Reply)>) -> Option<(u64, Move)> {
        answers.iter().find_map(|(ticket, reply)| match reply {
            Reply::Move(mv) => Some((ticket, mv)),
            _ => None,
        })
    }

    #[test]
    fn moves_are_legal_and_the_same_for_the_same_seed() {
        for game in GAMES {
            let mut computers = [2, 2].map(|level| Computer::new(level, 7, Resources::default()));
            let mut position = game.begin(Opening::Start).expect("the start");
            for ply in 0..16 {
                let answers = computers
                    .each_mut()
                    .map(|computer| moved(&ask(computer, ply, position.fork(), 0)).expect("a move"));
                assert_eq!(answers[0], answers[1], "{} at {ply}", game.spec().id);
                position.play(answers[0].1).unwrap_or_else(|error| panic!("{} at {ply}: {error}", game.spec().id));
            }
        }
    }

    #[test]
    fn it_stops_and_hurries() {
        let position = || GAMES[0].begin(Opening::Start).expect("the start");
        let resources = Resources { think: Duration::from_secs(600), threads: 2, megabytes: 1, fails: false };
        let mut computer = Computer::new(LEVELS, 1, resources);
        let void = ask(&mut computer, 1, position(), 600_000);
        computer.stop();
        let answers = ask(&mut computer, 2, position(), 600_000);
        computer.hurry();
        assert_eq!(moved(&answers).map(|(ticket, _)| ticket), Some(2));
        assert_eq!(moved(&void), None);
    }

    #[test]
    fn an_only_move_is_not_waited_for() {
        // One Pawn can move, the other is blocked by a Pawn.
        let text = "8/8/8/p6p/7P/P7/8/7n w - - 0 1";
        let position = GAMES.iter().find_map(|game| game.begin(Opening::Fen(text)).ok()).expect("a position");
        let [only] = position.legal()[..] else { panic!("{:?}", position.legal()) };
        let resources = Resources { think: Duration::from_secs(3600), ..Resources::default() };
        let mut computer = Computer::new(LEVELS, 1, resources);
        assert_eq!(moved(&ask(&mut computer, 3, position, 0)), Some((3, only)));
    }

    #[test]
    fn a_panic_is_told_and_the_next_question_answered() {
        let position = || GAMES[0].begin(Opening::Start).expect("the start");
        let mut computer = Computer::new(2, 1, Resources { fails: true, ..Resources::default() });
        for ticket in 1..4 {
            let told = ask(&mut computer, ticket, position(), 0).iter().last();
            let Some((at, Reply::Failed(why, false))) = told else { panic!("{told:?}") };
            assert!(at == ticket && why.to_string().contains("a fault was asked for"), "{why}");
        }
    }

    #[test]
    fn without_memory_a_smaller_table_is_used_and_that_is_told() {
        let position = GAMES[0].begin(Opening::Start).expect("the start");
        let resources = Resources { think: Duration::from_millis(20), megabytes: 1 << 30, ..Resources::default() };
        let mut computer = Computer::new(LEVELS, 1, resources);
        let told: Vec<Reply> = ask(&mut computer, 1, position, 0).iter().map(|(_, reply)| reply).collect();
        assert!(matches!(&told[0], Reply::Told(words) if words.contains("not enough memory")), "{told:?}");
        assert!(matches!(told.last(), Some(Reply::Move(_))), "{told:?}");
    }

    /// The move that the UCI protocol plays at a level after this `position` command.
    fn by_protocol(game: &str, level: u8, seed: u64, line: &str) -> String {
        use crate::engine::uci::{Output, Uci};
        let heard: Arc<Mutex<Vec<u8>>> = Arc::default();
        let out: Output = Arc::clone(&heard) as Output;
        let mut uci = Uci::new(out);
        for line in [
            &format!("setoption name UCI_Variant value {game}"),
            &format!("setoption name Level value {level}"),
            &format!("setoption name Seed value {seed}"),
            line,
            "go depth 99",
        ] {
            uci.line(line).expect("it listens");
        }
        let end = Instant::now() + Duration::from_secs(120);
        loop {
            let text = String::from_utf8_lossy(&heard.lock().expect("no panic")).into_owned();
            if let Some((_, told)) = text.split_once("bestmove ") {
                return told.split_whitespace().next().expect("a move").to_owned();
            }
            assert!(Instant::now() < end, "{text}");
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn the_protocol_plays_as_the_seat_of_a_level_does() {
        // A nearly won position is searched with more nodes and no errors.
        let armies = "9/9/9/9/9/9/9/9/rR8|9/9/9/9/9/9/9/9/rK8|8gK/9/9/9/9/9/9/9/9 r rg - 0 9";
        for game in GAMES {
            let id = game.spec().id;
            let ends = (id == "armies").then_some(armies);
            for (level, fen) in [(2, None), (4, None), (1, ends)] {
                let mut computer = Computer::new(level, 7, Resources::default());
                let opening = fen.map_or(Opening::Start, Opening::Fen);
                let Ok(mut position) = game.begin(opening) else { continue };
                let mut line =
                    fen.map_or("position startpos moves".to_owned(), |fen| format!("position fen {fen} moves"));
                for ply in 0..6 {
                    if position.outcome().is_some() {
                        break;
                    }
                    let (_, mv) = moved(&ask(&mut computer, ply, position.fork(), 0)).expect("a move");
                    let text = position.machine(mv);
                    // A new computer for each move: the protocol has no tables of the previous search either.
                    computer = Computer::new(level, 7, Resources::default());
                    assert_eq!(by_protocol(id, level, 7, &line), text, "{id} at level {level}: {line}");
                    line = format!("{line} {text}");
                    position.play(mv).expect("it is legal");
                }
            }
        }
    }
}
