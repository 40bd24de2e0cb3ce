//! Puzzles: the choice of a game and of a way to train, results, and the training itself.

mod chosen;
mod draw;
mod history;
mod keys;
mod origin;
mod refutation;
mod shelf;
mod training;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use crate::action::{Action, Context};
use crate::input::Input;
use crate::message::Message;
use crate::message_slot::MessageSlot;
use crate::rules::explain::counted;
use crate::rules::variant::Variant;
use crate::screen::{Screen, Transition};
use crate::session::puzzles::choice::Mode;
use crate::session::strength::PuzzleRating;
use crate::theme::Role;
use crate::widgets::areas::{ListPage, columns, from_top};
use crate::widgets::bar::Bar;
use crate::widgets::footer::Footer;
use crate::widgets::label::{Label, Lines};
use crate::widgets::list::{Item, List, ListState};
use crate::widgets::text::block;
use crate::world::World;

use history::History;
use shelf::Shelf;
use training::Training;

/// The rows of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    Game,
    Rated,
    Theme,
    Own,
    Daily,
    Streak,
    Storm,
    History,
}

const ROWS: [Row; 8] =
    [Row::Game, Row::Rated, Row::Theme, Row::Own, Row::Daily, Row::Streak, Row::Storm, Row::History];

/// The rows of the gauge above the menu, and those of the words about the chosen row.
const ABOUT: u16 = 2;
const DETAILS: u16 = 5;

/// Where the puzzles of a file are.
const BESIDE: &str = " Beside mine.toml they are in mine.puzzles.pgn.";

/// The menu of the puzzles.
pub struct Puzzles {
    games: Vec<&'static dyn Variant>,
    game: usize,
    theme: usize,
    list: ListState,
    shelf: Shelf,
    message: Option<Message>,
}

impl Puzzles {
    /// The menu, for the game that somebody trained last.
    pub(crate) fn new(world: &World) -> Puzzles {
        let games = world.client.puzzle_games();
        let first = games.iter().position(|game| !game.puzzles().is_empty()).unwrap_or(0);
        let mut shelf = Shelf::open(games[first], world);
        let last = shelf.progress.attempts.last().map(|attempt| attempt.game.clone());
        let last = games.iter().position(|game| Some(game.spec().id) == last.as_deref());
        let game = last.unwrap_or(first);
        if game != first {
            shelf = Shelf::open(games[game], world);
        }
        let message = shelf.problem.take().map(Message::warning);
        Puzzles { games, game, theme: 0, list: ListState::new(1), shelf, message }
    }

    fn variant(&self) -> &'static dyn Variant {
        self.games[self.game]
    }

    fn items(&self) -> Vec<Item> {
        let spec = self.variant().spec();
        let shelf = &self.shelf;
        let some = !shelf.all.entries.is_empty();
        let best = |mode: &Mode| {
            shelf.progress.best(spec.id, mode).map_or_else(String::new, |best| format!("best {best}"))
        };
        let item = |row: Row| match row {
            Row::Game => Item::choice("Game", spec.title),
            Row::Rated => Item::new("Rated training", shelf.progress.rating(spec.id).points().to_string()),
            Row::Theme => match shelf.themes.get(self.theme) {
                Some((theme, count)) => Item::choice("By theme", format!("{} ({count})", theme.words())),
                None => Item::new("By theme", ""),
            },
            Row::Own => Item::new("From your games", counted(shelf.own.entries.len(), "puzzle")),
            Row::Daily => {
                let done = shelf.is_daily_done(spec.id);
                Item::new("Puzzle of the day", if done { "done" } else { "" })
            }
            Row::Streak => Item::new("Streak", best(&Mode::Streak)),
            Row::Storm => Item::new("Storm, three minutes", best(&Mode::Storm)),
            Row::History => Item::new("History", counted(shelf.attempts(spec.id).count(), "attempt")),
        };
        let open = |row: Row| match row {
            Row::Game => true,
            Row::Own => !shelf.own.entries.is_empty(),
            Row::History => shelf.attempts(spec.id).next().is_some(),
            _ => some,
        };
        ROWS.iter().map(|&row| Item { open: open(row), ..item(row) }).collect()
    }

    /// What was done so far, in lines.
    fn figures(&self) -> Vec<String> {
        let spec = self.variant().spec();
        if self.shelf.all.entries.is_empty() && self.shelf.own.entries.is_empty() {
            return vec![format!(
                "{} brings no puzzles. `heterodox puzzles make` makes some from games.{}",
                spec.title,
                self.variant().source().map_or("", |_| BESIDE)
            )];
        }
        let progress = &self.shelf.progress;
        let (solved, tried, modes) = progress.counts(spec.id);
        let rating = progress.rating(spec.id);
        let mut lines = vec![
            format!("{} of {}.", counted(self.shelf.all.entries.len(), "puzzle"), spec.title),
            if PuzzleRating::of(progress, spec).is_some() {
                format!("Your rating: {}.", rating.points())
            } else {
                format!("Your rating: {}. It is a first guess, and gets better with each puzzle.", rating.points())
            },
        ];
        if tried == 0 {
            lines.push("Nothing is solved yet.".to_owned());
            return lines;
        }
        lines.push(format!("Solved: {solved} of {tried}, {} %.", solved * 100 / tried));
        for (mode, (solved, tried)) in modes {
            lines.push(format!("  {mode}: {solved} of {tried}"));
        }
        let mut themes = self.shelf.by_theme(spec.id);
        themes.retain(|(_, _, tried)| *tried > 1);
        themes.sort_by_key(|&(_, solved, tried)| solved * 1000 / tried);
        if let Some((theme, solved, tried)) = themes.first() {
            lines.push(format!("Hardest theme: {}, {solved} of {tried}.", theme.words()));
        }
        lines
    }

    fn page(area: Rect) -> ListPage {
        ListPage::of(area, ROWS.len(), ABOUT, DETAILS)
    }

    /// What stands below the menu: a message, or what was done so far.
    fn below(&self, world: &World, page: &ListPage, buffer: &mut Buffer) {
        let between = page.list.union(page.message);
        let ([_, message], rest) = from_top(between, [page.list.height, 1]);
        let area = if rest.is_empty() { message } else { rest };
        // A picture beside the menu keeps its columns.
        let area = if page.picture.is_empty() { area } else { columns(area, page.list.width) };
        let lines = match &self.message {
            Some(message) => vec![(message.words.clone(), message.style(&world.theme))],
            None => self.figures().into_iter().map(|line| (line, world.theme.style(Role::Dim))).collect(),
        };
        let mut shown = Vec::new();
        for (text, style) in lines {
            let room = usize::from(area.height).saturating_sub(shown.len());
            shown
                .extend(block(&world.glyphs, &text, area.width.into(), room).into_iter().map(|line| (line, style)));
        }
        Lines(shown.iter().map(|(line, style)| (line, *style))).render(area, buffer);
    }

    fn choose(&mut self, world: &World) -> Transition {
        let row = self.row();
        let spec = self.variant().spec();
        if !self.items()[self.list.selected].open {
            self.message = Some(Message::warning(match row {
                Row::Own => "You have no puzzles of your own yet. Review one of your games and press T: it makes puzzles of your mistakes.".to_owned(),
                Row::History => "Nothing is solved yet.".to_owned(),
                _ => format!("{} brings no puzzles.", spec.title),
            }));
            return Transition::Changed;
        }
        match row {
            Row::Game => return self.change(1, world),
            Row::History => {
                return Transition::push(Box::new(History::new(&self.shelf, spec.id, spec.title, world)));
            }
            _ => {}
        }
        let Some(mode) = self.mode() else { return Transition::Same };
        if let Some(training) = Training::start(mode, &self.shelf, world) {
            return Transition::push(Box::new(training));
        }
        self.message = Some(Message::warning("This puzzle cannot be read."));
        Transition::Changed
    }

    /// Changes the value of the chosen row.
    fn change(&mut self, by: isize, world: &World) -> Transition {
        let turned = |at: usize, count: usize| (at as isize + by).rem_euclid(count.max(1) as isize) as usize;
        match self.row() {
            Row::Game => {
                self.game = turned(self.game, self.games.len());
                self.shelf = Shelf::open(self.variant(), world);
                self.theme = 0;
                Transition::Changed
            }
            Row::Theme if !self.shelf.themes.is_empty() => {
                self.theme = turned(self.theme, self.shelf.themes.len());
                Transition::Changed
            }
            _ => Transition::Same,
        }
    }
}

impl Screen for Puzzles {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        match action {
            Action::Left | Action::Right => match self.row() {
                Row::Game => self.games.len() > 1,
                Row::Theme => self.shelf.themes.len() > 1,
                _ => false,
            },
            // On a row that is not open yet the key says why.
            Action::Pick => self.items().get(self.list.selected).is_some_and(|item| item.open),
            Action::Back | Action::Leave => true,
            _ => self.list.can(action, &[true; ROWS.len()]),
        }
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Pick, Action::Up, Action::Down, Action::Left, Action::Right, Action::Back]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Back | Action::Leave => Transition::Close,
            Action::Pick => self.choose(world),
            Action::Left => self.change(-1, world),
            Action::Right => self.change(1, world),
            // A row that is not open yet says why when it is chosen.
            _ if self.list.step(action, &[true; ROWS.len()]) => Transition::Changed,
            _ => Transition::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        match *input {
            Input::Press(x, y) => {
                let list = Puzzles::page(world.whole()).list;
                let again = self.list.press(list, ROWS.len(), |_| true, Point::new(x, y))?;
                // A row with a value changes it, the others open at the second press, as in the other lists.
                Some(if again { self.choose(world) } else { Transition::Changed })
            }
            _ => None,
        }
    }

    fn message_slot(&mut self) -> Option<&mut dyn MessageSlot> {
        Some(&mut self.message)
    }

    fn uncovered(&mut self, world: &mut World) {
        // What was solved meanwhile, and puzzles that were made.
        self.shelf = Shelf::open(self.variant(), world);
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let page = Puzzles::page(area);
        let style = |role| world.theme.style(role);
        let spec = self.variant().spec();
        let (solved, all) = (self.shelf.solved(spec.id), self.shelf.all.entries.len());
        let title = if all == 0 {
            format!("Puzzles: {}", spec.title)
        } else {
            format!("Puzzles: {}, {solved} of {all} solved", spec.title)
        };
        Label::new(world.glyphs.head(&title, page.title.width.into()), style(Role::Title))
            .render(page.title, buffer);
        Bar::gauge(solved, all, world).render(page.about, buffer);
        List::new(&self.items(), world).render(page.list, buffer, &mut { self.list });
        self.below(world, &page, buffer);
        if !page.picture.is_empty() {
            self.draw_chosen(world, &page, buffer);
        }
        Footer::of(self, world).render(page.footer, buffer);
    }
}
