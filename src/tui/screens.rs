//! The screens, one module each.

pub mod home;
pub mod library;
pub mod new_game;
pub mod play;
pub mod review;
pub mod rules;
pub mod settings;
