//! The laboratory: its commands at the shell, and the nets that it trains.

#[path = "../../../../tests/support/folder.rs"]
mod folder;

mod hostile;
mod learn;
mod matches;
mod net_of_armies;
mod nets;
