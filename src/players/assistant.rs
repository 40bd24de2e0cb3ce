//! The computer as a person's assistant: hints, the analysis of a position, a look at a whole game. One
//! thread and one engine serve all of them, so that however often somebody asks there is one table of
//! positions. Asking never waits: a new question of a kind takes the place of the old one, which is told to
//! stop, and what was replaced before its turn costs nothing.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::computer::{LEVELS, look};
use super::{Reply, Resources};
use crate::engine::interface::{Engine, EngineOptions, create_largest};
use crate::engine::levels;
use crate::engine::limits::{Limits, Stop};
use crate::rules::position::Position;
use crate::task;

/// The engine is given up when nobody has asked for so long.
const IDLE: Duration = Duration::from_secs(20);

/// What is asked for. The first goes before the second, and both before the third, which is interrupted and
/// goes on afterwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Errand {
    /// One move, soon.
    Hint,
    /// A look at a whole game.
    Survey,
    /// The best lines of a position, for as long as they are wanted.
    Analysis,
}

const ERRANDS: usize = 3;

/// The work with an engine. It ends soon after it is told to stop, and may be called again to go on.
pub type Work = Box<dyn FnMut(&mut dyn Engine, &Stop) + Send>;

/// Takes the words of what went wrong.
pub type Complaint = Box<dyn FnOnce(String) + Send>;

/// A question.
pub struct Request {
    /// What kind it is.
    pub errand: Errand,
    /// The id of the game.
    pub game: &'static str,
    /// What may be used for it.
    pub resources: Resources,
    /// What is done.
    pub work: Work,
    /// Told when it has failed: then it will not go on.
    pub failed: Complaint,
}

struct Waiting {
    number: u64,
    request: Request,
}

/// What is being worked on.
struct Running {
    number: u64,
    errand: Errand,
    stop: Arc<Stop>,
    /// Nobody wants it any more; else what is stopped goes on later.
    void: bool,
}

#[derive(Default)]
struct Desk {
    waiting: [Option<Waiting>; ERRANDS],
    running: Option<Running>,
    numbers: u64,
    /// Is there a thread?
    served: bool,
    closed: bool,
}

impl Desk {
    /// Stops what is being done, if this is so of it.
    fn stop(&mut self, void: bool, meant: impl Fn(&Running) -> bool) {
        if let Some(running) = self.running.as_mut().filter(|running| meant(running)) {
            running.void |= void;
            running.stop.say();
        }
    }
}

#[derive(Default)]
struct Office {
    desk: Mutex<Desk>,
    called: Condvar,
    /// How many engines there are, for tests: never more than one.
    engines: AtomicUsize,
    most_engines: AtomicUsize,
}

impl Office {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whoever has one can ask.
#[derive(Clone, Default)]
pub struct Assistant(Arc<Door>);

/// Closes the office when nobody can ask any more.
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

/// A question that was asked. Dropping it ends the work on it.
pub struct Asked {
    office: Arc<Office>,
    number: u64,
    errand: Errand,
}

impl Drop for Asked {
    fn drop(&mut self) {
        let mut desk = self.office.desk();
        let unwanted = desk.waiting[self.errand as usize].take_if(|waiting| waiting.number == self.number);
        desk.stop(true, |running| running.number == self.number);
        drop(desk);
        drop(unwanted);
    }
}

impl Assistant {
    /// Asks. The question of the same kind that was asked before is void.
    pub fn ask(&self, request: Request) -> Asked {
        let Assistant(door) = self;
        let office = &door.0;
        let errand = request.errand;
        let mut desk = office.desk();
        desk.numbers += 1;
        let number = desk.numbers;
        desk.stop(true, |running| running.errand == errand);
        desk.stop(false, |running| running.errand == Errand::Analysis);
        let replaced = desk.waiting[errand as usize].replace(Waiting { number, request });
        let mut started = Ok(());
        if !desk.served {
            let theirs = Arc::clone(office);
            started = task::spawn("assistant", move || Clerk { office: theirs, engine: None }.serve()).map(|_| ());
            desk.served = started.is_ok();
        }
        let refused = if started.is_err() { desk.waiting[errand as usize].take() } else { None };
        drop(desk);
        drop(replaced);
        office.called.notify_all();
        if let (Some(Waiting { request, .. }), Err(error)) = (refused, started) {
            (request.failed)(format!("no thread can be started: {error}"));
        }
        Asked { office: Arc::clone(office), number, errand }
    }

    /// Asks for a move that a careful computer would play here.
    pub fn hint(
        &self,
        position: Box<dyn Position>,
        resources: Resources,
        tell: impl Fn(Reply) + Clone + Send + 'static,
    ) -> Asked {
        let failed = complain(&tell);
        let game = position.spec().id;
        let work = move |thinker: &mut dyn Engine, stop: &Stop| {
            let limits = levels::of_seat(LEVELS, position.as_ref(), None, resources.think, 1);
            let best = look(thinker, position.as_ref(), &limits, stop, &mut |_| ());
            if let Some(best) = best.filter(|_| !stop.is_said()) {
                tell(Reply::Move(best));
            }
        };
        self.ask(Request { errand: Errand::Hint, game, resources, work: Box::new(work), failed })
    }

    /// Asks for the best lines, so many, until they are not wanted any more.
    pub fn analyse(
        &self,
        position: Box<dyn Position>,
        lines: usize,
        resources: Resources,
        tell: impl Fn(Reply) + Clone + Send + 'static,
    ) -> Asked {
        let failed = complain(&tell);
        let game = position.spec().id;
        let work = move |thinker: &mut dyn Engine, stop: &Stop| {
            let limits = Limits { lines, ..Limits::default() };
            look(thinker, position.as_ref(), &limits, stop, &mut |thought| {
                if !stop.is_said() {
                    tell(Reply::Thought(thought));
                }
            });
        };
        self.ask(Request { errand: Errand::Analysis, game, resources, work: Box::new(work), failed })
    }

    /// The most engines that there were at a time.
    pub fn most_engines(&self) -> usize {
        self.0.0.most_engines.load(Ordering::Relaxed)
    }
}

fn complain(tell: &(impl Fn(Reply) + Clone + Send + 'static)) -> Complaint {
    let tell = tell.clone();
    Box::new(move |why| tell(Reply::Failed(why, false)))
}

/// The engine, and for which game and means it was made.
struct Loaded {
    game: &'static str,
    means: EngineOptions,
    thinker: Box<dyn Engine>,
    office: Arc<Office>,
}

impl Drop for Loaded {
    fn drop(&mut self) {
        self.office.engines.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Who does the work, on a thread.
struct Clerk {
    office: Arc<Office>,
    engine: Option<Loaded>,
}

impl Clerk {
    fn serve(&mut self) {
        while let Some((waiting, stop)) = self.next() {
            let Waiting { number, mut request } = waiting;
            let done = self.work(&mut request, &stop);
            let mut desk = self.office.desk();
            let void = desk.running.take().is_none_or(|running| running.void);
            if let Err(why) = done {
                drop(desk);
                if !void {
                    (request.failed)(why);
                }
            } else if !void && stop.is_said() {
                // It was interrupted; unless a new one has its place it goes on later.
                desk.waiting[request.errand as usize].get_or_insert(Waiting { number, request });
            }
        }
    }

    /// What is to be done next; nothing when nobody can ask any more.
    fn next(&mut self) -> Option<(Waiting, Arc<Stop>)> {
        let office = Arc::clone(&self.office);
        let mut desk = office.desk();
        loop {
            if desk.closed {
                return None;
            }
            if let Some(waiting) = desk.waiting.iter_mut().find_map(Option::take) {
                let stop = Arc::new(Stop::default());
                let (number, errand) = (waiting.number, waiting.request.errand);
                desk.running = Some(Running { number, errand, stop: Arc::clone(&stop), void: false });
                return Some((waiting, stop));
            }
            if self.engine.is_none() {
                desk = office.called.wait(desk).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let waited = office.called.wait_timeout(desk, IDLE).unwrap_or_else(PoisonError::into_inner);
            desk = waited.0;
            if waited.1.timed_out() {
                drop(desk);
                self.engine = None;
                desk = office.desk();
            }
        }
    }

    fn work(&mut self, request: &mut Request, stop: &Stop) -> Result<(), String> {
        let engine = self.engine(request.game, request.resources)?;
        let done = task::contain(|| {
            assert!(!request.resources.fails, "a fault was asked for");
            (request.work)(engine.thinker.as_mut(), stop);
        });
        done.map_err(|why| {
            // What a panic leaves behind is not used again.
            self.engine = None;
            format!("the search failed: {why}")
        })
    }

    /// An engine for this game. The one there was goes before another is made.
    fn engine(&mut self, game: &'static str, resources: Resources) -> Result<&mut Loaded, String> {
        let all = EngineOptions { threads: resources.threads, ..EngineOptions::default() };
        let means = all.within(game, resources.megabytes);
        if self.engine.as_ref().is_some_and(|engine| engine.game != game || engine.means != means) {
            self.engine = None;
        }
        match &mut self.engine {
            Some(engine) => Ok(engine),
            none => {
                let hired = task::contain(|| create_largest(game, means))?;
                let (thinker, _) = hired.map_err(|why| why.to_string())?;
                let engines = self.office.engines.fetch_add(1, Ordering::Relaxed) + 1;
                self.office.most_engines.fetch_max(engines, Ordering::Relaxed);
                Ok(none.insert(Loaded { game, means, thinker, office: Arc::clone(&self.office) }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::rules::variant::Opening;
    use std::sync::mpsc::{Receiver, Sender, channel};

    fn start(game: usize) -> Box<dyn Position> {
        GAMES[game].begin(Opening::Start).expect("the start")
    }

    fn few() -> Resources {
        Resources { think: Duration::from_millis(50), threads: 1, megabytes: 4, fails: false }
    }

    fn ear() -> (impl Fn(Reply) + Clone + Send + 'static, Receiver<Reply>) {
        let (sender, replies): (Sender<Reply>, _) = channel();
        let tell = move |reply| {
            let _ = sender.send(reply);
        };
        (tell, replies)
    }

    #[test]
    fn an_analysis_tells_several_lines_until_it_is_not_wanted() {
        let assistant = Assistant::default();
        let (tell, replies) = ear();
        let asked = assistant.analyse(start(0), 3, few(), tell);
        let told = replies.iter().find_map(|reply| match reply {
            Reply::Thought(thought) if thought.depth >= 2 => Some(thought),
            _ => None,
        });
        let told = told.expect("a thought");
        assert!(told.lines.len() == 3 && told.lines.iter().all(|line| !line.moves.is_empty()));
        drop(asked);
        assert!(replies.iter().all(|reply| matches!(reply, Reply::Thought(_))), "it ends and plays nothing");
    }

    #[test]
    fn a_hint_goes_first_and_the_analysis_goes_on() {
        let assistant = Assistant::default();
        let ((tell, thoughts), (told, hints)) = (ear(), ear());
        let _analysis = assistant.analyse(start(0), 3, few(), tell);
        assert!(matches!(thoughts.recv(), Ok(Reply::Thought(_))));
        let _hint = assistant.hint(start(0), few(), told);
        assert!(matches!(hints.recv(), Ok(Reply::Move(_))));
        while thoughts.try_recv().is_ok() {}
        assert!(matches!(thoughts.recv(), Ok(Reply::Thought(_))));
        assert_eq!(assistant.most_engines(), 1);
    }

    #[test]
    fn thousands_of_questions_have_one_engine_and_the_last_is_answered() {
        let assistant = Assistant::default();
        let mut asked = Vec::new();
        for number in 0..4000 {
            let (tell, _) = ear();
            asked.push(assistant.analyse(start(number % GAMES.len()), 3, few(), tell.clone()));
            if number % 3 == 0 {
                asked.push(assistant.hint(start(number % GAMES.len()), few(), tell));
            }
            asked.truncate(number % 7);
        }
        drop(asked);
        let (tell, replies) = ear();
        let _last = assistant.hint(start(1), few(), tell);
        assert!(matches!(replies.recv(), Ok(Reply::Move(_))));
        assert_eq!(assistant.most_engines(), 1);
    }

    #[test]
    fn a_panic_is_told_and_the_next_question_answered() {
        let assistant = Assistant::default();
        for fails in [true, false, true, false] {
            let (tell, replies) = ear();
            let _asked = assistant.hint(start(0), Resources { fails, ..few() }, tell);
            let told = replies.recv();
            match &told {
                Ok(Reply::Failed(why, false)) => assert!(fails && why.contains("a fault was asked for"), "{why}"),
                _ => assert!(!fails && matches!(told, Ok(Reply::Move(_))), "{told:?}"),
            }
        }
    }
}
