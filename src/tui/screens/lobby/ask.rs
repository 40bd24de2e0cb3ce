//! What is typed in the lobby: the code of a private table, or the name of somebody to challenge.

use super::Lobby;
use super::rows::Goal;
use crate::tui::input::Input;
use crate::tui::place::Place;
use crate::tui::screen::Transition;
use crate::tui::widgets::field::{FieldState, FieldStep};
use crate::tui::world::World;

/// A field that is open.
pub(super) struct Asked {
    /// What the text is for.
    goal: Goal,
    pub(super) field: FieldState,
}

impl Asked {
    pub(super) fn new(goal: Goal) -> Asked {
        Asked { goal, field: FieldState::default() }
    }

    /// What is asked.
    pub(super) const fn label(&self) -> &'static str {
        match self.goal {
            Goal::Join => "Invitation code: ",
            _ => "Name of the member: ",
        }
    }
}

impl Lobby {
    /// Handles input while a field is open.
    pub(super) fn typed_input(&mut self, input: &Input, world: &World) -> Option<Transition> {
        let asked = self.asked.as_mut()?;
        match asked.field.input(input) {
            Some(FieldStep::Changed) => Some(Transition::Changed),
            Some(FieldStep::Leave) => {
                self.asked = None;
                Some(Transition::Changed)
            }
            Some(FieldStep::Enter) => {
                let Asked { goal, field } = self.asked.take()?;
                let text = field.text().trim().to_owned();
                Some(if text.is_empty() { Transition::Changed } else { self.entered(&goal, &text, world) })
            }
            // Letters with Ctrl are keys of the program.
            None => match input {
                Input::Stroke(stroke) if !stroke.ctrl => Some(Transition::Same),
                _ => None,
            },
        }
    }

    fn entered(&mut self, goal: &Goal, text: &str, world: &World) -> Transition {
        let Some(visit) = &world.club else { return Transition::Changed };
        if *goal == Goal::Join {
            return match visit.club.hall.with_code(&visit.member, text) {
                Some(listed) if listed.table.is_some() => {
                    Transition::Open(Place::ClubGame(listed.key, Some(text.to_owned())))
                }
                Some(listed) => Transition::Open(Place::ClubTable(listed.key, Some(text.to_owned()))),
                None => self.say_so("There is no table with this code."),
            };
        }
        let wanted = text.to_lowercase();
        let here = visit.club.here().into_iter();
        let mut found = here.filter(|member| member.shown_name().to_lowercase() == wanted);
        match found.next() {
            Some(member) if member.id == visit.member.id => self.say_so("This is your own name."),
            Some(member) => Transition::Open(Place::NewTable(Some(Box::new(member)))),
            None => self.say_so("Nobody with this name is here."),
        }
    }

    fn say_so(&mut self, words: &str) -> Transition {
        self.told = Some(words.to_owned());
        Transition::Changed
    }
}
