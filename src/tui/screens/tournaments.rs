//! The tournaments of the club: the list, the form of a new one, and the page of one with its table of scores.

mod form;
mod page;

use std::time::{Duration, Instant, SystemTime};

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use crate::club::moment::seconds;
use crate::club::tournament::{Form, Phase, Plan, Tournament};
use crate::club::zone::Zone;
use crate::tui::list_screen::ListScreen;
use crate::tui::news::News;
use crate::tui::screen::Transition;
use crate::tui::theme::Role;
use crate::tui::told::Told;
use crate::tui::widgets::areas::{columns, sides, titled};
use crate::tui::widgets::footer::Footer;
use crate::tui::widgets::label::Label;
use crate::tui::widgets::list::{Item, List, ListState};
use crate::tui::world::World;
use form::NewTournament;
use page::Page;

/// The maximum width of a list.
const WIDEST: u16 = 76;

/// The list of tournaments.
pub struct TournamentList {
    all: Vec<(i64, Tournament)>,
    items: Vec<Item>,
    list: ListState,
    told: Option<Told>,
    news: News,
}

/// The title, the rows, the message and the keys.
fn areas(area: Rect) -> [Rect; 4] {
    let [title, content, footer] = titled(area);
    let content = columns(content.inner(Margin::new(2, 1)), WIDEST);
    let [rows, told] = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(content);
    [sides(title, 2), rows, told, footer]
}

/// The form in words.
fn form_words(form: Form) -> String {
    match form {
        Form::Arena { minutes } => format!("Arena, {minutes} minutes"),
        Form::RoundRobin => "Round-robin".to_owned(),
    }
}

/// What is played, in words.
fn plan_words(plan: &Plan, world: &World) -> String {
    let title = world.games.find(&plan.game).map_or(plan.game.as_str(), |game| game.spec().title);
    let rated = if plan.rated { "rated" } else { "casual" };
    format!("{}: {title}, {}, {rated}", form_words(plan.form), plan.clock.as_deref().unwrap_or("no clock"))
}

/// The state in words.
fn phase_words(tournament: &Tournament, zone: Zone, now: SystemTime) -> String {
    let count = tournament.entrants.len();
    match tournament.phase {
        Phase::Open if count == 1 => "open, 1 player".to_owned(),
        Phase::Open => format!("open, {count} players"),
        Phase::Running { since } => match tournament.left(now) {
            Some(Duration::ZERO) => "last games".to_owned(),
            Some(left) => {
                let end = zone.hour(seconds(now).saturating_add_unsigned(left.as_secs()));
                format!("until {end}, {} minutes left", left.as_secs().div_ceil(60))
            }
            None => format!("in progress since {}", zone.moment(since as i64)),
        },
        Phase::Over => "over".to_owned(),
    }
}

impl TournamentList {
    /// The tournaments of the club of this client.
    pub fn new(world: &World) -> TournamentList {
        let mut list = TournamentList {
            all: Vec::new(),
            items: Vec::new(),
            list: ListState::default(),
            told: None,
            news: News::new(world),
        };
        list.refresh(world);
        list
    }
}

impl ListScreen for TournamentList {
    fn list(&mut self) -> &mut ListState {
        &mut self.list
    }

    fn rows(&self, _: &World) -> usize {
        self.items.len()
    }

    fn list_area(&self, world: &World) -> Rect {
        let [_, rows, ..] = areas(world.whole());
        rows
    }

    fn choose(&mut self, world: &World) -> Transition {
        match self.list.selected.checked_sub(1) {
            None => Transition::Push(Box::new(NewTournament::new(world))),
            Some(at) => match self.all.get(at) {
                Some((number, _)) => Transition::Push(Box::new(Page::new(*number, world))),
                None => Transition::Same,
            },
        }
    }

    fn told(&mut self) -> Option<&mut Option<Told>> {
        Some(&mut self.told)
    }

    fn refresh(&mut self, world: &World) {
        let Some(visit) = &world.club else { return };
        let (now, zone) = (SystemTime::now(), visit.zone());
        self.all = visit.club.tournaments();
        self.items = vec![Item::new("Make a tournament", "")];
        let item =
            |(_, one): &(i64, Tournament)| Item::new(plan_words(&one.plan, world), phase_words(one, zone, now));
        self.items.extend(self.all.iter().map(item));
        self.list.selected = self.list.selected.min(self.items.len() - 1);
    }

    fn look(&mut self, world: &World) -> bool {
        if !self.news.take(world.now) {
            return false;
        }
        let chosen = self.list.selected.checked_sub(1).and_then(|at| self.all.get(at)).map(|(number, _)| *number);
        let before = std::mem::take(&mut self.items);
        self.refresh(world);
        // What was chosen stays chosen: a new tournament is the first one.
        if let Some(at) = self.all.iter().position(|(number, _)| Some(*number) == chosen) {
            self.list.selected = at + 1;
        }
        self.items != before
    }

    fn due(&self) -> Option<Instant> {
        self.news.deadline()
    }

    fn render(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let [title, rows, told, footer] = areas(area);
        Label::new("Tournaments", world.theme.style(Role::Title)).render(title, buffer);
        List::new(&self.items, world).render(rows, buffer, &mut { self.list });
        if let Some(words) = &self.told {
            let head = world.glyphs.head(&words.words, told.width.into());
            Label::new(head, words.style(&world.theme)).render(told, buffer);
        }
        Footer::of(self, world).render(footer, buffer);
    }
}
