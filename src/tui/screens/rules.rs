//! The rules of each game as scrolling pages, including a list of its pieces and their moves.

mod text;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Position as Point, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use crate::games::Registry;
use crate::rules::variant::Variant;
use crate::tui::action::{Action, Context};
use crate::tui::input::Input;
use crate::tui::screen::{Screen, Transition};
use crate::tui::theme::Role;
use crate::tui::widgets::areas::{columns, from_top, sides, titled};
use crate::tui::widgets::footer::Footer;
use crate::tui::widgets::label::{Label, Parts};
use crate::tui::widgets::list::{Item, List, ListState};
use crate::tui::world::World;

/// The maximum length of a line, however wide the window is.
const WIDEST: u16 = 78;

/// The maximum width of the list of games.
const WIDEST_LIST: u16 = 44;

/// The list of games.
#[derive(Default)]
pub struct Rules {
    list: ListState,
}

impl Rules {
    /// The list of all games.
    pub fn list() -> Rules {
        Rules::default()
    }

    /// The title, the list and the keys.
    fn areas(area: Rect, games: &Registry) -> [Rect; 3] {
        let [title, content, footer] = titled(area);
        let content = columns(content.inner(Margin::new(2, 1)), WIDEST_LIST);
        let ([list], _) = from_top(content, [games.games().len() as u16]);
        [sides(title, 2), list, footer]
    }

    fn choose(&self, world: &World) -> Transition {
        Transition::Push(Box::new(Pages::of(world.games.games()[self.list.selected])))
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
                if self.list.step(action, &open) { Transition::Changed } else { Transition::Same }
            }
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        match *input {
            Input::Press(x, y) => {
                let [_, list, _] = Rules::areas(world.whole(), &world.games);
                self.list.selected = self.list.hit(list, world.games.games().len(), Point::new(x, y))?;
                Some(self.choose(world))
            }
            Input::Wheel(by, ..) => Some(self.act(if by < 0 { Action::Up } else { Action::Down }, world)),
            _ => None,
        }
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let [title, list, footer] = Rules::areas(area, &world.games);
        Label::new("Rules and pieces", world.theme.style(Role::Title)).render(title, buffer);
        let items: Vec<Item> = world.games.games().iter().map(|game| Item::new(game.spec().title, "")).collect();
        List::new(&items, world).render(list, buffer, &mut { self.list });
        Footer::new(world, Context::List, &self.footer(world)).render(footer, buffer);
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

    /// The title, how far the page is scrolled, the text and the keys.
    fn areas(area: Rect) -> [Rect; 4] {
        let [head, content, footer] = titled(area);
        let [title, place] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(7)]).areas(sides(head, 1));
        [title, place, columns(sides(content, 1), WIDEST), footer]
    }

    /// Scrolls as the action says; `times` is the number of lines for Up and Down.
    fn scroll(&mut self, action: Action, times: usize, world: &World) -> Transition {
        let [_, _, room, _] = Pages::areas(world.whole());
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
        let [title, place, room, footer] = Pages::areas(area);
        let lines = text::lines(self.game, room.width.into(), &world.glyphs);
        let page = usize::from(room.height);
        let top = self.top.min(lines.len().saturating_sub(page));
        Label::new(self.game.spec().title, world.theme.style(Role::Title)).render(title, buffer);
        let shown = (top + page).min(lines.len());
        let percent = format!("{} %", shown * 100 / lines.len().max(1));
        Label::new(percent, world.theme.style(Role::Dim)).right().render(place, buffer);
        for (row, line) in room.rows().zip(lines.iter().skip(top)) {
            let style = |strong| world.theme.style(if strong { Role::Title } else { Role::Text });
            Parts(line.parts().map(|(part, strong)| (part, style(line.heading || strong)))).render(row, buffer);
        }
        Footer::new(world, Context::List, &self.footer(world)).render(footer, buffer);
    }
}
