//! The interface of screens and dialogs. They are on a stack, handle actions and input, draw themselves
//! without changing their state, and return a transition.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::widgets::Widget;

use super::action::{Action, Context};
use super::board::entry::TypedMove;
use super::board::layout::Regions;
use super::board::pane::{Acted, Pane};
use super::board::screen_board::ScreenBoard;
use super::input::Input;
use super::message::Message;
use super::message_slot::MessageSlot;
use super::place::Place;
use super::wakes::Reasons;
use super::world::World;

/// The result of an action, an input event or a timer.
pub enum Transition {
    /// Nothing has changed.
    Same,
    /// Something has changed: redraw.
    Changed,
    /// Opens the screen at this place on top. If it cannot be opened, this screen is told why.
    Open(Place),
    /// Replaces this screen by the one at this place. If it cannot be opened, this screen stays and is told why.
    Become(Place),
    /// Closes this screen.
    Close,
    /// Closes this dialog and replies to the screen below, or to the one that asked.
    Reply(Reply),
    /// Opens a question on top of the stack. The answer goes to this screen, wherever it is in the stack.
    Ask(Box<dyn Screen>),
    /// Quits the program.
    Quit,
}

impl Transition {
    /// Opens a screen that is made already on top.
    pub fn push(screen: Box<dyn Screen>) -> Transition {
        Transition::Open(Place::Made(screen))
    }

    /// Replaces this screen by one that is made already.
    pub(crate) fn replace(screen: Box<dyn Screen>) -> Transition {
        Transition::Become(Place::Made(screen))
    }

    /// Closes this screen and runs this action on the screen below.
    pub const fn run(action: Action) -> Transition {
        Transition::Reply(Reply::Run(action))
    }

    /// Closes this dialog and confirms this action of the screen below.
    pub(crate) const fn confirmed(action: Action) -> Transition {
        Transition::Reply(Reply::Confirmed(action))
    }

    /// Closes this screen and shows this message on the screen below.
    pub const fn message(message: Message) -> Transition {
        Transition::Reply(Reply::Message(message))
    }

    /// Closes this question with this answer.
    pub(crate) const fn answered(answer: Answer) -> Transition {
        Transition::Reply(Reply::Answered(answer))
    }
}

impl From<Acted> for Transition {
    /// What the screen answers if it adds nothing to what the board did.
    fn from(acted: Acted) -> Transition {
        if matches!(acted, Acted::Same) { Transition::Same } else { Transition::Changed }
    }
}

/// What a dialog that closes has for other screens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// An action that the screen below runs.
    Run(Action),
    /// A yes to this action of the screen below.
    Confirmed(Action),
    /// A message that the screen below shows.
    Message(Message),
    /// An answer for the screen that asked.
    Answered(Answer),
}

/// The answer to the question what to do with unsaved changes or an unsaved game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Save to the original file.
    Save,
    /// Try to save again.
    TryAgain,
    /// Save to this path.
    Elsewhere(String),
    /// Leave without saving.
    Leave,
}

/// What a screen that was closed leaves.
#[derive(Default, Debug)]
pub struct Closed {
    /// What could not be saved.
    pub(crate) lost: Option<String>,
    /// The message to print after the program has exited.
    pub(crate) exit_message: Option<String>,
}

/// Which part of the window a screen covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cover {
    /// The whole window.
    Whole,
    /// A part of it; the screen below is visible around it.
    Part,
}

/// A screen or dialog.
pub trait Screen {
    /// The context of its key bindings.
    fn context(&self) -> Context;

    /// Which part of the window it covers.
    fn cover(&self) -> Cover {
        Cover::Whole
    }

    /// Whether this action is possible now. Impossible actions are left out of footer and palette and are
    /// marked in the help.
    fn can(&self, action: Action, world: &World) -> bool;

    /// The actions of the footer, the most useful first. Of these it shows the ones that are possible now.
    fn footer(&self, _world: &World) -> Vec<Action> {
        Vec::new()
    }

    /// What an action of the footer does here now, where the words of the table do not say it.
    fn say(&self, _action: Action, _world: &World) -> Option<String> {
        None
    }

    /// The keys of the text field that is open, with what they do; none while no text is typed. They take the place of
    /// the footer.
    fn field_keys(&self) -> Vec<(&'static str, &'static str)> {
        self.pane().and_then(|pane| pane.entry.as_ref()).map(TypedMove::keys).unwrap_or_default()
    }

    /// Performs an action.
    fn act(&mut self, action: Action, world: &mut World) -> Transition;

    /// Handles input before the key bindings: text, mouse, paste. Returns `None` if the input is not used.
    fn input(&mut self, _input: &Input, _world: &mut World) -> Option<Transition> {
        None
    }

    /// A question about this action was answered with yes.
    fn confirmed(&mut self, _action: Action, _world: &mut World) -> Transition {
        Transition::Same
    }

    /// What must be asked or shown before the program ends, if there is anything. A question that must be answered
    /// first is shown already: [`Transition::Same`].
    fn objection(&mut self, _world: &World) -> Option<Transition> {
        None
    }

    /// A question of this screen was answered.
    fn answered(&mut self, _answer: Answer, _world: &mut World) -> Transition {
        Transition::Same
    }

    /// The board of this screen, if it has one. Messages, motion and the timers of the board then need nothing else.
    fn pane(&self) -> Option<&Pane> {
        None
    }

    /// The same board with the position that it shows.
    fn board(&mut self) -> Option<ScreenBoard<'_>> {
        None
    }

    /// Where its message stands until the next action, if it can have one: on its board, unless it says otherwise.
    fn message_slot(&mut self) -> Option<&mut dyn MessageSlot> {
        self.board().map(|board| -> &mut dyn MessageSlot { board.pane })
    }

    /// Called after each input, result and timer: if the board of this screen shows another position now, the moves
    /// to it are seen in motion.
    fn animate(&mut self, world: &World) {
        if let Some(board) = self.board() {
            board.pane.animate(board.position, board.earlier, world);
        }
    }

    /// Ends the motion of moves: the user does something. Returns whether the screen shows something else now.
    fn end_motion(&mut self, world: &World) -> bool {
        self.board().is_some_and(|board| board.pane.end_motion(world))
    }

    /// Whether the message stays after this action.
    fn keeps_message(&self, _action: Action) -> bool {
        false
    }

    /// Something has happened for these reasons, or the deadline has passed.
    fn wake(&mut self, _why: Reasons, world: &mut World) -> Transition {
        let changed = self.board().is_some_and(|board| board.pane.wake(world));
        if changed { Transition::Changed } else { Transition::Same }
    }

    /// The time at which to be woken by the timer, if any.
    fn deadline(&self, _world: &World) -> Option<Instant> {
        self.pane()?.deadline()
    }

    /// Another screen covers this one, or the program is suspended.
    fn covered(&mut self, world: &mut World) {
        if let Some(board) = self.board() {
            board.pane.covered(world);
        }
    }

    /// This screen is on top again.
    fn uncovered(&mut self, _world: &mut World) {
        if let Some(board) = self.board() {
            board.pane.uncovered();
        }
    }

    /// Called when the screen is closed, as the last chance to save.
    fn closed(&mut self, _world: &mut World) -> Closed {
        Closed::default()
    }

    /// The window title.
    fn title(&self, _world: &World) -> Option<String> {
        None
    }

    /// The regions of this window, if the screen is a board with its panels.
    fn layout(&self, _world: &World, _area: Rect) -> Option<Regions<'_>> {
        None
    }

    /// The position of the terminal cursor, if text is typed.
    fn cursor(&self, world: &World, _area: Rect) -> Option<Point> {
        self.pane()?.text_cursor(world)
    }

    /// Draws the screen. The result depends only on `self` and the world.
    fn draw(&self, world: &World, area: Rect, buffer: &mut Buffer);
}

impl dyn Screen + '_ {
    /// Shows a message until the next action.
    pub(crate) fn tell(&mut self, message: Message) {
        if let Some(slot) = self.message_slot() {
            slot.tell(message);
        }
    }

    /// Removes the message. Returns whether there was one.
    pub(crate) fn hush(&mut self) -> bool {
        self.message_slot().is_some_and(MessageSlot::hush)
    }
}

/// Whether an action is possible now: those of the program on every screen, the others if the screen says so.
pub fn possible(screen: &dyn Screen, action: Action, world: &World) -> bool {
    match action {
        Action::Suspend => world.facts.can_suspend,
        Action::Quit
        | Action::Redraw
        | Action::Glyphs
        | Action::Pieces
        | Action::Mouse
        | Action::Help
        | Action::Palette => true,
        _ => screen.can(action, world),
    }
}

/// A screen with its world, as a widget of ratatui.
pub struct Shown<'a>(pub(crate) &'a dyn Screen, pub(crate) &'a World);

impl Widget for Shown<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        self.0.draw(self.1, area, buffer);
    }
}
