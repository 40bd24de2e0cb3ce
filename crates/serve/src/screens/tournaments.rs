//! The tournaments of the club: the list, the form of a new one, and the page of one with its table of scores.

mod form;
mod page;

use std::time::{Duration, SystemTime};

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use crate::club::change_notifier::{Listening, Topic};
use crate::club::moment::seconds;
use crate::club::tournament::{Form, Phase, Plan, Tournament, rounds};
use crate::club::tournament_words;
use crate::club::zone::Zone;
use crate::rules::position::Position;
use crate::rules::variant::Opening;
use crate::screens::club::{listen, visit};
use crate::session::telling::sentence;
use crate::tui::board::preview::small_board;
use crate::tui::list_screen::ListScreen;
use crate::tui::message::Message;
use crate::tui::screen::Transition;
use crate::tui::theme::Role;
use crate::tui::view::View;
use crate::tui::wakes::Reasons;
use crate::tui::widgets::about::About;
use crate::tui::widgets::areas::{ListPage, columns, from_top, sides, titled};
use crate::tui::widgets::bar::Bar;
use crate::tui::widgets::footer::Footer;
use crate::tui::widgets::label::Label;
use crate::tui::widgets::list::{Item, List, ListState};
use crate::tui::world::World;
use form::NewTournament;
use page::Page;

/// The maximum width of a table.
const WIDEST: u16 = 76;

pub(crate) struct TournamentList {
    all: Vec<(i64, Tournament)>,
    items: Vec<Item>,
    /// When they were read.
    read: SystemTime,
    list: ListState,
    message: Option<Message>,
    _listening: Option<Listening>,
}

/// The rows of the words about a tournament.
const DETAILS: u16 = 6;

/// The names of who takes part that are told in a list.
const NAMES: usize = 6;

/// The title, the rows, the message and the keys of the page of one tournament.
fn areas(area: Rect) -> [Rect; 4] {
    let [title, content, footer] = titled(area);
    let content = columns(content.inner(Margin::new(2, 1)), WIDEST);
    let [rows, message] = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(content);
    [sides(title, 2), rows, message, footer]
}

/// The form in words.
fn form_words(form: Form) -> String {
    match form {
        Form::Arena { minutes } => format!("Arena, {minutes} minutes"),
        Form::RoundRobin => "Round-robin".to_owned(),
    }
}

/// The game of a tournament.
fn game_words<'w>(plan: &'w Plan, world: &World) -> &'w str {
    plan.variant(&world.client.games).map_or(plan.game.as_str(), |game| game.spec().title)
}

/// How it is played, in words.
fn terms_words(plan: &Plan) -> String {
    let rated = if plan.rated { "rated" } else { "casual" };
    format!("{}, {rated}", plan.clock.as_deref().unwrap_or("no clock"))
}

/// What is played, in words.
fn plan_words(plan: &Plan, world: &World) -> String {
    format!("{}: {}, {}", form_words(plan.form), game_words(plan, world), terms_words(plan))
}

/// How much of a tournament is played: games, or minutes of an arena. `None` before its start.
fn played(tournament: &Tournament, now: SystemTime) -> Option<(usize, usize)> {
    match (tournament.phase, tournament.plan.form) {
        (Phase::Open, _) => None,
        (Phase::Running { .. }, Form::Arena { minutes }) => {
            let all = u64::from(minutes) * 60;
            let left = tournament.left(now).unwrap_or_default().as_secs().min(all);
            Some(((all - left) as usize, all as usize))
        }
        (Phase::Running { .. }, Form::RoundRobin) => {
            let over = tournament.bouts.iter().filter(|bout| bout.shares.is_some()).count();
            let groups: usize = rounds(tournament.entrants.len(), tournament.plan.seats).iter().map(Vec::len).sum();
            Some((over, groups.max(tournament.bouts.len())))
        }
        (Phase::Over, _) => Some((1, 1)),
    }
}

/// Who takes part or leads, in words.
fn players_words(tournament: &Tournament) -> String {
    let name = |at: usize| tournament.entrants.get(at).map_or("", |entrant| entrant.name.as_str());
    let table = tournament.table();
    let begun = tournament.phase != Phase::Open && table.first().is_some_and(|row| row.games > 0);
    let first: Vec<&str> = table.iter().filter(|row| row.rank == 1).map(|row| name(row.entrant)).collect();
    if let Some(row) = table.first().filter(|_| begun) {
        let verb = match (tournament.phase, &first[..]) {
            (_, [_, _, ..]) => "share the first place",
            (Phase::Over, _) => "won",
            _ => "leads",
        };
        return format!("{} {verb}, points: {}.", first.join(" and "), tournament_words::points(row.points));
    }
    let mut names: Vec<&str> = (0..tournament.entrants.len().min(NAMES)).map(name).collect();
    if tournament.entrants.len() > NAMES {
        names.push("others");
    }
    if names.is_empty() { "Nobody has joined yet.".to_owned() } else { format!("Players: {}.", names.join(", ")) }
}

/// The state in words.
fn phase_words(tournament: &Tournament, zone: &Zone, now: SystemTime) -> String {
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
            None => format!("running since {}", zone.moment(since as i64)),
        },
        Phase::Over => "over".to_owned(),
    }
}

impl TournamentList {
    /// The tournaments of the club of this client.
    pub(crate) fn new(world: &World) -> TournamentList {
        let mut list = TournamentList {
            all: Vec::new(),
            items: Vec::new(),
            read: SystemTime::now(),
            list: ListState::default(),
            message: None,
            _listening: listen(&[Topic::Tournaments], world),
        };
        list.refresh(world);
        list
    }

    fn page(&self, area: Rect) -> ListPage {
        ListPage::of(area, self.items.len(), 0, DETAILS)
    }

    /// The chosen tournament: the board of its game, how much of it is played, and what it is.
    fn draw_chosen(&self, world: &World, page: &ListPage, buffer: &mut Buffer) {
        let Some((_, one)) = self.list.selected.checked_sub(1).and_then(|at| self.all.get(at)) else {
            let words = "An arena or a round-robin, of a game and with a clock that you choose.";
            return About { title: "Make a tournament", words, world }.render(page.words(0), buffer);
        };
        let game = one.plan.variant(&world.client.games);
        let start = game.and_then(|game| game.begin(Opening::Start).ok());
        let board =
            |start: Box<dyn Position>| small_board(world, start.as_ref(), View::FIRST, page.picture, buffer);
        let words = page.words(start.map_or(0, board));
        let now = self.read;
        let zone = visit(world).map(crate::club::Visit::zone).unwrap_or_default();
        let played = played(one, now);
        let ([gauge], rest) = from_top(words, [u16::from(played.is_some())]);
        if let Some((part, all)) = played {
            Bar::gauge(part, all, world).render(gauge, buffer);
        }
        let (form, terms) = (form_words(one.plan.form), terms_words(&one.plan));
        let told = format!("{form}, {terms}. {} {}", sentence(&phase_words(one, &zone, now)), players_words(one));
        About { title: game_words(&one.plan, world), words: &told, world }.render(rest, buffer);
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
        self.page(world.whole()).list
    }

    fn choose(&mut self, world: &World) -> Transition {
        match self.list.selected.checked_sub(1) {
            None => Transition::push(Box::new(NewTournament::new(world))),
            Some(at) => match self.all.get(at) {
                Some((number, _)) => Transition::push(Box::new(Page::new(*number, world))),
                None => Transition::Same,
            },
        }
    }

    fn message(&mut self) -> Option<&mut Option<Message>> {
        Some(&mut self.message)
    }

    fn refresh(&mut self, world: &World) {
        let Some(visit) = visit(world) else { return };
        self.read = SystemTime::now();
        let now = self.read;
        self.all = visit.club.tournaments();
        self.items = vec![Item::new("Make a tournament", "")];
        let item = |(_, one): &(i64, Tournament)| {
            Item::new(game_words(&one.plan, world), tournament_words::state(one, now))
        };
        self.items.extend(self.all.iter().map(item));
        self.list.selected = self.list.selected.min(self.items.len() - 1);
    }

    fn look(&mut self, why: Reasons, world: &World) -> bool {
        if !why.club {
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

    fn render(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let page = self.page(area);
        Label::new("Tournaments", world.theme.style(Role::Title)).render(page.title, buffer);
        List::new(&self.items, world).render(page.list, buffer, &mut { self.list });
        if !page.picture.is_empty() {
            self.draw_chosen(world, &page, buffer);
        }
        if let Some(words) = &self.message {
            let head = world.glyphs.head(&words.words, page.message.width.into());
            Label::new(head, words.style(&world.theme)).render(page.message, buffer);
        }
        Footer::of(self, world).render(page.footer, buffer);
    }
}
