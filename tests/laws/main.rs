//! The rules of the four games, and the shape of the source.

mod arranging;
mod contracts;
mod courses;
mod diagrams;
mod errors;
mod free_positions;
mod layers;
mod perft;
mod plain_words;
mod playthroughs;
mod prover;
mod reach;
mod registries;
mod rulebook;
mod screens;
mod text;
mod typed;
mod widgets;
mod words;
