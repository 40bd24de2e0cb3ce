//! What the engine needs of a game is compiled for its type. [`Makers`] is that as a value, so that a
//! game is found by its id: of a game that is built in or of one that was added with [`add`].

use super::greedy::GreedyEngine;
use super::history::Followers;
use super::interface::{Engine, EngineOptions, NoEngine};
use super::many::multi_engine::MultiEngine;
use super::trainer::{self, Fit, GameLog, Making, Report};
use super::two::duel_engine::DuelEngine;
use crate::games::{self, Registry, Visitor};
use crate::rules::game::Rules;

type Make = fn(Making, &(dyn Fn(&GameLog) + Sync));
type Weigh = fn(&[GameLog], Fit, &mut dyn FnMut(&Report)) -> Result<Vec<(i32, i32)>, String>;
type Teach = fn(&[GameLog], usize, Fit, &mut dyn FnMut(&Report)) -> Result<Vec<u8>, String>;

/// What the engine is for one game.
#[derive(Clone, Copy, Debug)]
pub struct Makers {
    /// Somebody who plays it.
    pub engine: fn(EngineOptions) -> Result<Box<dyn Engine>, NoEngine>,
    /// How many megabytes it takes for what it learns of moves, beside its table.
    pub learned: fn() -> usize,
    /// Somebody who takes what he can.
    pub greedy: fn() -> Box<dyn Engine>,
    /// Positions of self-play.
    pub positions: Make,
    /// Weights that fit positions.
    pub weights: Weigh,
    /// A net that fits positions.
    pub net: Teach,
}

impl Makers {
    /// Those of a game.
    pub fn of<R: Rules>() -> Makers {
        Makers {
            engine: |options| {
                Ok(match R::SPEC.seats.len() {
                    0..=2 => Box::new(DuelEngine::<R>::new(options)?),
                    _ => Box::new(MultiEngine::<R>::new(options)?),
                })
            },
            learned: || Followers::bytes(R::tables().geometry.len(), R::SPEC.kinds.len()).div_ceil(1 << 20),
            greedy: || Box::new(GreedyEngine::<R>::default()),
            positions: trainer::positions::<R>,
            weights: trainer::fit::<R>,
            net: trainer::teach_two::<R>,
        }
    }
}

struct BuiltIn;

impl Visitor for BuiltIn {
    type Output = Makers;
    fn visit<R: Rules>(self) -> Makers {
        Makers::of::<R>()
    }
}

/// What the engine is for the game of this id, if there is one that it plays.
pub fn makers(game: &str) -> Option<Makers> {
    games::registry().kept::<Makers>(game).copied().or_else(|| games::visit(game, BuiltIn))
}

/// A registry with one game more, which the engine plays too.
pub fn add<R: Rules>(registry: Registry) -> Result<Registry, String> {
    Ok(registry.with::<R>()?.keeping(R::SPEC.id, Makers::of::<R>()))
}
