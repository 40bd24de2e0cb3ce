//! A new game: which, how it begins, who sits where, which clock.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use super::play::Play;
use super::play::panels::wrap;
use crate::games::{GAMES, find};
use crate::rules::spec::Spec;
use crate::session::driver::last_setup;
use crate::session::setup::{ClockSetup, MatchSetup, SeatKind, Start};
use crate::tui::action::{Action, Context};
use crate::tui::input::Input;
use crate::tui::screen::{Screen, Step};
use crate::tui::theme::Role;
use crate::tui::view::View;
use crate::tui::widgets::field::{Field, FieldStep};
use crate::tui::widgets::footer;
use crate::tui::widgets::list::{self, Chosen, Item};
use crate::tui::world::World;

/// The clocks that Left and Right go through.
const CLOCKS: &[&str] = &["none", "1+0", "3+2", "5+3", "10+5", "15+10", "30+0"];

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

/// The form of a new game.
pub struct NewGame {
    setup: MatchSetup,
    chosen: Chosen,
    /// A text that is typed for a row: a position, a name, a clock.
    entry: Option<Field>,
    told: Option<String>,
}

impl NewGame {
    /// The form, filled in as this game was, or the last one.
    pub fn new(setup: Option<MatchSetup>, world: &World) -> NewGame {
        let play = &world.config.play;
        let fresh = || {
            let mut setup =
                MatchSetup::against_computer(GAMES[0].spec().id, play.level as u8).expect("a game of the list");
            setup.clock = ClockSetup::read(&play.clock).unwrap_or_default();
            setup.takebacks = play.takebacks;
            setup
        };
        let last = || world.games_dir().and_then(|folder| last_setup(&folder));
        let mut setup = setup.or_else(last).unwrap_or_else(fresh);
        if matches!(setup.start, Start::Fen(_)) {
            setup.start = Start::Usual;
        }
        NewGame { setup, chosen: Chosen(0), entry: None, told: None }
    }

    fn spec(&self) -> &'static Spec {
        find(&self.setup.game).map_or(GAMES[0].spec(), |game| game.spec())
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row::Start, Row::Game, Row::Opening];
        rows.extend((0..self.setup.seats.len()).map(Row::Seat));
        rows.extend([Row::Clock, Row::Takebacks]);
        rows
    }

    fn row(&self) -> Row {
        self.rows()[self.chosen.0]
    }

    fn item(&self, row: Row) -> Item {
        let spec = self.spec();
        match row {
            Row::Start => Item::new("Start", ""),
            Row::Game => Item::new("Game", spec.title),
            Row::Opening => Item::new(
                "Opening",
                match &self.setup.start {
                    Start::Usual => format!("{}: {}", spec.setups[0].name, spec.setups[0].words),
                    Start::Named(name) => {
                        let words =
                            spec.setups.iter().find(|setup| setup.name == name).map_or("", |setup| setup.words);
                        if words.is_empty() { name.clone() } else { format!("{name}: {words}") }
                    }
                    Start::Fen(text) => format!("position {text}"),
                },
            ),
            Row::Seat(at) => Item::new(
                spec.seats[at].name,
                match &self.setup.seats[at] {
                    SeatKind::Human(name) if name.is_empty() => "human".to_owned(),
                    SeatKind::Human(name) => format!("human, {name}"),
                    SeatKind::Computer(level) => format!("computer, level {level}"),
                },
            ),
            Row::Clock => Item::new(
                "Clock",
                match self.setup.clock {
                    None => "none".to_owned(),
                    Some(clock) => format!("{clock} (minutes + seconds a move)"),
                },
            ),
            Row::Takebacks => Item::new("Take-backs", if self.setup.takebacks { "yes" } else { "no" }),
        }
    }

    /// What can be typed for a row.
    const fn asks(row: Row) -> Option<&'static str> {
        match row {
            Row::Opening => Some("an opening by name, or a position text (it can be pasted)"),
            Row::Seat(_) => Some("a name, or computer:LEVEL"),
            Row::Clock => Some("none, or minutes and seconds a move like 10+5"),
            _ => None,
        }
    }

    fn change(&mut self, by: isize) -> Step {
        let around = |at: usize, count: usize| (at as isize + by).rem_euclid(count as isize) as usize;
        match self.row() {
            Row::Start => return Step::Same,
            Row::Game => {
                let at = GAMES.iter().position(|game| std::ptr::eq(game.spec(), self.spec())).unwrap_or(0);
                let spec = GAMES[around(at, GAMES.len())].spec();
                spec.id.clone_into(&mut self.setup.game);
                self.setup.start = Start::Usual;
                let level = self.setup.seats.iter().find_map(|seat| match seat {
                    SeatKind::Computer(level) => Some(*level),
                    SeatKind::Human(_) => None,
                });
                self.setup.seats.resize(spec.seats.len(), SeatKind::Computer(level.unwrap_or(3)));
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
            Row::Seat(at) => {
                let now = match &self.setup.seats[at] {
                    SeatKind::Human(_) => 0,
                    SeatKind::Computer(level) => usize::from(*level),
                };
                let next = around(now, 11);
                self.setup.seats[at] =
                    if next == 0 { SeatKind::Human(String::new()) } else { SeatKind::Computer(next as u8) };
            }
            Row::Clock => {
                let now = self.setup.clock.map_or("none".to_owned(), |clock| clock.to_string());
                let at = CLOCKS.iter().position(|&clock| clock == now).unwrap_or(0);
                self.setup.clock = ClockSetup::read(CLOCKS[around(at, CLOCKS.len())]).unwrap_or_default();
            }
            Row::Takebacks => self.setup.takebacks = !self.setup.takebacks,
        }
        self.told = None;
        Step::Changed
    }

    fn choose(&mut self, world: &mut World) -> Step {
        let row = self.row();
        if row == Row::Start {
            return match Play::start(self.setup.clone(), world) {
                Ok(play) => Step::Replace(Box::new(play)),
                Err(problem) => {
                    self.told = Some(problem);
                    Step::Changed
                }
            };
        }
        if Self::asks(row).is_none() {
            return self.change(1);
        }
        self.entry = Some(Field::default());
        Step::Changed
    }

    /// Takes what was typed for a row; what is wrong with it is told in full.
    fn entered(&mut self, text: &str) {
        let row = self.row();
        let taken = match row {
            Row::Opening => {
                let known = self.spec().setups.iter().any(|setup| setup.name == text) || !text.contains('/');
                let start = if known { Start::Named(text.to_owned()) } else { Start::Fen(text.to_owned()) };
                let tried = MatchSetup { start: start.clone(), ..self.setup.clone() };
                tried.begin().map(|_| self.setup.start = start)
            }
            Row::Seat(at) => {
                let seat = if text.starts_with("computer") || text.starts_with("human") {
                    text.parse()
                } else {
                    format!("human:{text}").parse()
                };
                seat.map(|seat| self.setup.seats[at] = seat)
            }
            Row::Clock => ClockSetup::read(text).map(|clock| self.setup.clock = clock),
            _ => Ok(()),
        };
        self.told = taken.err();
        if self.told.is_none() {
            self.entry = None;
        }
    }

    fn list(&self, area: Rect) -> Rect {
        let rows = self.rows().len() as u16;
        let height = area.height.saturating_sub(6).min(rows).max(1);
        Rect { x: area.x + 2, y: area.y + 2, width: area.width.saturating_sub(4).min(64), height }
    }
}

impl Screen for NewGame {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        !matches!(action, Action::Quit)
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Pick, Action::Up, Action::Down, Action::Left, Action::Right, Action::Back]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Step {
        match action {
            Action::Pick => self.choose(world),
            Action::Left => self.change(-1),
            Action::Right => self.change(1),
            Action::Back | Action::Leave => Step::Close,
            _ => {
                let open = vec![true; self.rows().len()];
                if self.chosen.step(action, &open) { Step::Changed } else { Step::Same }
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Step> {
        if let Input::Paste(text) = input
            && self.entry.is_none()
        {
            // A position that is pasted anywhere is one to begin with.
            self.chosen = Chosen(2);
            self.entry = Some(Field::with(text.lines().next().unwrap_or_default().trim()));
            let text = self.entry.as_ref().map(|field| field.text().to_owned()).unwrap_or_default();
            self.entered(&text);
            return Some(Step::Changed);
        }
        if let Some(field) = &mut self.entry {
            let step = field.input(input);
            let text = field.text().trim().to_owned();
            return match step {
                Some(FieldStep::Enter) if !text.is_empty() => {
                    self.entered(&text);
                    Some(Step::Changed)
                }
                Some(FieldStep::Enter | FieldStep::Leave) => {
                    self.entry = None;
                    self.told = None;
                    Some(Step::Changed)
                }
                Some(FieldStep::Changed) => Some(Step::Changed),
                None => match input {
                    Input::Stroke(stroke) if !stroke.ctrl => Some(Step::Same),
                    _ => None,
                },
            };
        }
        let (columns, rows) = world.facts.size;
        let list = self.list(Rect::new(0, 0, columns, rows));
        match *input {
            Input::Press(x, y) if list.contains(Point::new(x, y)) => {
                let first = self.chosen.scroll(self.rows().len(), usize::from(list.height));
                let at = Chosen(usize::from(y - list.y) + first);
                let again = at == self.chosen;
                self.chosen = at;
                Some(match (again, self.row()) {
                    (_, Row::Start) => self.choose(world),
                    (true, _) => self.change(1),
                    _ => Step::Changed,
                })
            }
            Input::Wheel(by, ..) => Some(self.act(if by < 0 { Action::Up } else { Action::Down }, world)),
            _ => None,
        }
    }

    fn cursor(&self, _: &World, area: Rect) -> Option<Point> {
        let field = self.entry.as_ref()?;
        let list = self.list(area);
        Some(Point::new((list.x + 2 + field.column() as u16).min(area.right() - 1), list.bottom() + 1))
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        buffer.set_string(area.x + 2, area.y, "New game", world.theme.style(Role::Title));
        let list = self.list(area);
        let items: Vec<Item> = self.rows().into_iter().map(|row| self.item(row)).collect();
        list::draw(world, list, &items, self.chosen, buffer);
        let mut y = list.bottom();
        let room = usize::from(area.width.saturating_sub(4));
        let mut say = |text: &str, role: Role, lines: usize| {
            for line in wrap(text, room).iter().take(lines) {
                if y + 1 < area.bottom() {
                    buffer.set_stringn(list.x, y, world.glyphs.plain(line), room, world.theme.style(role));
                    y += 1;
                }
            }
        };
        match (&self.entry, Self::asks(self.row())) {
            (Some(field), Some(asks)) => {
                say(asks, Role::Dim, 1);
                say(&format!("> {}", field.text()), Role::Prompt, 1);
            }
            (None, Some(asks)) => {
                say("", Role::Dim, 1);
                say(&format!("Left and Right change it; Enter types {asks}."), Role::Dim, 2);
            }
            _ => {}
        }
        if let Some(told) = &self.told {
            say(told, Role::Warning, 6);
        }
        if let Ok(position) = self.setup.begin() {
            let beside = list.right() + 3;
            let right = Rect {
                x: beside,
                y: area.y + 1,
                width: area.right().saturating_sub(beside),
                height: area.height.saturating_sub(2),
            };
            let below = Rect {
                x: list.x,
                y: y + 1,
                width: area.width.saturating_sub(4),
                height: area.bottom().saturating_sub(y + 2),
            };
            let room = if right.width >= 36 { right } else { below };
            super::home::small_board(world, position.as_ref(), View::FIRST, room, buffer);
        }
        let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
        footer::draw(world, Context::List, &self.footer(world), foot, buffer);
    }
}
