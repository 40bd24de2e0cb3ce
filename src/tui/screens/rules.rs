//! The rules of each game as pages that scroll, and its pieces with how each moves.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use super::play::panels::wrap;
use crate::games::GAMES;
use crate::rules::spec::Spec;
use crate::rules::variant::Opening;
use crate::tui::action::{Action, Context};
use crate::tui::glyphs::Glyphs;
use crate::tui::input::Input;
use crate::tui::outline::Outline;
use crate::tui::screen::{Screen, Step};
use crate::tui::theme::Role;
use crate::tui::widgets::footer;
use crate::tui::widgets::list::{self, Chosen, Item};
use crate::tui::world::World;

/// No line is longer than this, however wide the window is.
const WIDEST: u16 = 78;

/// The list of games.
#[derive(Default)]
pub struct Rules {
    chosen: Chosen,
}

impl Rules {
    /// All games.
    pub fn list() -> Rules {
        Rules::default()
    }

    fn area(area: Rect) -> Rect {
        Rect {
            x: area.x + 2,
            y: area.y + 2,
            width: area.width.saturating_sub(4).min(44),
            height: GAMES.len() as u16,
        }
    }

    fn choose(&self) -> Step {
        Step::Push(Box::new(Pages::of(GAMES[self.chosen.0].spec())))
    }
}

impl Screen for Rules {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        !matches!(action, Action::Left | Action::Right)
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Pick, Action::Up, Action::Down, Action::Back]
    }

    fn act(&mut self, action: Action, _: &mut World) -> Step {
        match action {
            Action::Pick => self.choose(),
            Action::Back | Action::Leave => Step::Close,
            _ => {
                if self.chosen.step(action, &[true; 16][..GAMES.len().min(16)]) {
                    Step::Changed
                } else {
                    Step::Same
                }
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Step> {
        let (columns, rows) = world.facts.size;
        let area = Rules::area(Rect::new(0, 0, columns, rows));
        match *input {
            Input::Press(x, y) if area.contains(Point::new(x, y)) => {
                self.chosen = Chosen(usize::from(y - area.y));
                Some(self.choose())
            }
            _ => None,
        }
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        buffer.set_string(area.x + 2, area.y, "Rules and pieces", world.theme.style(Role::Title));
        let items: Vec<Item> = GAMES.iter().map(|game| Item::new(game.spec().title, "")).collect();
        list::draw(world, Rules::area(area), &items, self.chosen, buffer);
        let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
        footer::draw(world, Context::List, &self.footer(world), foot, buffer);
    }
}

/// The pages of one game.
pub struct Pages {
    spec: &'static Spec,
    top: usize,
}

/// One line, and whether it is a heading.
struct Line {
    text: String,
    heading: bool,
}

impl Pages {
    /// The pages of a game, at their beginning.
    pub fn of(spec: &'static Spec) -> Pages {
        Pages { spec, top: 0 }
    }

    /// All lines at this width. Boards are drawn, paragraphs are broken between words.
    fn lines(&self, width: usize, glyphs: &Glyphs) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut plain = |text: String, heading: bool| lines.push(Line { text: glyphs.plain(&text), heading });
        let game = crate::games::find(self.spec.id);
        let outline = Outline { strokes: glyphs.strokes, width: 3, height: 1 };
        let mut in_board = false;
        for text in self.spec.rules.lines() {
            match text {
                "```board" => in_board = true,
                "```" => in_board = false,
                _ if in_board => {
                    if let Some(Ok(position)) = game.map(|game| game.begin(Opening::Fen(text))) {
                        for level in 0..position.geometry().size()[2] {
                            for row in outline.draw(position.geometry(), level, |square| position.letters(square)) {
                                plain(row, false);
                            }
                        }
                    }
                }
                _ if text.starts_with('#') => plain(text.trim_start_matches('#').trim().to_owned(), true),
                _ => {
                    let indent = text.len() - text.trim_start().len();
                    let bullet = usize::from(text.trim_start().starts_with("* ")) * 2;
                    for (at, line) in wrap(text, width.saturating_sub(indent)).into_iter().enumerate() {
                        let spaces = indent + if at > 0 { bullet } else { 0 };
                        plain(format!("{}{line}", " ".repeat(spaces)), false);
                    }
                }
            }
        }
        plain(String::new(), false);
        plain("The pieces".to_owned(), true);
        plain(String::new(), false);
        for kind in self.spec.kinds {
            for (at, line) in
                wrap(&format!("{} {}: {}.", kind.letter, kind.name, kind.words), width - 2).iter().enumerate()
            {
                plain(format!("{}{line}", if at > 0 { "  " } else { "" }), false);
            }
        }
        lines
    }

    fn room(area: Rect) -> Rect {
        Rect {
            x: area.x + 1,
            y: area.y + 1,
            width: area.width.saturating_sub(2).clamp(8, WIDEST),
            height: area.height.saturating_sub(2),
        }
    }

    fn scroll(&mut self, action: Action, world: &World) -> Step {
        let (columns, rows) = world.facts.size;
        let room = Pages::room(Rect::new(0, 0, columns, rows));
        let lines = self.lines(room.width.into(), &world.glyphs);
        let page = usize::from(room.height);
        let last = lines.len().saturating_sub(page);
        let headings: Vec<usize> =
            lines.iter().enumerate().filter(|(_, line)| line.heading).map(|(at, _)| at).collect();
        let was = self.top.min(last);
        self.top = match action {
            Action::Up => was.saturating_sub(1),
            Action::Down => was + 1,
            Action::PageUp => was.saturating_sub(page.saturating_sub(2)),
            Action::PageDown | Action::Pick => was + page.saturating_sub(2),
            Action::First => 0,
            Action::Last => last,
            Action::Next | Action::Right => headings.iter().copied().find(|&at| at > was).unwrap_or(was),
            Action::Previous | Action::Left => headings.iter().rev().copied().find(|&at| at < was).unwrap_or(0),
            _ => was,
        }
        .min(last);
        if self.top == was { Step::Same } else { Step::Changed }
    }
}

impl Screen for Pages {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, _: Action, _: &World) -> bool {
        true
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Up, Action::Down, Action::PageDown, Action::PageUp, Action::Next, Action::Back]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Step {
        match action {
            Action::Back | Action::Leave => Step::Close,
            _ => self.scroll(action, world),
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Step> {
        match *input {
            Input::Wheel(by, ..) => {
                let mut step = Step::Same;
                for _ in 0..3 {
                    let next = self.scroll(if by < 0 { Action::Up } else { Action::Down }, world);
                    step = if matches!(next, Step::Changed) { next } else { step };
                }
                Some(step)
            }
            _ => None,
        }
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let room = Pages::room(area);
        let lines = self.lines(room.width.into(), &world.glyphs);
        let page = usize::from(room.height);
        let top = self.top.min(lines.len().saturating_sub(page));
        buffer.set_string(area.x + 1, area.y, self.spec.title, world.theme.style(Role::Title));
        let shown = (top + page).min(lines.len());
        let place = format!("{} %", shown * 100 / lines.len().max(1));
        let x = area.right().saturating_sub(place.len() as u16 + 1);
        buffer.set_string(x, area.y, place, world.theme.style(Role::Dim));
        for (row, line) in lines.iter().skip(top).take(page).enumerate() {
            let role = if line.heading { Role::Title } else { Role::Text };
            let y = room.y + row as u16;
            buffer.set_stringn(room.x, y, &line.text, usize::from(room.width), world.theme.style(role));
        }
        let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
        footer::draw(world, Context::List, &self.footer(world), foot, buffer);
    }
}
