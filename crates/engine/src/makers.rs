//! The engine is compiled for the type of each game. [`Makers`] holds its functions as values, so that they can be
//! found by the id of a game that is built in or was added with [`add`].

use super::beginner::{Beginner, BeginnerEngine};
use super::budget::Needs;
use super::engine::{Engine, EngineOptions, NoEngine};
use super::errors::{self, Assessment};
use super::greedy::GreedyEngine;
use super::many::multi_engine::MultiEngine;
use super::two::duel_engine::DuelEngine;
use crate::eval::evaluate::Evaluate;
use crate::eval::tables;
use crate::games::{self, Registry, RegistryError, Visitor};
use crate::rules::mv::Move;
use crate::rules::position::Position;

/// The engine functions of one game.
#[derive(Clone, Copy, Debug)]
pub struct Makers {
    /// What each kind is worth, in hundredths of a Pawn.
    pub worth: &'static [i32],
    /// Creates an engine.
    pub engine: fn(EngineOptions) -> Result<Box<dyn Engine>, NoEngine>,
    /// The memory that it needs beside the transposition table.
    pub needs: fn() -> Needs,
    /// Creates a greedy player.
    pub greedy: fn() -> Box<dyn Engine>,
    /// Creates a measured beginner.
    pub beginner: fn(Beginner) -> Box<dyn Engine>,
    /// Says what a move gave away or missed.
    pub assess: fn(&dyn Position, Move) -> Option<Assessment>,
}

impl Makers {
    /// The functions of the game `R`.
    pub fn of<R: Evaluate>() -> Makers {
        Makers {
            worth: R::WORTH,
            engine: |options| {
                Ok(match R::SPEC.seats.len() {
                    0..=2 => Box::new(DuelEngine::<R>::new(options)?),
                    _ => Box::new(MultiEngine::<R>::new(options)?),
                })
            },
            needs: Needs::of::<R>,
            greedy: || Box::new(GreedyEngine::<R>::default()),
            beginner: |beginner| Box::new(BeginnerEngine::<R>::new(beginner)),
            assess: errors::assess::<R>,
        }
    }
}

struct BuiltIn;

impl Visitor for BuiltIn {
    type Output = Makers;
    fn visit<R: Evaluate>(self) -> Makers {
        Makers::of::<R>()
    }
}

/// The engine functions of the game with this id, if the engine plays it.
pub fn makers(games: &Registry, game: &str) -> Option<Makers> {
    games.kept::<Makers>(game).copied().or_else(|| games::visit(game, BuiltIn))
}

/// Adds a game to a registry, together with its engine functions.
pub fn add<R: Evaluate>(registry: Registry) -> Result<Registry, RegistryError> {
    // The data of the rules first: without them there is no board to evaluate.
    let registry = registry.with::<R>()?;
    if let Some(flaw) = tables::flaw::<R>() {
        return Err(RegistryError::Flaw { id: R::SPEC.id, flaw });
    }
    Ok(registry.keeping(R::SPEC.id, Makers::of::<R>()))
}

impl EngineOptions {
    /// The options of an engine for this game that reserves at most `megabytes` in total. The least possible is a
    /// table of 1 MB, one thread and no continuation history, about 4 MB.
    #[must_use]
    pub fn within(self, games: &Registry, game: &str, megabytes: usize) -> EngineOptions {
        makers(games, game).map_or(self, |makers| (makers.needs)().within(self, megabytes))
    }
}
