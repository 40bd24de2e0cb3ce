//! The terminal user interface. It contains no rules of any game: it asks the position which piece is on a
//! square and which squares can be picked.

pub mod action;
pub mod app;
pub mod backend;
pub mod board;
pub mod clicks;
pub mod depth;
pub mod diagram;
pub mod dialogs;
pub mod drawn;
pub mod export;
pub mod form;
pub mod glyphs;
pub mod host;
pub mod input;
pub mod keymap;
pub mod list_screen;
pub mod membership;
pub mod message;
pub mod notices;
pub mod outline;
pub(crate) mod overlay;
pub mod picture;
pub mod pieces;
pub mod place;
pub mod pressed;
pub mod read_game;
pub mod replay;
pub mod run;
pub mod screen;
pub mod screens;
pub mod share;
pub mod stage;
pub mod table_views;
pub mod terminal;
pub mod theme;
pub mod view;
pub mod wakes;
pub mod widgets;
pub mod world;

use heterodox_base::{escape, fault, task};
use heterodox_engine as engine;
use heterodox_games as games;
use heterodox_kernel as rules;
use heterodox_kernel::spelling;
use heterodox_play::{client, config, files, game_file, nets, paths, players, record, session};
