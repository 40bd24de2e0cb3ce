//! The screens, one module each. None of them uses another: a screen asks for a [`Place`], which is opened here.

pub mod explorer;
pub mod home;
pub mod lessons;
pub mod library;
pub mod new_game;
pub mod plans;
pub mod play;
pub mod puzzles;
pub mod review;
pub mod rules;
pub mod settings;
pub mod shelf;

use thiserror::Error;

use super::place::Place;
use super::read_game::Source;
use super::screen::Screen;
use super::world::World;
use crate::client::learning::{self, LearnError};
use crate::session::setup::MatchSetup;

/// Why a screen cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The game cannot be started or resumed.
    #[error(transparent)]
    Play(#[from] play::PlayError),
    /// There are no lessons.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// A screen that others have added cannot be opened.
    #[error(transparent)]
    Added(Box<dyn std::error::Error>),
}

/// Opens a screen.
pub fn open(place: Place, world: &World) -> Result<Box<dyn Screen>, OpenError> {
    Ok(match place {
        Place::Table(table) => Box::new(play::Play::at(&table, world)),
        Place::Start(setup) => Box::new(play::Play::start(*setup, world)?),
        Place::Resume(path) => Box::new(play::Play::resume(&path, world)?),
        Place::Read(read) => Box::new(review::Review::of_read(*read).beside_its_file(world)),
        Place::Review(game, view) => Box::new(review::Review::of(*game, Source::Board).at_the_end(view)),
        Place::NewGame(setup) => Box::new(new_game::NewGame::new(setup.map(|setup| *setup), world)),
        Place::PlayOn(setup) => Box::new(new_game::NewGame::from_here(*setup)),
        Place::Plans(seat, side, view) => Box::new(plans::Planner::new(seat, side, view, world)),
        Place::Library => Box::new(library::Library::new(world)),
        Place::Shelf => Box::new(shelf::Shelf::new(Box::new(shelf::SetUp), world)),
        Place::GameFor(chooser) => Box::new(shelf::Shelf::new(chooser, world)),
        Place::Rules => Box::new(rules::Rules::list()),
        Place::RulesOf(game) => Box::new(rules::Pages::of(game, world)),
        Place::Explorer(position, view, square) => {
            Box::new(explorer::Explorer::of(position.as_ref(), view, square))
        }
        Place::Puzzles => Box::new(puzzles::Puzzles::new(world)),
        Place::Lessons => Box::new(lessons::Courses::new(world)),
        Place::LessonsOf(game) => Box::new(lessons::Steps::of(game, world)?),
        Place::Lesson(game, number) => {
            Box::new(lessons::LessonScreen::new(learning::course(game, &world.client)?, number))
        }
        Place::FirstGame(game) => Box::new(play::Play::guided(MatchSetup::against_computer(game, 1), world)?),
        Place::Settings => Box::new(settings::Settings::new(world)),
        Place::Made(screen) => screen,
        Place::Added(place) => place.open(world).map_err(OpenError::Added)?,
    })
}
