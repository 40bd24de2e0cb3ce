//! The search, the nets and other engines.

#[path = "../support/app.rs"]
mod app;
#[path = "../support/mod.rs"]
mod support;

mod brought_puzzles;
mod endings;
mod engines;
mod protocol;
mod puzzles;
mod searches;
mod wins;
