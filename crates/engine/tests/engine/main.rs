//! The search: what it finds, how it ends, what it counts.

mod endings;
mod ends;
mod perft;
mod puzzles;
mod searches;
