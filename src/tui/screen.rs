//! What a screen or dialog is to the program: something on the stack that takes actions and input,
//! draws itself without changing, and says what comes of it.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};

use super::action::{Action, Context};
use super::input::Input;
use super::world::World;

/// What comes of an action, of input or of time.
pub enum Transition {
    /// Nothing is different.
    Same,
    /// Something is: draw.
    Changed,
    /// Another screen on top.
    Push(Box<dyn Screen>),
    /// Another screen instead of this one.
    Replace(Box<dyn Screen>),
    /// This screen is done.
    Close,
    /// It is done, and what it was asked for is this action of the screen below.
    Run(Action),
    /// It is done, and the question of the screen below is answered with yes.
    Confirmed(Action),
    /// It is done, and this text was typed for the screen below.
    Typed(Action, String),
    /// A question on top of everything, whose answer comes to this screen wherever it lies.
    Ask(Box<dyn Screen>),
    /// This question is done, and this is the answer.
    Answered(Answer),
    /// Everything above the first screen is done.
    Home,
    /// The program is done.
    Quit,
}

/// What a person says when something would be left that is not saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It is to be saved where it came from.
    Save,
    /// It is to be tried once more.
    TryAgain,
    /// It is to be saved at this path.
    Elsewhere(String),
    /// It is left all the same.
    Leave,
}

/// How much of the window a screen takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cover {
    /// All of it.
    Whole,
    /// A part, with the screen below around it.
    Part,
}

/// A screen or dialog.
pub trait Screen {
    /// Where its keys stand in the table.
    fn context(&self) -> Context;

    /// How much of the window it takes.
    fn cover(&self) -> Cover {
        Cover::Whole
    }

    /// Can this be done here and now? What cannot is left out of footer, help and palette.
    fn can(&self, action: Action, world: &World) -> bool;

    /// The actions of the footer, the most useful first.
    fn footer(&self, _world: &World) -> Vec<Action> {
        Vec::new()
    }

    /// Does it.
    fn act(&mut self, action: Action, world: &mut World) -> Transition;

    /// Input before it is looked up in the table: text, mouse, paste. Nothing if it is not wanted.
    fn input(&mut self, _input: &Input, _world: &mut World) -> Option<Transition> {
        None
    }

    /// A question was answered with yes.
    fn confirmed(&mut self, _action: Action, _world: &mut World) -> Transition {
        Transition::Same
    }

    /// A text was typed for this action.
    fn typed(&mut self, _action: Action, _text: &str, _world: &mut World) -> Transition {
        Transition::Same
    }

    /// Is it a question that must be answered before the program ends?
    fn asks(&self) -> bool {
        false
    }

    /// The program is to end: what is to be asked before, if something is.
    fn objection(&mut self, _world: &World) -> Option<Box<dyn Screen>> {
        None
    }

    /// A question that was asked is answered.
    fn answered(&mut self, _answer: Answer, _world: &mut World) -> Transition {
        Transition::Same
    }

    /// Something is told once.
    fn tell(&mut self, _words: String) {}

    /// What was told has been read: a key was pressed, or another screen comes. True when there was
    /// something.
    fn hush(&mut self) -> bool {
        false
    }

    /// Does what was told stay when this is done?
    fn keeps_told(&self, _action: Action) -> bool {
        false
    }

    /// Something in the background answered, or the time asked for has come.
    fn wake(&mut self, _world: &mut World) -> Transition {
        Transition::Same
    }

    /// When to be woken by the clock, if at all.
    fn deadline(&self, _world: &World) -> Option<Instant> {
        None
    }

    /// Something lies over it, or the program goes to sleep.
    fn covered(&mut self, _world: &mut World) {}

    /// It is on top again.
    fn uncovered(&mut self, _world: &mut World) {}

    /// It goes now: the last chance to save what it has. Gives back what is lost all the same, in words.
    fn lost(&mut self, _world: &mut World) -> Option<String> {
        None
    }

    /// The program ends now, maybe at once.
    fn farewell(&mut self, _world: &World) -> Option<String> {
        None
    }

    /// The window's title.
    fn title(&self, _world: &World) -> Option<String> {
        None
    }

    /// Where the terminal's own cursor stands, where text is typed.
    fn cursor(&self, _world: &World, _area: Rect) -> Option<Point> {
        None
    }

    /// Draws it. Whatever it shows follows from `self` and the world.
    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer);
}
