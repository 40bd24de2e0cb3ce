//! The play screen: one game with its board, panels and prompt. It is a desk (the table and its board) and parts, and
//! passes what happens from one part to the next; the legality of moves, and the reason a move is illegal, come from the
//! position.

mod alerts;
mod arrange;
pub mod browse;
mod claims;
mod coach;
mod confirm;
mod consent;
mod desk;
pub mod draw;
mod end;
mod entry;
mod error;
mod evaluation;
mod first_move;
mod guide;
mod hint;
mod keys;
pub mod leaving;
mod messages;
mod news;
mod next;
mod orders;
mod own_file;
mod pace;
mod part;
mod parts;
mod people;
mod plans;
mod premove;
pub mod prompt;
mod rating;
pub mod refusal;
mod rematch;
pub mod table;
pub mod table_people;
mod talk;
mod together;
mod watched;

use std::path::Path;
use std::sync::Arc;

use crate::dialogs::confirm::Confirm;
use crate::rules::mv::Move;
use crate::rules::position::MoveError;
use crate::screen::{Screen as _, Transition};
use crate::session::setup::MatchSetup;
use crate::session::table::command::Refusal;
use crate::session::table::{SeatHandle, Table as SharedTable};
use crate::theme::Role;
use crate::world::World;
pub use error::PlayError;

use desk::Desk;
use part::Step;
use parts::Parts;
use table::Table;
use table_people::TablePeople;

/// The play screen of one game.
pub struct Play {
    desk: Desk,
    parts: Parts,
}

impl Play {
    /// Starts a new game.
    pub fn start(setup: MatchSetup, world: &World) -> Result<Play, PlayError> {
        Ok(Play::new(Table::start(setup, world)?, world))
    }

    /// Resumes a game from its journal.
    pub fn resume(path: &Path, world: &World) -> Result<Play, PlayError> {
        let mut play = Play::new(Table::resume(path, world)?, world);
        let changed = world.client.other_rules(play.desk.table.setup().game);
        if let Some(words) = changed.filter(|_| play.desk.pane.message.is_none()) {
            play.desk.pane.tell(Role::Notice, words);
        }
        Ok(play)
    }

    /// Returns to a table that is still open.
    pub(crate) fn at(table: &Arc<SharedTable>, world: &World) -> Play {
        Play::new(Table::of(table, world), world)
    }

    /// A game at a table of people, for a player or a watcher. The note is shown at first, unless the game is over or there is
    /// something else to show.
    pub fn with_people(
        seat: SeatHandle,
        people: Box<dyn TablePeople>,
        note: Option<String>,
        world: &World,
    ) -> Play {
        let mut play = Play::new(Table::of_people(seat, people, world), world);
        if play.desk.table.ending().is_none() && play.desk.pane.message.is_none() {
            play.desk.pane.message = note;
        }
        play
    }

    fn new(table: Table, world: &World) -> Play {
        let mut play = Play { desk: Desk::new(table, world), parts: Parts::default() };
        play.parts.all_mut().for_each(|part| part.opened(&mut play.desk, world));
        play.desk.aim();
        play
    }

    /// Plays a move, given as text, for the side to move; used by scripts.
    pub fn play_text(&mut self, text: &str, world: &mut World) -> Result<(), MoveError> {
        let mv = self.desk.table.position().read(text)?;
        self.play_at_once(mv, world);
        self.desk.pane.arrive(self.desk.table.position());
        Ok(())
    }

    /// Does what a part has answered.
    fn carry_out(&mut self, step: Step, world: &mut World) -> Transition {
        match step {
            Step::Then(transition) => transition,
            Step::Play(mv) => self.play_at_once(mv, world),
            Step::Sent(done) => self.report(done, world),
            Step::SentAnd(done, words) => {
                self.report(done, world);
                self.desk.pane.tell(Role::Notice, words);
                Transition::Changed
            }
            Step::Look => {
                self.look();
                Transition::Changed
            }
            Step::Ask(question, action) if world.client.config.input.confirm => {
                Transition::push(Box::new(Confirm::new(question, action)))
            }
            Step::Ask(_, action) => self.confirmed(action, world),
            Step::Leave(action) => self.leave(action, world),
        }
    }

    /// Shows the position of the table if it is another one. True if it is.
    fn look(&mut self) -> bool {
        let moved = self.desk.look();
        if moved {
            self.parts.all_mut().for_each(|part| part.moved(&mut self.desk));
        }
        moved
    }

    /// Updates the screen after a command or a game event: shows announcements, moves the cursor, and tells the parts.
    fn after(&mut self, world: &mut World) -> Transition {
        let moved = self.look();
        if moved {
            self.desk.pane.message = None;
        }
        // What somebody asks for has a line of its own, with the keys that answer.
        let announced = self.desk.table.take_announcement();
        if self.desk.table.consent_line(world).is_some() {
            self.desk.pane.message = None;
        } else if let Some(announced) = announced {
            self.desk.pane.tell(Role::Notice, announced);
        }
        self.desk.aim();
        let step = self.parts.all_mut().filter_map(|part| part.changed(moved, &mut self.desk, world)).last();
        step.map_or(Transition::Changed, |step| self.carry_out(step, world))
    }

    /// Plays a move of the user, unless a part keeps it back.
    fn play(&mut self, mv: Move, world: &mut World) -> Transition {
        let held = self.parts.all_mut().find_map(|part| part.holds(mv, &mut self.desk, world));
        self.carry_out(held.unwrap_or(Step::Play(mv)), world)
    }

    fn play_at_once(&mut self, mv: Move, world: &mut World) -> Transition {
        self.parts.leaving.stays();
        self.desk.browse = None;
        let done = self.desk.table.play(mv);
        self.report(done, world)
    }

    /// Shows the result of a command: announcements, or the reason it was refused.
    fn report(&mut self, done: Result<(), Refusal>, world: &mut World) -> Transition {
        let step = self.after(world);
        if let Err(refused) = done {
            self.desk.pane.message = Some(refused.to_string());
        }
        step
    }
}
