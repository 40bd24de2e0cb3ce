//! The form of a new table: game, opening, seats, clock, rated or casual, private; or a challenge of somebody.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::page::{Page, paint};
use super::words::{clock, safe};
use crate::client::defaults;
use crate::club::Visit;
use crate::club::member::Member;
use crate::club::seek::Sought;
use crate::club::table_service::terms::{LIVE, SLOW};
use crate::club::table_service::{Terms, Wanted};
use crate::players::computer::level_name;
use crate::rules::variant::Variant;
use crate::screens::club::{ClubPlace, visit};
use crate::session::setup::{ClockSetup, MatchSetup, SeatKind, Start};
use crate::session::telling::sentence;
use crate::tui::form::{Enter, Fields, Form, FormState, Places};
use crate::tui::message::Message;
use crate::tui::place::{GameChooser, Place};
use crate::tui::screen::Transition;
use crate::tui::theme::Role;
use crate::tui::view::View;
use crate::tui::widgets::list::{Item, List};
use crate::tui::world::World;

/// The highest level of computers.
const LEVELS: u8 = 10;

/// The number of the row of the game.
const GAME: usize = 1;

/// A row of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// Opens the table, or challenges.
    Open,
    /// Which game it is.
    Game,
    /// The opening.
    Opening,
    /// Who has this seat.
    Seat(usize),
    /// The clock.
    Clock,
    /// Whether ratings change.
    Rated,
    /// Whether a code is needed.
    Private,
}

/// Who may sit at the table.
#[derive(Clone)]
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
#[derive(Clone)]
pub struct NewTable {
    terms: Terms,
    /// Whether it is a challenge, and of whom.
    asks: Asks,
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
    pub(crate) fn new(world: &World) -> Form<NewTable> {
        NewTable::of(Asks::Anybody, world)
    }

    /// The form of a challenge of this member, or of everybody.
    pub(crate) fn challenge(other: Option<Member>, world: &World) -> Form<NewTable> {
        NewTable::of(Asks::Challenge(other), world)
    }

    fn of(asks: Asks, world: &World) -> Form<NewTable> {
        Form::new(NewTable { terms: Terms::new(defaults::setup(&world.client).game), asks }, 0)
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

    fn game(&mut self, game: &'static dyn Variant) {
        let fresh = Terms::new(game);
        self.terms = Terms { game: fresh.game, start: fresh.start, seats: fresh.seats, ..self.terms.clone() };
    }

    /// The same for a game of a file. One that the server does not offer is for those who are asked only.
    fn game_of_file(&mut self, game: &'static dyn Variant, visit: Option<&Visit>) {
        self.game(game);
        if !visit.is_some_and(|visit| visit.club.tables.offers(game)) {
            (self.terms.rated, self.terms.private) = (false, true);
        }
    }

    /// This form again, with the row of the game chosen.
    fn back(self) -> Transition {
        Transition::Become(Place::Made(Box::new(Form::new(self, GAME))))
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
    fn described(&self, row: Row) -> Option<String> {
        let setups = self.terms.game.spec().setups;
        let words = match (row, &self.terms.start) {
            (Row::Open, _) if matches!(self.asks, Asks::Challenge(None)) => {
                "if somebody waits for the same game you play at once"
            }
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

/// A form that waits for its game.
struct ForTable(NewTable);

impl GameChooser for ForTable {
    fn chosen(&mut self, game: &'static dyn Variant, world: &World) -> Transition {
        let mut form = self.0.clone();
        form.game_of_file(game, visit(world));
        form.back()
    }

    fn given_up(&mut self, _: &World) -> Transition {
        self.0.clone().back()
    }

    fn words(&self) -> &'static str {
        "take it"
    }
}

impl Fields for NewTable {
    type Row = Row;

    fn rows(&self, _: &World) -> Vec<Row> {
        let mut rows = vec![Row::Open, Row::Game, Row::Opening];
        rows.extend((0..self.terms.seats.len()).map(Row::Seat));
        rows.extend([Row::Clock, Row::Rated]);
        // A challenge is for those who are asked anyway.
        rows.extend(self.asks.whom().is_none().then_some(Row::Private));
        rows
    }

    fn item(&self, row: Row, _: &World) -> Item {
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

    fn enter(&self, row: Row, world: &World) -> (Enter, String) {
        match row {
            Row::Open => (Enter::Acts, self.what_happens()),
            Row::Game if world.client.has_file_games() => (Enter::Acts, "more games".to_owned()),
            _ => (Enter::Changes, "change".to_owned()),
        }
    }

    fn can_change(&self, row: Row, _: &World) -> bool {
        row != Row::Open
    }

    fn change(&mut self, row: Row, by: isize, world: &mut World) -> Option<Message> {
        match row {
            Row::Open => {}
            Row::Game => {
                let mut all = world.client.games.games().to_vec();
                if !all.contains(&self.terms.game) {
                    all.push(self.terms.game);
                }
                self.game(around(&all, &self.terms.game, by));
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
        None
    }

    fn act(&mut self, row: Row, form: &mut FormState, world: &mut World) -> Transition {
        if row == Row::Game {
            return Transition::Become(Place::GameFor(Box::new(ForTable(self.clone()))));
        }
        let Some(visit) = visit(world) else { return Transition::Close };
        let (tables, me) = (&visit.club.tables, &visit.member);
        let done = match &self.asks {
            Asks::Anybody => {
                tables.open_table(me, &self.terms).map(|key| Transition::Become(ClubPlace::Table(key, None).into()))
            }
            Asks::Challenge(None) => visit.club.seek(me, &self.terms).map(|sought| match sought {
                Sought::Plays(key) => Transition::Become(ClubPlace::Table(key, None).into()),
                Sought::Waits(_) => Transition::message(Message::notice(self.waits(visit))),
            }),
            Asks::Challenge(other) => {
                let asked = tables.challenge(me, other.as_ref().map(|member| member.id), &self.terms);
                asked.map(|_| Transition::message(Message::notice(self.waits(visit))))
            }
        };
        match done {
            Ok(step) => step,
            Err(refused) => {
                form.tell(Message::warning(refused));
                Transition::Changed
            }
        }
    }

    fn places(&self, _: &FormState, _: &World, area: Rect) -> Places {
        Page::of(area).places()
    }

    fn draw(&self, form: &FormState, items: &[Item], world: &World, area: Rect, buffer: &mut Buffer) {
        let page = Page::of(area);
        let title = self.asks.whom().map_or_else(|| "New table".to_owned(), |whom| format!("Challenge {whom}"));
        let position = self.setup().begin().ok();
        let board = position.as_ref().map(|position| (position.as_ref(), View::FIRST));
        let list = List::new(items, world).form();
        let about = || self.described(*self.rows(world).get(form.list.selected)?);
        let message = form.message.clone().or_else(|| about().map(|words| Message { words, role: Role::Dim }));
        paint(world, &page, (&title, ""), (list, form.list), message.as_ref(), board, buffer);
    }
}
