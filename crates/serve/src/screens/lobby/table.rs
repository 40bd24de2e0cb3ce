//! A table that waits for people: its seats, its invitation code, and what can be done. When the game starts, this screen
//! becomes the game.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use super::page::{Page, paint};
use super::words::{name, terms};
use crate::club::Visit;
use crate::club::store::TableKey;
use crate::club::table_service::{CLOSED, Listed, Seat, TableServiceError};
use crate::rules::side::Side;
use crate::screens::club::{ClubPlace, visit};
use crate::screens::news::News;
use crate::tui::action::{Action, Context};
use crate::tui::input::Input;
use crate::tui::message::Message;
use crate::tui::screen::{Screen, Transition};
use crate::tui::wakes::Reasons;
use crate::tui::widgets::list::{Item, List, ListState};
use crate::tui::world::World;

/// A row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    Seat(usize),
    /// Fills the open seats with computers.
    Fill,
    /// Gives the seat back; the table of a host is closed.
    Leave,
    /// Goes back to the lobby. The seat is kept.
    Lobby,
}

/// The screen of a table that waits.
pub struct Waiting {
    listed: Listed,
    code: Option<String>,
    list: ListState,
    level: u8,
    message: Option<Message>,
    /// Why the game would not be rated although it is meant to.
    unrated: Option<Message>,
    news: News,
}

/// Why a game would not be rated, in words.
fn unrated(visit: &Visit, listed: &Listed) -> Option<Message> {
    let why = visit.club.would_not_be_rated(listed)?;
    Some(Message::warning(format!("This game will not be rated: {why}.")))
}

/// The level of computers that is offered first.
const LEVEL: u8 = 3;

impl Waiting {
    /// The table with this number, for somebody who may see it.
    pub(crate) fn new(key: TableKey, code: Option<String>, world: &World) -> Result<Waiting, TableServiceError> {
        let visit = visit(world).ok_or(TableServiceError::NoTable)?;
        let tables = &visit.club.tables;
        let found = tables.listed(&visit.member, key);
        let by_code = || tables.with_code(&visit.member, code.as_deref()?).filter(|listed| listed.key == key);
        let listed = found.or_else(by_code).ok_or(TableServiceError::NoTable)?;
        let (unrated, list) = (unrated(visit, &listed), ListState::default());
        let mut waiting =
            Waiting { listed, code, list, level: LEVEL, message: None, unrated, news: News::new(world) };
        let free = waiting.listed.seats.iter().position(|seat| *seat == Seat::Open);
        waiting.list.selected = match (waiting.listed.own, free) {
            (None, Some(free)) => free,
            _ => waiting.listed.seats.len(),
        };
        Ok(waiting)
    }

    /// Is the game in progress?
    pub(crate) fn has_started(&self) -> bool {
        self.listed.table.is_some()
    }

    fn rows(&self, world: &World) -> Vec<Row> {
        let mut rows: Vec<Row> = (0..self.listed.seats.len()).map(Row::Seat).collect();
        if self.is_host(world) {
            rows.push(Row::Fill);
        }
        if self.listed.own.is_some() {
            rows.push(Row::Leave);
        }
        rows.push(Row::Lobby);
        rows
    }

    fn is_host(&self, world: &World) -> bool {
        visit(world).is_some_and(|visit| visit.member.id == self.listed.host)
    }

    fn row(&self, world: &World) -> Row {
        self.rows(world).get(self.list.selected).copied().unwrap_or(Row::Lobby)
    }

    fn item(&self, row: Row, world: &World) -> Item {
        match row {
            Row::Seat(at) => {
                let seat = &self.listed.seats[at];
                let free = *seat == Seat::Open;
                let value = match (free, self.listed.own) {
                    (true, None) => "open: Enter sits here".to_owned(),
                    (true, Some(_)) => "open".to_owned(),
                    (false, own) if own == Some(Side::new(at)) => format!("{}, you", name(seat)),
                    (false, _) => name(seat),
                };
                let item = Item::new(self.listed.setup.game.spec().seats[at].name, value);
                Item { open: free && self.listed.own.is_none(), ..item }
            }
            Row::Fill => Item::choice("Fill with computers", format!("level {}", self.level)),
            Row::Leave if self.is_host(world) => Item::new("Close the table", ""),
            Row::Leave => Item::new("Leave the table", ""),
            Row::Lobby => Item::new("Back to the lobby", ""),
        }
    }

    fn items(&self, world: &World) -> Vec<Item> {
        self.rows(world).into_iter().map(|row| self.item(row, world)).collect()
    }

    /// Which rows can be chosen.
    fn open(&self, world: &World) -> Vec<bool> {
        self.items(world).iter().map(|item| item.open).collect()
    }

    /// Reads the table again: it may have started, or be gone.
    fn look(&mut self, world: &World) -> Transition {
        let Some(visit) = visit(world) else { return Transition::Close };
        let key = self.listed.key;
        let found = visit.club.tables.listed(&visit.member, key);
        let by_code = || visit.club.tables.with_code(&visit.member, self.code.as_deref()?);
        let Some(listed) = found.or_else(by_code).filter(|listed| listed.key == key) else {
            let closed = visit.club.tables.was_closed(key);
            return Transition::message(Message::notice(if closed { CLOSED } else { "The table was closed." }));
        };
        if listed.table.is_some() {
            return Transition::Become(ClubPlace::Game(key, self.code.clone()).into());
        }
        if listed.seats == self.listed.seats {
            return Transition::Same;
        }
        self.unrated = unrated(visit, &listed);
        self.listed = listed;
        let open = self.open(world);
        if open.get(self.list.selected) != Some(&true) {
            self.list.selected = open.iter().rposition(|&open| open).unwrap_or(0);
        }
        Transition::Changed
    }

    fn choose(&mut self, world: &World) -> Transition {
        let Some(visit) = visit(world) else { return Transition::Close };
        let (tables, key, me) = (&visit.club.tables, self.listed.key, &visit.member);
        let done = match self.row(world) {
            Row::Seat(at) => tables.sit(me, key, Side::new(at), self.code.as_deref()),
            Row::Fill => tables.fill(me, key, self.level),
            Row::Leave => match tables.leave(me, key) {
                Ok(()) => return Transition::Close,
                refused => refused,
            },
            Row::Lobby => return Transition::Close,
        };
        match done {
            Ok(()) => self.look(world),
            Err(refused) => {
                self.message = Some(Message::warning(refused));
                Transition::Changed
            }
        }
    }

    fn change(&mut self, by: i8, world: &World) -> Transition {
        if self.row(world) != Row::Fill {
            return Transition::Same;
        }
        self.level = self.level.saturating_add_signed(by).clamp(1, 10);
        Transition::Changed
    }
}

impl Screen for Waiting {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, world: &World) -> bool {
        match action {
            Action::Left | Action::Right => self.row(world) == Row::Fill,
            Action::Pick | Action::Back | Action::Leave => true,
            _ => self.list.can(action, &self.open(world)),
        }
    }

    fn say(&self, action: Action, world: &World) -> Option<String> {
        let words = match self.row(world) {
            Row::Seat(_) => "sit here",
            Row::Fill => "start",
            Row::Leave if self.is_host(world) => "close the table",
            Row::Leave => "leave the table",
            Row::Lobby => "lobby",
        };
        (action == Action::Pick).then(|| words.to_owned())
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Pick, Action::Left, Action::Right, Action::Up, Action::Down, Action::Back]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Pick => self.choose(world),
            Action::Left => self.change(-1, world),
            Action::Right => self.change(1, world),
            Action::Back | Action::Leave => Transition::Close,
            _ => {
                let open = self.open(world);
                if self.list.step(action, &open) { Transition::Changed } else { Transition::Same }
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let Input::Press(x, y) = *input else { return None };
        let items = self.items(world);
        let list = Page::of(world.whole()).list;
        let again = self.list.press(list, items.len(), |at| items[at].open, Point::new(x, y))?;
        Some(if again { self.choose(world) } else { Transition::Changed })
    }

    fn tell(&mut self, message: Message) {
        self.message = Some(message);
    }

    fn hush(&mut self) -> bool {
        self.message.take().is_some()
    }

    fn wake(&mut self, _: Reasons, world: &mut World) -> Transition {
        if self.news.take(world.now) { self.look(world) } else { Transition::Same }
    }

    fn deadline(&self, _: &World) -> Option<Instant> {
        self.news.deadline()
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let page = Page::of(area);
        let code = self.listed.code.as_ref().filter(|_| self.listed.own.is_some());
        let about = match code {
            Some(code) => format!("Private. Who has the code {code} can join."),
            None if self.listed.is_open() => "The game starts when all seats are taken.".to_owned(),
            None => "The game starts when all its players are here.".to_owned(),
        };
        let title = terms(&self.listed.setup, self.listed.rated);
        let position = self.listed.setup.begin().ok();
        let view = self.listed.own.map_or(crate::tui::view::View::FIRST, |side| {
            crate::tui::view::View::of(self.listed.setup.game.spec(), side)
        });
        let board = position.as_ref().map(|position| (position.as_ref(), view));
        let items = self.items(world);
        let message = self.message.as_ref().or(self.unrated.as_ref());
        paint(world, &page, (&title, &about), (List::new(&items, world).form(), self.list), message, board, buffer);
        page.keys(self, world, buffer);
    }
}
