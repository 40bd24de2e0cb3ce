//! The sections of the help.

/// The section of the help in which an action is listed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// Cursor movement.
    Cursor,
    /// Making a move.
    Move,
    /// Views and information.
    Look,
    /// Commands on the whole game.
    Game,
    /// Commands of the program.
    Program,
}

impl Group {
    /// The heading of the section.
    pub const fn title(self) -> &'static str {
        match self {
            Group::Cursor => "Cursor",
            Group::Move => "Moves",
            Group::Look => "View",
            Group::Game => "Game",
            Group::Program => "Program",
        }
    }
}
