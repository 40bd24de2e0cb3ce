//! The window of a player's terminal, as `ssh` says it: columns and rows, and perhaps pixels, from which its cells follow.

use crate::tui::host::cell_size::CellSize;

/// A window of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    /// The columns and rows.
    pub(super) size: (u16, u16),
    /// The size of a cell, where the pixels were said.
    pub(super) cell: Option<CellSize>,
}

impl Window {
    /// The window with so many columns and rows and so many pixels. Zero pixels say nothing, and neither do more than there
    /// are on any screen.
    pub(super) fn new((columns, rows): (u32, u32), (width, height): (u32, u32)) -> Window {
        let short = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
        let pixels = |number: u32| u16::try_from(number).unwrap_or_default();
        let size = (short(columns), short(rows));
        Window { size, cell: CellSize::of_window(size, (pixels(width), pixels(height))) }
    }

    /// The pixels of the whole window; none where they are not known.
    pub(super) fn pixels(self) -> (u32, u32) {
        let of = |cells: u16, pixels: u16| u32::from(cells) * u32::from(pixels);
        self.cell.map_or((0, 0), |cell| (of(self.size.0, cell.wide()), of(self.size.1, cell.high())))
    }

    /// The same with a size that is usual where none was said, and that is not larger than `most`. Its cells stay as they
    /// are: less of them is used.
    pub(super) fn within(self, most: (u16, u16)) -> Window {
        let or = |size: u16, usual: u16| if size == 0 { usual } else { size };
        let (columns, rows) = self.size;
        Window { size: (or(columns, 80).min(most.0), or(rows, 24).min(most.1)), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_those_of_the_whole_window() {
        let large = Window::new((400, 100), (4000, 2007));
        assert_eq!(large.cell, CellSize::new(10, 20));
        assert_eq!(large.within((200, 60)), Window { size: (200, 60), cell: CellSize::new(10, 20) });
    }

    #[test]
    fn what_is_not_said_is_usual_or_unknown() {
        assert_eq!(Window::new((0, 0), (800, 600)).within((200, 60)), Window { size: (80, 24), cell: None });
        for pixels in [(0, 0), (800, 0), (0, 600), (u32::MAX, u32::MAX)] {
            assert_eq!(Window::new((100, 30), pixels), Window { size: (100, 30), cell: None }, "{pixels:?}");
        }
    }
}
