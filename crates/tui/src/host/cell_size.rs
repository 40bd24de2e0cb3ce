//! The size of a cell of the terminal in pixels, as far as it is known.

/// The width and height of a cell in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellSize {
    wide: u16,
    high: u16,
}

impl CellSize {
    /// A cell as most fonts have it, for terminals that do not say theirs.
    pub const USUAL: CellSize = CellSize { wide: 1, high: 2 };

    /// A cell of this width and height, or `None` if no font has such cells: some terminals answer anything.
    pub fn new(wide: u16, high: u16) -> Option<CellSize> {
        let (narrow, flat) = (u32::from(high) > 4 * u32::from(wide), high < wide);
        (wide >= 3 && !narrow && !flat).then_some(CellSize { wide, high })
    }

    /// The cell of a window with these columns and rows and so many pixels.
    pub fn of_window((columns, rows): (u16, u16), (width, height): (u16, u16)) -> Option<CellSize> {
        CellSize::new(width.checked_div(columns)?, height.checked_div(rows)?)
    }

    /// The columns that are as wide as this many rows are high.
    pub const fn columns(self, rows: u16) -> u16 {
        let (wide, high) = (self.wide as u32, self.high as u32);
        ((rows as u32 * high * 2 + wide) / (2 * wide)) as u16
    }

    /// How much wider than high so many columns and rows are.
    pub fn shape(self, (columns, rows): (u16, u16)) -> f32 {
        f32::from(columns) * f32::from(self.wide) / (f32::from(rows) * f32::from(self.high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_square() {
        let kitty = CellSize::new(10, 19).expect("a cell");
        assert_eq!([2, 3, 4, 5, 6, 9].map(|rows| kitty.columns(rows)), [4, 6, 8, 10, 11, 17]);
        let konsole = CellSize::of_window((160, 60), (1121, 849)).expect("a cell");
        assert_eq!([3, 4, 6].map(|rows| konsole.columns(rows)), [6, 8, 12]);
        assert_eq!([2, 4].map(|rows| CellSize::USUAL.columns(rows)), [4, 8]);
    }

    #[test]
    fn what_is_no_cell_is_unknown() {
        for (wide, high) in [(0, 0), (2, 4), (20, 10), (5, 40), (0, 20), (u16::MAX, 1)] {
            assert_eq!(CellSize::new(wide, high), None, "{wide}x{high}");
        }
        assert_eq!(CellSize::of_window((80, 24), (0, 0)), None);
        assert_eq!(CellSize::of_window((0, 0), (800, 600)), None);
    }
}
