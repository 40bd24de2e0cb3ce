//! Puzzles: how they are made from games, and how somebody trains with them.

pub mod choice;
pub mod daily;
pub mod games;
pub mod lines;
pub mod maker;
pub(crate) mod mode;
pub mod progress;
pub mod solving;
pub mod strength;
pub mod themes;
