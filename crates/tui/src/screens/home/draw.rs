//! Draws the first screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use super::plan::Plan;
use super::{GameCard, Home, Waiting};
use crate::board::preview::{card_board, small_board};
use crate::config::GlyphSet;
use crate::rules::position::Position;
use crate::theme::Role;
use crate::view::View;
use crate::widgets::areas::from_top;
use crate::widgets::footer::Footer;
use crate::widgets::frame::Frame;
use crate::widgets::label::{Label, Lines};
use crate::widgets::list::{Item, List};
use crate::widgets::text::block;
use crate::world::World;

/// The name in quadrant characters.
const NAME: [&str; 3] = [
    "█ █ █▀▀ ▀█▀ █▀▀ █▀▙ ▟▀▙ █▀▙ ▟▀▙ █ █",
    "█▀█ █▀▘  █  █▀▘ █▄▛ █ █ █ █ █ █ ▐█▌",
    "█ █ █▄▄  █  █▄▄ █▝▙ ▜▄▛ █▄▛ ▜▄▛ █ █",
];

/// The columns of the name, and the blanks after it.
const WIDE: (u16, u16) = (35, 4);

/// The name in one row.
const SMALL_NAME: &str = "HETERODOX";

/// What the program is.
const ABOUT: &str = "four chess variants in the terminal";

/// The least height of a frame around a board.
const FRAMED: u16 = 10;

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
        List::new(&self.items(&plan), world).render(plan.list, buffer, &mut self.row_of(&plan));
        for (at, (card, area)) in self.cards.iter().zip(&plan.cards).enumerate() {
            self.card(world, at, card, *area, buffer);
        }
        let lines = self.message.as_ref().map(|message| {
            let lines = block(&world.glyphs, &message.words, plan.message.width.into(), plan.message.height.into());
            lines.into_iter().map(|line| (line, message.style(&world.theme))).collect::<Vec<_>>()
        });
        let lines = lines.unwrap_or_default();
        let ([message], _) = from_top(plan.message, [lines.len() as u16]);
        // The message is more important than the board below the list.
        if message.is_empty() || !message.intersects(plan.board) {
            self.board(world, &plan, buffer);
        }
        Lines(lines).render(message, buffer);
        Footer::of(self, world).render(plan.footer, buffer);
    }

    fn name(world: &World, plan: &Plan, buffer: &mut Buffer) {
        let (title, dim) = (world.theme.style(Role::Title), world.theme.style(Role::Dim));
        // Only this set has the characters of the large name.
        let large = plan.large && world.glyphs.name == GlyphSet::Unicode;
        let (width, gap) = if large { WIDE } else { (SMALL_NAME.len() as u16, 2) };
        let parts = [width, gap].map(Constraint::Length).into_iter().chain([Constraint::Fill(1)]);
        let [name, _, about] = Layout::horizontal(parts).areas(plan.name);
        if large {
            Lines(NAME.map(|row| (row, title))).render(name, buffer);
            Label::new(ABOUT, dim).render(about.rows().next_back().unwrap_or(about), buffer);
            return;
        }
        Label::new(SMALL_NAME, title).render(name, buffer);
        if !plan.cards.is_empty() || plan.board.is_empty() && plan.name.width > 48 || plan.large {
            Label::new(ABOUT, dim).render(about, buffer);
        }
    }

    fn card(&self, world: &World, at: usize, card: &GameCard, area: Rect, buffer: &mut Buffer) {
        let spec = card.game.spec();
        let title = format!("{} {}", at + 1, spec.title);
        Picture {
            here: self.card_chosen() == Some(at),
            title: &title,
            position: card.position.as_ref(),
            words: spec.about,
        }
        .draw(world, area, buffer);
    }

    /// The board of what is chosen, with a line about it: the waiting game, or a game that can be played.
    fn board(&self, world: &World, plan: &Plan, buffer: &mut Buffer) {
        let room = plan.board;
        let card = self.card_chosen().and_then(|at| self.cards.get(at)).filter(|_| plan.cards.is_empty());
        let waiting = self.waiting_shown().filter(|_| card.is_none());
        let first = if plan.cards.is_empty() { self.cards.first() } else { None };
        let chosen = card.is_some() || self.chosen < self.waiting.len();
        let (position, title, words) = match (waiting, card.or(first)) {
            (Some(Waiting { position, words, place }), _) => (position.as_ref(), place.as_str(), words.as_str()),
            (None, Some(card)) => (card.position.as_ref(), card.game.spec().title, card.game.spec().about),
            (None, None) => return,
        };
        if !room.is_empty() {
            Picture { here: chosen, title, position, words }.draw(world, room, buffer);
        }
    }
}

/// A game as a card: its board in a frame with its name, and words below it.
struct Picture<'a> {
    /// Is it what is chosen?
    here: bool,
    title: &'a str,
    position: &'a dyn Position,
    words: &'a str,
}

impl Picture<'_> {
    fn draw(self, world: &World, area: Rect, buffer: &mut Buffer) {
        let Picture { here, title, position, words } = self;
        if area.height < FRAMED {
            small_board(world, position, View::FIRST, area, buffer);
            return;
        }
        let bar = if here { world.glyphs.bar.to_string() } else { String::new() };
        Frame::of(world, &format!("{bar}{title}")).active(here).render(area, buffer);
        let lines = block(&world.glyphs, words, Frame::inside(area).width.into(), 2);
        // The board may take the columns of air at the sides.
        let parts = [Constraint::Fill(1), Constraint::Length(lines.len() as u16)];
        let parts = Layout::vertical(parts).spacing(1);
        let [board, _] = parts.areas(area.inner(Margin::new(1, 1)));
        card_board(world, position, View::FIRST, board, buffer);
        let style = world.theme.style(if here { Role::Text } else { Role::Dim });
        let [_, below] = parts.areas(Frame::inside(area));
        Lines(lines.iter().map(|line| (line, style))).render(below, buffer);
    }
}
