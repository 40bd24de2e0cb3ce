//! The form of a new tournament.

use std::time::SystemTime;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use super::{areas, form_words};
use crate::club::table_service::terms::LIVE;
use crate::club::tournament::{Form, MINUTES, Plan};
use crate::screens::club::visit;
use crate::tui::action::{Action, Context};
use crate::tui::input::Input;
use crate::tui::message::Message;
use crate::tui::screen::{Screen, Transition};
use crate::tui::theme::Role;
use crate::tui::widgets::footer::Footer;
use crate::tui::widgets::label::Label;
use crate::tui::widgets::list::{Item, List, ListState};
use crate::tui::world::World;

/// The rows of the form: the game, the form, the clock, rated or not, and the end.
const ROWS: usize = 5;

/// The form of a new tournament.
pub(super) struct NewTournament {
    games: Vec<&'static dyn crate::rules::variant::Variant>,
    /// What is chosen in each row that has values.
    chosen: [usize; ROWS - 1],
    list: ListState,
    message: Option<Message>,
}

/// All forms.
fn forms() -> Vec<Form> {
    MINUTES.map(|minutes| Form::Arena { minutes }).into_iter().chain([Form::RoundRobin]).collect()
}

impl NewTournament {
    pub(super) fn new(world: &World) -> NewTournament {
        let (games, list) = (world.client.games.games().to_vec(), ListState::default());
        NewTournament { games, chosen: [0; ROWS - 1], list, message: None }
    }

    /// The number of values of a row.
    fn values(&self, row: usize) -> usize {
        [self.games.len(), forms().len(), LIVE.len(), 2].get(row).copied().unwrap_or(0)
    }

    fn plan(&self) -> Option<Plan> {
        let [game, form, clock, rated] = self.chosen;
        Some(Plan::new(*forms().get(form)?, *self.games.get(game)?, LIVE.get(clock)?, rated == 0))
    }

    fn items(&self) -> Vec<Item> {
        let [game, form, clock, rated] = self.chosen;
        let title = self.games.get(game).map_or("", |game| game.spec().title);
        vec![
            Item::choice("Game", title),
            Item::choice("Form", forms().get(form).map_or(String::new(), |form| form_words(*form))),
            Item::choice("Clock", LIVE.get(clock).copied().unwrap_or_default()),
            Item::choice("Games of members are", if rated == 0 { "rated" } else { "casual" }),
            Item::new("Make it and join", ""),
        ]
    }

    fn change(&mut self, by: isize) -> Transition {
        let (row, count) = (self.list.selected, self.values(self.list.selected) as isize);
        let Some(value) = self.chosen.get_mut(row) else { return Transition::Same };
        *value = (*value as isize + by).rem_euclid(count.max(1)) as usize;
        Transition::Changed
    }

    fn make(&mut self, world: &World) -> Transition {
        let (Some(visit), Some(plan)) = (visit(world), self.plan()) else { return Transition::Same };
        match visit.club.make_tournament(&visit.member, plan, SystemTime::now()) {
            Ok(_) => Transition::Close,
            Err(error) => {
                self.message = Some(Message::warning(error));
                Transition::Changed
            }
        }
    }
}

impl Screen for NewTournament {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        match action {
            Action::Left | Action::Right => self.values(self.list.selected) > 1,
            Action::Pick | Action::Back | Action::Leave => true,
            _ => self.list.can(action, &[true; ROWS]),
        }
    }

    fn say(&self, action: Action, _: &World) -> Option<String> {
        let words = if self.list.selected + 1 == ROWS { "make it" } else { "change" };
        (action == Action::Pick).then(|| words.to_owned())
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Left, Action::Right, Action::Up, Action::Down, Action::Pick, Action::Back]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Back | Action::Leave => Transition::Close,
            Action::Left => self.change(-1),
            Action::Pick if self.list.selected + 1 == ROWS => self.make(world),
            Action::Right | Action::Pick => self.change(1),
            _ if self.list.step(action, &[true; ROWS]) => Transition::Changed,
            _ => Transition::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let Input::Press(x, y) = *input else { return None };
        let [_, rows, ..] = areas(world.whole());
        self.list.selected = self.list.hit(rows, ROWS, Point::new(x, y))?;
        Some(self.act(Action::Pick, world))
    }

    fn tell(&mut self, message: Message) {
        self.message = Some(message);
    }

    fn hush(&mut self) -> bool {
        self.message.take().is_some()
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let [title, rows, message, footer] = areas(area);
        Label::new("A new tournament", world.theme.style(Role::Title)).render(title, buffer);
        List::new(&self.items(), world).form().render(rows, buffer, &mut { self.list });
        if let Some(words) = &self.message {
            let head = world.glyphs.head(&words.words, message.width.into());
            Label::new(head, words.style(&world.theme)).render(message, buffer);
        }
        Footer::of(self, world).render(footer, buffer);
    }
}
