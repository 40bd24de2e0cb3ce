//! Text and mouse input on the play screen.

use ratatui::layout::Position as Point;

use super::Play;
use crate::rules::pick::Pick;
use crate::rules::position::Position;
use crate::tui::action::Action;
use crate::tui::board::entry::{TypedMove, Typing, square};
use crate::tui::board::prompt::inner;
use crate::tui::input::Input;
use crate::tui::screen::{Screen as _, Transition};
use crate::tui::world::World;

impl Typing for Play {
    fn line(&mut self) -> (&mut Option<TypedMove>, &dyn Position) {
        (&mut self.entry, self.table.position())
    }

    fn enter_text(&mut self, action: Action, text: &str) -> Transition {
        self.browse = None;
        self.told = None;
        self.entry = Some(TypedMove::new(action, text, self.table.position()));
        Transition::Changed
    }

    fn entered(&mut self, world: &mut World) -> Transition {
        let Some(entry) = self.entry.take() else { return Transition::Same };
        let typed = entry.field.text().trim().to_owned();
        if entry.action == Action::GoTo {
            let to = square(self.table.position(), &typed);
            if to.is_none() && !typed.is_empty() {
                self.told = Some(format!("There is no square \"{typed}\"."));
            }
            self.hand.go(to);
            self.rest_now();
            return Transition::Changed;
        }
        if typed.is_empty() {
            return Transition::Changed;
        }
        if entry.action == Action::SaveAs {
            let written = self.table.save_as(&typed, world);
            if written.is_err() {
                // The field stays open so that another name can be typed.
                self.entry = Some(entry);
            }
            self.told = Some(written.unwrap_or_else(|problem| problem.to_string()));
            return Transition::Changed;
        }
        if let Some(step) = self.not_now() {
            return step;
        }
        match entry.read(self.table.position()) {
            Ok(mv) => self.play(mv, world),
            Err(reason) => {
                self.told = Some(reason.to_string());
                self.entry = Some(entry);
                Transition::Changed
            }
        }
    }

    fn mouse(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let (Input::Press(x, y) | Input::Release(x, y)) = *input else {
            return match *input {
                Input::Wheel(by, ..) => Some(self.look_back(isize::from(by))),
                _ => None,
            };
        };
        let press = matches!(input, Input::Press(..));
        let place = Point::new(x, y);
        if press && let Some(kind) = self.reserve_at(place, world) {
            return Some(self.pick(Pick::Reserve(kind), world));
        }
        if press && let Some(step) = self.words_pressed(place, world) {
            return Some(step);
        }
        let square = self.square_at(place, world);
        let picks = self.hand.point(square, press);
        Some(if picks { self.pick(Pick::Square(self.hand.cursor), world) } else { Transition::Same })
    }
}

impl Play {
    /// A click on the prompt: if the computer is thinking, it must move now; otherwise it picks the choice
    /// under the mouse.
    fn words_pressed(&mut self, place: Point, world: &mut World) -> Option<Transition> {
        let prompt = self.layout(world.whole(), world).ok()?.prompt;
        if !prompt.contains(place) {
            return None;
        }
        if self.table.is_thinking() {
            return Some(self.act(Action::PlayNow, world));
        }
        let offer = self.asked().offer_at(inner(prompt), &world.glyphs, place);
        let offer = offer.filter(|_| self.can_move() && self.entry.is_none())?;
        Some(self.pick(offer, world))
    }
}
