//! Text and mouse input in a review: typed moves, squares, move numbers, comments, marks and file names;
//! clicks on the board, the move list and the graph.

use ratatui::layout::Position as Point;

use super::{Review, ReviewError};
use crate::rules::pick::Pick;
use crate::rules::position::Position;
use crate::tui::action::Action;
use crate::tui::board::entry::{TypedMove, Typing, square};
use crate::tui::board::prompt;
use crate::tui::input::Input;
use crate::tui::screen::Transition;
use crate::tui::world::World;

impl Typing for Review {
    fn line(&mut self) -> (&mut Option<TypedMove>, &dyn Position) {
        (&mut self.entry, self.position.as_ref())
    }

    fn enter_text(&mut self, action: Action, text: &str) -> Transition {
        self.told = None;
        self.auto = None;
        self.entry = Some(TypedMove::new(action, text, self.position.as_ref()));
        Transition::Changed
    }

    fn entered(&mut self, world: &mut World) -> Transition {
        let Some(entry) = self.entry.take() else { return Transition::Same };
        // A comment may be long, so it is not copied again.
        let said = entry.action == Action::Comment;
        let typed = if said { String::new() } else { entry.field.text().trim().to_owned() };
        let outcome = match entry.action {
            Action::Comment => {
                self.set_comment(entry.field.text());
                Ok(())
            }
            Action::Mark => self.set_marks(&typed),
            _ if typed.is_empty() => Ok(()),
            Action::GoTo => match square(self.position.as_ref(), &typed) {
                Some(to) => {
                    self.on_board = true;
                    self.hand.go(Some(to));
                    self.rest_now();
                    Ok(())
                }
                None => Err(ReviewError::Square { typed: typed.clone() }),
            },
            Action::Jump => {
                let wrong = || ReviewError::Number { typed: typed.clone() };
                typed.parse().ok().and_then(|number| self.numbered(number)).map(|to| self.go(to)).ok_or_else(wrong)
            }
            Action::SaveAs => {
                let saved = self.save_as(&typed, world);
                if saved.is_ok()
                    && let Some(step) = self.saved_to_leave()
                {
                    return step;
                }
                saved.map(|told| self.told = Some(told))
            }
            _ => entry.read(self.position.as_ref()).map(|mv| self.try_move(mv)).map_err(ReviewError::from),
        };
        if let Err(problem) = outcome {
            self.told = Some(problem.to_string());
            // The field stays open so that the text can be corrected.
            self.entry = (entry.action != Action::GoTo).then_some(entry);
        }
        self.analyse(world);
        Transition::Changed
    }

    fn mouse(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let (Input::Press(x, y) | Input::Release(x, y)) = *input else {
            return match *input {
                Input::Wheel(by, ..) => {
                    let action = if by < 0 { Action::LookBack } else { Action::LookForward };
                    Some(self.step_to(action, world))
                }
                _ => None,
            };
        };
        let press = matches!(input, Input::Press(..));
        let place = Point::new(x, y);
        if press && let Some(id) = self.move_at(place, world) {
            self.auto = None;
            self.go(id);
            self.analyse(world);
            return Some(Transition::Changed);
        }
        if press && let Some(offer) = self.offer_at(place, world) {
            return Some(self.pick(offer, world));
        }
        let square = self.square_at(place, world);
        if !self.hand.point(square, press) {
            return Some(Transition::Same);
        }
        if press {
            self.on_board = true;
            self.auto = None;
        }
        Some(self.pick(Pick::Square(self.hand.cursor), world))
    }
}

impl Review {
    /// The choice in the prompt at a screen position, while the prompt shows choices.
    fn offer_at(&self, place: Point, world: &World) -> Option<Pick> {
        let prompt = self.layout(world.whole(), world).ok()?.prompt;
        let asked = self.on_board && self.entry.is_none();
        self.asked().offer_at(prompt::inner(prompt), &world.glyphs, place).filter(|_| asked)
    }
}
