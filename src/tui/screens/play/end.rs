//! The end of the game as a panel: who won in large letters, how, and the keys that go on from here.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::Modifier;
use ratatui::widgets::Widget as _;

use super::Play;
use crate::players::computer::LEVELS;
use crate::rules::explain::list;
use crate::session::setup::{MatchSetup, SeatKind};
use crate::tui::action::{Action, Context};
use crate::tui::board::panels::Pen;
use crate::tui::screen::Screen as _;
use crate::tui::theme::Role;
use crate::tui::widgets::footer::Chips;
use crate::tui::widgets::label::Lines;
use crate::tui::widgets::large::{LargeText, ROWS};
use crate::tui::widgets::text::{columns, wrap};
use crate::tui::world::World;

/// The keys of the panel, with what they do.
const WAYS: &[(Action, &str)] = &[
    (Action::Restart, "rematch"),
    (Action::OtherSide, "other side"),
    (Action::NextLevel, "next level"),
    (Action::Review, "review"),
    (Action::Share, "share"),
];

/// The rows that the moves keep.
const MOVES: u16 = 5;

/// The setup of a game like this one in which everybody plays the next side.
fn turned(setup: &MatchSetup) -> MatchSetup {
    let mut turned = setup.clone();
    turned.seats.rotate_right(1);
    turned
}

/// The setup of the same game against the next level; `None` if there is none.
fn harder(setup: &MatchSetup) -> Option<MatchSetup> {
    let mut harder = setup.clone();
    let mut changed = false;
    for seat in &mut harder.seats {
        if let SeatKind::Computer(level) = seat
            && *level < LEVELS
        {
            *level += 1;
            changed = true;
        }
    }
    changed.then_some(harder)
}

/// Is there room for large letters?
fn is_large(winner: &str, area: Rect, world: &World) -> bool {
    area.height >= 18 && LargeText::fits(winner, &world.glyphs, area.width.saturating_sub(4))
}

impl Play {
    /// The setup of the game that this action starts after the end; `None` if there is none.
    pub(super) fn next_setup(&self, action: Action) -> Option<MatchSetup> {
        let setup = self.table.setup();
        match action {
            Action::OtherSide => Some(turned(setup)).filter(|turned| turned.seats != setup.seats),
            Action::NextLevel => harder(setup),
            _ => Some(setup.clone()),
        }
    }

    /// Who won, in few words.
    fn winner(&self) -> Option<String> {
        let ending = self.table.end()?;
        let spec = self.table.position().spec();
        let most = spec.sides().map(|side| ending.shares[side].sixtieths()).max()?;
        let best: Vec<String> = spec
            .sides()
            .filter(|&side| ending.shares[side].sixtieths() == most)
            .map(|side| spec.seat(side).name.to_owned())
            .collect();
        Some(match best.as_slice() {
            [one] => format!("{one} wins"),
            all if all.len() == spec.seats.len() => "Draw".to_owned(),
            all => format!("{} win", list(all)),
        })
    }

    /// The rows of the panel in an area, or 0 without an end or without room.
    pub(super) fn end_rows(&self, area: Rect, world: &World) -> u16 {
        let Some(winner) = self.winner() else { return 0 };
        let inside = area.width.saturating_sub(4);
        let title = if is_large(&winner, area, world) { ROWS + 2 } else { 1 };
        let words = self.end_words(inside).len() as u16;
        let rows = 2 + title + words + 1 + self.end_keys(inside, world).len() as u16;
        if rows + MOVES <= area.height { rows } else { 0 }
    }

    /// How it was won.
    fn end_words(&self, width: u16) -> Vec<String> {
        let ending = self.table.ending().unwrap_or_default();
        wrap(&ending, width.into()).take(4).collect()
    }

    /// The keys in rows of this width.
    fn end_keys(&self, width: u16, world: &World) -> Vec<Vec<(String, &'static str)>> {
        let mut rows: Vec<Vec<(String, &'static str)>> = Vec::new();
        let mut used = 0;
        for &(action, does) in WAYS.iter().filter(|(action, _)| self.can(*action, world)) {
            let Some(key) = world.keymap.key(Context::Board, action) else { continue };
            let wide = columns(&key, 20) + does.len() + 3;
            if rows.is_empty() || used + wide > usize::from(width) + 2 {
                rows.push(Vec::new());
                used = 0;
            }
            used += wide;
            rows.last_mut().expect("it was just added").push((key, does));
        }
        rows
    }

    pub(super) fn draw_end(&self, world: &World, pen: &Pen<'_>, area: Rect, buffer: &mut Buffer) {
        let Some(winner) = self.winner().filter(|_| area.height > 0) else { return };
        let result = self.table.end().map(|end| end.result(pen.spec.seats.len())).unwrap_or_default();
        let inside = pen.frame(area, "The end", &result, true, buffer);
        // The moves below keep their rows.
        let is_large = area.height > ROWS + 6 && LargeText::fits(&winner, &world.glyphs, inside.width);
        let words = self.end_words(inside.width);
        let title = if is_large { ROWS + 2 } else { 1 };
        let parts = [title, words.len() as u16, 1].map(Constraint::Length).into_iter().chain([Constraint::Fill(1)]);
        let parts = Layout::vertical(parts).split(inside);
        let style = world.theme.style(Role::Title).add_modifier(Modifier::BOLD);
        if is_large {
            LargeText::new(&winner, style).render(parts[0].inner(Margin::new(0, 1)), buffer);
        } else {
            pen.put(buffer, parts[0], parts[0].x, parts[0].y, &winner, Role::Title);
        }
        let text = world.theme.style(Role::Text);
        Lines(words.iter().map(|row| (world.glyphs.plain(row), text))).render(parts[1], buffer);
        for (row, keys) in parts[3].rows().zip(self.end_keys(inside.width, world)) {
            Chips { world, keys: &keys }.render(row, buffer);
        }
    }
}
