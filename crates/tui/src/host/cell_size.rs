//! The size of a cell of the terminal in pixels, as far as it is known.

/// The width and height of a cell in pixels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CellSize {
    wide: u16,
    high: u16,
}

/// What a terminal says of its pixels is not cut off before this many.
const LEAST_CUT: u16 = 400;

/// The largest cell in which pictures are drawn pixel by pixel.
const MOST: (u16, u16) = (48, 96);

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

    /// The width in pixels.
    pub const fn wide(self) -> u16 {
        self.wide
    }

    /// The height in pixels.
    pub const fn high(self) -> u16 {
        self.high
    }

    /// The same, if all pixels of the window are those of its cells, so that the size is certain.
    pub(crate) fn of_whole_window(cells: (u16, u16), pixels: (u16, u16)) -> Option<CellSize> {
        let cell = CellSize::of_window(cells, pixels)?;
        (pixels.0.is_multiple_of(cells.0) && pixels.1.is_multiple_of(cells.1)).then_some(cell)
    }

    /// Whether a terminal that says so many pixels for all its cells has cells of this size. What it says may be cut off at
    /// the largest picture that it shows.
    pub(crate) fn is_of(self, (columns, rows): (u16, u16), (width, height): (u16, u16)) -> bool {
        let confirms = |cells: u16, pixels: u16, said: u16| {
            let all = u32::from(cells) * u32::from(pixels);
            u32::from(said) == all || said >= LEAST_CUT && u32::from(said) < all
        };
        confirms(columns, self.wide, width) && confirms(rows, self.high, height)
    }

    /// The pixels of so many columns and rows; `None` if the cells are too large for pictures that are drawn here.
    pub fn pixels(self, (columns, rows): (u16, u16)) -> Option<(usize, usize)> {
        let long = |cells: u16, pixels: u16| usize::from(cells) * usize::from(pixels);
        let fits = self.wide <= MOST.0 && self.high <= MOST.1;
        fits.then(|| (long(columns, self.wide), long(rows, self.high)))
    }

    /// The columns that are as wide as this many rows are high.
    pub(crate) const fn columns(self, rows: u16) -> u16 {
        let (wide, high) = (self.wide as u32, self.high as u32);
        ((rows as u32 * high * 2 + wide) / (2 * wide)) as u16
    }

    /// How much wider than high so many columns and rows are.
    pub(crate) fn shape(self, (columns, rows): (u16, u16)) -> f32 {
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

    #[test]
    fn a_window_with_a_border_says_no_certain_size() {
        assert_eq!(CellSize::of_whole_window((80, 24), (480, 312)), CellSize::new(6, 13));
        assert_eq!(CellSize::of_whole_window((80, 24), (484, 316)), None);
        assert_eq!(CellSize::of_whole_window((0, 24), (480, 312)), None);
        let cell = CellSize::new(10, 20).expect("a cell");
        for (area, is) in [
            ((1260, 880), true),
            ((1000, 880), true),
            ((1000, 800), true),
            ((1264, 880), false),
            ((300, 880), false),
        ] {
            assert_eq!(cell.is_of((126, 44), area), is, "{area:?}");
        }
        assert_eq!(CellSize::new(6, 13).and_then(|cell| cell.pixels((10, 2))), Some((60, 26)));
        assert_eq!(CellSize::new(60, 120).and_then(|cell| cell.pixels((10, 2))), None);
    }
}
