//! The computer player: the engine on its own thread. It reports its search and answers when its time or its
//! nodes are used up, or when it is told to move at once.

use std::sync::mpsc::{Receiver, SendError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::pool::Pool;
use super::{Answer, Expected, Player, PlayerError, Question, Reply, Resources, Thought};
use crate::engine::interface::{Engine, EngineOptions, Line, NoEngine, Report, create_largest};
use crate::engine::levels;
use crate::engine::limits::{Limits, Stop};
use crate::games::Registry;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::task;

/// The number of levels; the highest level.
pub const LEVELS: u8 = levels::HIGHEST;

/// The names of the levels, the lowest first.
const NAMES: [&str; LEVELS as usize] =
    ["newcomer", "beginner", "casual", "keen", "club", "strong", "expert", "master", "champion", "full strength"];

/// The name of a level.
pub fn level_name(level: u8) -> &'static str {
    NAMES[usize::from(level.clamp(1, LEVELS)) - 1]
}

/// How each level plays, the lowest first.
const CHARACTERS: [&str; LEVELS as usize] = [
    "overlooks most threats and moves in haste",
    "takes what it sees and overlooks a lot",
    "sees simple threats and overlooks some",
    "looks a little ahead, and its judgement wavers",
    "punishes simple mistakes",
    "rarely gives a piece away",
    "sees short combinations",
    "plans well and errs little",
    "makes almost no mistakes",
    "plays as well as this machine can",
];

/// How a level plays, in one line.
pub fn level_character(level: u8) -> &'static str {
    CHARACTERS[usize::from(level.clamp(1, LEVELS)) - 1]
}

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
        self.stop.request();
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
    games: Registry,
    pool: Pool,
    jobs: Option<Sender<Job>>,
    thinking: Option<Arc<Signal>>,
}

impl Computer {
    /// A computer player of this level. With the same seed, levels with a node limit play the same moves.
    pub fn new(level: u8, seed: u64, resources: Resources, games: Registry) -> Computer {
        Computer {
            level: level.clamp(1, LEVELS),
            seed,
            resources,
            games,
            pool: Pool::default(),
            jobs: None,
            thinking: None,
        }
    }

    /// The same player, who waits for a place in this pool before it thinks.
    #[must_use]
    pub fn sharing(mut self, pool: Pool) -> Computer {
        self.pool = pool;
        self
    }

    /// Sends a job to the thread, which is started if there is none. The thread ends when its channel is closed. A
    /// job that cannot be sent is returned.
    fn give(&mut self, job: Job) -> Result<(), Job> {
        if self.jobs.is_none() {
            let (sender, jobs) = channel::<Job>();
            let (level, seed, resources) = (self.level, self.seed, self.resources);
            let (games, pool) = (self.games.clone(), self.pool.clone());
            let work = move || Seat { level, seed, resources, games, pool, engine: None }.serve(&jobs);
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
fn options(level: u8, games: &Registry, game: &str, resources: Resources) -> EngineOptions {
    let threads = if level < LEVELS { 1 } else { resources.threads };
    let all = EngineOptions { threads, ..EngineOptions::default() }.within(games, game, resources.megabytes);
    levels::options(level, games, game, all)
}

/// The limits of a search, in positions where they were a time and the resources say so. A clock goes on to count.
pub(super) fn within(limits: Limits, clock: bool, resources: Resources) -> Limits {
    match resources.positions.filter(|_| limits.nodes.is_none()) {
        Some(positions) => Limits { nodes: Some(positions), time: limits.time.filter(|_| clock), ..limits },
        None => limits,
    }
}

/// The state of the engine thread.
struct Seat {
    level: u8,
    seed: u64,
    resources: Resources,
    games: Registry,
    pool: Pool,
    engine: Option<(&'static str, Box<dyn Engine>)>,
}

impl Seat {
    fn serve(&mut self, jobs: &Receiver<Job>) {
        self.pool.yield_to_keys();
        let mut told = None;
        while let Ok(job) = jobs.recv() {
            match job {
                // An error is reported when a move is requested.
                Job::Prepare(game) => {
                    told = self.ready(game).ok().flatten();
                    if let Some((_, engine)) = &mut self.engine {
                        engine.warm_up();
                    }
                }
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

    fn create(&self, game: &str) -> Result<(Box<dyn Engine>, Option<String>), NoEngine> {
        create_largest(&self.games, game, options(self.level, &self.games, game, self.resources))
    }

    /// Creates the engine for this game, if needed. Returns a message for the user, if there is one.
    fn ready(&mut self, game: &'static str) -> Result<Option<String>, PlayerError> {
        if self.engine.as_ref().is_some_and(|&(known, _)| known == game) {
            return Ok(None);
        }
        self.engine = None;
        let created = task::contain(|| self.create(game));
        let (engine, told) = created.map_err(PlayerError::Creation)??;
        self.engine = Some((game, engine));
        Ok(told.map(|told| format!("The computer: {told}.")))
    }

    fn think(&mut self, question: Question, answer: &Answer, signal: &Signal) -> Result<(), PlayerError> {
        assert!(!self.resources.fails, "a fault was asked for");
        let begun = Instant::now();
        let Question { ticket, position, clock, pace, .. } = question;
        let Some(place) = self.pool.enter(None, || signal.wait(Duration::ZERO) != Word::Void) else {
            return Ok(());
        };
        if let Some(words) = self.ready(position.spec().id)? {
            answer(ticket, Reply::Told(words));
        }
        // The clock has run while this waited and the engine was made.
        let clock = clock.map(|(left, increment)| (left.saturating_sub(begun.elapsed()), increment));
        let Some((_, engine)) = &mut self.engine else { return Ok(()) };
        let limits =
            levels::of_seat(self.level, engine.skills(), position.as_ref(), clock, self.resources.think, self.seed);
        let limits = within(limits, clock.is_some(), self.resources);
        let mut tell = |thought| {
            if signal.wait(Duration::ZERO) != Word::Void {
                answer(ticket, Reply::Thought(thought));
            }
        };
        let best = look(engine.as_mut(), position.as_ref(), &limits, &signal.stop, &mut tell);
        drop(place);
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
mod tests;
