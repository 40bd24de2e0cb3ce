//! The application: a stack of screens that share one [`World`]. It receives input and the time and draws
//! into a buffer. It does not depend on a terminal, so tests and other front ends can drive it as well.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::Position as Point;
use ratatui::widgets::Widget as _;

use super::action::Action;
use super::dialogs::help::Help;
use super::dialogs::palette::Palette;
use super::input::Input;
use super::message::Message;
use super::notices::first_few;
use super::overlay;
use super::pieces::graphics::{deepen, shorten};
use super::pieces::piece_style::PieceStyle;
use super::place::Place;
use super::pressed::key_at;
use super::screen::{Reply, Screen, Transition};
use super::screens;
use super::widgets::too_small::{SMALLEST, TooSmall};
use super::world::{TerminalRequest, World};
use crate::client::exit_message::{exit_message, lost_words};
use crate::client::settings_file::{SaveError, keep};

/// A stack of screens that share one world.
pub struct App {
    /// The state that the screens share.
    pub world: World,
    stack: Vec<Box<dyn Screen>>,
    /// Whether a redraw is needed.
    dirty: bool,
    /// The message printed on the normal screen after the program has exited.
    exit_message: Option<String>,
    /// The index in the stack of the screen that asked the last question.
    asker: usize,
    /// What could not be saved, one line for each loss.
    losses: Vec<String>,
}

impl App {
    /// An application that starts with these screens; the last one is on top.
    pub fn new(mut world: World, mut screens: Vec<Box<dyn Screen>>) -> App {
        if let Some((_, below)) = screens.split_last_mut() {
            for screen in below {
                screen.covered(&mut world);
            }
        }
        let notices = std::mem::take(&mut world.notices);
        if let (Some(top), false) = (screens.last_mut(), notices.is_empty()) {
            top.tell(Message::warning(first_few(&notices)));
        }
        App { world, stack: screens, dirty: true, exit_message: None, asker: 0, losses: Vec::new() }
    }

    /// Whether the program has ended.
    pub fn over(&self) -> bool {
        self.stack.is_empty()
    }

    /// The screen that gets the input.
    pub fn top(&self) -> Option<&dyn Screen> {
        self.stack.last().map(AsRef::as_ref)
    }

    /// Takes the message to print on exit.
    pub fn take_exit_message(&mut self) -> Option<String> {
        self.exit_message.take()
    }

    /// Takes what could not be saved, one line for each loss.
    pub fn take_losses(&mut self) -> Vec<String> {
        std::mem::take(&mut self.losses)
    }

    /// Whether a redraw is needed; resets the flag.
    pub fn take_dirty(&mut self) -> bool {
        std::mem::take(&mut self.dirty)
    }

    /// Handles one input event.
    pub fn input(&mut self, input: &Input, now: Instant) {
        self.world.now = now;
        match input {
            Input::Resize(..) => {
                self.dirty = true;
                return;
            }
            Input::Focus(is_here) => {
                self.world.focus = Some(*is_here);
                return;
            }
            Input::Report(report) => {
                self.world.facts.time(report, now);
                self.world.learn(report.clone());
                self.dirty = true;
                return;
            }
            _ => {}
        }
        let Some(top) = self.stack.last_mut() else { return };
        // A press on a key that the screen shows is that key.
        let pressed = if let Input::Press(x, y) = *input {
            key_at(top.as_ref(), &self.world, Point::new(x, y)).map(Input::Key)
        } else {
            None
        };
        let input = pressed.as_ref().unwrap_or(input);
        // The mouse that is moved with its button, and the button that is released, belong to the press that played the move.
        let belongs = matches!(input, Input::Drag(..) | Input::Release(..));
        self.dirty |= !belongs && top.end_motion(&self.world);
        if let Some(step) = top.input(input, &mut self.world) {
            self.take(step);
        } else if let Input::Key(key) = input
            && let Some(action) = self.world.keymap.action(top.context(), *key)
        {
            self.act(action);
        } else if let Input::Wheel(by, ..) = input
            && top.pane().is_none()
        {
            // In lists and texts the wheel is the arrow keys.
            self.act(if *by < 0 { Action::Up } else { Action::Down });
        }
        self.animate();
    }

    /// Lets every board see the moves that were played.
    fn animate(&mut self) {
        for screen in &mut self.stack {
            screen.animate(&self.world);
        }
    }

    /// Performs the action of a key, a palette entry or a script.
    pub fn act(&mut self, action: Action) {
        let Some(top) = self.stack.last_mut() else { return };
        // A message belongs to one key press; the next action removes it.
        self.dirty |= !top.keeps_message(action) && top.hush();
        match action {
            Action::Quit => self.quit(),
            Action::Redraw => {
                self.world.requests.push(TerminalRequest::Redraw);
                self.dirty = true;
            }
            Action::Suspend if self.world.client.is_served() => {
                top.tell(Message::warning("Your ssh suspends itself with Enter, ~ and Ctrl-Z."));
                self.dirty = true;
            }
            Action::Suspend if !self.world.facts.can_suspend => {
                top.tell(Message::warning("The program cannot be suspended on this terminal."));
                self.dirty = true;
            }
            Action::Suspend => {
                top.covered(&mut self.world);
                self.world.requests.push(TerminalRequest::Suspend);
            }
            Action::Glyphs => {
                self.world.glyphs = self.world.glyphs.next();
                top.tell(Message::notice(format!("Character set: {}.", self.world.glyphs.name)));
                self.dirty = true;
            }
            Action::Pieces => {
                let style = self.world.pieces.next(self.world.piece_style(), &self.world.client.config.look);
                self.world.client.config.look.pieces = style;
                let kept = keep("look", "pieces", style.as_str(), &mut self.world.client);
                // Guests and users without a home folder have the choice until they leave.
                let lost = kept.err().filter(SaveError::is_fault);
                let pieces = self.world.pieces.name(self.world.piece_style());
                top.tell(match lost {
                    None => Message::notice(format!("Pieces: {pieces}.")),
                    Some(lost) => Message::warning(format!("Pieces: {pieces} ({lost}).")),
                });
                self.dirty = true;
            }
            Action::Mouse => {
                self.world.mouse = !self.world.mouse;
                self.world.requests.push(TerminalRequest::Mouse);
                let message = if self.world.mouse { "Mouse on: hold Shift to select text." } else { "Mouse off." };
                top.tell(Message::notice(message));
                self.dirty = true;
            }
            Action::Help => {
                let help = Help::of(top.as_ref(), &self.world);
                self.take(Transition::push(Box::new(help)));
            }
            Action::Palette => {
                let palette = Palette::of(top.as_ref(), &self.world);
                self.take(Transition::push(Box::new(palette)));
            }
            _ => {
                let step = top.act(action, &mut self.world);
                self.take(step);
            }
        }
    }

    /// Tells every screen why the client was woken, if not by the timer.
    pub fn wake(&mut self, now: Instant) {
        self.world.now = now;
        let why = self.world.reasons();
        if let Some(club) = &mut self.world.club {
            // Another connection of the user may have changed the name.
            self.dirty |= club.refresh();
        }
        for at in (0..self.stack.len()).rev() {
            // A screen above may have ended the program.
            let Some(screen) = self.stack.get_mut(at) else { continue };
            let step = screen.wake(why, &mut self.world);
            match step {
                Transition::Same => {}
                Transition::Changed => self.dirty = true,
                step if at + 1 == self.stack.len() => self.take(step),
                Transition::Ask(question) => self.ask(at, question),
                Transition::Quit => self.quit(),
                // The new page is seen when the screens above are closed.
                Transition::Open(Place::Made(page)) => self.stack.insert(at + 1, page),
                // A screen below the top must not close the screens above it.
                _ => self.dirty = true,
            }
        }
        let news = std::mem::take(&mut self.world.news);
        if let (Some(top), false) = (self.stack.last_mut(), news.is_empty()) {
            top.tell(Message::notice(news.join(" ")));
            self.dirty = true;
        }
        self.animate();
    }

    /// Called after the program was suspended and continued.
    pub(crate) fn resumed(&mut self, now: Instant) {
        self.world.now = now;
        if let Some(top) = self.stack.last_mut() {
            top.uncovered(&mut self.world);
        }
        self.dirty = true;
    }

    /// The time of the earliest timer of any screen, or of a reason that was held back.
    pub fn deadline(&self) -> Option<Instant> {
        let screens = self.stack.iter().filter_map(|screen| screen.deadline(&self.world));
        screens.chain(self.world.deadline()).min()
    }

    /// Quits the program, unless a question must be answered first.
    pub fn quit(&mut self) {
        for at in (0..self.stack.len()).rev() {
            match self.stack[at].objection(&self.world) {
                None => {}
                // A question that something covers is asked again by the screen below it.
                Some(Transition::Same) if at + 1 < self.stack.len() => {}
                Some(Transition::Ask(question)) => return self.ask(at, question),
                Some(step) => return self.take(step),
            }
        }
        self.end();
    }

    /// Shows a question of the screen at this index.
    fn ask(&mut self, at: usize, question: Box<dyn Screen>) {
        self.asker = at;
        self.take(Transition::push(question));
    }

    /// Ends the program without a question. Games are saved as far as possible.
    pub fn end(&mut self) {
        let mut message = None;
        for screen in self.stack.iter_mut().rev() {
            let closed = screen.closed(&mut self.world);
            self.losses.extend(closed.lost);
            message = message.or(closed.exit_message);
        }
        self.stack.clear();
        // Games of screens that were closed earlier stop here. Their earlier message may be out of date.
        let tables = self.world.client.tables.list();
        let here = self.world.client.files.is_anywhere();
        let last = tables.last().and_then(|table| exit_message(&table.newest(), here));
        self.exit_message = message.or(last).or(self.exit_message.take());
        for (table, loss) in self.world.client.tables.close_all() {
            self.losses.push(lost_words(&table.newest(), &loss));
        }
    }

    /// Shows words from outside of the client.
    pub fn notice(&mut self, words: String) {
        self.tell_top(Message::notice(words));
        self.world.requests.push(TerminalRequest::Bell);
        self.dirty = true;
    }

    /// The window title.
    pub fn title(&self) -> String {
        let title = self.stack.iter().rev().find_map(|screen| screen.title(&self.world));
        title.unwrap_or_else(|| "Heterodox".to_owned())
    }

    fn take(&mut self, step: Transition) {
        if !matches!(step, Transition::Same) {
            self.dirty = true;
        }
        match step {
            Transition::Same | Transition::Changed => {}
            Transition::Ask(question) => self.ask(self.stack.len().saturating_sub(1), question),
            Transition::Open(place) => {
                if let Some(screen) = self.made(place) {
                    if let Some(top) = self.stack.last_mut() {
                        top.hush();
                        top.covered(&mut self.world);
                    }
                    self.stack.push(screen);
                }
            }
            Transition::Become(place) => {
                if let Some(screen) = self.made(place) {
                    self.drop_top();
                    self.stack.push(screen);
                }
            }
            Transition::Close => self.close(),
            Transition::Reply(reply) => {
                self.close();
                self.hear(reply);
            }
            Transition::Quit => self.quit(),
        }
    }

    /// Passes on what a dialog that was closed has replied.
    fn hear(&mut self, reply: Reply) {
        match reply {
            Reply::Run(action) => self.act(action),
            Reply::Confirmed(action) => {
                let step = self.stack.last_mut().map(|top| top.confirmed(action, &mut self.world));
                self.take(step.unwrap_or(Transition::Same));
            }
            Reply::Message(message) => self.tell_top(message),
            Reply::Answered(answer) => {
                let at = self.asker;
                let step = self.stack.get_mut(at).map(|asker| asker.answered(answer, &mut self.world));
                match step.unwrap_or(Transition::Same) {
                    Transition::Ask(question) => self.ask(at, question),
                    step => self.take(step),
                }
            }
        }
    }

    /// The screen at a place; the top screen is told if it cannot be opened.
    fn made(&mut self, place: Place) -> Option<Box<dyn Screen>> {
        match screens::open(place, &self.world) {
            Ok(screen) => return Some(screen),
            Err(problem) => self.tell_top(Message::warning(problem)),
        }
        None
    }

    fn tell_top(&mut self, message: Message) {
        if let Some(top) = self.stack.last_mut() {
            top.tell(message);
        }
    }

    fn drop_top(&mut self) {
        if let Some(mut screen) = self.stack.pop() {
            let closed = screen.closed(&mut self.world);
            self.losses.extend(closed.lost);
            self.exit_message = closed.exit_message.or(self.exit_message.take());
        }
    }

    fn close(&mut self) {
        self.drop_top();
        if let Some(top) = self.stack.last_mut() {
            top.uncovered(&mut self.world);
        }
    }

    /// Draws all visible screens. Returns the position of the terminal cursor if it is shown.
    pub fn draw(&self, buffer: &mut Buffer) -> Option<Point> {
        let area = buffer.area;
        self.world.client.fault.point("draw").reach();
        buffer.set_style(area, self.world.theme.style(super::theme::Role::Text));
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            TooSmall(SMALLEST).render(area, buffer);
            return None;
        }
        let cursor = overlay::draw(&self.stack, &self.world, buffer);
        if self.world.piece_style() == PieceStyle::Pictures {
            let finish = if self.world.pieces.ability.sixels.is_some() { deepen } else { shorten };
            finish(buffer);
        }
        cursor
    }
}
