//! Learns a game: plays it, trains a net on that, and keeps the net if it wins against the game without it. All of it can be
//! interrupted at any time, also by a kill, and continues as if nothing had happened.

mod effort;
mod error;
mod game_file;
mod pace;
mod plan;
mod train;
mod trial;

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use heterodox_play::files::temporary_file::TemporaryFile;
use heterodox_play::nets::{NetPlace, Progress, Stage, WorkLock};

use crate::contest::{Score, elo};
use crate::eval::net::View;
use crate::games::Registry;
use crate::games::nets::{NetFile, rules_of};
use crate::rules::variant::Variant;
use crate::task;
use crate::trainer::{self, GameLog, Making};

pub use effort::Effort;
pub use error::LearnError;
use game_file::GameFile;
use pace::Pace;
pub use plan::Wish;
pub(crate) use plan::time;
use plan::{Plan, RANDOM_PLIES};

/// How often a wish to pause is looked for.
const BEAT: Duration = Duration::from_millis(250);

/// Hears how far it is.
pub type Report<'a> = &'a (dyn Fn(&Progress) + Sync);

/// The learning of a game.
pub struct Learning<'a> {
    /// All games.
    pub games: &'a Registry,
    /// The game.
    pub game: &'static dyn Variant,
    /// Where its net is.
    pub place: NetPlace,
    /// What is wished of a learning that begins.
    pub wish: Wish,
    /// How much work it is.
    pub effort: Effort,
    /// The number of threads.
    pub threads: usize,
    /// Ends it in order.
    pub stop: &'a AtomicBool,
}

/// How it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The net has won and is kept.
    Kept(String),
    /// It has not won and is gone.
    Lost(String),
    /// It was stopped and can go on.
    Stopped,
}

/// What has come of a step.
type Done<T> = Result<Option<T>, LearnError>;

impl Learning<'_> {
    /// Learns, or goes on where it was stopped. `begun` hears the plan in words, before most of the time is spent.
    pub fn run(&self, begun: &(dyn Fn(&str) + Sync), report: Report<'_>) -> Result<Ending, LearnError> {
        let spec = self.game.spec();
        if spec.seats.len() != 2 {
            return Err(LearnError::Seats { game: spec.title, seats: spec.seats.len() });
        }
        let inputs = View::of(spec, &spec.geometry()).ok_or(LearnError::Board { game: spec.title })?.inputs();
        if inputs > usize::from(u16::MAX) {
            return Err(LearnError::Inputs { game: spec.title, inputs });
        }
        let lock = WorkLock::take(&self.place.work).map_err(|error| LearnError::file(&self.place.work, error))?;
        let lock = lock.ok_or_else(|| LearnError::running(&self.place.work))?;
        self.while_watched(&lock, || self.steps(begun, report))
    }

    /// Does the work, while a thread looks for a wish to pause.
    fn while_watched<T>(&self, lock: &WorkLock, work: impl FnOnce() -> T) -> T {
        let (done, ends) = channel::<()>();
        std::thread::scope(|scope| {
            // Without this thread, only signals stop it.
            let _ = task::spawn_scoped(scope, "pause", move || {
                while ends.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                    if lock.is_asked_to_pause() {
                        self.stop.store(true, Ordering::Relaxed);
                    }
                }
            });
            let result = work();
            drop(done);
            result
        })
    }

    fn steps(&self, begun: &(dyn Fn(&str) + Sync), report: Report<'_>) -> Result<Ending, LearnError> {
        let work = &self.place.work;
        let rules = rules_of(self.game.spec());
        if Plan::read(work)?.is_some_and(|plan| plan.rules != rules) {
            clear(work)?;
        }
        let heard = Heard { work, report, beat: self.effort.beat, last: Mutex::new(None) };
        let Some(plan) = self.played(&rules, begun, &heard)? else { return Ok(Ending::Stopped) };
        let Some(weights) = self.trained(&plan, &heard)? else { return Ok(Ending::Stopped) };
        let Some((score, won)) = self.tested(&plan, &weights, &heard)? else { return Ok(Ending::Stopped) };
        let words = result(&score);
        let ending = if won {
            let positions = plan.positions as u64;
            let game = self.game.spec().id.to_owned();
            let net = NetFile { game, rules, positions, gain: words.clone(), weights };
            write(&self.place.net, &net.written())?;
            Ending::Kept(words.clone())
        } else {
            Ending::Lost(words.clone())
        };
        clear(work)?;
        let stage = if won { Stage::Kept } else { Stage::Lost };
        heard.hear(&Progress { stage, percent: 100, left: 0, words })?;
        Ok(ending)
    }

    /// Plays until there are enough positions. The plan is made after the first games, because they show how long it takes.
    fn played(&self, rules: &str, begun: &(dyn Fn(&str) + Sync), heard: &Heard<'_>) -> Done<Plan> {
        let (file, mut known) = GameFile::open(&self.place.work, plan::MOST_POSITIONS)?;
        let mut plan = Plan::read(&self.place.work)?;
        if plan.is_none() && (known.games > 0 && known.seed != self.wish.seed) {
            clear(&self.place.work)?;
            return self.played(rules, begun, heard);
        }
        if let Some(plan) = &plan {
            begun(&plan.words(self.game.spec().title, self.threads));
        }
        let pace = Pace::new(known.positions);
        let playing =
            Mutex::new(Playing { file, known: &mut known, early: task::InOrder::from(0), failure: None, pace });
        {
            let mut playing = playing.lock().unwrap_or_else(PoisonError::into_inner);
            playing.early = task::InOrder::from(playing.known.games);
        }
        loop {
            // The first games are played on their own: then the plan is made.
            let enough = |playing: &Playing<'_>, plan: Option<&Plan>| match plan {
                Some(plan) => playing.known.positions >= plan.positions,
                None => playing.pace.is_known() || playing.known.positions >= self.wish.positions,
            };
            let first = playing.lock().unwrap_or_else(PoisonError::into_inner).known.games;
            let making = Making {
                setup: None,
                games: first..usize::MAX,
                nodes: self.effort.nodes,
                random_plies: RANDOM_PLIES,
                parallel: self.threads,
                seed: plan.as_ref().map_or(self.wish.seed, |plan| plan.seed),
            };
            let is_over = {
                let playing = playing.lock().unwrap_or_else(PoisonError::into_inner);
                enough(&playing, plan.as_ref())
            };
            if !is_over {
                trainer::make(self.games, self.game.spec().id, &making, &|number, log| {
                    let mut playing = playing.lock().unwrap_or_else(PoisonError::into_inner);
                    let goes_on = playing.take(number, log.unwrap_or_default(), making.seed, &|playing| {
                        enough(playing, plan.as_ref())
                    });
                    if let Some(plan) = &plan {
                        let progress = plan.playing(&playing.pace, playing.known.positions);
                        if let Err(error) = heard.now_and_then(&progress) {
                            playing.failure.get_or_insert(error);
                            return false;
                        }
                    }
                    goes_on && !self.stop.load(Ordering::Relaxed)
                })?;
            }
            let mut playing = playing.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(failure) = playing.failure.take() {
                return Err(failure);
            }
            if self.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if playing.has_nothing() {
                return Err(LearnError::Nothing { game: self.game.spec().title });
            }
            playing.early = task::InOrder::from(playing.known.games);
            if let Some(plan) = plan {
                return Ok(Some(plan));
            }
            let made = self.plan(rules, &playing.pace, playing.known.positions);
            made.keep(&self.place.work)?;
            begun(&made.words(self.game.spec().title, self.threads));
            plan = Some(made);
        }
    }
}

/// The games as they are played.
struct Playing<'a> {
    file: GameFile,
    known: &'a mut game_file::Known,
    /// Games that ended before one with a lower number.
    early: task::InOrder<GameLog>,
    failure: Option<LearnError>,
    pace: Pace,
}

/// When so many games had no quiet position, none will.
const BARREN: usize = 200;

impl Playing<'_> {
    fn has_nothing(&self) -> bool {
        self.known.positions == 0 && self.known.games >= BARREN
    }

    /// Takes a game, and writes those that are next. Returns whether more are needed.
    fn take(&mut self, number: usize, log: GameLog, seed: u64, enough: &dyn Fn(&Playing<'_>) -> bool) -> bool {
        self.early.add(number, log);
        while !enough(self)
            && !self.has_nothing()
            && let Some(log) = self.early.next()
        {
            if let Err(error) = self.file.add(&log, seed) {
                self.failure.get_or_insert(error);
                return false;
            }
            self.known.games += 1;
            self.known.positions += log.positions.len();
            self.pace.played(&log);
        }
        !enough(self) && !self.has_nothing()
    }
}

/// Writes the progress for others, and tells it.
struct Heard<'a> {
    work: &'a Path,
    report: Report<'a>,
    beat: Duration,
    last: Mutex<Option<(Instant, Stage)>>,
}

impl Heard<'_> {
    fn hear(&self, progress: &Progress) -> Result<(), LearnError> {
        progress.keep(self.work).map_err(|error| LearnError::file(self.work, error))?;
        (self.report)(progress);
        Ok(())
    }

    /// The same, unless it was written just now.
    fn now_and_then(&self, progress: &Progress) -> Result<(), LearnError> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|(time, stage)| stage == progress.stage && time.elapsed() < self.beat) {
            return Ok(());
        }
        *last = Some((Instant::now(), progress.stage));
        self.hear(progress)
    }
}

/// What a test has shown, in words.
fn result(score: &Score) -> String {
    let elo = elo(score);
    let [won, drawn, lost] = score.tally;
    format!(
        "Elo {:+.0} ({:+.0} to {:+.0}) in {} games: {won} won, {drawn} drawn, {lost} lost",
        elo.value, elo.least, elo.most, score.games
    )
}

/// Replaces a file as a whole.
fn write(path: &Path, bytes: &[u8]) -> Result<(), LearnError> {
    let replace = || {
        let mut temporary = TemporaryFile::beside(path)?;
        temporary.file().write_all(bytes)?;
        temporary.file().sync_all()?;
        temporary.replace(path)
    };
    replace().map_err(|error| LearnError::file(path, error))
}

/// Removes what was worked on.
fn clear(work: &Path) -> Result<(), LearnError> {
    for name in [game_file::NAME, train::NAME, train::NET, trial::NAME, plan::NAME] {
        let path = work.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(LearnError::file(&path, error)),
            _ => {}
        }
    }
    Ok(())
}
