//! The form of a new table: game, opening, seats, clock, rated or casual, private; or a challenge of somebody.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use super::page::{Page, paint};
use super::words::{clock, safe};
use crate::client::defaults;
use crate::club::Visit;
use crate::club::member::Member;
use crate::club::table_service::terms::{LIVE, SLOW};
use crate::club::table_service::{Terms, Wanted};
use crate::players::computer::level_name;
use crate::rules::variant::Variant;
use crate::screens::club::{ClubPlace, visit};
use crate::session::setup::{ClockSetup, MatchSetup, SeatKind, Start};
use crate::session::telling::sentence;
use crate::tui::action::{Action, Context};
use crate::tui::input::Input;
use crate::tui::message::Message;
use crate::tui::screen::{Screen, Transition};
use crate::tui::theme::Role;
use crate::tui::view::View;
use crate::tui::widgets::list::{Item, List, ListState};
use crate::tui::world::World;

/// The highest level of computers.
const LEVELS: u8 = 10;

/// A row of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    Open,
    Game,
    Opening,
    Seat(usize),
    Clock,
    Rated,
    Private,
}

/// Who may sit at the table.
enum Asks {
    /// Who comes first.
    Anybody,
    /// Who accepts a challenge: this member, or the first one.
    Challenge(Option<Member>),
}

impl Asks {
    /// Who is challenged, in words.
    fn whom(&self) -> Option<String> {
        match self {
            Asks::Anybody => None,
            Asks::Challenge(None) => Some("everybody".to_owned()),
            Asks::Challenge(Some(member)) => Some(safe(&member.shown_name())),
        }
    }
}

/// The form of a new table, or of a challenge.
pub struct NewTable {
    terms: Terms,
    /// Whether it is a challenge, and of whom.
    asks: Asks,
    list: ListState,
    message: Option<Message>,
}

/// All clocks that can be chosen, in order.
fn clocks() -> Vec<Option<ClockSetup>> {
    let live = LIVE.iter().filter_map(|text| ClockSetup::read(text).ok());
    std::iter::once(None).chain(live).chain(SLOW.map(|days| Some(ClockSetup::days(days)))).collect()
}

/// The value that is this many places further in a circle.
fn around<T: PartialEq + Clone>(all: &[T], now: &T, by: isize) -> T {
    let at = all.iter().position(|one| one == now).unwrap_or(0) as isize;
    all[(at + by).rem_euclid(all.len() as isize) as usize].clone()
}

impl NewTable {
    /// The form of a table for anybody.
    pub(crate) fn new(world: &World) -> NewTable {
        let terms = Terms::new(defaults::setup(&world.client).game);
        NewTable { terms, asks: Asks::Anybody, list: ListState::default(), message: None }
    }

    /// The form of a challenge of this member, or of everybody.
    pub(crate) fn challenge(other: Option<Member>, world: &World) -> NewTable {
        NewTable { asks: Asks::Challenge(other), ..NewTable::new(world) }
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row::Open, Row::Game, Row::Opening];
        rows.extend((0..self.terms.seats.len()).map(Row::Seat));
        rows.extend([Row::Clock, Row::Rated]);
        // A challenge is for those who are asked anyway.
        rows.extend(self.asks.whom().is_none().then_some(Row::Private));
        rows
    }

    fn row(&self) -> Row {
        self.rows().get(self.list.selected).copied().unwrap_or(Row::Open)
    }

    /// The name of who sits here when they accept: the member who is challenged, in the first open seat.
    fn guest(&self, at: usize) -> Option<String> {
        let first = self.terms.seats.iter().position(|seat| *seat == Wanted::Open)?;
        match &self.asks {
            Asks::Challenge(Some(member)) if first == at => Some(safe(&member.shown_name())),
            _ => None,
        }
    }

    /// What Enter does at last.
    fn what_happens(&self) -> String {
        self.asks.whom().map_or_else(|| "open the table".to_owned(), |whom| format!("challenge {whom}"))
    }

    fn item(&self, row: Row) -> Item {
        let spec = self.terms.game.spec();
        let yes = |is: bool| if is { "yes" } else { "no" };
        match row {
            Row::Open => Item::new("Start", self.what_happens()),
            Row::Game => Item::choice("Game", spec.title),
            Row::Opening => Item::choice(
                "Opening",
                match &self.terms.start {
                    Start::Named(name) => name.as_str(),
                    _ => spec.setups[0].name,
                },
            ),
            Row::Seat(at) => Item::choice(
                spec.seats[at].name,
                match self.terms.seats[at] {
                    Wanted::Host => "me".to_owned(),
                    Wanted::Open => self.guest(at).unwrap_or_else(|| "open".to_owned()),
                    Wanted::Computer(level) => format!("computer {level}: {}", level_name(level)),
                },
            ),
            Row::Clock => Item::choice("Clock", clock(self.terms.clock)),
            Row::Rated => Item::choice("Rated", yes(self.terms.rated)),
            Row::Private => Item::choice("Private, with a code", yes(self.terms.private)),
        }
    }

    fn game(&mut self, game: &'static dyn Variant) {
        let fresh = Terms::new(game);
        self.terms = Terms { game: fresh.game, start: fresh.start, seats: fresh.seats, ..self.terms.clone() };
    }

    /// Gives a seat the next value. The host has one seat: it changes places with what was there.
    fn change_seat(&mut self, at: usize, by: isize) {
        let mut all = vec![Wanted::Host, Wanted::Open];
        all.extend((1..=LEVELS).map(Wanted::Computer));
        let next = around(&all, &self.terms.seats[at], by);
        if next == Wanted::Host
            && let Some(other) = self.terms.seats.iter().position(|seat| *seat == Wanted::Host)
        {
            self.terms.seats[other] = Wanted::Open;
        }
        self.terms.seats[at] = next;
    }

    fn change(&mut self, by: isize, world: &World) -> Transition {
        self.message = None;
        match self.row() {
            Row::Open => return Transition::Same,
            Row::Game => {
                let next = around(world.client.games.games(), &self.terms.game, by);
                self.game(next);
            }
            Row::Opening => {
                let names: Vec<&str> = self.terms.game.spec().setups.iter().map(|setup| setup.name).collect();
                let now = if let Start::Named(name) = &self.terms.start { name.as_str() } else { names[0] };
                let next = around(&names, &now, by);
                self.terms.start = if next == names[0] { Start::Usual } else { Start::Named(next.to_owned()) };
            }
            Row::Seat(at) => self.change_seat(at, by),
            Row::Clock => self.terms.clock = around(&clocks(), &self.terms.clock, by),
            Row::Rated => self.terms.rated = !self.terms.rated,
            Row::Private => self.terms.private = !self.terms.private,
        }
        Transition::Changed
    }

    fn choose(&mut self, world: &World) -> Transition {
        if self.row() != Row::Open {
            return self.change(1, world);
        }
        let Some(visit) = visit(world) else { return Transition::Close };
        let (tables, me) = (&visit.club.tables, &visit.member);
        let done = match &self.asks {
            Asks::Anybody => {
                tables.open_table(me, &self.terms).map(|key| Transition::Become(ClubPlace::Table(key, None).into()))
            }
            Asks::Challenge(other) => {
                let asked = tables.challenge(me, other.as_ref().map(|member| member.id), &self.terms);
                asked.map(|_| Transition::message(Message::notice(self.waits(visit))))
            }
        };
        match done {
            Ok(step) => step,
            Err(refused) => {
                self.message = Some(Message::warning(refused));
                Transition::Changed
            }
        }
    }

    /// What happens to a challenge now.
    fn waits(&self, visit: &Visit) -> String {
        match &self.asks {
            Asks::Challenge(Some(member)) if !visit.club.tables.is_here(member.id) => {
                format!("{} is away. The challenge waits for two weeks.", safe(&member.shown_name()))
            }
            _ => "The challenge waits for an answer. Enter on its row withdraws it.".to_owned(),
        }
    }

    /// What is said about the value of the chosen row.
    fn described(&self) -> Option<String> {
        let setups = self.terms.game.spec().setups;
        let words = match (self.row(), &self.terms.start) {
            (Row::Opening, Start::Named(name)) => setups.iter().find(|setup| setup.name == name)?.words,
            (Row::Opening, _) => setups[0].words,
            (Row::Rated, _) => "rated games change the ratings of members",
            (Row::Private, _) => "who has the code of a private table can join; others do not see it",
            _ => return None,
        };
        (!words.is_empty()).then(|| sentence(words))
    }

    /// The setup of the start position.
    fn setup(&self) -> MatchSetup {
        let seats = self.terms.seats.iter().map(|_| SeatKind::Human(String::new())).collect();
        let (game, start, clock) = (self.terms.game, self.terms.start.clone(), self.terms.clock);
        MatchSetup { game, start, seats, clock, takebacks: true }
    }
}

impl Screen for NewTable {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        match action {
            Action::Left | Action::Right => self.row() != Row::Open,
            Action::Pick | Action::Back | Action::Leave => true,
            _ => self.list.can(action, &vec![true; self.rows().len()]),
        }
    }

    fn say(&self, action: Action, _: &World) -> Option<String> {
        let words = || if self.row() == Row::Open { self.what_happens() } else { "change".to_owned() };
        (action == Action::Pick).then(words)
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
        let Input::Press(x, y) = *input else { return None };
        let (list, rows) = (Page::of(world.whole()).list, self.rows().len());
        let again = self.list.press(list, rows, |_| true, Point::new(x, y))?;
        Some(if again { self.choose(world) } else { Transition::Changed })
    }

    fn tell(&mut self, message: Message) {
        self.message = Some(message);
    }

    fn hush(&mut self) -> bool {
        self.message.take().is_some()
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let page = Page::of(area);
        let title = self.asks.whom().map_or_else(|| "New table".to_owned(), |whom| format!("Challenge {whom}"));
        let position = self.setup().begin().ok();
        let board = position.as_ref().map(|position| (position.as_ref(), View::FIRST));
        let items: Vec<Item> = self.rows().into_iter().map(|row| self.item(row)).collect();
        let list = List::new(&items, world).form();
        let message =
            self.message.clone().or_else(|| self.described().map(|words| Message { words, role: Role::Dim }));
        paint(world, &page, (&title, ""), (list, self.list), message.as_ref(), board, buffer);
        page.keys(self, world, buffer);
    }
}
