//! What lies over a screen: each asks or tells one thing and goes.

pub mod confirm;
pub mod help;
pub mod leaving;
pub mod palette;
pub mod reading;
