//! The list of the parts of a play screen, in the order in which they answer.

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
use super::own_file::OwnFile;
use super::pace::Pace;
use super::part::Part;
use super::people::People;
use super::plans::Planned;
use super::premove::Premove;
use super::rating::Rating;
use super::rematch::Rematch;
use super::talk::Talk;
use super::together::Together;
use super::watched::Watched;

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
    /// What is wrong in the file of the game, and the rules that it has now.
    own_file: OwnFile,
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
