//! What the engines for two and for more seats have in common: the tables that all threads share, and the position
//! to search.

use std::sync::Arc;

use super::engine::{EngineOptions, NoEngine};
use super::history::ContinuationHistory;
use super::transposition::TranspositionTable;
use crate::rules::board::Board;
use crate::rules::game::Rules;
use crate::rules::position::Position;
use crate::rules::tables::Tables;
use crate::rules::timeline::Timeline;
use crate::rules::visits::Visit;

/// The tables that all threads of an engine share.
pub(super) fn tables<R: Rules>(
    tables: &Tables<R>,
    options: EngineOptions,
) -> Result<(TranspositionTable, Arc<ContinuationHistory>), NoEngine> {
    let table =
        TranspositionTable::new(options.megabytes).ok_or(NoEngine::TranspositionTable(options.megabytes))?;
    let continuation = if options.continuation {
        ContinuationHistory::new(tables.geometry.len(), tables.spec().kinds.len()).ok_or(NoEngine::Search)?
    } else {
        ContinuationHistory::none()
    };
    Ok((table, continuation))
}

/// The board and the positions up to it, if the position is one of the game `R` and the game is not over.
pub(super) fn root<R: Rules>(position: &dyn Position) -> Option<(&Board<R>, Vec<Visit>)> {
    let game = position.as_any().downcast_ref::<Timeline<R>>()?;
    game.outcome().is_none().then(|| (game.board(), game.visits()))
}
