//! The computer at the board: the engine on a thread of its own, that tells what it thinks and
//! answers when its time, its positions or somebody's patience are used up.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::{Answer, Expected, Player, Question, Reply, Resources, Thought};
use crate::engine::levels;
use crate::engine::limits::{Limits, Stop};
use crate::engine::thinker::{Line, Means, Report, Thinker, hire};
use crate::rules::position::Position;

/// The highest level.
pub const LEVELS: u8 = levels::HIGHEST;

/// How long a move takes at least, so that people see it come.
pub const PACE: Duration = Duration::from_millis(250);

/// What it thinks is told no more often than this: whoever watches reads no faster.
const TELLING: Duration = Duration::from_millis(120);

/// How many moves of a line are told.
const TOLD_MOVES: usize = 8;

/// How somebody who is thinking is told to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    /// Go on.
    On,
    /// Answer now.
    Hurry,
    /// Nobody wants the answer any more.
    Void,
}

/// What a thinking thread looks at.
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

    /// Waits this long, or until a word is said.
    fn wait(&self, time: Duration) -> Word {
        let word = self.word.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.said.wait_timeout_while(word, time, |word| *word == Word::On);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// A move, as a level plays.
    Play(u8),
    /// The best lines, so many, until it is told to end.
    Analyse(usize),
}

struct Job {
    question: Question,
    answer: Answer,
    signal: Arc<Signal>,
    task: Task,
}

/// The computer.
#[derive(Debug)]
pub struct Computer {
    task: Task,
    seed: u64,
    resources: Resources,
    jobs: Option<Sender<Job>>,
    thinking: Option<Arc<Signal>>,
}

impl Computer {
    /// A computer that plays as this level; the same seed plays the same moves at levels that go by
    /// positions.
    pub fn new(level: u8, seed: u64, resources: Resources) -> Computer {
        let task = Task::Play(level.clamp(1, LEVELS));
        Computer { task, seed, resources, jobs: None, thinking: None }
    }

    /// One that looks for the best lines, so many, until it is told to stop.
    pub fn analyst(lines: usize, resources: Resources) -> Computer {
        Computer { task: Task::Analyse(lines), seed: 0, resources, jobs: None, thinking: None }
    }

    /// The thread, begun with the first question. It ends when nobody can ask any more.
    fn begin(&mut self) {
        let (sender, jobs) = channel::<Job>();
        let (resources, seed, task) = (self.resources, self.seed, self.task);
        let work = move || {
            let mut thinker: Option<(&str, Box<dyn Thinker>)> = None;
            while let Ok(job) = jobs.recv() {
                let game = job.question.position.spec().id;
                if thinker.as_ref().is_none_or(|&(known, _)| known != game) {
                    thinker = hire(game, means(task, resources)).map(|hired| (game, hired));
                }
                if let Some((_, thinker)) = &mut thinker {
                    think(thinker.as_mut(), job, seed, resources);
                }
            }
        };
        // Without a thread there is no answer; the person can still undo, wait or leave.
        if thread::Builder::new().name("computer".to_owned()).spawn(work).is_ok() {
            self.jobs = Some(sender);
        }
    }
}

fn means(task: Task, resources: Resources) -> Means {
    let threads = match task {
        Task::Play(level) => levels::threads(level, resources.threads),
        Task::Analyse(_) => resources.threads,
    };
    // Whoever looks at few positions needs no large table.
    let megabytes = if task == Task::Play(LEVELS) || threads > 1 { resources.megabytes } else { 8 };
    Means { threads, megabytes: megabytes.min(resources.megabytes), ..Means::default() }
}

fn think(thinker: &mut dyn Thinker, job: Job, seed: u64, resources: Resources) {
    let Job { question: Question { ticket, position, clock, pace, .. }, answer, signal, task } = job;
    let begun = Instant::now();
    let limits = match task {
        Task::Play(level) => {
            let played = position.acts().len();
            let limits = levels::limits(level, position.spec(), played, clock, resources.think, seed);
            let depth = (position.legal().len() == 1).then_some(Limits::ONLY_MOVE);
            Limits { depth, ..limits }
        }
        Task::Analyse(lines) => Limits { lines, ..Limits::default() },
    };
    let mut told: Option<Instant> = None;
    let mut last = None;
    let best = thinker.think(position.as_ref(), &limits, &signal.stop, &mut |report| {
        if told.is_none_or(|told| told.elapsed() >= TELLING) {
            told = Some(Instant::now());
            last = None;
            answer(ticket, Reply::Thought(thought(report, position.as_ref())));
        } else {
            last = Some(report.clone());
        }
    });
    if let Some(report) = last
        && signal.wait(Duration::ZERO) != Word::Void
    {
        answer(ticket, Reply::Thought(thought(&report, position.as_ref())));
    }
    let Some(best) = best else { return };
    if matches!(task, Task::Play(_)) && signal.wait(pace.saturating_sub(begun.elapsed())) != Word::Void {
        answer(ticket, Reply::Move(best));
    }
}

/// What a search tells, in words of the game.
fn thought(report: &Report, position: &dyn Position) -> Thought {
    let expected = |line: &Line| {
        let mut next = position.fork();
        let mut moves = Vec::new();
        for &mv in line.moves.iter().take(TOLD_MOVES) {
            // The table may have given a move that is not one here.
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
    fn ask(&mut self, question: Question, answer: Answer) {
        self.stop();
        if self.jobs.is_none() {
            self.begin();
        }
        let signal = Arc::new(Signal::new());
        self.thinking = Some(Arc::clone(&signal));
        if let Some(jobs) = &self.jobs {
            let _ = jobs.send(Job { question, answer, signal, task: self.task });
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
    use crate::rules::mv::Move;
    use crate::rules::variant::Opening;
    use std::sync::mpsc::Receiver;

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
        let resources = Resources { think: Duration::from_secs(600), threads: 2, megabytes: 1 };
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
        // One Pawn can move, the other stands before its like.
        let text = "8/8/8/p6p/7P/P7/8/7n w - - 0 1";
        let position = GAMES.iter().find_map(|game| game.begin(Opening::Fen(text)).ok()).expect("a position");
        let [only] = position.legal()[..] else { panic!("{:?}", position.legal()) };
        let resources = Resources { think: Duration::from_secs(3600), ..Resources::default() };
        let mut computer = Computer::new(LEVELS, 1, resources);
        assert_eq!(moved(&ask(&mut computer, 3, position, 0)), Some((3, only)));
    }

    #[test]
    fn an_analyst_tells_several_lines_until_it_is_stopped() {
        let mut computer = Computer::analyst(3, Resources { threads: 1, ..Resources::default() });
        let answers = ask(&mut computer, 5, GAMES[0].begin(Opening::Start).expect("the start"), 0);
        let told = answers.iter().find_map(|(_, reply)| match reply {
            Reply::Thought(thought) if thought.depth >= 2 => Some(thought),
            _ => None,
        });
        let told = told.expect("a thought");
        assert_eq!(told.lines.len(), 3);
        assert!(told.lines.iter().all(|line| !line.moves.is_empty()));
        computer.stop();
        assert_eq!(moved(&answers), None, "it plays nothing");
    }
}
