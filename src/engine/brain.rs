//! The thinker of games for two: one table, a worker for each thread.

use super::history::Followers;
use super::limits::{Limits, Stop};
use super::table::Table;
use super::team::Team;
use super::thinker::{Means, NoThinker, Report, Thinker};
use super::worker::Worker;
use crate::rules::game::Rules;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::timeline::Timeline;

/// Chooses moves in a game for two.
#[derive(Debug)]
pub struct Brain<R: Rules> {
    table: Table,
    workers: Team<Worker<R>>,
}

impl<R: Rules> Brain<R> {
    /// One that knows nothing yet.
    pub fn new(means: Means) -> Result<Brain<R>, NoThinker> {
        let table = Table::new(means.megabytes).ok_or(NoThinker::Table(means.megabytes))?;
        let followers = Followers::new(R::tables().geometry.len(), R::SPEC.kinds.len()).ok_or(NoThinker::Search)?;
        let workers = Team::new(means.threads, || Worker::new(&followers)).ok_or(NoThinker::Search)?;
        Ok(Brain { table, workers })
    }
}

impl<R: Rules> Thinker for Brain<R> {
    fn think(
        &mut self,
        position: &dyn Position,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Move> {
        let game = position.as_any().downcast_ref::<Timeline<R>>()?;
        if game.outcome().is_some() {
            return None;
        }
        let past = game.hashes();
        self.workers.search(&mut self.table, (game.board(), &past), (limits, stop), |_, _| None, report)
    }

    fn forget(&mut self) {
        self.table.clear();
        self.workers.forget();
    }
}
