//! Games at tables, the coach, lessons, and puzzles that the computer solves.

#[path = "../../../../tests/support/folder.rs"]
mod folder;

mod advice;
mod brought_puzzles;
mod coach;
mod courses;
mod finishes;
mod own_lessons;
mod studies;
mod tables;
mod wins;
