//! Games as they are kept. Knows the rules' texts and files, and nothing of who plays.

pub mod date;
pub mod event_log;
pub mod file;
pub mod game;
pub mod journal;
pub mod judgement;
pub mod leaving;
pub mod pgn;
pub mod pool;
pub mod store;
mod tags;
pub mod tree;
