//! Reads and writes PGN: files of any size and from any program can be read, and games can be listed without
//! replaying their moves. A written game reads back unchanged.
//!
//! The size of a game is limited, so that no file can use up the memory: [`MOST_BYTES`] and [`MOST_MOVES`] per
//! game, [`MOST_TAGS`], [`MOST_PROBLEMS`]. A game beyond a limit is cut off and the problem is reported; the games
//! after it are read normally.

mod build;
mod comment;
mod head;
mod lex;
mod list;
mod normal;
mod problem;
mod read;
mod split;
mod tags;
mod write;

pub(super) use comment::clock as time;
pub use list::{Header, Lister};
pub use normal::normal;
pub(crate) use problem::Problem;
pub(crate) use read::read_one;
pub use read::{Parsed, Reader, read};
pub(in crate::record) use split::decoded;
pub use write::write;

/// The largest text of one game, in bytes.
pub const MOST_BYTES: usize = 16 << 20;
/// The most moves that are played when one game is read, including variations.
pub const MOST_MOVES: usize = 200_000;
/// The most tags that are read for one game.
pub const MOST_TAGS: usize = 200;
/// The most problems that are reported for one game.
pub const MOST_PROBLEMS: usize = 100;
/// The largest part of one game that is kept to list its tags, in bytes.
pub const MOST_TAG_BYTES: usize = 64 << 10;
