//! The training: one puzzle after the other on the board, with its result.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use super::refutation::{self, Refutation};
use super::shelf::Shelf;
use crate::action::{Action, Context};
use crate::board::motion::Earlier;
use crate::board::pane::Pane;
use crate::board::screen_board::ScreenBoard;
use crate::message::Message;
use crate::record::date;
use crate::record::puzzle::Puzzle;
use crate::record::puzzle::collection::Collection;
use crate::rules::explain::counted;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::session::puzzles::choice::{self, Mode};
use crate::session::puzzles::progress::{Attempt, Progress, Run};
use crate::session::puzzles::solving::{Finish, Solving, Step};
use crate::theme::Role;
use crate::view::View;
use crate::world::World;

/// How long a storm lasts.
const STORM: Duration = Duration::from_secs(180);

/// What is on the screen.
pub(super) enum Phase {
    /// A move is to be found.
    Asks,
    /// A wrong move was played on a copy of the board; the reply may follow.
    Wrong(Box<dyn Position>),
    /// The puzzle is over.
    Done,
    /// The run is over.
    Over,
}

/// The training with puzzles.
pub(super) struct Training {
    pub(super) mode: Mode,
    all: Arc<Collection>,
    pub(super) progress: Progress,
    folder: Option<PathBuf>,
    date: String,
    pub(super) solving: Solving,
    pub(super) pane: Pane,
    pub(super) phase: Phase,
    /// The puzzles of this run, the present one last, and how many were solved.
    run: Vec<usize>,
    pub(super) solved: u32,
    /// Was the result of this puzzle kept?
    is_kept: bool,
    /// The end of a storm, and the seconds that were shown last.
    end: Option<Instant>,
    shown: u64,
    pub(super) refutation: Option<Refutation>,
    /// What happened to the rating, in points as they are shown.
    pub(super) gain: Option<i64>,
    /// The help whose price was told for this puzzle: the next press of its key gives it.
    priced: Option<Action>,
}

/// The first puzzle of a training: where it is from, and the places of it and of those before it that cannot be read.
pub(super) fn first(mode: &Mode, shelf: &Shelf, world: &World) -> Option<(Arc<Collection>, Vec<usize>, Puzzle)> {
    let is_own = match mode {
        Mode::Own => true,
        Mode::Again(key) => shelf.all.find(*key).is_none(),
        _ => false,
    };
    let all = if is_own { &shelf.own } else { &shelf.all };
    let game = (0..all.entries.len()).find_map(|at| all.get(at, &world.client.games))?.variant().spec().id;
    let rating = shelf.progress.rating(game).value;
    let mut run = Vec::new();
    loop {
        let at = choice::next(all, &shelf.progress, mode, rating, &run, &shelf.date)?;
        run.push(at);
        if let Some(puzzle) = all.get(at, &world.client.games) {
            return Some((Arc::clone(all), run, puzzle));
        }
    }
}

impl Training {
    /// Starts with a first puzzle; `None` if there is none.
    pub(super) fn start(mode: Mode, shelf: &Shelf, world: &World) -> Option<Training> {
        let (all, run, puzzle) = first(&mode, shelf, world)?;
        let (progress, date) = (shelf.progress.clone(), shelf.date.clone());
        let end = (mode == Mode::Storm).then(|| world.now + STORM);
        let solving = Solving::new(puzzle);
        let pane = pane(solving.position.as_ref());
        Some(Training {
            mode,
            all,
            progress,
            folder: shelf.folder.clone(),
            date,
            solving,
            pane,
            phase: Phase::Asks,
            run,
            solved: 0,
            is_kept: false,
            end,
            shown: STORM.as_secs(),
            refutation: None,
            gain: None,
            priced: None,
        })
    }

    /// The id of the game.
    pub(super) fn game(&self) -> &'static str {
        self.solving.puzzle.variant().spec().id
    }

    /// The position on the board.
    pub(super) fn position(&self) -> &dyn Position {
        match &self.phase {
            Phase::Wrong(position) => position.as_ref(),
            _ => self.solving.position.as_ref(),
        }
    }

    /// The board with its position.
    pub(super) fn screen_board(&mut self) -> ScreenBoard<'_> {
        let position = match &self.phase {
            Phase::Wrong(position) => position.as_ref(),
            _ => self.solving.position.as_ref(),
        };
        ScreenBoard { position, pane: &mut self.pane, earlier: Earlier::Ends }
    }

    /// Is a move expected?
    pub(super) const fn asks(&self) -> bool {
        matches!(self.phase, Phase::Asks)
    }

    /// The number of puzzles of this run.
    pub(super) const fn number(&self) -> usize {
        self.run.len()
    }

    /// Is it a run that a mistake or the clock ends?
    pub(super) const fn is_run(&self) -> bool {
        matches!(self.mode, Mode::Streak | Mode::Storm)
    }

    /// The time left of a storm.
    pub(super) fn left(&self, now: Instant) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(now))
    }

    /// A move was made on the board.
    pub(super) fn play(&mut self, mv: Move, world: &World) {
        let before = self.solving.position.fork();
        match self.solving.play(mv) {
            Step::Wrong => self.wrong(before.as_ref(), mv, world),
            Step::Right => {
                self.show();
                self.pane.tell(Role::Notice, "Right. Find one more move.");
            }
            Step::Solved => {
                let finish = self.solving.finish();
                self.keep(finish);
                self.phase = Phase::Done;
                self.show();
                self.solved += u32::from(finish == Finish::Solved);
                if self.mode == Mode::Storm {
                    self.next(world);
                } else {
                    let words = match finish {
                        Finish::Failed => "This is the solution.",
                        Finish::Hinted => "Solved with a hint.",
                        Finish::Solved => "Solved.",
                    };
                    let words = self.with_problem(words);
                    self.pane.tell(Role::Notice, words);
                }
            }
        }
    }

    /// A wrong move is played on a copy, and the reply to it is looked for.
    fn wrong(&mut self, before: &dyn Position, mv: Move, world: &World) {
        let shown = before.display(mv);
        self.keep(Finish::Failed);
        if self.mode == Mode::Storm {
            self.next(world);
            if !matches!(self.phase, Phase::Over) {
                self.pane.message = Some(format!("{shown} was wrong."));
            }
            return;
        }
        let mut tried = before.fork();
        if tried.play(mv).is_err() {
            return;
        }
        self.refutation = tried.outcome().is_none().then(|| Refutation::ask(tried.as_ref(), world));
        let why = tried.outcome().map_or_else(String::new, |end| format!(" It ends the game {}.", end.cause.words));
        self.phase = Phase::Wrong(tried);
        self.show();
        self.pane.message = Some(self.with_problem(&format!("{shown} is not the solution.{why}")));
    }

    /// Takes the reply to a wrong move. True if it has come.
    pub(super) fn refuted(&mut self) -> bool {
        let Some(answer) = self.refutation.as_ref().and_then(Refutation::take) else { return false };
        self.refutation = None;
        let Phase::Wrong(position) = &mut self.phase else { return false };
        let Some((reply, value)) = answer else { return false };
        let words = refutation::words(position.as_ref(), reply, value);
        if position.play(reply).is_err() {
            return false;
        }
        self.show();
        self.pane.message = Some(words);
        true
    }

    /// Takes a wrong move back; a streak is over.
    pub(super) fn again(&mut self) {
        self.refutation = None;
        if self.mode == Mode::Streak {
            return self.finish();
        }
        self.phase = Phase::Asks;
        self.show();
        self.pane.aim(self.solving.position.as_ref());
    }

    /// In rated training: what this help costs, which is told before it is given. `None` if it is known or costs nothing.
    pub(super) fn price(&mut self, help: Action, world: &World) -> Option<String> {
        let finish = match help {
            Action::Solution => Finish::Failed,
            _ if self.solving.hinted => return None,
            _ => Finish::Hinted,
        };
        if self.mode != Mode::Rated || self.is_kept || self.priced.replace(help) == Some(help) {
            return None;
        }
        let before = self.progress.rating(self.game());
        let after = self.progress.rating_after(self.game(), self.solving.puzzle.rating, finish);
        let cost = counted(after.change_from(before).unsigned_abs() as usize, "point");
        let key = world.keymap.key(Context::Board, help).unwrap_or_default();
        Some(match finish {
            Finish::Hinted => format!("A hint costs {cost} of your rating. {key} again: show it."),
            _ => format!("The solution costs {cost} of your rating. {key} again: show it."),
        })
    }

    /// Shows the whole solution. It counts as failed.
    pub(super) fn give_up(&mut self) {
        self.refutation = None;
        self.keep(Finish::Failed);
        self.solving.show();
        self.phase = Phase::Done;
        self.show();
        self.pane.tell(Role::Notice, format!("The solution: {}", self.solving.puzzle.shown().join(" ")));
    }

    /// Marks the piece that moves, and at the second time where it goes. The puzzle is then solved with a hint at best.
    pub(super) fn hint(&mut self) {
        let Some(mv) = self.solving.expected() else { return };
        let first_time = !std::mem::replace(&mut self.solving.hinted, true);
        let position = self.solving.position.as_ref();
        let squares = position.marks(mv);
        let first = &squares[..squares.len().min(1)];
        let known = first.iter().map(|&(square, _)| square).eq(self.pane.hint.iter().copied()) || mv.is_drop();
        self.pane.suggest(if known { &squares } else { first });
        let kind = position.spec().of(mv.kind).name;
        let unrated = first_time && !self.is_kept && self.mode != Mode::Rated;
        let counts = if unrated { " With a hint the puzzle does not count as solved." } else { "" };
        self.pane.tell(Role::Advice, format!("Look at the {kind}.{counts}"));
    }

    /// The puzzle is left: what it is worth so far is kept if a hint was shown, so that it cannot be had for nothing.
    pub(super) fn leave(&mut self) {
        if self.asks() && self.solving.hinted {
            self.keep(self.solving.finish());
        }
    }

    /// Keeps the result of the puzzle, once.
    fn keep(&mut self, finish: Finish) {
        if std::mem::replace(&mut self.is_kept, true) {
            return;
        }
        let puzzle = &self.solving.puzzle;
        let game = puzzle.variant().spec().id;
        let before = self.progress.rating(game);
        let is_rated = self.mode == Mode::Rated;
        let rating = is_rated.then(|| self.progress.rating_after(game, puzzle.rating, finish));
        self.gain = rating.map(|rating| rating.change_from(before));
        let attempt = Attempt {
            at: date::stamp(SystemTime::now()),
            game: game.to_owned(),
            puzzle: puzzle.key(),
            mode: self.mode.id().to_owned(),
            finish,
            rating,
        };
        if let Err(error) = self.progress.add(attempt, self.folder.as_deref()) {
            self.pane.message = Some(format!("The result could not be kept: {error}"));
        }
    }

    /// The words, after what could not be kept.
    fn with_problem(&mut self, words: &str) -> String {
        match self.pane.message.take().filter(|message| message.starts_with("The result could not")) {
            Some(problem) => format!("{words} {problem}"),
            None => words.to_owned(),
        }
    }

    /// The next puzzle, or the end of the run.
    pub(super) fn next(&mut self, world: &World) {
        if self.mode == Mode::Streak && self.solving.finish() != Finish::Solved {
            return self.finish();
        }
        let rating = self.progress.rating(self.game()).value;
        loop {
            let next = choice::next(&self.all, &self.progress, &self.mode, rating, &self.run, &self.date);
            let Some(at) = next else { return self.finish() };
            self.run.push(at);
            if let Some(puzzle) = self.all.get(at, &world.client.games) {
                self.solving = Solving::new(puzzle);
                break;
            }
        }
        (self.phase, self.is_kept, self.gain, self.refutation) = (Phase::Asks, false, None, None);
        self.priced = None;
        self.pane = pane(self.solving.position.as_ref());
    }

    /// The run is over: its length is kept.
    pub(super) fn finish(&mut self) {
        if matches!(self.phase, Phase::Over) {
            return;
        }
        (self.phase, self.refutation) = (Phase::Over, None);
        self.show();
        let mut message = Message::notice("These were all the puzzles.");
        if self.is_run() {
            let best = self.progress.best(self.game(), &self.mode);
            let run = Run { game: self.game().to_owned(), mode: self.mode.id().to_owned(), count: self.solved };
            message = Message::notice(match best {
                Some(best) if best >= self.solved => format!("{} solved. Your best is {best}.", self.solved),
                _ => format!("{} solved, your best so far.", self.solved),
            });
            if let Err(error) = self.progress.add_run(run, self.folder.as_deref()) {
                message = Message::warning(format!("{} The result could not be kept: {error}", message.words));
            }
        }
        self.pane.tell(message.role, message.words);
    }

    /// The clock goes on. True if something shown has changed.
    pub(super) fn tick(&mut self, now: Instant) -> bool {
        let Some(left) = self.left(now).filter(|_| !matches!(self.phase, Phase::Over)) else { return false };
        if left.is_zero() {
            self.finish();
            return true;
        }
        std::mem::replace(&mut self.shown, left.as_secs()) != left.as_secs()
    }

    /// When the clock shows another second.
    pub(super) fn next_tick(&self) -> Option<Instant> {
        let end = self.end.filter(|_| !matches!(self.phase, Phase::Over))?;
        end.checked_sub(Duration::from_secs(self.shown))
    }

    /// The pane shows the position.
    fn show(&mut self) {
        let position = match &self.phase {
            Phase::Wrong(position) => position.as_ref(),
            _ => self.solving.position.as_ref(),
        };
        self.pane.show(position, None);
        self.pane.message = None;
    }
}

/// A board for a puzzle: the solver is at the bottom.
fn pane(position: &dyn Position) -> Pane {
    let mut pane = Pane::new(position, View::of(position.spec(), position.turn()));
    pane.aim(position);
    pane
}
