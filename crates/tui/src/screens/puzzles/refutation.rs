//! The answer to a wrong move: the computer looks for it in the background.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use crate::engine::interface::Engine;
use crate::engine::limits::{Limits, Stop};
use crate::engine::score::{self, Score};
use crate::players::assistant::{Asked, JobKind, Request};
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::world::World;

/// The nodes of the search.
const NODES: u64 = 20_000;

/// What the computer answers: its move, and how good the position is for it.
type Answer = Option<(Move, Score)>;

/// A reply that is looked for.
pub(super) struct Refutation {
    _asked: Asked,
    answer: Receiver<Answer>,
}

impl Refutation {
    /// Asks for the reply in this position.
    pub(super) fn ask(position: &dyn Position, world: &World) -> Refutation {
        let (sender, answer) = channel();
        let (waker, failed) = (Arc::clone(&world.client.waker), sender.clone());
        let bell = Arc::clone(&world.client.waker);
        let position = position.fork();
        let game = position.spec();
        let work = move |engine: &mut dyn Engine, stop: &Stop| {
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            let mut value = 0;
            let best = engine.think(position.as_ref(), &limits, stop, &mut |report| {
                value = report.lines.first().map_or(value, |line| line.score);
            });
            if !stop.is_requested() {
                let _ = sender.send(best.map(|best| (best, value)));
                waker();
            }
        };
        let failed = move |_| {
            let _ = failed.send(None);
            bell();
        };
        let resources = world.client.resources("hint");
        let request =
            Request { kind: JobKind::Hint, game, resources, work: Box::new(work), failed: Box::new(failed) };
        Refutation { _asked: world.client.assistant.ask(request), answer }
    }

    /// The answer, if it has arrived.
    pub(super) fn take(&self) -> Option<Answer> {
        self.answer.try_recv().ok()
    }
}

/// The words for an answer: who plays what, and how good that is.
pub(super) fn words(position: &dyn Position, reply: Move, value: Score) -> String {
    let spec = position.spec();
    let name = spec.seat(position.turn()).name;
    let shown = position.display(reply);
    let mut after = position.fork();
    if let Some(end) = after.play(reply).ok().and_then(|()| after.outcome()) {
        return format!("{name} answers {shown}: {}.", end.words());
    }
    if spec.seats.len() > 2 {
        return format!("{name} answers {shown}.");
    }
    let other = spec.seat(position.living().after(position.turn())).name;
    format!("{name} answers {shown}: {}.", score::describe(value, name, other))
}
