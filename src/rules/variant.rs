//! A game as a value: what menus, commands and tests hold when they do not care which it is.

use std::fmt::Debug;
use std::marker::PhantomData;

use thiserror::Error;

use super::fen::{self, FenError};
use super::game::Rules;
use super::position::Position;
use super::spec::Spec;
use super::timeline::Timeline;

/// How a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening<'a> {
    /// As usual.
    Start,
    /// By name: `cathedral`, `shuffle:17`.
    Named(&'a str),
    /// From a position text.
    Fen(&'a str),
}

/// Why a game could not begin.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningError {
    /// The game knows no such opening.
    #[error("{game} has no opening \"{name}\": one of {known} was expected")]
    Unknown {
        /// The title of the game.
        game: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The position text is wrong.
    #[error("position text: {0}")]
    Fen(#[from] FenError),
}

/// A game that can be begun.
pub trait Variant: Sync + Debug {
    /// The identity card.
    fn spec(&self) -> &'static Spec;
    /// Begins a game.
    fn begin(&self, opening: Opening<'_>) -> Result<Box<dyn Position>, OpeningError>;
}

/// The one implementation of [`Variant`], for every game.
#[derive(Clone, Copy, Debug)]
pub struct VariantEntry<R>(PhantomData<fn() -> R>);

impl<R> VariantEntry<R> {
    /// The game as a value.
    pub const NEW: VariantEntry<R> = VariantEntry(PhantomData);
}

impl<R: Rules> Variant for VariantEntry<R> {
    fn spec(&self) -> &'static Spec {
        R::SPEC
    }

    fn begin(&self, opening: Opening<'_>) -> Result<Box<dyn Position>, OpeningError> {
        Ok(Box::new(begin::<R>(opening)?))
    }
}

/// Begins a game whose type is known.
pub fn begin<R: Rules>(opening: Opening<'_>) -> Result<Timeline<R>, OpeningError> {
    let setups = R::SPEC.setups;
    let board = match opening {
        Opening::Start => fen::read(setups[0].fen)?,
        Opening::Fen(text) => fen::read(text)?,
        Opening::Named(name) => match setups.iter().find(|setup| setup.name == name) {
            Some(setup) => fen::read(setup.fen)?,
            None => match R::setup(name) {
                Some(text) => fen::read(&text)?,
                None => return Err(unknown::<R>(name)),
            },
        },
    };
    Ok(Timeline::new(board))
}

fn unknown<R: Rules>(name: &str) -> OpeningError {
    let mut known: Vec<&str> = R::SPEC.setups.iter().map(|setup| setup.name).collect();
    known.extend(R::SPEC.more_setups);
    OpeningError::Unknown { game: R::SPEC.title, name: name.to_owned(), known: known.join(", ") }
}
