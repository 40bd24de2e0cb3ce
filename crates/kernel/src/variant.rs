//! A game as a value, for menus, commands and tests that handle all games in the same way.

use std::fmt::Debug;
use std::marker::PhantomData;

use thiserror::Error;

use super::game::{CompiledGame, Rules};
use super::position::Position;
use super::setup::{Setup, SetupError};
use super::spec::Spec;
use super::tables::Tables;
use super::timeline::Timeline;

/// How a game starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening<'a> {
    /// The default opening.
    Start,
    /// An opening by name: `cathedral`, `shuffle:17`.
    Named(&'a str),
    /// A position in FEN.
    Fen(&'a str),
    /// A free position in FEN, in which Kings may be missing: nobody wins or loses on it.
    Free(&'a str),
}

/// Why a game could not start.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningError {
    /// The game has no opening with this name.
    #[error("{game} has no opening \"{name}\": expected one of {known}")]
    Unknown {
        /// The title of the game.
        game: &'static str,
        /// The name that was requested.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// The FEN is wrong.
    #[error("FEN: {0}")]
    Fen(#[source] Box<SetupError>),
}

impl From<SetupError> for OpeningError {
    fn from(error: SetupError) -> OpeningError {
        OpeningError::Fen(Box::new(error))
    }
}

/// A game that can be started.
pub trait Variant: Sync + Debug {
    /// The description of the game as data.
    fn spec(&self) -> &'static Spec;
    /// Starts a game.
    fn begin(&'static self, opening: Opening<'_>) -> Result<Box<dyn Position>, OpeningError>;
    /// Its puzzles as PGN; empty if it has none.
    fn puzzles(&self) -> &'static str;
    /// The text of the file from which it was read, if it is not a part of the program.
    fn source(&self) -> Option<&'static str>;
}

/// Two games are equal if they have the same description.
impl PartialEq for dyn Variant {
    fn eq(&self, other: &dyn Variant) -> bool {
        std::ptr::eq(self.spec(), other.spec())
    }
}

impl Eq for dyn Variant {}

/// The one implementation of [`Variant`], generic over the rules of the game.
#[derive(Clone, Copy, Debug)]
pub struct VariantEntry<R>(PhantomData<fn() -> R>);

impl<R> VariantEntry<R> {
    /// The game as a value.
    pub const NEW: VariantEntry<R> = VariantEntry(PhantomData);
}

impl<R: CompiledGame> Variant for VariantEntry<R> {
    fn spec(&self) -> &'static Spec {
        R::SPEC
    }

    fn begin(&'static self, opening: Opening<'_>) -> Result<Box<dyn Position>, OpeningError> {
        R::tables().begin(opening)
    }

    fn puzzles(&self) -> &'static str {
        R::PUZZLES
    }

    fn source(&self) -> Option<&'static str> {
        R::source(R::tables())
    }
}

impl<R: Rules> Variant for Tables<R> {
    fn spec(&self) -> &'static Spec {
        self.spec()
    }

    fn begin(&'static self, opening: Opening<'_>) -> Result<Box<dyn Position>, OpeningError> {
        Ok(Box::new(start(self, opening)?))
    }

    fn puzzles(&self) -> &'static str {
        R::PUZZLES
    }

    fn source(&self) -> Option<&'static str> {
        R::source(self)
    }
}

/// Starts a game whose type is known.
pub fn begin<R: CompiledGame>(opening: Opening<'_>) -> Result<Timeline<R>, OpeningError> {
    start(R::tables(), opening)
}

/// Starts the game that has these tables.
pub fn start<R: Rules>(tables: &'static Tables<R>, opening: Opening<'_>) -> Result<Timeline<R>, OpeningError> {
    let setups = tables.spec().setups;
    let board = match opening {
        Opening::Start => tables.read(setups[0].fen)?,
        Opening::Fen(text) => tables.read(text)?,
        Opening::Free(text) => {
            let setup = Setup::read(tables, text).map_err(SetupError::from)?;
            return Ok(setup.free().map_err(SetupError::from)?);
        }
        Opening::Named(name) => match setups.iter().find(|setup| setup.name == name) {
            Some(setup) => tables.read(setup.fen)?,
            None => match R::setup(tables, name) {
                Some(text) => tables.read(&text)?,
                None => return Err(unknown(tables.spec(), name)),
            },
        },
    };
    Ok(Timeline::new(board))
}

fn unknown(spec: &'static Spec, name: &str) -> OpeningError {
    let mut known: Vec<&str> = spec.setups.iter().map(|setup| setup.name).collect();
    known.extend(spec.more_setups);
    OpeningError::Unknown { game: spec.title, name: name.to_owned(), known: known.join(", ") }
}
