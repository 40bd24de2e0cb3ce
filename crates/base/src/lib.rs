//! What every part of Heterodox needs of the system: threads, and lines of text from others.

pub mod escape;
pub mod lines;
pub mod task;
