//! The search of games for two seats: principal variation search with a transposition table, quiescence search,
//! pruning and reductions, on several threads that share the table.

pub mod duel_engine;
mod extend;
mod node;
mod params;
mod prune;
pub mod quiescence;
pub mod reduce;
pub mod search;
pub mod worker;
