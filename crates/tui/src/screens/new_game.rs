//! The new game form: game, opening, seats, clock and takebacks.

mod learning;
mod plan;
mod seats;
mod strength;
mod typed;

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use crate::board::preview::middle_board;
use crate::client::defaults;
use crate::client::results::{self, Known, Results};
use crate::form::{Enter, Fields, Form, FormState, Places};
use crate::input::Input;
use crate::message::Message;
use crate::place::Place;
use crate::rules::spec::Spec;
use crate::screen::Transition;
use crate::session::setup::{ClockSetup, MatchSetup, SeatKind, Start};
use crate::session::telling::sentence;
use crate::theme::Role;
use crate::view::View;
use crate::wakes::Reasons;
use crate::widgets::label::{Label, Lines};
use crate::widgets::list::{Item, List, Scrolled};
use crate::world::World;
use learning::Learning;
use plan::Plan;

/// The clocks that Left and Right cycle through.
const CLOCKS: &[&str] = &["none", "1+0", "3+2", "5+3", "10+5", "15+10", "30+0"];

/// A row of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// Starts the game.
    Start,
    /// Which game it is.
    Game,
    /// The opening, or a position.
    Opening,
    /// Who has this seat.
    Seat(usize),
    /// The clock.
    Clock,
    /// Whether moves can be taken back.
    Takebacks,
    /// Lets the computer learn the game.
    Learn,
}

/// The new game form.
pub struct NewGame {
    setup: MatchSetup,
    /// The seats of a computer whose level follows the results of the user.
    mine: Vec<usize>,
    /// What is known about the user, while it is read, and then.
    reading: Option<Results>,
    known: Known,
    /// The learning of the game, if it is one of a file.
    learning: Option<Learning>,
}

impl NewGame {
    /// The form, filled in from this setup, or else from the last choice in the form, or else from the settings.
    pub fn new(setup: Option<MatchSetup>, world: &World) -> Form<NewGame> {
        let mut setup = setup.unwrap_or_else(|| defaults::setup(&world.client));
        if matches!(setup.start, Start::Fen(_)) {
            setup.start = Start::Usual;
        }
        let learning = Learning::of(setup.game.spec(), world);
        Form::new(NewGame { reading: results::begin(&world.client), learning, ..NewGame::of(setup) }, 0)
    }

    /// A game from a given position; the seats can still be changed.
    pub(crate) fn from_here(setup: MatchSetup) -> Form<NewGame> {
        Form::new(NewGame::of(setup), 0)
    }

    fn of(setup: MatchSetup) -> NewGame {
        NewGame { setup, mine: Vec::new(), reading: None, known: Known::default(), learning: None }
    }

    fn spec(&self) -> &'static Spec {
        self.setup.game.spec()
    }

    /// What is said about the value of the chosen row.
    fn described(&self, row: Row) -> Option<String> {
        let words = match (row, &self.setup.start) {
            (Row::Opening, Start::Usual) => self.spec().setups[0].words,
            (Row::Opening, Start::Named(name)) => self.spec().setups.iter().find(|setup| setup.name == name)?.words,
            (Row::Learn, _) => return self.learning.as_ref().map(Learning::described),
            (Row::Clock, _) if self.setup.clock.is_some() => "minutes, and seconds for each move",
            _ => return None,
        };
        (!words.is_empty()).then(|| sentence(words))
    }

    /// Looks for what was learnt of another game.
    fn find_learning(&mut self, world: &World) {
        let spec = self.spec();
        if !self.learning.as_ref().is_some_and(|learning| learning.is_of(spec)) {
            self.learning = Learning::of(spec, world);
        }
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
}

impl Fields for NewGame {
    type Row = Row;

    fn rows(&self, _: &World) -> Vec<Row> {
        let mut rows = vec![Row::Start, Row::Game, Row::Opening];
        rows.extend((0..self.setup.seats.len()).map(Row::Seat));
        rows.extend([Row::Clock, Row::Takebacks]);
        rows.extend(self.learning.as_ref().map(|_| Row::Learn));
        rows
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
            Row::Learn => self.learning.as_ref().map_or_else(|| Item::new("", ""), Learning::item),
        }
    }

    fn enter(&self, row: Row, _: &World) -> (Enter, String) {
        match row {
            Row::Start => (Enter::ActsAtOnce, self.what_happens()),
            Row::Learn => (Enter::Acts, self.learning.as_ref().map_or("learn", Learning::verb).to_owned()),
            row if self.asks(row).is_some() => (Enter::Types, "type".to_owned()),
            _ => (Enter::Changes, "change".to_owned()),
        }
    }

    fn can_change(&self, row: Row, _: &World) -> bool {
        !matches!(row, Row::Start | Row::Learn)
    }

    fn change(&mut self, row: Row, by: isize, world: &mut World) -> Option<Message> {
        let around = |at: usize, count: usize| (at as isize + by).rem_euclid(count as isize) as usize;
        match row {
            Row::Start | Row::Learn => {}
            Row::Game => {
                let games = world.client.games.games();
                let at = games.iter().position(|game| *game == self.setup.game).unwrap_or(0);
                defaults::change_game(&mut self.setup, games[around(at, games.len())], &world.client);
                self.set_suggested_levels();
                self.find_learning(world);
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
        None
    }

    fn act(&mut self, row: Row, form: &mut FormState, world: &mut World) -> Transition {
        if row == Row::Learn {
            let message = self.learning.as_mut().and_then(|learning| learning.act(world));
            form.tell(message);
            return Transition::Changed;
        }
        // The last game may have used an engine that is no longer configured.
        let game = self.setup.game.spec().id;
        if let Err(error) = self.setup.seats.iter().try_for_each(|seat| seats::check(seat, game, world)) {
            form.tell(Message::warning(error));
            return Transition::Changed;
        }
        defaults::keep(&self.setup, &world.client);
        Transition::Become(Place::Start(Box::new(self.setup.clone())))
    }

    /// The current value, so that it can be corrected.
    fn known(&self, row: Row) -> String {
        match (row, &self.setup.start) {
            (Row::Opening, Start::Fen(text)) => text.clone(),
            (Row::Seat(at), _) => match &self.setup.seats[at] {
                SeatKind::Human(name) => name.clone(),
                _ => String::new(),
            },
            _ => String::new(),
        }
    }

    fn typed(&mut self, row: Row, text: &str, world: &mut World) -> Result<Option<Message>, Message> {
        self.entered(row, text, world).map(|()| None).map_err(Message::warning)
    }

    fn pasted(&mut self, input: &Input, form: &mut FormState, world: &mut World) -> bool {
        self.take_pasted(input, form, world);
        true
    }

    fn deadline(&self, _: &World) -> Option<Instant> {
        self.learning.as_ref().map(|learning| learning.due)
    }

    fn wake(&mut self, form: &mut FormState, why: Reasons, world: &mut World) -> Transition {
        if let Some(learning) = self.learning.as_mut().filter(|learning| learning.due <= world.now) {
            let changed = learning.look(world.now);
            let failure = world.client.teacher.failure();
            let failed = failure.is_some();
            if let Some(failure) = failure {
                form.tell(Message::warning(failure));
            }
            return if changed || failed { Transition::Changed } else { Transition::Same };
        }
        let known = self.reading.as_ref().filter(|_| why.task).and_then(Results::poll);
        let Some(known) = known else { return Transition::Same };
        (self.known, self.reading) = (known, None);
        self.set_suggested_levels();
        Transition::Changed
    }

    fn places(&self, form: &FormState, world: &World, area: Rect) -> Places {
        let Plan { list, typed, footer, more, .. } = self.plan(form, world, area);
        Places { list, field: typed, footer, more }
    }

    fn draw(&self, form: &FormState, items: &[Item], world: &World, area: Rect, buffer: &mut Buffer) {
        let plan = self.plan(form, world, area);
        let style = |role| world.theme.style(role);
        let lines = |lines: &[String], role, area, buffer: &mut Buffer| {
            Lines(lines.iter().map(|line| (world.glyphs.plain(line), style(role)))).render(area, buffer);
        };
        Label::new("New game", style(Role::Title)).render(plan.title, buffer);
        lines(&plan.game, Role::Dim, plan.about, buffer);
        List::new(items, world).form().render(plan.list, buffer, &mut { form.list });
        lines(&plan.hints, Role::Dim, plan.hint, buffer);
        let role = form.message.as_ref().map_or(Role::Dim, |message| message.role);
        lines(&plan.lines, role, plan.message, buffer);
        if plan.more > 0 {
            let after = form.skipped < plan.more;
            let last = plan.message.rows().next_back().unwrap_or_default();
            Scrolled { world, before: !after, after }.render(last.outer(Margin::new(2, 0)), buffer);
        }
        if let Ok(position) = self.setup.begin() {
            middle_board(world, position.as_ref(), View::FIRST, plan.board, buffer);
        }
    }
}
