//! The screens, one file each.

pub mod play;
