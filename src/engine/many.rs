//! The search of games for three and more seats: four models of the other seats (paranoid, max-n and
//! two between them) on one evaluation, with pruning of its own. With two seats left it hands over to
//! the search of games for two.

pub mod evaluate;
pub mod hanging;
pub mod lone_kings;
pub mod maxn;
pub mod method;
pub mod multi_engine;
pub mod multi_search;
pub mod pruning;
