//! What is typed in the lobby: the code of a private table, or the name of somebody to challenge.

use super::Lobby;
use super::rows::Goal;
use crate::club::hall::HallError;
use crate::tui::input::Input;
use crate::tui::place::Place;
use crate::tui::screen::Transition;
use crate::tui::widgets::field::{FieldState, FieldStep};
use crate::tui::widgets::footer::field_keys;
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
            _ => "Name (empty: everybody): ",
        }
    }

    /// The keys of the field, with what they do.
    pub(super) fn keys(&self) -> [(String, &'static str); 2] {
        field_keys(if self.goal == Goal::Join { "join" } else { "challenge" })
    }
}

/// Is the user of this client a guest?
pub(super) fn is_guest(world: &World) -> bool {
    world.club.as_ref().is_some_and(|visit| visit.member.is_guest())
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
                Some(match (text.is_empty(), &goal) {
                    (true, Goal::Join) => Transition::Changed,
                    (true, _) => Transition::Open(Place::Challenge(None)),
                    (false, _) => self.entered(&goal, &text, world),
                })
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
        match visit.club.find(text) {
            Ok(Some(member)) if member.id == visit.member.id => self.say_so("This is your own name."),
            Ok(Some(member)) => Transition::Open(Place::Challenge(Some(Box::new(member)))),
            Ok(None) => self.say_so("There is no member with this name."),
            Err(error) => self.say_so(&error.to_string()),
        }
    }

    /// Guests do not challenge; at a table of theirs others see that they would play.
    pub(super) fn refuse_guest(&mut self) -> Transition {
        let refused = HallError::Guest { what: "by challenge" };
        self.say_so(&format!("{refused} You can open a table."))
    }

    fn say_so(&mut self, words: &str) -> Transition {
        self.told = Some(words.to_owned());
        Transition::Changed
    }
}
