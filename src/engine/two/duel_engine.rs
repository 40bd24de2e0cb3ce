//! The engine of games for two: one transposition table, and one worker per thread.

use super::worker::Worker;
use crate::engine::history::Followers;
use crate::engine::interface::{Engine, EngineOptions, NoEngine, Report};
use crate::engine::limits::{Limits, Stop};
use crate::engine::threads::Team;
use crate::engine::transposition::TranspositionTable;
use crate::eval::evaluate::Evaluate;
use crate::eval::skill::Skills;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::timeline::Timeline;

/// The engine of a game for two.
#[derive(Debug)]
pub struct DuelEngine<R: Evaluate> {
    table: TranspositionTable,
    workers: Team<Worker<R>>,
}

impl<R: Evaluate> DuelEngine<R> {
    /// An engine with empty tables.
    pub fn new(options: EngineOptions) -> Result<DuelEngine<R>, NoEngine> {
        let table =
            TranspositionTable::new(options.megabytes).ok_or(NoEngine::TranspositionTable(options.megabytes))?;
        let followers = Followers::new(R::tables().geometry.len(), R::SPEC.kinds.len()).ok_or(NoEngine::Search)?;
        let workers = Team::new(options.threads, || Worker::new(&followers)).ok_or(NoEngine::Search)?;
        Ok(DuelEngine { table, workers })
    }
}

impl<R: Evaluate> Engine for DuelEngine<R> {
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

    fn skills(&self) -> &'static Skills {
        R::SKILLS
    }
}
