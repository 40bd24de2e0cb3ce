//! Games as text files. A file in TOML describes a board, pieces with their moves in Betza's notation, and how a game
//! ends; [`FileVariant::kept`] makes a game of it, or finds every mistake at once.
//!
//! All files share two types of rules, for boards of up to 64 and up to 256 squares; the data of each game are made when
//! its file is read and kept as long as the program runs.

mod bare;
mod becoming;
mod booked;
mod castling;
mod checks_left;
mod demands;
mod digest;
mod ends;
mod evaluate;
mod extinction;
mod facing;
mod fault;
mod found;
mod gaits;
mod game;
mod gating;
mod goal;
mod hand;
mod holding;
mod judge;
mod keys;
mod last_army;
mod laws;
mod lessons;
mod levels;
mod like;
mod naming;
mod others_fen;
mod passing;
mod pawns;
mod pieces;
mod plan;
mod points;
mod promotions;
mod read;
mod repetition;
mod row;
mod royals;
mod rules;
mod seats;
mod section;
mod shuffle;
mod skills;
mod stock;
mod swaps;
mod texts;
mod values;
mod variant;
mod verdict;
mod view;
mod walls;
mod wing;
mod wings;
mod written;
mod written_out;
mod zone;

pub(crate) use booked::find;
pub use fault::Fault;
pub use game::FileGame;
pub use variant::{Compiled, FileVariant, Mistakes};

/// The greatest length of a file.
pub const MOST_BYTES: usize = 64 << 10;

/// Keeps a list for as long as the program runs.
fn kept<T>(list: Vec<T>) -> &'static [T] {
    Box::leak(list.into_boxed_slice())
}

/// Keeps a text for as long as the program runs.
fn kept_text(text: &str) -> &'static str {
    Box::leak(text.into())
}
