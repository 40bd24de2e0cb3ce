//! The terminal user interface. It contains no rules of any game: it asks the position which piece is on a
//! square and which squares can be picked.

pub mod action;
pub mod app;
pub mod backend;
pub mod board;
pub mod defaults;
pub mod depth;
pub mod diagram;
pub mod dialogs;
pub mod export;
pub mod eyes;
pub mod glyphs;
pub mod host;
pub mod input;
pub mod keymap;
pub mod learning;
pub mod list_screen;
pub mod outline;
pub mod parting;
pub mod picture;
pub mod pieces;
pub mod place;
pub mod read_game;
pub mod replay;
pub mod results;
pub mod run;
pub mod screen;
pub mod screens;
pub mod share;
pub mod terminal;
pub mod theme;
pub mod view;
pub mod wakes;
pub mod widgets;
pub mod world;
