//! The rows of the lobby as its list shows them: what is too long for one line goes on below it.

use ratatui::layout::{Position as Point, Rect};

use super::rows::Row;
use crate::tui::widgets::list::{Item, ListState};

/// The lines of a list, and the row that each belongs to.
pub(super) struct Wrapped {
    pub(super) lines: Vec<Item>,
    rows: Vec<usize>,
}

impl Wrapped {
    /// The lines of these rows in a list of this width.
    pub(super) fn of(rows: &[Row], width: u16) -> Wrapped {
        let lines = |(at, row): (usize, &Row)| row.item.wrapped(width).into_iter().map(move |line| (at, line));
        let (rows, lines) = rows.iter().enumerate().flat_map(lines).unzip();
        Wrapped { lines, rows }
    }

    /// The list of the lines, where the list of the rows is this.
    pub(super) fn state(&self, list: ListState) -> ListState {
        ListState::new(self.rows.iter().position(|&row| row == list.selected).unwrap_or(0))
    }

    /// The row that is drawn at a place and can be chosen, if the list is drawn in this area.
    pub(super) fn open_row_at(&self, list: ListState, area: Rect, at: Point) -> Option<usize> {
        let line = self.state(list).hit(area, self.lines.len(), at)?;
        self.lines[line].open.then(|| self.rows[line])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_row_goes_on_below() {
        let row = |text: &str, value: &str| Row { goal: None, item: Item::new(text, value), more: None };
        let rows = [row("New table", ""), row("Ann – Ben", "Black to move"), row("Here", "you")];
        let shown = |width| -> Vec<(String, String, usize)> {
            let Wrapped { lines, rows } = Wrapped::of(&rows, width);
            lines.into_iter().zip(rows).map(|(line, row)| (line.text, line.value, row)).collect()
        };
        let line = |text: &str, value: &str, row| (text.to_owned(), value.to_owned(), row);
        let whole = [line("New table", "", 0), line("Ann – Ben", "Black to move", 1), line("Here", "you", 2)];
        assert_eq!(shown(27), whole);
        let narrow = [
            line("New table", "", 0),
            line("Ann – Ben", "", 1),
            line("", "Black to move", 1),
            line("Here", "you", 2),
        ];
        assert_eq!(shown(26), narrow);
        // A press on either line meets the row, and those below are met where they are.
        let wrapped = Wrapped::of(&rows, 26);
        let hit = |y| wrapped.open_row_at(ListState::new(2), Rect::new(0, 0, 26, 9), Point::new(3, y));
        assert_eq!([0, 1, 2, 3, 4].map(hit), [Some(0), Some(1), Some(1), Some(2), None]);
        assert_eq!(wrapped.state(ListState::new(2)).selected, 3);
    }
}
