//! The engine as an assistant: hints, analysis of a position, review of a game. One thread and one engine serve all
//! requests, so there is only one transposition table. Requests never block: a new request replaces the previous
//! one of its kind, which is stopped; a request replaced before it starts costs nothing.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::computer::{LEVELS, look, megabytes, within};
use super::thinking_slots::{Need, Rests, ThinkingSlots};
use super::{PlayerError, Reply, Resources};
use crate::engine::interface::{Engine, EngineOptions, create_largest};
use crate::engine::levels;
use crate::engine::limits::{Limits, Stop};
use crate::games::Registry;
use crate::rules::position::Position;
use crate::rules::spec::Spec;
use crate::task;

/// The engine is dropped after this time without a request.
const IDLE: Duration = Duration::from_secs(20);

/// The kinds of requests in order of priority. A check or a hint runs before a review, and all run before the analysis,
/// which they interrupt and which resumes afterwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum JobKind {
    /// A look at a move that waits for it.
    Check,
    /// A hint: one move, soon.
    Hint,
    /// The review of a whole game.
    Survey,
    /// The best lines of a position, until they are no longer needed.
    Analysis,
}

const ERRANDS: usize = 4;

/// A task for the engine. It ends soon after it is stopped, and may be called again to continue.
pub(crate) type Work = Box<dyn FnMut(&mut dyn Engine, &Stop) + Send>;

/// A callback that receives an error.
pub(crate) type Complaint = Box<dyn FnOnce(PlayerError) + Send>;

/// A request.
pub struct Request {
    /// Its kind.
    pub kind: JobKind,
    /// The game.
    pub game: &'static Spec,
    /// The resources it may use.
    pub resources: Resources,
    /// The task.
    pub work: Work,
    /// Called when the task has failed; it is not continued then.
    pub failed: Complaint,
}

struct Waiting {
    number: u64,
    request: Request,
}

/// The running request.
struct Running {
    number: u64,
    kind: JobKind,
    stop: Arc<Stop>,
    /// The request is cancelled; a request that is only stopped resumes later.
    void: bool,
}

#[derive(Default)]
struct Desk {
    waiting: [Option<Waiting>; ERRANDS],
    running: Option<Running>,
    numbers: u64,
    /// Is the thread running?
    served: bool,
    closed: bool,
}

impl Desk {
    /// Stops the running request if it matches; `void` cancels it.
    fn stop(&mut self, void: bool, meant: impl Fn(&Running) -> bool) {
        if let Some(running) = self.running.as_mut().filter(|running| meant(running)) {
            running.void |= void;
            running.stop.request();
        }
    }
}

#[derive(Default)]
struct Office {
    games: Registry,
    pool: ThinkingSlots,
    desk: Mutex<Desk>,
    called: Condvar,
    /// The number of engines, for tests: never more than one.
    engines: Arc<AtomicUsize>,
    most_engines: AtomicUsize,
}

impl Office {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A handle to send requests. The default knows the built-in games.
#[derive(Clone, Default)]
pub struct Assistant(Arc<Door>);

/// Ends the thread when the last handle is dropped.
#[derive(Default)]
struct Door(Arc<Office>);

impl Drop for Door {
    fn drop(&mut self) {
        let mut desk = self.0.desk();
        desk.closed = true;
        desk.stop(true, |_| true);
        let unanswered = std::mem::take(&mut desk.waiting);
        drop(desk);
        self.0.called.notify_all();
        drop(unanswered);
    }
}

/// A pending request. Dropping it cancels the request.
pub struct Asked {
    office: Arc<Office>,
    number: u64,
    kind: JobKind,
}

impl Drop for Asked {
    fn drop(&mut self) {
        let mut desk = self.office.desk();
        let unwanted = desk.waiting[self.kind as usize].take_if(|waiting| waiting.number == self.number);
        desk.stop(true, |running| running.number == self.number);
        drop(desk);
        drop(unwanted);
    }
}

impl Assistant {
    /// An assistant for these games.
    pub fn new(games: Registry) -> Assistant {
        Assistant::sharing(games, ThinkingSlots::default())
    }

    /// An assistant that waits for a place in this pool before it works.
    pub fn sharing(games: Registry, pool: ThinkingSlots) -> Assistant {
        Assistant(Arc::new(Door(Arc::new(Office { games, pool, ..Office::default() }))))
    }

    /// Sends a request. It cancels the previous request of the same kind.
    pub fn ask(&self, request: Request) -> Asked {
        let Assistant(door) = self;
        let office = &door.0;
        let kind = request.kind;
        let mut desk = office.desk();
        desk.numbers += 1;
        let number = desk.numbers;
        desk.stop(true, |running| running.kind == kind);
        desk.stop(false, |running| running.kind == JobKind::Analysis);
        let replaced = desk.waiting[kind as usize].replace(Waiting { number, request });
        let mut started = Ok(());
        if !desk.served {
            let theirs = Arc::clone(office);
            started = task::spawn("assistant", move || Clerk { office: theirs, engine: Arc::default() }.serve())
                .map(|_| ());
            desk.served = started.is_ok();
        }
        let refused = if started.is_err() { desk.waiting[kind as usize].take() } else { None };
        drop(desk);
        drop(replaced);
        office.called.notify_all();
        if let (Some(Waiting { request, .. }), Err(error)) = (refused, started) {
            (request.failed)(PlayerError::NoThread { why: Some(error.to_string()) });
        }
        Asked { office: Arc::clone(office), number, kind }
    }

    /// Requests a hint: the move that the highest level would play here.
    pub fn hint(
        &self,
        position: Box<dyn Position>,
        resources: Resources,
        tell: impl Fn(Reply) + Clone + Send + 'static,
    ) -> Asked {
        let failed = complain(&tell);
        let game = position.spec();
        let work = move |engine: &mut dyn Engine, stop: &Stop| {
            let limits = levels::of_seat(LEVELS, engine.skills(), position.as_ref(), None, resources.think, 1);
            let limits = within(limits, false, resources);
            let best = look(engine, position.as_ref(), &limits, stop, &mut |_| ());
            if let Some(best) = best.filter(|_| !stop.is_requested()) {
                tell(Reply::Move(best));
            }
        };
        self.ask(Request { kind: JobKind::Hint, game, resources, work: Box::new(work), failed })
    }

    /// Requests the analysis of a position with `lines` principal variations, until the result is dropped.
    pub fn analyse(
        &self,
        position: Box<dyn Position>,
        lines: usize,
        resources: Resources,
        tell: impl Fn(Reply) + Clone + Send + 'static,
    ) -> Asked {
        let failed = complain(&tell);
        let game = position.spec();
        let work = move |engine: &mut dyn Engine, stop: &Stop| {
            let limits = within(Limits { lines, ..Limits::default() }, false, resources);
            look(engine, position.as_ref(), &limits, stop, &mut |thought| {
                if !stop.is_requested() {
                    tell(Reply::Thought(thought));
                }
            });
        };
        self.ask(Request { kind: JobKind::Analysis, game, resources, work: Box::new(work), failed })
    }

    /// The greatest number of engines that existed at the same time.
    pub fn most_engines(&self) -> usize {
        self.0.0.most_engines.load(Ordering::Relaxed)
    }
}

fn complain(tell: &(impl Fn(Reply) + Clone + Send + 'static)) -> Complaint {
    let tell = tell.clone();
    Box::new(move |why| tell(Reply::Failed(why, false)))
}

/// The engine, with the game and the options that it was created for.
struct Loaded {
    game: &'static Spec,
    options: EngineOptions,
    engine: Box<dyn Engine>,
    engines: Arc<AtomicUsize>,
}

impl Drop for Loaded {
    fn drop(&mut self) {
        self.engines.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The engine while there is one. The pool frees it when it rests and others need the memory.
type Slot = Mutex<Option<Loaded>>;

impl Rests for Slot {
    fn free(&self) {
        if let Ok(mut engine) = self.try_lock() {
            *engine = None;
        }
    }

    fn is_there(&self) -> bool {
        self.try_lock().map_or(true, |engine| engine.is_some())
    }
}

/// The state of the assistant thread.
struct Clerk {
    office: Arc<Office>,
    engine: Arc<Slot>,
}

impl Clerk {
    fn serve(&mut self) {
        self.office.pool.yield_to_keys();
        while let Some((waiting, stop)) = self.next() {
            let Waiting { number, mut request } = waiting;
            // A hint ends by itself; the others go on later.
            let again = (request.kind != JobKind::Hint).then_some(&stop);
            let need = self.need(&request);
            let place = self.office.pool.enter_with(need, again, || !stop.is_requested());
            let done = if place.is_some() { self.work(&mut request, &stop) } else { Ok(()) };
            drop(place);
            let mut desk = self.office.desk();
            let void = desk.running.take().is_none_or(|running| running.void);
            if let Err(why) = done {
                drop(desk);
                if !void {
                    (request.failed)(why);
                }
            } else if !void && stop.is_requested() {
                // The task was interrupted: it resumes later, unless a newer request has taken its place.
                desk.waiting[request.kind as usize].get_or_insert(Waiting { number, request });
            }
        }
    }

    /// Waits for the next request; `None` when the last handle was dropped.
    fn next(&mut self) -> Option<(Waiting, Arc<Stop>)> {
        let office = Arc::clone(&self.office);
        let mut desk = office.desk();
        loop {
            if desk.closed {
                return None;
            }
            if let Some(waiting) = desk.waiting.iter_mut().find_map(Option::take) {
                let stop = Arc::new(Stop::default());
                let (number, kind) = (waiting.number, waiting.request.kind);
                desk.running = Some(Running { number, kind, stop: Arc::clone(&stop), void: false });
                return Some((waiting, stop));
            }
            if self.slot().is_none() {
                desk = office.called.wait(desk).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let waited = office.called.wait_timeout(desk, IDLE).unwrap_or_else(PoisonError::into_inner);
            desk = waited.0;
            if waited.1.timed_out() {
                drop(desk);
                *self.slot() = None;
                desk = office.desk();
            }
        }
    }

    fn slot(&self) -> MutexGuard<'_, Option<Loaded>> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn options(&self, game: &'static Spec, resources: Resources) -> EngineOptions {
        let all = EngineOptions { threads: resources.threads, ..EngineOptions::default() };
        all.within(&self.office.games, game, resources.megabytes)
    }

    /// What a request needs.
    fn need(&self, request: &Request) -> Need {
        let options = self.options(request.game, request.resources);
        let engine = Some(Arc::clone(&self.engine) as Arc<dyn Rests>);
        Need { megabytes: megabytes(&self.office.games, request.game, options), engine }
    }

    fn work(&self, request: &mut Request, stop: &Stop) -> Result<(), PlayerError> {
        let mut slot = self.slot();
        let loaded = self.load(&mut slot, request.game, request.resources)?;
        let done = task::contain(|| {
            request.resources.fault.reach();
            (request.work)(loaded.engine.as_mut(), stop);
        });
        done.map_err(|why| {
            // After a panic the engine is dropped.
            *slot = None;
            PlayerError::Search(why)
        })
    }

    /// The engine for this game. An unsuitable engine is dropped before a new one is created.
    fn load<'a>(
        &self,
        slot: &'a mut Option<Loaded>,
        game: &'static Spec,
        resources: Resources,
    ) -> Result<&'a mut Loaded, PlayerError> {
        let options = self.options(game, resources);
        if slot.as_ref().is_some_and(|loaded| !std::ptr::eq(loaded.game, game) || loaded.options != options) {
            *slot = None;
        }
        match slot {
            Some(loaded) => Ok(loaded),
            none => {
                let created = task::contain(|| create_largest(&self.office.games, game, options))
                    .map_err(PlayerError::Creation)?;
                let (engine, _) = created?;
                let engines = self.office.engines.fetch_add(1, Ordering::Relaxed) + 1;
                self.office.most_engines.fetch_max(engines, Ordering::Relaxed);
                Ok(none.insert(Loaded { game, options, engine, engines: Arc::clone(&self.office.engines) }))
            }
        }
    }
}

#[cfg(test)]
mod tests;
