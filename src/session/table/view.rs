//! What is to be seen of a game: one value that never changes, shared by all who look.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Identity;
use super::command::Seating;
use crate::players::Thought;
use crate::rules::position::Position;
use crate::rules::side::{BySide, Side, Sides};
use crate::session::driver::Match;
use crate::session::history::Line;
use crate::session::referee::Ending;
use crate::session::setup::MatchSetup;

/// A game as it is at one moment.
pub struct GameView {
    /// The number of the last event that is in it.
    pub number: u64,
    /// What the game began with, and who plays now.
    pub setup: Arc<MatchSetup>,
    /// The position, with its past.
    pub position: Arc<dyn Position>,
    /// The moves and events so far.
    pub lines: Arc<[Line]>,
    /// All the rest.
    pub status: Status,
}

/// What is to be seen of a game besides its position and moves.
#[expect(clippy::struct_excessive_bools, reason = "none of them follows from others")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// The clocks, if there are any.
    pub clocks: Option<ClockView>,
    /// Who offers a draw.
    pub offers: Sides,
    /// How it is over, if it is.
    pub ending: Option<Ending>,
    /// Which computer thinks, and what.
    pub thinking: Option<(Side, Option<Thought>)>,
    /// Have the computers stopped, by a wish or by a failure?
    pub paused: bool,
    /// Have the clocks been stopped for a while?
    pub held: bool,
    /// Why the player whose turn it is has failed, or the one that lost by that.
    pub failure: Option<String>,
    /// How long computers take at least.
    pub pace: Duration,
    /// Can something be taken back?
    pub can_undo: bool,
    /// Can something be played again?
    pub can_redo: bool,
    /// Does a command wait for the journal?
    pub waiting: bool,
    /// Does no person play?
    pub unattended: bool,
    /// Whose side a journal of an older version says that the board was seen from.
    pub seen_from: Option<Side>,
    /// Who holds which seat.
    pub owners: BySide<Option<Identity>>,
    /// Who looks at this moment: whoever holds a seat and is not among them is away.
    pub present: Vec<Identity>,
    /// Where the journal is, if the whole game is in it.
    pub path: Option<PathBuf>,
    /// Is the game not saved, as was told?
    pub unsaved: bool,
    /// How often it was told so far that something could not be saved.
    pub troubles: u64,
}

/// Clocks as deadlines: nobody has to be told every second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockView {
    /// What all have that do not run.
    left: BySide<Duration>,
    /// Which runs, and when it has nothing left.
    running: Option<(Side, Instant)>,
}

impl ClockView {
    fn of(game: &Match) -> Option<ClockView> {
        let referee = game.view();
        referee.clock(Side::FIRST, Duration::ZERO)?;
        let running = referee.running().zip(game.falls());
        // What the one that runs has follows from its end: time alone makes no other view.
        let rests = |side| referee.running() != Some(side);
        let left = |side| referee.clock(side, Duration::ZERO).filter(|_| rests(side)).unwrap_or_default();
        Some(ClockView { left: BySide::from_fn(left), running })
    }

    /// What a seat has at a moment.
    pub fn left(&self, side: Side, now: Instant) -> Duration {
        match self.running {
            Some((running, end)) if running == side => end.saturating_duration_since(now),
            _ => self.left[side],
        }
    }

    /// Which runs, and when it has nothing left.
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
            status: Status::of(game, seating, &[]),
        }
    }

    /// The view after another; what is as it was is shared with that.
    pub(super) fn next(before: &GameView, game: &Match, seating: &Seating, present: &[Identity]) -> GameView {
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
        let status = Status::of(game, seating, present);
        GameView { number: before.number, setup, position, lines, status }
    }

    /// The same, of a game that can go on no more, and why.
    pub(super) fn stopped(&self, why: &str) -> GameView {
        let (setup, position, lines) =
            (Arc::clone(&self.setup), Arc::clone(&self.position), Arc::clone(&self.lines));
        let clocks = self.status.clocks.map(|clocks| ClockView { running: None, ..clocks });
        let status =
            Status { clocks, thinking: None, failure: Some(why.to_owned()), waiting: false, ..self.status.clone() };
        GameView { number: self.number, setup, position, lines, status }
    }

    /// Would nobody see a difference?
    pub(super) fn is_same(&self, other: &GameView) -> bool {
        Arc::ptr_eq(&self.setup, &other.setup)
            && Arc::ptr_eq(&self.position, &other.position)
            && Arc::ptr_eq(&self.lines, &other.lines)
            && self.status == other.status
    }

    /// What a seat's clock has at a moment.
    pub fn clock(&self, side: Side, now: Instant) -> Option<Duration> {
        self.status.clocks.map(|clocks| clocks.left(side, now))
    }

    /// When the clock that runs has nothing left.
    pub fn falls(&self) -> Option<Instant> {
        self.status.clocks.and_then(|clocks| clocks.running()).map(|(_, end)| end)
    }

    /// The seats for people that somebody holds.
    pub fn seats_of(&self, identity: &Identity) -> Sides {
        let sides = self.position.spec().sides().filter(|&side| self.setup.is_person(side));
        sides.filter(|&side| self.status.owners[side].as_ref() == Some(identity)).collect()
    }

    /// Who looks and holds no seat.
    pub fn watchers(&self) -> impl Iterator<Item = &Identity> {
        self.status.present.iter().filter(|who| self.seats_of(who) == Sides::NONE)
    }
}

impl Status {
    fn of(game: &Match, seating: &Seating, present: &[Identity]) -> Status {
        let referee = game.view();
        Status {
            clocks: ClockView::of(game),
            offers: referee.offers(),
            ending: referee.ending().cloned(),
            thinking: referee.thinking().map(|(side, thought)| (side, thought.cloned())),
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
        }
    }
}
