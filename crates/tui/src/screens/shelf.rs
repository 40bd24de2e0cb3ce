//! More games: those that the program brings along as files, and those of the user's folder. What is typed chooses
//! among them.

mod draw;
mod entry;

use std::time::{Duration, Instant};

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use crate::action::{Action, Context};
use crate::client::defaults;
use crate::game_file::WatchedFolder;
use crate::input::Input;
use crate::place::{GameChooser, Place};
use crate::rules::variant::Variant;
use crate::screen::{Screen, Transition};
use crate::wakes::Reasons;
use crate::widgets::field::{FieldState, FieldStep};
use crate::widgets::list::ListState;
use crate::world::World;
use entry::Entry;

/// How often the user's folder, or what the server offers, is looked at.
const BEAT: Duration = Duration::from_secs(1);

/// Sets up a game against the computer.
pub(crate) struct SetUp;

impl GameChooser for SetUp {
    fn chosen(&mut self, game: &'static dyn Variant, world: &World) -> Transition {
        Transition::Open(Place::NewGame(Some(Box::new(defaults::setup_of(game, &world.client)))))
    }

    fn words(&self) -> &'static str {
        "set up"
    }
}

/// The list of these games.
pub struct Shelf {
    chooser: Box<dyn GameChooser>,
    entries: Vec<Entry>,
    filter: FieldState,
    list: ListState,
    /// The user's folder, and when it is looked at again.
    folder: WatchedFolder,
    due: Instant,
    /// The number of what the server offered at the last look.
    offered: u64,
    /// Does a game's screen cover this one? The files may have changed when it closes.
    away: bool,
}

impl Shelf {
    /// All games that are files. The one that is chosen is for this chooser.
    pub(crate) fn new(chooser: Box<dyn GameChooser>, world: &World) -> Shelf {
        let mut folder = WatchedFolder::default();
        world.client.variants_dir().map(|path| folder.look(&path));
        let (filter, list, due) = (FieldState::default(), ListState::default(), world.now + BEAT);
        let offered = changes(world);
        Shelf { chooser, entries: entry::all(world), filter, list, folder, due, offered, away: false }
    }

    /// Has the folder of the user, or what the server offers, changed since the last look?
    fn has_changed(&mut self, world: &World) -> bool {
        let offered = changes(world);
        let of_server = std::mem::replace(&mut self.offered, offered) != offered;
        world.client.variants_dir().is_some_and(|folder| self.folder.look(&folder)) || of_server
    }

    /// Can the files change while they are listed?
    fn is_watched(&self, world: &World) -> bool {
        !self.away && (world.client.variants_dir().is_some() || world.client.offered.is_some())
    }

    /// The entries that fit what was typed, those whose name begins with it first.
    fn shown(&self) -> Vec<&Entry> {
        let typed = self.filter.text().trim().to_lowercase();
        let fits = |entry: &&Entry| {
            let text = entry.text();
            typed.split_whitespace().all(|word| text.contains(word))
        };
        let mut shown: Vec<&Entry> = self.entries.iter().filter(fits).collect();
        shown.sort_by_key(|entry| !entry.title().to_lowercase().starts_with(&typed));
        shown
    }

    fn here(&self) -> Option<&Entry> {
        self.shown().get(self.list.selected).copied()
    }

    fn choose(&mut self, world: &World) -> Transition {
        let Some(game) = self.here().and_then(Entry::game) else { return Transition::Same };
        let transition = self.chooser.chosen(game, world);
        self.away = matches!(transition, Transition::Open(_));
        transition
    }

    fn type_filter(&mut self, input: &Input) -> Transition {
        match self.filter.input(input) {
            Some(FieldStep::Changed) => {
                self.list.selected = 0;
                Transition::Changed
            }
            _ => Transition::Same,
        }
    }
}

/// The number of what the server offers.
fn changes(world: &World) -> u64 {
    world.client.offered.as_ref().map_or(0, |offered| offered.changes())
}

impl Screen for Shelf {
    fn context(&self) -> Context {
        Context::Shelf
    }

    fn can(&self, action: Action, _: &World) -> bool {
        let rows = self.shown().len();
        match action {
            Action::Back | Action::Leave => true,
            Action::Pick | Action::Rules => self.here().and_then(Entry::game).is_some(),
            _ => rows > 1 && ListState::default().can(action, &vec![true; rows]),
        }
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Pick, Action::Up, Action::Down, Action::Rules, Action::Back]
    }

    fn say(&self, action: Action, _: &World) -> Option<String> {
        (action == Action::Pick).then(|| self.chooser.words().to_owned())
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        let rows = self.shown().len();
        match action {
            Action::Pick => self.choose(world),
            Action::Rules => match self.here().and_then(Entry::game) {
                Some(game) => Transition::Open(Place::RulesOf(game)),
                None => Transition::Same,
            },
            Action::Back if !self.filter.text().is_empty() => {
                self.filter.set("");
                self.list.selected = 0;
                Transition::Changed
            }
            Action::Back | Action::Leave => self.chooser.given_up(world),
            _ if self.list.step(action, &vec![true; rows]) => Transition::Changed,
            _ => Transition::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        match *input {
            Input::Key(key) => world.keymap.edits(Context::Shelf, key).then(|| self.type_filter(input)),
            Input::Paste(_) => Some(self.type_filter(input)),
            Input::Press(x, y) => {
                let rows = self.shown().len();
                let row = self.list.hit(self.areas(world.whole()).list, rows, Point::new(x, y))?;
                let again = row == self.list.selected;
                self.list.selected = row;
                Some(if again { self.choose(world) } else { Transition::Changed })
            }
            _ => None,
        }
    }

    fn uncovered(&mut self, world: &mut World) {
        if std::mem::take(&mut self.away) {
            self.entries = entry::all(world);
        }
    }

    fn wake(&mut self, _: Reasons, world: &mut World) -> Transition {
        if !self.is_watched(world) || world.now < self.due {
            return Transition::Same;
        }
        self.due = world.now + BEAT;
        if !self.has_changed(world) {
            return Transition::Same;
        }
        let chosen = self.here().map(Entry::title);
        self.entries = entry::all(world);
        let again = self.shown().iter().position(|entry| Some(entry.title()) == chosen);
        self.list.selected = again.unwrap_or(self.list.selected).min(self.shown().len().saturating_sub(1));
        Transition::Changed
    }

    fn deadline(&self, world: &World) -> Option<Instant> {
        self.is_watched(world).then_some(self.due)
    }

    fn cursor(&self, _: &World, area: Rect) -> Option<Point> {
        Some(self.filter_field().cursor(self.areas(area).filter))
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.paint(world, area, buffer);
    }
}
