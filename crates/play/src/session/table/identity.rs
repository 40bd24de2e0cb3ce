//! The identity of a player or spectator, the same on every connection and in every process.

use std::fmt;
use std::sync::Arc;

/// The identity of a player or spectator: a name that was checked at login.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Identity(Arc<str>);

impl Identity {
    /// The identity with this name.
    pub fn new(name: &str) -> Identity {
        Identity(name.into())
    }

    /// The user at the terminal of the program.
    pub fn local() -> Identity {
        Identity::new("local")
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}
