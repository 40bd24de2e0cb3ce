//! The search of games for two seats: principal variation search with a transposition table, quiescence search,
//! pruning and reductions, on several threads that share the table.

pub(crate) mod duel_engine;
mod extend;
mod node;
mod params;
mod prune;
pub(crate) mod quiescence;
pub(crate) mod reduce;
pub(crate) mod search;
pub(crate) mod worker;
