//! The play screen: one game with its board, panels and prompt. It handles actions and input; the legality of
//! moves, and the reason a move is illegal, come from the position.

mod acts;
mod arrange;
pub mod browse;
mod claims;
mod coach;
pub mod company;
mod consent;
pub mod draw;
mod end;
mod entry;
mod error;
mod evaluation;
mod guide;
mod hint;
mod keys;
pub mod leaving;
mod names;
mod news;
mod next;
mod pace;
mod people;
mod plans;
mod premove;
pub mod prompt;
pub mod refusal;
pub mod table;

use std::path::Path;
use std::sync::Arc;

use crate::config::Bell;
use crate::rules::mv::Move;
use crate::rules::position::{MoveError, Position};
use crate::rules::side::{BySide, Side, Sides};
use crate::session::setup::MatchSetup;
use crate::session::table::command::Refusal;
use crate::session::table::{Identity, Table as SharedTable};
use crate::tui::action::Action;
use crate::tui::board::paint::Scene;
use crate::tui::board::pane::Pane;
use crate::tui::dialogs::confirm::Confirm;
use crate::tui::place::Place;
use crate::tui::screen::{Screen, Transition};
use crate::tui::theme::Role;
use crate::tui::told::Told;
use crate::tui::view::View;
use crate::tui::world::{TerminalRequest, World};
pub use error::PlayError;

use browse::Browse;
use coach::{After, Held};
use evaluation::Evaluated;
use guide::Guide;
use leaving::Parting;
use news::News;
use next::Next;
use plans::Planned;
use premove::Premove;
use table::Table;

/// The play screen of one game.
pub struct Play {
    table: Table,
    pane: Pane,
    browse: Option<Browse>,
    /// Must the cursor still be moved to a piece that can be picked?
    unaimed: bool,
    /// The number of acts and the position's hash at the last update, to detect changes.
    known: (usize, u64),
    /// The ply at which the bell last rang, so that it rings once per turn.
    rung: Option<usize>,
    /// The same for a note while the window has no focus.
    noted: Option<usize>,
    /// The state of leaving a game that is not saved.
    parting: Parting,
    /// How accurate the seats were, if the game is over and was analysed.
    accuracy: Option<BySide<f64>>,
    /// The move that waits for the coach.
    held: Option<Held>,
    /// What the coach finds after the end.
    after_end: Option<After>,
    /// The level to try next, after the end.
    next: Option<Next>,
    /// Who advises, in a first game.
    guide: Option<Guide>,
    /// The move of a slow game that waits for a confirmation, and the number of acts before it.
    unconfirmed: Option<(Move, usize)>,
    /// The move that is chosen before one's turn.
    premove: Premove,
    /// The seats whose reserve is dropped for them.
    arranged: Sides,
    /// Conditional moves of a slow game.
    planned: Planned,
    /// What the program told over this screen. Moves and the end of the game do not remove it; the next key does.
    notice: Option<Told>,
    /// What the game has changed in the rating of the user, after the end of a game of people.
    rating: Option<String>,
    /// Does another screen cover this one?
    covered: bool,
    /// Was the user told, on the screen that covers this one, that the next game has begun?
    told_next: bool,
    /// Who reviews the game together, after its end.
    gathered: Vec<String>,
    /// Who wanted a rematch when the screen last looked.
    wishes: Vec<Identity>,
    /// The computer's evaluation, for those who watch.
    evaluated: Evaluated,
    /// What the others have just done.
    news: News,
}

impl Play {
    /// Starts a new game.
    pub fn start(setup: MatchSetup, world: &World) -> Result<Play, PlayError> {
        Ok(Play::new(Table::start(setup, world)?, world))
    }

    /// Resumes a game from its journal.
    pub fn resume(path: &Path, world: &World) -> Result<Play, PlayError> {
        Ok(Play::new(Table::resume(path, world)?, world))
    }

    /// Returns to a table that is still open.
    pub fn at(table: &Arc<SharedTable>, world: &World) -> Play {
        Play::new(Table::of(table, world), world)
    }

    fn new(mut table: Table, world: &World) -> Play {
        let told = table.take_announcement();
        let position = table.position();
        let spec = position.spec();
        // Who has exactly one seat sees the board from there; otherwise it is seen from the first seat.
        let people: Vec<Side> = spec.sides().filter(|&side| table.acts_for(side)).collect();
        let turned = table.turned(world).or(table.seen_from());
        let view = match (turned, &people[..]) {
            (Some(side), _) => View::of(spec, side),
            (None, &[one]) => View::of(spec, one),
            _ => View::FIRST,
        };
        let mut pane = Pane::new(position, view);
        pane.told = told;
        let known = (position.acts().len(), position.hash());
        let mut play = Play {
            pane,
            browse: None,
            unaimed: true,
            known,
            rung: None,
            noted: None,
            parting: Parting::default(),
            accuracy: None,
            held: None,
            after_end: None,
            next: None,
            guide: None,
            unconfirmed: None,
            premove: Premove::default(),
            arranged: Sides::NONE,
            planned: Planned::default(),
            notice: None,
            rating: None,
            covered: false,
            told_next: false,
            gathered: Vec::new(),
            wishes: Vec::new(),
            evaluated: Evaluated::default(),
            news: News::default(),
            table,
        };
        play.read_premove();
        play.read_plans();
        play.read_news();
        play.judged(world);
        play.look_at_all(world);
        play.suggest(world);
        play.aim();
        play
    }

    /// Takes what the analysis of the whole game has found since, if it is over.
    fn judged(&mut self, world: &World) {
        let over = self.table.ending().is_some();
        self.accuracy = if over { world.eyes.accuracy(self.table.position()) } else { None };
    }

    /// Once per turn of a person, moves the cursor to a piece that can be picked, unless the user is just
    /// moving the cursor. True if it moved.
    fn aim(&mut self) -> bool {
        if !self.unaimed || !self.is_persons_turn() {
            return false;
        }
        self.unaimed = false;
        let aimed = !self.pane.is_moving() && self.pane.aim(self.table.position());
        self.news_begin();
        aimed
    }

    /// Plays a move, given as text, for the side to move; used by scripts.
    pub fn play_text(&mut self, text: &str, world: &mut World) -> Result<(), MoveError> {
        let mv = self.table.position().read(text)?;
        self.play_at_once(mv, world);
        self.pane.arrive(self.table.position());
        Ok(())
    }

    /// The position that the board shows.
    fn shown(&self) -> &dyn Position {
        self.browse.as_ref().map_or(self.table.position(), |browse| browse.position.as_ref())
    }

    /// Opens the explorer with the position that the board shows and the piece under the cursor.
    fn explore(&mut self) -> Transition {
        self.pane.explained = None;
        let square = self.pane.hand.cursor;
        Transition::Open(Place::Explorer(self.shown().fork(), self.pane.view, Some(square)))
    }

    /// What the board shows.
    fn scene(&self) -> Scene<'_> {
        let marks = self.browse.as_ref().map_or(&self.pane.marks, |browse| &browse.seen);
        // What the side to move can pick is shown to whom it concerns.
        let (picks, premove) = (self.is_persons_turn(), self.can_premove());
        Scene { position: self.shown(), marks, cursor: true, picks, premove, goals: true }
    }

    /// Can a person at this terminal move now?
    fn can_move(&self) -> bool {
        self.is_persons_turn() && !self.table.is_waiting()
    }

    /// Is the side to move played at this terminal, with the current position shown? True also while the last
    /// move is still being written to disk.
    fn is_persons_turn(&self) -> bool {
        self.browse.is_none() && self.table.ending().is_none() && self.table.acts_for(self.table.position().turn())
    }

    /// Updates the screen after the position changed and clears the picks. True if it changed.
    fn look(&mut self) -> bool {
        let position = self.table.position();
        let now = (position.acts().len(), position.hash());
        if now == self.known {
            return false;
        }
        self.known = now;
        self.unaimed = true;
        self.accuracy = None;
        self.pane.show(position, None);
        self.advise();
        self.read_news();
        true
    }

    /// Updates the screen after a command or a game event: shows announcements, rings the bell, moves the
    /// cursor.
    fn after(&mut self, world: &mut World) -> Transition {
        let changed = self.look();
        if changed {
            self.pane.told = None;
        }
        // What somebody asks for has a line of its own, with the keys that answer.
        let announced = self.table.take_announcement();
        if self.consent_line(world).is_some() {
            self.pane.told = None;
        } else if let Some(announced) = announced {
            self.pane.tell(Role::Notice, announced);
        }
        self.read_premove();
        self.read_plans();
        self.look_at_all(world);
        self.suggest(world);
        self.aim();
        let ply = self.known.0;
        let own = self.can_move() && (self.table.has_computer() || self.table.is_shared());
        let ring = match world.client.config.sound.bell {
            Bell::Always => changed,
            Bell::Own => changed && own,
            Bell::Off => false,
        };
        if ring && self.rung != Some(ply) {
            self.rung = Some(ply);
            world.requests.push(TerminalRequest::Bell);
        }
        let ending = self.table.ending().filter(|_| changed);
        if (ending.is_some() || changed && own) && self.noted != Some(ply) {
            self.noted = Some(ply);
            let title = self.table.position().spec().title;
            world.notify(format!("{title}: {}", ending.as_deref().unwrap_or("it is your turn")));
        }
        self.drop_arranged(world)
    }

    /// Plays a move of the user, unless the coach looks at it first.
    fn play(&mut self, mv: Move, world: &mut World) -> Transition {
        if self.holds(mv, world) {
            return Transition::Changed;
        }
        if self.must_confirm(world) {
            return self.ask_about(mv);
        }
        self.play_at_once(mv, world)
    }

    fn play_at_once(&mut self, mv: Move, world: &mut World) -> Transition {
        self.stays();
        self.browse = None;
        let done = self.table.play(mv);
        self.report(done, world)
    }

    /// Shows the result of a command: announcements, or the reason it was refused.
    fn report(&mut self, done: Result<(), Refusal>, world: &mut World) -> Transition {
        let step = self.after(world);
        if let Err(refused) = done {
            self.pane.told = Some(refused.to_string());
        }
        step
    }

    /// Asks for confirmation before an action that cannot be undone, if the settings require it.
    fn ask(&mut self, question: String, action: Action, world: &mut World) -> Transition {
        if world.client.config.input.confirm {
            Transition::Push(Box::new(Confirm::new(question, action)))
        } else {
            self.confirmed(action, world)
        }
    }
}
