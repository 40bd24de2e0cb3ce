//! Games as PGN: read from files of any size and any program, listed without being played, and
//! written so that they read back the same.
//!
//! What a file may hold has bounds, so that none can eat all memory: [`MOST_BYTES`] and
//! [`MOST_DEEDS`] a game, [`MOST_TAGS`], [`MOST_PROBLEMS`]. Beyond them a game is cut off and that is
//! told; the games after it are read.

mod build;
mod comment;
mod head;
mod lex;
mod list;
mod normal;
mod problem;
mod read;
mod result;
mod split;
mod tags;
mod write;

pub use list::{Header, Lister};
pub use normal::normal;
pub use problem::Problem;
pub use read::{Parsed, Reader, read, read_one};
pub use write::write;

/// The longest text of one game.
pub const MOST_BYTES: usize = 16 << 20;
/// The most moves that are played to read one game, variations included.
pub const MOST_DEEDS: usize = 200_000;
/// The most tags of one game.
pub const MOST_TAGS: usize = 200;
/// The most problems that are told of one game.
pub const MOST_PROBLEMS: usize = 100;
/// The longest text of the tags of one game that a list looks at.
pub const MOST_TAG_BYTES: usize = 64 << 10;
