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
pub(crate) const fn centred(area: Rect, width: u16, height: u16) -> Rect {
    // Half a row or column more is left at the right and below.
    let across = area.width.saturating_sub(width);
    let down = area.height.saturating_sub(height);
    Rect { x: area.x + across / 2, y: area.y + down / 2, width: area.width - across, height: area.height - down }
}

/// From this width on, what is chosen in a list is shown beside it.
const BESIDE: u16 = 76;

/// The least and the greatest width of a list beside something.
const LIST: [u16; 2] = [38, 56];

/// From this height on there are words above a list.
const LOW: u16 = 20;

/// The columns between the list and what is beside it.
const GAP: u16 = 2;

/// The areas of a list that is a screen: what is chosen is shown beside it as a picture, with words below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListPage {
    /// The title.
    pub title: Rect,
    /// A few words about the whole list, above it.
    pub about: Rect,
    /// The list.
    pub list: Rect,
    /// What a short list leaves free below it, after an empty row.
    pub below: Rect,
    /// A message below all of it.
    pub message: Rect,
    /// The picture of what is chosen; empty in a narrow window.
    pub picture: Rect,
    /// The words about it; empty in a narrow window.
    pub details: Rect,
    /// The keys.
    pub footer: Rect,
}

impl ListPage {
    /// The areas for a list of this many rows, with this many rows about the whole of it above and about the chosen row
    /// below its picture.
    pub fn of(area: Rect, rows: usize, about: u16, details: u16) -> ListPage {
        let [title, content, footer] = titled(area);
        let content = content.inner(Margin::new(2, 1));
        // The message has the whole width, and keeps its row also below a long list.
        let [content, message] = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(content);
        let [least, most] = LIST;
        let (left, right) = if area.width >= BESIDE {
            let wide = Constraint::Length((content.width * 2 / 5).clamp(least, most));
            let parts = [wide, Constraint::Length(GAP), Constraint::Fill(1)];
            let [left, _, right] = Layout::horizontal(parts).areas(content);
            (left, right)
        } else {
            (columns(content, most), Rect::ZERO)
        };
        // In a low window the rows are for the list.
        let about = if area.height >= LOW { about } else { 0 };
        let ([about, list, _], below) = from_top(left, [about, u16::try_from(rows).unwrap_or(u16::MAX), 1]);
        let [picture, details] = Layout::vertical([Constraint::Fill(1), Constraint::Length(details)]).areas(right);
        ListPage { title: sides(title, 2), about, list, below, message, picture, details, footer }
    }

    /// The words about what is chosen, close below a picture that takes this many rows: all that it leaves free.
    pub fn words(&self, rows: u16) -> Rect {
        let taken = (rows + 1).min(self.picture.height);
        from_top(self.picture.union(self.details), [taken]).1
    }
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
            let page = ListPage::of(area, wanted[0].into(), wanted[1] % 4, wanted[2] % 6);
            let ListPage { title, about, list, below, message, picture, details, footer } = page;
            let parts = [title, about, list, below, message, picture, details, footer];
            for (at, part) in parts.into_iter().enumerate().filter(|(_, part)| !part.is_empty()) {
                prop_assert_eq!(part.intersection(area), part);
                prop_assert!(parts[..at].iter().all(|other| other.intersection(part).is_empty()), "{:?}", page);
            }
            let shape = centred(area, 60, 20);
            prop_assert_eq!(shape.intersection(area), shape);
            prop_assert_eq!(columns(area, 40), Rect { width: width.min(40), ..area });
        }
    }
}
