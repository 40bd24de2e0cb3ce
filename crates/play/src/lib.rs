//! What is played: records and their files, players, tables with their clocks, lessons, puzzles, and the settings.

pub mod client;
pub mod config;
pub mod files;
pub mod game_file;
pub mod nets;
pub mod paths;
pub mod players;
pub mod rating;
pub mod record;
pub mod session;
pub mod zone;

use heterodox_base::{escape, fault, task};
use heterodox_engine as engine;
use heterodox_games as games;
use heterodox_kernel as rules;
use heterodox_kernel::spelling;
