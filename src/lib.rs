//! Heterodox: four chess variants in the terminal.
//!
//! The layers point one way: `rules` ← `games` ← `engine` ← `tui` ← `cli`. A layer knows those
//! before it and nothing of those behind it; `task` starts threads for all of them. `ARCHITECTURE.md` tells the story.

pub mod cli;
pub mod config;
pub mod engine;
pub mod escape;
pub mod files;
pub mod games;
pub mod lines;
pub mod paths;
pub mod players;
pub mod record;
pub mod rules;
pub mod session;
pub mod task;
pub mod tui;
