//! The areas of the saved games, for drawing and for the mouse.

use ratatui::layout::{Constraint, Layout, Margin, Position as Point, Rect};

use super::Library;
use crate::theme::Role;
use crate::widgets::areas::{from_top, sides};
use crate::widgets::list::ListState;
use crate::widgets::text::block;
use crate::world::World;

/// The label of the filter line.
pub(super) const FILTER: &str = "filter: ";

/// From this width on, the board is beside the list. In a narrower window it is below the list if the window is
/// at least `HIGH` rows high.
const WIDE: u16 = 64;
const HIGH: u16 = 18;

/// The columns of the board beside the list in a narrow window: those of a level of letters with its coordinates.
const BOARD: u16 = 29;

/// The least and the greatest width of the list beside a large board.
const LIST: (u16, u16) = (56, 90);

/// The rows of the board below the list.
pub(super) const BELOW: u16 = 10;

/// From this height on, a wide window has a frame around the list.
const FRAMED: u16 = 20;

/// From this height on, the columns of the list have names.
const HEADED: u16 = 16;

/// The maximum number of message lines.
pub(super) const MOST_WORDS: usize = 3;

/// The areas of the screen.
pub(super) struct Areas {
    /// The title row; without height if the title is in the frame.
    pub(super) title: Rect,
    /// The frame around the list; empty if there is no room for one.
    pub(super) frame: Rect,
    pub(super) filter: Rect,
    pub(super) heads: Rect,
    pub(super) list: Rect,
    pub(super) board: Rect,
    /// The prompt and messages.
    pub(super) words: Rect,
    pub(super) footer: Rect,
}

/// The columns of the list. A hidden column is empty.
pub(super) struct Columns {
    /// The bar of the selected row, and the mark.
    pub(super) mark: Rect,
    pub(super) date: Rect,
    pub(super) game: Rect,
    pub(super) players: Rect,
    pub(super) plies: Rect,
    pub(super) result: Rect,
    /// Is the game column wide enough for full titles?
    pub(super) titles: bool,
}

impl Columns {
    pub(super) fn of(list: Rect) -> Columns {
        let width = list.width;
        let date = match width {
            0..46 => 0,
            46..80 => 10,
            _ => 16,
        };
        let titles = width >= 64;
        let game = if titles { 17 } else { 10 };
        let plies = if titles { 5 } else { 0 };
        let result = match width {
            0..64 => 7,
            64..80 => 11,
            _ => 13,
        };
        // A column is followed by a blank one. The last blank one has the scroll marks.
        let blank = |wide: u16| Constraint::Length(wide.min(1));
        let column = |wide: u16| [Constraint::Length(wide), blank(wide)];
        let [date, game, plies, result] = [date, game, plies, result].map(column);
        let players = [Constraint::Fill(1), blank(1)];
        let all = [[Constraint::Length(3), blank(0)], date, game, players, plies, result];
        let [mark, _, date, _, game, _, players, _, plies, _, result, _] =
            Layout::horizontal(all.concat()).areas(list);
        Columns { mark, date, game, players, plies, result, titles }
    }
}

impl Library {
    /// The lines below the list: an empty first line for the prompt while one is open, then its hint or the
    /// message.
    pub(super) fn lines(&self, world: &World, width: u16) -> Vec<(Role, String)> {
        let wrapped = |text: &str, rows: usize| block(&world.glyphs, text, width.into(), rows);
        let mut lines = Vec::new();
        if let Some(prompt) = &self.prompt {
            lines.push((Role::Prompt, String::new()));
            if self.message.is_none() {
                lines.extend(wrapped(prompt.hint, MOST_WORDS - 1).into_iter().map(|line| (Role::Dim, line)));
            }
        }
        if let Some(message) = self.message.as_ref().filter(|message| !message.words.is_empty()) {
            let rows = MOST_WORDS.saturating_sub(lines.len());
            lines.extend(wrapped(&message.words, rows).into_iter().map(|line| (message.role, line)));
        }
        lines
    }

    /// The areas in a window.
    pub(super) fn areas(&self, world: &World, area: Rect) -> Areas {
        let words = self.lines(world, sides(area, 1).width).len() as u16;
        let rows = [Constraint::Fill(1), Constraint::Length(words), Constraint::Length(1)];
        let [content, words, footer] = Layout::vertical(rows).areas(area);
        let framed = area.width >= WIDE && area.height >= FRAMED;
        let ([title], below) = from_top(content, [u16::from(!framed)]);
        let (games, board) = if area.width >= WIDE {
            let [list, board] = match area.width {
                0..100 => [Constraint::Fill(1), Constraint::Length(BOARD)],
                // The list takes what its columns need, the board the rest.
                wide => [Constraint::Length((wide * 2 / 5).clamp(LIST.0, LIST.1)), Constraint::Fill(1)],
            };
            // A column of air between the list and the board, and one at the edge.
            let air = Constraint::Length(1);
            let across = Layout::horizontal([list, air, board, air]);
            let [games, ..] = across.areas::<4>(below);
            let (_, beside) = from_top(content, [1]);
            (games, across.areas::<4>(beside)[2])
        } else {
            let board = if area.height >= HIGH { BELOW } else { 0 };
            let [games, board] = Layout::vertical([Constraint::Fill(1), Constraint::Length(board)]).areas(below);
            (games, sides(board, 1))
        };
        let (frame, inside) =
            if framed { (games, games.inner(Margin::new(1, 1))) } else { (Rect::default(), sides(games, 1)) };
        let ([filter, heads], list) = from_top(inside, [1, u16::from(area.height >= HEADED)]);
        Areas { title: sides(title, 1), frame, filter, heads, list, board, words: sides(words, 1), footer }
    }

    /// The list index at a place of the screen.
    pub(super) fn hit(&self, world: &World, at: Point) -> Option<usize> {
        self.list_state().hit(self.areas(world, world.whole()).list, self.listing.shown(), at)
    }

    pub(super) const fn list_state(&self) -> ListState {
        ListState::new(self.listing.chosen())
    }
}
