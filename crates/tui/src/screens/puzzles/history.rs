//! The puzzles that were tried, the newest first, with the board of the chosen one beside them. Each can be tried again.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use super::shelf::Shelf;
use super::training::{Training, first};
use crate::action::{Action, Context};
use crate::board::preview::small_board;
use crate::input::Input;
use crate::message::Message;
use crate::message_slot::MessageSlot;
use crate::record::puzzle::{Puzzle, Theme};
use crate::screen::{Screen, Transition};
use crate::session::puzzles::choice::Mode;
use crate::session::puzzles::progress::Attempt;
use crate::session::puzzles::solving::Finish;
use crate::theme::Role;
use crate::view::View;
use crate::widgets::about::About;
use crate::widgets::areas::ListPage;
use crate::widgets::bar::Bar;
use crate::widgets::footer::Footer;
use crate::widgets::label::Label;
use crate::widgets::list::{Item, List, ListState};
use crate::world::World;

/// The rows of the gauge above the list, and those of the words about the chosen attempt.
const ABOUT: u16 = 2;
const DETAILS: u16 = 5;

/// The most attempts that are listed.
const MOST: usize = 1000;

/// A row: an attempt, and the theme of its puzzle if that is still there.
struct Row {
    attempt: Attempt,
    theme: Option<String>,
}

impl Row {
    const fn finish(&self) -> &'static str {
        match self.attempt.finish {
            Finish::Solved => "solved",
            Finish::Hinted => "hint",
            Finish::Failed => "failed",
        }
    }

    /// It in one row; what is beside the list otherwise stands in it, too.
    fn item(&self, alone: bool) -> Item {
        let text = format!("{}  {:<6}", moment(&self.attempt.at), self.attempt.mode);
        let item = if alone {
            let theme = self.theme.as_deref().unwrap_or_default();
            let rating = self.attempt.rating.map_or_else(String::new, |rating| rating.points().to_string());
            Item::new(format!("{text} {theme}"), format!("{}{rating:>6}", self.finish()))
        } else {
            Item::new(text.trim_end(), self.finish())
        };
        Item { open: self.theme.is_some(), ..item }
    }

    /// What is said about it, with its puzzle.
    fn words(&self, puzzle: Option<&Puzzle>) -> String {
        let Some(puzzle) = puzzle else { return "This puzzle is not there any more.".to_owned() };
        let how = match self.attempt.finish {
            Finish::Solved => "Solved",
            Finish::Hinted => "Solved with a hint",
            Finish::Failed => "Not solved",
        };
        let rating = self
            .attempt
            .rating
            .map_or_else(String::new, |rating| format!(" Your rating after it: {}.", rating.points()));
        format!("{} {how}. Rating of the puzzle: {}.{rating}", puzzle.task(), puzzle.rating)
    }
}

pub(super) struct History {
    shelf: Shelf,
    title: String,
    rows: Vec<Row>,
    /// How many of them were solved.
    solved: usize,
    list: ListState,
    /// The chosen puzzle.
    puzzle: Option<Puzzle>,
    message: Option<Message>,
}

/// `20261124-193000` as `2026-11-24 19:30`.
fn moment(stamp: &str) -> String {
    let part = |range: std::ops::Range<usize>| stamp.get(range).unwrap_or_default();
    format!("{}-{}-{} {}:{}", part(0..4), part(4..6), part(6..8), part(9..11), part(11..13))
}

impl History {
    pub(super) fn new(shelf: &Shelf, game: &str, title: &str, world: &World) -> History {
        let row = |attempt: &Attempt| {
            let all = [&shelf.all, &shelf.own];
            let found = all.iter().find_map(|all| all.find(attempt.puzzle).map(|at| &all.entries[at]));
            let theme = found.map(|entry| entry.themes.first().map(Theme::words).unwrap_or_default());
            Row { attempt: attempt.clone(), theme }
        };
        let rows: Vec<Row> = shelf.attempts(game).take(MOST).map(row).collect();
        let solved = rows.iter().filter(|row| row.attempt.is_solved()).count();
        let title = format!("Puzzles tried: {title}, {solved} of {} solved", rows.len());
        let (shelf, list) = (shelf.clone(), ListState::new(0));
        let mut history = History { shelf, title, rows, solved, list, puzzle: None, message: None };
        history.show(world);
        history
    }

    /// Reads the chosen puzzle.
    fn show(&mut self, world: &World) {
        let mode = self.rows.get(self.list.selected).map(|row| Mode::Again(row.attempt.puzzle));
        self.puzzle = mode.and_then(|mode| first(&mode, &self.shelf, world)).map(|(_, _, puzzle)| puzzle);
    }

    fn page(&self, area: Rect) -> ListPage {
        ListPage::of(area, self.rows.len(), ABOUT, DETAILS)
    }

    fn again(&mut self, world: &World) -> Transition {
        let Some(row) = self.rows.get(self.list.selected) else { return Transition::Same };
        if let Some(training) = Training::start(Mode::Again(row.attempt.puzzle), &self.shelf, world) {
            return Transition::push(Box::new(training));
        }
        self.message = Some(Message::warning("This puzzle is not there any more."));
        Transition::Changed
    }

    /// The board of the chosen puzzle, and words about the attempt.
    fn draw_chosen(&self, world: &World, page: &ListPage, buffer: &mut Buffer) {
        let Some(row) = self.rows.get(self.list.selected) else { return };
        let board = |puzzle: &Puzzle| {
            let position = puzzle.start.as_ref();
            let view = View::of(position.spec(), position.turn());
            small_board(world, position, view, page.picture, buffer)
        };
        let rows = self.puzzle.as_ref().map_or(0, board);
        let theme = row.theme.clone().unwrap_or_default();
        let title = if theme.is_empty() { moment(&row.attempt.at) } else { theme };
        let words = row.words(self.puzzle.as_ref());
        About { title: &title, words: &words, world }.render(page.words(rows), buffer);
    }
}

impl Screen for History {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        match action {
            Action::Pick => self.rows.get(self.list.selected).is_some_and(|row| row.theme.is_some()),
            Action::Back | Action::Leave => true,
            _ => self.list.can(action, &vec![true; self.rows.len()]),
        }
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Pick, Action::Up, Action::Down, Action::PageUp, Action::PageDown, Action::Back]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Back | Action::Leave => Transition::Close,
            Action::Pick => self.again(world),
            _ if self.list.step(action, &vec![true; self.rows.len()]) => {
                self.show(world);
                Transition::Changed
            }
            _ => Transition::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        match *input {
            Input::Press(x, y) => {
                let list = self.page(world.whole()).list;
                let again = self.list.press(list, self.rows.len(), |_| true, Point::new(x, y))?;
                self.show(world);
                Some(if again { self.again(world) } else { Transition::Changed })
            }
            _ => None,
        }
    }

    fn message_slot(&mut self) -> Option<&mut dyn MessageSlot> {
        Some(&mut self.message)
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let page = self.page(area);
        let style = |role| world.theme.style(role);
        let title = world.glyphs.head(&self.title, page.title.width.into());
        Label::new(title, style(Role::Title)).render(page.title, buffer);
        Bar::gauge(self.solved, self.rows.len(), world).render(page.about, buffer);
        let alone = page.picture.is_empty();
        let items: Vec<Item> = self.rows.iter().map(|row| row.item(alone)).collect();
        List::new(&items, world).render(page.list, buffer, &mut { self.list });
        if !alone {
            self.draw_chosen(world, &page, buffer);
        }
        if let Some(message) = &self.message {
            let words = world.glyphs.head(&message.words, page.message.width.into());
            Label::new(words, message.style(&world.theme)).render(page.message, buffer);
        }
        Footer::of(self, world).render(page.footer, buffer);
    }
}
