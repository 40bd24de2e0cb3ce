//! Draws the first screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;

use super::plan::Plan;
use super::{GameCard, Home, Waiting};
use crate::config::GlyphSet;
use crate::tui::action::Context;
use crate::tui::board::preview::{card_board, small_board};
use crate::tui::screen::Screen as _;
use crate::tui::theme::Role;
use crate::tui::view::View;
use crate::tui::widgets::footer;
use crate::tui::widgets::frame::Frame;
use crate::tui::widgets::list::{self, Item};
use crate::tui::widgets::put::put;
use crate::tui::widgets::text::block;
use crate::tui::world::World;

/// The name in quadrant characters.
const NAME: [&str; 3] = [
    "█ █ █▀▀ ▀█▀ █▀▀ █▀▙ ▟▀▙ █▀▙ ▟▀▙ █ █",
    "█▀█ █▀▘  █  █▀▘ █▄▛ █ █ █ █ █ █ ▐█▌",
    "█ █ █▄▄  █  █▄▄ █▝▙ ▜▄▛ █▄▛ ▜▄▛ █ █",
];

/// What the program is.
const ABOUT: &str = "four chess variants in the terminal";

/// The heading above the games where they are rows of the list.
const PLAY_HEADING: &str = "Play";

impl Home {
    /// The rows of the list: the entries, and the games where they have no cards.
    pub(super) fn items(&self, plan: &Plan) -> Vec<Item> {
        let value = |item: &Item| if plan.board.is_empty() { item.value.clone() } else { String::new() };
        let mut items: Vec<Item> =
            self.entries.iter().map(|(_, item)| Item::new(item.text.clone(), value(item))).collect();
        if plan.cards.is_empty() && !self.cards.is_empty() {
            items.push(Item::heading(""));
            items.push(Item::heading(PLAY_HEADING));
            let rows = self.cards.iter().enumerate();
            items.extend(rows.map(|(at, card)| Item::new(format!("{} {}", at + 1, card.game.spec().title), "")));
        }
        items
    }

    pub(super) fn paint(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let plan = self.plan(area);
        Self::name(world, &plan, buffer);
        let items = self.items(&plan);
        let chosen = self.row_of(&plan);
        list::draw(world, plan.list, &items, chosen, buffer);
        for (at, (card, area)) in self.cards.iter().zip(&plan.cards).enumerate() {
            self.card(world, at, card, *area, buffer);
        }
        let told = self.told(world, &plan, area);
        for (y, line) in (told.y..told.bottom()).zip(self.told_lines(world, told)) {
            put(buffer, told.x, y, line, told.width.into(), world.theme.style(Role::Warning));
        }
        // The message is more important than the board below the list.
        if !plan.board.is_empty() && (told.is_empty() || !told.intersects(plan.board)) {
            self.board(world, &plan, buffer);
        }
        let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
        footer::draw_said(world, Context::Home, &self.footer(world), &|action| self.say(action), foot, buffer);
    }

    fn name(world: &World, plan: &Plan, buffer: &mut Buffer) {
        let (title, dim) = (world.theme.style(Role::Title), world.theme.style(Role::Dim));
        let name = plan.name;
        let room = usize::from(name.width);
        // Only this set has the characters of the large name.
        if plan.large && world.glyphs.name == GlyphSet::Unicode {
            for (y, row) in (name.y..).zip(NAME) {
                put(buffer, name.x, y, row, room, title);
            }
            put(buffer, name.x + 39, name.bottom() - 1, ABOUT, room.saturating_sub(39), dim);
            return;
        }
        put(buffer, name.x, name.y, "HETERODOX", room, title);
        if !plan.cards.is_empty() || plan.board.is_empty() && room > 48 || plan.large {
            put(buffer, name.x + 11, name.y, ABOUT, room.saturating_sub(11), dim);
        }
    }

    fn card(&self, world: &World, at: usize, card: &GameCard, area: Rect, buffer: &mut Buffer) {
        let here = self.card_chosen() == Some(at);
        let spec = card.game.spec();
        let bar = if here { world.glyphs.bar.to_string() } else { String::new() };
        let title = format!("{bar}{} {}", at + 1, spec.title);
        let frame = Frame { theme: &world.theme, glyphs: &world.glyphs, title: &title, right: "", active: here };
        frame.render(area, buffer);
        let inside = Frame::inside(area);
        let lines = block(&world.glyphs, spec.about, inside.width.into(), 2);
        let board = Rect { height: inside.height.saturating_sub(lines.len() as u16 + 1), ..inside };
        card_board(world, card.position.as_ref(), View::FIRST, board, buffer);
        let style = world.theme.style(if here { Role::Text } else { Role::Dim });
        for (y, line) in (inside.bottom() - lines.len() as u16..).zip(lines) {
            put(buffer, inside.x, y, line, inside.width.into(), style);
        }
    }

    /// The board of what is chosen, with a line about it: the waiting game, or a game that can be played.
    fn board(&self, world: &World, plan: &Plan, buffer: &mut Buffer) {
        let room = plan.board;
        let card = self.card_chosen().and_then(|at| self.cards.get(at)).filter(|_| plan.cards.is_empty());
        let waiting = self.waiting_shown().filter(|_| card.is_none());
        let first = if plan.cards.is_empty() { self.cards.first() } else { None };
        let (position, title, words) = match (waiting, card.or(first)) {
            (Some(Waiting { position, words, place }), _) => (position.as_ref(), place.as_str(), words.as_str()),
            (None, Some(card)) => (card.position.as_ref(), card.game.spec().title, card.game.spec().about),
            (None, None) => return,
        };
        let width = usize::from(room.width);
        let words = block(&world.glyphs, words, width, 2);
        let below = words.len() as u16 + 1;
        let board = Rect { height: room.height.saturating_sub(below), ..room };
        let drawn = small_board(world, position, View::FIRST, board, buffer);
        let y = (board.y + drawn).min(board.bottom());
        put(buffer, room.x, y, world.glyphs.head(title, width), width, world.theme.style(Role::Title));
        for (y, line) in (y + 1..room.bottom()).zip(words) {
            put(buffer, room.x, y, line, width, world.theme.style(Role::Dim));
        }
    }

    /// The room of the message: the rows below the list, over the board if it is there.
    fn told(&self, world: &World, plan: &Plan, area: Rect) -> Rect {
        let y = plan.list.bottom() + 1;
        let room = Rect { y, height: area.bottom().saturating_sub(y + 1), ..plan.list };
        let lines = self.told_lines(world, room).len() as u16;
        Rect { height: lines.min(room.height), ..room }
    }

    fn told_lines(&self, world: &World, room: Rect) -> Vec<String> {
        let told = self.told.as_deref();
        told.map_or_else(Vec::new, |text| block(&world.glyphs, text, room.width.into(), room.height.into()))
    }
}
