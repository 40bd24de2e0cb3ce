//! What stands behind a dialog is dimmed: all colours go a part of the way to the ground of the window.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use super::color::{indexed, rgb};
use super::{Role, Theme};
use crate::tui::depth::Depth;
use crate::tui::pieces::graphics::PLACEHOLDER;

/// The part of the way, in tenths.
const TENTHS: u16 = 5;

impl Theme {
    /// A colour behind a dialog.
    fn dimmed(&self, color: Color) -> Color {
        let (Some(own), Some(ground)) = (rgb(color), self.ink(Role::Text).bg) else { return color };
        let mixed = own.toward(ground, TENTHS);
        match self.depth {
            _ if self.chart => color,
            Depth::True => Color::Rgb(mixed.0, mixed.1, mixed.2),
            _ => Color::Indexed(indexed(mixed)),
        }
    }

    /// Dims all but these areas. Where there are no colours to mix, the terminal dims it, or nothing does.
    pub fn dim(&self, bright: &[Rect], buffer: &mut Buffer) {
        if self.chart || self.depth == Depth::None {
            return;
        }
        let mixes = self.depth >= Depth::Indexed256 && self.ink(Role::Text).bg.is_some();
        for at in buffer.area.positions() {
            if bright.iter().any(|area| area.contains(at)) {
                continue;
            }
            let Some(cell) = buffer.cell_mut(at) else { continue };
            if !mixes {
                cell.modifier |= Modifier::DIM;
                continue;
            }
            cell.bg = self.dimmed(cell.bg);
            // The colour of a part of a picture is the number of the picture.
            if !cell.symbol().starts_with(PLACEHOLDER) {
                cell.fg = self.dimmed(cell.fg);
            }
        }
    }
}
