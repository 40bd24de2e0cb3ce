//! Bytes of others on somebody's terminal: arguments, files, names, settings, what other programs
//! say. Nothing of them may command the terminal, hide text or begin a line of its own. And texts of any length, in
//! every place that shows words.

mod commands;
mod files;
mod lines;
mod long_texts;
mod probe;
mod screens;
mod sinks;
#[path = "../support/mod.rs"]
mod support;
