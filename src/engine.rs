//! What works on positions without a person: counting, measuring, and the protocol that other
//! programs speak. Knows threads and clocks; knows no screens, files or records.

pub mod bench;
pub mod brain;
pub mod contest;
pub mod council;
pub mod count;
pub mod elder;
pub mod exchange;
mod glance;
pub mod grabber;
pub mod history;
mod hunt;
mod judge;
pub mod levels;
pub mod limits;
pub mod makers;
mod maxn;
mod memory;
mod meter;
pub mod method;
mod noise;
pub mod order;
pub mod outside;
mod prey;
mod quiesce;
mod reduction;
mod room;
pub mod root;
pub mod score;
mod search;
pub mod sinks;
pub mod table;
mod team;
pub mod thinker;
pub mod tune;
pub mod uci;
pub mod worker;
