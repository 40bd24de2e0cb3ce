//! What works on positions without a person: counting, measuring, and the protocol that other
//! programs speak. Knows threads and clocks; knows no screens, files or records.

pub mod bench;
pub mod count;
pub mod uci;
