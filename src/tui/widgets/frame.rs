//! A frame with a title, and a dialog in the middle of the window.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::put::{clear, put, put_letter};
use crate::tui::outline::Strokes;
use crate::tui::theme::Role;
use crate::tui::world::World;

/// A box of at most this size, centred in an area.
pub fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

/// Draws a frame with a title, clears its inside and returns the area of the inside.
pub fn draw(world: &World, area: Rect, title: &str, buffer: &mut Buffer) -> Rect {
    if area.width < 4 || area.height < 3 {
        return Rect { width: 0, height: 0, ..area };
    }
    let text = world.theme.style(Role::Text);
    clear(buffer, area, text);
    let style = world.theme.style(Role::BorderActive);
    let strokes = world.glyphs.strokes;
    let corners = match strokes {
        Strokes::Box => ['┌', '┐', '└', '┘'],
        Strokes::Ascii => ['+'; 4],
    };
    let (left, right, top, bottom) = (area.x, area.right() - 1, area.y, area.bottom() - 1);
    for x in left..=right {
        put_letter(buffer, x, top, strokes.horizontal(), style);
        put_letter(buffer, x, bottom, strokes.horizontal(), style);
    }
    for y in top..=bottom {
        put_letter(buffer, left, y, strokes.vertical(), style);
        put_letter(buffer, right, y, strokes.vertical(), style);
    }
    for ((x, y), corner) in [(left, top), (right, top), (left, bottom), (right, bottom)].into_iter().zip(corners) {
        put_letter(buffer, x, y, corner, style);
    }
    let room = usize::from(area.width - 2);
    let title = format!(" {} ", world.glyphs.head(title, room));
    put(buffer, left + 1, top, title, room, world.theme.style(Role::Title));
    Rect { x: left + 2, y: top + 1, width: area.width - 4, height: area.height - 2 }
}
