//! The notation, by pieces that people know.

mod reading;
