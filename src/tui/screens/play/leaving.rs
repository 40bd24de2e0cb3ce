//! Leaving a game: where it is not saved, that is asked about first, and what was lost is told.

use std::sync::Arc;

use super::Play;
use crate::paths::expanded;
use crate::session::driver::Loss;
use crate::session::table::GameView;
use crate::tui::action::Action;
use crate::tui::dialogs::leaving::Leaving;
use crate::tui::screen::{Answer, Screen, Transition};
use crate::tui::screens::new_game::NewGame;
use crate::tui::world::World;

/// A game as it was saved elsewhere.
type Mark = (usize, u64, bool);

/// How a game is left that is not saved.
#[derive(Default)]
pub(super) struct Parting {
    /// What is to be done when that is settled.
    wanted: Option<Action>,
    /// It is tried to save the game; so often it had failed before.
    tries: Option<u64>,
    /// It is left as it is.
    lets_go: bool,
    /// Nobody comes back to it: its table is closed.
    closes: bool,
    /// It was saved elsewhere as it was then, and where.
    elsewhere: Option<(Mark, String)>,
}

impl Play {
    fn mark(&self) -> Mark {
        let position = self.table.position();
        (self.table.lines().len(), position.hash(), self.table.ending().is_some())
    }

    /// Where all of the game is, if it was saved elsewhere.
    pub(super) fn elsewhere(&self) -> Option<&String> {
        let (mark, words) = self.parting.elsewhere.as_ref()?;
        (*mark == self.mark()).then_some(words)
    }

    /// What would be lost if the game were left now.
    fn loss(&self) -> Option<Loss> {
        if self.elsewhere().is_some() { None } else { self.table.unsaved() }
    }

    /// Leaves the game by an action, or asks before.
    pub(super) fn part(&mut self, action: Action, world: &mut World) -> Transition {
        match self.loss() {
            None => self.go(action, world),
            Some(loss) => Transition::Ask(self.question(action, &loss, None)),
        }
    }

    /// What is asked before an action; with a path that was of no use, and why, that comes again.
    fn question(&mut self, action: Action, loss: &Loss, failed: Option<(&str, String)>) -> Box<dyn Screen> {
        self.parting =
            Parting { wanted: Some(action), elsewhere: self.parting.elsewhere.take(), ..Parting::default() };
        let words = super::sentence(&loss.words());
        Box::new(match failed {
            None => Leaving::new(format!("{words} {}.", loss.why)),
            Some((path, problem)) => Leaving::elsewhere(format!("{problem}. {words}"), path),
        })
    }

    /// What ends the game on this screen is done.
    fn go(&mut self, action: Action, world: &mut World) -> Transition {
        match action {
            Action::Quit => Transition::Quit,
            Action::NewGame => Transition::Replace(Box::new(NewGame::new(Some(self.table.setup().clone()), world))),
            Action::Restart => match self.table.again(world) {
                Ok(table) => {
                    // The game before is kept as it is; its clock does not run on beside this one.
                    self.parting.closes = true;
                    world.eyes.turn(table.shared(), self.view.seat(table.position().spec()));
                    Transition::Replace(Box::new(Play::new(table, world)))
                }
                Err(problem) => {
                    self.told = Some(problem);
                    Transition::Changed
                }
            },
            _ => Transition::Close,
        }
    }

    /// The program is to end.
    pub(super) fn objects(&mut self) -> Option<Box<dyn Screen>> {
        let loss = self.loss().filter(|_| !self.parting.lets_go)?;
        Some(self.question(Action::Quit, &loss, None))
    }

    /// What a person says to the question.
    pub(super) fn heard(&mut self, answer: Answer, world: &mut World) -> Transition {
        let Some(action) = self.parting.wanted else { return Transition::Same };
        match answer {
            Answer::TryAgain | Answer::Save => {
                self.parting.tries = Some(self.table.troubles());
                self.table.try_again();
                self.told = Some("Saving the game…".to_owned());
                Transition::Changed
            }
            Answer::Elsewhere(path) => match (self.table.save_elsewhere(&expanded(&path)), self.loss()) {
                (Ok(words), _) => {
                    self.parting.elsewhere = Some((self.mark(), words));
                    self.go(action, world)
                }
                (Err(problem), Some(loss)) => Transition::Ask(self.question(action, &loss, Some((&path, problem)))),
                // Meanwhile it is where it should be.
                (Err(_), None) => self.go(action, world),
            },
            Answer::Leave => {
                self.parting.lets_go = true;
                self.go(action, world)
            }
        }
    }

    /// Nobody waits any more for the game to be saved.
    pub(super) fn stays(&mut self) {
        (self.parting.tries, self.parting.lets_go) = (None, false);
    }

    /// Looks what came of trying to save the game.
    pub(super) fn tried(&mut self, world: &mut World) -> Option<Transition> {
        let (before, action) = (self.parting.tries?, self.parting.wanted?);
        let loss = self.loss();
        match loss {
            None => {
                self.stays();
                Some(self.go(action, world))
            }
            Some(loss) if self.table.troubles() > before => {
                self.told = None;
                Some(Transition::Ask(self.question(action, &loss, None)))
            }
            Some(_) => None,
        }
    }

    /// The screen goes. The game stays at its table, to go on or to be taken up again, unless it is over,
    /// nothing was done in it, or somebody has let it go that is not saved. What is lost, in words.
    pub(super) fn last_chance(&mut self, world: &mut World) -> Option<String> {
        // What has happened since the last picture counts.
        self.table.poll();
        let table = Arc::clone(self.table.shared());
        world.eyes.left(&table, self.table.known());
        let over = self.table.ending().is_some() || self.table.position().acts().is_empty();
        if !over && !self.parting.closes && self.table.unsaved().is_none() {
            return None;
        }
        let elsewhere = self.elsewhere().is_some();
        let lost = world.tables.close(table.id()).filter(|_| !elsewhere);
        self.table.poll();
        lost.map(|loss| lost_words(&table.newest(), &loss))
    }
}

/// What is lost of a game, in words.
pub fn lost_words(view: &GameView, loss: &Loss) -> String {
    let (position, words, why) = (&view.position, loss.words(), &loss.why);
    format!("{}: {words}: {why}. Position: {}", position.spec().title, position.fen())
}

/// What is left to say of a game after the program has gone: how to come back, and the position.
pub fn farewell(view: &GameView) -> Option<String> {
    let name = view.status.path.as_ref()?;
    let id = name.file_stem()?.to_string_lossy().into_owned();
    let (title, fen) = (view.position.spec().title, view.position.fen());
    Some(match &view.status.ending {
        Some(ending) => format!("{title}: {}\nTo review it: heterodox review {id}\n{fen}", ending.words),
        None => format!("{title} is saved. To continue: heterodox resume {id}\n{fen}"),
    })
}
