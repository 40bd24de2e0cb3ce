//! The rules kernel: boards, movement, legality, notation and move input, implemented once for all games. It
//! names no single game and uses no files, clocks, threads, terminals or random numbers.

pub mod arrange;
pub mod art;
pub mod attack;
pub mod bits;
pub mod board;
mod describe;
pub mod diagram;
pub mod effects;
pub mod explain;
pub mod fen;
pub mod frame;
mod free;
pub mod gait;
pub mod game;
pub mod generate;
pub mod geometry;
pub mod guard;
pub mod limits;
pub mod mv;
pub mod notation;
pub mod note;
pub mod outcome;
pub mod perft;
pub mod pick;
pub mod piece;
pub mod position;
pub mod prover;
mod reading;
mod refusal;
pub mod remaining;
pub mod side;
pub mod spec;
pub mod tables;
pub mod timeline;
pub mod variant;
pub mod zobrist;
