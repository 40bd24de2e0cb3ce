//! Hints: the move that the computer would play for the person to move.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::desk::Desk;
use super::part::{Part, Step};
use crate::action::Action;
use crate::players::assistant::Asked;
use crate::players::{PlayerError, Reply, Resources};
use crate::rules::mv::Move;
use crate::session::telling::words;
use crate::theme::Role;
use crate::wakes::Reasons;
use crate::world::World;

/// The maximum search time for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// A pending hint request.
struct Asking {
    /// The hash of the position.
    of: u64,
    _asked: Asked,
    answer: Receiver<Result<Move, PlayerError>>,
}

/// The move that the user waits for.
#[derive(Default)]
pub(super) struct Hints(Option<Asking>);

impl Hints {
    /// Requests a hint for this position, unless one is pending already.
    fn ask(&mut self, desk: &Desk, world: &World) {
        let of = desk.table.position().hash();
        if self.0.as_ref().is_some_and(|hint| hint.of == of) {
            return;
        }
        let (sender, answer) = channel();
        let waker = Arc::clone(&world.client.waker);
        let resources = world.client.resources("hint");
        let resources = Resources { think: resources.think.min(HINT_TIME), ..resources };
        let take = move |reply| {
            let message = match reply {
                Reply::Move(mv) => Ok(mv),
                Reply::Failed(why, _) => Err(why),
                Reply::Thought(_) | Reply::Told(_) | Reply::Waits | Reply::Begins => return,
            };
            let _ = sender.send(message);
            waker();
        };
        let asked = world.client.assistant.hint(desk.table.position().fork(), resources, take);
        self.0 = Some(Asking { of, _asked: asked, answer });
    }
}

impl Part for Hints {
    fn can(&self, action: Action, desk: &Desk, _: &World) -> Option<bool> {
        (action == Action::Hint).then(|| desk.can_move())
    }

    fn act(&mut self, action: Action, desk: &mut Desk, world: &mut World) -> Option<Step> {
        if action != Action::Hint {
            return None;
        }
        self.ask(desk, world);
        desk.pane.tell(Role::Notice, "Looking for a move…");
        Some(Step::changed())
    }

    fn moved(&mut self, desk: &mut Desk) {
        // Nobody needs the answer any more.
        self.0 = self.0.take().filter(|hint| hint.of == desk.table.position().hash());
    }

    fn wake(&mut self, why: Reasons, desk: &mut Desk, _: &mut World) -> Option<Step> {
        let found = self.0.as_ref().filter(|_| why.task)?.answer.try_recv().ok()?;
        self.0 = None;
        match found {
            Ok(mv) => {
                let position = desk.table.position();
                let words = words(position, mv, Some(position.turn()));
                desk.pane.suggest(&position.marks(mv));
                desk.pane.tell(Role::Advice, format!("Hint: {words}."));
            }
            Err(why) => desk.pane.message = Some(format!("No hint: {why}.")),
        }
        Some(Step::changed())
    }
}
