//! The areas that many screens have, so that what is drawn and what the mouse meets are the same rectangles.

use ratatui::layout::{Constraint, Layout, Margin, Rect};

/// The title row, the content and the row of the keys.
pub fn titled(area: Rect) -> [Rect; 3] {
    let one = Constraint::Length(1);
    Layout::vertical([one, Constraint::Fill(1), one]).areas(area)
}

/// An area without this many columns at both sides.
pub const fn sides(area: Rect, columns: u16) -> Rect {
    area.inner(Margin::new(columns, 0))
}

/// Rows of these heights from the top of an area, as long as there is room, and the rest of it.
pub fn from_top<const N: usize>(area: Rect, heights: [u16; N]) -> ([Rect; N], Rect) {
    let mut room = area.height;
    let heights = heights.map(|wanted| {
        let height = wanted.min(room);
        room -= height;
        height
    });
    let parts = Layout::vertical(heights.into_iter().chain([room]).map(Constraint::Length)).split(area);
    (std::array::from_fn(|at| parts[at]), parts[N])
}

/// The first columns of an area, at most this many.
pub fn columns(area: Rect, most: u16) -> Rect {
    let [columns] = Layout::horizontal([Constraint::Max(most)]).areas(area);
    columns
}

/// A box of at most this size in the middle of an area.
pub const fn centred(area: Rect, width: u16, height: u16) -> Rect {
    // Half a row or column more is left at the right and below.
    let across = area.width.saturating_sub(width);
    let down = area.height.saturating_sub(height);
    Rect { x: area.x + across / 2, y: area.y + down / 2, width: area.width - across, height: area.height - down }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_are_given_from_the_top(
            (x, y, width, height) in (0..50_u16, 0..50_u16, 0..300_u16, 0..100_u16),
            wanted in prop::array::uniform5(0..60_u16),
        ) {
            let area = Rect::new(x, y, width, height);
            let (rows, rest) = from_top(area, wanted);
            let mut top = area.y;
            for (row, wanted) in rows.into_iter().zip(wanted) {
                prop_assert_eq!(row, Rect { y: top, height: wanted.min(area.bottom() - top), ..area });
                top = row.bottom();
            }
            prop_assert_eq!(rest, Rect { y: top, height: area.bottom() - top, ..area });
            let shape = centred(area, 60, 20);
            prop_assert_eq!(shape.intersection(area), shape);
            prop_assert_eq!(columns(area, 40), Rect { width: width.min(40), ..area });
        }
    }
}
