//! What is typed in the lobby: the code of a private table, or the name of somebody to challenge.

use std::time::Instant;

use thiserror::Error;

use super::Lobby;
use super::goal::Goal;
use crate::club::ClubError;
use crate::club::code::error::CodeError;
use crate::club::table_service::TableServiceError;
use crate::screens::club::{ClubPlace, visit, visit_mut};
use crate::tui::input::Input;
use crate::tui::message::Message;
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

    pub(super) const fn label(&self) -> &'static str {
        match self.goal {
            Goal::Join => "Invitation code: ",
            _ => "Name (empty: everybody): ",
        }
    }

    /// What Enter does.
    pub(super) const fn enters(&self) -> &'static str {
        match self.goal {
            Goal::Join => "join",
            _ => "challenge",
        }
    }
}

/// Is the user of this client a guest?
pub(super) fn is_guest(world: &World) -> bool {
    visit(world).is_some_and(|visit| visit.member.is_guest())
}

/// Why a typed text leads nowhere.
#[derive(Debug, Error)]
enum AskError {
    /// This client has no club.
    #[error("There is no club here.")]
    NoClub,
    /// No table has the code.
    #[error("There is no table with this code.")]
    NoTable,
    /// Too many wrong codes.
    #[error("Too many wrong codes: try again in 10 minutes, in a new session.")]
    Many,
    /// Nobody challenges themselves.
    #[error("This is your own name.")]
    OwnName,
    /// No member has the name.
    #[error("There is no member with this name.")]
    NoMember,
    /// The club does not answer.
    #[error(transparent)]
    Club(#[from] ClubError),
}

/// Where the typed text leads, or why it leads nowhere.
fn entered(goal: &Goal, text: &str, world: &mut World) -> Result<Place, AskError> {
    if *goal == Goal::Join {
        let visit = visit_mut(world).ok_or(AskError::NoClub)?;
        return match visit.invited(text, Instant::now()) {
            Ok(listed) if listed.is_playing() => Ok(ClubPlace::Game(listed.key, Some(text.to_owned())).into()),
            Ok(listed) => Ok(ClubPlace::Table(listed.key, Some(text.to_owned())).into()),
            Err(CodeError::Many) => Err(AskError::Many),
            Err(_) => Err(AskError::NoTable),
        };
    }
    let visit = visit(world).ok_or(AskError::NoClub)?;
    match visit.club.find(text)? {
        Some(member) if member.id == visit.member.id => Err(AskError::OwnName),
        Some(member) => Ok(ClubPlace::Challenge(Some(Box::new(member))).into()),
        None => Err(AskError::NoMember),
    }
}

impl Lobby {
    /// Handles input while a field is open.
    pub(super) fn typed_input(&mut self, input: &Input, world: &mut World) -> Option<Transition> {
        let asked = self.asked.as_mut()?;
        match asked.field.input(input) {
            Some(FieldStep::Changed) => {
                self.message = None;
                Some(Transition::Changed)
            }
            Some(FieldStep::Leave) => {
                (self.asked, self.message) = (None, None);
                Some(Transition::Changed)
            }
            Some(FieldStep::Enter) => {
                let asked = self.asked.take()?;
                self.message = None;
                let text = asked.field.text().trim().to_owned();
                Some(match (text.is_empty(), &asked.goal) {
                    (true, Goal::Join) => Transition::Changed,
                    (true, _) => Transition::Open(ClubPlace::Challenge(None).into()),
                    (false, goal) => match entered(goal, &text, world) {
                        Ok(place) => Transition::Open(place),
                        Err(why) => {
                            // The text can be corrected.
                            self.asked = Some(asked);
                            self.say_so(Message::warning(why))
                        }
                    },
                })
            }
            // Letters with Ctrl are keys of the program.
            None => match input {
                Input::Key(key) if !key.ctrl => Some(Transition::Same),
                _ => None,
            },
        }
    }

    /// Guests do not challenge; at a table of theirs others see that they would play.
    pub(super) fn refuse_guest(&mut self) -> Transition {
        let refused = TableServiceError::Guest { what: "by challenge" };
        self.say_so(Message::warning(format!("{refused} You can open a table.")))
    }

    fn say_so(&mut self, message: Message) -> Transition {
        self.message = Some(message);
        Transition::Changed
    }
}
