//! A snapshot of a game: an immutable value, shared by all observers.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Identity;
use super::command::Seating;
use super::consent::{self, Remedy};
use crate::players::Thought;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side, Sides};
use crate::session::driver::Match;
use crate::session::history::Line;
use crate::session::referee::{Claim, Ending, Request};
use crate::session::setup::MatchSetup;

/// A snapshot of a game.
pub struct GameView {
    /// The number of the last event that it includes.
    pub number: u64,
    /// The setup of the game, with the current players.
    pub setup: Arc<MatchSetup>,
    /// The position, with its history.
    pub position: Arc<dyn Position>,
    /// The history so far.
    pub lines: Arc<[Line]>,
    /// Everything else.
    pub status: Status,
}

/// The state of a game besides its position and history.
#[expect(clippy::struct_excessive_bools, reason = "none of them follows from others")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// The clocks, if there are any.
    pub clocks: Option<ClockView>,
    /// The seats that offer a draw.
    pub offers: Sides,
    /// The seats that may offer a draw, or accept one.
    pub may_offer: Sides,
    /// The open claim of the game.
    pub claim: Option<Claim>,
    /// The seats that may claim the game.
    pub claimants: Sides,
    /// How the game ended, if it is over.
    pub ending: Option<Ending>,
    /// The computer player that is thinking, and its last thought. A table of people does not tell the thought.
    pub thinking: Option<(Side, Option<Thought>)>,
    /// Does the computer on turn wait for a place to think? Its clock stands.
    pub queued: bool,
    /// Are the computer players paused, by a command or by a failure?
    pub paused: bool,
    /// Are the clocks stopped for now?
    pub held: bool,
    /// Why the player on turn has failed, or the player that lost by failing.
    pub failure: Option<String>,
    /// The least time per move of computer players.
    pub pace: Duration,
    /// Can a move be taken back?
    pub can_undo: bool,
    /// Can a move be played again?
    pub can_redo: bool,
    /// Is a command waiting for the journal?
    pub waiting: bool,
    /// Is there no human player left in the game?
    pub unattended: bool,
    /// The side from which the board was last shown, if an older program wrote it to the journal.
    pub seen_from: Option<Side>,
    /// The owner of each seat.
    pub owners: BySide<Option<Identity>>,
    /// The current observers: the owner of a seat who is not in this list is away.
    pub present: Vec<Identity>,
    /// The path of the journal, if it contains the whole game.
    pub(crate) path: Option<PathBuf>,
    /// Has the referee been told that the game is not saved?
    pub unsaved: bool,
    /// How many failures to save were reported so far.
    pub troubles: u64,
    /// What people ask each other for, the oldest request first.
    pub requests: Vec<Request>,
    /// Has the game been stopped by agreement, or because somebody was away?
    pub stopped: bool,
    /// Are hints and analysis allowed for the people who play?
    pub hints: bool,
    /// Can those who watch see the computer's evaluation?
    pub evaluation: bool,
    /// Does the result count for ratings?
    pub rated: bool,
    /// Is it a game of a tournament?
    pub tournament: bool,
    /// What the others can do about a person whose grace time is over.
    pub remedy: Option<Remedy>,
    /// When the grace time of each person who is away ends. After that the others can take over.
    pub away: BySide<Option<Instant>>,
}

/// The current observers, and when the grace time of each absent person ends.
type Presence<'a> = (&'a [Identity], BySide<Option<Instant>>);

/// The clocks as deadlines, so that no update is needed every second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockView {
    /// The time left on the clocks that do not run.
    left: BySide<Duration>,
    /// The seat whose clock runs, and when it runs out of time.
    running: Option<(Side, Instant)>,
}

impl ClockView {
    fn of(game: &Match) -> Option<ClockView> {
        let referee = game.view();
        referee.clock(Side::FIRST, Duration::ZERO)?;
        let running = referee.running().zip(game.flag_falls());
        // The time of the running clock follows from its deadline, so time alone does not change the view.
        let rests = |side| referee.running() != Some(side);
        let left = |side| referee.clock(side, Duration::ZERO).filter(|_| rests(side)).unwrap_or_default();
        Some(ClockView { left: BySide::from_fn(left), running })
    }

    /// The time left on the clock of a seat.
    pub fn left(&self, side: Side, now: Instant) -> Duration {
        match self.running {
            Some((running, end)) if running == side => end.saturating_duration_since(now),
            _ => self.left[side],
        }
    }

    /// The same clocks, none of which runs.
    fn stopped(self, now: Instant) -> ClockView {
        ClockView { left: BySide::from_fn(|side| self.left(side, now)), running: None }
    }

    /// The seat whose clock runs, and when it runs out of time.
    pub const fn running(&self) -> Option<(Side, Instant)> {
        self.running
    }
}

impl GameView {
    pub(super) fn first(game: &Match, seating: &Seating) -> GameView {
        let referee = game.view();
        GameView {
            number: 0,
            setup: Arc::new(referee.setup().clone()),
            position: referee.position().fork().into(),
            lines: referee.lines().into(),
            status: Status::of(game, seating, (&[], BySide::from_fn(|_| None))),
        }
    }

    /// The view after another one; unchanged parts are shared.
    pub(super) fn next(before: &GameView, game: &Match, seating: &Seating, people: Presence<'_>) -> GameView {
        let referee = game.view();
        let (position, lines) = (referee.position(), referee.lines());
        let same = position.acts() == before.position.acts() && position.hash() == before.position.hash();
        let position = if same { Arc::clone(&before.position) } else { position.fork().into() };
        let lines = if *lines == *before.lines { Arc::clone(&before.lines) } else { lines.into() };
        let setup = if *referee.setup() == *before.setup {
            Arc::clone(&before.setup)
        } else {
            Arc::new(referee.setup().clone())
        };
        let status = Status::of(game, seating, people);
        GameView { number: before.number, setup, position, lines, status }
    }

    /// The view while the log of the game lacks a change: the position is the last one that is stored.
    pub(super) fn waiting(before: &GameView, game: &Match, (present, away): Presence<'_>) -> GameView {
        let status = Status {
            clocks: before.status.clocks.map(|clocks| clocks.stopped(Instant::now())),
            present: present.to_vec(),
            unsaved: game.is_unsaved(),
            troubles: game.troubles(),
            away,
            ..before.status.clone()
        };
        let (setup, position, lines) =
            (Arc::clone(&before.setup), Arc::clone(&before.position), Arc::clone(&before.lines));
        GameView { number: before.number, setup, position, lines, status }
    }

    /// The same view for a game that cannot continue, with the reason.
    pub(super) fn stopped(&self, why: &str) -> GameView {
        let (setup, position, lines) =
            (Arc::clone(&self.setup), Arc::clone(&self.position), Arc::clone(&self.lines));
        let clocks = self.status.clocks.map(|clocks| clocks.stopped(Instant::now()));
        let status =
            Status { clocks, thinking: None, failure: Some(why.to_owned()), waiting: false, ..self.status.clone() };
        GameView { number: self.number, setup, position, lines, status }
    }

    /// Are the two views the same to an observer?
    pub(super) fn is_same(&self, other: &GameView) -> bool {
        Arc::ptr_eq(&self.setup, &other.setup)
            && Arc::ptr_eq(&self.position, &other.position)
            && Arc::ptr_eq(&self.lines, &other.lines)
            && self.status == other.status
    }

    /// The time left on the clock of a seat.
    pub fn clock(&self, side: Side, now: Instant) -> Option<Duration> {
        self.status.clocks.map(|clocks| clocks.left(side, now))
    }

    /// When the running clock runs out of time.
    pub fn flag_falls(&self) -> Option<Instant> {
        self.status.clocks.and_then(|clocks| clocks.running()).map(|(_, end)| end)
    }

    /// The seats for human players that this identity holds.
    pub fn seats_of(&self, identity: &Identity) -> Sides {
        let sides = self.position.spec().sides().filter(|&side| self.setup.is_person(side));
        sides.filter(|&side| self.status.owners[side].as_ref() == Some(identity)).collect()
    }

    /// The observers without a seat.
    pub fn watchers(&self) -> impl Iterator<Item = &Identity> {
        self.status.present.iter().filter(|who| self.seats_of(who) == Sides::NONE)
    }
}

impl Status {
    /// Does the result count for more than this table?
    pub const fn is_strict(&self) -> bool {
        self.rated || self.tournament
    }

    fn of(game: &Match, seating: &Seating, (present, away): Presence<'_>) -> Status {
        let referee = game.view();
        let of_people = seating.is_of_people(referee.setup());
        Status {
            clocks: ClockView::of(game),
            offers: referee.offers(),
            may_offer: referee.position().spec().sides().filter(|&side| referee.may_offer(side)).collect(),
            claim: referee.claimed(),
            claimants: referee.claimants(),
            ending: referee.ending().cloned(),
            thinking: referee.thinking().map(|(side, thought)| (side, thought.filter(|_| !of_people).cloned())),
            queued: referee.is_queued(),
            paused: referee.is_paused(),
            held: referee.is_held(),
            failure: referee.failure().map(str::to_owned),
            pace: referee.pace(),
            can_undo: referee.can_undo(),
            can_redo: referee.can_redo(),
            waiting: referee.is_waiting(),
            unattended: referee.is_unattended(),
            seen_from: referee.seen_from(),
            owners: BySide::from_fn(|side| seating.owner(side).cloned()),
            present: present.to_vec(),
            path: game.path(),
            unsaved: game.is_unsaved(),
            troubles: game.troubles(),
            requests: referee.requests().to_vec(),
            stopped: referee.is_stopped(),
            hints: referee.ending().is_some()
                || !seating.rules().is_strict()
                    && (seating.is_of_one(referee.setup()) || referee.are_hints_agreed()),
            evaluation: referee.ending().is_some()
                || !seating.rules().is_strict() && referee.is_evaluation_agreed(),
            rated: seating.rules().rated,
            tournament: seating.rules().tournament,
            remedy: consent::remedy(referee, seating.rules()),
            away,
        }
    }
}
