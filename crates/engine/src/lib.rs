//! The engine: search, levels, perft and the UCI protocol. This layer
//! uses threads and clocks; it does not use the screen, files or game records.

mod available_memory;
pub mod beginner;
mod budget;
pub mod count;
mod engine;
pub mod errors;
pub mod giving_up;
pub mod greedy;
pub mod history;
pub mod interface;
pub mod levels;
pub mod limits;
pub mod makers;
pub mod many;
mod memory;
mod move_picker;
mod node_counter;
mod noise;
mod path;
mod root;
pub mod score;
pub mod see;
mod setup;
pub mod shallow;
mod stack;
mod target_filter;
mod threads;
pub mod transposition;
mod two;
pub mod uci;
pub mod uci_client;

use heterodox_base::{escape, lines, task};
use heterodox_games as games;
use heterodox_kernel as rules;
use heterodox_kernel::eval;
use heterodox_kernel::simd;
