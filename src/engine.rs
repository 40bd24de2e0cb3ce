//! What works on positions without a person: counting, measuring, and the protocol that other
//! programs speak. Knows threads and clocks; knows no screens, files or records.

pub mod bench;
pub mod brain;
pub mod contest;
pub mod council;
pub mod count;
pub mod elder;
mod glance;
pub mod greedy;
pub mod history;
mod hunt;
pub mod interface;
mod judge;
pub mod levels;
pub mod limits;
pub mod makers;
mod maxn;
mod memory;
pub mod method;
pub mod move_picker;
mod node_counter;
mod noise;
mod prey;
mod quiesce;
mod reduction;
mod room;
pub mod root;
pub mod score;
mod search;
pub mod see;
pub mod target_filter;
mod threads;
pub mod trainer;
pub mod transposition;
pub mod uci;
pub mod uci_client;
pub mod worker;
