//! The play screen: one game with its board, panels and prompt. It handles actions and input; the legality of
//! moves, and the reason a move is illegal, come from the position.

mod acts;
pub mod browse;
pub mod draw;
mod entry;
mod error;
mod hint;
mod keys;
pub mod leaving;
pub mod prompt;
pub mod refusal;
pub mod table;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use crate::config::Bell;
use crate::rules::geometry::Square;
use crate::rules::mv::Move;
use crate::rules::position::{MoveError, Position};
use crate::rules::side::Side;
use crate::session::setup::MatchSetup;
use crate::session::table::Table as SharedTable;
use crate::session::table::command::Refusal;
use crate::tui::action::Action;
use crate::tui::board::analysis::Analysis;
use crate::tui::board::cell::Sign;
use crate::tui::board::entry::{Texts, TypedMove};
use crate::tui::board::first_square;
use crate::tui::board::hand::Hand;
use crate::tui::board::marks::{BoardMarks, Threats};
use crate::tui::dialogs::confirm::Confirm;
use crate::tui::screen::{Screen, Transition};
use crate::tui::view::View;
use crate::tui::world::{TerminalRequest, World};
pub use error::PlayError;

use browse::Browse;
use leaving::Parting;
use table::Table;

/// The explanation of a piece: its square, and the squares it could move to.
struct Explained {
    square: Square,
    words: String,
    signs: Vec<(Square, Sign)>,
}

/// The play screen of one game.
pub struct Play {
    table: Table,
    hand: Hand,
    view: View,
    seen: BoardMarks,
    browse: Option<Browse>,
    entry: Option<TypedMove>,
    /// The square that the prompt describes, and when the cursor last moved away from it (`None` if it did
    /// not).
    rested: Square,
    moved: Option<Instant>,
    /// The current message: a reason or an event.
    told: Option<String>,
    explained: Option<Explained>,
    /// The threats, while they are shown.
    threats: Option<Threats>,
    hint: Vec<Square>,
    /// The computer analysis of the position, while it is on.
    analysis: Option<Analysis>,
    /// Does another screen cover the board?
    is_covered: bool,
    /// Must the cursor still be moved to a piece that can be picked?
    unaimed: bool,
    /// The number of acts and the position's hash at the last update, to detect changes.
    known: (usize, u64),
    /// The ply at which the bell last rang, so that it rings once per turn.
    rung: Option<usize>,
    /// The state of leaving a game that is not saved.
    parting: Parting,
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
        // With exactly one person, the board is seen from that person's side; otherwise from the first seat's.
        let people: Vec<Side> = spec.sides().filter(|&side| table.is_person(side)).collect();
        let turned = world.eyes.turned(table.shared()).or(table.seen_from());
        let view = match (turned, &people[..]) {
            (Some(side), _) => View::of(spec, side),
            (None, &[one]) => View::of(spec, one),
            _ => View::FIRST,
        };
        let cursor = first_square(position, view);
        let hand = Hand::new(position, cursor);
        let known = (position.acts().len(), position.hash());
        let seen = BoardMarks::of(position);
        let mut play = Play {
            hand,
            view,
            seen,
            browse: None,
            entry: None,
            rested: cursor,
            moved: None,
            told,
            explained: None,
            threats: None,
            hint: Vec::new(),
            analysis: None,
            is_covered: false,
            unaimed: true,
            known,
            rung: None,
            parting: Parting::default(),
            table,
        };
        play.aim();
        play
    }

    /// Once per turn of a person, moves the cursor to a piece that can be picked, unless the user is just
    /// moving the cursor. True if it moved.
    fn aim(&mut self) -> bool {
        if !self.unaimed || !self.is_persons_turn() {
            return false;
        }
        self.unaimed = false;
        let goes = self.moved.is_none() && self.hand.aim(self.table.position(), self.view);
        if goes {
            self.rest_now();
        }
        goes
    }

    /// Plays a move, given as text, for the side to move; used by scripts.
    pub fn play_text(&mut self, text: &str, world: &mut World) -> Result<(), MoveError> {
        let mv = self.table.position().read(text)?;
        self.play(mv, world);
        Ok(())
    }

    /// The position that the board shows.
    fn shown(&self) -> &dyn Position {
        self.browse.as_ref().map_or(self.table.position(), |browse| browse.position.as_ref())
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
        self.hand.begin(position);
        self.seen = BoardMarks::of(position);
        self.explained = None;
        self.hint.clear();
        self.threats = self.threats.as_ref().map(|threats| threats.again(position));
        if let Some(entry) = &mut self.entry {
            entry.texts = Texts::of(self.table.position());
        }
        true
    }

    /// Updates the screen after a command or a game event: shows announcements, rings the bell, moves the
    /// cursor.
    fn after(&mut self, world: &mut World) -> Transition {
        let changed = self.look();
        if changed {
            self.told = None;
        }
        if let Some(words) = self.table.take_announcement() {
            self.told = Some(words);
        }
        self.aim();
        let ply = self.known.0;
        let own = self.can_move() && self.table.has_computer();
        let ring = match world.config.sound.bell {
            Bell::Always => changed,
            Bell::Own => changed && own,
            Bell::Off => false,
        };
        if ring && self.rung != Some(ply) {
            self.rung = Some(ply);
            world.requests.push(TerminalRequest::Bell);
        }
        Transition::Changed
    }

    fn play(&mut self, mv: Move, world: &mut World) -> Transition {
        self.stays();
        self.browse = None;
        let done = self.table.play(mv);
        self.report(done, world)
    }

    /// Shows the result of a command: announcements, or the reason it was refused.
    fn report(&mut self, done: Result<(), Refusal>, world: &mut World) -> Transition {
        let step = self.after(world);
        if let Err(refused) = done {
            self.told = Some(refused.to_string());
        }
        step
    }

    /// Asks for confirmation before an action that cannot be undone, if the settings require it.
    fn ask(&mut self, question: String, action: Action, world: &mut World) -> Transition {
        if world.config.input.confirm {
            Transition::Push(Box::new(Confirm::new(question, action)))
        } else {
            self.confirmed(action, world)
        }
    }
}
