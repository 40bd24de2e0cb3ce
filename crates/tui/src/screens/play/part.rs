//! What the play screen is made of besides its board and its table: parts. Each has one topic, keeps what it knows to
//! itself, and says here what it wants of keys, moves, lines and wakes. A part sees the desk and never another part; what
//! concerns others it answers as a [`Step`], which the screen carries out.

use ratatui::layout::Rect;
use std::time::Instant;

use super::desk::Desk;
use crate::action::Action;
use crate::rules::mv::Move;
use crate::screen::Transition;
use crate::session::table::command::Refusal;
use crate::theme::Role;
use crate::wakes::Reasons;
use crate::world::World;

/// What the screen does for a part.
pub(super) enum Step {
    /// Nothing more than this.
    Then(Transition),
    /// Plays this move without another question.
    Play(Move),
    /// A command was sent to the table: its new state is read, and a refusal is told.
    Sent(Result<(), Refusal>),
    /// The same, and these words are told in any case.
    SentAnd(Result<(), Refusal>, &'static str),
    /// The position may be another one.
    Look,
    /// Asks before an action that cannot be undone, if the settings require it.
    Ask(String, Action),
    /// Does an action that leaves the game.
    Leave(Action),
}

impl Step {
    /// Something that is shown has changed.
    pub(super) const fn changed() -> Step {
        Step::Then(Transition::Changed)
    }
}

/// Where a line is shown, and what it may name.
pub(super) struct Below<'a> {
    pub(super) world: &'a World,
    /// The area of the two lines.
    pub(super) area: Rect,
    /// Does a card tell the end?
    pub(super) has_card: bool,
    /// Is an action of the screen possible now?
    pub(super) can: &'a dyn Fn(Action) -> bool,
}

/// A part of the play screen. Of the parts that could answer, the first one in the list does.
pub(super) trait Part {
    /// Takes a key before it is asked whether it can do anything.
    fn takes(&mut self, _action: Action, _desk: &mut Desk) -> Option<Step> {
        None
    }

    /// Is this action possible now? `None` if the part says nothing about it.
    fn can(&self, _action: Action, _desk: &Desk, _world: &World) -> Option<bool> {
        None
    }

    /// Why an action is not possible, if the part knows.
    fn why_not(&self, _action: Action, _desk: &Desk) -> Option<String> {
        None
    }

    /// What an action does now, for the key bar.
    fn say(&self, _action: Action, _desk: &Desk, _world: &World) -> Option<&'static str> {
        None
    }

    /// Does an action that is possible.
    fn act(&mut self, _action: Action, _desk: &mut Desk, _world: &mut World) -> Option<Step> {
        None
    }

    /// A question about this action was answered with yes.
    fn confirmed(&mut self, _action: Action, _desk: &mut Desk, _world: &mut World) -> Option<Step> {
        None
    }

    /// Keeps a move of the user back before it is played.
    fn holds(&mut self, _mv: Move, _desk: &mut Desk, _world: &mut World) -> Option<Step> {
        None
    }

    /// The screen is opened, or no longer covered.
    fn opened(&mut self, _desk: &mut Desk, _world: &World) {}

    /// The table has another position.
    fn moved(&mut self, _desk: &mut Desk) {}

    /// The state of the table was read; does it have another position?
    fn changed(&mut self, _moved: bool, _desk: &mut Desk, _world: &mut World) -> Option<Step> {
        None
    }

    /// Something has happened, or it is time.
    fn wake(&mut self, _why: Reasons, _desk: &mut Desk, _world: &mut World) -> Option<Step> {
        None
    }

    /// When the part wants to be woken.
    fn deadline(&self) -> Option<Instant> {
        None
    }

    /// What the part wants to be read in the message line.
    fn line(&self, _desk: &Desk, _below: &Below<'_>) -> Option<(String, Role)> {
        None
    }
}
