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
use crate::place::Place;
use crate::screen::{Screen, Transition};
use crate::wakes::Reasons;
use crate::widgets::field::{FieldState, FieldStep};
use crate::widgets::list::ListState;
use crate::world::World;
use entry::Entry;

/// How often the user's folder is looked at.
const BEAT: Duration = Duration::from_secs(1);

/// The list of these games.
pub struct Shelf {
    entries: Vec<Entry>,
    filter: FieldState,
    list: ListState,
    /// The user's folder, and when it is looked at again.
    folder: WatchedFolder,
    due: Instant,
    /// Does a game's screen cover this one? The files may have changed when it closes.
    away: bool,
}

impl Shelf {
    /// All games that are files.
    pub(crate) fn new(world: &World) -> Shelf {
        let mut folder = WatchedFolder::default();
        world.client.variants_dir().map(|path| folder.look(&path));
        let (filter, list, due) = (FieldState::default(), ListState::default(), world.now + BEAT);
        Shelf { entries: entry::all(world), filter, list, folder, due, away: false }
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
        self.away = true;
        Transition::Open(Place::NewGame(Some(Box::new(defaults::setup_of(game, &world.client)))))
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
        (action == Action::Pick).then(|| "set up".to_owned())
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
            Action::Back | Action::Leave => Transition::Close,
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
        let Some(folder) = world.client.variants_dir().filter(|_| self.due <= world.now && !self.away) else {
            return Transition::Same;
        };
        self.due = world.now + BEAT;
        if !self.folder.look(&folder) {
            return Transition::Same;
        }
        let chosen = self.here().map(Entry::title);
        self.entries = entry::all(world);
        let again = self.shown().iter().position(|entry| Some(entry.title()) == chosen);
        self.list.selected = again.unwrap_or(self.list.selected).min(self.shown().len().saturating_sub(1));
        Transition::Changed
    }

    fn deadline(&self, world: &World) -> Option<Instant> {
        world.client.variants_dir().filter(|_| !self.away).map(|_| self.due)
    }

    fn cursor(&self, _: &World, area: Rect) -> Option<Point> {
        Some(self.filter_field().cursor(self.areas(area).filter))
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.paint(world, area, buffer);
    }
}
