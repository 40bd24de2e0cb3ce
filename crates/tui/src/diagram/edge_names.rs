//! The names of rows, columns and levels around a board.

use std::fmt::Write as _;

use super::place::Places;
use crate::escape::xml;

/// Writes the names. Those of levels are of this class.
pub(super) fn edge_names(places: &Places, level_class: &str, out: &mut String) {
    let side = places.square();
    for plane in places.levels() {
        let (columns, rows) = plane.size();
        let left = places.left(plane.level);
        if let Some(name) = plane.board.level_name(plane.level) {
            let y = places.top() - 10;
            let _ = writeln!(out, "<text class=\"{level_class}\" x=\"{left}\" y=\"{y}\">level {name}</text>");
        }
        for column in 0..columns {
            let x = left + u32::from(column) * side + side / 2;
            let name = xml(&plane.view.column_edge(plane.board, column, plane.level));
            let _ = writeln!(out, "<text class=\"c at\" x=\"{x}\" y=\"{}\">{name}</text>", places.bottom() + 20);
        }
        for row in 0..rows {
            let y = places.top() + u32::from(row) * side + side / 2 + 5;
            let name = xml(&plane.view.row_edge(plane.board, row, plane.level));
            let _ = writeln!(out, "<text class=\"r at\" x=\"{}\" y=\"{y}\">{name}</text>", left - 9);
        }
    }
}
