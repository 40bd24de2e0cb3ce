//! Text and mouse input in a review: typed moves, squares, move numbers, comments, marks and file names;
//! clicks on the board, the move list and the graph.

use super::{Review, ReviewError};
use crate::action::Action;
use crate::board::entry::TypedMove;
use crate::board::paint::Hit;
use crate::board::pane::Acted;
use crate::board::selection::drag::Pointed;
use crate::input::{Input, Pointing};
use crate::screen::Transition;
use crate::theme::Role;
use crate::world::World;

impl Review {
    /// Saves the game to its file and says so.
    pub(super) fn save_and_tell(&mut self, world: &World) {
        match self.save(world) {
            Ok(message) => self.pane.tell(Role::Notice, message),
            Err(problem) => self.pane.message = Some(problem.to_string()),
        }
    }

    pub(super) fn take_input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        if input.is_mouse() {
            return self.mouse(input, world);
        }
        if matches!(input, Input::Paste(_)) {
            self.auto = None;
        }
        let acted = self.pane.typed(self.position.as_ref(), input)?;
        let went = matches!(acted, Acted::Went);
        self.on_board |= went;
        let closes = went || matches!(acted, Acted::Changed) && self.pane.entry.is_none();
        let step = self.acted(acted, world);
        if closes {
            self.analyse(world);
        }
        Some(step)
    }

    pub(super) fn enter_text(&mut self, action: Action, text: &str) -> Transition {
        self.auto = None;
        self.pane.enter(self.position.as_ref(), action, text).into()
    }

    /// Handles the completed text.
    pub(super) fn entered(&mut self, entry: TypedMove, world: &mut World) -> Transition {
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
                saved.map(|message| self.pane.tell(Role::Notice, message))
            }
            _ => {
                let read = self.pane.read(self.position.as_ref(), entry);
                let step = self.acted(read, world);
                self.analyse(world);
                return step;
            }
        };
        if let Err(problem) = outcome {
            self.pane.message = Some(problem.to_string());
            // The field stays open so that the text can be corrected.
            self.pane.entry = Some(entry);
        }
        self.analyse(world);
        Transition::Changed
    }

    fn mouse(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let Some((how, place)) = input.pointing() else {
            return match *input {
                Input::Wheel(by, ..) => {
                    let action = if by < 0 { Action::LookBack } else { Action::LookForward };
                    Some(self.step_to(action, world))
                }
                _ => None,
            };
        };
        let press = how == Pointing::Press;
        if press && let Some(id) = self.move_at(place, world) {
            self.auto = None;
            self.go(id);
            self.analyse(world);
            return Some(Transition::Changed);
        }
        let regions = self.regions(world.whole(), world).ok();
        let hit = regions.map_or(Hit::Nothing, |regions| self.pane.hit(&self.scene(), &regions, place, world));
        let pick = match self.pane.point(hit, how) {
            Pointed::Picks(pick) => pick,
            Pointed::Moves => return Some(Transition::Changed),
            Pointed::Nothing => return Some(Transition::Same),
        };
        if press {
            self.auto = None;
        }
        Some(self.pick(pick, world))
    }
}
