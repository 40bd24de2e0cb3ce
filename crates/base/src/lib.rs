//! What every part of Heterodox needs of the system: threads, lines and answers of others, TOML files, and standard output.

pub mod answers;
pub mod document;
pub mod escape;
pub mod failure;
pub mod fault;
pub mod lines;
pub mod output;
#[cfg_attr(unix, path = "processes/unix.rs")]
pub mod processes;
pub mod task;
