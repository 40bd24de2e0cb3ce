//! The new game form: game, opening, seats, clock and takebacks.

mod plan;
mod seats;
mod strength;
mod typed;

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Position as Point, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use crate::action::{Action, Context};
use crate::board::preview::middle_board;
use crate::client::defaults;
use crate::client::results::{self, Known, Results};
use crate::input::{Input, KeyCode};
use crate::message::Message;
use crate::place::Place;
use crate::rules::spec::Spec;
use crate::screen::{Screen, Transition};
use crate::session::setup::{ClockSetup, MatchSetup, SeatKind, Start};
use crate::session::telling::sentence;
use crate::theme::Role;
use crate::view::View;
use crate::wakes::Reasons;
use crate::widgets::field::{Field, FieldState, FieldStep};
use crate::widgets::footer::Footer;
use crate::widgets::label::{Label, Lines};
use crate::widgets::list::{Item, List, ListState, Scrolled};
use crate::world::World;

/// The clocks that Left and Right cycle through.
const CLOCKS: &[&str] = &["none", "1+0", "3+2", "5+3", "10+5", "15+10", "30+0"];

/// The label of the text field.
const TYPED: &str = "> ";

/// A row of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    Start,
    Game,
    Opening,
    Seat(usize),
    Clock,
    Takebacks,
}

/// The new game form.
pub struct NewGame {
    setup: MatchSetup,
    list: ListState,
    /// The text field of the selected row, while it is open: an opening or FEN, a seat, a clock.
    entry: Option<FieldState>,
    message: Option<Message>,
    /// How many lines of the message are scrolled off the top.
    skipped: usize,
    /// The seats of a computer whose level follows the results of the user.
    mine: Vec<usize>,
    /// What is known about the user, while it is read, and then.
    reading: Option<Results>,
    known: Known,
}

impl NewGame {
    /// The form, filled in from this setup, or else from the last choice in the form, or else from the settings.
    pub fn new(setup: Option<MatchSetup>, world: &World) -> NewGame {
        let mut setup = setup.unwrap_or_else(|| defaults::setup(&world.client));
        if matches!(setup.start, Start::Fen(_)) {
            setup.start = Start::Usual;
        }
        NewGame { reading: results::begin(&world.client), ..NewGame::from_here(setup) }
    }

    /// A game from a given position; the seats can still be changed.
    pub fn from_here(setup: MatchSetup) -> NewGame {
        let (list, mine, known) = (ListState::default(), Vec::new(), Known::default());
        NewGame { setup, list, entry: None, message: None, skipped: 0, mine, reading: None, known }
    }

    fn spec(&self) -> &'static Spec {
        self.setup.game.spec()
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row::Start, Row::Game, Row::Opening];
        rows.extend((0..self.setup.seats.len()).map(Row::Seat));
        rows.extend([Row::Clock, Row::Takebacks]);
        rows
    }

    fn row(&self) -> Row {
        self.rows()[self.list.selected]
    }

    fn item(&self, row: Row, world: &World) -> Item {
        let spec = self.spec();
        match row {
            Row::Start => Item::new("Start", self.what_happens()),
            Row::Game => Item::choice("Game", spec.title),
            Row::Opening => Item::choice(
                "Opening",
                match &self.setup.start {
                    Start::Usual => spec.setups[0].name.to_owned(),
                    Start::Named(name) => name.clone(),
                    Start::Fen(text) => format!("position {text}"),
                },
            ),
            Row::Seat(at) => {
                let mine = self.mine.contains(&at);
                Item::choice(spec.seats[at].name, seats::words(&self.setup.seats[at], mine, &world.glyphs))
            }
            Row::Clock => Item::choice(
                "Clock",
                match self.setup.clock {
                    None => "none".to_owned(),
                    Some(clock) => clock.to_string(),
                },
            ),
            Row::Takebacks => Item::choice("Take-backs", if self.setup.takebacks { "yes" } else { "no" }),
        }
    }

    /// What is said about the value of the chosen row.
    fn described(&self) -> Option<String> {
        let words = match (self.row(), &self.setup.start) {
            (Row::Opening, Start::Usual) => self.spec().setups[0].words,
            (Row::Opening, Start::Named(name)) => self.spec().setups.iter().find(|setup| setup.name == name)?.words,
            (Row::Clock, _) if self.setup.clock.is_some() => "minutes, and seconds for each move",
            _ => return None,
        };
        (!words.is_empty()).then(|| sentence(words))
    }

    /// What the start does, with these players.
    fn what_happens(&self) -> String {
        let seats = self.spec().seats.iter().zip(&self.setup.seats);
        let mut people = seats.filter(|(_, kind)| matches!(kind, SeatKind::Human(_))).map(|(seat, _)| seat.name);
        match (people.next(), people.next()) {
            (None, _) => "watch the computers".to_owned(),
            (Some(seat), None) => format!("play as {seat}"),
            _ => "play together here".to_owned(),
        }
    }

    /// A description of what can be typed for a row.
    fn asks(&self, row: Row) -> Option<String> {
        match row {
            Row::Opening => {
                let more = self.spec().more_setups.map(|more| format!(" ({more} too)")).unwrap_or_default();
                Some(format!("the name of an opening{more}, or paste a FEN"))
            }
            Row::Seat(_) => Some("a name, computer:LEVEL or engine:NAME".to_owned()),
            Row::Clock => Some("none, or minutes and seconds per move, like 10+5".to_owned()),
            _ => None,
        }
    }

    fn change(&mut self, by: isize, world: &World) -> Transition {
        let around = |at: usize, count: usize| (at as isize + by).rem_euclid(count as isize) as usize;
        match self.row() {
            Row::Start => return Transition::Same,
            Row::Game => {
                let games = world.client.games.games();
                let at = games.iter().position(|game| *game == self.setup.game).unwrap_or(0);
                defaults::change_game(&mut self.setup, games[around(at, games.len())], &world.client);
                self.set_suggested_levels();
            }
            Row::Opening => {
                let setups = self.spec().setups;
                let at = match &self.setup.start {
                    Start::Named(name) => setups.iter().position(|setup| setup.name == name).unwrap_or(0),
                    _ => 0,
                };
                let at = around(at, setups.len());
                self.setup.start = if at == 0 { Start::Usual } else { Start::Named(setups[at].name.to_owned()) };
            }
            Row::Seat(at) => self.change_seat(at, around, world),
            Row::Clock => {
                let now = self.setup.clock.map_or("none".to_owned(), |clock| clock.to_string());
                let at = CLOCKS.iter().position(|&clock| clock == now).unwrap_or(0);
                self.setup.clock = ClockSetup::read(CLOCKS[around(at, CLOCKS.len())]).unwrap_or_default();
            }
            Row::Takebacks => self.setup.takebacks = !self.setup.takebacks,
        }
        self.message = None;
        Transition::Changed
    }

    fn choose(&mut self, world: &mut World) -> Transition {
        let row = self.row();
        if row == Row::Start {
            // The last game may have used an engine that is no longer configured.
            let seated =
                self.setup.seats.iter().try_for_each(|seat| seats::check(seat, self.setup.game.spec().id, world));
            return match seated {
                Ok(()) => {
                    defaults::keep(&self.setup, &world.client);
                    Transition::Become(Place::Start(Box::new(self.setup.clone())))
                }
                Err(error) => {
                    self.message = Some(Message::warning(error));
                    Transition::Changed
                }
            };
        }
        if self.asks(row).is_none() {
            return self.change(1, world);
        }
        // The text field starts with the current value, so it can be corrected.
        let known = match row {
            Row::Opening => match &self.setup.start {
                Start::Fen(text) => text.as_str(),
                _ => "",
            },
            Row::Seat(at) => match &self.setup.seats[at] {
                SeatKind::Human(name) => name.as_str(),
                _ => "",
            },
            _ => "",
        };
        self.entry = Some(FieldState::with(known));
        self.message = None;
        Transition::Changed
    }

    /// Scrolls the message, which may be longer than a small window.
    fn scroll_told(&mut self, down: bool, world: &World) -> Transition {
        let more = self.plan(world.whole()).more;
        let was = self.skipped.min(more);
        self.skipped = if down { (was + 1).min(more) } else { was.saturating_sub(1) };
        if self.skipped == was { Transition::Same } else { Transition::Changed }
    }
}

impl Screen for NewGame {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        match action {
            Action::Left | Action::Right => self.row() != Row::Start,
            Action::Pick | Action::Back | Action::Leave => true,
            _ => self.list.can(action, &vec![true; self.rows().len()]),
        }
    }

    fn say(&self, action: Action, _: &World) -> Option<String> {
        let words = || match self.row() {
            Row::Start => self.what_happens(),
            row if self.asks(row).is_some() => "type".to_owned(),
            _ => "change".to_owned(),
        };
        (action == Action::Pick).then(words)
    }

    fn field_keys(&self) -> Vec<(&'static str, &'static str)> {
        self.entry.as_ref().map(|_| vec![("Enter", "take it"), ("Esc", "cancel")]).unwrap_or_default()
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
                let open = vec![true; self.rows().len()];
                if self.list.step(action, &open) { Transition::Changed } else { Transition::Same }
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        if matches!(input, Input::Paste(_)) && self.entry.is_none() {
            self.pasted(input, world);
            return Some(Transition::Changed);
        }
        if let Some(field) = &mut self.entry {
            let step = field.input(input);
            let text = field.text().trim().to_owned();
            return match step {
                Some(FieldStep::Enter) if !text.is_empty() => {
                    self.entered(&text, world);
                    Some(Transition::Changed)
                }
                Some(FieldStep::Enter) => {
                    self.entered_nothing();
                    Some(Transition::Changed)
                }
                Some(FieldStep::Leave) => {
                    self.entry = None;
                    self.message = None;
                    Some(Transition::Changed)
                }
                Some(FieldStep::Changed) => Some(Transition::Changed),
                None => match input {
                    Input::Key(key) if matches!(key.code, KeyCode::Up | KeyCode::Down) => {
                        Some(self.scroll_told(key.code == KeyCode::Down, world))
                    }
                    Input::Wheel(by, ..) => Some(self.scroll_told(*by > 0, world)),
                    Input::Key(key) if !key.ctrl => Some(Transition::Same),
                    _ => None,
                },
            };
        }
        match *input {
            Input::Press(x, y) => {
                let list = self.plan(world.whole()).list;
                let rows = self.rows().len();
                let again = self.list.press(list, rows, |_| true, Point::new(x, y))?;
                Some(match (again, self.row()) {
                    (_, Row::Start) => self.choose(world),
                    (true, _) => self.change(1, world),
                    _ => Transition::Changed,
                })
            }
            _ => None,
        }
    }

    fn wake(&mut self, why: Reasons, _: &mut World) -> Transition {
        let known = self.reading.as_ref().filter(|_| why.task).and_then(Results::poll);
        let Some(known) = known else { return Transition::Same };
        (self.known, self.reading) = (known, None);
        self.set_suggested_levels();
        Transition::Changed
    }

    fn cursor(&self, _: &World, area: Rect) -> Option<Point> {
        Some(Field::new(TYPED, self.entry.as_ref()?).cursor(self.plan(area).typed))
    }

    fn tell(&mut self, message: Message) {
        self.message = Some(message);
        self.skipped = 0;
    }

    fn hush(&mut self) -> bool {
        self.message.take().is_some()
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let plan = self.plan(area);
        let style = |role| world.theme.style(role);
        let lines = |lines: &[String], role, area, buffer: &mut Buffer| {
            Lines(lines.iter().map(|line| (world.glyphs.plain(line), style(role)))).render(area, buffer);
        };
        Label::new("New game", style(Role::Title)).render(plan.title, buffer);
        lines(&plan.game, Role::Dim, plan.about, buffer);
        let items: Vec<Item> = self.rows().into_iter().map(|row| self.item(row, world)).collect();
        List::new(&items, world).form().render(plan.list, buffer, &mut { self.list });
        lines(&plan.hints, Role::Dim, plan.hint, buffer);
        let role = self.message.as_ref().map_or(Role::Dim, |message| message.role);
        lines(&plan.lines, role, plan.message, buffer);
        if plan.more > 0 {
            let after = self.skipped < plan.more;
            let last = plan.message.rows().next_back().unwrap_or_default();
            Scrolled { world, before: !after, after }.render(last.outer(Margin::new(2, 0)), buffer);
        }
        if let Some(field) = &self.entry {
            Field::new(TYPED, field).style(style(Role::Prompt)).render(plan.typed, buffer);
        }
        if let Ok(position) = self.setup.begin() {
            middle_board(world, position.as_ref(), View::FIRST, plan.board, buffer);
        }
        Footer::of(self, world).render(plan.footer, buffer);
    }
}
