//! One game between players. The referee decides what counts and is a pure state machine; the
//! driver has the threads, the time and the files.

pub mod archive;
pub mod clock;
pub mod driver;
pub mod history;
pub mod referee;
pub mod setup;
pub mod statistics;
pub mod survey;
