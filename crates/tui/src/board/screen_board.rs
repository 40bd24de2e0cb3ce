//! The board of a screen with what it shows. A screen that names it needs nothing else for messages, motion and timers.

use super::motion::Earlier;
use super::pane::Pane;
use crate::rules::position::Position;

/// The board of a screen with what it shows.
pub struct ScreenBoard<'a> {
    /// The position that is shown.
    pub position: &'a dyn Position,
    /// The board.
    pub pane: &'a mut Pane,
    /// What becomes of a move in motion when the next one is played.
    pub earlier: Earlier,
}
