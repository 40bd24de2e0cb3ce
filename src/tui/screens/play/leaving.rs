//! Leaving a game. If the game is not saved, the user is asked first, and any loss is reported.

use std::sync::Arc;

use super::table::Table;
use super::{Play, PlayError};
use crate::client::defaults;
use crate::client::exit_message::lost_words;
use crate::session::driver::Loss;
use crate::session::telling::sentence;
use crate::tui::action::Action;
use crate::tui::dialogs::confirm::Confirm;
use crate::tui::dialogs::leaving::Leaving;
use crate::tui::place::Place;
use crate::tui::screen::{Answer, Screen, Transition};
use crate::tui::theme::Role;
use crate::tui::world::World;

/// The state of a game when it was saved elsewhere: number of lines, position hash, and whether it was over.
type Mark = (usize, u64, bool);

/// The state of leaving a game that is not saved.
#[derive(Default)]
pub(super) struct Parting {
    /// The action to perform once the question is answered.
    wanted: Option<Action>,
    /// Set while a save attempt is running: the number of failures before it.
    tries: Option<u64>,
    /// The user decided to leave the game unsaved.
    lets_go: bool,
    /// The table is closed when the screen closes, because nobody will return to it.
    closes: bool,
    /// The state that was saved elsewhere, and a message that says where.
    elsewhere: Option<(Mark, String)>,
}

impl Play {
    fn mark(&self) -> Mark {
        let position = self.table.position();
        (self.table.lines().len(), position.hash(), self.table.ending().is_some())
    }

    /// The message about the save elsewhere, if the game has not changed since.
    pub(super) fn elsewhere(&self) -> Option<&String> {
        let (mark, words) = self.parting.elsewhere.as_ref()?;
        (*mark == self.mark()).then_some(words)
    }

    /// What would be lost if the game were left now.
    fn loss(&self) -> Option<Loss> {
        if self.elsewhere().is_some() { None } else { self.table.unsaved() }
    }

    /// Performs an action that leaves the game; asks first if something would be lost.
    pub(super) fn part(&mut self, action: Action, world: &mut World) -> Transition {
        match self.loss() {
            None => self.go(action, world),
            Some(loss) => Transition::Ask(self.question(action, &loss, None)),
        }
    }

    /// The question before an action. After a failed save elsewhere, it shows the problem and the path again.
    fn question(&mut self, action: Action, loss: &Loss, failed: Option<(&str, String)>) -> Box<dyn Screen> {
        self.parting =
            Parting { wanted: Some(action), elsewhere: self.parting.elsewhere.take(), ..Parting::default() };
        let words = sentence(&loss.words());
        Box::new(match failed {
            None => Leaving::new(format!("{words} {}.", loss.why)),
            Some((path, problem)) => Leaving::elsewhere(format!("{problem}. {words}"), path),
        })
    }

    /// Performs an action that ends this screen.
    fn go(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Quit => Transition::Quit,
            Action::NewGame => Transition::Become(Place::NewGame(Some(Box::new(self.table.setup().clone())))),
            Action::Restart | Action::OtherSide | Action::NextLevel | Action::Number(_) => {
                match self.again(action, world) {
                    Ok(table) => {
                        // The old game is kept unchanged, and its table is closed so that its clock does not
                        // continue.
                        self.parting.closes = true;
                        if action == Action::NextLevel {
                            defaults::keep_level(table.setup(), &world.client);
                        }
                        if action != Action::OtherSide {
                            world.eyes.turn(table.shared(), self.pane.view.seat(table.position().spec()));
                        }
                        Transition::Replace(Box::new(Play::new(table, world)))
                    }
                    Err(problem) => {
                        self.pane.told = Some(problem.to_string());
                        Transition::Changed
                    }
                }
            }
            _ => Transition::Close,
        }
    }

    /// The next game after this one.
    fn again(&self, action: Action, world: &World) -> Result<Table, PlayError> {
        Table::start(self.next_setup(action).unwrap_or_else(|| self.table.setup().clone()), world)
    }

    /// Before the program quits: a question, if something would be lost.
    pub(super) fn objects(&mut self, world: &World) -> Option<Transition> {
        if self.parting.lets_go {
            return None;
        }
        if let Some(loss) = self.loss() {
            return Some(Transition::Ask(self.question(Action::Quit, &loss, None)));
        }
        let question = self.question_of_people(Action::Leave).filter(|_| world.client.config.input.confirm)?;
        self.parting.wanted = Some(Action::Quit);
        Some(Transition::Ask(Box::new(Confirm::new(question, Action::Quit))))
    }

    /// Handles the answer to the question.
    pub(super) fn heard(&mut self, answer: Answer, world: &mut World) -> Transition {
        let Some(action) = self.parting.wanted else { return Transition::Same };
        match answer {
            Answer::TryAgain | Answer::Save => {
                self.parting.tries = self.table.try_again();
                self.pane.tell(Role::Notice, "Saving the game…");
                Transition::Changed
            }
            Answer::Elsewhere(path) => match (self.table.save_elsewhere(&path, world), self.loss()) {
                (Ok(words), _) => {
                    self.parting.elsewhere = Some((self.mark(), words));
                    self.go(action, world)
                }
                (Err(problem), Some(loss)) => {
                    Transition::Ask(self.question(action, &loss, Some((&path, problem.to_string()))))
                }
                // The game was saved at its usual place in the meantime.
                (Err(_), None) => self.go(action, world),
            },
            Answer::Leave => {
                self.parting.lets_go = true;
                self.go(action, world)
            }
        }
    }

    /// Cancels waiting for a save and the decision to leave the game unsaved.
    pub(super) fn stays(&mut self) {
        (self.parting.tries, self.parting.lets_go) = (None, false);
    }

    /// Checks the result of the save attempt.
    pub(super) fn tried(&mut self, world: &mut World) -> Option<Transition> {
        let (before, action) = (self.parting.tries?, self.parting.wanted?);
        let loss = self.loss();
        match loss {
            None => {
                self.stays();
                Some(self.go(action, world))
            }
            Some(loss) if self.table.troubles() > before => {
                self.pane.told = None;
                Some(Transition::Ask(self.question(action, &loss, None)))
            }
            Some(_) => None,
        }
    }

    /// Called when the screen closes. The table stays open so the game can be resumed, unless the game is over,
    /// has no moves, or is unsaved and the user chose to leave it. Returns what is lost, as text.
    pub(super) fn last_chance(&mut self, world: &mut World) -> Option<String> {
        // Includes events since the last frame.
        self.table.poll();
        if self.table.company.is_some() {
            // The table goes on without this screen.
            return None;
        }
        let table = Arc::clone(self.table.shared());
        world.eyes.left(&table, self.table.known());
        let over = self.table.ending().is_some() || self.table.position().acts().is_empty();
        if !over && !self.parting.closes && self.table.unsaved().is_none() {
            return None;
        }
        let elsewhere = self.elsewhere().is_some();
        let lost = world.client.tables.close(table.id()).filter(|_| !elsewhere);
        self.table.poll();
        lost.map(|loss| lost_words(&table.newest(), &loss))
    }
}
