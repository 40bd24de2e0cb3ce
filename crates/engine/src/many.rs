//! The search of games for three and more seats: four models of the opponents (paranoid, max^n, best reply search
//! and BRS+) with one evaluation and their own pruning. With two seats left the search of games for two takes over.

mod best_reply;
pub mod evaluate;
mod extend;
pub(crate) mod hanging;
pub(crate) mod lone_kings;
pub(crate) mod maxn;
pub mod method;
pub(crate) mod multi_engine;
pub mod multi_search;
pub(crate) mod params;
pub(crate) mod prune;
mod reduce;
pub(crate) mod score_cache;

pub use params::ELIMINATED;
