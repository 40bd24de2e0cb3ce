//! The registry of games: the built-in games and added ones. A program with a game of its own fills a
//! [`Registry`] and gives it to [`crate::cli::run`]; from there it is passed to every layer. Each client of a
//! process may have another one.

use std::any::{Any, TypeId};
use std::sync::Arc;

use thiserror::Error;

use super::GAMES;
use crate::rules::game::Rules;
use crate::rules::limits;
use crate::rules::spec::Spec;
use crate::rules::variant::{Variant, VariantEntry};

/// Data that another layer stores for a game, such as a function that creates its compiled search.
type Extra = Arc<dyn Any + Send + Sync>;

/// Why a game cannot be added.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RegistryError {
    /// Its data contradict each other.
    #[error("{id}: {flaw}")]
    Flaw {
        /// The id of the game.
        id: &'static str,
        /// What is wrong with its data.
        flaw: String,
    },
    /// Its id or title is that of another game.
    #[error("{id}: there is a game of that name already, {known}")]
    Taken {
        /// The id of the game.
        id: &'static str,
        /// The title of the other game.
        known: &'static str,
    },
}

/// There is no game with this id.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no game \"{id}\": expected one of {known}")]
pub struct UnknownGame {
    /// The id.
    pub id: String,
    /// The ids of all games.
    pub known: String,
}

/// The registered games. A copy is cheap, and shares its data with the original.
#[derive(Clone, Debug)]
pub struct Registry(Arc<Content>);

#[derive(Clone, Debug)]
struct Content {
    games: Vec<&'static dyn Variant>,
    /// For each game, in the order of `games`: the stored data by type.
    extras: Vec<Vec<(TypeId, Extra)>>,
}

impl Default for Registry {
    /// The built-in games.
    fn default() -> Registry {
        Registry(Arc::new(Content { games: GAMES.to_vec(), extras: vec![Vec::new(); GAMES.len()] }))
    }
}

impl Registry {
    /// Adds a game. It returns an error message if the data of the game contradict each other or its name is
    /// taken.
    pub fn with<R: Rules>(mut self) -> Result<Registry, RegistryError> {
        let spec = R::SPEC;
        if let Some(flaw) = limits::flaw(spec) {
            return Err(RegistryError::Flaw { id: spec.id, flaw });
        }
        if let Some(known) =
            self.games().iter().find(|game| is_called(game.spec(), spec.id) || is_called(game.spec(), spec.title))
        {
            return Err(RegistryError::Taken { id: spec.id, known: known.spec().title });
        }
        let content = Arc::make_mut(&mut self.0);
        content.games.push(&VariantEntry::<R>::NEW);
        content.extras.push(Vec::new());
        Ok(self)
    }

    /// Stores data of another layer for a registered game.
    #[must_use]
    pub fn keeping<T: Any + Send + Sync>(mut self, id: &str, extra: T) -> Registry {
        if let Some(at) = self.at(id) {
            Arc::make_mut(&mut self.0).extras[at].push((TypeId::of::<T>(), Arc::new(extra)));
        }
        self
    }

    /// The data that another layer stored for a game.
    pub fn kept<T: Any + Send + Sync>(&self, id: &str) -> Option<&T> {
        let at = self.at(id)?;
        self.0.extras[at].iter().find(|(kind, _)| *kind == TypeId::of::<T>())?.1.downcast_ref()
    }

    /// The games, the built-in ones first.
    pub fn games(&self) -> &[&'static dyn Variant] {
        &self.0.games
    }

    fn at(&self, id: &str) -> Option<usize> {
        self.games().iter().position(|game| game.spec().id == id)
    }

    /// The game with this id.
    pub fn find(&self, id: &str) -> Option<&'static dyn Variant> {
        self.games().iter().copied().find(|game| game.spec().id == id)
    }

    /// The game with this id, or an error that names all games.
    pub fn require(&self, id: &str) -> Result<&'static dyn Variant, UnknownGame> {
        self.find(id).ok_or_else(|| UnknownGame { id: id.to_owned(), known: self.ids() })
    }

    /// The game with this id or title. The case of letters is ignored.
    pub fn named(&self, name: &str) -> Option<&'static dyn Variant> {
        self.games().iter().copied().find(|game| is_called(game.spec(), name))
    }

    /// The ids of all games, for error messages.
    pub fn ids(&self) -> String {
        self.games().iter().map(|game| game.spec().id).collect::<Vec<_>>().join(", ")
    }
}

fn is_called(spec: &Spec, name: &str) -> bool {
    [spec.id, spec.title].iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Two registries are equal if they have the same games.
impl PartialEq for Registry {
    fn eq(&self, other: &Registry) -> bool {
        let specs =
            |registry: &Registry| registry.games().iter().map(|game| std::ptr::from_ref(game.spec())).collect();
        let (one, two): (Vec<_>, Vec<_>) = (specs(self), specs(other));
        one == two
    }
}

impl Eq for Registry {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::sanctuary::Sanctuary;

    #[test]
    fn a_name_is_given_once() {
        let told = Registry::default().with::<Sanctuary>().expect_err("it is there already");
        assert!(matches!(told, RegistryError::Taken { .. }), "{told}");
        assert!(told.to_string().contains("there is a game of that name already"), "{told}");
    }

    #[test]
    fn what_is_kept_is_found_by_its_type() {
        let id = Sanctuary::SPEC.id;
        let registry = Registry::default().keeping(id, 7_u8).keeping("none", 8_u16);
        assert_eq!((registry.kept::<u8>(id), registry.kept::<u16>(id)), (Some(&7), None));
        assert_eq!(registry.named(&Sanctuary::SPEC.title.to_uppercase()).map(|game| game.spec().id), Some(id));
    }
}
