//! The rules of one game: text that scrolls, with diagrams that step by themselves or by key, and a search.

mod areas;
mod draw;
mod ways;

use std::sync::Arc;
use std::time::Instant;

use areas::Areas;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::widgets::Widget as _;

use super::text::{self, Line, Page};
use crate::action::{Action, Context};
use crate::board::diagram::DiagramPane;
use crate::board::layout::drawing;
use crate::board::map::Form;
use crate::client::learning;
use crate::config::Motion;
use crate::input::Input;
use crate::place::Place;
use crate::record::course::Course;
use crate::rules::diagram::Diagram;
use crate::rules::variant::Variant;
use crate::screen::{Screen, Transition};
use crate::theme::Role;
use crate::wakes::Reasons;
use crate::widgets::areas::sides;
use crate::widgets::field::{Field, FieldState, FieldStep};
use crate::widgets::footer::Footer;
use crate::widgets::label::Label;
use crate::world::World;

/// The cell of a piece in the list of the pieces.
const TOKEN: Form = Form { width: 7, height: 3, lines: false };

/// The label of the field of the search.
const SEARCH: &str = "Search: ";

/// The rules of one game.
pub struct Pages {
    game: &'static dyn Variant,
    /// Its lessons, if it brings some.
    course: Option<Arc<Course>>,
    top: usize,
    diagrams: Vec<DiagramPane>,
    /// The diagram that steps, one that is in sight as a whole.
    active: Option<usize>,
    /// When it shows its next picture by itself. `None` while everything is at rest.
    due: Option<Instant>,
    /// Does another screen cover this one?
    is_covered: bool,
    /// The text of the search, while it is typed.
    field: Option<FieldState>,
    /// The text that was searched last; empty if there is none.
    sought: String,
}

impl Pages {
    /// The rules of a game, scrolled to the top.
    pub fn of(game: &'static dyn Variant, world: &World) -> Pages {
        // A test reads every diagram of the built-in games; one that cannot be read is shown as an empty board.
        let read = |diagram: Result<Diagram, _>| {
            diagram.or_else(|_| Diagram::read(game, game.spec().setups[0].fen)).ok().map(DiagramPane::new)
        };
        let diagrams = Diagram::all(game).into_iter().filter_map(read).collect();
        Pages {
            game,
            course: learning::course(game, &world.client).ok(),
            top: 0,
            diagrams,
            active: None,
            due: None,
            is_covered: false,
            field: None,
            sought: String::new(),
        }
    }

    fn areas(&self, area: Rect) -> Areas {
        Areas::of(area, !self.diagrams.is_empty())
    }

    fn lines(&self, areas: Areas, world: &World) -> Vec<Line> {
        let size = areas.diagram();
        // Beside the text its words say where a diagram belongs.
        let rows = |number: usize| match areas.aside {
            Some(_) => self.caption(number, areas.text.width, world).len() as u16,
            None => self.diagrams[number].rows(size, world),
        };
        let rows: Vec<u16> = (0..self.diagrams.len()).map(rows).collect();
        let key = world.keymap.key(Context::Pages, Action::Learn).unwrap_or_default();
        let lesson = |heading: &str| {
            let course = self.course.as_ref()?;
            let number = course.step_of(heading)?;
            Some((number, format!("{key}: lesson {}, {}", number + 1, course.steps[number].title)))
        };
        let token = drawing(self.game.spec(), world).is_drawn(TOKEN).then_some((TOKEN.width, TOKEN.height));
        let page = Page { width: areas.text.width.into(), glyphs: &world.glyphs, diagrams: &rows, token };
        text::lines(self.game, page, &lesson)
    }

    /// The text and the number of its first line in sight.
    fn seen(&self, areas: Areas, world: &World) -> (Vec<Line>, usize) {
        let lines = self.lines(areas, world);
        let top = self.top.min(lines.len().saturating_sub(areas.text.height.into()));
        (lines, top)
    }

    /// Scrolls as the action says; `times` is the number of lines for Up and Down.
    fn scroll(&mut self, action: Action, times: usize, world: &World) -> Transition {
        let areas = self.areas(world.whole());
        let page = usize::from(areas.text.height);
        let (lines, was) = self.seen(areas, world);
        let last = lines.len().saturating_sub(page);
        // True for the first line of each heading, and for each line that is searched.
        let is_stop = |at: &usize| {
            let heading = lines[*at].heading && (*at == 0 || !lines[*at - 1].heading);
            if self.sought.is_empty() { heading } else { lines[*at].contains(&self.sought) }
        };
        let mut stops = (0..lines.len()).filter(is_stop);
        let next = match action {
            Action::Up => was.saturating_sub(times),
            Action::Down => was + times,
            Action::PageUp => whole(&lines, was.saturating_sub(page.saturating_sub(2).max(1))),
            Action::PageDown | Action::Pick => {
                let next = was + page.saturating_sub(2).max(1);
                // A diagram that is cut is shown as a whole.
                Some(whole(&lines, next)).filter(|&at| at > was).unwrap_or(next)
            }
            Action::First => 0,
            Action::Last => last,
            Action::Next | Action::Right => stops.find(|&at| at > was).unwrap_or(was),
            Action::Previous | Action::Left => stops.take_while(|&at| at < was).last().unwrap_or(0),
            _ => was,
        };
        self.top = next.min(last);
        if self.top == was { Transition::Same } else { Transition::Changed }
    }

    /// The diagrams that are in sight, but for a row.
    fn in_sight(&self, world: &World) -> Vec<usize> {
        let areas = self.areas(world.whole());
        let (lines, top) = self.seen(areas, world);
        let shown = &lines[top..(top + usize::from(areas.text.height)).min(lines.len())];
        let rows = |number| lines.iter().filter(|line| line.diagram.is_some_and(|(at, _)| at == number)).count();
        let seen = |number| shown.iter().filter(|line| line.diagram.is_some_and(|(at, _)| at == number)).count();
        // Beside the text a diagram without steps has its turn too.
        let has_turn = |&number: &usize| areas.aside.is_some() || self.diagrams[number].has_steps();
        let all = (0..self.diagrams.len()).filter(has_turn);
        // A diagram may be as tall as the page, so a row may be missing.
        all.filter(|&number| seen(number) > 0 && seen(number) + 1 >= rows(number)).collect()
    }

    /// Makes this diagram the one that steps. It does so by itself unless the settings say that nothing moves.
    fn activate(&mut self, number: Option<usize>, world: &World) {
        if self.active == number {
            return;
        }
        self.active = number;
        let by_itself = world.client.config.look.motion != Motion::Off;
        self.due = number.filter(|_| by_itself).map(|number| world.now + self.diagrams[number].dwell());
    }

    /// Shows the next picture of the diagram that steps. After its last one, the next diagram in sight steps.
    fn step(&mut self, world: &World) -> bool {
        let Some(active) = self.active else { return false };
        self.diagrams[active].step(world);
        if self.diagrams[active].is_at_start() {
            self.due = None;
            let next = self.in_sight(world).into_iter().find(|&number| number > active);
            if next.is_some() {
                self.activate(next, world);
            }
        }
        true
    }

    /// The first line from here on that has the text of the search, or the first one of all.
    fn find(&mut self, from: usize, world: &World) -> bool {
        let lines = self.lines(self.areas(world.whole()), world);
        let mut found = (0..lines.len()).filter(|&at| lines[at].contains(&self.sought));
        let first = found.next();
        let at = first.filter(|&at| at >= from).or_else(|| found.find(|&at| at >= from)).or(first);
        // Two lines above it are in sight too.
        self.top = at.map_or(self.top, |at| at.saturating_sub(2));
        at.is_some()
    }
}

/// The line to scroll to so that a diagram is not cut at the top.
fn whole(lines: &[Line], at: usize) -> usize {
    match lines.get(at).and_then(|line| line.diagram) {
        Some((_, row)) if row > 0 => at.saturating_sub(row.into()),
        _ => at,
    }
}

impl Screen for Pages {
    fn context(&self) -> Context {
        Context::Pages
    }

    fn can(&self, action: Action, world: &World) -> bool {
        match action {
            Action::NextPicture | Action::LookBack => {
                self.active.is_some_and(|active| self.diagrams[active].has_steps())
            }
            Action::Learn => self.course.is_some(),
            Action::Type | Action::Explore | Action::Back | Action::Leave => true,
            Action::Left | Action::Right | Action::Pick => self.is_long(world),
            action if action.moves_selection() => self.is_long(world),
            _ => false,
        }
    }

    fn say(&self, action: Action, _: &World) -> Option<String> {
        let searches = !self.sought.is_empty();
        (searches && action == Action::Back).then(|| "end the search".to_owned())
    }

    fn field_keys(&self) -> Vec<(&'static str, &'static str)> {
        self.field.as_ref().map(|_| vec![("Enter", "keep"), ("Esc", "cancel")]).unwrap_or_default()
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![
            Action::PageUp,
            Action::PageDown,
            Action::NextPicture,
            Action::LookBack,
            Action::Previous,
            Action::Next,
            Action::Type,
            Action::Explore,
            Action::Learn,
            Action::Back,
            Action::Up,
            Action::Down,
        ]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Back if !self.sought.is_empty() => {
                self.sought.clear();
                Transition::Changed
            }
            Action::Back | Action::Leave => Transition::Close,
            Action::Type => {
                self.field = Some(FieldState::default());
                Transition::Changed
            }
            Action::Explore => self.explore(),
            Action::Learn => self.learn(world),
            Action::NextPicture => {
                // Who steps by key does not want it to go on by itself.
                self.due = None;
                if self.step(world) { Transition::Changed } else { Transition::Same }
            }
            Action::LookBack => {
                self.due = None;
                let Some(active) = self.active else { return Transition::Same };
                self.diagrams[active].step_back();
                Transition::Changed
            }
            _ => self.scroll(action, 1, world),
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        if let Some(field) = &mut self.field {
            let step = field.input(input)?;
            let text = field.text().trim().to_owned();
            match step {
                FieldStep::Leave => {
                    self.field = None;
                    self.sought.clear();
                }
                FieldStep::Enter => {
                    let top = self.top;
                    if text.is_empty() || self.find(top, world) {
                        self.field = None;
                    }
                }
                FieldStep::Changed => {
                    self.sought = text;
                    let top = self.top;
                    self.find(top, world);
                }
            }
            return Some(Transition::Changed);
        }
        match *input {
            Input::Wheel(by, ..) => Some(self.scroll(if by < 0 { Action::Up } else { Action::Down }, 3, world)),
            Input::Press(x, y) => {
                let areas = self.areas(world.whole());
                let (lines, top) = self.seen(areas, world);
                if areas.aside.is_some_and(|aside| aside.contains(Point::new(x, y))) {
                    return Some(self.act(Action::NextPicture, world));
                }
                let row = areas.text.rows().position(|row| row.contains(Point::new(x, y)))?;
                let line = lines.get(top + row)?;
                if let Some(number) = line.lesson {
                    return Some(Transition::Open(Place::Lesson(self.game, number)));
                }
                let (number, _) = line.diagram?;
                if areas.aside.is_some() && self.active != Some(number) {
                    self.activate(Some(number), world);
                    return Some(Transition::Changed);
                }
                if !self.diagrams.get(number)?.has_steps() {
                    return None;
                }
                self.activate(Some(number), world);
                Some(self.act(Action::NextPicture, world))
            }
            _ => None,
        }
    }

    fn animate(&mut self, world: &World) {
        if self.is_covered {
            return;
        }
        let seen = self.in_sight(world);
        if !self.active.is_some_and(|active| seen.contains(&active)) {
            if let Some(old) = self.active {
                self.diagrams[old].rewind();
            }
            self.activate(seen.first().copied(), world);
        }
    }

    fn covered(&mut self, _: &mut World) {
        self.is_covered = true;
        self.due = None;
    }

    fn uncovered(&mut self, _: &mut World) {
        self.is_covered = false;
    }

    fn end_motion(&mut self, world: &World) -> bool {
        self.active.is_some_and(|active| self.diagrams[active].end_motion(world))
    }

    fn wake(&mut self, _: Reasons, world: &mut World) -> Transition {
        let moves = self.active.is_some_and(|active| self.diagrams[active].wake(world));
        let steps = self.due.is_some_and(|due| world.now >= due);
        if steps {
            self.step(world);
            let active = self.active.filter(|&active| !self.diagrams[active].is_at_start());
            if let Some(active) = active {
                self.due = Some(world.now + self.diagrams[active].dwell());
            }
        }
        if moves || steps { Transition::Changed } else { Transition::Same }
    }

    fn deadline(&self, _: &World) -> Option<Instant> {
        let moves = self.active.and_then(|active| self.diagrams[active].deadline());
        [self.due, moves].into_iter().flatten().min()
    }

    fn cursor(&self, _: &World, area: Rect) -> Option<Point> {
        let footer = self.areas(area).footer;
        Some(Field::new(SEARCH, self.field.as_ref()?).cursor(sides(footer, 1)))
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let areas = self.areas(area);
        let (lines, top) = self.seen(areas, world);
        let page = usize::from(areas.text.height);
        Label::new(self.game.spec().title, world.theme.style(Role::Title)).render(areas.title, buffer);
        let shown = (top + page).min(lines.len());
        let percent = format!("{} %", shown * 100 / lines.len().max(1));
        Label::new(percent, world.theme.style(Role::Dim)).right().render(areas.place, buffer);
        self.draw_lines(&lines[top..shown], areas, world, buffer);
        if let (Some(aside), Some(number)) = (areas.aside, self.beside(&lines, top)) {
            self.diagrams[number].draw((aside, 0), aside.height, (world, true), buffer);
        }
        let footer = areas.footer;
        if let Some(field) = &self.field {
            let row = sides(footer, 1);
            Field::new(SEARCH, field).render(row, buffer);
            if !self.sought.is_empty() && !lines.iter().any(|line| line.contains(&self.sought)) {
                Label::new("not found", world.theme.style(Role::Warning)).right().render(row, buffer);
            }
            return;
        }
        Footer::of(self, world).render(footer, buffer);
    }
}
