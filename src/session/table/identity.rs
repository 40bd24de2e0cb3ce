//! Who somebody is, the same on every connection and in every process.

use std::fmt;
use std::sync::Arc;

/// Who sits or watches: a name that whoever lets people in has checked.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Identity(Arc<str>);

impl Identity {
    /// The identity with this name.
    pub fn new(name: &str) -> Identity {
        Identity(name.into())
    }

    /// Whoever is at the terminal of the program: nobody else can be.
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
