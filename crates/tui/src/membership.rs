//! What the screens ask of a club, where this client is one of a server. The server implements it and brings screens of
//! its own, which are opened as an [`AddedPlace`](super::place::AddedPlace).

use std::any::Any;
use std::fmt::Debug;

use super::place::Place;

/// The club that this client has entered.
pub trait Membership: Any + Debug + Send {
    /// The people who are here, their tables and games.
    fn lobby(&self) -> Place;

    /// The account of the user.
    fn account(&self) -> Place;

    /// A time in UTC as lists of games have it, in the time zone of the user.
    fn local(&self, time: &str) -> String;

    /// Takes over what another connection of the user has changed. Returns whether there was something.
    fn refresh(&mut self) -> bool;
}
