//! How the training is drawn: the board, and what is to be said about the puzzle.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::training::{Phase, Training};
use crate::board::layout::{Panels, Regions};
use crate::board::panels::clock;
use crate::record::puzzle::Theme;
use crate::theme::Role;
use crate::widgets::areas::sides;
use crate::widgets::footer::Footer;
use crate::widgets::frame::Frame;
use crate::widgets::label::{Label, Lines};
use crate::widgets::text::{block, columns, fit};
use crate::widgets::too_small::TooSmall;
use crate::world::World;

/// The smallest panel with a frame.
const LEAST: (u16, u16) = (16, 4);

/// A change of a rating, with the sign of a minus.
fn signed(gain: i64) -> String {
    let sign = if gain < 0 { '−' } else { '+' };
    format!("{sign}{}", gain.unsigned_abs())
}

impl Training {
    /// What stands at the right of the title: the clock, or the rating.
    fn count(&self, world: &World) -> String {
        let solved = || format!("{} solved", self.solved);
        match (self.left(world.now), &self.phase) {
            (Some(left), phase) if !matches!(phase, Phase::Over) => format!("{}  {}", solved(), clock(left)),
            _ if self.is_run() => solved(),
            _ => self.rating_words(),
        }
    }

    /// The rating, and what the puzzle has changed.
    fn rating_words(&self) -> String {
        let gain = self.gain.map_or_else(String::new, |gain| format!(" ({})", signed(gain)));
        format!("Rating {}{gain}", self.progress.rating(self.game()).points())
    }

    /// The lines of the panel.
    fn facts(&self) -> Vec<(String, Role)> {
        let puzzle = &self.solving.puzzle;
        let over = matches!(self.phase, Phase::Done | Phase::Over);
        let mut lines = vec![(puzzle.task(), Role::Text)];
        if puzzle.moves() > 1 {
            lines.push((format!("Find {} moves.", puzzle.moves()), Role::Dim));
        }
        if self.is_run() || self.number() > 1 {
            lines.push((format!("Puzzle {}, {} solved.", self.number(), self.solved), Role::Dim));
        }
        if self.is_run() {
            lines.push((self.rating_words(), Role::Dim));
        }
        let found = &puzzle.shown()[..self.solving.done().min(puzzle.line.len())];
        if !found.is_empty() {
            lines.push((found.join(" "), Role::Text));
        }
        if over {
            let themes: Vec<String> = puzzle.themes.iter().map(Theme::words).collect();
            lines.push((themes.join(", "), Role::Dim));
            lines.push((format!("Its rating {}", puzzle.rating), Role::Dim));
        }
        lines
    }

    fn panel(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let mut lines: Vec<(String, Role)> = Vec::new();
        let framed = area.width >= LEAST.0 && area.height >= LEAST.1;
        let inside = if framed { Frame::inside(area) } else { area };
        for (text, role) in self.facts() {
            let rest = usize::from(inside.height).saturating_sub(lines.len());
            let wrapped = block(&world.glyphs, &text, inside.width.into(), rest);
            lines.extend(wrapped.into_iter().map(|line| (line, role)));
        }
        if framed {
            Frame::of(world, &self.mode.words()).render(area, buffer);
        }
        let lines = lines.iter().map(|(text, role)| (text, world.theme.style(*role)));
        Lines(lines).render(inside, buffer);
    }

    fn title_row(&self, world: &World, regions: &Regions<'_>, buffer: &mut Buffer) {
        let row = sides(regions.title, 1);
        let room = usize::from(row.width);
        let count = self.count(world);
        let task = self.solving.puzzle.task();
        let words = format!("{}: {task}", self.mode.words());
        let free = room.saturating_sub(columns(&count, room) + 2);
        // The task is more than how one trains.
        let words = if columns(&words, free) <= free { words } else { task };
        let words = fit(&world.glyphs.head(&words, room), free, world.glyphs.more);
        Label::new(words, world.theme.style(Role::Title)).render(row, buffer);
        Label::new(count, world.theme.style(Role::Text)).right().render(row, buffer);
    }

    pub(super) fn render(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let regions = match self.pane.regions(self.position(), area, world) {
            Ok(regions) => regions,
            Err(needed) => return TooSmall(needed).render(area, buffer),
        };
        self.title_row(world, &regions, buffer);
        match regions.panels {
            Panels::Beside(area) | Panels::Below(area) | Panels::Slim(area) => self.panel(world, area, buffer),
            Panels::Strip(_) | Panels::None => {}
        }
        self.pane.draw(self.scene(), &regions, world, buffer);
        if let Some(row) = regions.footer {
            Footer::of(self, world).render(row, buffer);
        }
    }
}
