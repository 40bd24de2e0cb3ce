//! The registry of games: the built-in games and added ones. Those of the shelf, and those that were read from files
//! while the program runs, are found by name and not listed. A program with a game of its own fills a [`Registry`] and
//! gives it to `cli::run`; from there it is passed to every layer. Each client of a process may have another one.

use std::any::{Any, TypeId};
use std::sync::{Arc, PoisonError, RwLock};

use thiserror::Error;

use super::GAMES;
use super::file::{self, FileVariant};
use super::shelf;
use crate::rules::game::CompiledGame;
use crate::rules::limits;
use crate::rules::spec::Spec;
use crate::rules::variant::{Variant, VariantEntry};
use crate::spelling::{bare, nearest};

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

/// There is no game with this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no game \"{id}\"{} one of {known}", hint(*.like))]
pub struct UnknownGame {
    /// The name.
    pub(crate) id: String,
    /// The id of the game whose name is most like it, if one is.
    pub like: Option<&'static str>,
    /// The ids of all games.
    pub known: String,
}

fn hint(like: Option<&str>) -> String {
    like.map_or_else(|| ": expected".to_owned(), |id| format!("; did you mean {id}? Expected"))
}

/// The registered games. A copy is cheap, and shares its data with the original.
#[derive(Clone, Debug)]
pub struct Registry(Arc<Content>, Learnt);

/// The games that were read from files while the program runs. All copies of a registry share them.
type Learnt = Arc<RwLock<Vec<&'static FileVariant>>>;

#[derive(Clone, Debug)]
struct Content {
    games: Vec<&'static dyn Variant>,
    /// For each game, in the order of `games`: the stored data by type.
    extras: Vec<Vec<(TypeId, Extra)>>,
    /// Those of the games that were read from files.
    files: Vec<&'static FileVariant>,
}

impl Default for Registry {
    /// The built-in games.
    fn default() -> Registry {
        let extras = vec![Vec::new(); GAMES.len()];
        Registry(Arc::new(Content { games: GAMES.to_vec(), extras, files: Vec::new() }), Learnt::default())
    }
}

impl Registry {
    /// One game of a file alone, for a text that is about no other.
    pub fn only(game: &'static FileVariant) -> Registry {
        let content = Content { games: vec![game], extras: vec![Vec::new()], files: vec![game] };
        Registry(Arc::new(content), Learnt::default())
    }

    /// Adds a game. It returns an error message if the data of the game contradict each other or its name is
    /// taken.
    pub fn with<R: CompiledGame>(mut self) -> Result<Registry, RegistryError> {
        let spec = R::SPEC;
        if let Some(flaw) = limits::flaw::<R>() {
            return Err(RegistryError::Flaw { id: spec.id, flaw });
        }
        self.is_free(spec)?;
        let content = Arc::make_mut(&mut self.0);
        content.games.push(&VariantEntry::<R>::NEW);
        content.extras.push(Vec::new());
        Ok(self)
    }

    /// Adds a game that was read from a file. It is found before a game of the shelf with the same name.
    pub fn with_file(mut self, game: &'static FileVariant) -> Result<Registry, RegistryError> {
        self.is_free(game.spec())?;
        let content = Arc::make_mut(&mut self.0);
        content.games.push(game);
        content.extras.push(Vec::new());
        content.files.push(game);
        Ok(self)
    }

    /// From now on a game that was read from a file is found by name, in place of one with the same id that was learnt
    /// before or is on the shelf. All copies of this registry know it.
    pub fn learn(&self, game: &'static FileVariant) -> Result<(), RegistryError> {
        self.is_free(game.spec())?;
        let mut learnt = self.1.write().unwrap_or_else(PoisonError::into_inner);
        learnt.retain(|known| known.spec().id != game.spec().id);
        learnt.push(game);
        Ok(())
    }

    /// From now on these are the only games that are found because they were learnt.
    pub fn keep_learnt(&self, games: &[&'static FileVariant]) {
        let mut learnt = self.1.write().unwrap_or_else(PoisonError::into_inner);
        learnt.retain(|known| games.iter().any(|game| std::ptr::eq(*known, *game)));
    }

    /// The same with a game in the place of the one that its file gave before.
    pub fn renewed(mut self, old: &'static Spec, game: &'static FileVariant) -> Result<Registry, RegistryError> {
        let Some(at) = self.games().iter().position(|known| std::ptr::eq(known.spec(), old)) else {
            self.learn(game)?;
            return Ok(self);
        };
        let spec = game.spec();
        let same = |known: &&Spec| {
            !std::ptr::eq(*known, old) && (is_called(known, spec.id) || is_called(known, spec.title))
        };
        if let Some(known) = self.games().iter().map(|known| known.spec()).find(same) {
            return Err(RegistryError::Taken { id: spec.id, known: known.title });
        }
        let content = Arc::make_mut(&mut self.0);
        content.games[at] = game;
        content.files.retain(|known| !std::ptr::eq(known.spec(), old));
        content.files.push(game);
        Ok(self)
    }

    /// The game that was learnt, or is on the shelf, for whose id and title this holds.
    fn unlisted(&self, holds: impl Fn(&str, &str) -> bool) -> Option<&'static FileVariant> {
        let learnt = self.1.read().unwrap_or_else(PoisonError::into_inner);
        let known = learnt.iter().copied().find(|game| holds(game.spec().id, game.spec().title));
        known.or_else(|| file::find(|book| holds(book.id, book.title)))
    }

    /// The ids of the games that are found and not listed, without those of listed ones.
    fn unlisted_ids(&self) -> Vec<&'static str> {
        let mut ids: Vec<&'static str> =
            self.1.read().unwrap_or_else(PoisonError::into_inner).iter().map(|game| game.spec().id).collect();
        for book in shelf::all() {
            if !ids.contains(&book.id) {
                ids.push(book.id);
            }
        }
        ids.retain(|id| self.at(id).is_none());
        ids
    }

    /// The ids of all games, to be offered to another program. It may read only the beginning of a long list, so the games that
    /// most programs know come first.
    pub fn offered_ids(&self) -> Vec<&'static str> {
        let listed = self.games().iter().map(|game| game.spec().id);
        let mut ids: Vec<&'static str> = listed.chain(self.unlisted_ids()).collect();
        ids.sort_by_key(|id| shelf::widely_known(id).unwrap_or(usize::MAX));
        ids
    }

    /// The error if a listed game has the id or the title of this one.
    fn is_free(&self, spec: &'static Spec) -> Result<(), RegistryError> {
        let same =
            |game: &&&'static dyn Variant| is_called(game.spec(), spec.id) || is_called(game.spec(), spec.title);
        match self.games().iter().find(same) {
            Some(known) => Err(RegistryError::Taken { id: spec.id, known: known.spec().title }),
            None => Ok(()),
        }
    }

    /// The game with this id, if it was read from a file or is on the shelf.
    pub fn file(&self, id: &str) -> Option<&'static FileVariant> {
        let added = self.0.files.iter().copied().find(|game| game.spec().id == id);
        added.or_else(|| self.unlisted(|known, _| known == id))
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

    /// The games in the order in which they are offered to a new player: first those of two with nothing to drop.
    pub fn easiest_first(&self) -> Vec<&'static dyn Variant> {
        let mut games = self.games().to_vec();
        let drops = |spec: &Spec| spec.all_kinds().any(|kind| spec.is_dropped(kind));
        games.sort_by_key(|game| (game.spec().seats.len(), drops(game.spec())));
        games
    }

    /// The game that is meant where none is named, or the first of the list if that one is not known.
    pub fn usual(&self) -> &'static dyn Variant {
        self.find(shelf::USUAL).unwrap_or(self.games()[0])
    }

    fn at(&self, id: &str) -> Option<usize> {
        self.games().iter().position(|game| game.spec().id == id)
    }

    /// Is the game with this id listed?
    pub fn lists(&self, id: &str) -> bool {
        self.at(id).is_some()
    }

    /// The game with this id.
    pub fn find(&self, id: &str) -> Option<&'static dyn Variant> {
        let listed = self.games().iter().copied().find(|game| game.spec().id == id);
        listed.or_else(|| self.unlisted(|known, _| known == id).map(|game| game as &dyn Variant))
    }

    /// The game that a person means by this name: its id or its title, or the beginning of one if it fits one game only;
    /// case, spaces and hyphens are ignored. The error names all games, and the one that is most like it.
    pub fn require(&self, name: &str) -> Result<&'static dyn Variant, UnknownGame> {
        let letters = bare(name);
        let unlisted = || self.unlisted(|id, title| [id, title].iter().any(|known| bare(known) == letters));
        let found = self.find(name).or_else(|| self.meant(name));
        let other = || unlisted().or_else(|| called_otherwise(name)).map(|game| game as &dyn Variant);
        found.or_else(other).ok_or_else(|| self.unknown(name))
    }

    /// The error for a name that is the id of no game.
    pub fn unknown(&self, name: &str) -> UnknownGame {
        let like = self.meant(name).map(|game| game.spec().id).or_else(|| self.like(name));
        UnknownGame { id: name.to_owned(), like, known: self.ids() }
    }

    /// The only game whose id or title is this name, or begins with it.
    fn meant(&self, name: &str) -> Option<&'static dyn Variant> {
        let name = bare(name);
        let only = |fits: fn(&str, &str) -> bool| {
            let fits = |game: &&&'static dyn Variant| spellings(game.spec()).iter().any(|known| fits(known, &name));
            let mut games = self.games().iter().filter(fits);
            games.next().copied().filter(|_| games.next().is_none())
        };
        let whole = only(|known, name| known == name);
        whole.or_else(|| only(|known, name| !name.is_empty() && known.starts_with(name)))
    }

    /// The id of the game whose name has this text in it, or is spelled almost like this.
    fn like(&self, name: &str) -> Option<&'static str> {
        const FEWEST: usize = 3;
        let name = bare(name);
        let specs = || self.games().iter().map(|game| game.spec());
        let has = |spec: &&Spec| name.len() >= FEWEST && spellings(spec).iter().any(|known| known.contains(&name));
        let all: Vec<(String, &'static str)> =
            specs().flat_map(|spec| spellings(spec).map(|known| (known, spec.id))).collect();
        specs().find(has).map(|spec| spec.id).or_else(|| {
            let near = nearest(&name, all.iter().map(|(known, _)| known.as_str()))?;
            all.iter().find(|(known, _)| known == near).map(|&(_, id)| id)
        })
    }

    /// The game with this id or title, or the one of the shelf that others call so. The case of letters is ignored.
    pub fn named(&self, name: &str) -> Option<&'static dyn Variant> {
        let listed = self.games().iter().copied().find(|game| is_called(game.spec(), name));
        let unlisted =
            || self.unlisted(|id, title| [id, title].iter().any(|known| known.eq_ignore_ascii_case(name)));
        listed.or_else(|| unlisted().or_else(|| called_otherwise(name)).map(|game| game as &dyn Variant))
    }

    /// The ids of all games, for error messages.
    pub(crate) fn ids(&self) -> String {
        self.games().iter().map(|game| game.spec().id).collect::<Vec<_>>().join(", ")
    }
}

/// The game of the shelf that others call so.
fn called_otherwise(name: &str) -> Option<&'static FileVariant> {
    let letters = bare(name);
    file::find(|book| shelf::is_other_name(book.id, book.title, &letters))
}

fn spellings(spec: &Spec) -> [String; 2] {
    [bare(spec.id), bare(spec.title)]
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
