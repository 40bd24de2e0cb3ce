//! The screens of the club, one module each, beside those of `tui` that everybody has. None of them uses another: a
//! screen asks for a place of the club, which `open` opens.

pub(crate) mod account;
pub mod club;
pub mod game;
pub(crate) mod ladder;
pub mod lobby;
mod open;
pub mod own_files;
pub(crate) mod played;
pub mod talk;
pub(crate) mod together;
pub mod tournaments;
