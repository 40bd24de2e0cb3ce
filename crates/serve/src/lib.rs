//! The server: people log in with nothing but `ssh`, and each gets a client of their own. A connection is handled by
//! `russh`, whose types stay in `handler`, `wire`, `protocol`, `host_key` and `server`; a client runs on a thread of its own, on a
//! channel as its terminal. Nothing starts another program, except engines that the operator lists.

mod archives;
mod card;
mod channel_host;
mod command;
mod connection;
mod database;
mod destination;
mod disconnect;
mod door;
mod entering;
mod errand;
mod error;
mod flow;
mod gate;
mod given_game;
mod handler;
mod host_key;
mod ladder_titles;
mod listen;
pub mod log;
mod messages;
mod metrics;
mod news;
mod nodes;
mod open;
pub mod operator;
mod packets;
mod pages;
pub mod player;
mod player_client;
mod protocol;
mod refusals;
pub mod screens;
mod sent_files;
mod sent_games;
mod server;
mod service;
pub mod settings;
mod signals;
mod socket;
mod stay;
mod stop;
mod variants;
mod window;
mod wire;

use heterodox_base::{answers, escape, fault, task};
use heterodox_club as club;
use heterodox_games as games;
use heterodox_kernel as rules;
use heterodox_play::{client, config, files, game_file, paths, players, rating, record, session, zone};
use heterodox_tui as tui;

pub use error::ServeError;
pub use listen::run;
pub use server::Serve;

#[cfg(test)]
#[path = "../../../tests/support/folder.rs"]
mod folder;
