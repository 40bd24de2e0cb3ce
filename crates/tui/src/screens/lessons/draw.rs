//! How a lesson is drawn, and what is at a place of it: the board, the task with the answer beside or below it, the pieces
//! in reserve, and the prompt.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position as Point, Rect};
use ratatui::widgets::Widget as _;

use super::LessonScreen;
use super::areas::Areas;
use crate::action::{Action, Context};
use crate::board::paint::BoardView;
use crate::board::prompt::{Prompt, inner};
use crate::board::selection::drag::Pointed;
use crate::input::Pointing;
use crate::rules::pick::Pick;
use crate::rules::position::Stock;
use crate::screen::Transition;
use crate::theme::Role;
use crate::widgets::footer::{Chips, Footer};
use crate::widgets::label::{Label, Lines};
use crate::widgets::text::{block, columns};
use crate::widgets::too_small::TooSmall;
use crate::world::World;

/// The words before the pieces in reserve.
const RESERVE: &str = "reserve";

/// The columns between two pieces in reserve.
const APART: u16 = 3;

impl LessonScreen {
    /// Draws the pieces that the learner can drop, each as the key that picks it.
    fn reserve(&self, world: &World, row: Rect, buffer: &mut Buffer) {
        let position = self.lesson.position();
        let spec = position.spec();
        let mut stored = Vec::new();
        for ((kind, stock), number) in position.reserve(position.turn()).into_iter().zip(1..) {
            let count = match stock {
                Stock::Count(0) => continue,
                Stock::Count(1) | Stock::Endless => String::new(),
                Stock::Count(count) => format!(" ×{count}"),
            };
            let key = world.keymap.key(Context::Lesson, Action::Number(number)).unwrap_or_default();
            stored.push((kind, key, world.glyphs.plain(&format!("{}{count}", spec.of(kind).name))));
        }
        if stored.is_empty() || self.lesson.is_solved() {
            return;
        }
        let wide = stored.iter().map(|(_, key, words)| (columns(key, 9) + columns(words, 99) + 1) as u16);
        let parts = [RESERVE.len() as u16].into_iter().chain(wide).map(Constraint::Length);
        let parts = Layout::horizontal(parts.chain([Constraint::Fill(1)])).spacing(APART).split(row);
        Label::new(RESERVE, world.theme.style(Role::Dim)).render(parts[0], buffer);
        for ((kind, key, words), &place) in stored.into_iter().zip(parts.iter().skip(1)) {
            Chips { world, keys: &[(key, words.as_str())] }.render(place, buffer);
            if self.pane.selection.reserved() == Some(kind) {
                buffer.set_style(place, world.theme.style(Role::Selected));
            }
        }
    }

    /// Handles the mouse.
    pub(super) fn pointed(&mut self, at: Point, how: Pointing, world: &mut World) -> Transition {
        let Ok(areas) = self.areas(world.whole(), world) else { return Transition::Same };
        let scene = self.scene();
        let asks = scene.picks && self.pane.entry.is_none();
        let offer = asks.then(|| self.pane.asked(scene.position).offer_at(inner(areas.prompt), &world.glyphs, at));
        let square = areas.board.hit(at);
        if let (Pointing::Press, Some(offer)) = (how, offer.flatten()) {
            return self.pick(offer, world);
        }
        // Dragging a piece to its target is like two clicks.
        match self.pane.selection.point(square, how) {
            Pointed::Picks(square) if !self.lesson.is_solved() => self.pick(Pick::Square(square), world),
            _ => Transition::Changed,
        }
    }

    /// The task, the answer and the hint, as far as they fit.
    fn text(&self, world: &World, areas: &Areas<'_>, buffer: &mut Buffer) {
        let area = areas.text;
        let (answer, role) = self.answered();
        // Where there is little room, the answer to the last right move takes the place of the task.
        let task = if areas.is_told || !self.lesson.is_solved() { self.lesson.task() } else { "" };
        let hint = self.hint.as_ref().map(|hint| format!("Hint: {hint}")).unwrap_or_default();
        let unkept = self.unkept.as_deref().unwrap_or_default();
        let parts =
            [(task, Role::Text), (answer.as_str(), role), (hint.as_str(), Role::Advice), (unkept, Role::Warning)];
        let mut lines: Vec<(String, Role)> = Vec::new();
        for (text, role) in parts.into_iter().filter(|(text, _)| !text.is_empty()) {
            if areas.is_airy && !lines.is_empty() {
                lines.push((String::new(), Role::Text));
            }
            let rows = usize::from(area.height).saturating_sub(lines.len());
            let block = block(&world.glyphs, text, area.width.into(), rows);
            lines.extend(block.into_iter().map(|line| (line, role)));
        }
        Lines(lines.into_iter().map(|(line, role)| (line, world.theme.style(role)))).render(area, buffer);
    }

    /// The answer to the last move.
    fn answered(&self) -> (String, Role) {
        match &self.verdict {
            Some(verdict) if verdict.is_right => {
                (format!("{}: right. {}", verdict.shown, verdict.words), Role::Notice)
            }
            Some(verdict) => (format!("{}: {}", verdict.shown, verdict.words), Role::Warning),
            None => (String::new(), Role::Text),
        }
    }

    /// The message below the prompt.
    fn message(&self, is_text_shown: bool) -> (String, Role) {
        if let Some(message) = &self.pane.message {
            return (message.clone(), self.pane.message_role());
        }
        if is_text_shown {
            // Once the step is solved, no piece matters any more.
            let asks = !self.lesson.is_solved();
            return if asks { self.pane.about(self.lesson.position()) } else { (String::new(), Role::Text) };
        }
        // Without room for the text, its most important part is here.
        let (answer, role) = self.answered();
        match (answer.is_empty(), &self.hint) {
            (_, Some(hint)) => (format!("Hint: {hint}"), Role::Advice),
            (false, None) => (answer, role),
            (true, None) => (self.lesson.task().to_owned(), Role::Text),
        }
    }

    pub(super) fn render(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let areas = match self.areas(area, world) {
            Ok(areas) => areas,
            Err(needed) => return TooSmall(needed).render(area, buffer),
        };
        let style = |role| world.theme.style(role);
        let (course, number) = (self.lesson.course(), self.lesson.number());
        let steps = course.steps.len();
        let title = format!("Step {} of {steps}: {}", number + 1, self.lesson.step().title);
        let row = areas.title;
        let title = world.glyphs.head(&title, row.width.into());
        let game = course.game.spec().title;
        // The name of the game is left out where the title needs the room.
        let free = usize::from(row.width).saturating_sub(columns(&title, row.width.into()) + 2);
        Label::new(title, style(Role::Title)).render(row, buffer);
        if columns(game, 99) <= free {
            Label::new(game, style(Role::Dim)).right().render(row, buffer);
        }
        self.reserve(world, areas.reserve, buffer);
        BoardView { pane: &self.pane, scene: self.scene(), map: &areas.board, world }.render(area, buffer);
        self.text(world, &areas, buffer);
        let typing = self.pane.entry.is_some();
        let (left, right) = match (self.lesson.is_solved(), typing) {
            (true, false) => (self.onward(world), String::new()),
            _ => self.pane.line(self.lesson.position(), areas.prompt),
        };
        let (message, role) = self.message(areas.text.height > 0);
        Prompt { world, left: &left, right: &right, message: &message, role, typing }.render(areas.prompt, buffer);
        Footer::of(self, world).render(areas.footer, buffer);
    }

    /// What to do when the step is solved.
    fn onward(&self, world: &World) -> String {
        let key = world.keymap.key(Context::Lesson, Action::Pick).unwrap_or_default();
        if self.is_last() {
            format!("Solved. That was the last step. {key}: back to the list, where a first game is offered")
        } else {
            format!("Solved. {key}: the next step")
        }
    }
}
