//! The shape of the source: its layers, its words, its widgets.

mod circles;
mod errors;
mod features;
mod fences;
mod layers;
mod links;
mod packages;
mod plain_words;
mod registries;
mod screens;
mod systems;
mod unit_tests;
mod widgets;
