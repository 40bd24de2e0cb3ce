//! What works on positions without a person: counting, measuring, and the protocol that other
//! programs speak. Knows threads and clocks; knows no screens, files or records.

pub mod bench;
pub mod contest;
pub mod count;
pub mod greedy;
pub mod history;
pub mod interface;
pub mod levels;
pub mod limits;
pub mod makers;
pub mod many;
mod memory;
pub mod move_picker;
mod node_counter;
mod noise;
mod room;
pub mod root;
pub mod score;
pub mod see;
pub mod target_filter;
mod threads;
pub mod trainer;
pub mod transposition;
pub mod two;
pub mod uci;
pub mod uci_client;
