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

use super::alerts::Alerts;
use super::arrange::Arrange;
use super::claims::Claims;
use super::coach::Coach;
use super::confirm::ConfirmSlow;
use super::consent::Consent;
use super::evaluation::Evaluated;
use super::first_move::FirstMove;
use super::guide::Guide;
use super::hint::Hints;
use super::leaving::Leaving;
use super::messages::{Explanation, Failure, LastMessage};
use super::news::News;
use super::next::Next;
use super::orders::Orders;
use super::pace::Pace;
use super::people::People;
use super::plans::Planned;
use super::premove::Premove;
use super::rating::Rating;
use super::rematch::Rematch;
use super::talk::Talk;
use super::together::Together;
use super::watched::Watched;

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

/// Makes the list of the parts, in the order in which they answer.
macro_rules! parts {
    ($($(#[$about:meta])* $name:ident: $part:ty,)*) => {
        /// The parts of a play screen.
        #[derive(Default)]
        pub(super) struct Parts {
            $($(#[$about])* pub(super) $name: $part,)*
        }

        impl Parts {
            /// All of them, in their order.
            pub(super) fn all(&self) -> impl Iterator<Item = &dyn Part> {
                [$(&self.$name as &dyn Part),*].into_iter()
            }

            /// The same, to change them.
            pub(super) fn all_mut(&mut self) -> impl Iterator<Item = &mut dyn Part> {
                [$(&mut self.$name as &mut dyn Part),*].into_iter()
            }
        }
    };
}

// A new part is one line here. Its place says what it comes before: of two lines that could be read the first one is, and
// of two parts that want a key, a move or a wake, the first one gets it.
parts! {
    /// What people ask each other: nothing is more urgent.
    consent: Consent,
    /// The last message.
    message: LastMessage,
    /// People at the table, and a seat that is played elsewhere.
    people: People,
    /// The piece that is explained, and threats.
    explanation: Explanation,
    /// A player that has failed.
    failure: Failure,
    /// Another game with the same people.
    rematch: Rematch,
    /// The move that is chosen before one's turn.
    premove: Premove,
    /// Conditional moves of a slow game.
    plans: Planned,
    /// Draws, claims and giving up.
    claims: Claims,
    /// The computer's evaluation, for those who watch.
    evaluated: Evaluated,
    /// Who reviews the finished game together.
    together: Together,
    /// What the game has changed in the rating of the user.
    rating: Rating,
    /// The result and those who watch, while the user cannot move.
    watched: Watched,
    /// How soon a game of a tournament has to begin.
    first_move: FirstMove,
    /// The advice of a first game.
    guide: Guide,
    /// What the others have just done.
    news: News,
    /// What is said at the table. It comes after what clears the message.
    talk: Talk,
    /// Leaving a game, and starting the next one.
    leaving: Leaving,
    /// The coach, before a move and after the end.
    coach: Coach,
    /// The move of a slow game that waits for an answer. The coach is asked first.
    slow: ConfirmSlow,
    /// The move that the computer would play. A move that the coach has held is played first.
    hints: Hints,
    /// Which level to try next.
    next: Next,
    /// The bell, and notes while the window has no focus.
    alerts: Alerts,
    /// The reserve that is dropped for a player: the last that a change leads to, because it plays a move.
    arrange: Arrange,
    /// Computers that play each other.
    pace: Pace,
    /// Moves that are taken back, and other orders to the table.
    orders: Orders,
}
