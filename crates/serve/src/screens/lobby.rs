//! The lobby: the first screen of somebody who has logged in to a server. It shows who is here and what is played, and
//! starts games. It is drawn again only when something changes that is in its window, also the clocks of games in progress.
//! While another screen covers it, it hears only what concerns its reader.

mod ask;
mod form;
mod from_store;
mod goal;
mod look;
mod message;
mod offers;
mod page;
mod rows;
mod seen;
mod signs;
mod table;
mod words;
mod wrapped;

use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::widgets::Widget as _;

use crate::client::defaults;
use crate::club::change_notifier::{Heard, Listening, Topic};
use crate::club::store::TableKey;
use crate::club::table_service::Listed;
use crate::club::talk::Room;
use crate::rules::position::Position;
use crate::screens::club::{ClubPlace, listen, visit};
use crate::session::setup::MatchSetup;
use crate::tui::action::{Action, Context};
use crate::tui::input::Input;
use crate::tui::message::Message;
use crate::tui::message_slot::MessageSlot;
use crate::tui::place::Place;
use crate::tui::screen::{Screen, Transition};
use crate::tui::theme::Role;
use crate::tui::view::View;
use crate::tui::wakes::Reasons;
use crate::tui::widgets::field::Field;
use crate::tui::widgets::label::Label;
use crate::tui::widgets::list::{List, ListState};
use crate::tui::world::World;
use ask::{Asked, is_guest};
pub use form::NewTable;
use from_store::FromStore;
use goal::Goal;
use page::{Page, paint};
use rows::Row;
use seen::Seen;
use signs::{Shows, Signs};
pub use table::Waiting;
use wrapped::Wrapped;

/// How often the clocks of games are read.
const TICK: Duration = Duration::from_secs(1);

/// What it listens to while it is seen, beside what concerns its reader.
const IN_VIEW: [Topic; 2] = [Topic::Lobby, Topic::LobbyTalk];

/// The lobby.
pub struct Lobby {
    rows: Vec<Row>,
    list: ListState,
    /// The game against the computer that is played at once.
    setup: MatchSetup,
    /// The board of what is chosen.
    shown: Option<(Arc<dyn Position>, View)>,
    asked: Option<Asked>,
    message: Option<Message>,
    seen: Seen,
    /// How many are here.
    people: usize,
    read: FromStore,
    listening: Option<Listening>,
    /// What is new for its reader.
    signs: Signs,
    /// When to read the clocks, if there are any.
    tick: Option<Instant>,
    /// Does another screen cover this one? Then it does not look.
    covered: bool,
}

impl Lobby {
    /// The lobby of the club of this client.
    pub fn new(world: &World) -> Lobby {
        let mut lobby = Lobby {
            rows: Vec::new(),
            list: ListState::default(),
            setup: Lobby::against_computer(world),
            shown: None,
            asked: None,
            message: None,
            seen: Seen::default(),
            people: 1,
            read: FromStore::default(),
            listening: listen(&IN_VIEW, world),
            signs: Signs::new(visit(world)),
            tick: None,
            covered: false,
        };
        lobby.read_own(world);
        lobby.look(world);
        lobby
    }

    /// The game against the computer that the lobby offers first.
    pub(crate) fn against_computer(world: &World) -> MatchSetup {
        rows::setup(defaults::setup(&world.client).game, world)
    }

    /// The game to return to at once: one's own game with a clock that does not wait for days, or without a clock.
    pub(crate) fn waiting_game(world: &World) -> Option<Place> {
        let visit = visit(world)?;
        let tables = visit.club.tables.own(&visit.member);
        let is_live = |listed: &Listed| !listed.setup.is_slow();
        let goes_on = |listed: &Listed| listed.own.is_some() && listed.goes_on();
        let found = tables.iter().find(|listed| is_live(listed) && goes_on(listed))?;
        Some(ClubPlace::Game(found.key, None).into())
    }

    /// What has changed since the last time.
    fn heard_topics(&self) -> Heard {
        self.listening.as_ref().map(Listening::heard).unwrap_or_default()
    }

    /// Is something of it what concerns the reader only?
    fn is_own(heard: &Heard, world: &World) -> bool {
        visit(world).is_some_and(|visit| heard.has(Topic::Member(visit.member.id)))
    }

    /// Reads what concerns its reader. What cannot be read now is read at the next change.
    fn read_own(&mut self, world: &World) {
        let Some(visit) = visit(world) else { return };
        self.seen.read_own(visit);
        self.signs.read_own(visit);
        self.read.missed = visit.club.tables.missed(&visit.member).unwrap_or_default();
        self.read.zone = visit.zone();
        self.read.challenges.read(visit);
        self.note_news(visit.member.id);
    }

    /// Takes what another one has said since the last time.
    fn listen(&mut self, world: &World) -> bool {
        visit(world).is_some_and(|visit| self.signs.listen(visit))
    }

    fn goal(&self) -> Option<&Goal> {
        self.rows.get(self.list.selected)?.goal.as_ref()
    }

    /// Which rows can be chosen.
    fn open(&self) -> Vec<bool> {
        self.rows.iter().map(|row| row.item.open).collect()
    }

    fn choose(&mut self, world: &World) -> Transition {
        let Some(goal) = self.goal().cloned() else { return Transition::Same };
        match goal {
            Goal::Play => Transition::Open(Place::Start(Box::new(self.setup.clone()))),
            Goal::Alone => Transition::Close,
            Goal::Ladders => Transition::Open(ClubPlace::Ladder(Some(self.setup.game)).into()),
            Goal::Account => Transition::Open(ClubPlace::Account.into()),
            Goal::Game(key) => Transition::Open(ClubPlace::Game(key, None).into()),
            Goal::Table(key) => Transition::Open(ClubPlace::Table(key, None).into()),
            Goal::Ended(key) => self.see(key, world),
            Goal::New => Transition::Open(ClubPlace::NewTable.into()),
            Goal::Offer(id) => self.accept(id, world),
            Goal::Own(id) => self.withdraw(id, world),
            Goal::Answer(id) => self.hear(id, world),
            Goal::Challenge if is_guest(world) => self.refuse_guest(),
            Goal::Played => Transition::Open(ClubPlace::Played.into()),
            Goal::Tournaments => {
                self.signs.open(Shows::Tournaments);
                Transition::Open(ClubPlace::Tournaments.into())
            }
            Goal::Join | Goal::Challenge => {
                (self.asked, self.message) = (Some(Asked::new(goal)), None);
                Transition::Changed
            }
            Goal::Member(id) => {
                let here = visit(world).map(|visit| visit.club.here()).unwrap_or_default();
                match here.into_iter().find(|member| member.id == id) {
                    Some(member) => Transition::Open(ClubPlace::Member(Box::new(member)).into()),
                    None => Transition::Same,
                }
            }
        }
    }

    /// The result of a game that ended while its player was away is known now.
    fn see(&mut self, key: TableKey, world: &World) -> Transition {
        let Some(visit) = visit(world) else { return Transition::Same };
        let seen = visit.club.tables.seen(&visit.member, key);
        self.message = Some(Message::of(seen.map(|()| "The game is among your saved games.")));
        self.read_own(world);
        self.look(world);
        Transition::Changed
    }

    /// Changes the game that is played at once.
    fn change(&mut self, by: isize, world: &World) -> Transition {
        let games = world.client.games.games();
        let at = games.iter().position(|game| *game == self.setup.game).unwrap_or(0);
        let at = (at as isize + by).rem_euclid(games.len() as isize) as usize;
        self.setup = rows::setup(games[at], world);
        if self.look(world) { Transition::Changed } else { Transition::Same }
    }

    /// The line of a message, of a challenge that the keys answer, of what somebody has said, or of what is chosen.
    fn line(&self, world: &World) -> Option<Message> {
        let offered = visit(world).and_then(|visit| self.offered(visit));
        let is_chosen = offered.is_some_and(|id| self.goal() == Some(&Goal::Offer(id)));
        let offer = offered.filter(|_| !is_chosen).and_then(|id| self.read.challenges.find(id)).map(words::offer);
        let news = || offer.or_else(|| self.signs.heard.clone()).map(Message::notice);
        let more = || Some(Message { words: self.rows.get(self.list.selected)?.more.clone()?, role: Role::Dim });
        self.message.clone().or_else(news).or_else(more)
    }
}

impl Screen for Lobby {
    fn context(&self) -> Context {
        Context::Lobby
    }

    fn can(&self, action: Action, world: &World) -> bool {
        match action {
            Action::Left | Action::Right => self.goal() == Some(&Goal::Play),
            Action::Agree | Action::Decline => visit(world).is_some_and(|visit| self.offered(visit).is_some()),
            // The key says why a guest cannot.
            Action::Pick => match self.goal() {
                Some(Goal::Challenge) => !is_guest(world),
                goal => goal.is_some(),
            },
            Action::Talk | Action::Back | Action::Leave => true,
            _ => self.list.can(action, &self.open()),
        }
    }

    fn say(&self, action: Action, _: &World) -> Option<String> {
        let words = match (action, self.goal()) {
            (Action::Leave, _) => "menu",
            (Action::Agree, _) | (Action::Pick, Some(Goal::Play | Goal::Offer(_))) => "play",
            (Action::Pick, Some(Goal::Own(_))) => "withdraw",
            (Action::Pick, Some(Goal::Ended(_))) => "seen",
            (Action::Pick, _) => "open",
            _ => return None,
        };
        Some(words.to_owned())
    }

    fn field_keys(&self) -> Vec<(&'static str, &'static str)> {
        let keys = |asked: &Asked| vec![("Enter", asked.enters()), ("Esc", "close")];
        self.asked.as_ref().map(keys).unwrap_or_default()
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![
            Action::Agree,
            Action::Decline,
            Action::Pick,
            Action::Talk,
            Action::Left,
            Action::Right,
            Action::Up,
            Action::Down,
            Action::Leave,
        ]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Pick => self.choose(world),
            Action::Left | Action::Right if self.can(action, world) => {
                self.change(if action == Action::Left { -1 } else { 1 }, world)
            }
            Action::Agree | Action::Decline => self.answer(action, world),
            Action::Talk => {
                self.signs.open(Shows::Talk);
                Transition::Open(ClubPlace::Talk(Room::Lobby).into())
            }
            Action::Back | Action::Leave => Transition::Close,
            _ => {
                if !self.list.step(action, &self.open()) {
                    return Transition::Same;
                }
                self.show(world);
                Transition::Changed
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        if self.asked.is_some() {
            return self.typed_input(input, world);
        }
        let Input::Press(x, y) = *input else { return None };
        let list = Page::of(world.whole()).list;
        let row = Wrapped::of(&self.rows, list.width).open_row_at(self.list, list, Point::new(x, y))?;
        let again = std::mem::replace(&mut self.list.selected, row) == row;
        self.show(world);
        Some(if again { self.choose(world) } else { Transition::Changed })
    }

    fn message_slot(&mut self) -> Option<&mut dyn MessageSlot> {
        Some(self)
    }

    fn wake(&mut self, why: Reasons, world: &mut World) -> Transition {
        let topics = if why.club { self.heard_topics() } else { Heard::default() };
        let is_own = Lobby::is_own(&topics, world);
        if self.covered {
            if is_own {
                self.tell_news(world);
            }
            return Transition::Same;
        }
        if is_own {
            self.read_own(world);
            if let Some(followed) = self.open_accepted(world) {
                return followed;
            }
        }
        let heard = (is_own || topics.has(Topic::LobbyTalk)) && self.listen(world);
        let due = self.tick.is_some_and(|tick| tick <= world.now);
        let looks = is_own || topics.has(Topic::Lobby) || due;
        if looks && self.look(world) || heard { Transition::Changed } else { Transition::Same }
    }

    fn deadline(&self, _: &World) -> Option<Instant> {
        self.tick.filter(|_| !self.covered)
    }

    fn covered(&mut self, world: &mut World) {
        self.covered = true;
        let before = std::mem::replace(&mut self.listening, listen(&[], world));
        self.seen.forget_all();
        // What came a moment ago and was not looked at is told over the other screen.
        let unread = before.map(|listening| listening.heard()).unwrap_or_default();
        if Lobby::is_own(&unread, world) {
            self.tell_news(world);
        }
    }

    fn uncovered(&mut self, world: &mut World) {
        self.covered = false;
        self.listening = listen(&IN_VIEW, world);
        if let Some(visit) = visit(world) {
            self.signs.come_back(visit);
        }
        self.setup = rows::setup(self.setup.game, world);
        self.read_own(world);
        self.look(world);
    }

    fn title(&self, _: &World) -> Option<String> {
        Some("Heterodox: lobby".to_owned())
    }

    fn cursor(&self, world: &World, area: Rect) -> Option<Point> {
        let asked = self.asked.as_ref()?;
        Some(Field::new(&world.glyphs.plain(asked.label()), &asked.field).cursor(Page::of(area).message))
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let mut page = Page::of(area);
        world.drawn.set_stage(page.stage(area, &self.rows));
        // Why the text in a field was refused.
        let refused =
            self.message.as_ref().filter(|_| self.asked.is_some()).map(|message| (message, page.message()));
        let about = self.signs.about(self.people);
        let wrapped = Wrapped::of(&self.rows, page.list.width);
        let list = (List::new(&wrapped.lines, world), wrapped.state(self.list));
        let board = self.shown.as_ref().map(|(position, view)| (position.as_ref(), *view));
        let line = self.line(world).filter(|_| self.asked.is_none());
        paint(world, &page, ("Lobby", &about), list, line.as_ref(), board, buffer);
        if let Some((message, row)) = refused {
            let words = world.glyphs.head(&message.words, row.width.into());
            Label::new(words, message.style(&world.theme)).render(row, buffer);
        }
        if let Some(asked) = &self.asked {
            let style = world.theme.style(Role::Prompt);
            Field::new(asked.label(), &asked.field).style(style).render(page.message, buffer);
        }
        page.keys(self, world, buffer);
    }
}
