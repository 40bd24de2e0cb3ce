//! A table that waits for people: its seats, its invitation code, and what can be done. When the game starts, this screen
//! becomes the game.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::page::{Page, paint};
use super::words::{name, terms};
use crate::club::Visit;
use crate::club::change_notifier::{Listening, Topic};
use crate::club::store::TableKey;
use crate::club::table_service::{Listed, Seat, TableServiceError, invitation};
use crate::rules::side::Side;
use crate::screens::club::{ClubPlace, listen, visit};
use crate::tui::form::{Enter, Fields, Form, FormState, Places};
use crate::tui::message::Message;
use crate::tui::screen::Transition;
use crate::tui::share::copy;
use crate::tui::wakes::Reasons;
use crate::tui::widgets::list::{Item, List};
use crate::tui::world::World;

/// A row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// A seat, with who sits there.
    Seat(usize),
    /// The line with which somebody else comes to the table: Enter copies it.
    Invite,
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
    level: u8,
    /// Why the game would not be rated although it is meant to.
    unrated: Option<Message>,
    _listening: Option<Listening>,
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
    pub(crate) fn new(
        key: TableKey,
        code: Option<String>,
        world: &World,
    ) -> Result<Form<Waiting>, TableServiceError> {
        let visit = visit(world).ok_or(TableServiceError::NoTable)?;
        // Before the table is read: what changes meanwhile is heard.
        let listening = listen(&[Topic::Table(key)], world);
        let tables = &visit.club.tables;
        let found = tables.listed(&visit.member, key);
        let by_code = || tables.with_code(&visit.member, code.as_deref()?).filter(|listed| listed.key == key);
        let listed = found.or_else(by_code).ok_or(TableServiceError::NoTable)?;
        let free = listed.seats.iter().position(|seat| *seat == Seat::Open);
        let chosen = free.filter(|_| listed.own.is_none()).unwrap_or(listed.seats.len());
        let unrated = unrated(visit, &listed);
        Ok(Form::new(Waiting { listed, code, level: LEVEL, unrated, _listening: listening }, chosen))
    }

    /// Is the game in progress?
    pub(crate) fn has_started(&self) -> bool {
        self.listed.table.is_some()
    }

    /// The line with which somebody else takes a free seat: who has none here is not asked to invite others.
    fn invitation(&self, world: &World) -> Option<String> {
        if self.listed.own.is_none() || !self.listed.is_open() {
            return None;
        }
        let name = match &self.listed.code {
            Some(code) => invitation::shown(code),
            None => format!("table+{}", self.listed.key.0),
        };
        visit(world)?.invitation(&name)
    }

    fn is_host(&self, world: &World) -> bool {
        visit(world).is_some_and(|visit| visit.member.id == self.listed.host)
    }

    /// Reads the table again: it may have started, or be gone.
    fn look(&mut self, form: &mut FormState, world: &World) -> Transition {
        let Some(visit) = visit(world) else { return Transition::Close };
        let key = self.listed.key;
        let found = visit.club.tables.listed(&visit.member, key);
        let by_code = || visit.club.tables.with_code(&visit.member, self.code.as_deref()?);
        let Some(listed) = found.or_else(by_code).filter(|listed| listed.key == key) else {
            let why = visit.club.tables.why_gone(key);
            return Transition::message(Message::notice(why.unwrap_or("The table was closed.")));
        };
        if listed.is_playing() || listed.far.is_some() {
            return Transition::Become(ClubPlace::Game(key, self.code.clone()).into());
        }
        if listed.seats == self.listed.seats {
            return Transition::Same;
        }
        self.unrated = unrated(visit, &listed);
        self.listed = listed;
        let open: Vec<bool> = self.rows(world).iter().map(|&row| self.item(row, world).open).collect();
        if open.get(form.list.selected) != Some(&true) {
            form.list.selected = open.iter().rposition(|&open| open).unwrap_or(0);
        }
        Transition::Changed
    }
}

impl Fields for Waiting {
    type Row = Row;

    fn rows(&self, world: &World) -> Vec<Row> {
        let mut rows: Vec<Row> = (0..self.listed.seats.len()).map(Row::Seat).collect();
        if self.invitation(world).is_some() {
            rows.push(Row::Invite);
        }
        if self.is_host(world) {
            rows.push(Row::Fill);
        }
        if self.listed.own.is_some() {
            rows.push(Row::Leave);
        }
        rows.push(Row::Lobby);
        rows
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
            Row::Invite => Item::new("Invite", "Enter copies the line"),
            Row::Fill => Item::choice("Fill with computers", format!("level {}", self.level)),
            Row::Leave if self.is_host(world) => Item::new("Close the table", ""),
            Row::Leave => Item::new("Leave the table", ""),
            Row::Lobby => Item::new("Back to the lobby", ""),
        }
    }

    fn enter(&self, row: Row, world: &World) -> (Enter, String) {
        let words = match row {
            Row::Seat(_) => "sit here",
            Row::Invite => "copy the line",
            Row::Fill => "start",
            Row::Leave if self.is_host(world) => "close the table",
            Row::Leave => "leave the table",
            Row::Lobby => "lobby",
        };
        (Enter::Acts, words.to_owned())
    }

    fn can_change(&self, row: Row, _: &World) -> bool {
        row == Row::Fill
    }

    fn change(&mut self, _: Row, by: isize, _: &mut World) -> Option<Message> {
        self.level = self.level.saturating_add_signed(by as i8).clamp(1, 10);
        None
    }

    fn act(&mut self, row: Row, form: &mut FormState, world: &mut World) -> Transition {
        if row == Row::Invite {
            form.tell(self.invitation(world).map_or(Message::notice(""), |line| copy("line", line, world)));
            return Transition::Changed;
        }
        let Some(visit) = visit(world) else { return Transition::Close };
        let (tables, key, me) = (&visit.club.tables, self.listed.key, &visit.member);
        let done = match row {
            Row::Seat(at) => tables.sit(me, key, Side::new(at), self.code.as_deref()),
            Row::Fill => tables.fill(me, key, self.level),
            Row::Leave => match tables.leave(me, key) {
                Ok(()) => return Transition::Close,
                refused => refused,
            },
            Row::Invite | Row::Lobby => return Transition::Close,
        };
        match done {
            Ok(()) => self.look(form, world),
            Err(refused) => {
                form.tell(Message::warning(refused));
                Transition::Changed
            }
        }
    }

    fn wake(&mut self, form: &mut FormState, why: Reasons, world: &mut World) -> Transition {
        if why.club { self.look(form, world) } else { Transition::Same }
    }

    fn places(&self, _: &FormState, _: &World, area: Rect) -> Places {
        Page::of(area).places()
    }

    fn draw(&self, form: &FormState, items: &[Item], world: &World, area: Rect, buffer: &mut Buffer) {
        let page = Page::of(area);
        let code = self.listed.code.as_ref().filter(|_| self.listed.own.is_some());
        let about = match code {
            Some(code) => format!("Private. Who has the code {} can join.", invitation::shown(code)),
            None if self.listed.is_open() => "The game starts when all seats are taken.".to_owned(),
            None => "The game starts when all its players are here.".to_owned(),
        };
        let title = terms(&self.listed.setup, self.listed.rated);
        let position = self.listed.setup.begin().ok();
        let view = self.listed.own.map_or(crate::tui::view::View::FIRST, |side| {
            crate::tui::view::View::of(self.listed.setup.game.spec(), side)
        });
        let board = position.as_ref().map(|position| (position.as_ref(), view));
        // The line needs the whole width: in the list it would be cut.
        let invites = self.rows(world).get(form.list.selected) == Some(&Row::Invite);
        let line = self.invitation(world).filter(|_| invites);
        let line = line.map(|line| Message::notice(format!("Others come with: {line}")));
        let message = form.message.as_ref().or(line.as_ref()).or(self.unrated.as_ref());
        paint(world, &page, (&title, &about), (List::new(items, world).form(), form.list), message, board, buffer);
    }
}
