//! The engine of games for two: one transposition table, and one worker per thread.

use std::sync::Arc;

use super::worker::Worker;
use crate::budget;
use crate::engine::{Engine, EngineOptions, NoEngine, Report};
use crate::eval::evaluate::Evaluate;
use crate::eval::net::Net;
use crate::eval::skill::Skills;
use crate::limits::{Limits, Stop};
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::tables::Tables;
use crate::score::{self, Score};
use crate::threads::Team;
use crate::transposition::TranspositionTable;
use crate::{setup, shallow};

/// The engine of a game for two.
#[derive(Debug)]
pub(crate) struct DuelEngine<R: Evaluate> {
    /// The size of its own tables follows from those of the game.
    tables: &'static Tables<R>,
    table: TranspositionTable,
    workers: Team<Worker<R>>,
}

impl<R: Evaluate> DuelEngine<R> {
    /// An engine with empty tables, which evaluates by this net, or else by the terms of the game.
    pub(crate) fn new(
        tables: &'static Tables<R>,
        options: EngineOptions,
        net: Option<&Arc<Net>>,
    ) -> Result<DuelEngine<R>, NoEngine> {
        let (table, continuation) = setup::tables(tables, options)?;
        let worker = || Worker::new(tables, &continuation, net);
        let workers = Team::new(options.threads, budget::of_search(tables), worker).ok_or(NoEngine::Search)?;
        Ok(DuelEngine { tables, table, workers })
    }
}

/// The report with normalized scores. With two seats each line has one score.
fn normalized(report: &Report, pawn: Score) -> Report {
    let mut report = report.clone();
    for line in &mut report.lines {
        line.score = score::normalized(line.score, pawn);
    }
    report
}

impl<R: Evaluate> Engine for DuelEngine<R> {
    fn think(
        &mut self,
        position: &dyn Position,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Move> {
        let (board, past) = setup::root::<R>(position)?;
        // Games that are files share one type of rules.
        if !std::ptr::eq(board.tables(), self.tables) {
            return None;
        }
        let report = &mut |searched: &Report| report(&normalized(searched, R::TRAITS.pawn));
        let near = limits.at(board);
        if near.overlooks > 0 {
            return shallow::of_level(board, &past, &near, report);
        }
        self.workers.search(&mut self.table, (board, &past), (limits, stop), |_, _| None, report)
    }

    fn forget(&mut self) {
        self.table.clear();
        self.workers.forget();
    }

    fn warm_up(&mut self) {
        self.table.warm_up();
    }

    fn skills(&self) -> &'static Skills {
        R::skills(self.tables)
    }
}
