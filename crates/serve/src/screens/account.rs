//! The account of a member of the club: name, time zone, keys, codes, the archive of everything, and deletion.

mod about;
mod draw;
mod messages;
mod time_zone;
mod vacation;

use std::time::{Instant, SystemTime};

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use crate::club::account::fingerprint;
use crate::club::change_notifier::Listening;
use crate::club::outbox::OutboxAddress;
use crate::club::store::KeyRow;
use crate::club::table_service::Vacation;
use crate::club::zone::Zone;
use crate::club::{ClubError, Visit};
use crate::screens::club::{ClubPlace, listen, visit, visit_mut};
use crate::tui::action::{Action, Context};
use crate::tui::input::{Input, KeyCode};
use crate::tui::message::Message;
use crate::tui::message_slot::MessageSlot;
use crate::tui::screen::{Screen, Transition};
use crate::tui::wakes::Reasons;
use crate::tui::widgets::field::{FieldState, FieldStep};
use crate::tui::widgets::list::{Item, ListState};
use crate::tui::world::World;

/// A row of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    Heading(&'static str),
    Name,
    Zone,
    /// A key, by its place among the keys.
    Key(usize),
    /// Shows a code that adds another key.
    AddKey,
    /// Makes codes for a lost key.
    Codes,
    /// Types a code of another session.
    TypeCode,
    /// Goes on vacation, or makes it longer.
    Vacation,
    EndVacation,
    /// Names the address for messages.
    Messages,
    /// Types the code that was sent there.
    MessageCode,
    NoMessages,
    Files,
    Archive,
    Delete,
}

/// What is known of the account.
#[derive(Default)]
struct Known {
    name: String,
    zone: Zone,
    keys: Vec<KeyRow>,
    /// The key of this session.
    own: Option<[u8; 32]>,
    codes: usize,
    vacation: Option<Vacation>,
    /// Where the member is told, and whether the server sends messages.
    told_at: Option<OutboxAddress>,
    sends_messages: bool,
    guest: bool,
}

impl Known {
    fn of(visit: &Visit) -> Result<Known, ClubError> {
        let name = visit.member.shown_name();
        if visit.member.is_guest() {
            return Ok(Known { name, guest: true, ..Known::default() });
        }
        let (zone, keys, codes) = (visit.zone(), visit.keys()?, visit.codes_left()?);
        let vacation = visit.club.tables.vacation(&visit.member).ok();
        let (told_at, sends_messages) = (visit.outbox_address()?, visit.club.outbox_rules().is_open());
        Ok(Known { name, zone, keys, own: visit.key(), codes, vacation, told_at, sends_messages, guest: false })
    }
}

/// The screen of the account.
pub(crate) struct Account {
    list: ListState,
    known: Known,
    /// The row for which a text is typed.
    entry: Option<(Row, FieldState)>,
    /// The row that does something only at the second Enter.
    armed: Option<Row>,
    message: Option<Message>,
    _listening: Option<Listening>,
}

impl Account {
    /// The screen with the name chosen.
    pub(crate) fn new(world: &World) -> Account {
        let mut account = Account {
            list: ListState::new(1),
            known: Known::default(),
            entry: None,
            armed: None,
            message: None,
            _listening: listen(&[], world),
        };
        account.read(world);
        account
    }

    /// Reads what is known.
    fn read(&mut self, world: &World) {
        match visit(world).map(Known::of) {
            Some(Ok(known)) => self.known = known,
            Some(Err(error)) => self.message = Some(Message::warning(error)),
            None => {}
        }
    }

    fn rows(&self) -> Vec<Row> {
        if self.known.guest {
            return vec![Row::Heading("Account"), Row::Name];
        }
        let mut rows = vec![Row::Heading("Account"), Row::Name, Row::Zone, Row::Heading("Keys")];
        rows.extend((0..self.known.keys.len()).map(Row::Key));
        rows.extend([Row::AddKey, Row::Codes, Row::TypeCode]);
        rows.extend([Row::Heading("Slow games"), Row::Vacation]);
        rows.extend(self.known.is_away().then_some(Row::EndVacation));
        rows.extend(self.known.message_rows());
        rows.extend([Row::Heading("Data"), Row::Files, Row::Archive, Row::Delete]);
        rows
    }

    /// Which rows can be chosen.
    fn open(&self) -> Vec<bool> {
        self.rows().iter().map(|row| !matches!(row, Row::Heading(_))).collect()
    }

    fn item(&self, row: Row) -> Item {
        match row {
            Row::Heading(name) => Item::heading(name),
            Row::Name => Item::new("Name", self.known.name.clone()),
            Row::Zone => Item::new("Time zone", time_zone::words(&self.known.zone)),
            Row::Key(at) => {
                let Some(key) = self.known.keys.get(at) else { return Item::new("", "") };
                let added = self.known.zone.day(key.added);
                let own = if Some(key.digest) == self.known.own { "This key" } else { "Key" };
                Item::new(format!("{own}, {added}"), fingerprint(key.digest))
            }
            Row::AddKey => Item::new("Add another key", "show a code"),
            Row::Codes => Item::new(
                "Codes for a lost key",
                match self.known.codes {
                    0 => "none".to_owned(),
                    codes => format!("{codes} left"),
                },
            ),
            Row::TypeCode => Item::new("Type a code", "join another account"),
            Row::Vacation => Item::new("Vacation", self.known.vacation_words()),
            Row::EndVacation => Item::new("End the vacation", "the clocks run again"),
            Row::Messages | Row::MessageCode | Row::NoMessages => self.known.message_item(row),
            Row::Files => Item::new("Your files", "list and delete them"),
            Row::Archive => Item::new("Take everything away", "ssh HOST archive"),
            Row::Delete => Item::new("Delete the account", ""),
        }
    }

    fn items(&self) -> Vec<Item> {
        self.rows().into_iter().map(|row| self.item(row)).collect()
    }

    fn row(&self) -> Option<Row> {
        self.rows().get(self.list.selected).copied()
    }

    /// Does what Enter on a row means.
    fn choose(&mut self, row: Row, world: &mut World) -> Transition {
        let Some(visit) = visit(world).filter(|_| !self.known.guest) else { return Transition::Same };
        let armed = self.armed.replace(row) == Some(row);
        self.message = match row {
            Row::Heading(_) => return Transition::Same,
            Row::Files => return Transition::Open(ClubPlace::OwnFiles.into()),
            Row::Name
            | Row::Zone
            | Row::TypeCode
            | Row::Vacation
            | Row::Messages
            | Row::MessageCode
            | Row::Delete => {
                self.entry = Some((row, FieldState::default()));
                None
            }
            Row::EndVacation => Some(vacation::end(visit)),
            Row::NoMessages => Some(Message::of(messages::end(visit))),
            Row::Archive => Some(Message::notice(self.about(row))),
            Row::Key(_) if !armed => Some(Message::warning("Press Enter again to take this key away.")),
            Row::Codes if !armed && self.known.codes > 0 => {
                Some(Message::warning("Press Enter again to make new codes; the old ones are not valid then."))
            }
            Row::Key(at) => {
                let digest = self.known.keys.get(at).map(|key| key.digest);
                let removed = digest.map_or(Ok(()), |digest| visit.remove_key(digest));
                Some(Message::of(removed.map(|()| "The key was removed.")))
            }
            Row::AddKey => {
                let code = visit.key_code(SystemTime::now());
                let words = |code| format!("The code is  {code}  and is valid for 10 minutes, once.");
                Some(Message::of(code.map(words)))
            }
            Row::Codes => Some(Message::of(visit.recovery_codes().map(|codes| {
                let codes: Vec<String> = codes.iter().map(ToString::to_string).collect();
                format!("Write these down, they are not shown again:\n{}", codes.join("\n"))
            }))),
        };
        if !matches!(row, Row::Key(_) | Row::Codes) || armed {
            self.armed = None;
        }
        self.read(world);
        Transition::Changed
    }

    /// A text was typed for a row. Returns whether it was taken: one that is refused can be changed.
    fn take(&mut self, row: Row, text: &str, world: &mut World) -> bool {
        let Some(visit) = visit_mut(world) else { return true };
        let done = match row {
            Row::Name => visit.rename(text, SystemTime::now()).map(|()| "Your name was changed."),
            Row::Zone => {
                let Some(zone) = time_zone::read(text) else {
                    self.message = Some(Message::warning(format!("Expected {}.", Zone::EXPECTED)));
                    return false;
                };
                visit.set_zone(zone).map(|()| "Times are shown in this zone.")
            }
            Row::Messages | Row::MessageCode => messages::take(visit, row, text),
            Row::Vacation => {
                let started = vacation::start(visit, text);
                let taken = started.is_ok();
                self.message = Some(Message::of(started));
                self.read(world);
                return taken;
            }
            Row::TypeCode => visit
                .redeem(text, SystemTime::now(), Instant::now())
                .map(|()| "The key was added. This session ends now: log in again."),
            Row::Delete if text == visit.member.shown_name() => {
                visit.delete(SystemTime::now()).map(|()| "The account was deleted. This session ends now.")
            }
            Row::Delete => {
                self.message =
                    Some(Message::warning("The name is not the one of this account: nothing was deleted."));
                return false;
            }
            _ => return true,
        };
        let taken = done.is_ok();
        self.message = Some(Message::of(done.map_err(|error| sentence(&error))));
        if row != Row::TypeCode && row != Row::Delete {
            self.read(world);
        }
        taken
    }

    /// The label of the text field.
    const fn label(row: Row) -> &'static str {
        match row {
            Row::Name => "New name: ",
            Row::Zone => "Time zone: ",
            Row::TypeCode | Row::MessageCode => "Code: ",
            Row::Messages => "Address: ",
            Row::Vacation => "Days of vacation: ",
            Row::Delete => "Your name, to delete the account: ",
            _ => "> ",
        }
    }
}

/// An error as a sentence.
fn sentence(error: &ClubError) -> String {
    let text = error.to_string();
    let first = text.chars().next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let rest = text.chars().next().map_or(0, char::len_utf8);
    format!("{first}{}.", &text[rest..])
}

impl Screen for Account {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        match action {
            Action::Pick => !self.known.guest && self.row().is_some_and(|row| !matches!(row, Row::Heading(_))),
            Action::Back | Action::Leave => true,
            _ => self.list.can(action, &self.open()),
        }
    }

    fn field_keys(&self) -> Vec<(&'static str, &'static str)> {
        match self.entry {
            Some((Row::Zone, _)) => vec![("Enter", "take it"), ("Tab", "complete"), ("Esc", "cancel")],
            Some(_) => vec![("Enter", "take it"), ("Esc", "cancel")],
            None => Vec::new(),
        }
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Up, Action::Down, Action::Pick, Action::Back]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Pick => self.row().map_or(Transition::Same, |row| self.choose(row, world)),
            Action::Back | Action::Leave => Transition::Close,
            _ => {
                self.armed = None;
                if self.list.step(action, &self.open()) { Transition::Changed } else { Transition::Same }
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        if let Some((row, field)) = &mut self.entry {
            if *row == Row::Zone && matches!(input, Input::Key(key) if key.code == KeyCode::Tab) {
                if let Some(name) = time_zone::completed(field.text()) {
                    field.set(&name);
                    self.message = time_zone::offered(&name).map(Message::notice);
                }
                return Some(Transition::Changed);
            }
            return match field.input(input) {
                Some(FieldStep::Enter) => {
                    let (row, text) = (*row, field.text().trim().to_owned());
                    if text.is_empty() || self.take(row, &text, world) {
                        self.entry = None;
                    }
                    Some(Transition::Changed)
                }
                Some(FieldStep::Leave) => {
                    (self.entry, self.message) = (None, None);
                    Some(Transition::Changed)
                }
                Some(FieldStep::Changed) => {
                    let offered = if *row == Row::Zone { time_zone::offered(field.text()) } else { None };
                    self.message = offered.map(Message::notice);
                    Some(Transition::Changed)
                }
                None => matches!(input, Input::Key(key) if !key.ctrl).then_some(Transition::Same),
            };
        }
        match *input {
            Input::Press(x, y) => {
                let rows = self.rows();
                let (list, is_open) =
                    (self.areas(world.whole()).list, |at: usize| !matches!(rows[at], Row::Heading(_)));
                let again = self.list.press(list, rows.len(), is_open, Point::new(x, y))?;
                let row = rows[self.list.selected];
                Some(if again { self.choose(row, world) } else { Transition::Changed })
            }
            _ => None,
        }
    }

    /// Another connection of the member may have changed something.
    fn wake(&mut self, why: Reasons, world: &mut World) -> Transition {
        if !why.club {
            return Transition::Same;
        }
        let (before, chosen) = (self.items(), self.row());
        self.read(world);
        if self.items() == before {
            return Transition::Same;
        }
        // What was chosen stays chosen. What waits for a second Enter may be another key now.
        let at = self.rows().iter().position(|row| Some(*row) == chosen);
        self.list.selected = at.unwrap_or(1);
        self.armed = None;
        Transition::Changed
    }

    fn message_slot(&mut self) -> Option<&mut dyn MessageSlot> {
        Some(&mut self.message)
    }

    fn cursor(&self, _: &World, area: Rect) -> Option<Point> {
        self.typed_at(area)
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.paint(world, area, buffer);
    }
}
