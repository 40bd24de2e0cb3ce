//! The talk in a room, over the screen below: the lines, the short phrases, and a field to type. Those who may type start
//! in the field; Tab or Up chooses a line, whose player can be muted, blocked and reported.

pub mod lines;

use std::sync::Arc;
use std::time::SystemTime;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Offset, Position as Point, Rect};
use ratatui::widgets::Widget as _;

use crate::club::change_notifier::Listening;
use crate::club::member::MemberId;
use crate::club::talk::phrase::{PHRASES, Phrase};
use crate::club::talk::{Line, Room, Said};
use crate::screens::club::{listen, visit};
use crate::screens::talk::lines::TalkLines;
use crate::tui::action::{Action, Context};
use crate::tui::dialogs::confirm::Confirm;
use crate::tui::input::{Input, KeyCode};
use crate::tui::message::Message;
use crate::tui::message_slot::MessageSlot;
use crate::tui::screen::{Cover, Screen, Transition};
use crate::tui::theme::Role;
use crate::tui::theme::army::army;
use crate::tui::wakes::Reasons;
use crate::tui::widgets::field::{Field, FieldState, FieldStep};
use crate::tui::widgets::footer::Chips;
use crate::tui::widgets::frame::Dialog;
use crate::tui::widgets::label::Label;
use crate::tui::world::World;

/// The most columns and rows of the box.
const WIDEST: u16 = 80;
const HIGHEST: u16 = 16;

/// The least rows of lines.
const LEAST: u16 = 3;

/// The least size beside the board.
const BESIDE: (u16, u16) = (34, 10);

/// From this width four phrases are in a row, below it two.
const FOUR: u16 = 60;

/// What the field says in front.
const LABEL: &str = "say: ";

/// The talk in a room.
pub(crate) struct TalkScreen {
    room: Room,
    lines: Vec<(Arc<Line>, bool)>,
    /// Who has a seat at the table of the room, with its colour.
    seats: Vec<(MemberId, Role)>,
    field: FieldState,
    typing: bool,
    /// The number of the chosen line; the last one if there is none.
    chosen: Option<u64>,
    message: Option<Message>,
    _listening: Option<Listening>,
}

/// The areas of the box.
struct Areas {
    shape: Rect,
    lines: Rect,
    message: Rect,
    phrases: Vec<Rect>,
    field: Rect,
}

impl TalkScreen {
    pub(crate) fn new(room: Room, world: &World) -> TalkScreen {
        let listening = listen(&[room.topic()], world);
        let typing = visit(world).is_some_and(|visit| visit.club.may_type(&visit.member));
        let mut talk = TalkScreen {
            room,
            lines: Vec::new(),
            seats: Vec::new(),
            field: FieldState::default(),
            typing,
            chosen: None,
            message: None,
            _listening: listening,
        };
        talk.read(world);
        talk
    }

    /// Reads the lines. Those of somebody who is hidden are one line.
    fn read(&mut self, world: &World) -> bool {
        let Some(visit) = visit(world) else { return false };
        // Who has taken a seat meanwhile, or lost it, is in another room now.
        if let Some(table) = self.room.table() {
            self.room = visit.club.room_at(table, visit.member.id);
        }
        let listed = self.room.table().and_then(|table| visit.club.tables.listed(&visit.member, table));
        let seats = listed.iter().flat_map(|listed| {
            let spec = listed.setup.game.spec();
            spec.sides().zip(&listed.seats).filter_map(|(side, seat)| Some((seat.person()?, army(spec, side))))
        });
        let seats = seats.collect();
        let mut lines = visit.club.all_lines(self.room, visit.member.id);
        lines.dedup_by(|later, earlier| later.1 && earlier.1 && later.0.from == earlier.0.from);
        let changed = lines != self.lines || seats != self.seats;
        (self.lines, self.seats) = (lines, seats);
        changed
    }

    /// The index of the chosen line.
    fn at(&self) -> Option<usize> {
        let last = self.lines.len().checked_sub(1)?;
        let chosen = self.chosen.and_then(|number| self.lines.iter().rposition(|(line, _)| line.number <= number));
        Some(chosen.unwrap_or(last))
    }

    fn line(&self) -> Option<&Line> {
        self.lines.get(self.at()?).map(|(line, _)| line.as_ref())
    }

    /// The chosen line, if another player said it.
    fn other(&self, world: &World) -> Option<&Line> {
        let own = visit(world).map(|visit| visit.member.id);
        self.line().filter(|line| Some(line.from) != own)
    }

    fn title(&self) -> &'static str {
        match self.room {
            Room::Lobby => "Talk in the lobby",
            Room::Players(_) => "Talk of the players",
            Room::Watchers(_) => "Talk of those who watch",
        }
    }

    fn say(&mut self, said: Said<'_>, world: &World) -> bool {
        let Some(visit) = visit(world) else { return false };
        let result = visit.club.say(self.room, &visit.member, said, SystemTime::now());
        self.message = result.as_ref().err().map(Message::warning);
        self.chosen = None;
        self.read(world);
        result.is_ok()
    }

    fn talk<'a>(&'a self, world: &'a World) -> TalkLines<'a> {
        let zone = visit(world).map(crate::club::Visit::zone).unwrap_or_default();
        TalkLines::new(world, &self.lines).times(zone).seats(&self.seats)
    }

    /// The box stands beside the board, or at the bottom of the window, as high as what was said needs.
    fn areas(&self, world: &World) -> Areas {
        let stage = world.stage();
        let beside = stage.side(BESIDE.0, BESIDE.1);
        let (room, low, high) = beside.map_or((stage.room, 0, HIGHEST), |side| (side, BESIDE.1, side.height));
        let across = [Constraint::Fill(1), Constraint::Max(WIDEST), Constraint::Fill(1)];
        let [_, room, _] = Layout::horizontal(across).areas(room);
        let inside = Dialog::inside(room);
        let across = if inside.width >= FOUR { 4 } else { 2 };
        let all = (PHRASES.len() / across) as u16;
        let phrases = if self.typing { 0 } else { all };
        let message = u16::from(self.message.is_some());
        // The box has the same size while one types and while one chooses.
        let lines = self.talk(world).height(inside.width, high).max(LEAST);
        let height = Dialog::around([lines, message, all]).clamp(low, high);
        let [_, shape] = Layout::vertical([Constraint::Fill(1), Constraint::Max(height)]).areas(room);
        let inside = Dialog::inside(shape);
        let parts = [Constraint::Fill(1)].into_iter();
        let rows = [message, phrases, u16::from(self.typing)].map(Constraint::Length);
        let parts = Layout::vertical(parts.chain(rows)).split(inside);
        Areas {
            shape,
            lines: parts[0],
            message: parts[1],
            // One column to the right, as in the footer.
            phrases: parts[2].rows().map(|row| row.offset(Offset { x: 1, y: 0 }).intersection(row)).collect(),
            field: parts[3],
        }
    }

    /// Chooses a line by steps from the one that is chosen now.
    fn step(&mut self, by: isize) -> Transition {
        let Some(at) = self.at() else { return Transition::Same };
        let last = self.lines.len() - 1;
        let next = at.saturating_add_signed(by).min(last);
        // The last one stays the last one when more is said.
        self.chosen = (next < last).then(|| self.lines[next].0.number);
        if next == at { Transition::Same } else { Transition::Changed }
    }

    fn type_line(&mut self, step: FieldStep, world: &World) -> Transition {
        match step {
            FieldStep::Changed => Transition::Changed,
            FieldStep::Leave => Transition::Close,
            FieldStep::Enter => {
                let text = std::mem::take(&mut self.field);
                // A line that was refused can be changed.
                if !self.say(Said::Text(text.text()), world) {
                    self.field = text;
                }
                Transition::Changed
            }
        }
    }

    fn is_hidden(line: &Line, world: &World, by: Action) -> bool {
        visit(world).is_some_and(|visit| {
            let (club, own) = (&visit.club, visit.member.id);
            if by == Action::Mute { club.mutes(own, line.from) } else { club.blocks(own, line.from) }
        })
    }

    /// Mutes the player of the chosen line, or ends that.
    fn mute(&mut self, world: &World) -> Transition {
        let (Some(visit), Some(line)) = (visit(world), self.other(world)) else { return Transition::Same };
        let on = !TalkScreen::is_hidden(line, world, Action::Mute);
        visit.club.mute(visit.member.id, line.from, on);
        let end = if on { "hidden until you leave" } else { "shown again" };
        self.message = Some(Message::notice(format!("The lines of {} are {end}.", line.name)));
        self.read(world);
        Transition::Changed
    }

    fn block(&mut self, world: &World) -> Transition {
        let (Some(visit), Some(line)) = (visit(world), self.other(world)) else { return Transition::Same };
        let on = !TalkScreen::is_hidden(line, world, Action::Block);
        let name = line.name.clone();
        let done = visit.club.block(visit.member.id, line.from, on);
        let is = if on { "blocked: no lines and no challenges" } else { "not blocked any more" };
        self.message = Some(Message::of(done.map(|()| format!("{name} is {is}."))));
        self.read(world);
        Transition::Changed
    }

    fn report(&mut self, world: &World) -> Transition {
        let (Some(visit), Some(line)) = (visit(world), self.other(world)) else { return Transition::Same };
        let about = (line.from, line.name.as_str());
        let done = visit.club.report(&visit.member, about, self.room, SystemTime::now());
        let words = || format!("The operator can read the last lines; {} was reported.", line.name);
        self.message = Some(Message::of(done.map(|()| words())));
        Transition::Changed
    }

    /// Asks before something that is not easily undone.
    fn ask(&self, action: Action, world: &World) -> Transition {
        let Some(line) = self.other(world) else { return Transition::Same };
        let question = match action {
            Action::Report => format!("Report {} and send the last lines of this room to the operator?", line.name),
            _ if TalkScreen::is_hidden(line, world, action) => format!("End the block of {}?", line.name),
            _ => format!("Block {}? You get neither lines nor challenges of them.", line.name),
        };
        Transition::push(Box::new(Confirm::new(question, action)))
    }
}

impl Screen for TalkScreen {
    fn context(&self) -> Context {
        Context::Talk
    }

    fn cover(&self) -> Cover {
        Cover::Part
    }

    fn can(&self, action: Action, world: &World) -> bool {
        match action {
            Action::Mute | Action::Block | Action::Report => self.other(world).is_some(),
            Action::Pick => visit(world).is_some_and(|visit| visit.club.may_type(&visit.member)),
            Action::Number(key) => Phrase::of_key(key).is_some(),
            Action::Up | Action::Down | Action::PageUp | Action::PageDown | Action::First | Action::Last => {
                self.lines.len() > 1
            }
            Action::Back | Action::Leave => true,
            _ => false,
        }
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Pick, Action::Up, Action::Down, Action::Mute, Action::Block, Action::Report, Action::Back]
    }

    fn say(&self, action: Action, world: &World) -> Option<String> {
        let hidden = || self.other(world).is_some_and(|line| TalkScreen::is_hidden(line, world, action));
        match action {
            Action::Pick => Some("type".to_owned()),
            Action::Mute if hidden() => Some("show again".to_owned()),
            Action::Block if hidden() => Some("end the block".to_owned()),
            _ => None,
        }
    }

    fn field_keys(&self) -> Vec<(&'static str, &'static str)> {
        if !self.typing {
            return Vec::new();
        }
        vec![("Enter", "send"), ("Tab", "choose a line, phrases"), ("Esc", "close")]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Back | Action::Leave => Transition::Close,
            Action::Number(key) => {
                let Some(phrase) = Phrase::of_key(key) else { return Transition::Same };
                self.say(Said::Phrase(phrase), world);
                Transition::Changed
            }
            Action::Pick => {
                self.typing = self.can(Action::Pick, world);
                if !self.typing {
                    self.message = Some(Message::warning("Guests can send the short phrases: keys 1 to 8."));
                }
                Transition::Changed
            }
            Action::Mute => self.mute(world),
            Action::Block | Action::Report => self.ask(action, world),
            Action::Up => self.step(-1),
            Action::Down => self.step(1),
            Action::PageUp => self.step(-8),
            Action::PageDown => self.step(8),
            Action::First => self.step(isize::MIN),
            Action::Last => self.step(isize::MAX),
            _ => Transition::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        if !self.typing {
            return None;
        }
        match input {
            Input::Key(key) if matches!(key.code, KeyCode::Tab | KeyCode::Up | KeyCode::PageUp) => {
                self.typing = false;
                Some(Transition::Changed)
            }
            Input::Key(_) | Input::Paste(_) => {
                let step = self.field.input(input)?;
                if step == FieldStep::Changed {
                    self.message = None;
                }
                Some(self.type_line(step, world))
            }
            _ => None,
        }
    }

    fn confirmed(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Block => self.block(world),
            Action::Report => self.report(world),
            _ => Transition::Same,
        }
    }

    fn message_slot(&mut self) -> Option<&mut dyn MessageSlot> {
        Some(&mut self.message)
    }

    fn wake(&mut self, why: Reasons, world: &mut World) -> Transition {
        if why.club && self.read(world) { Transition::Changed } else { Transition::Same }
    }

    fn cursor(&self, world: &World, _: Rect) -> Option<Point> {
        self.typing.then(|| Field::new(LABEL, &self.field).cursor(self.areas(world).field))
    }

    fn draw(&self, world: &World, _: Rect, buffer: &mut Buffer) {
        let areas = self.areas(world);
        let style = |role| world.theme.style(role);
        let is_own = visit(world).is_none_or(|visit| visit.zone().is_own());
        let title = if is_own { self.title().to_owned() } else { format!("{}, times in UTC", self.title()) };
        Dialog::new(world, &title).render(areas.shape, buffer);
        let lines = self.talk(world);
        match self.at().filter(|_| !self.typing) {
            Some(at) => lines.chosen(at).render(areas.lines, buffer),
            None if self.lines.is_empty() => {
                Label::new("Nothing was said yet.", style(Role::Dim)).render(areas.lines, buffer);
            }
            None => lines.render(areas.lines, buffer),
        }
        if let Some(message) = &self.message {
            let words = world.glyphs.head(&message.words, areas.message.width.into());
            Label::new(words, message.style(&world.theme)).render(areas.message, buffer);
        }
        let keyed: Vec<(String, &str)> = (1..)
            .zip(PHRASES)
            .map(|(key, phrase)| (world.keymap.key(Context::Talk, Action::Number(key)), phrase))
            .filter_map(|(key, phrase)| Some((key?, phrase.words())))
            .collect();
        let across = PHRASES.len() / areas.phrases.len().max(1);
        for (row, keys) in areas.phrases.iter().zip(keyed.chunks(across)) {
            Chips { world, keys }.render(*row, buffer);
        }
        if self.typing {
            Field::new(LABEL, &self.field).style(style(Role::Prompt)).render(areas.field, buffer);
        }
    }
}
