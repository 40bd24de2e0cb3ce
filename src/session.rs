//! Games between players. The referee decides what counts and is a pure state machine; the driver has
//! the time and the files of one game; a table has the game, and whoever sits or watches has a handle.

pub mod archive;
pub mod clock;
pub mod driver;
pub mod history;
pub mod referee;
pub mod setup;
pub mod statistics;
pub mod survey;
pub mod table;
