//! The puzzles that were tried, the newest first. Each can be tried again.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use super::shelf::Shelf;
use super::training::Training;
use crate::record::puzzle::Theme;
use crate::session::puzzles::choice::Mode;
use crate::session::puzzles::progress::Attempt;
use crate::session::puzzles::solving::Finish;
use crate::tui::action::{Action, Context};
use crate::tui::input::Input;
use crate::tui::screen::{Screen, Transition};
use crate::tui::theme::Role;
use crate::tui::told::Told;
use crate::tui::widgets::areas::{columns, sides, titled};
use crate::tui::widgets::footer::Footer;
use crate::tui::widgets::label::Label;
use crate::tui::widgets::list::{Item, List, ListState};
use crate::tui::world::World;

/// The widest list.
const WIDEST: u16 = 78;

/// The most attempts that are listed.
const MOST: usize = 1000;

pub(super) struct History {
    shelf: Shelf,
    attempts: Vec<Attempt>,
    items: Vec<Item>,
    list: ListState,
    told: Option<Told>,
}

/// `20261124-193000` as `2026-11-24 19:30`.
fn moment(stamp: &str) -> String {
    let part = |range: std::ops::Range<usize>| stamp.get(range).unwrap_or_default();
    format!("{}-{}-{} {}:{}", part(0..4), part(4..6), part(6..8), part(9..11), part(11..13))
}

impl History {
    pub(super) fn new(shelf: &Shelf, game: &str) -> History {
        let attempts: Vec<Attempt> = shelf.attempts(game).take(MOST).cloned().collect();
        let item = |attempt: &Attempt| {
            let finish = match attempt.finish {
                Finish::Solved => "solved",
                Finish::Hinted => "hint",
                Finish::Failed => "failed",
            };
            let all = [&shelf.all, &shelf.own];
            let found = all.iter().find_map(|all| all.find(attempt.puzzle).map(|at| &all.entries[at]));
            let theme = found.and_then(|entry| entry.themes.first()).map(Theme::words).unwrap_or_default();
            let rating = attempt.rating.map_or_else(String::new, |rating| format!("  {}", rating.points()));
            let text = format!("{}  {:<6} {theme}", moment(&attempt.at), attempt.mode);
            Item { open: found.is_some(), ..Item::new(text, format!("{finish}{rating:>6}")) }
        };
        let items = attempts.iter().map(item).collect();
        History { shelf: shelf.clone(), items, attempts, list: ListState::new(0), told: None }
    }

    fn list_area(area: Rect) -> [Rect; 3] {
        let [title, content, footer] = titled(area);
        [sides(title, 1), columns(sides(content, 1), WIDEST), footer]
    }

    fn again(&mut self, world: &World) -> Transition {
        let Some(attempt) = self.attempts.get(self.list.selected) else { return Transition::Same };
        if let Some(training) = Training::start(Mode::Again(attempt.puzzle), &self.shelf, world) {
            return Transition::Push(Box::new(training));
        }
        self.told = Some(Told::warning("This puzzle is not there any more."));
        Transition::Changed
    }
}

impl Screen for History {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        match action {
            Action::Pick => self.items.get(self.list.selected).is_some_and(|item| item.open),
            Action::Back | Action::Leave => true,
            _ => self.list.can(action, &vec![true; self.items.len()]),
        }
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Pick, Action::Up, Action::Down, Action::PageUp, Action::PageDown, Action::Back]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Back | Action::Leave => Transition::Close,
            Action::Pick => self.again(world),
            _ if self.list.step(action, &vec![true; self.items.len()]) => Transition::Changed,
            _ => Transition::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        match *input {
            Input::Press(x, y) => {
                let [_, list, _] = History::list_area(world.whole());
                let again = self.list.press(list, self.items.len(), |_| true, Point::new(x, y))?;
                Some(if again { self.again(world) } else { Transition::Changed })
            }
            _ => None,
        }
    }

    fn tell(&mut self, told: Told) {
        self.told = Some(told);
    }

    fn hush(&mut self) -> bool {
        self.told.take().is_some()
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let [title, list, footer] = History::list_area(area);
        let (words, role) = match &self.told {
            Some(told) => (told.words.as_str(), told.role),
            None => ("Puzzles: history", Role::Title),
        };
        let words = world.glyphs.head(words, title.width.into());
        Label::new(words, world.theme.style(role)).render(title, buffer);
        List::new(&self.items, world).render(list, buffer, &mut { self.list });
        Footer::of(self, world).render(footer, buffer);
    }
}
