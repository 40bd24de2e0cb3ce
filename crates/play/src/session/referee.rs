//! The referee of a game decides whether a command counts. It is a pure state machine: commands and the time go in,
//! effects come out; it has no thread, clock or file.

mod acts;
mod asking;
mod claims;
mod ending;
mod game_clocks;
mod material;
mod offers;
mod pace;
mod pause;
mod plans;
mod replay;
mod requests;
mod resign_policy;
mod saving;
mod score_sheet;
mod seats;
mod takeback;
mod turn;

use std::time::Duration;

use super::history::{HistoryEntry, Line};
use super::setup::MatchSetup;
use crate::players::{Question, Reply, Thought};
use crate::record::journal::JournalEvent;
use crate::record::leaving::Leaving;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::{Side, Sides};
use asking::Asking;
pub(crate) use claims::Claim;
pub(crate) use ending::DETAILS;
pub use ending::{EndCause, Ending, is_ending, read_share};
use game_clocks::GameClocks;
use offers::Offers;
use pace::Pace;
use pause::Pause;
use plans::AllPlans;
pub(crate) use plans::{MOST_LINES, Plans};
pub use plans::{MOST_MOVES, is_line, with_line};
use requests::Requests;
pub use requests::{Request, Wish};
use resign_policy::ResignPolicies;
use saving::Saving;
use score_sheet::ScoreSheet;

/// A command for the referee.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableCommand {
    /// A human player makes a move.
    Play(Move),
    /// A player answers a question.
    Answer(u64, Reply),
    /// A seat resigns.
    Resign(Side),
    /// A seat offers a draw, or accepts one.
    Draw(Side),
    /// A seat declines the draw that others offer.
    DeclineDraw(Side),
    /// A seat claims the game, or agrees to a claim.
    Claim(Side),
    /// Computer players that are left alone play to the end as fast as they can.
    Finish,
    /// Undo back to the player's own last move.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// The computer players pause, or continue.
    Pause(bool),
    /// The computer plays one move while paused.
    Step,
    /// A human player takes the seat of a player that has stopped.
    Sit(Side),
    /// Computer players take at least this long per move.
    Pace(Duration),
    /// Stops the clocks while a dialog is open or the program is suspended.
    Hold(bool),
    /// The computer moves now.
    Hurry,
    /// These seats of one person ask for something, or agree to it.
    Wish(Sides, Wish),
    /// A seat declines a request, or withdraws its own.
    Refuse(Side, Wish),
    /// The game stops because somebody is away, or continues.
    Stop(bool),
    /// The player of a seat was away for too long: the seat loses.
    Dismiss(Side),
    /// A computer of this level takes the seat of a person.
    Replace(Side, u8),
    /// A computer gives its seat to a person: the identity, and the name that others see.
    Give(Side, String, String),
    /// The conditional moves of a seat.
    Plan(Side, Vec<Vec<String>>),
    /// The premove of a seat.
    Premove(Side, Option<String>),
    /// Checks whether a clock has run out of time.
    Tick,
    /// The journal is synced up to this line.
    Synced(u64),
    /// The journal could not be saved, with the reason.
    NotSaved(u64, String),
}

/// An effect for the driver to carry out.
pub(crate) enum Effect {
    /// Ask the player of this seat.
    Ask(Side, Question),
    /// Cancels the open question.
    Stop,
    /// Asks for the answer now.
    Hurry,
    /// Writes a line to the journal.
    Write(JournalEvent),
    /// The setup names another player for this seat from now on.
    Sit(Side),
}

/// The referee of one game. Each part of its state belongs to one file.
pub struct Referee {
    setup: MatchSetup,
    position: Box<dyn Position>,
    clocks: GameClocks,
    score: ScoreSheet,
    ending: Option<Ending>,
    offers: Offers,
    requests: Requests,
    plans: AllPlans,
    policies: ResignPolicies,
    /// The side from which the board was shown, if an older program wrote it to the journal. Newer programs do not
    /// write this event: the side belongs to each viewer.
    seen_from: Option<Side>,
    asking: Asking,
    pause: Pause,
    pace: Pace,
    saving: Saving,
    announced: Vec<String>,
}

impl Referee {
    /// The referee of a new game. Call `Referee::begin` to start it.
    pub fn new(setup: MatchSetup, position: Box<dyn Position>) -> Referee {
        let clocks = GameClocks::new(setup.clock);
        Referee {
            setup,
            position,
            clocks,
            score: ScoreSheet::default(),
            ending: None,
            offers: Offers::default(),
            requests: Requests::default(),
            plans: AllPlans::default(),
            policies: ResignPolicies::default(),
            seen_from: None,
            asking: Asking::default(),
            pause: Pause::default(),
            pace: Pace::default(),
            saving: Saving::default(),
            announced: Vec::new(),
        }
    }

    /// The setup of the game.
    pub const fn setup(&self) -> &MatchSetup {
        &self.setup
    }

    /// The current position.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// The history so far.
    pub fn lines(&self) -> &[Line] {
        self.score.lines()
    }

    /// The acts so far, without those taken back.
    pub(crate) fn entries(&self) -> &[HistoryEntry] {
        self.score.entries()
    }

    /// How the game ended, if it is over.
    pub const fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The time on the clock of a seat.
    pub fn clock(&self, side: Side, now: Duration) -> Option<Duration> {
        self.clocks.left(side, now)
    }

    /// The seat whose clock runs.
    pub(crate) fn running(&self) -> Option<Side> {
        self.clocks.running()
    }

    /// When the running clock runs out of time.
    pub(crate) fn flag_falls(&self) -> Option<Duration> {
        self.clocks.flag_falls()
    }

    /// The seat of the player that is thinking, and its last thought.
    pub(crate) fn thinking(&self) -> Option<(Side, Option<&Thought>)> {
        let side = self.asking.seat()?;
        (!self.setup.is_person(side)).then_some((side, self.asking.thought()))
    }

    /// The side from which the board was last shown, if an older program wrote it.
    pub(crate) const fn seen_from(&self) -> Option<Side> {
        self.seen_from
    }

    /// Is there no human player left in the game?
    pub(crate) fn is_unattended(&self) -> bool {
        !self.position.spec().sides().any(|side| self.setup.is_person(side) && self.position.living().has(side))
    }

    /// Are the computer players paused, by a command or by a failure?
    pub(crate) const fn is_paused(&self) -> bool {
        self.pause.is_on()
    }

    /// Why the player on turn has failed, or the player that lost by failing.
    pub fn failure(&self) -> Option<&str> {
        self.pause.failure()
    }

    /// The least time per move of computer players.
    pub(crate) const fn pace(&self) -> Duration {
        self.pace.least()
    }

    pub(crate) fn take_announcements(&mut self) -> Vec<String> {
        std::mem::take(&mut self.announced)
    }

    pub(crate) fn has_announcements(&self) -> bool {
        !self.announced.is_empty()
    }

    /// Adds an announcement for the people at the board.
    pub(super) fn announce(&mut self, words: String) {
        self.announced.push(words);
    }

    /// Can a move be taken back?
    pub(crate) fn can_undo(&self) -> bool {
        self.setup.takebacks && !self.score.is_empty()
    }

    /// Can a move be played again?
    pub fn can_redo(&self) -> bool {
        self.score.taken_back() > 0 && self.ending.is_none()
    }

    /// Starts or resumes the game: asks the player on turn.
    pub(crate) fn begin(&mut self, now: Duration) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.look_for_the_end(&mut effects);
        self.grant_if_agreed(&mut effects);
        self.agree_if_offered(&mut effects);
        self.grant_wishes(now, &mut effects);
        self.play_planned(now, &mut effects);
        self.ask(now, &mut effects);
        effects
    }

    /// Carries out a command.
    pub(crate) fn step(&mut self, order: TableCommand, now: Duration) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.is_too_late(&order, now, &mut effects) {
            return effects;
        }
        // A command that changes the game waits until the last change is synced.
        let changes = matches!(
            order,
            TableCommand::Play(_)
                | TableCommand::Answer(_, Reply::Move(_))
                | TableCommand::Resign(_)
                | TableCommand::Draw(_)
                | TableCommand::DeclineDraw(_)
                | TableCommand::Claim(_)
                | TableCommand::Sit(_)
                | TableCommand::Undo
                | TableCommand::Redo
                | TableCommand::Wish(..)
                | TableCommand::Stop(_)
                | TableCommand::Dismiss(_)
                | TableCommand::Replace(..)
                | TableCommand::Give(..)
                | TableCommand::Premove(..)
        );
        if changes && self.saving.is_behind() {
            self.saving.wait(self.shown(), order);
            // The clock of a player who has moved does not run while the disk is slow.
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
                if self.asking.is(ticket) && self.ending.is_none() {
                    match reply {
                        Reply::Thought(thought) => self.asking.think(thought),
                        Reply::Told(words) => self.announce(words),
                        Reply::Waits => self.queue(Some(ticket), now),
                        Reply::Begins => self.queue(None, now),
                        Reply::Move(mv) => self.computer_plays(mv, now, effects),
                        Reply::Failed(why, loses) => self.failed(&why.to_string(), loses, now, effects),
                    }
                }
            }
            TableCommand::Resign(side) => {
                if self.setup.is_person(side) {
                    self.resign(side, Leaving::Resigns, now, effects);
                }
            }
            TableCommand::Draw(side) => self.offer(side, now, effects),
            TableCommand::DeclineDraw(side) => self.decline_draw(side, effects),
            TableCommand::Claim(side) => self.claim(side, now, effects),
            TableCommand::Finish => self.play_to_the_end(now, effects),
            TableCommand::Undo => self.undo(now, effects),
            TableCommand::Redo => self.redo(now, effects),
            TableCommand::Pause(paused) => {
                self.pace.finish(false);
                self.pause.order(paused);
                if self.pause.is_agreed() && !paused {
                    self.stop_game(false, now, effects);
                }
                if paused { self.stop(now, effects) } else { self.ask(now, effects) }
            }
            TableCommand::Step => {
                if self.is_paused() && self.asking.seat().is_none() {
                    self.pause.order(false);
                    self.ask(now, effects);
                    self.pause.order(true);
                }
            }
            TableCommand::Sit(side) => self.sit(side, now, effects),
            TableCommand::Pace(pace) => self.pace.set(pace),
            TableCommand::Hold(held) => {
                self.clocks.hold(held);
                self.run_clock(now);
            }
            TableCommand::Hurry => effects.push(Effect::Hurry),
            TableCommand::Wish(seats, what) => self.wish(seats, what, now, effects),
            TableCommand::Refuse(side, what) => self.refuse(side, what, effects),
            TableCommand::Stop(stopped) => self.stop_game(stopped, now, effects),
            TableCommand::Dismiss(side) => self.resign(side, Leaving::Leaves, now, effects),
            TableCommand::Replace(side, level) => self.replace(side, level, now, effects),
            TableCommand::Give(side, by, name) => self.give_seat(side, &by, &name, now, effects),
            TableCommand::Plan(side, lines) => self.plan(side, lines, effects),
            TableCommand::Premove(side, text) => self.premove(side, text, now, effects),
            TableCommand::Tick => self.tick(now, effects),
            TableCommand::Synced(line) => self.synced(line, now, effects),
            TableCommand::NotSaved(line, why) => self.not_saved(line, &why, now, effects),
        }
    }
}

#[cfg(test)]
mod tests;
