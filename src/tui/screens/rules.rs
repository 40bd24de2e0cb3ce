//! The rules of each game as scrolling pages, including a list of its pieces and their moves.

mod text;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::games::Registry;
use crate::rules::variant::Variant;
use crate::tui::action::{Action, Context};
use crate::tui::input::Input;
use crate::tui::screen::{Screen, Transition};
use crate::tui::theme::Role;
use crate::tui::widgets::footer;
use crate::tui::widgets::list::{self, Chosen, Item};
use crate::tui::widgets::put::{put, put_right};
use crate::tui::world::World;

/// The maximum length of a line, however wide the window is.
const WIDEST: u16 = 78;

/// The list of games.
#[derive(Default)]
pub struct Rules {
    chosen: Chosen,
}

impl Rules {
    /// The list of all games.
    pub fn list() -> Rules {
        Rules::default()
    }

    fn area(area: Rect, games: &Registry) -> Rect {
        Rect {
            x: area.x + 2,
            y: area.y + 2,
            width: area.width.saturating_sub(4).min(44),
            height: area.height.saturating_sub(4).min(games.games().len() as u16),
        }
    }

    fn choose(&self, world: &World) -> Transition {
        Transition::Push(Box::new(Pages::of(world.games.games()[self.chosen.0])))
    }
}

impl Screen for Rules {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, _: &World) -> bool {
        !matches!(action, Action::Left | Action::Right | Action::Next | Action::Previous)
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Pick, Action::Up, Action::Down, Action::Back]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Pick => self.choose(world),
            Action::Back | Action::Leave => Transition::Close,
            _ => {
                let open = vec![true; world.games.games().len()];
                if self.chosen.step(action, &open) { Transition::Changed } else { Transition::Same }
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let area = Rules::area(world.whole(), &world.games);
        match *input {
            Input::Press(x, y) => {
                self.chosen = Chosen(list::hit(area, world.games.games().len(), self.chosen, x, y)?);
                Some(self.choose(world))
            }
            Input::Wheel(by, ..) => Some(self.act(if by < 0 { Action::Up } else { Action::Down }, world)),
            _ => None,
        }
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        put(
            buffer,
            area.x + 2,
            area.y,
            "Rules and pieces",
            usize::from(area.width),
            world.theme.style(Role::Title),
        );
        let items: Vec<Item> = world.games.games().iter().map(|game| Item::new(game.spec().title, "")).collect();
        list::draw(world, Rules::area(area, &world.games), &items, self.chosen, buffer);
        let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
        footer::draw(world, Context::List, &self.footer(world), foot, buffer);
    }
}

/// The rules of one game.
pub struct Pages {
    game: &'static dyn Variant,
    top: usize,
}

impl Pages {
    /// The rules of a game, scrolled to the top.
    pub fn of(game: &'static dyn Variant) -> Pages {
        Pages { game, top: 0 }
    }

    fn room(area: Rect) -> Rect {
        Rect {
            x: area.x + 1,
            y: area.y + 1,
            width: area.width.saturating_sub(2).clamp(8, WIDEST),
            height: area.height.saturating_sub(2),
        }
    }

    /// Scrolls as the action says; `times` is the number of lines for Up and Down.
    fn scroll(&mut self, action: Action, times: usize, world: &World) -> Transition {
        let room = Pages::room(world.whole());
        let lines = text::lines(self.game, room.width.into(), &world.glyphs);
        let page = usize::from(room.height);
        let last = lines.len().saturating_sub(page);
        // True for the first line of each heading.
        let is_heading = |at: &usize| lines[*at].heading && (*at == 0 || !lines[*at - 1].heading);
        let mut headings = (0..lines.len()).filter(is_heading);
        let was = self.top.min(last);
        self.top = match action {
            Action::Up => was.saturating_sub(times),
            Action::Down => was + times,
            Action::PageUp => was.saturating_sub(page.saturating_sub(2).max(1)),
            Action::PageDown | Action::Pick => was + page.saturating_sub(2).max(1),
            Action::First => 0,
            Action::Last => last,
            Action::Next | Action::Right => headings.find(|&at| at > was).unwrap_or(was),
            Action::Previous | Action::Left => headings.take_while(|&at| at < was).last().unwrap_or(0),
            _ => was,
        }
        .min(last);
        if self.top == was { Transition::Same } else { Transition::Changed }
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
        vec![
            Action::Up,
            Action::Down,
            Action::PageUp,
            Action::PageDown,
            Action::Previous,
            Action::Next,
            Action::Back,
        ]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Back | Action::Leave => Transition::Close,
            _ => self.scroll(action, 1, world),
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        match *input {
            Input::Wheel(by, ..) => Some(self.scroll(if by < 0 { Action::Up } else { Action::Down }, 3, world)),
            _ => None,
        }
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let room = Pages::room(area);
        let lines = text::lines(self.game, room.width.into(), &world.glyphs);
        let page = usize::from(room.height);
        let top = self.top.min(lines.len().saturating_sub(page));
        let wide = usize::from(area.width.saturating_sub(9));
        put(buffer, area.x + 1, area.y, self.game.spec().title, wide, world.theme.style(Role::Title));
        let shown = (top + page).min(lines.len());
        let place = format!("{} %", shown * 100 / lines.len().max(1));
        let row = Rect { width: area.width.saturating_sub(1), height: 1, ..area };
        put_right(buffer, row, place, world.theme.style(Role::Dim));
        for (row, line) in lines.iter().skip(top).take(page).enumerate() {
            let (mut x, y) = (room.x, room.y + row as u16);
            for (part, strong) in line.parts() {
                let role = if line.heading || strong { Role::Title } else { Role::Text };
                let free = usize::from(room.right().saturating_sub(x));
                x = put(buffer, x, y, part, free, world.theme.style(role));
            }
        }
        let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
        footer::draw(world, Context::List, &self.footer(world), foot, buffer);
    }
}
