//! A scrolling view of a text of any length. Only the visible lines are wrapped when it is drawn.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::Widget as _;

use crate::action::{Action, Context};
use crate::screen::{Screen, Transition};
use crate::theme::Role;
use crate::widgets::areas::{columns, sides, titled};
use crate::widgets::footer::Footer;
use crate::widgets::label::{Label, Lines};
use crate::widgets::text::{fit, wrap};
use crate::world::World;

/// The maximum width of a line, even if the window is wider.
const WIDEST: u16 = 100;

/// A text that scrolls.
pub struct Reading {
    title: String,
    text: String,
    /// The width to which the lines are wrapped.
    width: usize,
    /// The byte offsets of the lines above the window, and at the end that of the first visible line.
    starts: Vec<usize>,
}

impl Reading {
    /// A text, scrolled to its beginning.
    pub fn new(title: String, text: String) -> Reading {
        Reading { title, text, width: 0, starts: vec![0] }
    }

    /// The title, how far the text is scrolled, the text and the keys.
    fn areas(area: Rect) -> [Rect; 4] {
        let [head, content, footer] = titled(area);
        let [title, place] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(6)]).areas(sides(head, 1));
        [title, place, columns(sides(content, 1), WIDEST), footer]
    }

    fn top(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Scrolls down by this many lines, or as far as the text goes: the last page is always full.
    fn down(&mut self, by: usize, page: usize) {
        let top = self.top();
        let mut lines = wrap(&self.text[top..], self.width);
        for _ in 0..by {
            lines.next();
            let rest = lines.rest().trim_start();
            if rest.is_empty() {
                break;
            }
            self.starts.push(self.text.len() - rest.len());
        }
        let mut seen = wrap(&self.text[self.top()..], self.width).take(page).count();
        while seen < page && self.starts.len() > 1 {
            self.starts.pop();
            seen += 1;
        }
    }

    fn up(&mut self, by: usize) {
        self.starts.truncate(self.starts.len().saturating_sub(by).max(1));
    }

    /// Recomputes the line starts if the width of the window has changed.
    fn settle(&mut self, width: usize) {
        if self.width == width {
            return;
        }
        let top = self.top();
        self.width = width;
        self.starts = vec![0];
        let mut lines = wrap(&self.text, width);
        while lines.next().is_some() {
            let at = self.text.len() - lines.rest().trim_start().len();
            if at > top || at == self.text.len() {
                return;
            }
            self.starts.push(at);
        }
    }
}

impl Screen for Reading {
    fn context(&self) -> Context {
        Context::List
    }

    fn can(&self, action: Action, world: &World) -> bool {
        let [_, _, room, _] = Reading::areas(world.whole());
        match action {
            Action::Back | Action::Leave | Action::Pick => true,
            Action::Up | Action::Down | Action::PageUp | Action::PageDown | Action::First | Action::Last => {
                self.starts.len() > 1 || wrap(&self.text, room.width.into()).nth(room.height.into()).is_some()
            }
            _ => false,
        }
    }

    fn footer(&self, _: &World) -> Vec<Action> {
        vec![Action::Up, Action::Down, Action::PageUp, Action::PageDown, Action::Back]
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        let [_, _, room, _] = Reading::areas(world.whole());
        let page = usize::from(room.height);
        self.settle(room.width.into());
        let was = self.top();
        match action {
            Action::Back | Action::Leave | Action::Pick => return Transition::Close,
            Action::Up => self.up(1),
            Action::Down => self.down(1, page),
            Action::PageUp => self.up(page.max(2) - 1),
            Action::PageDown => self.down(page.max(2) - 1, page),
            Action::First => self.up(usize::MAX),
            Action::Last => self.down(usize::MAX, page),
            _ => {}
        }
        if self.top() == was { Transition::Same } else { Transition::Changed }
    }

    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer) {
        let [title, place, room, footer] = Reading::areas(area);
        let width = usize::from(room.width);
        let mut lines = wrap(&self.text[self.top()..], width);
        let text = world.theme.style(Role::Text);
        let shown = lines.by_ref().take(room.height.into()).map(|line| (world.glyphs.head(&line, width), text));
        Lines(shown).render(room, buffer);
        let seen = self.text.len() - lines.rest().trim_start().len();
        let percent = format!("{} %", seen * 100 / self.text.len().max(1));
        let free = usize::from(title.width);
        let words = fit(&world.glyphs.head(&self.title, free), free, world.glyphs.more);
        Label::new(words, world.theme.style(Role::Title)).render(title, buffer);
        Label::new(percent, world.theme.style(Role::Dim)).right().render(place, buffer);
        Footer::of(self, world).render(footer, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scrolling through a text down and up shows all its lines.
    #[test]
    fn every_line_is_seen_on_the_way_down_and_up() {
        let text = (0..1000).map(|number| format!("w{number}")).collect::<Vec<_>>().join(" ");
        let mut reading = Reading::new(String::new(), text.clone());
        for width in [1, 7, 40, 100] {
            reading.settle(width);
            reading.up(usize::MAX);
            let all: Vec<String> = wrap(&text, width).collect();
            let first = |reading: &Reading| wrap(&reading.text[reading.top()..], width).next();
            for line in &all[..all.len() - 10] {
                assert_eq!(first(&reading).as_ref(), Some(line));
                reading.down(1, 10);
            }
            reading.down(usize::MAX, 10);
            assert_eq!(first(&reading).as_ref(), Some(&all[all.len() - 10]));
            for line in all[..all.len() - 10].iter().rev() {
                reading.up(1);
                assert_eq!(first(&reading).as_ref(), Some(line));
            }
            reading.down(20, 10);
        }
    }

    #[test]
    fn a_short_text_does_not_move() {
        for text in ["", "one two", " "] {
            let mut reading = Reading::new(String::new(), text.to_owned());
            reading.settle(20);
            reading.down(usize::MAX, 5);
            assert_eq!(reading.top(), 0, "{text:?}");
        }
    }
}
