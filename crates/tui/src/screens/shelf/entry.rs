//! One game of the list.

use crate::game_file::{self, GameFileError, OwnGame};
use crate::games::shelf::{self, Book};
use crate::rules::variant::Variant;
use crate::world::World;

/// A game of the list. One of the shelf is read when it is shown.
pub(super) enum Entry {
    /// It is on the shelf.
    Book(&'static Book),
    /// It is in the user's folder.
    Own(OwnGame),
}

/// The user's games first, then the shelf.
pub(super) fn all(world: &World) -> Vec<Entry> {
    let own = world.client.own_games();
    own.into_iter().map(Entry::Own).chain(shelf::all().iter().map(Entry::Book)).collect()
}

impl Entry {
    /// Its title, or the name of its file if that gives no game.
    pub(super) fn title(&self) -> String {
        match self {
            Entry::Book(book) => book.title.to_owned(),
            Entry::Own(OwnGame { game: Ok(game), .. }) => game.spec().title.to_owned(),
            Entry::Own(own) => format!("{}.{}", own.stem(), game_file::ENDING),
        }
    }

    /// What is said beside its title.
    pub(super) fn mark(&self) -> &'static str {
        match self {
            Entry::Book(_) => "",
            Entry::Own(OwnGame { game: Ok(_), .. }) => "yours",
            Entry::Own(_) => "mistakes",
        }
    }

    /// What a filter is compared with, in small letters.
    pub(super) fn text(&self) -> String {
        let (id, about) = match self {
            Entry::Book(book) => (book.id, book.about),
            Entry::Own(OwnGame { game: Ok(game), .. }) => (game.spec().id, game.spec().about),
            Entry::Own(_) => ("", ""),
        };
        format!("{} {id} {about} {}", self.title(), self.mark()).to_lowercase()
    }

    /// The game, if its file is without mistakes.
    pub(super) fn game(&self) -> Option<&'static dyn Variant> {
        match self {
            Entry::Book(book) => Some(book.game()),
            Entry::Own(own) => own.game.as_ref().ok().map(|&game| game as &dyn Variant),
        }
    }

    /// Who invented it, or nothing.
    pub(super) fn credits(&self) -> &'static str {
        match self {
            Entry::Book(book) => book.game().credits(),
            Entry::Own(OwnGame { game: Ok(game), .. }) => game.credits(),
            Entry::Own(_) => "",
        }
    }

    /// Why its file gives no game.
    pub(super) fn trouble(&self) -> Option<&GameFileError> {
        match self {
            Entry::Book(_) => None,
            Entry::Own(own) => own.game.as_ref().err(),
        }
    }
}
