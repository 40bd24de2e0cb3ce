//! The notation, by pieces that people know.

mod paths;
mod reading;
mod sentences;
mod walk;
