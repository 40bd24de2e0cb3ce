//! The screens by name. A screen asks for another one by its place, so that no screen depends on another; `screens`
//! opens it.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

use super::read_game::ReadGame;
use super::screen::{Screen, Transition};
use super::view::View;
use super::world::World;
use crate::record::game::Game;
use crate::rules::geometry::Square;
use crate::rules::position::Position;
use crate::rules::side::Side;
use crate::rules::variant::Variant;
use crate::session::setup::MatchSetup;
use crate::session::table::{SeatHandle, Table};

/// A screen that can be opened.
pub enum Place {
    /// A game that is open at a table.
    Table(Arc<Table>),
    /// A new game with this setup.
    Start(Box<MatchSetup>),
    /// An unfinished game, from its journal.
    Resume(PathBuf),
    /// A saved game for review.
    Read(Box<ReadGame>),
    /// A game in progress for review, at its last position and in this orientation.
    Review(Box<Game>, View),
    /// The form of a new game, filled in from this setup or from the last game.
    NewGame(Option<Box<MatchSetup>>),
    /// The form of a game from the position of this setup.
    PlayOn(Box<MatchSetup>),
    /// The conditional moves of this seat, on a board in this orientation.
    Plans(SeatHandle, Side, View),
    /// The saved games.
    Library,
    /// The games that are files.
    Shelf,
    /// The same, for somebody who needs one of them.
    GameFor(Box<dyn GameChooser>),
    /// The list of rules.
    Rules,
    /// The rules of a game.
    RulesOf(&'static dyn Variant),
    /// The explorer with a copy of this position, in this orientation, and the moves of the piece on a square.
    Explorer(Box<dyn Position>, View, Option<Square>),
    /// The puzzles.
    Puzzles,
    /// The games that bring lessons.
    Lessons,
    /// The lessons of a game.
    LessonsOf(&'static dyn Variant),
    /// A step of the lessons of a game, by its number from 0.
    Lesson(&'static dyn Variant, usize),
    /// A first game against the lowest level, with advice.
    FirstGame(&'static dyn Variant),
    /// The settings.
    Settings,
    /// A screen that is made already: one of the screen that opens it.
    Made(Box<dyn Screen>),
    /// A screen that others have added.
    Added(Box<dyn AddedPlace>),
}

/// Who opens the list of games that are files to get one of them.
pub trait GameChooser {
    /// A game was chosen: what becomes of the list.
    fn chosen(&mut self, game: &'static dyn Variant, world: &World) -> Transition;

    /// None was.
    fn given_up(&mut self, _world: &World) -> Transition {
        Transition::Close
    }

    /// What choosing does, in a word.
    fn words(&self) -> &'static str;
}

/// A screen that is not among those of `screens`: whoever adds it opens it.
pub trait AddedPlace {
    /// Opens the screen.
    fn open(self: Box<Self>, world: &World) -> Result<Box<dyn Screen>, Box<dyn Error>>;
}

/// An entry of the home screen that whoever adds screens brings, as a server those of its club.
#[derive(Clone, Copy, Debug)]
pub struct AddedEntry {
    /// Its words.
    pub title: &'static str,
    /// What it opens.
    pub place: fn() -> Place,
}
