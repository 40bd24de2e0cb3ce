//! What is chosen in a list, in words: a title, and below it as much of a text as there is room for.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::areas::from_top;
use super::label::{Label, Lines};
use super::text::block;
use crate::theme::Role;
use crate::world::World;

/// A title with a text below it.
#[derive(Clone, Copy)]
pub struct About<'a> {
    /// The title.
    pub title: &'a str,
    /// The text.
    pub words: &'a str,
    /// The look.
    pub world: &'a World,
}

impl Widget for About<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let About { title, words, world } = self;
        let width = usize::from(area.width);
        let ([first], rest) = from_top(area, [1]);
        Label::new(world.glyphs.head(title, width), world.theme.style(Role::Title)).render(first, buffer);
        let lines = block(&world.glyphs, words, width, rest.height.into());
        Lines(lines.into_iter().map(|line| (line, world.theme.style(Role::Text)))).render(rest, buffer);
    }
}
