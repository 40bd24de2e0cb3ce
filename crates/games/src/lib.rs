//! The list of built-in games. A macro makes two things from it: a list of values ([`GAMES`]), and a visitor
//! over the concrete types ([`visit`]) for code that is compiled for each game. A [`Registry`] holds these
//! games and those that a program has added.

pub mod armies;
pub(crate) mod betza;
pub mod blackholes;
pub mod file;
pub mod holywar;
pub mod import;
pub mod nets;
pub mod pieces;
pub mod registry;
pub mod sanctuary;
pub mod shelf;

use heterodox_kernel as rules;
use heterodox_kernel::eval;
use heterodox_kernel::spelling;

use crate::eval::evaluate::Evaluate;
use crate::rules::game::CompiledGame;
use crate::rules::variant::{Variant, VariantEntry};

pub use registry::{Registry, RegistryError, UnknownGame};

/// An operation on the concrete type of a game.
pub trait Visitor {
    /// The result.
    type Output;
    /// Runs the operation.
    fn visit<R: Evaluate + CompiledGame>(self) -> Self::Output;
}

macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// The built-in games.
        pub static GAMES: &[&dyn Variant] = &[$(&VariantEntry::<$game>::NEW),+];

        /// Runs a visitor with the built-in game of this id. `None` if there is no such game.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Option<V::Output> {
            $(if <$game>::SPEC.id == id {
                return Some(visitor.visit::<$game>());
            })+
            None
        }
    };
}

struct Worths;

impl Visitor for Worths {
    type Output = &'static [i32];
    fn visit<R: Evaluate + CompiledGame>(self) -> &'static [i32] {
        R::WORTH
    }
}

/// What each kind of a built-in game is worth, in hundredths of a Pawn.
pub fn worths(id: &str) -> Option<&'static [i32]> {
    visit(id, Worths)
}

games! {
    holywar::Holywar,
    blackholes::BlackHoles,
    sanctuary::Sanctuary,
    armies::Armies,
}

/// The built-in game with this id.
pub fn built_in(id: &str) -> Option<&'static dyn Variant> {
    GAMES.iter().copied().find(|game| game.spec().id == id)
}
