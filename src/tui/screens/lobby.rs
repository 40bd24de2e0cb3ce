//! The lobby: the first screen of somebody who has logged in to a server. It shows who is here and what is played, and
//! starts games. It is drawn again only when the bell of the club has rung and something that it shows has changed.

mod draw;
mod news;
mod rows;

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use crate::session::setup::MatchSetup;
use crate::tui::action::{Action, Context};
use crate::tui::defaults;
use crate::tui::input::Input;
use crate::tui::place::Place;
use crate::tui::screen::{Screen, Transition};
use crate::tui::widgets::list::ListState;
use crate::tui::world::World;
use news::News;
use rows::{Goal, Row};

/// The lobby.
pub struct Lobby {
    rows: Vec<Row>,
    list: ListState,
    /// The game against the computer that is played at once.
    setup: MatchSetup,
    told: Option<String>,
    news: News,
    /// Does another screen cover this one? Then it does not look.
    covered: bool,
}

impl Lobby {
    /// The lobby of the club of this client.
    pub fn new(world: &World) -> Lobby {
        let mut lobby = Lobby {
            rows: Vec::new(),
            list: ListState::default(),
            setup: rows::setup(defaults::setup(world).game, world),
            told: None,
            news: News::new(world),
            covered: false,
        };
        lobby.look(world);
        lobby
    }

    /// Reads the club. True if something is other than before.
    fn look(&mut self, world: &World) -> bool {
        let Some(visit) = &world.club else { return false };
        let rows = rows::rows(visit, &self.setup);
        let same = rows.iter().map(|row| (&row.goal, &row.item));
        if same.eq(self.rows.iter().map(|row| (&row.goal, &row.item))) {
            return false;
        }
        // What was chosen stays chosen, wherever it is now.
        let chosen = self.goal().cloned();
        let at = rows.iter().position(|row| row.goal.is_some() && row.goal == chosen);
        let first = || rows.iter().position(|row| row.item.open).unwrap_or(0);
        self.list.selected = at.unwrap_or_else(first);
        self.rows = rows;
        true
    }

    fn goal(&self) -> Option<&Goal> {
        self.rows.get(self.list.selected)?.goal.as_ref()
    }

    fn choose(&self) -> Transition {
        match self.goal() {
            Some(Goal::Play) => Transition::Open(Place::Start(Box::new(self.setup.clone()))),
            Some(Goal::Alone) => Transition::Close,
            None => Transition::Same,
        }
    }

    /// Changes the game that is played at once.
    fn change(&mut self, by: isize, world: &World) -> Transition {
        let games = world.games.games();
        let at = games.iter().position(|game| *game == self.setup.game).unwrap_or(0);
        let at = (at as isize + by).rem_euclid(games.len() as isize) as usize;
        self.setup = rows::setup(games[at], world);
        if self.look(world) { Transition::Changed } else { Transition::Same }
    }
}

impl Screen for Lobby {
    fn context(&self) -> Context {
        Context::Lobby
    }

    fn can(&self, action: Action, _: &World) -> bool {
        match action {
            Action::Left | Action::Right => self.goal() == Some(&Goal::Play),
            Action::Agree | Action::Decline => false,
            _ => true,
        }
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Pick, Action::Left, Action::Right, Action::Up, Action::Down, Action::Leave]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Pick => self.choose(),
            Action::Left | Action::Right if self.can(action, world) => {
                self.change(if action == Action::Left { -1 } else { 1 }, world)
            }
            Action::Back | Action::Leave => Transition::Close,
            _ => {
                let open: Vec<bool> = self.rows.iter().map(|row| row.item.open).collect();
                if self.list.step(action, &open) { Transition::Changed } else { Transition::Same }
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        match *input {
            Input::Press(x, y) => {
                let list = draw::Plan::of(world.whole()).list;
                let at = self.list.hit(list, self.rows.len(), Point::new(x, y))?;
                if !self.rows[at].item.open {
                    return None;
                }
                let again = at == self.list.selected;
                self.list.selected = at;
                Some(if again { self.choose() } else { Transition::Changed })
            }
            Input::Wheel(by, ..) => Some(self.act(if by < 0 { Action::Up } else { Action::Down }, world)),
            _ => None,
        }
    }

    fn tell(&mut self, words: String) {
        self.told = Some(words);
    }

    fn hush(&mut self) -> bool {
        self.told.take().is_some()
    }

    fn wake(&mut self, world: &mut World) -> Transition {
        if !self.covered && self.news.take(world.now) && self.look(world) {
            return Transition::Changed;
        }
        Transition::Same
    }

    fn deadline(&self, _: &World) -> Option<Instant> {
        if self.covered { None } else { self.news.deadline() }
    }

    fn covered(&mut self, _: &mut World) {
        self.covered = true;
    }

    fn uncovered(&mut self, world: &mut World) {
        self.covered = false;
        self.setup = rows::setup(self.setup.game, world);
        self.look(world);
    }

    fn title(&self, _: &World) -> Option<String> {
        Some("Heterodox: lobby".to_owned())
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        self.paint(world, area, buffer);
    }
}
