//! Saved games: records, journals and the store. This module depends on the rules and on files, not on players.

pub mod carried;
pub mod course;
pub mod date;
pub mod event_log;
pub mod file;
pub mod form;
pub mod game;
pub mod journal;
pub mod judgement;
pub mod leaving;
pub mod meant;
pub mod nag;
pub mod pgn;
pub mod pool;
pub mod puzzle;
pub mod result;
pub mod store;
mod tags;
pub mod times;
pub mod tree;
