//! A list with a selected row. The selection is shown by a bar at its left as well as by colour, and the list scrolls
//! to keep it visible.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use super::put::{put, put_letter};
use super::text::{columns, fit};
use crate::tui::action::Action;
use crate::tui::theme::Role;
use crate::tui::world::World;

/// A row of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The text on the left.
    pub text: String,
    /// The value on the right.
    pub value: String,
    /// Whether it can be selected. Headings cannot.
    pub open: bool,
    /// Whether the value is keys, which are shown as chips.
    pub chip: bool,
}

impl Item {
    /// A row that can be selected.
    pub fn new(text: impl Into<String>, value: impl Into<String>) -> Item {
        Item { text: text.into(), value: value.into(), open: true, chip: false }
    }

    /// A row with keys at the right.
    pub fn keys(text: impl Into<String>, keys: impl Into<String>) -> Item {
        Item { chip: true, ..Item::new(text, keys) }
    }

    /// A row whose value is changed with Left and Right, which the signs around it show.
    pub fn choice(text: impl Into<String>, value: impl AsRef<str>) -> Item {
        Item::new(text, format!("‹ {} ›", value.as_ref()))
    }

    /// A heading.
    pub fn heading(text: impl Into<String>) -> Item {
        Item { text: text.into(), value: String::new(), open: false, chip: false }
    }
}

/// The index of the selected row.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Chosen(pub usize);

impl Chosen {
    /// Moves the selection by an action. Returns false if it does not move.
    pub fn step(&mut self, action: Action, open: &[bool]) -> bool {
        let was = self.0;
        let last = open.len().saturating_sub(1);
        let next = |from: usize, by: isize| -> usize {
            let mut at = from as isize;
            loop {
                at += by;
                match usize::try_from(at).ok().and_then(|at| open.get(at)) {
                    Some(true) => return at as usize,
                    Some(false) => {}
                    None => return from,
                }
            }
        };
        let near = |from: usize, by: isize| if open.get(from) == Some(&true) { from } else { next(from, by) };
        self.0 = match action {
            Action::Up | Action::Previous => next(was, -1),
            Action::Down | Action::Next => next(was, 1),
            Action::PageUp => near(was.saturating_sub(8), 1),
            Action::PageDown => near((was + 8).min(last), -1),
            Action::First => near(0, 1),
            Action::Last => near(last, -1),
            _ => was,
        };
        self.0 != was
    }

    /// The first visible row, if this many rows are visible.
    pub fn scroll(self, rows: usize, room: usize) -> usize {
        (self.0 + room / 3 + 1).saturating_sub(room).min(rows.saturating_sub(room))
    }
}

/// The row at a screen position, if there is one.
pub fn hit(area: Rect, rows: usize, chosen: Chosen, x: u16, y: u16) -> Option<usize> {
    let at = chosen.scroll(rows, usize::from(area.height)) + usize::from(y.saturating_sub(area.y));
    (area.contains(Point::new(x, y)) && at < rows).then_some(at)
}

/// Draws the rows; returns the index of the first visible row.
pub fn draw(world: &World, area: Rect, items: &[Item], chosen: Chosen, buffer: &mut Buffer) -> usize {
    let room = usize::from(area.height);
    let first = chosen.scroll(items.len(), room);
    for (row, (at, item)) in items.iter().enumerate().skip(first).take(room).enumerate() {
        let y = area.y + row as u16;
        let here = at == chosen.0 && item.open;
        let role = match (here, item.open) {
            (true, _) => Role::Selected,
            (_, false) => Role::Title,
            _ => Role::Text,
        };
        let style = world.theme.style(role);
        let bar = if here { world.glyphs.bar } else { ' ' };
        // The right edge is kept free for the scroll marks.
        let width = usize::from(area.width).saturating_sub(2);
        let plain = |text: &str| world.glyphs.head(text, width);
        let text = format!("{bar} {}", plain(&item.text));
        let value = plain(&item.value);
        if here {
            buffer.set_style(Rect { y, height: 1, ..area }, style);
        }
        put(buffer, area.x, y, fit(&text, width, world.glyphs.more), width, style);
        let free = width.saturating_sub(columns(&text, width) + 1);
        if !value.is_empty() && free > 3 {
            let value = fit(&value, free, world.glyphs.more);
            let wide = columns(&value, free);
            let mut x = area.right() - wide as u16 - 2;
            if item.chip {
                for key in value.split(' ') {
                    let chip = world.theme.style(Role::FooterKey);
                    x = put(buffer, x, y, key, free, chip) + 1;
                }
            } else {
                put(buffer, x, y, &value, free, style);
            }
        }
    }
    let dim = world.theme.style(Role::Dim);
    if first > 0 && room > 0 {
        put_letter(buffer, area.right().saturating_sub(1), area.y, '^', dim);
    }
    if first + room < items.len() && room > 0 {
        put_letter(buffer, area.right().saturating_sub(1), area.bottom() - 1, 'v', dim);
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_passed_over() {
        let open = [false, true, true, false, true];
        let mut chosen = Chosen(1);
        for (action, at) in [
            (Action::Up, 1),
            (Action::Down, 2),
            (Action::Down, 4),
            (Action::Down, 4),
            (Action::First, 1),
            (Action::Last, 4),
            (Action::PageUp, 1),
            (Action::PageDown, 4),
        ] {
            chosen.step(action, &open);
            assert_eq!(chosen, Chosen(at), "{action:?}");
        }
    }

    #[test]
    fn a_press_meets_the_row_that_is_seen() {
        let area = Rect::new(2, 3, 10, 4);
        for (chosen, y, row) in [(0, 3, Some(0)), (0, 6, Some(3)), (9, 6, Some(9)), (0, 7, None), (0, 2, None)] {
            assert_eq!(hit(area, 10, Chosen(chosen), 5, y), row, "{chosen} {y}");
        }
        assert_eq!(hit(area, 2, Chosen(0), 5, 5), None);
        assert_eq!(hit(area, 9, Chosen(0), 1, 4), None);
    }

    #[test]
    fn the_chosen_row_is_in_sight() {
        for rows in 0..30 {
            for room in 1..12 {
                for at in 0..rows {
                    let first = Chosen(at).scroll(rows, room);
                    assert!(first <= at && at < first + room, "{rows} {room} {at}");
                }
            }
        }
    }
}
