//! Parts of screens: each draws one thing into a buffer from what it is given, and changes nothing.

pub mod board;
pub mod cell;
pub mod field;
pub mod footer;
pub mod frame;
pub mod graph;
pub mod list;
pub mod put;
pub mod text;
