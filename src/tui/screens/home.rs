//! The home screen: continue a game, start a new one, saved games, rules, settings, quit.

use std::path::PathBuf;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::record::journal;
use crate::rules::position::Position;
use crate::rules::variant::Opening;
use crate::session::setup::MatchSetup;
use crate::session::table::{GameView, Table, TableId};
use crate::tui::action::{Action, Context};
use crate::tui::board::preview::small_board;
use crate::tui::input::Input;
use crate::tui::place::Place;
use crate::tui::screen::{Screen, Transition};
use crate::tui::theme::Role;
use crate::tui::view::View;
use crate::tui::widgets::footer;
use crate::tui::widgets::list::{self, Chosen, Item};
use crate::tui::widgets::put::put;
use crate::tui::widgets::text::block;
use crate::tui::world::World;

/// The label of the entry that continues the last game.
const CONTINUE: &str = "Continue the last game";

/// What an entry opens.
#[derive(Clone, PartialEq, Eq, Debug)]
enum GameEntry {
    /// A game that is open at a table.
    Table(TableId),
    /// An unfinished game that can be resumed from its journal.
    Continue(PathBuf),
    New,
    Games,
    Rules,
    Settings,
    Quit,
}

/// The home screen.
pub struct Home {
    entries: Vec<(GameEntry, Item)>,
    chosen: Chosen,
    told: Option<String>,
    /// The board beside the list: from the first listed game, or the start position of the first game in the
    /// list of games.
    board: Option<Box<dyn Position>>,
    /// Does another screen cover this one? The entries are rebuilt when it is uncovered.
    covered: bool,
}

impl Home {
    /// The home screen, listing the open tables, or without any the last unfinished game.
    pub fn new(world: &World) -> Home {
        let mut home = Home { entries: Vec::new(), chosen: Chosen(0), told: None, board: None, covered: false };
        home.look(world);
        home
    }

    fn look(&mut self, world: &World) {
        self.entries.clear();
        self.board = None;
        for table in world.tables.list().iter().rev() {
            let view = table.newest();
            self.entries.push((GameEntry::Table(table.id()), item(&view, self.board.is_none())));
            self.board.get_or_insert_with(|| view.position.fork());
        }
        let last = || world.games_dir().and_then(|folder| journal::unfinished(&folder));
        let last = if self.entries.is_empty() { last() } else { None };
        if let Some(path) = last
            && let Ok(found) = journal::read(&path)
            && let Ok(setup) = MatchSetup::of_event(&found.records[0], &world.games)
        {
            let title = setup.game.spec().title;
            let mut value = title.to_owned();
            self.board = setup.begin().ok().map(|position| {
                let mut referee = crate::session::referee::Referee::new(setup, position);
                referee.replay(&found.records[1..]);
                referee.position().fork()
            });
            if let Some(position) = &self.board {
                value = place(position.as_ref());
            }
            self.entries.push((GameEntry::Continue(path), Item::new(CONTINUE, value)));
        }
        for (entry, text) in [
            (GameEntry::New, "New game"),
            (GameEntry::Games, "Saved games"),
            (GameEntry::Rules, "Rules and pieces"),
            (GameEntry::Settings, "Settings"),
            (GameEntry::Quit, "Quit"),
        ] {
            self.entries.push((entry, Item::new(text, "")));
        }
        self.chosen = Chosen(0);
        if self.board.is_none() {
            let first = world.games.games()[0];
            let setups = first.spec().setups;
            self.board = first.begin(Opening::Named(setups[setups.len().min(2) - 1].name)).ok();
        }
    }

    fn choose(&mut self, world: &mut World) -> Transition {
        match self.entries[self.chosen.0].0.clone() {
            GameEntry::Table(id) => match table(world, id) {
                Some(table) => Transition::Open(Place::Table(table)),
                None => Transition::Same,
            },
            GameEntry::Continue(path) => Transition::Open(Place::Resume(path)),
            GameEntry::New => Transition::Open(Place::NewGame(None)),
            GameEntry::Games => Transition::Open(Place::Library),
            GameEntry::Rules => Transition::Open(Place::Rules),
            GameEntry::Settings => Transition::Open(Place::Settings),
            GameEntry::Quit => Transition::Quit,
        }
    }

    /// Would the table's entry or the board look different from what is shown?
    fn is_other(&self, table: &Table, view: &GameView) -> bool {
        let entry = self.entries.iter().find(|(entry, _)| *entry == GameEntry::Table(table.id()));
        let first = matches!(self.entries[0].0, GameEntry::Table(id) if id == table.id());
        let board = self.board.as_ref().map(|board| board.hash());
        let now = item(view, first);
        entry.is_none_or(|(_, was)| (&was.text, &was.value) != (&now.text, &now.value))
            || first && board != Some(view.position.hash())
    }

    fn list(&self, area: Rect) -> Rect {
        let width = area.width.saturating_sub(4).min(if area.width >= 100 { 52 } else { 44 });
        Rect {
            x: area.x + 2,
            y: area.y + 3,
            width,
            height: area.height.saturating_sub(5).min(self.entries.len() as u16),
        }
    }
}

impl Screen for Home {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        matches!(action, Action::Up | Action::Down | Action::First | Action::Last | Action::Pick | Action::Leave)
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Pick, Action::Up, Action::Down, Action::Palette, Action::Leave]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Pick => self.choose(world),
            Action::Leave => Transition::Quit,
            _ => {
                let open = vec![true; self.entries.len()];
                if self.chosen.step(action, &open) { Transition::Changed } else { Transition::Same }
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let list = self.list(world.whole());
        match *input {
            Input::Press(x, y) => {
                let at = Chosen(list::hit(list, self.entries.len(), self.chosen, x, y)?);
                let again = at == self.chosen;
                self.chosen = at;
                Some(if again { self.choose(world) } else { Transition::Changed })
            }
            Input::Wheel(by, ..) => Some(self.act(if by < 0 { Action::Up } else { Action::Down }, world)),
            _ => None,
        }
    }

    fn hush(&mut self) -> bool {
        self.told.take().is_some()
    }

    fn tell(&mut self, words: String) {
        self.told = Some(words);
    }

    fn wake(&mut self, world: &mut World) -> Transition {
        if self.covered {
            return Transition::Same;
        }
        let tables = world.tables.list();
        // A game continues after its screen was left, so its entry can change over time.
        let goes_on = tables.iter().any(|table| self.is_other(table, &table.newest()));
        if !goes_on {
            return Transition::Same;
        }
        let chosen = self.chosen;
        self.look(world);
        self.chosen = chosen;
        Transition::Changed
    }

    fn objection(&mut self, world: &World) -> Option<Transition> {
        // A game that was saved when the user left it may be unsaved now: its screen is opened so the user can
        // act.
        let lost = |table: &&Arc<Table>| {
            let view = table.newest();
            view.status.unsaved && !view.status.present.contains(&world.identity)
        };
        let tables = world.tables.list();
        let table = tables.iter().find(lost)?;
        Some(Transition::Open(Place::Table(Arc::clone(table))))
    }

    fn covered(&mut self, _world: &mut World) {
        self.covered = true;
    }

    fn uncovered(&mut self, world: &mut World) {
        self.covered = false;
        let waiting = |home: &Home| match &home.entries[0].0 {
            entry @ (GameEntry::Table(_) | GameEntry::Continue(_)) => Some(entry.clone()),
            _ => None,
        };
        let (was, waited) = (self.entries[self.chosen.0].0.clone(), waiting(self));
        self.look(world);
        // If the first entry is now another game, select it; otherwise keep the same entry selected.
        let at = self.entries.iter().position(|(entry, _)| *entry == was);
        self.chosen = Chosen(if waiting(self) == waited { at.unwrap_or(0) } else { 0 });
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let title = world.theme.style(Role::Title);
        put(buffer, area.x + 2, area.y + 1, "HETERODOX", usize::from(area.width), title);
        let dim = world.theme.style(Role::Dim);
        let about = "four chess variants in the terminal";
        if area.width > 50 {
            put(buffer, area.x + 13, area.y + 1, about, usize::from(area.width), dim);
        }
        let list = self.list(area);
        let items: Vec<Item> = self.entries.iter().map(|(_, item)| item.clone()).collect();
        list::draw(world, list, &items, self.chosen, buffer);
        if let Some(text) = &self.told {
            let (room, style) = (usize::from(list.width), world.theme.style(Role::Warning));
            let rows = list.bottom() + 1..area.bottom().saturating_sub(1);
            for (y, line) in rows.clone().zip(block(&world.glyphs, text, room, rows.len())) {
                put(buffer, list.x, y, line, room, style);
            }
        }
        if let Some(board) = &self.board {
            let left = list.right() + 3;
            let room = Rect {
                x: left,
                y: area.y + 1,
                width: area.right().saturating_sub(left),
                height: area.height.saturating_sub(3),
            };
            small_board(world, board.as_ref(), View::FIRST, room, buffer);
        }
        let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
        footer::draw(world, Context::List, &self.footer(world), foot, buffer);
    }
}

/// The table with this id, if it is still open.
fn table(world: &World, id: TableId) -> Option<Arc<Table>> {
    world.tables.list().into_iter().find(|table| table.id() == id)
}

/// The game's title with the current round or move number.
fn place(position: &dyn Position) -> String {
    let spec = position.spec();
    let word = if spec.seats.len() > 2 { "round" } else { "move" };
    format!("{}, {word} {}", spec.title, position.round())
}

/// The list item of a game at its table; `last` is true for the first listed one.
fn item(view: &GameView, last: bool) -> Item {
    let text = match (&view.status.ending, view.falls()) {
        (Some(_), _) => "See how it ended",
        (None, Some(_)) => "Continue (clock runs)",
        (None, None) if last => CONTINUE,
        (None, None) => "Continue",
    };
    Item::new(text, place(view.position.as_ref()))
}
