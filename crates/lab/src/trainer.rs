//! Training of the evaluation: positions from self-play, and evaluation weights or neural networks that predict the
//! results of the games best.

mod adam;
mod course;
mod data;
mod dataset;
mod error;
mod fit;
mod model;
mod of_many;
mod of_two;
mod sample;
mod snapshot;
mod train;
mod training_set;

pub(crate) use course::Course;
pub(crate) use data::LogError;
pub use data::{GameLog, Position as Noted};
pub(crate) use error::TrainError;
pub use fit::Fit;
pub(crate) use fit::Report;
pub use model::First;

use std::sync::Arc;

use crate::engine::makers::{self, EngineMaker};
use crate::eval::evaluate::Evaluate;
use crate::games::file::Compiled;
use crate::games::{self, Registry, Visitor};
use crate::rules::game::CompiledGame;
use crate::rules::tables::Tables;

/// The settings of self-play.
#[derive(Clone, Debug)]
pub(crate) struct Making<'a> {
    /// The opening; none for the first of the game.
    pub(crate) setup: Option<&'a str>,
    /// The numbers of the games.
    pub(crate) games: std::ops::Range<usize>,
    /// The number of nodes per move.
    pub(crate) nodes: u64,
    /// The maximum number of random plies at the start.
    pub(crate) random_plies: usize,
    /// The number of games played at the same time.
    pub(crate) parallel: usize,
    /// The seed of the games.
    pub(crate) seed: u64,
}

/// The training functions of one game.
trait Trainer: Send + Sync {
    fn make(
        &self,
        maker: &dyn EngineMaker,
        making: &Making<'_>,
        report: &(dyn Fn(usize, Option<GameLog>) -> bool + Sync),
    );
    fn weigh(
        &self,
        logs: &[GameLog],
        how: Fit,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Vec<(i32, i32)>, TrainError>;
    fn train(
        &self,
        logs: &[GameLog],
        first: First<'_>,
        how: Fit,
        course: &mut Course<'_>,
    ) -> Result<Option<Vec<u8>>, TrainError>;
}

/// The game that has these tables. They are compiled when they are asked for.
struct Of<R: Evaluate>(Box<dyn Fn() -> &'static Tables<R> + Send + Sync>);

impl<R: Evaluate> Trainer for Of<R> {
    fn make(
        &self,
        maker: &dyn EngineMaker,
        making: &Making<'_>,
        report: &(dyn Fn(usize, Option<GameLog>) -> bool + Sync),
    ) {
        data::make((self.0)(), maker, making, report);
    }

    fn weigh(
        &self,
        logs: &[GameLog],
        how: Fit,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Vec<(i32, i32)>, TrainError> {
        fit::fit((self.0)(), logs, how, report)
    }

    fn train(
        &self,
        logs: &[GameLog],
        first: First<'_>,
        how: Fit,
        course: &mut Course<'_>,
    ) -> Result<Option<Vec<u8>>, TrainError> {
        train::train((self.0)(), logs, first, how, course)
    }
}

/// A trainer that the registry keeps.
type Kept = Arc<dyn Trainer>;

fn of<R: Evaluate + CompiledGame>() -> Kept {
    Arc::new(Of::<R>(Box::new(R::tables)))
}

struct BuiltIn;

impl Visitor for BuiltIn {
    type Output = Kept;
    fn visit<R: Evaluate + CompiledGame>(self) -> Kept {
        of::<R>()
    }
}

fn trainer(games: &Registry, game: &str) -> Result<Kept, TrainError> {
    let written = games.kept::<Kept>(game).cloned().or_else(|| games::visit(game, BuiltIn));
    let file = || -> Option<Kept> {
        Some(match games.file(game)?.compiled() {
            Compiled::Small(tables) => Arc::new(Of(Box::new(move || tables))),
            Compiled::Large(tables) => Arc::new(Of(Box::new(move || tables))),
        })
    };
    written.or_else(file).ok_or_else(|| TrainError::NoGame { id: game.to_owned() })
}

/// The registry, whose game `R` can be trained. The built-in games need no such call.
pub fn add<R: Evaluate + CompiledGame>(registry: Registry) -> Registry {
    registry.keeping(R::SPEC.id, of::<R>())
}

/// Plays games of the engine against itself. `report` gets the number of each game and the game, if its opening was one
/// to play on, and says whether to continue.
pub(crate) fn make(
    games: &Registry,
    game: &str,
    making: &Making<'_>,
    report: &(dyn Fn(usize, Option<GameLog>) -> bool + Sync),
) -> Result<(), TrainError> {
    let maker = makers::maker(games, game).ok_or_else(|| TrainError::NoGame { id: game.to_owned() })?;
    trainer(games, game)?.make(maker.as_ref(), making, report);
    Ok(())
}

/// Fits the evaluation weights of a game (middlegame and endgame) to these positions, starting from its current
/// weights.
pub(crate) fn weigh(
    games: &Registry,
    game: &str,
    logs: &[GameLog],
    how: Fit,
    report: &mut dyn FnMut(&Report),
) -> Result<Vec<(i32, i32)>, TrainError> {
    trainer(games, game)?.weigh(logs, how, report)
}

/// Trains a neural network, and returns its weights.
pub fn net(
    games: &Registry,
    game: &str,
    logs: &[GameLog],
    first: First<'_>,
    how: Fit,
    report: &mut dyn FnMut(&Report),
) -> Result<Vec<u8>, TrainError> {
    let net = trained(games, game, logs, first, how, &mut Course::new(report))?;
    Ok(net.expect("nothing stops it"))
}

/// The same in this course; nothing if it was stopped.
pub(crate) fn trained(
    games: &Registry,
    game: &str,
    logs: &[GameLog],
    first: First<'_>,
    how: Fit,
    course: &mut Course<'_>,
) -> Result<Option<Vec<u8>>, TrainError> {
    trainer(games, game)?.train(logs, first, how, course)
}
