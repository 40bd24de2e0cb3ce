//! The engine is compiled for the type of each game. An [`EngineMaker`] has its functions, so that they can be found by
//! the id of a game that is built in or was added with [`add`].

mod of_file;

use std::fmt::Debug;
use std::sync::Arc;

use super::beginner::{Beginner, BeginnerEngine};
use super::budget::Needs;
use super::engine::{Engine, EngineOptions, NoEngine};
use super::errors::{self, Assessment};
use super::greedy::GreedyEngine;
use super::many::multi_engine::MultiEngine;
use super::two::duel_engine::DuelEngine;
use crate::eval::evaluate::{Evaluate, net_of_two};
use crate::eval::net::Net;
use crate::eval::tables;
use crate::games::file::FileVariant;
use crate::games::{self, Registry, RegistryError, Visitor};
use crate::rules::game::CompiledGame;
use crate::rules::mv::Move;
use crate::rules::position::Position;
use crate::rules::spec::Spec;
use crate::rules::tables::Tables;

/// The engine functions of one game.
pub trait EngineMaker: Debug + Send + Sync {
    /// What each kind is worth, in hundredths of a Pawn.
    fn worth(&self) -> &'static [i32];
    /// Creates an engine.
    fn engine(&self, options: EngineOptions) -> Result<Box<dyn Engine>, NoEngine>;
    /// Creates an engine that evaluates by this net, or without one by the terms of the game. Only games for two have
    /// such engines.
    fn engine_with(&self, net: Option<&Arc<Net>>, options: EngineOptions) -> Result<Box<dyn Engine>, NoEngine>;
    /// The memory that it needs beside the transposition table.
    fn needs(&self) -> Needs;
    /// Creates a greedy player.
    fn greedy(&self) -> Box<dyn Engine>;
    /// Creates a measured beginner.
    fn beginner(&self, beginner: Beginner) -> Box<dyn Engine>;
    /// Says what a move gave away or missed.
    fn assess(&self, position: &dyn Position, mv: Move) -> Option<Assessment>;
}

/// The engine functions of the game that has these tables. They are compiled when they are asked for.
#[derive(Debug)]
struct Of<R: Evaluate>(fn() -> &'static Tables<R>);

impl<R: Evaluate> EngineMaker for Of<R> {
    fn worth(&self) -> &'static [i32] {
        R::worth((self.0)())
    }

    fn engine(&self, options: EngineOptions) -> Result<Box<dyn Engine>, NoEngine> {
        let tables = (self.0)();
        searcher(tables, options, net_of_two(tables))
    }

    fn engine_with(&self, net: Option<&Arc<Net>>, options: EngineOptions) -> Result<Box<dyn Engine>, NoEngine> {
        searcher((self.0)(), options, net)
    }

    fn needs(&self) -> Needs {
        Needs::of((self.0)())
    }

    fn greedy(&self) -> Box<dyn Engine> {
        Box::new(GreedyEngine::<R>::default())
    }

    fn beginner(&self, beginner: Beginner) -> Box<dyn Engine> {
        Box::new(BeginnerEngine::<R>::new(beginner))
    }

    fn assess(&self, position: &dyn Position, mv: Move) -> Option<Assessment> {
        errors::assess::<R>(position, mv)
    }
}

/// The search for as many seats as the game has. Where the compiler knows how many, it makes no other search.
fn searcher<R: Evaluate>(
    tables: &'static Tables<R>,
    options: EngineOptions,
    net: Option<&Arc<Net>>,
) -> Result<Box<dyn Engine>, NoEngine> {
    if const { has_two_seats::<R>(true) } {
        return Ok(Box::new(DuelEngine::new(tables, options, net)?));
    }
    if const { has_two_seats::<R>(false) } {
        return Ok(Box::new(MultiEngine::new(tables, options)?));
    }
    Ok(match tables.spec().seats.len() {
        0..=2 => Box::new(DuelEngine::new(tables, options, net)?),
        _ => Box::new(MultiEngine::new(tables, options)?),
    })
}

/// Does the compiler know that this game is one for two, or that it is not?
const fn has_two_seats<R: Evaluate>(so: bool) -> bool {
    match R::FIXED {
        Some(spec) => (spec.seats.len() <= 2) == so,
        None => false,
    }
}

/// The engine functions of the game `R`.
pub fn maker_of<R: Evaluate + CompiledGame>() -> Arc<dyn EngineMaker> {
    Arc::new(Of::<R>(R::tables))
}

struct BuiltIn;

impl Visitor for BuiltIn {
    type Output = Arc<dyn EngineMaker>;
    fn visit<R: Evaluate + CompiledGame>(self) -> Arc<dyn EngineMaker> {
        maker_of::<R>()
    }
}

/// Which game an engine is for.
#[derive(Clone, Copy, Debug)]
pub enum Wanted<'a> {
    /// The one that is found by this id.
    Id(&'a str),
    /// The one with these data. There may be another one with the same id: a file can change while its game is played.
    Data(&'static Spec),
}

impl<'a> From<&'a str> for Wanted<'a> {
    fn from(id: &'a str) -> Wanted<'a> {
        Wanted::Id(id)
    }
}

impl From<&'static Spec> for Wanted<'_> {
    fn from(spec: &'static Spec) -> Self {
        Wanted::Data(spec)
    }
}

impl<'a> Wanted<'a> {
    pub(crate) const fn id(self) -> &'a str {
        match self {
            Wanted::Id(id) => id,
            Wanted::Data(spec) => spec.id,
        }
    }
}

/// The engine functions of this game, if the engine plays it.
pub fn maker<'a>(games: &Registry, game: impl Into<Wanted<'a>>) -> Option<Arc<dyn EngineMaker>> {
    let game = game.into();
    if let Wanted::Data(spec) = game
        && let Some(file) = FileVariant::of(spec)
    {
        return Some(of_file::maker(file));
    }
    let game = game.id();
    let written = games.kept::<Arc<dyn EngineMaker>>(game).cloned().or_else(|| games::visit(game, BuiltIn));
    written.or_else(|| games.file(game).map(of_file::maker))
}

/// Adds a game to a registry, together with its engine functions.
pub fn add<R: Evaluate + CompiledGame>(registry: Registry) -> Result<Registry, RegistryError> {
    // The data of the rules first: without them there is no board to evaluate.
    let registry = registry.with::<R>()?;
    if let Some(flaw) = tables::flaw::<R>() {
        return Err(RegistryError::Flaw { id: R::SPEC.id, flaw });
    }
    Ok(registry.keeping(R::SPEC.id, maker_of::<R>()))
}

impl EngineOptions {
    /// The options of an engine for this game that reserves at most `megabytes` in total. The least possible is a
    /// table of 1 MB, one thread and no continuation history, about 4 MB.
    #[must_use]
    pub fn within<'a>(self, games: &Registry, game: impl Into<Wanted<'a>>, megabytes: usize) -> EngineOptions {
        maker(games, game).map_or(self, |maker| maker.needs().within(self, megabytes))
    }
}
