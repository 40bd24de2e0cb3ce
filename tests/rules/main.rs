//! The rules of the four games, and the shape of the source.

mod contracts;
mod layers;
mod perft;
mod playthroughs;
mod rulebook;
mod text;
mod words;
