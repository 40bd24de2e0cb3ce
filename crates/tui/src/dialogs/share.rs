//! A dialog with the forms in which a game or its position can be copied or saved.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::widgets::{StatefulWidget as _, Widget as _};

use super::plain::Plain;
use crate::action::{Action, Context};
use crate::input::{Input, KeyCode};
use crate::message::Message;
use crate::screen::{Cover, Screen, Transition};
use crate::share::{Share, Subject, copy, why_not};
use crate::widgets::frame::Dialog;
use crate::widgets::list::{Item, List, ListState};
use crate::world::World;

/// The key that shows a text instead of copying it.
const SHOW: &str = "t";

/// The choice.
pub(crate) struct ShareDialog {
    subject: Subject,
    list: ListState,
}

impl ShareDialog {
    /// The forms of this game.
    pub(crate) fn new(subject: Subject) -> ShareDialog {
        ShareDialog { subject, list: ListState::default() }
    }

    fn items() -> Vec<Item> {
        Share::ALL.iter().map(|(form, key)| Item::new(form.words(), key.to_string())).collect()
    }

    /// The box and the list in it.
    fn areas(world: &World) -> [Rect; 2] {
        let items = ShareDialog::items();
        let wide = items.iter().map(Item::columns).max().unwrap_or(0) as u16;
        let shape = world.stage().place(wide + 4, items.len() as u16 + 2);
        [shape, Dialog::inside(shape)]
    }

    /// Copies or saves in this form.
    fn give(&self, form: Share, world: &mut World) -> Transition {
        let Some(text) = self.subject.text(form) else {
            return Transition::message(match self.subject.save(form, world) {
                Ok(path) => Message::notice(world.client.files.saved("", &path)),
                Err(problem) => Message::warning(world.client.files.shown(&format!("Not saved: {problem}"))),
            });
        };
        if let Some(why) = why_not(&text, world) {
            return Transition::replace(Box::new(Plain::new(text, Some(why), world)));
        }
        let what = match form {
            Share::Fen => "position",
            Share::Pgn => "game",
            _ => "board",
        };
        Transition::message(copy(what, text, world))
    }

    /// Shows a text that can be selected.
    fn show(&self, form: Share, world: &mut World) -> Transition {
        match self.subject.text(form) {
            Some(text) => Transition::replace(Box::new(Plain::new(text, None, world))),
            None => Transition::Same,
        }
    }

    fn here(&self) -> Share {
        Share::ALL.get(self.list.selected).map_or(Share::Fen, |&(form, _)| form)
    }
}

impl Screen for ShareDialog {
    fn context(&self) -> Context {
        Context::List
    }

    fn cover(&self) -> Cover {
        Cover::Part
    }

    fn can(&self, action: Action, _: &World) -> bool {
        let steps = self.list.can(action, &[true; Share::ALL.len()]);
        steps || matches!(action, Action::Pick | Action::Back | Action::Leave)
    }

    fn field_keys(&self) -> Vec<(&'static str, &'static str)> {
        let mut keys = vec![("Enter", "do it"), (SHOW, "show the text to select it"), ("Esc", "close")];
        keys.retain(|&(key, _)| key != SHOW || self.subject.text(self.here()).is_some());
        keys
    }

    fn act(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Pick => self.give(self.here(), world),
            Action::Back | Action::Leave => Transition::Close,
            _ if self.list.step(action, &[true; Share::ALL.len()]) => Transition::Changed,
            _ => Transition::Same,
        }
    }

    fn input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        match *input {
            Input::Key(key) if !key.ctrl && !key.alt => match key.code {
                KeyCode::Char('t') => Some(self.show(self.here(), world)),
                KeyCode::Char(letter) => {
                    let &(form, _) = Share::ALL.iter().find(|(_, key)| *key == letter)?;
                    Some(self.give(form, world))
                }
                _ => None,
            },
            Input::Press(x, y) => {
                let [_, list] = ShareDialog::areas(world);
                let at = self.list.hit(list, Share::ALL.len(), Point::new(x, y))?;
                Some(self.give(Share::ALL[at].0, world))
            }
            _ => None,
        }
    }

    fn draw(&self, world: &World, _: Rect, buffer: &mut Buffer) {
        let [shape, list] = ShareDialog::areas(world);
        Dialog::new(world, "Share").render(shape, buffer);
        List::new(&ShareDialog::items(), world).render(list, buffer, &mut { self.list });
    }
}
