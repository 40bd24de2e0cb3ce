//! What the engine needs of a game is compiled for its type. [`Makers`] is that as a value, so that a
//! game is found by its id: of a game that is built in or of one that was added with [`add`].

use super::brain::Brain;
use super::council::Council;
use super::grabber::Grabber;
use super::history::Followers;
use super::thinker::{Means, NoThinker, Thinker};
use super::tune::{self, Diary, Fit, Making, Report};
use crate::games::{self, Registry, Visitor};
use crate::rules::game::Rules;

type Make = fn(Making, &(dyn Fn(&Diary) + Sync));
type Weigh = fn(&[Diary], Fit, &mut dyn FnMut(&Report)) -> Result<Vec<(i32, i32)>, String>;
type Teach = fn(&[Diary], usize, Fit, &mut dyn FnMut(&Report)) -> Result<Vec<u8>, String>;

/// What the engine is for one game.
#[derive(Clone, Copy, Debug)]
pub struct Makers {
    /// Somebody who plays it.
    pub thinker: fn(Means) -> Result<Box<dyn Thinker>, NoThinker>,
    /// How many megabytes it takes for what it learns of moves, beside its table.
    pub learned: fn() -> usize,
    /// Somebody who takes what he can.
    pub grabber: fn() -> Box<dyn Thinker>,
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
            thinker: |means| {
                Ok(match R::SPEC.seats.len() {
                    0..=2 => Box::new(Brain::<R>::new(means)?),
                    _ => Box::new(Council::<R>::new(means)?),
                })
            },
            learned: || Followers::bytes(R::tables().geometry.len(), R::SPEC.kinds.len()).div_ceil(1 << 20),
            grabber: || Box::new(Grabber::<R>::default()),
            positions: tune::positions::<R>,
            weights: tune::fit::<R>,
            net: tune::teach_two::<R>,
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
