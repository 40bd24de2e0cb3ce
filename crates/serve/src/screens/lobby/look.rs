//! The lobby looks at the club: what all see, what is its reader's own, and whether its window shows anything else then.

use std::sync::Arc;

use super::goal::Goal;
use super::page::Page;
use super::wrapped::Wrapped;
use super::{Lobby, TICK, rows};
use crate::rules::position::Position;
use crate::screens::club::visit;
use crate::tui::view::View;
use crate::tui::widgets::list::Item;
use crate::tui::world::World;

impl Lobby {
    /// Reads the club. True if something in the window is other than before.
    pub(super) fn look(&mut self, world: &World) -> bool {
        let Some(visit) = visit(world) else { return false };
        let before = self.in_window(world);
        if self.seen.read_all(visit) {
            self.read.challenges.read(visit);
            self.note_news(visit.member.id);
        }
        let has_come = self.signs.look(&self.seen.all);
        self.people = self.seen.here(&visit.member).count();
        let (rows, ticks) = rows::rows(visit, &self.setup, (&self.seen, &self.read, &self.signs), world.now);
        self.tick = ticks.then(|| world.now + TICK);
        // What was chosen stays chosen, wherever it is now.
        let chosen = self.goal().cloned();
        let at = rows.iter().position(|row| row.goal.is_some() && row.goal == chosen);
        let first = || rows.iter().position(|row| row.item.open).unwrap_or(0);
        self.list.selected = at.unwrap_or_else(first);
        self.rows = rows;
        let changed = self.in_window(world) != before;
        self.show(world) || changed || has_come
    }

    /// What its window shows: the lines, which of them is chosen, whether others are below them, and the words of the title.
    fn in_window(&self, world: &World) -> (Vec<Item>, usize, bool, String) {
        let area = Page::of(world.whole()).list;
        let mut wrapped = Wrapped::of(&self.rows, area.width);
        let (all, room) = (wrapped.lines.len(), usize::from(area.height));
        let state = wrapped.state(self.list);
        let first = state.scroll(all, room);
        let lines = wrapped.lines.drain(first..all.min(first + room)).collect();
        (lines, state.selected - first.min(state.selected), all > first + room, self.signs.about(self.people))
    }

    /// Takes the board of what is chosen. True if it is another one.
    pub(super) fn show(&mut self, world: &World) -> bool {
        let shown = self.goal().and_then(|goal| self.board_of(goal, world));
        let hash = |shown: &Option<(Arc<dyn Position>, View)>| shown.as_ref().map(|(position, _)| position.hash());
        let changed = hash(&shown) != hash(&self.shown);
        self.shown = shown;
        changed
    }

    fn board_of(&self, goal: &Goal, world: &World) -> Option<(Arc<dyn Position>, View)> {
        let visit = visit(world)?;
        match *goal {
            Goal::Game(key) | Goal::Table(key) => {
                let listed = visit.club.tables.listed(&visit.member, key)?;
                let view = listed.own.map_or(View::FIRST, |side| View::of(listed.setup.game.spec(), side));
                let position = match &listed.table {
                    Some(table) => Arc::clone(&table.newest().position),
                    None => listed.setup.begin().ok()?.into(),
                };
                Some((position, view))
            }
            // The game that would be played at once.
            _ => Some((self.setup.begin().ok()?.into(), View::FIRST)),
        }
    }
}
