//! The computer player: the engine on a thread of the pool. It reports its search and answers when its time or its
//! nodes are used up, or when it is told to move at once.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::thinking_slots::{Need, Place, Queued, Rests, ThinkingSlots};
use super::{Answer, Expected, Player, PlayerError, Question, Reply, Resources, Thought};
use crate::engine::interface::{Engine, EngineOptions, Line, NoEngine, Report, create_largest};
use crate::engine::levels;
use crate::engine::limits::{Limits, Stop};
use crate::engine::makers::maker;
use crate::games::Registry;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::spec::Spec;
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

/// Minimum time between two progress reports: people do not read faster.
const TELLING: Duration = Duration::from_millis(120);

/// The number of moves of a line in a report.
const TOLD_MOVES: usize = 8;

/// The signal that a running search checks.
#[derive(Debug, Default)]
struct Signal {
    /// Answer immediately.
    stop: Stop,
    /// The question is cancelled.
    void: AtomicBool,
}

impl Signal {
    fn cancel(&self) {
        self.void.store(true, Ordering::SeqCst);
        self.stop.request();
    }

    fn is_void(&self) -> bool {
        self.void.load(Ordering::SeqCst)
    }
}

/// A question, until a thread takes it or there is none.
type Asked = Arc<Mutex<Option<(Question, Answer)>>>;

/// A computer player. It has a thread only while it thinks.
#[derive(Debug)]
pub(crate) struct Computer {
    pool: ThinkingSlots,
    level: u8,
    resources: Resources,
    games: Registry,
    seat: Arc<Mutex<Seat>>,
    thinking: Option<(Arc<Signal>, Queued)>,
}

impl Computer {
    /// A computer player of this level. With the same seed, levels with a node limit play the same moves.
    pub(crate) fn new(level: u8, seed: u64, resources: Resources, games: Registry) -> Computer {
        let level = level.clamp(1, LEVELS);
        let seat = Seat { level, seed, resources, games: games.clone(), engine: None, warning: None };
        let (pool, seat) = (ThinkingSlots::default(), Arc::new(Mutex::new(seat)));
        Computer { pool, level, resources, games, seat, thinking: None }
    }

    /// The same player, who waits for a place in this pool before it thinks.
    #[must_use]
    pub(crate) fn sharing(mut self, pool: ThinkingSlots) -> Computer {
        self.pool = pool;
        self
    }

    /// What a search of this game needs. The seat is not asked, because a search that was cancelled may still hold it.
    fn need(&self, game: &'static Spec) -> Need {
        let options = options(self.level, &self.games, game, self.resources);
        let engine = Some(Arc::clone(&self.seat) as Arc<dyn Rests>);
        Need { megabytes: megabytes(&self.games, game, options), engine }
    }
}

/// The engine options of a level for a game.
fn options(level: u8, games: &Registry, game: &'static Spec, resources: Resources) -> EngineOptions {
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

/// The engine with what it plays by.
struct Seat {
    level: u8,
    seed: u64,
    resources: Resources,
    games: Registry,
    engine: Option<(&'static Spec, Box<dyn Engine>)>,
    /// A message for the user that is told with the next question.
    warning: Option<String>,
}

impl fmt::Debug for Seat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Seat(level {})", self.level)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Rests for Mutex<Seat> {
    fn free(&self) {
        if let Ok(mut seat) = self.try_lock() {
            seat.engine = None;
        }
    }

    fn is_there(&self) -> bool {
        self.try_lock().map_or(true, |seat| seat.engine.is_some())
    }
}

/// The most megabytes that an engine with these options reserves.
pub(super) fn megabytes(games: &Registry, game: &'static Spec, options: EngineOptions) -> usize {
    let bytes = maker(games, game).map_or(0, |maker| maker.needs().total(&options));
    bytes.div_ceil(1 << 20)
}

impl Seat {
    /// Creates the engine for a game before the first question.
    fn prepare(&mut self, game: &'static Spec) {
        // An error is reported when a move is requested.
        self.warning = self.ready(game).ok().flatten();
        if let Some((_, engine)) = &mut self.engine {
            engine.warm_up();
        }
    }

    /// Answers a question, unless it is cancelled meanwhile. With the time when it was asked, if its clock runs since then.
    fn answer(&mut self, (question, asked): (Question, Option<Instant>), answer: &Answer, signal: &Signal) {
        let ticket = question.ticket;
        if let Some(words) = self.warning.take() {
            answer(ticket, Reply::Told(words));
        }
        if signal.is_void() {
            return;
        }
        let done = task::contain(|| self.think(question, asked, answer, signal));
        let failed = match done {
            Ok(Ok(())) => return,
            Ok(Err(why)) => why,
            Err(panic) => {
                // After a panic the engine is dropped; the next question creates a new one.
                self.engine = None;
                PlayerError::Search(panic)
            }
        };
        if !signal.is_void() {
            answer(ticket, Reply::Failed(PlayerError::Computer(Box::new(failed)), false));
        }
    }

    fn create(&self, game: &'static Spec) -> Result<(Box<dyn Engine>, Option<String>), NoEngine> {
        create_largest(&self.games, game, options(self.level, &self.games, game, self.resources))
    }

    /// Creates the engine for this game, if needed. Returns a message for the user, if there is one.
    fn ready(&mut self, game: &'static Spec) -> Result<Option<String>, PlayerError> {
        if self.engine.as_ref().is_some_and(|&(known, _)| std::ptr::eq(known, game)) {
            return Ok(None);
        }
        self.engine = None;
        let created = task::contain(|| self.create(game));
        let (engine, warning) = created.map_err(PlayerError::Creation)??;
        self.engine = Some((game, engine));
        Ok(warning.map(|warning| format!("The computer: {warning}.")))
    }

    fn think(
        &mut self,
        question: Question,
        asked: Option<Instant>,
        answer: &Answer,
        signal: &Signal,
    ) -> Result<(), PlayerError> {
        self.resources.fault.reach();
        let Question { ticket, position, clock, .. } = question;
        if let Some(words) = self.ready(position.spec())? {
            answer(ticket, Reply::Told(words));
        }
        // Who has waited for a place has used no time. Otherwise the clock has run while the engine was made.
        let used = asked.map_or(Duration::ZERO, |asked| asked.elapsed());
        let clock = clock.map(|(left, increment)| (left.saturating_sub(used), increment));
        if asked.is_none() && !signal.is_void() {
            answer(ticket, Reply::Begins);
        }
        let Some((_, engine)) = &mut self.engine else { return Ok(()) };
        let limits =
            levels::of_seat(self.level, engine.skills(), position.as_ref(), clock, self.resources.think, self.seed);
        let limits = within(limits, clock.is_some(), self.resources);
        let mut tell = |thought| {
            if !signal.is_void() {
                answer(ticket, Reply::Thought(thought));
            }
        };
        let best = look(engine.as_mut(), position.as_ref(), &limits, &signal.stop, &mut tell);
        if let Some(best) = best.filter(|_| !signal.is_void()) {
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
    let mut reported: Option<Instant> = None;
    let mut last = None;
    let best = engine.think(position, limits, stop, &mut |report| {
        if reported.is_none_or(|reported| reported.elapsed() >= TELLING) {
            reported = Some(Instant::now());
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
        // Where places are shared, there is no engine before there is a place for its first search.
        if !self.pool.is_shared() {
            let (seat, game) = (Arc::clone(&self.seat), position.spec());
            // An error is ignored: the thread may start when a move is requested.
            let _ = self.pool.run(Need::default(), Box::new(move |_| lock(&seat).prepare(game)));
        }
    }

    fn waits(&self) -> bool {
        self.pool.is_shared()
    }

    fn ask(&mut self, question: Question, answer: Answer) {
        self.stop();
        let (seat, signal) = (Arc::clone(&self.seat), Arc::new(Signal::default()));
        let need = self.need(question.position.spec());
        let asked: Asked = Arc::new(Mutex::new(Some((question, answer))));
        let (theirs, own) = (Arc::clone(&asked), Arc::clone(&signal));
        let now = (!self.waits()).then(Instant::now);
        let work = move |_place: Place| {
            let asked = lock(&theirs).take();
            if let Some((question, answer)) = asked {
                lock(&seat).answer((question, now), &answer, &own);
            }
        };
        if let Ok(queued) = self.pool.run(need, Box::new(work)) {
            self.thinking = Some((signal, queued));
            return;
        }
        let refused = lock(&asked).take();
        if let Some((question, answer)) = refused {
            let failed = PlayerError::Computer(Box::new(PlayerError::NoThread { why: None }));
            answer(question.ticket, Reply::Failed(failed, false));
        }
    }

    fn stop(&mut self) {
        if let Some((signal, queued)) = self.thinking.take() {
            signal.cancel();
            queued.cancel();
        }
    }

    fn hurry(&mut self) {
        if let Some((signal, _)) = &self.thinking {
            signal.stop.request();
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
