//! The home screen: continue a game, start a new one, lessons, saved games, rules, settings, quit; and the games, as cards or as
//! rows of the list.

mod draw;
mod plan;
mod waiting;

use std::path::PathBuf;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use crate::action::{Action, Context};
use crate::client::defaults;
use crate::client::learning;
use crate::input::Input;
use crate::message::Message;
use crate::message_slot::MessageSlot;
use crate::place::{AddedEntry, Place};
use crate::record::journal;
use crate::rules::position::Position;
use crate::rules::variant::{Opening, Variant};
use crate::screen::{Screen, Transition};
use crate::session::referee::Referee;
use crate::session::setup::MatchSetup;
use crate::session::table::{GameView, Table, TableId};
use crate::wakes::Reasons;
use crate::widgets::list::{Item, ListState};
use crate::world::World;
use plan::{Plan, across};
use waiting::{CONTINUE, Waiting, item};

/// What an entry opens.
#[derive(Clone, PartialEq, Eq, Debug)]
enum GameEntry {
    /// A game that is open at a table.
    Table(TableId),
    /// An unfinished game that can be resumed from its journal.
    Continue(PathBuf),
    New,
    Learn,
    Shelf,
    Games,
    Rules,
    Settings,
    Puzzles,
    /// The place of an added entry, by its index.
    Added(usize),
    Quit,
}

/// A game that can be played, with a position that shows its pieces.
struct GameCard {
    game: &'static dyn Variant,
    position: Box<dyn Position>,
}

/// The home screen.
pub struct Home {
    entries: Vec<(GameEntry, Item)>,
    /// What is chosen: an entry, or after the entries a game.
    chosen: usize,
    message: Option<Message>,
    /// The games of the first entries.
    waiting: Vec<Waiting>,
    cards: Vec<GameCard>,
    added: &'static [AddedEntry],
    /// Does another screen cover this one? The entries are rebuilt when it is uncovered.
    covered: bool,
}

/// The cards of the games that are listed.
fn cards(world: &World) -> Vec<GameCard> {
    let card = |game: &'static dyn Variant| {
        let opening = game.spec().scene.map_or(Opening::Start, Opening::Fen);
        game.begin(opening).ok().map(|position| GameCard { game, position })
    };
    world.client.games.easiest_first().into_iter().filter_map(card).collect()
}

impl Home {
    /// The home screen, listing the open tables, or without any the last unfinished game.
    pub fn new(world: &World) -> Home {
        Home::with(&[], world)
    }

    /// The same with further entries.
    pub fn with(added: &'static [AddedEntry], world: &World) -> Home {
        let mut home = Home {
            entries: Vec::new(),
            chosen: 0,
            message: None,
            waiting: Vec::new(),
            cards: cards(world),
            added,
            covered: false,
        };
        home.look(world);
        home
    }

    fn look(&mut self, world: &World) {
        self.entries.clear();
        self.waiting.clear();
        for table in world.client.tables.list().iter().rev() {
            let view = table.newest();
            self.entries.push((GameEntry::Table(table.id()), item(&view, self.waiting.is_empty())));
            self.waiting.push(Waiting::of(view.position.fork(), &view.setup));
        }
        let last = || world.client.games_dir().and_then(|folder| journal::unfinished(&folder));
        let last = if self.entries.is_empty() { last() } else { None };
        if let Some(path) = last
            && let Ok(found) = journal::read(&path)
            && let Ok(setup) = MatchSetup::of_event(&found.records[0], &world.client.games)
        {
            let mut value = setup.game.spec().title.to_owned();
            if let Ok(position) = setup.begin() {
                let mut referee = Referee::new(setup.clone(), position);
                referee.replay(&found.records[1..]);
                let waiting = Waiting::of(referee.position().fork(), &setup);
                value.clone_from(&waiting.place);
                self.waiting.push(waiting);
            }
            self.entries.push((GameEntry::Continue(path), Item::new(CONTINUE, value)));
        }
        for (entry, text) in [
            (GameEntry::New, "New game"),
            (GameEntry::Games, "Saved games"),
            (GameEntry::Rules, "Rules and pieces"),
            (GameEntry::Settings, "Settings"),
            (GameEntry::Learn, "Learn"),
            (GameEntry::Puzzles, "Puzzles"),
            (GameEntry::Shelf, "More games"),
        ]
        .into_iter()
        .chain(self.added.iter().enumerate().map(|(at, entry)| (GameEntry::Added(at), entry.title)))
        .chain([(GameEntry::Quit, "Quit")])
        {
            let is_there = match entry {
                GameEntry::Learn => !learning::games(&world.client).is_empty(),
                _ => true,
            };
            if is_there {
                self.entries.push((entry, Item::new(text, "")));
            }
        }
        self.chosen = 0;
    }

    fn plan(&self, area: Rect) -> Plan {
        Plan::of(area, self.entries.len(), self.cards.len())
    }

    /// The number of the chosen game, if a game is chosen.
    fn card_chosen(&self) -> Option<usize> {
        self.chosen.checked_sub(self.entries.len())
    }

    /// The row of the list for what is chosen. If a card is chosen, it is no row.
    fn row_of(&self, plan: &Plan) -> ListState {
        match self.card_chosen() {
            None => ListState::new(self.chosen),
            Some(_) if !plan.cards.is_empty() => ListState::new(self.entries.len()),
            // There are two rows between the entries and the games.
            Some(_) => ListState::new(self.chosen + 2),
        }
    }

    /// The waiting game that is shown: that of the chosen entry, or else the first.
    fn waiting_shown(&self) -> Option<&Waiting> {
        self.waiting.get(self.chosen).or(self.waiting.first())
    }

    fn choose(&mut self, world: &mut World) -> Transition {
        if let Some(at) = self.card_chosen() {
            return match self.cards.get(at) {
                Some(card) => {
                    let setup = defaults::setup_of(card.game, &world.client);
                    Transition::Open(Place::NewGame(Some(Box::new(setup))))
                }
                None => Transition::Same,
            };
        }
        match self.entries[self.chosen].0.clone() {
            GameEntry::Table(id) => match table(world, id) {
                Some(table) => Transition::Open(Place::Table(table)),
                None => Transition::Same,
            },
            GameEntry::Continue(path) => Transition::Open(Place::Resume(path)),
            GameEntry::New => Transition::Open(Place::NewGame(None)),
            GameEntry::Shelf => Transition::Open(Place::Shelf),
            GameEntry::Learn => Transition::Open(Place::Lessons),
            GameEntry::Games => Transition::Open(Place::Library),
            GameEntry::Rules => Transition::Open(Place::Rules),
            GameEntry::Settings => Transition::Open(Place::Settings),
            GameEntry::Puzzles => Transition::Open(Place::Puzzles),
            GameEntry::Added(at) => Transition::Open((self.added[at].place)()),
            GameEntry::Quit => Transition::Quit,
        }
    }

    /// Starts a game at once, with the players of the last one.
    fn play(&self, number: u8, world: &World) -> Transition {
        match self.cards.get(usize::from(number).wrapping_sub(1)) {
            Some(card) => Transition::Open(Place::Start(Box::new(defaults::setup_of(card.game, &world.client)))),
            None => Transition::Same,
        }
    }

    /// Opens the lessons of the chosen game, or the list of all lessons.
    fn learn(&self) -> Transition {
        let card = self.card_chosen().and_then(|at| self.cards.get(at));
        Transition::Open(card.map_or(Place::Lessons, |card| Place::LessonsOf(card.game)))
    }

    /// Moves what is chosen: through the list, from the list to the cards and back, and among the cards.
    fn step(&mut self, action: Action, world: &World) -> bool {
        let plan = self.plan(world.whole());
        let (was, entries, last) = (self.chosen, self.entries.len(), self.entries.len() + self.cards.len() - 1);
        let columns = across(self.cards.len());
        match (self.card_chosen().filter(|_| !plan.cards.is_empty()), action) {
            (None, Action::Right) if !plan.cards.is_empty() => self.chosen = entries,
            (Some(at), Action::Left) if at % columns == 0 => self.chosen = 0,
            (Some(_), Action::Left) => self.chosen -= 1,
            (Some(at), Action::Right) if (at + 1) % columns != 0 => self.chosen = (was + 1).min(last),
            (Some(at), Action::Up) if at >= columns => self.chosen -= columns,
            (Some(_), Action::Up) => self.chosen = entries - 1,
            (Some(_), Action::Down) if was + columns <= last => self.chosen += columns,
            (Some(_), Action::Down | Action::Right) | (_, Action::Left | Action::Right) => {}
            _ => {
                let mut all = ListState::new(was);
                all.step(action, &vec![true; last + 1]);
                self.chosen = all.selected;
            }
        }
        self.chosen != was
    }

    /// Would the table's entry or the board look different from what is shown?
    fn is_other(&self, table: &Table, view: &GameView) -> bool {
        let at = self.entries.iter().position(|(entry, _)| *entry == GameEntry::Table(table.id()));
        let Some(at) = at else { return true };
        let (was, now) = (&self.entries[at].1, item(view, at == 0));
        let board = self.waiting.get(at).map(|waiting| waiting.position.hash());
        (&was.text, &was.value) != (&now.text, &now.value) || board != Some(view.position.hash())
    }

    /// What is at this place: an entry, or after the entries a game.
    fn hit(&self, area: Rect, at: Point) -> Option<usize> {
        let plan = self.plan(area);
        if let Some(card) = plan.cards.iter().position(|card| card.contains(at)) {
            return Some(self.entries.len() + card);
        }
        let rows = self.items(&plan);
        let row = self.row_of(&plan).hit(plan.list, rows.len(), at).filter(|&row| rows[row].open)?;
        Some(if row < self.entries.len() { row } else { row - 2 })
    }
}

impl Screen for Home {
    fn context(&self) -> Context {
        Context::Home
    }

    fn can(&self, action: Action, world: &World) -> bool {
        match action {
            Action::Number(number) => usize::from(number) <= self.cards.len(),
            Action::Left | Action::Right => !self.plan(world.whole()).cards.is_empty(),
            action => matches!(
                action,
                Action::Up
                    | Action::Down
                    | Action::First
                    | Action::Last
                    | Action::PageUp
                    | Action::PageDown
                    | Action::Next
                    | Action::Previous
                    | Action::Pick
                    | Action::Learn
                    | Action::NewGame
                    | Action::Settings
                    | Action::Leave
            ),
        }
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        let mut keys = vec![Action::Pick, Action::Up, Action::Down];
        keys.push(Action::Number(self.card_chosen().map_or(1, |at| at as u8 + 1)));
        keys.extend([Action::Learn, Action::Palette, Action::Leave]);
        keys
    }

    fn say(&self, action: Action, _: &World) -> Option<String> {
        match action {
            // Inside the list the first game stands for all of them; a chosen one for itself.
            Action::Number(number) => {
                let card = self.cards.get(usize::from(number).wrapping_sub(1))?;
                Some(format!("play {}", card.game.spec().title))
            }
            Action::Pick if self.card_chosen().is_some() => Some("set up".to_owned()),
            Action::Leave => Some("quit".to_owned()),
            _ => None,
        }
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Pick => self.choose(world),
            Action::NewGame => Transition::Open(Place::NewGame(None)),
            Action::Settings => Transition::Open(Place::Settings),
            Action::Leave => Transition::Quit,
            Action::Learn => self.learn(),
            Action::Number(number) => self.play(number, world),
            _ if self.step(action, world) => Transition::Changed,
            _ => Transition::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        match *input {
            Input::Press(x, y) => {
                let at = self.hit(world.whole(), Point::new(x, y))?;
                let again = at == self.chosen;
                self.chosen = at;
                Some(if again { self.choose(world) } else { Transition::Changed })
            }
            _ => None,
        }
    }

    fn message_slot(&mut self) -> Option<&mut dyn MessageSlot> {
        Some(&mut self.message)
    }

    fn wake(&mut self, why: Reasons, world: &mut World) -> Transition {
        if self.covered || !why.table {
            return Transition::Same;
        }
        let tables = world.client.tables.list();
        // A game continues after its screen was left, so its entry can change over time.
        let goes_on = tables.iter().any(|table| self.is_other(table, &table.newest()));
        if !goes_on {
            return Transition::Same;
        }
        let (chosen, card) = (self.chosen, self.card_chosen());
        self.look(world);
        let entries = self.entries.len();
        self.chosen = card.map_or(chosen.min(entries - 1), |at| entries + at);
        Transition::Changed
    }

    fn objection(&mut self, world: &World) -> Option<Transition> {
        // A game that was saved when the user left it may be unsaved now: its screen is opened so the user can
        // act.
        let lost = |table: &&Arc<Table>| {
            let view = table.newest();
            view.status.unsaved && !view.status.present.contains(&world.client.identity)
        };
        let tables = world.client.tables.list();
        let table = tables.iter().find(lost)?;
        Some(Transition::Open(Place::Table(Arc::clone(table))))
    }

    fn covered(&mut self, _world: &mut World) {
        self.covered = true;
    }

    fn uncovered(&mut self, world: &mut World) {
        self.covered = false;
        // A file may have given another game meanwhile.
        let games = world.client.games.easiest_first();
        if !self.cards.iter().all(|card| games.contains(&card.game)) {
            self.cards = cards(world);
        }
        let waiting = |home: &Home| match &home.entries[0].0 {
            entry @ (GameEntry::Table(_) | GameEntry::Continue(_)) => Some(entry.clone()),
            _ => None,
        };
        let was = self.entries.get(self.chosen).map(|(entry, _)| entry.clone());
        let (card, waited) = (self.card_chosen(), waiting(self));
        self.look(world);
        if waiting(self) != waited {
            // The first entry is another game now, which is chosen.
            return;
        }
        let entry = self.entries.iter().position(|(entry, _)| Some(entry) == was.as_ref());
        self.chosen = card.map(|at| self.entries.len() + at).or(entry).unwrap_or(0);
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.paint(world, area, buffer);
    }
}

/// The table with this id, if it is still open.
fn table(world: &World, id: TableId) -> Option<Arc<Table>> {
    world.client.tables.list().into_iter().find(|table| table.id() == id)
}
