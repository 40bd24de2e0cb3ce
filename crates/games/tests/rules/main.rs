//! The rules of the four games.

mod arranging;
mod contracts;
mod diagrams;
mod free_positions;
mod playthroughs;
mod prover;
mod reach;
mod rulebook;
mod text;
mod typed;
mod words;
