//! The search: what it finds, how it ends, what it counts.

mod beginners;
mod endings;
mod ends;
mod giving_up;
mod many_seats;
mod memory;
mod perft;
mod puzzles;
mod searches;
mod uci;
