//! The play screen: one game, its board and everything around it. Takes actions and input; what is
//! legal, and why not, is asked from the position.

mod acts;
pub mod analysis;
pub mod asked;
pub mod browse;
pub mod draw;
mod entry;
mod hint;
mod keys;
pub mod layout;
pub mod leaving;
pub mod marks;
pub mod panels;
pub mod prompt;
pub mod refusal;
pub mod score_view;
pub mod table;
pub mod typed_move;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::config::Bell;
use crate::rules::geometry::Square;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::session::setup::MatchSetup;
use crate::session::table::Table as SharedTable;
use crate::tui::action::Action;
use crate::tui::dialogs::confirm::Confirm;
use crate::tui::hand::Hand;
use crate::tui::screen::{Screen, Transition};
use crate::tui::view::View;
use crate::tui::widgets::cell::Sign;
use crate::tui::world::{TerminalRequest, World};
use analysis::Analysis;
use browse::Browse;
use leaving::Parting;
use marks::{BoardMarks, Threats};
use table::Table;
use typed_move::{Texts, TypedMove};

/// The prompt follows the cursor when it has rested this long.
pub const REST: Duration = Duration::from_millis(500);

/// What is explained: a square and where its piece could go.
struct Explained {
    square: Square,
    words: String,
    signs: Vec<(Square, Sign)>,
}

/// One game on the screen.
pub struct Play {
    table: Table,
    hand: Hand,
    view: View,
    seen: BoardMarks,
    browse: Option<Browse>,
    entry: Option<TypedMove>,
    /// Where the cursor rested last, and since when it may be resting elsewhere.
    rested: Square,
    moved: Option<Instant>,
    /// What was said last: a reason, an event.
    told: Option<String>,
    explained: Option<Explained>,
    /// Who attacks what, while it is shown.
    threats: Option<Threats>,
    hint: Vec<Square>,
    /// What a computer thinks of the position, while that is shown.
    analysis: Option<Analysis>,
    /// Does something lie over the board?
    is_covered: bool,
    /// Is the cursor still to be put on something that can be picked?
    unaimed: bool,
    /// How many acts were known when the board was last looked at, and the position's hash.
    known: (usize, u64),
    /// Whose turn was last announced by the bell.
    rung: Option<usize>,
    /// How it is left while it is not saved.
    parting: Parting,
}

impl Play {
    /// Begins a game.
    pub fn start(setup: MatchSetup, world: &World) -> Result<Play, String> {
        Ok(Play::new(Table::start(setup, world)?, world))
    }

    /// Takes up a game from its journal.
    pub fn resume(path: &Path, world: &World) -> Result<Play, String> {
        Ok(Play::new(Table::resume(path, world)?, world))
    }

    /// Sits down again at a table that was left.
    pub fn at(table: &Arc<SharedTable>, world: &World) -> Play {
        Play::new(Table::of(table, world), world)
    }

    fn new(mut table: Table, world: &World) -> Play {
        let told = table.take_announcement();
        let position = table.position();
        let spec = position.spec();
        // One person looks from the own side; several, or none, from the first seat's.
        let people: Vec<Side> = spec.sides().filter(|&side| table.is_person(side)).collect();
        let turned = world.eyes.turned(table.shared()).or(table.seen_from());
        let view = match (turned, &people[..]) {
            (Some(side), _) => View::of(spec, side),
            (None, &[one]) => View::of(spec, one),
            _ => View::FIRST,
        };
        let cursor = home(position, view);
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

    /// Once a turn of a person, the cursor goes to something that can be picked, unless it is just being
    /// moved. True when it went.
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

    /// Plays a move by its text for whoever is on turn, as a script does.
    pub fn play_text(&mut self, text: &str, world: &mut World) -> Result<(), String> {
        let mv = self.table.position().read(text).map_err(|error| error.to_string())?;
        self.play(mv, world);
        Ok(())
    }

    /// The position that the board shows.
    fn shown(&self) -> &dyn Position {
        self.browse.as_ref().map_or(self.table.position(), |browse| browse.position.as_ref())
    }

    /// May a person move a piece now?
    fn can_move(&self) -> bool {
        self.is_persons_turn() && !self.table.is_waiting()
    }

    /// Is whoever is at this terminal to move on the board that is shown, now or as soon as the last move is
    /// on the disk?
    fn is_persons_turn(&self) -> bool {
        self.browse.is_none() && self.table.ending().is_none() && self.table.acts_for(self.table.position().turn())
    }

    /// The game is another: what was in hand is put back.
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

    /// Says what was announced, rings, and looks at the board.
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

    /// Says what came of a command: what was announced, or why it was refused.
    fn report(&mut self, done: Result<(), String>, world: &mut World) -> Transition {
        let step = self.after(world);
        if let Err(refused) = done {
            self.told = Some(refused);
        }
        step
    }

    /// Asks before something that cannot be taken back, unless the settings say not to.
    fn ask(&mut self, question: String, action: Action, world: &mut World) -> Transition {
        if world.config.input.confirm {
            Transition::Push(Box::new(Confirm::new(question, action)))
        } else {
            self.confirmed(action, world)
        }
    }
}

/// Where the cursor begins: the middle of the side that looks.
pub fn home(position: &dyn Position, view: View) -> Square {
    let board = position.geometry();
    let (columns, rows) = view.size(board);
    let near = (0..rows).rev().flat_map(|row| [(columns / 2, row), (columns / 2 - 1, row)]);
    let mut squares = near.filter_map(|(column, row)| view.square(board, column as i16, row as i16, 0));
    squares.next().unwrap_or(Square(0))
}

/// A reason as a sentence: a capital letter and a full stop.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}
