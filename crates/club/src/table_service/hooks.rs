//! Who is told what happens in the table service: the ratings and the tournaments, which stand above it.

use std::sync::Arc;
use std::time::SystemTime;

use super::{Doing, Finished, TableService, TableServiceError};
use crate::store::TableKey;

/// Is told each finished game, and returns whether it has stored what follows from it. A game for which it has not is told
/// again at the next start; after a crash a game may be told twice, with the same key.
pub type EndHook = Arc<dyn Fn(&Finished) -> bool + Send + Sync>;

/// Is told each table that is gone: nobody looks at the end of its game any more, or it was aborted.
pub type GoneHook = Arc<dyn Fn(TableKey) + Send + Sync>;

/// Is called at each tick, when the table service has done what it does itself.
pub type TickHook = Arc<dyn Fn(SystemTime) + Send + Sync>;

/// Who is told.
#[derive(Default)]
pub(super) struct Hooks {
    ended: Option<EndHook>,
    gone: Option<GoneHook>,
    ticks: Option<TickHook>,
}

impl TableService {
    /// Tells all finished games from now on, and those that were not told before.
    pub(crate) fn on_end(&self, hook: EndHook) -> Result<(), TableServiceError> {
        self.state().hooks.ended = Some(hook);
        for row in self.store.untold_tables()? {
            self.tell(&Finished::of(row, &self.opponents.games)?);
        }
        Ok(())
    }

    /// Tells each table that is gone from now on.
    pub(crate) fn on_gone(&self, hook: GoneHook) {
        self.state().hooks.gone = Some(hook);
    }

    /// Calls this at each tick from now on.
    pub(crate) fn on_tick(&self, hook: TickHook) {
        self.state().hooks.ticks = Some(hook);
    }

    /// Tells a finished game to the ratings.
    pub(super) fn tell(&self, finished: &Finished) {
        let hook = self.state().hooks.ended.clone();
        if hook.is_some_and(|hook| hook(finished)) {
            // If this fails, the game is told again at the next start.
            self.noted(Doing::Rate, None, self.store.note_told(finished.key));
        }
        self.notify_finished(finished);
    }

    pub(super) fn tell_gone(&self, key: TableKey) {
        let hook = self.state().hooks.gone.clone();
        if let Some(hook) = hook {
            hook(key);
        }
    }

    pub(super) fn tell_tick(&self) {
        let hook = self.state().hooks.ticks.clone();
        if let Some(hook) = hook {
            hook(self.now());
        }
    }
}
