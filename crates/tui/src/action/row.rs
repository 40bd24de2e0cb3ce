//! A row of the table of actions.

use super::{Action, Context, Group};

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The action.
    pub action: Action,
    /// Its identifier in the config.
    pub id: &'static str,
    /// A short description.
    pub title: &'static str,
    /// A label for the footer.
    pub short: &'static str,
    /// The default key bindings.
    pub keys: &'static [&'static str],
    /// The contexts in which the bindings are valid.
    pub contexts: &'static [Context],
    /// Its section of the help.
    pub group: Group,
}
