//! The form of a new tournament.

use std::time::SystemTime;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use super::{areas, form_words};
use crate::club::table_service::terms::LIVE;
use crate::club::tournament::{Form, MINUTES, Plan};
use crate::rules::variant::Variant;
use crate::screens::club::visit;
use crate::tui::action::Action;
use crate::tui::form::{Enter, Fields, Form as Rows, FormState, Places};
use crate::tui::message::Message;
use crate::tui::place::{GameChooser, Place};
use crate::tui::screen::Transition;
use crate::tui::theme::Role;
use crate::tui::widgets::label::Label;
use crate::tui::widgets::list::{Item, List};
use crate::tui::world::World;

/// The rows of the form: the game, the form, the clock, rated or not, and the end.
const ROWS: usize = 5;

#[derive(Clone)]
pub(super) struct NewTournament {
    /// Those that are listed, and one of a file that was chosen.
    games: Vec<&'static dyn Variant>,
    /// What is chosen in each row that has values.
    chosen: [usize; ROWS - 1],
}

/// All forms.
fn forms() -> Vec<Form> {
    MINUTES.map(|minutes| Form::Arena { minutes }).into_iter().chain([Form::RoundRobin]).collect()
}

impl NewTournament {
    pub(super) fn new(world: &World) -> Rows<NewTournament> {
        Rows::new(NewTournament { games: world.client.games.games().to_vec(), chosen: [0; ROWS - 1] }, 0)
    }

    /// This form again.
    fn back(self) -> Transition {
        Transition::Become(Place::Made(Box::new(Rows::new(self, 0))))
    }

    /// The number of values of a row.
    fn values(&self, row: usize) -> usize {
        [self.games.len(), forms().len(), LIVE.len(), 2].get(row).copied().unwrap_or(0)
    }

    fn plan(&self) -> Option<Plan> {
        let [game, form, clock, rated] = self.chosen;
        Some(Plan::new(*forms().get(form)?, *self.games.get(game)?, LIVE.get(clock)?, rated == 0))
    }
}

/// A form that waits for its game.
struct ForTournament(NewTournament);

impl GameChooser for ForTournament {
    fn chosen(&mut self, game: &'static dyn Variant, world: &World) -> Transition {
        let mut form = self.0.clone();
        form.games.truncate(world.client.games.games().len());
        form.games.push(game);
        form.chosen[0] = form.games.len() - 1;
        form.back()
    }

    fn given_up(&mut self, _: &World) -> Transition {
        self.0.clone().back()
    }

    fn words(&self) -> &'static str {
        "take it"
    }
}

impl Fields for NewTournament {
    type Row = usize;
    const KEYS: [Action; 6] = [Action::Left, Action::Right, Action::Up, Action::Down, Action::Pick, Action::Back];

    fn rows(&self, _: &World) -> Vec<usize> {
        (0..ROWS).collect()
    }

    fn item(&self, row: usize, _: &World) -> Item {
        let [game, form, clock, rated] = self.chosen;
        match row {
            0 => Item::choice("Game", self.games.get(game).map_or("", |game| game.spec().title)),
            1 => Item::choice("Form", forms().get(form).map_or(String::new(), |form| form_words(*form))),
            2 => Item::choice("Clock", LIVE.get(clock).copied().unwrap_or_default()),
            3 => Item::choice("Games of members are", if rated == 0 { "rated" } else { "casual" }),
            _ => Item::new("Make it and join", ""),
        }
    }

    fn enter(&self, row: usize, world: &World) -> (Enter, String) {
        if row == 0 && world.client.has_file_games() {
            (Enter::Acts, "more games".to_owned())
        } else if row + 1 == ROWS {
            (Enter::ActsAtOnce, "make it".to_owned())
        } else {
            (Enter::ChangesAtOnce, "change".to_owned())
        }
    }

    fn can_change(&self, row: usize, _: &World) -> bool {
        self.values(row) > 1
    }

    fn change(&mut self, row: usize, by: isize, _: &mut World) -> Option<Message> {
        let count = self.values(row) as isize;
        let value = self.chosen.get_mut(row)?;
        *value = (*value as isize + by).rem_euclid(count.max(1)) as usize;
        None
    }

    fn act(&mut self, row: usize, form: &mut FormState, world: &mut World) -> Transition {
        if row == 0 {
            return Transition::Become(Place::GameFor(Box::new(ForTournament(self.clone()))));
        }
        let (Some(visit), Some(plan)) = (visit(world), self.plan()) else { return Transition::Same };
        match visit.club.make_tournament(&visit.member, plan, SystemTime::now()) {
            Ok(_) => Transition::Close,
            Err(error) => {
                form.tell(Message::warning(error));
                Transition::Changed
            }
        }
    }

    fn places(&self, _: &FormState, _: &World, area: Rect) -> Places {
        let [_, list, _, footer] = areas(area);
        Places { list, field: Rect::default(), footer, more: 0 }
    }

    fn draw(&self, form: &FormState, items: &[Item], world: &World, area: Rect, buffer: &mut Buffer) {
        let [title, rows, message, _] = areas(area);
        Label::new("A new tournament", world.theme.style(Role::Title)).render(title, buffer);
        List::new(items, world).form().render(rows, buffer, &mut { form.list });
        if let Some(words) = &form.message {
            let head = world.glyphs.head(&words.words, message.width.into());
            Label::new(head, words.style(&world.theme)).render(message, buffer);
        }
    }
}
