//! Which games there are: those that are built in, and those that somebody adds. A program that
//! brings a game of its own fills a [`Registry`] and installs it before anything else; from then
//! on every layer finds the game by its id or its title, as it finds the others.

use std::any::{Any, TypeId};
use std::sync::{Arc, OnceLock};

use super::GAMES;
use crate::rules::game::Rules;
use crate::rules::limits;
use crate::rules::spec::Spec;
use crate::rules::variant::{Variant, VariantEntry};

/// What another layer keeps of a game beside its rules: how a search is made that is compiled for it.
type Extra = Arc<dyn Any + Send + Sync>;

/// The games there are.
#[derive(Clone, Debug)]
pub struct Registry {
    games: Vec<&'static dyn Variant>,
    /// For the game of the same place, by the type of what is kept.
    extras: Vec<Vec<(TypeId, Extra)>>,
}

impl Default for Registry {
    /// The games that are built in.
    fn default() -> Registry {
        Registry { games: GAMES.to_vec(), extras: vec![Vec::new(); GAMES.len()] }
    }
}

impl Registry {
    /// The same with one game more. A game whose data contradict each other, or whose name is taken, is
    /// refused in words.
    pub fn with<R: Rules>(mut self) -> Result<Registry, String> {
        let spec = R::SPEC;
        if let Some(flaw) = limits::flaw(spec) {
            return Err(format!("{}: {flaw}", spec.id));
        }
        if let Some(known) =
            self.games.iter().find(|game| is_called(game.spec(), spec.id) || is_called(game.spec(), spec.title))
        {
            return Err(format!("{}: there is a game of that name already, {}", spec.id, known.spec().title));
        }
        self.games.push(&VariantEntry::<R>::NEW);
        self.extras.push(Vec::new());
        Ok(self)
    }

    /// Keeps something of another layer with a game that is here.
    #[must_use]
    pub fn keeping<T: Any + Send + Sync>(mut self, id: &str, extra: T) -> Registry {
        if let Some(at) = self.games.iter().position(|game| game.spec().id == id) {
            self.extras[at].push((TypeId::of::<T>(), Arc::new(extra)));
        }
        self
    }

    /// What another layer keeps with a game.
    pub fn kept<T: Any + Send + Sync>(&self, id: &str) -> Option<&T> {
        let at = self.games.iter().position(|game| game.spec().id == id)?;
        self.extras[at].iter().find(|(kind, _)| *kind == TypeId::of::<T>())?.1.downcast_ref()
    }

    /// The games, those that are built in first.
    pub fn games(&self) -> &[&'static dyn Variant] {
        &self.games
    }

    /// The game of this id.
    pub fn find(&self, id: &str) -> Option<&'static dyn Variant> {
        self.games.iter().copied().find(|game| game.spec().id == id)
    }

    /// The game of this id or title, whatever the case of its letters.
    pub fn named(&self, name: &str) -> Option<&'static dyn Variant> {
        self.games.iter().copied().find(|game| is_called(game.spec(), name))
    }

    /// The ids of all games, for messages.
    pub fn ids(&self) -> String {
        self.games.iter().map(|game| game.spec().id).collect::<Vec<_>>().join(", ")
    }
}

fn is_called(spec: &Spec, name: &str) -> bool {
    [spec.id, spec.title].iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// The games of this process. Like its code they are settled when it starts and are the same for all who
/// use it, so this is no setting and no client has one of its own.
static REGISTRY: OnceLock<Registry> = OnceLock::new();

/// Settles which games there are in this process. To be called first: once a game has been asked for,
/// it is settled, and this registry comes back.
pub fn install(registry: Registry) -> Result<(), Registry> {
    REGISTRY.set(registry)
}

/// The games of this process; those that are built in if nothing was installed.
pub fn registry() -> &'static Registry {
    REGISTRY.get_or_init(Registry::default)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::sanctuary::Sanctuary;

    #[test]
    fn a_name_is_given_once() {
        let told = Registry::default().with::<Sanctuary>().expect_err("it is there already");
        assert!(told.contains("there is a game of that name already"), "{told}");
    }

    #[test]
    fn what_is_kept_is_found_by_its_type() {
        let id = Sanctuary::SPEC.id;
        let registry = Registry::default().keeping(id, 7_u8).keeping("none", 8_u16);
        assert_eq!((registry.kept::<u8>(id), registry.kept::<u16>(id)), (Some(&7), None));
        assert_eq!(registry.named(&Sanctuary::SPEC.title.to_uppercase()).map(|game| game.spec().id), Some(id));
    }
}
