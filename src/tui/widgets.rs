//! Widgets: each draws one part of a screen into a buffer from its arguments and has no other effect.

pub mod bar;
pub mod field;
pub mod footer;
pub mod frame;
pub mod graph;
pub mod large;
pub mod list;
pub mod put;
pub mod text;
