//! How a lesson is drawn, and what is at a place of it: the board, the task with the answer beside or above it, a row of
//! buttons for the mouse, and the prompt.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Flex, Layout, Position as Point, Rect};
use ratatui::widgets::Widget as _;

use super::LessonScreen;
use crate::rules::pick::Pick;
use crate::rules::position::Stock;
use crate::tui::action::{Action, Context};
use crate::tui::app::too_small;
use crate::tui::board::layout::{fitting, wish};
use crate::tui::board::map::{BoardMap, Levels, Wish};
use crate::tui::board::paint::BoardView;
use crate::tui::board::prompt::{Prompt, inner};
use crate::tui::screen::{Screen as _, Transition};
use crate::tui::theme::Role;
use crate::tui::widgets::areas::{centred, sides};
use crate::tui::widgets::footer::Footer;
use crate::tui::widgets::label::{Label, Lines};
use crate::tui::widgets::text::{block, columns};
use crate::tui::world::World;

/// The least widths of the text beside the board, the best first.
const BESIDE: [u16; 3] = [36, 28, 15];

/// The widest text beside the board, and the columns between them.
const WIDEST: u16 = 56;
const GAP: u16 = 2;

/// The rows of the text above the board, the best first.
const ABOVE: [u16; 5] = [7, 6, 5, 4, 3];

/// The areas of the screen.
struct Areas<'a> {
    title: Rect,
    /// The buttons, at the right end of the title.
    buttons: Rect,
    /// The pieces in reserve, as buttons.
    reserve: Rect,
    /// The task and the answer; empty where there is no room.
    text: Rect,
    board: BoardMap<'a>,
    prompt: Rect,
    footer: Rect,
}

/// What a button does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Button {
    Act(Action),
    Pick(Pick),
}

/// A button, its words, and whether it is the one to press now, or is held.
type Entry = (Button, String, bool);

/// The place of each button in a row.
fn places(entries: &[Entry], row: Rect) -> Vec<(Button, Rect)> {
    let widths = entries.iter().map(|(_, text, _)| Constraint::Length(columns(text, 99) as u16));
    let parts = Layout::horizontal(widths.chain([Constraint::Fill(1)])).spacing(1).split(row);
    entries.iter().zip(parts.iter()).map(|(&(button, ..), &part)| (button, part)).collect()
}

impl LessonScreen {
    /// The areas; the error is the size that the window needs.
    fn areas(&self, area: Rect, world: &World) -> Result<Areas<'_>, (u16, u16)> {
        let position = self.lesson.position();
        let rows = if area.height >= 20 { 2 } else { 1 };
        let reserve = u16::from(area.height >= 16 && !self.drops().is_empty());
        let footer = u16::from(area.height >= 12);
        let heights = [Constraint::Length(1), Constraint::Fill(1)].into_iter();
        let parts = Layout::vertical(heights.chain([reserve, rows, footer].map(Constraint::Length))).split(area);
        let wide = self.buttons(world).iter().map(|(_, text, _)| columns(text, 99) as u16 + 1).sum();
        let [title, buttons] =
            Layout::horizontal([Constraint::Fill(1), Constraint::Max(wide)]).areas(sides(parts[0], 1));
        let room = parts[1];
        let geometry = position.geometry();
        let level = geometry.coord(self.pane.hand.cursor).z;
        let wish = Wish { only: self.pane.one_level, ..wish(position, world, level) };
        let fit = |room: Rect| fitting(position, self.pane.view, wish, (room.width, room.height));
        // A board with one of its levels only is the last choice.
        let whole = |way: &BoardMap<'_>| wish.only || !matches!(way.levels, Levels::One(_));
        let beside = BESIDE.into_iter().find_map(|width| {
            let row = sides(room, 1);
            let parts = [Constraint::Fill(1), Constraint::Length(GAP), Constraint::Length(width)];
            let way = fit(Layout::horizontal(parts).split(row)[0]).filter(whole)?;
            // The text gets what the board leaves.
            let parts = [Constraint::Length(way.size().0), Constraint::Length(GAP), Constraint::Max(WIDEST)];
            let [board, _, text] = Layout::horizontal(parts).flex(Flex::Start).areas(row);
            Some((way, board, text)).filter(|(_, _, text)| text.width >= width)
        });
        let above = || {
            let most = ABOVE.into_iter().find_map(|rows| {
                let [text, board] = Layout::vertical([Constraint::Length(rows), Constraint::Fill(1)]).areas(room);
                let way = fit(board).filter(|way| whole(way))?;
                Some((way, board, sides(text, 1)))
            });
            most.or_else(|| Some((fit(room)?, room, Rect::ZERO)))
        };
        let Some((way, board, text)) = beside.or_else(above) else {
            let ways = BoardMap::ways(geometry, self.pane.view, wish);
            let least = ways.iter().map(BoardMap::size).min_by_key(|&(width, height)| (height, width));
            let (width, height) = least.unwrap_or_default();
            return Err((width.max(20), height + 3));
        };
        let (width, height) = way.size();
        // At the top, as the text beside it.
        let [board, _] = Layout::vertical([Constraint::Length(height), Constraint::Fill(1)]).areas(board);
        let board = way.at(centred(board, width, height).as_position());
        // Half a title and half a button help nobody.
        let has_buttons = title.width >= 24;
        let (title, buttons) = if has_buttons { (title, buttons) } else { (sides(parts[0], 1), Rect::ZERO) };
        Ok(Areas { title, buttons, reserve: sides(parts[2], 1), text, board, prompt: parts[3], footer: parts[4] })
    }

    pub(super) fn text_cursor(&self, world: &World, area: Rect) -> Option<Point> {
        let areas = self.areas(area, world).ok()?;
        Some(self.pane.entry.as_ref()?.cursor(inner(areas.prompt)))
    }

    /// The buttons of the title with their words, and whether each is the one to press now.
    fn buttons(&self, world: &World) -> Vec<Entry> {
        let solved = self.lesson.is_solved();
        let onward = if self.is_last() { "done" } else { "next step" };
        let named = [
            (Action::PreviousGame, "previous"),
            (Action::Hint, "hint"),
            (if solved { Action::Pick } else { Action::NextGame }, if solved { onward } else { "skip" }),
            (Action::Leave, "leave"),
        ];
        let possible = named.into_iter().filter(|&(action, _)| self.can(action, world));
        let entry = |(action, text)| (Button::Act(action), format!("[{text}]"), solved && action == Action::Pick);
        possible.map(entry).collect()
    }

    /// The pieces that can be dropped, as buttons.
    fn drops(&self) -> Vec<Entry> {
        let position = self.lesson.position();
        let spec = position.spec();
        let mut entries: Vec<Entry> = Vec::new();
        for (kind, stock) in position.reserve(position.turn()) {
            let count = match stock {
                Stock::Count(0) => continue,
                Stock::Count(1) | Stock::Endless => String::new(),
                Stock::Count(count) => count.to_string(),
            };
            let held = self.pane.hand.reserved() == Some(kind);
            // The first one says what all of them do.
            let drop = if entries.is_empty() { "Drop: " } else { "" };
            let text = format!("{drop}[{count}{}]", spec.of(kind).letter);
            entries.push((Button::Pick(Pick::Reserve(kind)), text, held));
        }
        if self.lesson.is_solved() { Vec::new() } else { entries }
    }

    /// The mouse button is pressed or released.
    pub(super) fn pointed(&mut self, at: Point, press: bool, world: &mut World) -> Transition {
        let Ok(areas) = self.areas(world.whole(), world) else { return Transition::Same };
        let mut all = places(&self.buttons(world), areas.buttons);
        all.extend(places(&self.drops(), areas.reserve));
        if press && let Some((button, _)) = all.into_iter().find(|(_, place)| place.contains(at)) {
            return match button {
                Button::Act(action) => self.act(action, world),
                Button::Pick(pick) => self.pick(pick, world),
            };
        }
        let scene = self.scene();
        let asks = scene.picks && self.pane.entry.is_none();
        let offer = asks.then(|| self.pane.asked(scene.position).offer_at(inner(areas.prompt), &world.glyphs, at));
        let square = areas.board.hit(at);
        if let (true, Some(offer)) = (press, offer.flatten()) {
            return self.pick(offer, world);
        }
        // Dragging a piece to its target is like two clicks.
        let picked = self.pane.hand.point(square, press) && square.is_some();
        if !picked || self.lesson.is_solved() {
            return Transition::Changed;
        }
        self.pick(Pick::Square(self.pane.hand.cursor), world)
    }

    /// The task, the answer and the hint, as far as they fit.
    fn text(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let width = usize::from(area.width);
        let style = |role| world.theme.style(role);
        let mut lines = Vec::new();
        let mut add = |text: &str, role: Role| {
            let rows = usize::from(area.height).saturating_sub(lines.len());
            lines.extend(block(&world.glyphs, text, width, rows).into_iter().map(|line| (line, style(role))));
        };
        let roomy = area.height >= 10 && area.width >= BESIDE[1];
        if roomy {
            add(&self.lesson.step().title, Role::Title);
            add(" ", Role::Text);
        }
        let (answer, role) = self.answered();
        // Where there is little room, the answer to the last right move takes the place of the task.
        if roomy || !self.lesson.is_solved() {
            add(self.lesson.task(), Role::Text);
        }
        if !answer.is_empty() {
            if roomy {
                add(" ", Role::Text);
            }
            add(&answer, role);
        }
        if let Some(hint) = &self.hint {
            if roomy {
                add(" ", Role::Text);
            }
            add(&format!("Hint: {hint}"), Role::Prompt);
        }
        if let Some(why) = &self.unkept {
            add(why, Role::Warning);
        }
        Lines(lines).render(area, buffer);
    }

    /// The answer to the last move.
    fn answered(&self) -> (String, Role) {
        match &self.verdict {
            Some(verdict) if verdict.is_right => {
                (format!("{}: right. {}", verdict.shown, verdict.words), Role::Prompt)
            }
            Some(verdict) => (format!("{}: {}", verdict.shown, verdict.words), Role::Warning),
            None => (String::new(), Role::Text),
        }
    }

    /// The message below the prompt.
    fn message(&self, is_text_shown: bool) -> (String, Role) {
        if let Some(told) = &self.pane.told {
            return (told.clone(), Role::Warning);
        }
        if is_text_shown {
            // Once the step is solved, no piece matters any more.
            let asks = !self.lesson.is_solved();
            return if asks { self.pane.about(self.lesson.position()) } else { (String::new(), Role::Text) };
        }
        // Without room for the text, its most important part is here.
        let (answer, role) = self.answered();
        match (answer.is_empty(), &self.hint) {
            (_, Some(hint)) => (format!("Hint: {hint}"), Role::Warning),
            (false, None) => (answer, if role == Role::Prompt { Role::Text } else { role }),
            (true, None) => (self.lesson.task().to_owned(), Role::Text),
        }
    }

    pub(super) fn render(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let areas = match self.areas(area, world) {
            Ok(areas) => areas,
            Err(needed) => return too_small(area, needed, buffer),
        };
        let style = |role| world.theme.style(role);
        let (course, number) = (self.lesson.course(), self.lesson.number());
        let steps = course.steps.len();
        let title = format!("Step {} of {steps}: {}", number + 1, self.lesson.step().title);
        let row = areas.title;
        Label::new(world.glyphs.head(&title, row.width.into()), style(Role::Title)).render(row, buffer);
        for (entries, row) in [(self.buttons(world), areas.buttons), (self.drops(), areas.reserve)] {
            for ((_, place), (_, text, chosen)) in places(&entries, row).into_iter().zip(&entries) {
                let role = if *chosen { Role::Selected } else { Role::Text };
                Label::new(text.as_str(), style(role)).render(place, buffer);
            }
        }
        BoardView { pane: &self.pane, scene: self.scene(), map: &areas.board, world }.render(area, buffer);
        self.text(world, areas.text, buffer);
        let typing = self.pane.entry.is_some();
        let (left, right) = match (self.lesson.is_solved(), typing) {
            (true, false) => (self.onward(world), String::new()),
            _ => self.pane.line(self.lesson.position(), areas.prompt),
        };
        let (told, role) = self.message(areas.text.height > 0);
        Prompt { world, left: &left, right: &right, told: &told, role, typing }.render(areas.prompt, buffer);
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
