//! Who is told what happens in the table service: the ratings and the tournaments, which stand above it.

use std::sync::Arc;
use std::time::SystemTime;

use super::{Finished, TableService, TableServiceError};
use crate::ratings::RatedGame;
use crate::store::TableKey;

/// Says what the ratings have to know of a game that ends. It is stored with the end.
pub type RatingHook = Arc<dyn Fn(&Finished) -> RatedGame + Send + Sync>;

/// Is told each finished game once it is stored.
pub type EndHook = Arc<dyn Fn(&Finished) + Send + Sync>;

/// Is told each table that is gone: nobody looks at the end of its game any more, or it was aborted.
pub type GoneHook = Arc<dyn Fn(TableKey) + Send + Sync>;

/// Is called at each tick, when the table service has done what it does itself.
pub type TickHook = Arc<dyn Fn(SystemTime) + Send + Sync>;

/// Who is told.
#[derive(Default)]
pub(super) struct Hooks {
    rating: Option<RatingHook>,
    ended: Option<EndHook>,
    gone: Option<GoneHook>,
    ticks: Option<TickHook>,
}

impl TableService {
    /// Rates and tells all finished games from now on, and those that ended before there were ratings here.
    pub(crate) fn on_end(&self, rating: &RatingHook, ended: EndHook) -> Result<(), TableServiceError> {
        {
            let hooks = &mut self.state().hooks;
            (hooks.rating, hooks.ended) = (Some(Arc::clone(rating)), Some(ended));
        }
        for row in self.store.untold_tables()? {
            let finished = Finished::of(row, &self.opponents.games)?;
            self.store.tell_ratings(rating(&finished))?;
            self.tell(&finished);
        }
        Ok(())
    }

    /// What the ratings have to know of a game that ends; `None` before they are there.
    pub(super) fn rated(&self, finished: &Finished) -> Option<RatedGame> {
        let hook = self.state().hooks.rating.clone();
        hook.map(|hook| hook(finished))
    }

    /// Tells each table that is gone from now on.
    pub(crate) fn on_gone(&self, hook: GoneHook) {
        self.state().hooks.gone = Some(hook);
    }

    /// Calls this at each tick from now on.
    pub(crate) fn on_tick(&self, hook: TickHook) {
        self.state().hooks.ticks = Some(hook);
    }

    /// Tells a finished game.
    pub(super) fn tell(&self, finished: &Finished) {
        let hook = self.state().hooks.ended.clone();
        if let Some(hook) = hook {
            hook(finished);
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
