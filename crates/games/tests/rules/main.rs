//! The rules of the four games.

mod arranging;
mod contracts;
mod diagrams;
mod evaluation;
mod free_positions;
mod playthroughs;
mod prover;
mod reach;
mod registry;
mod rulebook;
mod text;
mod typed;
mod words;
