//! Leaving a game. If the game is not saved, the user is asked first, and any loss is reported.

use std::sync::Arc;

use super::desk::Desk;
use super::part::{Part, Step};
use super::table::Table;
use super::{Play, PlayError};
use crate::action::Action;
use crate::client::defaults;
use crate::client::exit_message::lost_words;
use crate::dialogs::confirm::Confirm;
use crate::dialogs::leaving::Leaving as Question;
use crate::place::Place;
use crate::screen::{Answer, Transition};
use crate::session::driver::Loss;
use crate::session::telling::sentence;
use crate::theme::Role;
use crate::wakes::Reasons;
use crate::world::World;

/// The state of a game when it was saved elsewhere: number of lines, position hash, and whether it was over.
type Mark = (usize, u64, bool);

/// The state of leaving a game that is not saved.
#[derive(Default)]
pub(super) struct Leaving {
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

impl Desk {
    fn mark(&self) -> Mark {
        let position = self.table.position();
        (self.table.lines().len(), position.hash(), self.table.ending().is_some())
    }
}

impl Leaving {
    /// The message about the save elsewhere, if the game has not changed since.
    pub(super) fn elsewhere(&self, desk: &Desk) -> Option<&String> {
        let (mark, words) = self.elsewhere.as_ref()?;
        (*mark == desk.mark()).then_some(words)
    }

    /// What would be lost if the game were left now.
    fn loss(&self, desk: &Desk) -> Option<Loss> {
        if self.elsewhere(desk).is_some() { None } else { desk.table.unsaved() }
    }

    /// The question before an action. After a failed save elsewhere, it shows the problem and the path again.
    fn question(&mut self, action: Action, loss: &Loss, failed: Option<(&str, String)>) -> Transition {
        *self = Leaving { wanted: Some(action), elsewhere: self.elsewhere.take(), ..Leaving::default() };
        let words = sentence(&loss.words());
        Transition::Ask(Box::new(match failed {
            None => Question::new(format!("{words} {}.", loss.why)),
            Some((path, problem)) => Question::elsewhere(format!("{problem}. {words}"), path),
        }))
    }

    /// Before the program quits: a question, if something would be lost.
    pub(super) fn objects(&mut self, desk: &Desk, world: &World) -> Option<Transition> {
        if self.lets_go {
            return None;
        }
        if let Some(loss) = self.loss(desk) {
            return Some(self.question(Action::Quit, &loss, None));
        }
        let question = desk.table.question_of_people(Action::Leave);
        let question = question.filter(|_| world.client.config.input.confirm)?;
        self.wanted = Some(Action::Quit);
        Some(Transition::Ask(Box::new(Confirm::new(question, Action::Quit))))
    }

    /// Cancels waiting for a save and the decision to leave the game unsaved.
    pub(super) const fn stays(&mut self) {
        (self.tries, self.lets_go) = (None, false);
    }

    /// Called when the screen closes. The table stays open so the game can be resumed, unless the game is over,
    /// has no moves, or is unsaved and the user chose to leave it. Returns what is lost, as text.
    pub(super) fn last_chance(&self, desk: &mut Desk, world: &mut World) -> Option<String> {
        // Includes events since the last frame.
        desk.table.poll();
        if desk.table.is_shared() {
            // The table goes on without this screen.
            return None;
        }
        let table = Arc::clone(desk.table.shared());
        world.table_views.left(&table, desk.table.known());
        let over = desk.table.ending().is_some() || desk.table.position().acts().is_empty();
        if !over && !self.closes && desk.table.unsaved().is_none() {
            return None;
        }
        let elsewhere = self.elsewhere(desk).is_some();
        let lost = world.client.tables.close(table.id()).filter(|_| !elsewhere);
        desk.table.poll();
        lost.map(|loss| lost_words(&table.newest(), &loss))
    }
}

impl Part for Leaving {
    fn act(&mut self, action: Action, desk: &mut Desk, _: &mut World) -> Option<Step> {
        let over = desk.table.ending().is_some();
        match action {
            Action::Restart if !over => Some(Step::Ask("Restart this game?".to_owned(), action)),
            Action::Restart => {
                desk.pane.message = None;
                Some(Step::Leave(action))
            }
            Action::Leave | Action::NewGame | Action::OtherSide | Action::NextLevel => Some(Step::Leave(action)),
            Action::Number(_) if over => Some(Step::Leave(action)),
            _ => None,
        }
    }

    fn confirmed(&mut self, action: Action, _: &mut Desk, _: &mut World) -> Option<Step> {
        matches!(action, Action::Restart | Action::Leave).then_some(Step::Leave(action))
    }

    /// Checks the result of the save attempt.
    fn wake(&mut self, _: Reasons, desk: &mut Desk, _: &mut World) -> Option<Step> {
        let (before, action) = (self.tries?, self.wanted?);
        match self.loss(desk) {
            None => {
                self.stays();
                Some(Step::Leave(action))
            }
            Some(loss) if desk.table.troubles() > before => {
                desk.pane.message = None;
                Some(Step::Then(self.question(action, &loss, None)))
            }
            Some(_) => None,
        }
    }
}

impl Play {
    /// Performs an action that leaves the game; asks first if something would be lost.
    pub(super) fn leave(&mut self, action: Action, world: &mut World) -> Transition {
        match self.parts.leaving.loss(&self.desk) {
            None => self.go(action, world),
            Some(loss) => self.parts.leaving.question(action, &loss, None),
        }
    }

    /// Performs an action that ends this screen.
    fn go(&mut self, action: Action, world: &mut World) -> Transition {
        let table = &self.desk.table;
        match action {
            Action::Quit => Transition::Quit,
            Action::NewGame => Transition::Become(Place::NewGame(Some(Box::new(table.setup().clone())))),
            Action::Restart | Action::OtherSide | Action::NextLevel | Action::Number(_) => {
                match self.again(action, world) {
                    Ok(table) => {
                        // The old game is kept unchanged, and its table is closed so that its clock does not
                        // continue.
                        self.parts.leaving.closes = true;
                        if action == Action::NextLevel {
                            defaults::keep_level(table.setup(), &world.client);
                        }
                        if action != Action::OtherSide {
                            world
                                .table_views
                                .turn(table.shared(), self.desk.pane.view.seat(table.position().spec()));
                        }
                        Transition::replace(Box::new(Play::new(table, world)))
                    }
                    Err(problem) => {
                        self.desk.pane.message = Some(problem.to_string());
                        Transition::Changed
                    }
                }
            }
            _ => Transition::Close,
        }
    }

    /// The next game after this one.
    fn again(&self, action: Action, world: &World) -> Result<Table, PlayError> {
        Table::start(self.next_setup(action).unwrap_or_else(|| self.desk.table.setup().clone()), world)
    }

    /// Handles the answer to the question.
    pub(super) fn heard(&mut self, answer: Answer, world: &mut World) -> Transition {
        let Play { desk, parts } = self;
        let leaving = &mut parts.leaving;
        let Some(action) = leaving.wanted else { return Transition::Same };
        match answer {
            Answer::TryAgain | Answer::Save => {
                leaving.tries = desk.table.try_again();
                desk.pane.tell(Role::Notice, "Saving the game…");
                return Transition::Changed;
            }
            Answer::Elsewhere(path) => match (desk.table.save_elsewhere(&path, world), leaving.loss(desk)) {
                (Ok(words), _) => leaving.elsewhere = Some((desk.mark(), words)),
                (Err(problem), Some(loss)) => {
                    return leaving.question(action, &loss, Some((&path, problem.to_string())));
                }
                // The game was saved at its usual place in the meantime.
                (Err(_), None) => {}
            },
            Answer::Leave => leaving.lets_go = true,
        }
        self.go(action, world)
    }
}
