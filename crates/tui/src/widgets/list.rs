//! A list with a selected row. The selection is shown by a bar at its left as well as by colour, and the list scrolls
//! to keep it visible.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::widgets::{StatefulWidget, Widget};

use super::put::{put, put_letter};
use super::text::{columns, fit, wrap};
use crate::action::Action;
use crate::theme::Role;
use crate::world::World;

/// The sign before a value that Left and Right change.
const CHANGED: char = '‹';

/// The widest label of a form, the columns between the labels and the values, and the least of a value.
const WIDEST_LABEL: usize = 30;
const GAP: usize = 3;
const LEAST_VALUE: usize = 12;

/// What stands before the further lines of a text.
const INDENT: &str = "  ";

/// What a row is among the others of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// It stands for itself.
    Row,
    /// It is a heading, which cannot be selected.
    Heading,
    /// It goes on with the text of the row above it, and is chosen with it.
    More,
}

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
    /// What it is among the others.
    pub part: Part,
}

impl Item {
    /// A row that can be selected.
    pub fn new(text: impl Into<String>, value: impl Into<String>) -> Item {
        Item { text: text.into(), value: value.into(), open: true, chip: false, part: Part::Row }
    }

    /// A row with keys at the right.
    pub(crate) fn keys(text: impl Into<String>, keys: impl Into<String>) -> Item {
        Item { chip: true, ..Item::new(text, keys) }
    }

    /// A row whose value is changed with Left and Right, which the signs around it show.
    pub fn choice(text: impl Into<String>, value: impl AsRef<str>) -> Item {
        Item::new(text, format!("{CHANGED} {} ›", value.as_ref()))
    }

    /// The columns that it needs to be seen whole.
    pub(crate) fn columns(&self) -> usize {
        const ALL: usize = 200;
        // The bar at the left, the scroll marks at the right, and a value with a blank before it: in fewer than four
        // columns it is left out.
        let value = if self.value.is_empty() { 0 } else { columns(&self.value, ALL).max(4) + 1 };
        columns(&self.text, ALL) + value + 4
    }

    /// The rows of a text that may be longer than one, in a list of this width.
    pub fn lines(text: &str, width: u16) -> Vec<Item> {
        // The bar at the left, the scroll marks at the right, and the indent of what goes on.
        let room = usize::from(width).saturating_sub(2 + 2 + INDENT.len());
        let item = |(at, line)| match at {
            0 => Item::new(line, ""),
            _ => Item { part: Part::More, ..Item::new(format!("{INDENT}{line}"), "") },
        };
        wrap(text, room).enumerate().map(item).collect()
    }

    /// The rows of this one in a list of this width: text and value in one if both have room, else the value at the end of
    /// the last one.
    pub fn wrapped(&self, width: u16) -> Vec<Item> {
        if self.columns() <= usize::from(width) {
            return vec![self.clone()];
        }
        let value =
            (!self.value.is_empty()).then(|| Item { part: Part::More, ..Item::new("", self.value.as_str()) });
        let rows = Item::lines(&self.text, width).into_iter().chain(value);
        rows.map(|row| Item { open: self.open, ..row }).collect()
    }

    /// A heading.
    pub fn heading(text: impl Into<String>) -> Item {
        Item { open: false, part: Part::Heading, ..Item::new(text, "") }
    }
}

/// The selected row, and the first visible one after the list was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ListState {
    /// The index of the selected row.
    pub selected: usize,
    offset: usize,
}

impl ListState {
    /// A list with this row selected.
    pub const fn new(selected: usize) -> ListState {
        ListState { selected, offset: 0 }
    }

    /// The first row that was visible when the list was drawn.
    pub(crate) const fn offset(self) -> usize {
        self.offset
    }

    /// Whether an action moves the selection among rows of which some can be selected, from where it is or from the
    /// other end.
    pub fn can(self, action: Action, open: &[bool]) -> bool {
        action.moves_selection() && open.iter().enumerate().any(|(at, &open)| open && at != self.selected)
    }

    /// Moves the selection by an action. Returns false if it does not move.
    pub fn step(&mut self, action: Action, open: &[bool]) -> bool {
        let was = self.selected;
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
        self.selected = match action {
            Action::Up | Action::Previous => next(was, -1),
            Action::Down | Action::Next => next(was, 1),
            Action::PageUp => near(was.saturating_sub(8), 1),
            Action::PageDown => near((was + 8).min(last), -1),
            Action::First => near(0, 1),
            Action::Last => near(last, -1),
            _ => was,
        };
        self.selected != was
    }

    /// The first visible row, if this many rows are visible.
    pub fn scroll(self, rows: usize, room: usize) -> usize {
        (self.selected + room / 3 + 1).saturating_sub(room).min(rows.saturating_sub(room))
    }

    /// The row at a place of the screen, if a list of this many rows is drawn in this area.
    pub fn hit(self, area: Rect, rows: usize, at: Point) -> Option<usize> {
        if !area.contains(at) {
            return None;
        }
        let row = self.scroll(rows, usize::from(area.height)) + usize::from(at.y - area.y);
        (row < rows).then_some(row)
    }

    /// Selects the row at a place of the screen, if it can be selected. Returns whether it was selected before: most
    /// lists open a row at the second press.
    pub fn press(&mut self, area: Rect, rows: usize, open: impl Fn(usize) -> bool, at: Point) -> Option<bool> {
        let row = self.hit(area, rows, at).filter(|&row| open(row))?;
        Some(std::mem::replace(&mut self.selected, row) == row)
    }
}

/// The bar at the left of a chosen row.
#[derive(Clone, Copy)]
pub struct Mark<'a>(pub &'a World);

impl Widget for Mark<'_> {
    fn render(self, row: Rect, buffer: &mut Buffer) {
        if !row.is_empty() {
            put_letter(buffer, row.x, row.y, self.0.glyphs.bar, self.0.theme.bar());
        }
    }
}

/// Rows with a text at the left and a value at the right.
#[derive(Clone, Copy)]
pub struct List<'a> {
    items: &'a [Item],
    world: &'a World,
    /// The column of the values, where all begin in the same one, and that of the signs around those that can be changed.
    column: Option<(usize, usize)>,
}

impl<'a> List<'a> {
    /// A list of these rows.
    pub const fn new(items: &'a [Item], world: &'a World) -> List<'a> {
        List { items, world, column: None }
    }

    /// Makes it a form: two columns, of labels and of values.
    #[must_use]
    pub fn form(self) -> List<'a> {
        let labels = self.items.iter().filter(|item| !item.value.is_empty());
        let widest = labels.map(|item| columns(&item.text, WIDEST_LABEL)).max().unwrap_or(0);
        let signs = widest.min(WIDEST_LABEL) + 2 + GAP;
        let are_any = self.items.iter().any(|item| item.value.starts_with(CHANGED));
        List { column: Some((signs + if are_any { 2 } else { 0 }, signs)), ..self }
    }

    /// The left end of a value in a form, where it is not at the right.
    fn value_at(&self, item: &Item, row: Rect, width: usize) -> Option<usize> {
        let (values, signs) = self.column?;
        let column = if item.value.starts_with(CHANGED) { signs } else { values };
        (column + LEAST_VALUE <= width && !row.is_empty()).then_some(column)
    }

    fn row(&self, item: &Item, here: bool, row: Rect, buffer: &mut Buffer) {
        let world = self.world;
        let role = match (here, item.open) {
            (true, _) => Role::Selected,
            _ if item.part == Part::Heading => Role::Title,
            // A row that cannot be chosen now.
            (_, false) => Role::Dim,
            _ => Role::Text,
        };
        let style = world.theme.style(role);
        // The right edge is kept free for the scroll marks.
        let width = usize::from(row.width).saturating_sub(2);
        let plain = |text: &str| world.glyphs.head(text, width);
        let text = format!("  {}", plain(&item.text));
        let value = plain(&item.value);
        if here {
            buffer.set_style(row, style);
        }
        put(buffer, row.x, row.y, fit(&text, width, world.glyphs.more), width, style);
        if here {
            Mark(world).render(row, buffer);
        }
        let column = self.value_at(item, row, width);
        let free = width.saturating_sub(column.unwrap_or(columns(&text, width) + 1));
        if value.is_empty() || free <= 3 {
            return;
        }
        let value = fit(&value, free, world.glyphs.more);
        let wide = columns(&value, free);
        let mut x = column.map_or(row.right() - wide as u16 - 2, |column| row.x + column as u16);
        if !item.chip {
            put(buffer, x, row.y, &value, free, style);
            return;
        }
        for key in value.split(' ') {
            x = put(buffer, x, row.y, key, free, world.theme.style(Role::FooterKey)) + 1;
        }
    }
}

impl StatefulWidget for List<'_> {
    type State = ListState;

    fn render(self, area: Rect, buffer: &mut Buffer, state: &mut ListState) {
        let room = usize::from(area.height);
        state.offset = state.scroll(self.items.len(), room);
        let shown = self.items.iter().enumerate().skip(state.offset);
        for (row, (at, item)) in area.rows().zip(shown) {
            // A row that cannot be chosen now is where the selection is, too.
            let is_same = || self.items[state.selected + 1..=at].iter().all(|item| item.part == Part::More);
            let here = at == state.selected || (at > state.selected && is_same());
            self.row(item, here && item.part != Part::Heading, row, buffer);
        }
        Scrolled { world: self.world, before: state.offset > 0, after: state.offset + room < self.items.len() }
            .render(area, buffer);
    }
}

/// The marks at the right edge of a list that has rows before the first visible one or after the last.
#[derive(Clone, Copy)]
pub struct Scrolled<'a> {
    /// The look.
    pub world: &'a World,
    /// Are there rows before?
    pub before: bool,
    /// Are there rows after?
    pub after: bool,
}

impl Widget for Scrolled<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let Some(edge) = area.columns().next_back().filter(|edge| edge.height > 0) else { return };
        let dim = self.world.theme.style(Role::Dim);
        if self.before {
            put_letter(buffer, edge.x, edge.y, '^', dim);
        }
        if self.after {
            put_letter(buffer, edge.x, edge.bottom() - 1, 'v', dim);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_passed_over() {
        let open = [false, true, true, false, true];
        let mut state = ListState::new(1);
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
            state.step(action, &open);
            assert_eq!(state, ListState::new(at), "{action:?}");
        }
    }

    #[test]
    fn a_long_text_has_rows_of_its_own() {
        let items = Item::lines("if e4 then e5, if Nf3 then Nc6", 24);
        let shown: Vec<_> = items.iter().map(|item| (item.text.as_str(), item.part)).collect();
        assert_eq!(shown, [("if e4 then e5, if", Part::Row), ("  Nf3 then Nc6", Part::More)]);
        assert!(items.iter().all(|item| item.columns() <= 24));
    }

    #[test]
    fn a_value_without_room_has_a_row_of_its_own() {
        let shown = |width| -> Vec<(String, String)> {
            Item::new("Ann – Ben", "your move")
                .wrapped(width)
                .into_iter()
                .map(|row| (row.text, row.value))
                .collect()
        };
        let row = |text: &str, value: &str| (text.to_owned(), value.to_owned());
        assert_eq!(shown(23), [row("Ann – Ben", "your move")]);
        assert_eq!(shown(22), [row("Ann – Ben", ""), row("", "your move")]);
        assert_eq!(shown(14), [row("Ann –", ""), row("  Ben", ""), row("", "your move")]);
        let note = Item { open: false, ..Item::new("Ann – Ben", "your move") };
        assert!(note.wrapped(14).iter().all(|row| !row.open));
    }

    #[test]
    fn a_press_meets_the_row_that_is_seen() {
        let area = Rect::new(2, 3, 10, 4);
        for (selected, y, row) in [(0, 3, Some(0)), (0, 6, Some(3)), (9, 6, Some(9)), (0, 7, None), (0, 2, None)] {
            assert_eq!(ListState::new(selected).hit(area, 10, Point::new(5, y)), row, "{selected} {y}");
        }
        assert_eq!(ListState::default().hit(area, 2, Point::new(5, 5)), None);
        assert_eq!(ListState::default().hit(area, 9, Point::new(1, 4)), None);
    }

    #[test]
    fn the_chosen_row_is_in_sight() {
        for rows in 0..30 {
            for room in 1..12 {
                for at in 0..rows {
                    let first = ListState::new(at).scroll(rows, room);
                    assert!(first <= at && at < first + room, "{rows} {room} {at}");
                }
            }
        }
    }
}
