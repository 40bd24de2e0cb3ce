//! The bell, and notes while the window has no focus: each once for a turn or an end.

use super::desk::Desk;
use super::part::{Part, Step};
use crate::config::Bell;
use crate::world::{TerminalRequest, World};

/// What the user was called for.
#[derive(Default)]
pub(super) struct Alerts {
    /// The ply at which the bell last rang.
    rung: Option<usize>,
    /// The same for a note.
    noted: Option<usize>,
}

impl Part for Alerts {
    fn changed(&mut self, moved: bool, desk: &mut Desk, world: &mut World) -> Option<Step> {
        let (table, ply) = (&desk.table, Some(desk.plies()));
        let own = desk.can_move() && (table.has_computer() || table.is_shared());
        let ring = match world.client.config.sound.bell {
            Bell::Always => moved,
            Bell::Own => moved && own,
            Bell::Off => false,
        };
        if ring && self.rung != ply {
            self.rung = ply;
            world.requests.push(TerminalRequest::Bell);
        }
        let ending = table.ending().filter(|_| moved);
        if (ending.is_some() || moved && own) && self.noted != ply {
            self.noted = ply;
            let title = table.position().spec().title;
            world.notify(format!("{title}: {}", ending.as_deref().unwrap_or("it is your turn")));
        }
        None
    }
}
