//! How a lesson shares the window between its board and its words. All steps of a course have the same areas, so the
//! board stays where it is from the first step to the last: the words get what the longest of them needs.

use ratatui::layout::{Constraint, Flex, Layout, Rect};

use super::LessonScreen;
use crate::board::layout::{fitting, wish};
use crate::board::map::{BoardMap, Levels, Wish};
use crate::glyphs::Glyphs;
use crate::record::course::{Course, Step};
use crate::widgets::areas::{centred, sides};
use crate::widgets::text::wrap;
use crate::world::World;

/// The least widths of the words beside the board, the best first.
const BESIDE: [u16; 5] = [40, 36, 30, 24, 15];

/// The widest words beside the board.
const WIDEST: u16 = 56;

/// The empty rows between task, answer and hint.
const AIR: u16 = 2;

/// The columns between board and words.
const GAP: u16 = 2;

/// The rows of the words where there is no room for all of them, the best first.
const LEAST: [u16; 3] = [5, 4, 3];

/// The least width of the rows of the screen, however narrow the board is.
const NARROWEST: u16 = 76;

/// The columns of a move in the answer to it.
const MOVE: &str = "Sb1-c3-d5: ";

/// The areas of the screen.
pub(super) struct Areas<'a> {
    pub(super) title: Rect,
    /// The pieces in reserve.
    pub(super) reserve: Rect,
    /// The task and the answer; empty where there is no room.
    pub(super) text: Rect,
    /// Is there room for all words of the course?
    pub(super) is_told: bool,
    /// Is there room for empty rows between them too?
    pub(super) is_airy: bool,
    pub(super) board: BoardMap<'a>,
    pub(super) prompt: Rect,
    pub(super) footer: Rect,
}

/// A way to share the window.
struct Share<'a> {
    board: BoardMap<'a>,
    /// Where board and words are together.
    both: Rect,
    text: Rect,
    /// The rows that the words of the course need.
    rows: u16,
}

impl Share<'_> {
    /// Is there room for all words of the course?
    const fn is_told(&self) -> bool {
        self.rows <= self.text.height
    }

    /// What makes it better than others, the most important first.
    fn worth(&self) -> (bool, bool, bool, u32) {
        let form = self.board.form;
        let area = u32::from(form.width) * u32::from(form.height);
        (!matches!(self.board.levels, Levels::One(_)), self.is_told(), self.board.drawn, area)
    }
}

/// The rows that the words of a step take at most in lines of this width: the task, the answer and the hint, without
/// the empty rows between them.
fn step_rows(step: &Step, width: u16, glyphs: &Glyphs) -> u16 {
    let rows = |text: &str| wrap(&glyphs.plain(text), width.max(8).into()).count();
    let most = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let questions = step.questions();
    let task = most(&mut questions.iter().map(|&at| rows(step.task_at(at))));
    let answers = questions.iter().flat_map(|&at| step.answers(at));
    let known = answers.map(|answer| {
        let right = if answer.is_right { "right. " } else { "" };
        rows(&format!("{}: {right}{}", answer.shown, answer.words))
    });
    let answer = most(&mut known.chain([rows(&format!("{MOVE}{}", step.otherwise))]));
    let hint = rows(&format!("Hint: {}", step.hint));
    u16::try_from(task + answer + hint).unwrap_or(u16::MAX)
}

/// The rows that the words of every step fit into.
fn rows(course: &Course, width: u16, glyphs: &Glyphs) -> u16 {
    course.steps.iter().map(|step| step_rows(step, width, glyphs)).max().unwrap_or(0)
}

/// Is a piece of the learner in reserve in a step of this course?
fn has_reserve(course: &Course) -> bool {
    course.steps.iter().any(|step| !step.start().reserve(step.learner()).is_empty())
}

impl LessonScreen {
    /// The areas; the error is the size that the window needs.
    pub(super) fn areas(&self, area: Rect, world: &World) -> Result<Areas<'_>, (u16, u16)> {
        let position = self.lesson.position();
        let rows = if area.height >= 20 { 2 } else { 1 };
        let reserve = u16::from(area.height >= 16 && has_reserve(self.lesson.course()));
        let footer = u16::from(area.height >= 12);
        let heights = [Constraint::Length(1), Constraint::Fill(1)].into_iter();
        let heights = heights.chain([reserve, rows, footer].map(Constraint::Length));
        let [title, room, reserve, prompt, footer] = Layout::vertical(heights).areas(area);
        let level = position.geometry().coord(self.pane.selection.cursor).z;
        let wish = Wish { only: self.pane.one_level, ..wish(position, world, level) };
        let Some(share) = self.share(room, wish, world) else {
            let ways = BoardMap::ways(position.geometry(), self.pane.view, wish);
            let least = ways.iter().map(BoardMap::size).min_by_key(|&(width, height)| (height, width));
            let (width, height) = least.unwrap_or_default();
            return Err((width.max(20), height + 3));
        };
        // The rows above and below begin where the board does.
        let wide = share.both.width.max(NARROWEST).min(area.width);
        let row = |row: Rect| {
            let [row] = Layout::horizontal([Constraint::Length(wide)]).flex(Flex::Center).areas(row);
            row
        };
        Ok(Areas {
            title: sides(row(title), 1),
            reserve: sides(row(reserve), 1),
            text: share.text,
            is_told: share.is_told(),
            is_airy: share.rows + AIR <= share.text.height,
            board: share.board,
            prompt: row(prompt),
            footer,
        })
    }

    /// The best way to share this room: with all words of the course and pieces that are drawn, as large as possible.
    fn share(&self, room: Rect, wish: Wish, world: &World) -> Option<Share<'_>> {
        // The words are as wide as the board, which is not known yet.
        let widths = [NARROWEST.min(room.width), room.width].map(|width| width.saturating_sub(2));
        let tight = widths.map(|width| rows(self.lesson.course(), width, &world.glyphs));
        let below = tight.into_iter().flat_map(|rows| [rows + AIR, rows]).chain(LEAST);
        let below = below.map(|rows| self.below(room, rows, wish, world));
        let beside = BESIDE.into_iter().map(|width| self.beside(room, width, wish, world));
        let ways: Vec<Share<'_>> =
            beside.chain(below).chain([self.below(room, 0, wish, world)]).flatten().collect();
        // Of equal ways the first one.
        ways.into_iter().rev().max_by_key(Share::worth)
    }

    fn fit(&self, width: u16, height: u16, wish: Wish) -> Option<BoardMap<'_>> {
        fitting(self.lesson.position(), self.pane.view, wish, (width, height))
    }

    /// Words of at least this width beside the board.
    fn beside(&self, room: Rect, least: u16, wish: Wish, world: &World) -> Option<Share<'_>> {
        let row = sides(room, 1);
        let parts = [Constraint::Fill(1), Constraint::Length(GAP), Constraint::Length(least)];
        let [free, _, _] = Layout::horizontal(parts).areas(row);
        let board = self.fit(free.width, free.height, wish)?;
        let (width, height) = board.size();
        // The words get what the board leaves.
        let parts = [Constraint::Length(width), Constraint::Length(GAP), Constraint::Max(WIDEST)];
        let [left, _, right] = Layout::horizontal(parts).flex(Flex::Center).areas(row);
        if right.width < least {
            return None;
        }
        let both = left.union(right);
        let place = centred(left, width, height);
        let [_, text] =
            Layout::vertical([Constraint::Length(room.height.saturating_sub(height) / 2), Constraint::Fill(1)])
                .areas(right);
        let rows = rows(self.lesson.course(), right.width, &world.glyphs);
        Some(Share { board: board.at(place.as_position()), both, text, rows })
    }

    /// Words in this many rows below the board.
    fn below(&self, room: Rect, most: u16, wish: Wish, world: &World) -> Option<Share<'_>> {
        let free = room.height.checked_sub(most)?;
        let board = self.fit(room.width, free, wish)?;
        let (width, height) = board.size();
        // One row of air, if there is one.
        let gap = u16::from(most > 0 && free > height);
        let all = centred(room, room.width, height + gap + most);
        let heights = [height, gap, most].map(Constraint::Length);
        let [above, _, words] = Layout::vertical(heights).areas(all);
        let place = centred(above, width, height);
        let wide = width.max(NARROWEST).min(room.width);
        let [words] = Layout::horizontal([Constraint::Length(wide)]).flex(Flex::Center).areas(words);
        let text = if most == 0 { Rect::ZERO } else { sides(words, 1) };
        let rows = rows(self.lesson.course(), text.width, &world.glyphs);
        Some(Share { board: board.at(place.as_position()), both: place.union(words), text, rows })
    }
}
