//! What stands behind a dialog is dimmed: all colours go a part of the way to the ground of the window.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

use super::color::{Rgb, indexed, rgb};
use super::{Role, Theme};
use crate::depth::Depth;
use crate::pieces::graphics::{PLACEHOLDER, ink, numbered};
use crate::pieces::number::behind;
use crate::pieces::png::Inks;

/// The part of the way, in tenths.
const TENTHS: u16 = 5;

impl Theme {
    /// A colour behind a dialog.
    pub(crate) fn dimmed_colour(&self, colour: Rgb) -> Rgb {
        self.ink(Role::Text).bg.map_or(colour, |ground| colour.toward(ground, TENTHS))
    }

    /// The colours of a picture behind a dialog.
    pub(crate) fn dimmed_inks(&self, inks: Inks) -> Inks {
        self.ink(Role::Text).bg.map_or(inks, |ground| inks.toward(ground, TENTHS))
    }

    fn dimmed(&self, color: Color) -> Color {
        let Some(own) = rgb(color) else { return color };
        let mixed = self.dimmed_colour(own);
        match self.depth {
            _ if self.chart => color,
            Depth::True => Color::Rgb(mixed.0, mixed.1, mixed.2),
            _ => Color::Indexed(indexed(mixed)),
        }
    }

    /// Dims all but these areas. Where there are no colours to mix, the terminal dims it, or nothing does.
    pub(crate) fn dim(&self, bright: &[Rect], buffer: &mut Buffer) {
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
            // The colour of a part of a picture is the number of the picture, and there is another one in dim colours.
            cell.fg = match numbered(cell.fg) {
                Some(number) if cell.symbol().starts_with(PLACEHOLDER) => ink(behind(number)),
                _ => self.dimmed(cell.fg),
            };
        }
    }
}
