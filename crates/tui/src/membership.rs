//! What the screens ask of a club, where this client is one of a server. The server implements it. The screens that it
//! brings are entries of the home screen ([`AddedEntry`](super::place::AddedEntry)).

use std::any::Any;
use std::fmt::Debug;

use crate::zone::Zone;

/// The club that this client has entered.
pub trait Membership: Any + Debug + Send {
    /// The time zone of the user.
    fn zone(&self) -> Zone;

    /// Takes over what another connection of the user has changed. Returns whether there was something.
    fn refresh(&mut self) -> bool;
}
