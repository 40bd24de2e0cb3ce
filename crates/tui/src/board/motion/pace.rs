//! How much of a move is seen, and how long.

use std::time::Duration;

use crate::config::Motion;
use crate::depth::Depth;

/// How long a frame of a move is shown. Two of them and the position after the move come within 200 ms.
pub(crate) const FRAME: Duration = Duration::from_millis(80);

/// How much of a move is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pace {
    /// Only the position after it.
    Off,
    /// One frame before that.
    Step,
    /// All frames.
    Full,
}

impl Pace {
    /// Without colours a piece on its way could not be told from one that stands. Over SSH each frame may be late.
    pub(crate) const fn of(wanted: Motion, depth: Depth, over_ssh: bool) -> Pace {
        match wanted {
            Motion::Off => Pace::Off,
            _ if matches!(depth, Depth::None) => Pace::Off,
            Motion::Auto if over_ssh => Pace::Step,
            Motion::Auto | Motion::On => Pace::Full,
        }
    }

    /// The longest that a move of the user is in motion on the board.
    pub(crate) fn longest(self) -> Duration {
        let frames = match self {
            Pace::Off => 0,
            Pace::Step => 1,
            Pace::Full => 2,
        };
        FRAME * frames
    }
}
