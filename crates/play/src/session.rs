//! Games between players. The referee is a pure state machine that decides whether an event counts. The driver runs
//! one game: its time and its files. A table owns the game; every player and spectator has a handle to it.

pub mod advisor;
pub mod archive;
pub mod choice;
pub mod clock;
pub mod coach;
pub mod driver;
pub mod history;
pub mod lesson;
pub mod puzzles;
pub mod referee;
pub mod rules_change;
pub mod setup;
pub mod statistics;
pub mod strength;
pub mod study;
pub mod survey;
pub mod table;
pub mod telling;
