//! Hints: the move that the computer would play for the person to move.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::table::Table;
use crate::players::assistant::Asked;
use crate::players::{PlayerError, Reply, Resources};
use crate::rules::mv::Move;
use crate::tui::world::World;

/// The maximum search time for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// A pending hint request.
pub(super) struct Hint {
    /// The hash of the position.
    of: u64,
    _asked: Asked,
    answer: Receiver<Result<Move, PlayerError>>,
}

impl Table {
    /// Requests a hint for this position, unless one is pending already.
    pub fn ask_hint(&mut self, world: &World) {
        let of = self.position().hash();
        if self.hint.as_ref().is_some_and(|hint| hint.of == of) {
            return;
        }
        let (sender, answer) = channel();
        let waker = Arc::clone(&world.client.waker);
        let resources = world.client.resources("hint");
        let resources = Resources { think: resources.think.min(HINT_TIME), ..resources };
        let take = move |reply| {
            let told = match reply {
                Reply::Move(mv) => Ok(mv),
                Reply::Failed(why, _) => Err(why),
                Reply::Thought(_) | Reply::Told(_) | Reply::Waits | Reply::Begins => return,
            };
            let _ = sender.send(told);
            waker();
        };
        let asked = world.client.assistant.hint(self.position().fork(), resources, take);
        self.hint = Some(Hint { of, _asked: asked, answer });
    }

    /// Takes the hint if it has arrived and the position has not changed.
    pub fn take_hint(&mut self) -> Option<Result<Move, PlayerError>> {
        let hint = self.hint.as_ref()?;
        let told = hint.answer.try_recv().ok()?;
        let same = hint.of == self.position().hash();
        self.hint = None;
        same.then_some(told)
    }
}
