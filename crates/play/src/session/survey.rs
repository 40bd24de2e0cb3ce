//! The background analysis of a whole game: evaluates every position and finds the best moves.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use super::driver::Notify;
use crate::engine::interface::{Engine, Line};
use crate::engine::limits::{Limits, Stop, TimeBudget};
use crate::engine::score::plies_to_end;
use crate::players::assistant::{Asked, Assistant, JobKind, Request};
use crate::players::{PlayerError, Resources};
use crate::record::game::Game;
use crate::record::judgement::{JUDGING, Judged, judge};
use crate::record::tree::{Eval, Id, PlayedMove, Tree, Worth};
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::timeline::Act;

/// The approximate time for a whole game, and the limits of the time for one position.
const WHOLE: Duration = Duration::from_secs(60);
const LEAST: Duration = Duration::from_millis(60);
const MOST: Duration = Duration::from_secs(1);

/// How many moves of the best line are kept.
const LINE: usize = 6;

/// How long one position is searched.
#[derive(Clone, Copy, Debug)]
enum Effort {
    Time(Duration),
    Nodes(u64),
}

/// The analysis of one position.
struct Finding {
    id: Id,
    /// `None` if the game is over in this position.
    eval: Option<Eval>,
    line: Vec<Move>,
}

/// An analysis in progress. It is stopped when this is dropped.
pub struct Survey {
    findings: Receiver<Result<Finding, PlayerError>>,
    _asked: Asked,
    failure: Option<PlayerError>,
    begun: Instant,
    done: usize,
    all: usize,
    /// The best line of each position.
    best: Vec<(Id, Vec<Move>)>,
}

/// The evaluation of a position from a search.
pub(super) fn eval_of(position: &dyn Position, line: &Line) -> Eval {
    let worth = |score: i32| match plies_to_end(score) {
        Some(plies) if plies > 0 => Worth::Mate((plies + 1) / 2),
        Some(plies) => Worth::Mate(((plies - 1) / 2).min(-1)),
        None => Worth::Cents(score),
    };
    let (spec, living, turn) = (position.spec(), position.living(), position.turn());
    let (two, own) = (spec.seats.len() == 2, line.score);
    let of = |side: Side| match line.seats {
        _ if !living.has(side) => Worth::Mate(-1),
        Some(seats) => worth(seats[side]),
        None if side == turn => worth(own),
        None => worth(-own),
    };
    Eval(if two { vec![of(Side::FIRST)] } else { spec.sides().map(of).collect() })
}

impl Survey {
    /// Starts the analysis of the main line, which takes about a minute.
    pub fn begin(tree: &Tree, assistant: &Assistant, resources: Resources, notify: Notify) -> Survey {
        let each = (WHOLE / (tree.length() as u32 + 1)).clamp(LEAST, MOST);
        Survey::with(tree, each, assistant, resources, notify)
    }

    /// Starts the analysis with this time for each position.
    pub(crate) fn with(
        tree: &Tree,
        each: Duration,
        assistant: &Assistant,
        resources: Resources,
        notify: Notify,
    ) -> Survey {
        Survey::of(tree, Effort::Time(each), assistant, resources, notify)
    }

    /// Starts the analysis with this number of nodes for each position, from an empty table: with one thread it finds the
    /// same each time.
    pub fn fixed(tree: &Tree, nodes: u64, assistant: &Assistant, resources: Resources, notify: Notify) -> Survey {
        Survey::of(tree, Effort::Nodes(nodes), assistant, resources, notify)
    }

    fn of(tree: &Tree, each: Effort, assistant: &Assistant, resources: Resources, notify: Notify) -> Survey {
        let line: Vec<Id> = tree.line(Id::ROOT).collect();
        let all = line.len();
        let game = tree.start().spec();
        let (sender, findings) = channel();
        let (complaint, bell) = (sender.clone(), Arc::clone(&notify));
        let failed = move |why| {
            let _ = complaint.send(Err(why));
            bell();
        };
        let position = tree.position(tree.last());
        let mut surveyor = Surveyor { position, line, each, sender, notify, began: false };
        let work = move |engine: &mut dyn Engine, stop: &Stop| surveyor.look(engine, stop);
        let (work, failed) = (Box::new(work), Box::new(failed));
        let asked = assistant.ask(Request { kind: JobKind::Survey, game, resources, work, failed });
        Survey { findings, _asked: asked, failure: None, begun: Instant::now(), done: 0, all, best: Vec::new() }
    }

    /// Stores new results in the tree. Returns true if there were any, or if the analysis has failed.
    pub fn take(&mut self, tree: &mut Tree) -> bool {
        let mut changed = false;
        for found in self.findings.try_iter() {
            changed = true;
            match found {
                Ok(Finding { id, eval, line }) => {
                    self.done += 1;
                    tree.notes_mut(id).eval = eval;
                    self.best.push((id, line));
                }
                Err(why) => self.failure = Some(why),
            }
        }
        changed
    }

    /// The error, if the analysis has failed.
    pub const fn failure(&self) -> Option<&PlayerError> {
        self.failure.as_ref()
    }

    /// Are all positions analysed?
    pub fn is_done(&self) -> bool {
        self.done >= self.all
    }

    /// The number of analysed positions, and of all positions.
    pub const fn progress(&self) -> (usize, usize) {
        (self.done, self.all)
    }

    /// The estimated time left.
    pub fn remaining(&self) -> Option<Duration> {
        let each = self.begun.elapsed().checked_div(self.done as u32)?;
        Some(each * (self.all - self.done.min(self.all)) as u32)
    }

    /// Adds a NAG to each fault of the game, and the best line as a variation.
    pub fn mark(&self, game: &mut Game) {
        let judged = judge(game);
        for one in judged {
            mark(game, one, &self.best);
        }
    }
}

/// The analysis on the engine's thread.
struct Surveyor {
    /// The position to be analysed next, and the nodes up to it.
    position: Box<dyn Position>,
    line: Vec<Id>,
    each: Effort,
    /// Has it searched a position?
    began: bool,
    sender: Sender<Result<Finding, PlayerError>>,
    notify: Notify,
}

/// The best line that is found in this time. On a busy machine the time may be over before anything is found; then the
/// shortest search is made without a limit.
fn best_line(each: Effort, stop: &Stop, mut think: impl FnMut(&Limits) -> Option<Line>) -> Option<Line> {
    let limits = Limits { lines: 1, ..Limits::default() };
    let limited = match each {
        Effort::Time(time) => Limits { time: Some(TimeBudget::fixed(time)), ..limits.clone() },
        Effort::Nodes(nodes) => Limits { nodes: Some(nodes), ..limits.clone() },
    };
    think(&limited).or_else(|| if stop.is_requested() { None } else { think(&Limits { depth: Some(1), ..limits }) })
}

impl Surveyor {
    /// Analyses the positions from the last to the first: the transposition table keeps results of later positions
    /// that help with earlier ones.
    fn look(&mut self, engine: &mut dyn Engine, stop: &Stop) {
        if matches!(self.each, Effort::Nodes(_)) && !std::mem::replace(&mut self.began, true) {
            engine.forget();
        }
        while let Some(&id) = self.line.last() {
            let position = self.position.as_mut();
            let mut best = None;
            if position.outcome().is_none() {
                best = best_line(self.each, stop, |limits| {
                    let mut best = None;
                    engine.think(position, limits, stop, &mut |report| best = report.lines.first().cloned());
                    best
                });
            }
            if stop.is_requested() {
                return;
            }
            let eval = best.as_ref().map(|line| eval_of(position, line));
            let line = best.map(|line| line.moves).unwrap_or_default();
            self.line.pop();
            if !self.line.is_empty() {
                position.undo();
            }
            if self.sender.send(Ok(Finding { id, eval, line })).is_err() {
                return;
            }
            (self.notify)();
        }
    }
}

/// Marks one move, unless it has a mark already, and adds the best line as a variation.
fn mark(game: &mut Game, judged: Judged, best: &[(Id, Vec<Move>)]) {
    let tree = &mut game.tree;
    let nags = &mut tree.notes_mut(judged.id).nags;
    let Some(fault) = judged.fault else { return };
    if !nags.iter().any(|nag| JUDGING.contains(nag)) {
        nags.push(fault.nag());
    }
    let Some(parent) = tree.parent(judged.id) else { return };
    let Some((_, line)) = best.iter().find(|(id, _)| *id == parent) else { return };
    let played = tree.node(judged.id).deed.as_ref().map(|deed| deed.act);
    if line.is_empty() || played == line.first().map(|&mv| Act::Move(mv)) {
        return;
    }
    let better = tree.node(parent).notes.eval.clone();
    let mut position = tree.position(parent);
    let (mut at, mut first) = (parent, true);
    for &mv in line.iter().take(LINE) {
        // The line may contain a move from the transposition table that is not legal here.
        if !position.legal().contains(&mv) {
            break;
        }
        let played = PlayedMove::of(position.as_ref(), Act::Move(mv));
        if position.play(mv).is_err() {
            break;
        }
        at = tree.attach(at, played);
        if std::mem::take(&mut first) && tree.node(at).notes.eval.is_none() {
            tree.notes_mut(at).eval.clone_from(&better);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Fault;
    use crate::games::GAMES;
    use crate::record::pgn;

    #[test]
    fn a_whole_game_is_looked_at_and_keeps_what_was_found() {
        for variant in GAMES {
            let mut game = Game::begin(*variant, None, None).expect("a game");
            let mut position = game.tree.start().fork();
            let mut at = Id::ROOT;
            for ply in 0..24_usize {
                let legal = position.legal();
                let Some(&mv) = legal.get(ply * 31 % legal.len().max(1)) else { break };
                let text = position.machine(mv);
                at = game.tree.attach(at, PlayedMove::play(position.as_mut(), &text).expect("legal"));
            }
            let (ring, rings) = channel();
            let ring = std::sync::Mutex::new(ring);
            let notify: Notify = Arc::new(move || {
                let _ = ring.lock().expect("no panic").send(());
            });
            let resources = Resources { threads: 1, megabytes: 8, ..Resources::default() };
            let assistant = Assistant::default();
            let mut survey = Survey::with(&game.tree, LEAST / 4, &assistant, resources, notify);
            while !survey.is_done() {
                rings.recv_timeout(Duration::from_secs(60)).expect("it goes on");
                survey.take(&mut game.tree);
            }
            survey.mark(&mut game);
            let over = position.outcome().is_some().then_some(at);
            let known = |id| game.tree.node(id).notes.eval.is_some() || over == Some(id);
            let all = game.tree.line(Id::ROOT).all(known);
            assert!(all && survey.progress() == (game.tree.length() + 1, game.tree.length() + 1));
            let text = pgn::write(&game);
            let read = pgn::read(&text).remove(0);
            assert_eq!(read.problems, [], "{text}");
            assert_eq!(read.game, Some(pgn::normal(&game)), "{text}");
        }
    }

    #[test]
    fn no_position_stays_without_an_evaluation() {
        let line = Line { score: 7, seats: None, moves: Vec::new() };
        // The engine finds nothing where its time is limited.
        let late = |limits: &Limits| limits.time.is_none().then(|| line.clone());
        let stop = Stop::default();
        assert_eq!(best_line(Effort::Time(LEAST), &stop, late), Some(line.clone()));
        stop.request();
        assert_eq!(best_line(Effort::Time(LEAST), &stop, late), None);
    }

    #[test]
    fn it_ends_when_nobody_wants_it() {
        let game = Game::begin(GAMES[0], None, None).expect("a game");
        let (ring, rings) = channel();
        let ring = std::sync::Mutex::new(ring);
        let notify: Notify = Arc::new(move || {
            let _ = ring.lock().expect("no panic").send(());
        });
        drop(Survey::begin(&game.tree, &Assistant::default(), Resources::default(), notify));
        // The last waker is dropped with the thread.
        while rings.recv_timeout(Duration::from_secs(20)).is_ok() {}
        assert_eq!(rings.recv_timeout(Duration::ZERO), Err(std::sync::mpsc::RecvTimeoutError::Disconnected));
    }

    #[test]
    fn a_panic_is_told() {
        let game = Game::begin(GAMES[0], None, None).expect("a game");
        let fault = Fault::of(Some("survey")).point("survey");
        let resources = Resources { fault, ..Resources::default() };
        let assistant = Assistant::default();
        let mut tree = game.tree.clone();
        let mut survey = Survey::begin(&tree, &assistant, resources, Arc::new(|| ()));
        let end = Instant::now() + Duration::from_secs(300);
        while !survey.take(&mut tree) {
            assert!(Instant::now() < end, "nothing was told");
            std::thread::yield_now();
        }
        let why = survey.failure().expect("it has failed").to_string();
        assert!(why.contains("a fault was asked for") && !survey.is_done(), "{why}");
    }
}
