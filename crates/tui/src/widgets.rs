//! Widgets in the sense of ratatui: each is a value that says what to draw, and draws it into an area of a buffer. It
//! borrows what it shows. Where drawing finds something out, such as the first visible row of a list, the widget is a
//! `StatefulWidget` and the state is a small copy, because screens draw without changing themselves.
//! `put` and `text` draw nothing on their own: they write and measure text for the widgets.

pub mod about;
pub mod areas;
pub mod bar;
pub mod field;
pub mod footer;
pub mod frame;
pub mod graph;
pub mod label;
pub mod large;
pub mod list;
pub mod put;
pub mod text;
pub mod times;
pub mod too_small;
