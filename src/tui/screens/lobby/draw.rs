//! Draws the lobby.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use super::{Goal, Lobby};
use crate::tui::action::{Action, Context};
use crate::tui::board::preview::middle_board;
use crate::tui::screen::Screen as _;
use crate::tui::theme::Role;
use crate::tui::view::View;
use crate::tui::widgets::areas::{sides, titled};
use crate::tui::widgets::footer::Footer;
use crate::tui::widgets::label::{Label, Lines};
use crate::tui::widgets::list::{Item, List};
use crate::tui::widgets::text::block;
use crate::tui::world::World;

/// From this width on there is a board beside the list.
const BESIDE: u16 = 110;

/// The width of the list beside a board.
const LIST: u16 = 64;

/// The areas of the lobby.
pub(super) struct Plan {
    title: Rect,
    pub(super) list: Rect,
    /// One row for a message.
    told: Rect,
    /// The board of what is chosen; empty if there is no room.
    board: Rect,
    footer: Rect,
}

impl Plan {
    pub(super) fn of(area: Rect) -> Plan {
        let [title, content, footer] = titled(area);
        let parts = [Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)];
        let [_, content, told] = Layout::vertical(parts).areas(content);
        let beside = area.width >= BESIDE;
        let list = if beside { Constraint::Length(LIST) } else { Constraint::Fill(1) };
        let board = if beside { Constraint::Fill(1) } else { Constraint::Length(0) };
        let [list, board] =
            Layout::horizontal([list, board]).spacing(if beside { 3 } else { 0 }).areas(sides(content, 1));
        Plan { title: sides(title, 1), list, told: sides(told, 3), board, footer }
    }
}

impl Lobby {
    /// What Enter does with the chosen row.
    fn say(&self, action: Action) -> Option<String> {
        if action != Action::Pick {
            return (action == Action::Leave).then(|| "menu".to_owned());
        }
        match self.goal()? {
            Goal::Play => Some("play".to_owned()),
            Goal::Alone => Some("open".to_owned()),
        }
    }

    pub(super) fn paint(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let plan = Plan::of(area);
        let style = |role| world.theme.style(role);
        Label::new("Lobby", style(Role::Title)).render(plan.title, buffer);
        let items: Vec<Item> = self.rows.iter().map(|row| row.item.clone()).collect();
        List::new(&items, world).render(plan.list, buffer, &mut { self.list });
        if self.goal() == Some(&Goal::Play)
            && !plan.board.is_empty()
            && let Ok(position) = self.setup.begin()
        {
            middle_board(world, position.as_ref(), View::FIRST, plan.board, buffer);
        }
        let told = self.told.as_deref().map(|text| block(&world.glyphs, text, plan.told.width.into(), 1));
        let told = told.unwrap_or_default();
        Lines(told.iter().map(|line| (line, style(Role::Warning)))).render(plan.told, buffer);
        let keys: Vec<Action> = self.footer(world).into_iter().filter(|&action| self.can(action, world)).collect();
        let say = |action| self.say(action);
        Footer::new(world, Context::Lobby, &keys).say(&say).render(plan.footer, buffer);
    }
}
