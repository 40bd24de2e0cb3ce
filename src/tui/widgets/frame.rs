//! A box around something, and a dialog in the middle of the window.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::outline::Strokes;
use crate::tui::theme::Role;
use crate::tui::world::World;

/// A box of at most this size in the middle of an area.
pub fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

/// Draws a box with a title over whatever is there, and gives back its inside.
pub fn draw(world: &World, area: Rect, title: &str, buffer: &mut Buffer) -> Rect {
    if area.width < 4 || area.height < 3 {
        return Rect { width: 0, height: 0, ..area };
    }
    let text = world.theme.style(Role::Text);
    for at in area.positions() {
        buffer[at].reset();
        buffer[at].set_style(text);
    }
    let style = world.theme.style(Role::BorderActive);
    let strokes = world.glyphs.strokes;
    let corners = match strokes {
        Strokes::Box => ['┌', '┐', '└', '┘'],
        Strokes::Ascii => ['+'; 4],
    };
    let (left, right, top, bottom) = (area.x, area.right() - 1, area.y, area.bottom() - 1);
    for x in left..=right {
        buffer[(x, top)].set_char(strokes.horizontal()).set_style(style);
        buffer[(x, bottom)].set_char(strokes.horizontal()).set_style(style);
    }
    for y in top..=bottom {
        buffer[(left, y)].set_char(strokes.vertical()).set_style(style);
        buffer[(right, y)].set_char(strokes.vertical()).set_style(style);
    }
    for ((x, y), corner) in [(left, top), (right, top), (left, bottom), (right, bottom)].into_iter().zip(corners) {
        buffer[(x, y)].set_char(corner);
    }
    let room = usize::from(area.width - 2);
    buffer.set_stringn(
        left + 1,
        top,
        world.glyphs.plain(&format!(" {title} ")),
        room,
        world.theme.style(Role::Title),
    );
    Rect { x: left + 2, y: top + 1, width: area.width - 4, height: area.height - 2 }
}
