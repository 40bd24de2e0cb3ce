//! Frames, themes, settings, menus and the mouse, without a terminal.

#[path = "../support/app.rs"]
mod app;
#[path = "../support/chart.rs"]
mod chart;
#[path = "../support/decode.rs"]
mod decode;
#[path = "../support/drawing/mod.rs"]
mod drawing;
#[path = "../support/emulator.rs"]
mod emulator;
#[path = "../support/folder.rs"]
mod folder;

#[path = "../support/pieces.rs"]
mod pieces_shown;

mod answered;
mod answers;
mod arranging;
mod artwork;
mod boards;
#[cfg(feature = "serve")]
mod book;
mod bytes;
mod cards;
#[cfg(feature = "serve")]
mod challenges;
mod charts;
mod coach;
mod commands;
mod config;
mod courses;
mod cuts;
mod diagrams;
mod dragging;
#[cfg(feature = "serve")]
mod evaluation;
mod explorer;
mod fields;
#[cfg(feature = "serve")]
mod first_moves;
#[cfg(feature = "serve")]
mod forms;
mod frames;
mod goals;
mod graphs;
#[cfg(target_os = "linux")]
mod held;
mod hosts;
mod in_hand;
mod key_bar;
#[cfg(feature = "serve")]
mod key_bar_people;
mod learning_row;
mod lesson;
#[cfg(feature = "serve")]
mod lobby;
#[cfg(feature = "serve")]
mod lobby_crowd;
#[cfg(feature = "serve")]
mod lobby_frames;
#[cfg(feature = "serve")]
mod lobby_news;
mod lobby_signs;
#[cfg(feature = "serve")]
mod lobby_troubles;
mod member_pages;
mod menus;
mod messages;
mod motion;
#[cfg(feature = "serve")]
mod names;
mod new_screen;
mod news;
mod order;
#[cfg(feature = "serve")]
mod order_people;
mod own_file;
#[cfg(feature = "serve")]
mod panel;
#[cfg(feature = "serve")]
mod people;
#[cfg(feature = "serve")]
mod people_asks;
mod pieces;
#[cfg(feature = "serve")]
mod plain_screens;
#[cfg(feature = "serve")]
mod planning;
mod playing;
mod pointing;
mod popups;
mod puzzles;
mod refusals;
mod rules_pages;
#[cfg(feature = "serve")]
mod server_games;
mod sharing;
mod shelf;
mod shown;
mod sixels;
mod sprites;
mod stack;
mod strength;
mod themes;
#[cfg(feature = "serve")]
mod together;
mod tones;
#[cfg(feature = "serve")]
mod tones_people;
#[cfg(feature = "serve")]
mod unrated;
mod unsaved;
#[cfg(feature = "serve")]
mod vacations;
mod wakes;
