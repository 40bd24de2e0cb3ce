//! What the chosen row of the menu opens: its board, and words about it.

use ratatui::buffer::Buffer;
use ratatui::widgets::Widget as _;

use super::training::first;
use super::{Puzzles, ROWS, Row};
use crate::board::preview::small_board;
use crate::record::puzzle::Puzzle;
use crate::rules::variant::Opening;
use crate::session::puzzles::choice::Mode;
use crate::view::View;
use crate::widgets::about::About;
use crate::widgets::areas::ListPage;
use crate::world::World;

impl Puzzles {
    pub(super) fn row(&self) -> Row {
        ROWS[self.list.selected.min(ROWS.len() - 1)]
    }

    /// How the chosen row trains; `None` for the game and the history.
    pub(super) fn mode(&self) -> Option<Mode> {
        match self.row() {
            Row::Game | Row::History => None,
            Row::Rated => Some(Mode::Rated),
            Row::Theme => self.shelf.themes.get(self.theme).map(|(theme, _)| Mode::Theme(theme.clone())),
            Row::Own => Some(Mode::Own),
            Row::Daily => Some(Mode::Daily),
            Row::Streak => Some(Mode::Streak),
            Row::Storm => Some(Mode::Storm),
        }
    }

    /// The puzzle that the chosen row would show: the next one, or the last one that was tried. A storm keeps its first one
    /// back until its clock runs.
    fn puzzle(&self, world: &World) -> Option<Puzzle> {
        let game = self.variant().spec().id;
        let mode = match self.row() {
            Row::Storm => return None,
            Row::History => Mode::Again(self.shelf.attempts(game).next()?.puzzle),
            _ => self.mode()?,
        };
        first(&mode, &self.shelf, world).map(|(_, _, puzzle)| puzzle)
    }

    /// What the chosen row is about.
    fn words(&self) -> (&'static str, &'static str) {
        match self.row() {
            Row::Game => (self.variant().spec().title, self.variant().spec().goal),
            Row::Rated => ("Rated training", "Puzzles of your strength. Each one changes your rating."),
            Row::Theme => ("By theme", "Puzzles with one theme."),
            Row::Own => ("From your games", "Puzzles of the mistakes in your own games."),
            Row::Daily => ("Puzzle of the day", "The same one for everybody, until midnight UTC."),
            Row::Streak => ("Streak", "Harder and harder, until the first mistake."),
            Row::Storm => ("Storm", "As many as possible in three minutes. The first puzzle comes with the clock."),
            Row::History => ("History", "The puzzles that you tried, the last one here; each can be tried again."),
        }
    }

    pub(super) fn draw_chosen(&self, world: &World, page: &ListPage, buffer: &mut Buffer) {
        let (title, words) = self.words();
        let (rows, task) = if let Some(puzzle) = self.puzzle(world) {
            let position = puzzle.start.as_ref();
            let view = View::of(position.spec(), position.turn());
            (small_board(world, position, view, page.picture, buffer), puzzle.task())
        } else {
            let start = self.variant().begin(Opening::Start).ok();
            let rows =
                start.map_or(0, |start| small_board(world, start.as_ref(), View::FIRST, page.picture, buffer));
            (rows, String::new())
        };
        let words = format!("{task} {words}");
        About { title, words: words.trim_start(), world }.render(page.words(rows), buffer);
    }
}
