//! The referee of a game: says what counts. A pure state machine: orders and time go in, effects
//! come out; it has no thread, clock or file.

mod acts;
mod ending;
mod offers;
mod replay;
mod resign_policy;
mod takeback;
mod turn;

use std::collections::VecDeque;
use std::time::Duration;

use super::clock::Clocks;
use super::history::{HistoryEntry, Line};
use super::setup::MatchSetup;
use crate::players::{Question, Reply, Thought};
use crate::record::journal::JournalEvent;
use crate::record::leaving::Leaving;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side, Sides};
pub use ending::{EndCause, Ending, is_ending};
use resign_policy::ResignPolicy;

/// What the referee is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableCommand {
    /// A person plays a move.
    Play(Move),
    /// A player answers.
    Answer(u64, Reply),
    /// A seat resigns.
    Resign(Side),
    /// A seat offers a draw, or accepts one.
    Draw(Side),
    /// Back to one's own last move.
    Undo,
    /// What was taken back is played again.
    Redo,
    /// The computers stop, or go on.
    Pause(bool),
    /// One move of the computers.
    Step,
    /// A person takes the seat of a player that has stopped.
    Sit(Side),
    /// Computers take at least so long.
    Pace(Duration),
    /// Nothing counts while a dialog is open or the program sleeps: clocks stop.
    Hold(bool),
    /// The computer plays now.
    Hurry,
    /// Time has passed.
    Tick,
    /// The journal is on disk up to this line.
    Synced(u64),
    /// The journal could not be written, and why.
    NotSaved(u64, String),
}

/// What is to be done.
pub enum Effect {
    /// Ask the player of this seat.
    Ask(Side, Question),
    /// Whatever was asked is void.
    Stop,
    /// The answer is wanted now.
    Hurry,
    /// A line for the journal.
    Write(JournalEvent),
    /// A person has this seat from now on.
    Sit(Side),
}

/// The referee of one game.
pub struct Referee {
    setup: MatchSetup,
    position: Box<dyn Position>,
    clocks: Option<Clocks>,
    entries: Vec<HistoryEntry>,
    lines: Vec<Line>,
    redo: Vec<HistoryEntry>,
    ending: Option<Ending>,
    offers: Sides,
    moods: BySide<ResignPolicy>,
    /// Whose side an older program has written that the board was seen from. It is no event any more: what
    /// belongs to a pair of eyes is kept with them.
    seen_from: Option<Side>,
    /// The ticket of the question that is open, and who was asked.
    asked: Option<(u64, Side)>,
    tickets: u64,
    thought: Option<Thought>,
    paused: bool,
    /// Why a player that was asked does not answer. Nobody is asked until somebody says go on.
    failure: Option<String>,
    held: bool,
    pace: Duration,
    /// The line of the journal that the next move waits for.
    unsynced: Option<u64>,
    written: u64,
    /// Orders that wait for it, each with how many lines were written when it was given.
    waiting: VecDeque<(u64, TableCommand)>,
    announced: Vec<String>,
    /// Why the journal does not have the whole game, as long as it has not.
    unsaved: Option<String>,
}

impl Referee {
    /// A game that begins. The effects begin it: asks, and the first line of the journal.
    pub fn new(setup: MatchSetup, position: Box<dyn Position>) -> Referee {
        let clocks = setup.clock.map(Clocks::new);
        Referee {
            setup,
            position,
            clocks,
            entries: Vec::new(),
            lines: Vec::new(),
            redo: Vec::new(),
            ending: None,
            offers: Sides::NONE,
            moods: BySide::default(),
            seen_from: None,
            asked: None,
            tickets: 0,
            thought: None,
            paused: false,
            failure: None,
            held: false,
            pace: crate::players::computer::PACE,
            unsynced: None,
            written: 0,
            waiting: VecDeque::new(),
            announced: Vec::new(),
            unsaved: None,
        }
    }

    /// What the game began with.
    pub const fn setup(&self) -> &MatchSetup {
        &self.setup
    }

    /// The position now.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// The moves and events so far.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The acts so far.
    pub fn entries(&self) -> &[HistoryEntry] {
        &self.entries
    }

    /// How the game is over, if it is.
    pub const fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// What a seat's clock shows.
    pub fn clock(&self, side: Side, now: Duration) -> Option<Duration> {
        self.clocks.map(|clocks| clocks.left(side, now))
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Side> {
        self.clocks.and_then(|clocks| clocks.running())
    }

    /// When the clock that runs has nothing left.
    pub fn falls(&self) -> Option<Duration> {
        self.clocks.and_then(|clocks| clocks.falls())
    }

    /// What the player that was asked thinks, and who it is.
    pub fn thinking(&self) -> Option<(Side, Option<&Thought>)> {
        let (_, side) = self.asked?;
        (!self.setup.is_person(side)).then_some((side, self.thought.as_ref()))
    }

    /// Whose side the board was seen from last, if an older program has written that.
    pub const fn seen_from(&self) -> Option<Side> {
        self.seen_from
    }

    /// Does no person play?
    pub fn is_unattended(&self) -> bool {
        !self.position.spec().sides().any(|side| self.setup.is_person(side) && self.position.living().has(side))
    }

    /// Have the computers stopped, by a wish or by a failure?
    pub const fn is_paused(&self) -> bool {
        self.paused || self.failure.is_some()
    }

    /// Why the player whose turn it is has failed, or the one that lost by that.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Why the game is not saved, from when that was told until it is.
    pub fn unsaved(&self) -> Option<&str> {
        self.unsaved.as_deref()
    }

    /// How long computers take at least.
    pub const fn pace(&self) -> Duration {
        self.pace
    }

    /// Takes what is to be announced.
    pub fn take_announcements(&mut self) -> Vec<String> {
        std::mem::take(&mut self.announced)
    }

    /// Is something to be announced?
    pub fn has_announcements(&self) -> bool {
        !self.announced.is_empty()
    }

    /// Tells the people at the board something.
    pub(super) fn announce(&mut self, words: String) {
        self.announced.push(words);
    }

    /// Can something be taken back?
    pub fn can_undo(&self) -> bool {
        self.setup.takebacks && !self.entries.is_empty()
    }

    /// Can something be played again?
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty() && self.ending.is_none()
    }

    /// The first line of the journal.
    pub fn begin_record(&self, date: String) -> JournalEvent {
        use super::setup::Start;
        let (mut name, mut fen) = (None, None);
        match &self.setup.start {
            Start::Usual => {}
            Start::Named(text) => name = Some(text.clone()),
            Start::Fen(text) => fen = Some(text.clone()),
        }
        JournalEvent::Begin {
            version: crate::record::journal::VERSION,
            date,
            game: self.setup.game.clone(),
            setup: name,
            fen,
            seats: self.setup.seats.iter().map(ToString::to_string).collect(),
            clock: self.setup.clock.map(|clock| clock.to_string()),
            takebacks: self.setup.takebacks,
        }
    }

    /// The game begins, or goes on after it was taken up: the player on turn is asked.
    pub fn begin(&mut self, now: Duration) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.look_for_the_end(&mut effects);
        self.ask(now, &mut effects);
        effects
    }

    /// Takes an order.
    pub fn step(&mut self, order: TableCommand, now: Duration) -> Vec<Effect> {
        let mut effects = Vec::new();
        // What would change the game waits until the last change is safe on disk.
        let changes = matches!(
            order,
            TableCommand::Play(_)
                | TableCommand::Answer(_, Reply::Move(_))
                | TableCommand::Resign(_)
                | TableCommand::Draw(_)
                | TableCommand::Sit(_)
                | TableCommand::Undo
                | TableCommand::Redo
        );
        if changes && self.unsynced.is_some() {
            self.waiting.push_back((self.written, order));
            // Whoever has moved does not pay for the disk.
            self.run_clock(now);
            return effects;
        }
        self.take(order, now, &mut effects);
        effects
    }

    fn take(&mut self, order: TableCommand, now: Duration, effects: &mut Vec<Effect>) {
        match order {
            TableCommand::Play(mv) => {
                if self.ending.is_none() && self.setup.is_person(self.position.turn()) {
                    self.play(mv, now, effects);
                }
            }
            TableCommand::Answer(ticket, reply) => {
                if self.asked.is_some_and(|(asked, _)| asked == ticket) && self.ending.is_none() {
                    match reply {
                        Reply::Thought(thought) => self.thought = Some(thought),
                        Reply::Told(words) => self.announce(words),
                        Reply::Move(mv) => self.computer_plays(mv, now, effects),
                        Reply::Failed(why, loses) => self.failed(&why, loses, now, effects),
                    }
                }
            }
            TableCommand::Resign(side) => {
                if self.setup.is_person(side) {
                    self.resign(side, Leaving::Resigns, now, effects);
                }
            }
            TableCommand::Draw(side) => self.offer(side, now, effects),
            TableCommand::Undo => self.undo(now, effects),
            TableCommand::Redo => self.redo(now, effects),
            TableCommand::Pause(paused) => {
                self.paused = paused;
                self.failure = None;
                if paused { self.stop(now, effects) } else { self.ask(now, effects) }
            }
            TableCommand::Step => {
                if self.is_paused() && self.asked.is_none() {
                    self.failure = None;
                    self.paused = false;
                    self.ask(now, effects);
                    self.paused = true;
                }
            }
            TableCommand::Sit(side) => self.sit(side, now, effects),
            TableCommand::Pace(pace) => self.pace = pace,
            TableCommand::Hold(held) => {
                self.held = held;
                self.run_clock(now);
            }
            TableCommand::Hurry => effects.push(Effect::Hurry),
            TableCommand::Tick => self.tick(now, effects),
            TableCommand::Synced(line) => {
                if self.unsaved.is_some() && line >= self.written {
                    self.unsaved = None;
                    self.announced.push("The game is saved again.".to_owned());
                }
                self.safe(line, now, effects);
            }
            TableCommand::NotSaved(line, why) => {
                if self.unsaved.replace(why.clone()).is_none() {
                    self.announced.push(format!("Not saved: {why}. You can keep playing."));
                }
                self.safe(line, now, effects);
            }
        }
    }

    fn safe(&mut self, line: u64, now: Duration, effects: &mut Vec<Effect>) {
        if self.unsynced.is_some_and(|waited| waited <= line) {
            self.unsynced = None;
        }
        while self.unsynced.is_none()
            && let Some((given, order)) = self.waiting.pop_front()
        {
            // A move was chosen on the board as it was shown; on another it is another move.
            if matches!(order, TableCommand::Play(_)) && given != self.written {
                self.run_clock(now);
            } else {
                self.take(order, now, effects);
            }
        }
    }

    /// Is a move made that waits for the disk?
    fn is_moved(&self) -> bool {
        self.waiting.iter().any(|(given, order)| {
            *given == self.written
                && match order {
                    TableCommand::Play(_) => self.setup.is_person(self.position.turn()),
                    TableCommand::Answer(ticket, _) => self.asked.is_some_and(|(asked, _)| asked == *ticket),
                    _ => false,
                }
        })
    }

    /// Does an order wait for the disk?
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Writes a line; what comes next waits for it.
    fn write(&mut self, record: JournalEvent, effects: &mut Vec<Effect>) {
        self.written += 1;
        self.unsynced = Some(self.written);
        effects.push(Effect::Write(record));
    }

    /// No journal is kept: nothing has to wait.
    pub fn forget_journal(&mut self) {
        self.unsynced = None;
    }

    /// How many lines the journal has after its first.
    pub fn set_written(&mut self, lines: u64) {
        self.written = lines;
    }
}

#[cfg(test)]
mod tests;
